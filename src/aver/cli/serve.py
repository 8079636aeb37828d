"""`aver serve`: the REST service on an open home."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli import mcp
from aver.cli.options import command
from aver.cli.output import print_json
from aver.cli.session import Session, settings_of, written_settings
from aver.errors import BadConfiguration, BadInput, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

    from aver.app import App
    from aver.config import Settings
    from aver.service.application import Beside
    from aver.service.desk import Desk
    from aver.service.door import Identify
    from aver.service.issuer_sign_in import IssuerSignIn
    from aver.service.spans import Spans
    from aver.values.governance import Caller

_NEEDED = ("fastapi", "jinja2", "prometheus_client", "uvicorn")


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "serve", example="aver serve --port 8000")
    def serve(
        *,
        host: Annotated[str, typer.Option(help="The address to listen on; loopback unless you say otherwise.")] = (
            "127.0.0.1"
        ),
        port: Annotated[int, typer.Option(help="0 takes any free port.", min=0, max=65_535)] = 8000,
        workers: Annotated[
            int | None, typer.Option(help="Requests worked on at once; else as [service] says.", min=1, max=64)
        ] = None,
        waiting: Annotated[
            int | None, typer.Option(help="Requests that may wait; more get 503.", min=0, max=10_000)
        ] = None,
        per_tenant: Annotated[
            int | None, typer.Option(help="Requests of one tenant at once; more get 429.", min=1)
        ] = None,
        unsafe_local: Annotated[
            bool, typer.Option("--unsafe-local", help="No keys: whoever reaches loopback is the local user.")
        ] = False,
        session: Session,
    ) -> None:
        """Serve pages at /, REST under /v1 and the tools of MCP at /mcp to callers with a key of `aver keys create`,
        or with a token of the issuer in the section service.oidc of the settings.

        /openapi.json describes REST.
        """
        _require_extra()
        if (session.user, session.groups, session.tenant, session.clearance) != (None, None, None, None):
            raise BadInput("a service asks as whoever holds a key", hint="aver keys create --as ann --groups hr")
        given: dict[str, Any] = {"workers": workers, "waiting": waiting, "per_tenant": per_tenant}
        settings = settings_of(session)
        bounds = replace(settings.service, **{name: one for name, one in given.items() if one is not None})
        _serve(session, replace(settings, service=bounds), host=host, port=port, unsafe=unsafe_local)


def _require_extra() -> None:
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"serving needs {' and '.join(missing)}", hint="install the extra: pip install 'aver[serve]'"
        )


def _serve(session: Session, settings: Settings, *, host: str, port: int, unsafe: bool) -> None:
    from aver.app import open_app
    from aver.service.identifying import loopback_only
    from aver.service.serving import address_of, listening, serve
    from aver.store.presence import serve_home

    if unsafe:
        loopback_only(host)
    app = open_app(settings.home, settings)
    application = application_of(app, directory=_directory(session), unsafe=unsafe)
    bound = listening(host, port)
    lock = serve_home(settings.home)

    def told() -> None:
        if session.json:
            tools = f"{address_of(bound)}/mcp" if mcp.is_installed() else None
            print_json({"url": address_of(bound), "mcp": tools, "home": str(settings.home), "unsafe_local": unsafe})
            sys.stdout.flush()
        sys.stderr.write(f"Serving {settings.home} at {address_of(bound)} (Ctrl-C stops)\n")

    try:
        serve(application, bound, on_start=told)
    finally:
        lock.release()


def _directory(session: Session) -> str:
    """Return the directory whose tenants are served on all their servers, "" where [store] url names the only one."""
    written = written_settings(session).store
    return "" if written.url else written.directory


def application_of(app: App, *, directory: str, unsafe: bool) -> ASGIApp:
    """Return the service of an open home with its pages; that of every server of `directory` where one is named."""
    from aver.service.application import service
    from aver.web.pages import add_pages, with_pages

    signed, attempts = (None, None) if unsafe else _issuer(app.settings)
    identify = _identified(app, signed, unsafe=unsafe)
    spans, beside = _spans(app.settings), _tools_for_programs()
    first = service(app, identify, environment=os.environ, beside=beside, spans=spans)
    if not directory:
        return with_pages(first, identify, attempts=attempts)
    from aver.app import keys_of, open_beside
    from aver.service.identifying import by_key
    from aver.service.switchboard import Served, Switchboard
    from aver.store.directory import Directory
    from aver.web.porch import Porch

    desk = first.state.desk

    def at(url: str) -> Served:
        there = open_beside(app, url)
        known = by_key(keys_of(there), signed=signed)
        made = service(there, known, environment=os.environ, beside=beside, spans=spans, first=desk)
        add_pages(made)
        return Served(application=made, identify=known)

    add_pages(first)
    own = Served(application=first, identify=identify)
    board = Switchboard(app.settings.store.url, own, Directory(directory), at)
    return Porch(board, desk=desk, identify=board.identify, attempts=attempts)


def _spans(settings: Settings) -> Spans | None:
    """Return where the spans of runs go, None where the settings name nothing. Raises MissingExtra."""
    if not settings.service.spans_to:
        return None
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.exporter") is None:
        raise MissingExtra(
            "[service] spans_to needs OpenTelemetry", hint="install the extra: pip install 'aver[telemetry]'"
        )
    from aver.service.spans import spans_to

    return spans_to(settings.service.spans_to)


def _tools_for_programs() -> Callable[[Desk], Beside] | None:
    """Return what serves the Model Context Protocol beside REST, None without its extra."""
    if not mcp.is_installed():
        return None
    from aver.mcp_server.http import Endpoint

    return Endpoint


def _identified(app: App, signed: Callable[[str], Caller | None] | None, *, unsafe: bool) -> Identify:
    from aver.app import keys_of
    from aver.service.identifying import by_key, unsafe_local

    if unsafe:
        identity = app.settings.identity
        sys.stderr.write("UNSAFE: no keys; everybody who reaches loopback on this machine asks as the local user\n")
        return unsafe_local(identity.mode, identity.tenant)
    keys = keys_of(app)
    if signed is None and not keys.all():
        sys.stderr.write("No key opens this service yet: aver keys create --as NAME\n")
    return by_key(keys, signed=signed)


def _issuer(settings: Settings) -> tuple[Callable[[str], Caller | None] | None, IssuerSignIn | None]:
    """Return what finds the caller of an issuer's token, and what signs people in there; None where none is named."""
    oidc = settings.service_oidc
    if not oidc.issuer:
        return None, None
    if find_spec("jwt") is None or find_spec("cryptography") is None:
        raise MissingExtra("tokens of an issuer need PyJWT", hint="install the extra: pip install 'aver[oidc]'")
    from aver.service.bearer_tokens import BearerTokens
    from aver.service.issuer_keys import IssuerKeys
    from aver.service.issuer_sign_in import IssuerSignIn

    keys, tenant = IssuerKeys(oidc), settings.identity.tenant
    tokens = BearerTokens(oidc, keys.of, tenant=tenant)
    if not keys.warm():
        sys.stderr.write(f"The keys of {oidc.issuer} can't be had yet; its tokens open nothing\n")
    if not oidc.client_id:
        return tokens.caller_of, None
    return tokens.caller_of, IssuerSignIn(oidc, keys, tenant=tenant, secret=_secret(oidc.client_secret_variable))


def _secret(variable: str) -> str:
    if variable and not os.environ.get(variable):
        raise BadConfiguration(
            f"the variable {variable} holds no secret", hint="set it, or empty client_secret_variable"
        )
    return os.environ[variable] if variable else ""
