"""`aver keys`: create, list and revoke the API keys of the service. Whoever owns the home's folder may."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, now, settings_of

if TYPE_CHECKING:
    from aver.config import Settings
    from aver.store.keys import ApiKey, KeyStore


def add_to(app: typer.Typer) -> None:
    """Add the group with its three commands."""
    group = typer.Typer(no_args_is_help=True, help="Create, list and revoke keys of the service.")
    app.add_typer(group, name="keys")
    command(group, "create", example="aver keys create --as ann --groups hr,staff --clearance 2 --days 90")(_create)
    command(group, "list", example="aver keys list --json")(_list)
    command(group, "revoke", example="aver keys revoke 0123456789abcdef")(_revoke)


def _create(
    *,
    roles: Annotated[str, typer.Option(help="reader, reviewer, auditor, admin; with commas.")] = "reader",
    days: Annotated[int | None, typer.Option(help="Days until it expires; else it doesn't.", min=1, max=36_500)] = None,
    note: Annotated[str, typer.Option(help="What the key is for.")] = "",
    session: Session,
) -> None:
    """Create a key that stands for the caller named by --as, --groups, --tenant and --clearance.

    The token is shown once and never stored. Roles grant operations, never documents.
    """
    from aver.errors import BadInput
    from aver.stages.identity import key_holder

    if session.user is None:
        raise BadInput("nobody is named for the key to stand for", hint="aver keys create --as ann --groups hr")
    settings, keys = _keys(session)
    caller = key_holder(
        tenant=settings.identity.tenant if session.tenant is None else session.tenant,
        user=session.user,
        groups=_names(session.groups or ""),
        roles=_names(roles),
        clearance=session.clearance,
    )
    until = None if days is None else (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    made, token = keys.create(caller, note=note, at=now(), expires_at=until)
    lines = (f"Key {made.id} for {caller.user} in {caller.tenant}. Keep the token, it is not shown again:", token)
    say(session, _plain(made) | {"token": token}, lines)


def _list(*, session: Session) -> None:
    """List the keys, revoked and expired ones included; no token is ever shown."""
    _, keys = _keys(session)
    found = keys.all(session.tenant)
    if session.json:
        print_json({"keys": [_plain(one) for one in found]})
        return
    rows = [
        (one.id, one.caller.tenant, one.caller.user, ", ".join(_roles(one)), _standing(one), one.note) for one in found
    ]
    table(("id", "tenant", "user", "roles", "holds", "note"), rows)


def _revoke(
    identity: Annotated[str, typer.Argument(help="The id of a key.", metavar="ID")], *, session: Session
) -> None:
    """Revoke a key: the next request with it is refused, by every process that serves the home."""
    _, keys = _keys(session)
    revoked = keys.revoke(identity, at=now())
    say(session, _plain(revoked), (f"Revoked {revoked.id} of {revoked.caller.user} in {revoked.caller.tenant}",))


def _keys(session: Session) -> tuple[Settings, KeyStore]:
    from aver.app import open_keys

    settings = settings_of(session)
    return settings, open_keys(settings.home, url=settings.store.url)


def _plain(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "tenant": key.caller.tenant,
        "user": key.caller.user,
        "principals": sorted(key.caller.principals),
        "roles": _roles(key),
        "clearance": key.caller.clearance,
        "note": key.note,
        "created_at": key.created_at,
        "expires_at": key.expires_at,
        "revoked_at": key.revoked_at,
        "holds": key.holds(now()),
    }


def _roles(key: ApiKey) -> list[str]:
    return sorted(role.value for role in key.caller.roles)


def _standing(key: ApiKey) -> str:
    if key.revoked_at is not None:
        return f"revoked {key.revoked_at}"
    if not key.holds(now()):
        return f"expired {key.expires_at}"
    return f"until {key.expires_at}" if key.expires_at else "yes"


def _names(written: str) -> list[str]:
    return [name.strip() for name in written.split(",") if name.strip()]
