"""What the log hands out: an event with its place in the chain, and a run at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.events import Event
from aver.values.sealed import Sealed


class RunState(StrEnum):
    """How far a run came; everything but `open` is final and closed into the ledger."""

    OPEN = "open"
    DECIDED = "decided"
    ABANDONED = "abandoned"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One committed event: its run, its place from 1, and its hash (64 hex digits)."""

    run: str
    seq: int
    event: Event
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """A run without its text, a fold of its events.

    `outcome` is the class of the decision, `question` the caller's own words and None for anybody else;
    `events` counts what is committed.
    """

    run: str
    tenant: str
    user: str
    started_at: str
    state: RunState
    outcome: str | None
    events: int
    question: Sealed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """What an auditor sees of an event: place, kind, hash, and milliseconds since the run's start."""

    seq: int
    kind: str
    hash: str
    milliseconds: int
