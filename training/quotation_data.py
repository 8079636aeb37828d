"""Questions with and without an answer in their corpus, for fitting and measuring quotation answering.

Each part (fit, calibrate, test) is a tenant of its own whose articles, pages and sites no other part has. A third to a
half of the questions lose every passage that answers them, and SQuAD 2.0 adds questions that their passage does not
answer, so that a model of support also learns what it looks like when the answer is not there.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from aver.index.vectors import to_fixed
from aver.models.embedder import BuiltinEmbedder
from aver.stages.analyser import term_vector
from aver.stages.chunking import indexed_text
from aver.store.home import create_home
from aver.store.store import Store
from aver.store.writing import IndexedChunk, NewVersion
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.governance import Governance

PARTS = {"fit": 0.5, "calibrate": 0.2, "test": 0.3}
READER = "user:fit"
SCOPED = frozenset({"policyqa"})
"""Sources whose questions name no subject and are asked of one document."""

WITHOUT = {"squad": 0.3, "nq-oracle": 0.5, "policyqa": 0.5}
"""Share of a source's answerable questions that lose their passages; SQuAD has unanswerable ones besides."""

DISTRACTORS = {
    "medquad": ("focus", 2100),
    "haystack-docs-headings": ("doc", 1200),
    "datasette-docs-headings": ("doc", 300),
    "ares-hotpotqa": (None, 900),
    "ares-wow": (None, 600),
    "gesetze-de-headings": ("doc", 500),
}
"""Where distractor passages come from: the field that groups them to documents, and how many at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question: `answers` holds `(context, start, end)` of every accepted answer, none if there is none.

    `without` says that every context in `answers` is withheld from the search, `unseen` that the shipped reader
    learned from no record of the question's article, page or site.
    """

    source: str
    part: str
    question: str
    document: str
    answers: tuple[tuple[str, int, int], ...]
    without: bool
    unseen: bool = False

    @property
    def scoped(self) -> bool:
        """Whether it is asked of its own document only."""
        return self.source in SCOPED


