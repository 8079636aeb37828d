"""A mover of a home into a logical database that kills itself at a step of its work."""

from __future__ import annotations

from typing import Any

from aver.config import Settings
from aver.flows import moving_to_shards
from aver.flows.moving import move_home
from tests.ingest.kill_worker import dying_after

STEPS: dict[str, tuple[Any, str, int]] = {
    "announced": (moving_to_shards, "_announce", 1),
    "second tenant being brought": (moving_to_shards, "carry_tenant", 2),
    "second tenant brought": (moving_to_shards, "_brought", 2),
    "every tenant brought": (moving_to_shards, "_brought", 4),
    "facts brought": (moving_to_shards, "carry_tables", 1),
    "numbered": (moving_to_shards, "numbered_behind", 1),
}


def main(settings: Settings, to: str, step: str) -> None:
    """Move the home, and die when that step is done."""
    owner, name, times = STEPS[step]
    setattr(owner, name, dying_after(getattr(owner, name), times))
    move_home(settings, to)
