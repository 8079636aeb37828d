"""The sources of a home as its owner declares them in `sources.toml`, checked key by key.

Every table, log, history and lookup is named there with who may read it; nothing else is ever opened. Paths are
relative to the home. See docs/channels.md for every key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from aver.channels.git_history import GitHistory
from aver.channels.governed import ALLOWED, Governed, governed
from aver.channels.log_files import LogFiles
from aver.channels.lookup import Lookup
from aver.channels.sqlite_table import SqliteTable
from aver.errors import BadConfiguration
from aver.ports import Source

FILE = "sources.toml"
SECONDS = 2.0
MOST_HOPS = 4
REFERENCES, ENTITIES = "references", "entities"
_GOVERNANCE = frozenset({*ALLOWED, "by_row"})
_HINT = "see docs/channels.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What a home declares: its sources, the seconds that one search may wait for them, and the hops of its graph.

    With no hops nothing is followed from document to document; `graph` says what else is: references or entities.
    """

    sources: tuple[Source, ...] = ()
    seconds: float = SECONDS
    graph_hops: int = 0
    graph: str = REFERENCES


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One declaration as written, with the words that name it in an error."""

    written: Mapping[str, object]
    where: str
    home: Path
    tenant: str

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text under `key`; raises BadConfiguration where there is none and no default."""
        value = self.written.get(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.wrong(key, "text")
        return value

    def path(self, key: str = "path") -> Path:
        """Return the path under `key`, relative to the home."""
        return (self.home / Path(self.text(key)).expanduser()).absolute()

    def names(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return the list of texts under `key`, where it must not be empty unless there is a default."""
        value = self.written.get(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) and one for one in value):
            raise self.wrong(key, "a list of texts")
        if not value and default is None:
            raise self.wrong(key, "at least one text")
        return tuple(value)

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return the table of texts under `key`, or the list of names each standing for itself; () where unsaid."""
        value = self.written.get(key, {})
        pairs = value.items() if isinstance(value, dict) else zip(*(self.names(key),) * 2, strict=True)
        found = tuple(pairs)
        if not all(isinstance(name, str) and isinstance(said, str) and name and said for name, said in found):
            raise self.wrong(key, "a table of texts, or a list of names")
        return found

    def number(self, key: str, default: int, *, most: int) -> int:
        """Return the whole number under `key`, from 1 to `most`."""
        value = self.written.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise self.wrong(key, f"a whole number from 1 to {most}")
        return value

    def flag(self, key: str) -> bool:
        """Return the truth under `key`, false where unsaid."""
        value = self.written.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def governed(self, kind: str, *, by_row: bool = True) -> Governed:
        """Return the governance of the source, whose origin is called `kind:name` where nothing else is said."""
        if not by_row and "by_row" in self.written:
            raise BadConfiguration(f"{self.where} can't be governed by_row", hint="say who may read all of it")
        return governed(self.written, tenant=self.tenant, where=self.where, origin=f"{kind}:{self.text('name')}")

    def only(self, *allowed: str) -> None:
        """Raise BadConfiguration for a key that is neither `allowed` nor one of governance."""
        known = {"name", *allowed, *_GOVERNANCE}
        for key in self.written:
            if key not in known:
                close = get_close_matches(key, known, n=1)
                raise BadConfiguration(
                    f"{self.where} has no {key!r}", hint=f"did you mean {close[0]!r}?" if close else _HINT
                )

    def wrong(self, key: str, wanted: str) -> BadConfiguration:
        """Return the error that says what `key` takes."""
        return BadConfiguration(
            f"{self.where}: {key} = {self.written.get(key)!r} is not allowed", hint=f"give {wanted}"
        )


def declared(home: Path, *, tenant: str) -> Declared:
    """Return what `sources.toml` in the folder `home` declares; nothing where there is no such file.

    Raises BadConfiguration naming the declaration, the key and what it takes.
    """
    file = home / FILE
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Declared()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfiguration(f"{file}: {error}", hint=_HINT) from error
    seconds = written.pop("seconds", SECONDS)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0.05 <= seconds <= 60:
        raise BadConfiguration(f"{file}: seconds = {seconds!r} is not allowed", hint="give a number from 0.05 to 60")
    hops = written.pop("graph_hops", 0)
    if isinstance(hops, bool) or not isinstance(hops, int) or not 0 <= hops <= MOST_HOPS:
        raise BadConfiguration(
            f"{file}: graph_hops = {hops!r} is not allowed", hint=f"give a whole number up to {MOST_HOPS}"
        )
    graph = written.pop("graph", REFERENCES)
    if graph not in (REFERENCES, ENTITIES):
        raise BadConfiguration(f"{file}: graph = {graph!r} is not allowed", hint=f'give "{REFERENCES}" or "{ENTITIES}"')
    sources = tuple(
        _KINDS[kind](one) for kind, tables in written.items() for one in _sections(kind, tables, home, tenant)
    )
    names = [one.name for one in sources]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadConfiguration(f"{file} declares {twice} twice", hint="give each a name of its own")
    return Declared(sources=sources, seconds=float(seconds), graph_hops=hops, graph=graph)


def _sections(kind: str, tables: object, home: Path, tenant: str) -> list[Section]:
    file = home / FILE
    if kind not in _KINDS:
        raise BadConfiguration(
            f"{file} has no {kind!r}", hint=f"there are: seconds, graph_hops, graph, {', '.join(_KINDS)}"
        )
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise BadConfiguration(f"{file}: {kind} is not a list of tables", hint=f"write it as [[{kind}]]")
    found = []
    for written in tables:
        name = written.get("name")
        if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9_-]{0,40}", name):
            raise BadConfiguration(f"{file}: a {kind} has no good name", hint="small letters, digits, - and _")
        found.append(Section(written=written, where=f"{FILE}: {kind} {name}", home=home, tenant=tenant))
    return found


def _table(section: Section) -> Source:
    section.only("path", "table", "key", "show", "searched", "title", "max_rows")
    shown = section.pairs("show")
    if not shown:
        raise section.wrong("show", "the columns that are shown")
    return SqliteTable(
        label=section.text("name"),
        path=section.path(),
        table=section.text("table"),
        key=section.names("key"),
        shown=shown,
        searched=section.names("searched"),
        governed=section.governed("sql"),
        title=section.text("title", ""),
        max_rows=section.number("max_rows", 20_000, most=1_000_000),
    )


def _log(section: Section) -> Source:
    section.only("path", "days", "max_bytes", "always")
    return LogFiles(
        label=section.text("name"),
        pattern=str(section.path()),
        governed=section.governed("log", by_row=False),
        days=section.number("days", 1, most=3_660),
        max_bytes=section.number("max_bytes", 2_000_000, most=100_000_000),
        always=section.flag("always"),
    )


def _git(section: Section) -> Source:
    section.only("path", "ref", "days", "max_commits", "max_bytes", "always")
    ref = section.text("ref", "HEAD")
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_./-]*", ref):
        raise section.wrong("ref", "the name of a branch, tag or commit")
    return GitHistory(
        label=section.text("name"),
        path=section.path(),
        governed=section.governed("git", by_row=False),
        ref=ref,
        days=section.number("days", 14, most=36_600),
        max_commits=section.number("max_commits", 500, most=20_000),
        max_bytes=section.number("max_bytes", 4_000_000, most=100_000_000),
        always=section.flag("always"),
    )


