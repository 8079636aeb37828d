"""What became of every file of an ingest: stored, failed or skipped, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from aver.errors import AverError
from aver.stages.metadata import Rule
from aver.store.writing import Change
from aver.values.documents import ParseWarning


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The store holds this file now; `change` says what that took, `chunks` how many were indexed anew.

    `erased` is the receipt for what a new redaction made go first.
    """

    uri: str
    document: str
    change: Change
    chunks: int = 0
    warnings: tuple[ParseWarning, ...] = ()
    erased: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """This file could not be read or stored; what was stored of it before stays as it was."""

    uri: str
    error: AverError


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """This entry is none of ingest's business, for the reason said."""

    uri: str
    reason: str


Outcome: TypeAlias = Stored | Failed | Skipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far an ingest is: files done of `total`, chunks stored, files failed, seconds since it began."""

    done: int
    total: int
    chunks: int
    failed: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Every file by uri, whether the user interrupted, and the rules whose globs matched no file."""

    outcomes: tuple[Outcome, ...]
    seconds: float
    interrupted: bool = False
    unused_rules: tuple[Rule, ...] = ()

    @property
    def stored(self) -> tuple[Stored, ...]:
        """The files the store holds."""
        return tuple(one for one in self.outcomes if isinstance(one, Stored))

    @property
    def failed(self) -> tuple[Failed, ...]:
        """The files that could not be read or stored."""
        return tuple(one for one in self.outcomes if isinstance(one, Failed))

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The entries that were left alone."""
        return tuple(one for one in self.outcomes if isinstance(one, Skipped))

    def counts(self) -> dict[str, int]:
        """Return how many files had each result, every result named."""
        found = Counter(one.change.value for one in self.stored)
        every = {change.value: found[change.value] for change in Change}
        return {**every, "failed": len(self.failed), "skipped": len(self.skipped)}

    @property
    def chunks(self) -> int:
        """Chunks indexed anew."""
        return sum(one.chunks for one in self.stored)
