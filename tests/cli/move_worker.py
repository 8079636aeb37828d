"""A mover of a tenant that kills itself at a step of its work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aver.config import Settings, read_settings
from aver.flows import moving_tenants
from aver.store.directory import Directory
from tests.ingest.kill_worker import dying_after

STEPS: dict[str, tuple[Any, str, int]] = {
    "nothing brought": (moving_tenants, "_clear", 1),
    "rows brought": (moving_tenants, "carry_tenant", 1),
    "rows verified": (moving_tenants, "verified_runs", 1),
    "target committed": (moving_tenants, "_brought", 1),
    "source told": (moving_tenants, "_let_go", 1),
    "directory changed": (Directory, "flip", 1),
    "target being told": (moving_tenants, "hold", 3),
    "source being cleared": (moving_tenants, "remove_tenant", 1),
    "source cleared": (Directory, "forget_left", 1),
}


def settings_of(home: Path, directory: str, key: Path) -> Settings:
    """Return the settings of whoever moves tenants of a directory."""
    given = {"STORE_DIRECTORY": directory, "IDENTITY_MODE": "token", "IDENTITY_TENANT": "acme", "LEDGER_KEY": str(key)}
    return read_settings(home, {f"AVER_{name}": value for name, value in given.items()})


def main(settings: Settings, to: str, step: str) -> None:
    """Move tenant acme, and die when that step is done."""
    owner, name, times = STEPS[step]
    setattr(owner, name, dying_after(getattr(owner, name), times))
    moving_tenants.move_tenant(settings, "acme", to)
