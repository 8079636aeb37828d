"""A declared lookup: an address, a command or a file, asked with values that the question names (D5).

A question never writes an address or a command. It fills declared places, each with the text that matches a declared
pattern, and only where all of them are found is anything asked at all. What comes back is read as JSON, CSV or lines,
cut into records and cited by the lookup, its values and the row. Answers are kept in the run's record, so a replay
asks nobody; for the same reason confirming checks who may read, and reads a file again, but calls nobody twice.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

from aver.channels.governed import Governed
from aver.channels.log_files import CALLED_FOR
from aver.channels.matching import best_matching
from aver.channels.reaching import command_output, file_content, url_content
from aver.channels.records import Record, one_line, passage_of
from aver.errors import SourceFailed, TooLarge
from aver.stages.eligibility import opens
from aver.stages.planning.intents import intents_of
from aver.values.evidence import Passage
from aver.values.governance import Eligibility

MOST_ROWS = 5_000
_HINT = "see docs/channels.md"
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """A declared lookup: exactly one of `url`, `command` and `file`; `form` is json, csv or lines.

    `parameters` are `(name, pattern)` for the places `{name}`, `rows` the path to the list in a JSON answer, `fields`
    `(path, label)`, `key` and `title` paths in a row, `headers` `(header, environment variable)`. Who may read is said
    for the whole lookup: its rows would be fetched before anybody could tell them apart.
    """

    label: str
    governed: Governed
    folder: Path
    fields: tuple[tuple[str, str], ...]
    url: str = ""
    command: tuple[str, ...] = ()
    file: Path | None = None
    form: str = "json"
    parameters: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    rows: str = ""
    key: str = ""
    title: str = ""
    max_bytes: int = 1_000_000
    always: bool = False

    @property
    def name(self) -> str:
        """The channel: `lookup:` and the declared name."""
        return f"lookup:{self.label}"

    def opens(self, eligible: Eligibility, asked: str) -> bool:
        """Whether the caller may use the lookup, and the question names its values or is of a kind that wants it."""
        if not opens(eligible, self.governed.whole):
            return False
        if self.parameters:
            return self._values(asked) is not None
        return self.always or bool(CALLED_FOR & {*intents_of(asked)})

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the best records of the answer; where the question named values, the others after those that match.

        Raises SourceFailed, DeadlineExceeded and TooLarge.
        """
        values = self._values(asked)
        if values is None:
            return ()
        records = self._records(values, until=until)
        best = best_matching(asked, [one.matched for one in records], k)
        others = () if not self.parameters else tuple(n for n in range(len(records)) if n not in best)
        return tuple(passage_of(records[position], eligible) for position in (*best, *others)[:k])

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` came from here and are open; a file's rows must stand there as they were."""
        mine = frozenset(one.chunk for one in passages if re.match(rf"{re.escape(self.name)}(?:[?#]|$)", one.uri))
        if not mine or not opens(eligible, self.governed.whole):
            return frozenset()
        if self.file is None:
            return mine
        return mine & frozenset(passage_of(one, eligible).chunk for one in self._records({}, until=until))

    def _values(self, asked: str) -> dict[str, str] | None:
        """Return what the question names for every place, None where it lacks one."""
        found: dict[str, str] = {}
        for name, pattern in self.parameters:
            match = re.search(rf"(?<!\w)(?:{pattern})(?!\w)", asked)
            if match is None or not match.group().strip(".") or match.group().startswith("-"):
                return None
            found[name] = match.group()
        return found

    def _records(self, values: Mapping[str, str], *, until: float) -> list[Record]:
        rows = _rows(self._fetched(values, until=until), self.form, self.rows, self.name)
        if len(rows) > MOST_ROWS:
            raise TooLarge(f"{self.name} gave more than {MOST_ROWS} rows", hint="ask for fewer")
        records = [self._record(row, values, number) for number, row in enumerate(rows, start=1)]
        return [one for one in records if one.lines]

    def _fetched(self, values: Mapping[str, str], *, until: float) -> bytes:
        if self.file is not None:
            return file_content(self.file, most=self.max_bytes)
        if self.command:
            argv = tuple(_filled(word, values.items()) for word in self.command)
            return command_output(argv, folder=self.folder, until=until, most=self.max_bytes, extra={})
        headers = {header: os.environ.get(variable, "") for header, variable in self.headers}
        if not all(headers.values()):
            raise SourceFailed(f"{self.name}: a header's variable is not set", hint=_HINT)
        url = _filled(self.url, ((name, quote(value, safe="")) for name, value in values.items()))
        return url_content(url, headers=headers, until=until, most=self.max_bytes)

    def _record(self, row: Row, values: Mapping[str, str], number: int) -> Record:
        key = one_line(at(row, self.key)) if self.key else str(number)
        wanted = self.fields or tuple((name, name) for name in row if isinstance(name, str))
        named = [("" if self.form == "lines" else label, _shown(at(row, path))) for path, label in wanted]
        query = f"?{urlencode(sorted(values.items()))}" if values else ""
        return Record(
            uri=f"{self.name}{query}#{quote(key, safe='')}",
            title=one_line(at(row, self.title)) if self.title else self.label,
            path=(self.label, *values.values(), key),
            lines=tuple((label, said) for label, said in named if said),
            governance=self.governed.whole,
        )


def at(row: object, path: str) -> object:
    """Return what stands in nested JSON under `path` ("a.b.0"), None where nothing does; "." is the whole."""
    found = row
    for step in () if path == "." else path.split("."):
        if isinstance(found, Mapping):
            found = found.get(step)
        elif isinstance(found, list) and step.isdecimal() and int(step) < len(found):
            found = found[int(step)]
        else:
            return None
    return found


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return one_line(value)


def _filled(text: str, values: Iterable[tuple[str, str]]) -> str:
    """Return `text` with its places filled in one pass, so that a value with braces fills no other place."""
    known = dict(values)
    return re.sub(r"\{(\w+)\}", lambda place: known.get(place.group(1), place.group()), text)


def _rows(content: bytes, form: str, rows: str, name: str) -> list[Row]:
    """Return the rows of an answer. Raises SourceFailed where it isn't of that form."""
    text = content.decode("utf-8", "replace")
    if form == "lines":
        return [{"line": line} for line in text.splitlines() if line.strip()]
    try:
        if form == "csv":
            return list(csv.DictReader(io.StringIO(text)))
        found = at(json.loads(text), rows or ".")
    except (ValueError, RecursionError, csv.Error) as error:
        raise SourceFailed(f"{name} gave no {form}", hint=_HINT) from error
    several = [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)]
    if not several and found != []:
        raise SourceFailed(f"{name} gave no objects under {rows or '.'}", hint=_HINT)
    return list(several)
