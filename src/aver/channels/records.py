"""A row, a log entry, a commit, an answer: one small document with governance of its own, as a passage.

The canonical text is made by one rule, so that a quote can be checked against it and the id, a hash of tenant, uri
and content, changes whenever a word does. Named values that fit one quote are a table of a header row and a row, which
is quoted whole and never without its header; longer ones and nameless lines have a row each, and prose is cut into
sentences like any other text. A row a value was tried: the line after the right one was quoted (docs/channels.md).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from aver.stages.analyser import term_keys
from aver.stages.quotation import MAX_QUOTE
from aver.values.chunks import ChunkKind
from aver.values.evidence import NOTHING, Freshness, Passage
from aver.values.governance import Eligibility, Governance
from aver.values.identity import chunk_id, document_id, version_id
from aver.values.sealed import Sealed

LONG = 300
"""Code points from which a value is prose: a quote holds at most 400 with its name."""

_ACROSS = " | "

Cells = tuple[tuple[int, int, int, int, bool], ...]
"""`(row, column, start, end, is_header)` in canonical offsets."""

STRATEGY = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a source holds: `lines` are `(name, value)`, a name may be empty; `path` are the titles above it.

    It is `prose` where it says so or a value is long, else a table of its lines.
    """

    uri: str
    title: str
    path: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    governance: Governance
    prose: bool = False

    @property
    def matched(self) -> str:
        """The text that a question is matched with."""
        return "\n".join((self.title, *self.path, *(f"{name} {value}" for name, value in self.lines)))


def passage_of(record: Record, eligible: Eligibility) -> Passage:
    """Return `record` as the one passage of its document, read on the day that `eligible` is judged at."""
    prose = record.prose or any(len(value) > LONG for _, value in record.lines)
    text, cells = _across(record.lines) if _fits(record.lines) and not prose else _down(record.lines, prose=prose)
    tenant = record.governance.tenant
    document = document_id(tenant=tenant, uri=record.uri)
    version = version_id(tenant=tenant, uri=record.uri, document=document, content=text.encode("utf-8", "replace"))
    return Passage(
        chunk=chunk_id(tenant=tenant, uri=record.uri, version=version, strategy=STRATEGY, start=0, end=len(text)),
        document=document,
        version=version,
        uri=record.uri,
        title=Sealed(record.title, document),
        text=Sealed(text, document),
        start=0,
        end=len(text),
        kind=ChunkKind.PROSE if prose else ChunkKind.TABLE,
        section_path=Sealed(" > ".join(record.path), document),
        header=NOTHING,
        lead_in=NOTHING,
        page=None,
        table_number=None if prose else 1,
        rows=None if prose else (0, max((row for row, *_ in cells), default=0) + 1),
        table_cells=() if prose else cells,
        freshness=Freshness.ACTIVE,
        successors=(),
        authority=record.governance.authority,
        origin_system=record.governance.origin_system,
        ingested_at=f"{eligible.as_of[:10]}T00:00:00Z",
        valid_from=record.governance.valid_from,
        valid_until=record.governance.valid_until,
        content_hash=hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
        tokens=len(term_keys(text)),
    )


def one_line(value: object) -> str:
    """Return a value as it is shown: white space folded, numbers without needless digits, "" for nothing."""
    if value is None or isinstance(value, bytes | bytearray):
        return ""
    if isinstance(value, float):
        return f"{value:.15g}"
    return " ".join(str(value).split())


def _fits(lines: tuple[tuple[str, str], ...]) -> bool:
    """Whether every value has a name and all of them are short enough to be quoted together."""
    return all(name for name, _ in lines) and len(_ACROSS.join(value for _, value in lines)) <= MAX_QUOTE


def _across(lines: tuple[tuple[str, str], ...]) -> tuple[str, Cells]:
    """Return the names as a header row, the values as the row below, and their cells."""
    text, cells = "", []
    for row, part in enumerate(([name for name, _ in lines], [value for _, value in lines])):
        text += "\n" if row else ""
        for column, said in enumerate(part):
            text += _ACROSS if column else ""
            cells.append((row, column, len(text), len(text) + len(said), row == 0))
            text += said
    return text, tuple(cells)


def _down(lines: tuple[tuple[str, str], ...], *, prose: bool) -> tuple[str, Cells]:
    """Return a line for each of `lines`, its name before the value, and their cells."""
    text, cells = "", []
    for row, (name, value) in enumerate(lines):
        text += ("\n\n" if prose else "\n") if text else ""
        if name:
            cells.append((row, 0, len(text), len(text) + len(name), False))
            text += f"{name}: "
        cells.append((row, 1 if name else 0, len(text), len(text) + len(value), False))
        text += value
    return text, tuple(cells)