Pages = Mapping[str, tuple[str, tuple[str, ...]]]
"""Uri to (title, passages)."""


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    """Return the records of a gzipped JSON lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def source_of(record: Mapping[str, Any]) -> str:
    """Return the source with both SQuAD parts as one."""
    name = str(record["source"])
    return "squad" if name.startswith("squad") else name


def parts_of(names: Iterable[str], seed: int) -> dict[str, str]:
    """Return the part of each name, drawn in the shares of `PARTS`."""
    ordered = sorted(set(names))
    random.Random(seed).shuffle(ordered)
    parts: dict[str, str] = {}
    edge, begin = 0.0, 0
    for part, share in PARTS.items():
        edge += share
        end = round(edge * len(ordered))
        parts.update(dict.fromkeys(ordered[begin:end], part))
        begin = end
    return parts


def cases_of(records: Sequence[Mapping[str, Any]], *, seed: int, limits: Mapping[str, int]) -> list[Case]:
    """Return the questions of `records`, those asked of one document alike as one, in a drawn order."""
    grouped: dict[tuple[str, str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for record in records:
        grouped[source_of(record), record["title"], record["question"]].append(record)
    parts = {
        source: parts_of((title for name, title, _ in grouped if name == source), seed)
        for source in sorted({name for name, _, _ in grouped})
    }
    draw = random.Random(seed + 1)
    keys = sorted(grouped)
    draw.shuffle(keys)
    taken: dict[tuple[str, bool], int] = defaultdict(int)
    cases: list[Case] = []
    for source, title, question in keys:
        answers = answers_of(grouped[source, title, question])
        taken[source, bool(answers)] += 1
        if taken[source, bool(answers)] > limits.get(source if answers else f"{source} unanswerable", 0):
            continue
        cases.append(
            Case(
                source=source,
                part=parts[source][title],
                question=question,
                document=f"{source}/{title}",
                answers=tuple(answers),
                without=bool(answers) and draw.random() < WITHOUT[source],
            )
        )
    return cases


def answers_of(records: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, int]]:
    """Return every accepted answer as `(context, start, end)`."""
    return sorted(
        {
            (record["context"], answer["start"], answer["start"] + len(answer["text"]))
            for record in records
            for answer in record["answers"]
        }
    )


def pages_of(records: Sequence[Mapping[str, Any]], parts: Mapping[str, str]) -> dict[str, Pages]:
    """Return the pages of each part: the contexts of an article, page or site in order of appearance."""
    pages: dict[str, dict[str, dict[str, None]]] = {part: {} for part in PARTS}
    for record in records:
        uri = f"{source_of(record)}/{record['title']}"
        if uri in parts:
            pages[parts[uri]].setdefault(uri, {})[record["context"]] = None
    return {
        part: {uri: (uri.split("/", 1)[1].replace("_", " "), tuple(texts)) for uri, texts in sorted(found.items())}
        for part, found in pages.items()
    }


def distractors(records: Sequence[Mapping[str, Any]], *, seed: int) -> dict[str, Pages]:
    """Return pages of passages that answer none of the questions, each document in one part."""
    pages: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {part: {} for part in PARTS}
    for source, (field, most) in DISTRACTORS.items():
        grouped: dict[str, dict[str, None]] = defaultdict(dict)
        for record in records:
            if record["source"] == source:
                name = str(record[field]) if field else record["passage"][:60]
                grouped[name][record["passage"]] = None
        names = sorted(grouped)
        random.Random(seed).shuffle(names)
        count, kept = 0, []
        for name in names:
            if count < most:
                kept.append(name)
                count += len(grouped[name])
        for name, part in parts_of(kept, seed).items():
            pages[part][f"{source}/{name}"] = (name if field else "", tuple(grouped[name]))
    return {part: dict(sorted(found.items())) for part, found in pages.items()}


def version_of(uri: str, title: str, passages: Sequence[str], tenant: str) -> NewVersion:
    """Return a document whose chunks are its passages; vectors are filled in by `build`."""
    text = "\n\n".join(passages)
    document = Document(title=title, text=text, blocks=(), media_type="text/plain", parser="fit", language="en")
    chunks: list[IndexedChunk] = []
    start = 0
    for passage in passages:
        chunk = Chunk(
            start=start,
            end=start + len(passage),
            kind=ChunkKind.PROSE,
            section=(),
            parent=(0, len(text)),
            tokens=len(passage) // 5,
        )
        terms, frequencies, length = term_vector(indexed_text(document, chunk))
        empty = np.zeros(384, dtype=np.int16)
        chunks.append(IndexedChunk(chunk=chunk, terms=terms, frequencies=frequencies, length=length, vector=empty))
        start += len(passage) + 2
    return NewVersion(
        uri=uri,
        content_hash=f"{len(text)}:{text[:200]}",
        pipeline="fit",
        strategy="passage",
        ingested_at="2026-01-01T00:00:00Z",
        document=document,
        governance=Governance(tenant=tenant, readers=frozenset({READER})),
        chunks=tuple(chunks),
    )


def build(folder: Path, pages: Mapping[str, Pages], embedder: BuiltinEmbedder) -> Store:
    """Return a store in `folder` (made if it isn't there) whose tenants are the keys of `pages`."""
    fresh = not (folder / "aver.db").is_file()
    store = Store(create_home(folder, encoder=embedder.encoder_id), dimension=embedder.dimension)
    for tenant, found in pages.items() if fresh else ():
        versions = [version_of(uri, title, texts, tenant) for uri, (title, texts) in found.items()]
        texts = [indexed_text(one.document, held.chunk) for one in versions for held in one.chunks]
        vectors = iter(to_fixed(embedder.encode(texts)))
        store.add([_with_vectors(version, vectors) for version in versions])
    return store


def _with_vectors(version: NewVersion, vectors: Iterable[Any]) -> NewVersion:
    rows = iter(vectors)
    return replace(version, chunks=tuple(replace(chunk, vector=next(rows)) for chunk in version.chunks))
