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
    """Return the settings of the session's home. Raises BadConfiguration."""
    from aver.config import home_folder, read_settings

    return read_settings(home_folder(session.home, os.environ), os.environ)


def caller_of(session: Session, settings: Settings) -> Caller:
    """Return who asks. Raises BadInput and NotAllowed."""
    from aver.stages import identity

    return identity.caller_of(
        settings.identity.mode,
        tenant=settings.identity.tenant if session.tenant is None else session.tenant,
        user=session.user,
        groups=[name for name in (session.groups or "").split(",") if name.strip()],
        clearance=session.clearance,
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
