"""Sources that come with an answer, as passages: texts as they were sent, and files through the parsers.

What is read here is never stored. A text that was sent keeps its offsets (line ends aside), so that what an answer
cites by offset is found where it says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from aver.errors import BadInput, TooLarge
from aver.flows.ingest_outcomes import Failed, Skipped
from aver.flows.ingest_walk import contents, walk
from aver.parsers.decoding import Decoded
from aver.parsers.dispatch import SUPPORTED, suffix_of
from aver.parsers.limits import Limits
from aver.parsers.markdown import parse_markdown
from aver.parsers.plain import parse_plain
from aver.patterns import regex
from aver.ports import Tokenizer
from aver.stages.chunking import CHUNKERS, DEFAULT_CHUNKER, ChunkOptions
from aver.stages.chunking.render import SEPARATOR, name_of
from aver.stages.metadata import narrowed
from aver.store.writing import table_detail
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.evidence import Freshness, Passage
from aver.values.governance import Governance, Status
from aver.values.identity import chunk_id, document_id, version_id
from aver.values.sealed import Sealed
from aver.values.verification import GivenSource

TENANT = "default"
"""The tenant in the ids of given sources, so that a file has the version it has in a home that nobody renamed."""
_WORD = regex(r"\w+|[^\w\s]")

Parse = Callable[[bytes, str], Document]
"""Bytes and a uri to a document; the command line reads files in limited child processes."""


def passages_of_files(
    paths: Sequence[Path], read: Parse, *, max_bytes: int, tenant: str = TENANT
) -> tuple[tuple[Passage, ...], tuple[str, ...]]:
    """Return the passages of every file below `paths`, and of each file that could not be read its name and why.

    Raises BadInput where a path is not there or not one file could be read.
    """
    passages: list[Passage] = []
    unread: list[str] = []
    for entry in walk(paths, supports=lambda name: suffix_of(name) in SUPPORTED):
        match entry:
            case Failed(uri=uri, error=error):
                unread.append(f"{uri}: {error}")
            case Skipped(uri=uri, reason=reason):
                unread.append(f"{uri}: {reason}")
            case found:
                try:
                    data = contents(found, max_bytes=max_bytes)
                    passages += passages_of(read(data, found.uri), uri=found.uri, content=data, tenant=tenant)
                except BadInput as error:
                    unread.append(error.message)
    if not passages:
        raise BadInput(
            "no source could be read" + "".join(f"; {one}" for one in unread[:3]),
            hint=f"--sources takes files and folders of {', '.join(SUPPORTED)}",
        )
    return tuple(passages), tuple(unread)


def passages_of_texts(sources: Iterable[GivenSource], *, limits: Limits | None = None) -> tuple[Passage, ...]:
    """Return the passages of sources that were sent as text. Raises TooLarge for one beyond `limits`."""
    made: list[Passage] = []
    for source in sources:
        made += passages_of(
            _document(source, limits or Limits()),
            uri=source.id,
            content=source.text.encode("utf-8", "replace"),
            title=source.title or source.id,
            version=source.version,
            freshness=source.freshness,
        )
    return tuple(made)


def _document(source: GivenSource, limits: Limits) -> Document:
    """Return a text read as what it says it is: what was sent as a text is never taken for a PDF or a web page."""
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > limits.max_characters:
        raise TooLarge(f"{source.id}: {len(text)} characters", hint="send the passages that the answer was made from")
    try:
        if source.markdown:
            return parse_markdown(Decoded(text=text), name=source.id, limits=limits)
        return parse_plain(Decoded(text=text), name=source.id)
    except RecursionError as problem:
        raise TooLarge(f"{source.id}: nested too deep to parse", hint="send it as plain text") from problem


def passages_of(
    document: Document,
    *,
    uri: str,
    content: bytes,
    title: str | None = None,
    version: str = "",
    freshness: Freshness | None = None,
    tenant: str = TENANT,
) -> tuple[Passage, ...]:
    """Return a document cut into passages; its version is `version`, else made from `content`.

    Without `freshness` the document's own fields say whether it is superseded.
    """
    owner = document_id(tenant=tenant, uri=uri)
    version = version or version_id(tenant=tenant, uri=uri, document=owner, content=content)
    own = narrowed(Governance(tenant=tenant, readers=frozenset()), document.fields)
    chunks = CHUNKERS[DEFAULT_CHUNKER](document, Tokenizer(count=_counts, spans=_word_spans), ChunkOptions())

    def sealed(span: tuple[int, int] | None) -> Sealed:
        return Sealed(document.text[span[0] : span[1]] if span else "", owner)

    def passage(chunk: Chunk) -> Passage:
        detail: Any = table_detail(document, chunk)
        return Passage(
            chunk=chunk_id(
                tenant=tenant, uri=uri, version=version, strategy=DEFAULT_CHUNKER, start=chunk.start, end=chunk.end
            ),
            document=owner,
            version=version,
            uri=uri,
            title=Sealed(document.title if title is None else title, owner),
            text=sealed((chunk.start, chunk.end)),
            start=chunk.start,
            end=chunk.end,
            kind=chunk.kind,
            section_path=Sealed(SEPARATOR.join(name for name in map(name_of, chunk.section) if name), owner),
            header=sealed(chunk.header),
            lead_in=sealed(chunk.lead_in),
            qualifier=sealed(chunk.qualifier),
            page=chunk.page,
            table_number=chunk.table_number,
            rows=chunk.rows,
            table_cells=tuple((row, column, start, end, head) for row, column, start, end, head in detail["cells"]),
            table_origin=Sealed(detail.get("origin", ""), owner),
            items=chunk.items,
            freshness=freshness or _freshness(own.status, own.superseded_by),
            successors=own.superseded_by,
            authority=0.0,
            origin_system="given",
            ingested_at="",
            valid_from=own.valid_from,
            valid_until=own.valid_until,
            content_hash=hashlib.sha256(content).hexdigest(),
            tokens=chunk.tokens,
        )

    return tuple(map(passage, chunks or _whole(document)))


def _freshness(status: Status, successors: tuple[str, ...]) -> Freshness:
    if status is Status.ARCHIVED:
        return Freshness.ARCHIVED
    return Freshness.SUPERSEDED if status is Status.SUPERSEDED or successors else Freshness.ACTIVE


def _whole(document: Document) -> tuple[Chunk, ...]:
    """Return a text that no strategy finds anything to cut in (a bare heading) as one chunk, nothing for none."""
    if not document.text.strip():
        return ()
    end = len(document.text)
    return (
        Chunk(start=0, end=end, kind=ChunkKind.PROSE, section=(), parent=(0, end), tokens=_counts([document.text])[0]),
    )


def _counts(texts: Sequence[str]) -> list[int]:
    return [len(_WORD.findall(text)) for text in texts]


def _word_spans(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in _WORD.finditer(text)]
