"""Rows of an SQLite table as evidence (D4): read-only, filtered inside the query, cited by table, key and column.

No question and no model writes SQL here. One SELECT per table is built from the names that the owner of the home
declared, with the caller as its only parameter: a row that he may not read fails the WHERE clause and is neither
fetched nor counted. SQLite parses the statement, and its authorizer refuses whatever is not on the list: any other
table, column or function, and everything that isn't reading. A name that the table lacks is an error, never a text
(`t."x"` can't be read as the literal 'x').
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from urllib.parse import quote

from aver.channels.governed import Governed
from aver.channels.matching import best_matching
from aver.channels.records import Record, one_line, passage_of
from aver.errors import DeadlineExceeded, SourceFailed, TooLarge
from aver.values.evidence import Passage
from aver.values.governance import Eligibility

OPENS = "aver_opens"
_STEPS = 5_000
"""Virtual machine steps between two looks at the clock: about a tenth of a millisecond."""

_CHARACTERS = 20_000_000
"""What the eligible rows of one table may come to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SqliteTable:
    """A declared table. `key` names a row, `title` is the column it is called by, `searched` is what questions match.

    `shown` are `(column, label)` in order; `max_rows` is how many eligible rows are looked at, more is a failure.
    """

    label: str
    path: Path
    table: str
    key: tuple[str, ...]
    shown: tuple[tuple[str, str], ...]
    searched: tuple[str, ...]
    governed: Governed
    title: str = ""
    max_rows: int = 20_000

    @property
    def name(self) -> str:
        """The channel: `sql:` and the declared name."""
        return f"sql:{self.label}"

    def opens(self, eligible: Eligibility, _: str) -> bool:
        """Whether any row could be open to this caller; every question may concern a table."""
        return self.governed.may_open(eligible)

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the best eligible rows for `asked`. Raises SourceFailed, DeadlineExceeded and TooLarge."""
        rows = self._rows(eligible, until=until)
        best = best_matching(asked, [self._matched(row) for row in rows], k)
        return tuple(passage_of(self._record(rows[position]), eligible) for position in best)

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` are rows that are there and eligible now, with every shown value as it was."""
        wanted = {one.uri: one.chunk for one in passages if one.uri.startswith(self._prefix)}
        if not wanted or not self.governed.may_open(eligible):
            return frozenset()
        rows = [row for row in self._rows(eligible, until=until) if self._uri(row) in wanted]
        now = frozenset(passage_of(self._record(row), eligible).chunk for row in rows)
        return now & frozenset(one.chunk for one in passages)

    @property
    def _prefix(self) -> str:
        return f"{self.name}/{quote(self.table)}?"

    def _rows(self, eligible: Eligibility, *, until: float) -> list[tuple[object, ...]]:
        with self._reading(eligible, until) as connection:
            rows = connection.execute(self.statement, (self.max_rows + 1,)).fetchmany(self.max_rows + 1)
        if len(rows) > self.max_rows or sum(len(v) for row in rows for v in row if isinstance(v, str)) > _CHARACTERS:
            raise TooLarge(
                f"{self.name}: more than {self.max_rows} rows are eligible", hint="declare a view of fewer, or max_rows"
            )
        return sorted(rows, key=lambda row: tuple(one_line(value) for value in row))

    @property
    def statement(self) -> str:
        """The one statement that is ever run; the caller is bound to the function in its WHERE clause."""
        rows = (*self._columns, *(column for _, column in self.governed.columns))
        wanted = ", ".join(f"t.{_quoted(column)}" for column in rows)
        rules = ", ".join(f"CAST(t.{_quoted(column)} AS BLOB)" for _, column in self.governed.columns)
        return f"SELECT {wanted} FROM {_quoted(self.table)} AS t WHERE {OPENS}({rules}) LIMIT ?"  # noqa: S608

    @property
    def _columns(self) -> tuple[str, ...]:
        shown = tuple(column for column, _ in self.shown)
        title = (self.title,) if self.title else ()
        return tuple(dict.fromkeys((*self.key, *title, *shown, *self.searched)))

    @property
    def _read(self) -> frozenset[str]:
        """Every column that the statement may touch, folded."""
        return frozenset(one.casefold() for one in (*self._columns, *(column for _, column in self.governed.columns)))

    def _matched(self, row: Sequence[object]) -> str:
        cell = dict(zip(self._columns, row, strict=False))
        return " ".join(one_line(cell[column]) for column in self.searched)

    def _uri(self, row: Sequence[object]) -> str:
        """The key comes first in every row."""
        named = zip(self.key, row, strict=False)
        return self._prefix + "&".join(f"{quote(column)}={quote(one_line(value), safe='')}" for column, value in named)

    def _record(self, row: Sequence[object]) -> Record:
        cell = dict(zip(self._columns, row, strict=False))
        said = " ".join(one_line(cell[column]) for column in self.key)
        governance = self.governed.of_row(tuple(row[len(self._columns) :]))
        title = one_line(cell[self.title]) if self.title else said
        return Record(
            uri=self._uri(row),
            title=title or said,
            path=(self.table, said),
            lines=tuple((label, value) for column, label in self.shown if (value := one_line(cell[column]))),
            governance=governance or self.governed.whole,
        )

    @contextmanager
    def _reading(self, eligible: Eligibility, until: float) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)) as opened:
                opened.execute("PRAGMA query_only = ON")
                if opened.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
                    raise SourceFailed(f"{self.name} is not in UTF-8", hint="rebuild the database as UTF-8")
                opened.text_factory = partial(str, encoding="utf-8", errors="replace")
                once = lru_cache(maxsize=4_096)(partial(self.governed.opens_row, eligible))
                opened.create_function(OPENS, len(self.governed.columns), lambda *row: once(row))
                opened.set_authorizer(self._authorize)
                opened.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
                yield opened
        except sqlite3.Error as error:
            if time.monotonic() > until:
                raise DeadlineExceeded(
                    f"{self.name} took too long", hint="index the table, or give more seconds"
                ) from error
            raise SourceFailed(f"{self.name}: {error}", hint="see docs/channels.md") from error

    def _authorize(self, action: int, first: str | None, second: str | None, _: str | None, inner: str | None) -> int:
        """Allow reading the declared columns and the one function; a declared view may read what it is made of."""
        table, column, within = ((one or "").casefold() for one in (first, second, inner))
        own = table == self.table.casefold() and column in self._read
        allowed = (
            action == sqlite3.SQLITE_SELECT
            or (action == sqlite3.SQLITE_READ and own)
            or (action == sqlite3.SQLITE_FUNCTION and column == OPENS)
            or (action in (sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION) and within == self.table.casefold())
        )
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
