"""What every command shares: where the home is, who asks, and how to print.

Heavy modules are imported when a command needs them, so `aver --help` stays quick.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aver.app import App
    from aver.config import Settings
    from aver.values.governance import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """The shared options of one command line, as given."""

    home: Path | None = None
    json: bool = False
    user: str | None = None
    groups: str | None = None
    tenant: str | None = None
    clearance: int | None = None


def settings_of(session: Session) -> Settings:
    """Return the settings of the session's home, on whatever server its tenant lives.

    Raises BadConfiguration, and where a directory of tenants is named NotFound and StoreUnreachable.
    """
    settings = written_settings(session)
    if settings.store.url or not settings.store.directory:
        return settings
    from aver.flows.moving_tenants import located

    return located(settings)


def written_settings(session: Session) -> Settings:
    """Return the settings of the session's home as they are written. Raises BadConfiguration."""
    from aver.config import home_folder, read_settings

    return read_settings(home_folder(session.home, os.environ), os.environ)


def caller_of(session: Session, settings: Settings) -> Caller:
    """Return who asks. Raises BadInput and NotAllowed."""
    from aver.stages import identity

    if settings.store.url:
        return _holder_of_key(session, settings)
    _refuse_names_in_a_served_home(session, settings.home)
    return identity.caller_of(
        settings.identity.mode,
        tenant=settings.identity.tenant if session.tenant is None else session.tenant,
        user=session.user,
        groups=[name for name in (session.groups or "").split(",") if name.strip()],
        clearance=session.clearance,
    )


def _holder_of_key(session: Session, settings: Settings) -> Caller:
    """Return the caller of the key in AVER_TOKEN: nobody names themselves in a home that others share."""
    from aver.app import open_keys
    from aver.errors import NotAllowed

    if _names_somebody(session):
        raise NotAllowed(
            "--as, --groups, --tenant and --clearance don't work on a home in PostgreSQL",
            hint="make a key for that caller with `aver keys create`, and set AVER_TOKEN to its token",
        )
    key = open_keys(settings.home, url=settings.store.url).of_token(os.environ.get("AVER_TOKEN", ""), at=now())
    if key is None:
        raise NotAllowed(
            "a home in PostgreSQL is asked with a key, and AVER_TOKEN holds none that is valid",
            hint="aver keys create --as NAME, then set AVER_TOKEN to the token it prints",
        )
    return key.caller


def _names_somebody(session: Session) -> bool:
    return any(one is not None for one in (session.user, session.groups, session.tenant, session.clearance))


def _refuse_names_in_a_served_home(session: Session, home: Path) -> None:
    if not _names_somebody(session):
        return
    from aver.errors import NotAllowed
    from aver.store.presence import is_served

    if is_served(home):
        raise NotAllowed(
            f"{home} is being served: --as, --groups, --tenant and --clearance don't work now",
            hint="ask the service with a key of that caller (`aver keys create`), or stop it first",
        )


def opened(session: Session) -> tuple[App, Caller]:
    """Return the open home and who asks."""
    from aver.app import open_app

    settings = settings_of(session)
    caller = caller_of(session, settings)
    return open_app(settings.home, settings), caller


def now() -> str:
    """Return this moment in UTC, ISO 8601 with seconds and a Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def today() -> str:
    """Return today's date in UTC, ISO 8601."""
    return now()[:10]
