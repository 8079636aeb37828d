"""A job: long work that a crash or Ctrl-C interrupts and that goes on from its record.

The record holds what was asked for (paths, names, a question; never text of a document) and how far it came. The
work itself is idempotent by content, so going on means running it again: what is done already costs a look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class JobKind(StrEnum):
    """What a job does."""

    INGEST = "ingest"
    ENRICH = "enrich"
    REEMBED = "reembed"
    EXTRACT = "extract"
    ASK = "ask"


class JobState(StrEnum):
    """Where a job is. INTERRUPTED is never stored: it is a RUNNING job whose process is gone.

    WAITING is one that no worker has taken yet. SUSPENDED is one whose work is done and whose candidates people have
    yet to decide; the last decision ends it.
    """

    WAITING = "waiting"
    RUNNING = "running"
    SUSPENDED = "suspended"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


RESUMABLE = frozenset({JobState.WAITING, JobState.INTERRUPTED, JobState.CANCELLED, JobState.FAILED})
"""States in which running a job would do something and nobody is at it."""


class JobStep(StrEnum):
    """What a job's event says happened."""

    QUEUED = "queued"
    BEGUN = "begun"
    RESUMED = "resumed"
    PROGRESSED = "progressed"
    CANCEL_ASKED = "cancel_asked"
    CANCELLED = "cancelled"
    FAILED = "failed"
    SUSPENDED = "suspended"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How far a job is: items done of `total` (0 where it isn't known yet), and how many of those failed."""

    done: int = 0
    total: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One job as its owner sees it; times are ISO 8601 in UTC, `arguments` are `(name, JSON value)` as recorded."""

    id: str
    tenant: str
    user: str
    kind: JobKind
    state: JobState
    arguments: tuple[tuple[str, object], ...]
    begun_at: str
    changed_at: str
    attempts: int
    tally: Tally
    detail: str

    @property
    def resumable(self) -> bool:
        """Whether running it again would do something and nobody is at it."""
        return self.state in RESUMABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEvent:
    """One step of a job: counts and names of errors, no text."""

    seq: int
    at: str
    step: JobStep
    tally: Tally
    detail: str
