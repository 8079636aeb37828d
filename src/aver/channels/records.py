"""A row, a log entry, a commit, an answer: one small document with governance of its own, as a passage.

The canonical text is made by one rule, so that a quote can be checked against it and the id, a hash of tenant, uri
and content, changes whenever a word does. A record of short lines is a table of two columns, name and value, so that a
citation names the cell; one that holds prose is cut into sentences like any other text.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from aver.stages.analyser import term_keys
from aver.values.chunks import ChunkKind
from aver.values.evidence import NOTHING, Freshness, Passage
from aver.values.governance import Eligibility, Governance
from aver.values.identity import chunk_id, document_id, version_id
from aver.values.sealed import Sealed

LONG = 300
"""Code points from which a value is prose: a quote holds at most 400 with its name."""

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
        return "\n".join((self.title, *(f"{name} {value}" for name, value in self.lines)))


def passage_of(record: Record, eligible: Eligibility) -> Passage:
    """Return `record` as the one passage of its document, read on the day that `eligible` is judged at."""
    prose = record.prose or any(len(value) > LONG for _, value in record.lines)
    text, cells = _rendered(record.lines, gap="\n\n" if prose else "\n")
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
        rows=None if prose else (0, len(record.lines)),
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


def _rendered(
    lines: tuple[tuple[str, str], ...], *, gap: str
) -> tuple[str, tuple[tuple[int, int, int, int, bool], ...]]:
    """Return the canonical text of `lines` and the cells `(row, column, start, end, is_header)` in it."""
    text, cells = "", []
    for row, (name, value) in enumerate(lines):
        text += gap if text else ""
        if name:
            cells.append((row, 0, len(text), len(text) + len(name), False))
            text += f"{name}: "
        cells.append((row, 1 if name else 0, len(text), len(text) + len(value), False))
        text += value
    return text, tuple(cells)