def _lookup(section: Section) -> Source:
    ways = ("url", "command", "file")
    section.only(*ways, "form", "parameters", "headers", "rows", "fields", "key", "row_title", "max_bytes", "always")
    given = [way for way in ways if way in section.written]
    if len(given) != 1:
        raise BadConfiguration(f"{section.where} needs one of url, command and file", hint=_HINT)
    url = section.text("url", "")
    if url and not re.fullmatch(r"https?://[^\s{}/?#]+(?:[/?#][^\s]*)?", url):
        raise section.wrong("url", "an http or https address whose host has no places to fill")
    form = section.text("form", "json")
    if form not in ("json", "csv", "lines"):
        raise section.wrong("form", "json, csv or lines")
    command = section.names("command", ())
    parameters = section.pairs("parameters")
    if "file" in given and parameters:
        raise section.wrong("parameters", "no parameters with a file: its rows are searched")
    if command and "{" in command[0]:
        raise section.wrong("command", "a program whose name has no places to fill")
    _compiled(parameters, section)
    return Lookup(
        label=section.text("name"),
        governed=section.governed("lookup", by_row=False),
        folder=section.home,
        fields=section.pairs("fields"),
        url=url,
        command=command,
        file=section.path("file") if "file" in given else None,
        form=form,
        parameters=parameters,
        headers=section.pairs("headers"),
        rows=section.text("rows", ""),
        key=section.text("key", ""),
        title=section.text("row_title", ""),
        max_bytes=section.number("max_bytes", 1_000_000, most=100_000_000),
        always=section.flag("always"),
    )


def _compiled(parameters: tuple[tuple[str, str], ...], section: Section) -> None:
    for _, pattern in parameters:
        try:
            re.compile(pattern)
        except re.error as error:
            raise section.wrong("parameters", f"regular expressions ({error})") from error


_KINDS: Mapping[str, Callable[[Section], Source]] = {"table": _table, "log": _log, "git": _git, "lookup": _lookup}
