"""Entries of log files as evidence (D5): the days before the one that is asked about, newest first.

An entry begins at a line with a date and time and goes on to the next such line, so a stack trace stays with its error;
a file without times has one entry a line. Only the end of a file is read. An entry is cited by its file and the byte
at which it begins.
"""

from __future__ import annotations

import glob
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

from aver.channels.governed import Governed
from aver.channels.matching import best_matching
from aver.channels.reaching import file_end
from aver.channels.records import Record, passage_of
from aver.errors import DeadlineExceeded, SourceFailed
from aver.stages.eligibility import opens
from aver.stages.planning.intents import intents_of
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import Intent

CALLED_FOR = frozenset({Intent.CODE_OR_LOG, Intent.LIVE})
"""The kinds of question for which logs and histories are looked at (B1)."""

_TIME = re.compile(rb"[\[(<]?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?)")
_LINES = 40
"""Lines of one entry that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry: its file, the byte it begins at, its time as written ("" for none) and its words."""

    file: str
    offset: int
    at: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFiles:
    """Declared log files. `pattern` is a glob; of each file the last `max_bytes` are read, of those the last `days`.

    `always` looks at them for every question, else only for those about code, logs and what runs.
    """

    label: str
    pattern: str
    governed: Governed
    days: int = 1
    max_bytes: int = 2_000_000
    always: bool = False

    @property
    def name(self) -> str:
        """The channel: `log:` and the declared name."""
        return f"log:{self.label}"

    def opens(self, eligible: Eligibility, asked: str) -> bool:
        """Whether the caller may read the logs and the question calls for them."""
        return opens(eligible, self.governed.whole) and (self.always or bool(CALLED_FOR & {*intents_of(asked)}))

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the best entries for `asked`, newest first among equals. Raises SourceFailed and DeadlineExceeded."""
        entries = self._entries(eligible, until=until)
        best = best_matching(asked, [one.words for one in entries], k)
        return tuple(passage_of(self._record(entries[position]), eligible) for position in best)

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` are entries that stand in the files now, open to the caller."""
        wanted = {one.uri for one in passages if one.uri.startswith(f"{self.name}/")}
        if not wanted or not opens(eligible, self.governed.whole):
            return frozenset()
        entries = [one for one in self._entries(eligible, until=until) if self._uri(one) in wanted]
        now = frozenset(passage_of(self._record(one), eligible).chunk for one in entries)
        return now & frozenset(one.chunk for one in passages)

    def _entries(self, eligible: Eligibility, *, until: float) -> list[Entry]:
        paths = sorted(glob.glob(self.pattern))  # noqa: PTH207 - an absolute pattern
        if not paths:
            raise SourceFailed(f"{self.name}: no file is called {self.pattern}", hint="see docs/channels.md")
        last = date.fromisoformat(eligible.as_of[:10])
        days = ((last - timedelta(days=self.days)).isoformat(), last.isoformat())
        found: list[Entry] = []
        for path in paths:
            if time.monotonic() > until:
                raise DeadlineExceeded(f"{self.name} took too long", hint="lower max_bytes, or give more seconds")
            found += _within(entries_of(Path(path), most=self.max_bytes), days)
        return sorted(found, key=lambda one: (one.at, one.file, one.offset), reverse=True)

    def _uri(self, entry: Entry) -> str:
        return f"{self.name}/{quote(entry.file)}?byte={entry.offset}"

    def _record(self, entry: Entry) -> Record:
        lines = tuple(("", line.rstrip()) for line in entry.words.split("\n")[:_LINES] if line.strip())
        return Record(
            uri=self._uri(entry),
            title=entry.file,
            path=tuple(part for part in (entry.file, entry.at) if part),
            lines=lines,
            governance=self.governed.whole,
        )


def entries_of(path: Path, *, most: int) -> list[Entry]:
    """Return the entries in the last `most` bytes of a file, in order; what is cut off at the front is left out.

    Raises SourceFailed.
    """
    offset, content = file_end(path, most=most)
    lines = list(_lines(content, offset))
    if offset:
        lines = lines[1:]
    timed = any(_TIME.match(line) for _, line in lines)
    entries: list[tuple[int, list[bytes]]] = []
    for start, line in lines:
        if _TIME.match(line) or (not timed and line.strip()):
            entries.append((start, [line]))
        elif entries:
            entries[-1][1].append(line)
    return [_entry(path.name, start, several) for start, several in entries]


def _lines(content: bytes, offset: int) -> Iterator[tuple[int, bytes]]:
    for line in content.split(b"\n"):
        yield offset, line.rstrip(b"\r")
        offset += len(line) + 1


def _entry(file: str, start: int, lines: Sequence[bytes]) -> Entry:
    at = _TIME.match(lines[0])
    words = b"\n".join(lines).decode("utf-8", "replace").replace("\x00", "�")
    return Entry(file=file, offset=start, at=at.group(1).decode().replace(" ", "T") if at else "", words=words)


def _within(entries: Sequence[Entry], days: tuple[str, str]) -> list[Entry]:
    """Return the entries of those days, and all that don't say when they were written."""
    return [one for one in entries if not one.at or days[0] <= one.at[:10] <= days[1]]
