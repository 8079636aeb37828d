"""Questions written for training: each with the chunk that answers it, or with chunks that only look so.

`questions/` holds them in the schema of `aver eval`, written by authors who saw no code. Those of `questions/fit` are
learned from; the others tell how sure the product may be and stay unseen. PEPs and site policies lie below
`../shared/corpora`, none of them named by a development question, half of them learned from; the other documents are
put together again from passages of train/rerank.jsonl.gz, whose parts keep the two halves apart.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import Tokenizer
from aver.stages.chunking import CHUNKERS, DEFAULT_CHUNKER, ChunkOptions, context_of
from aver_training.bm25 import PassageIndex
from aver_training.contamination import held_out_below
from aver_training.data import Question, admitted, part_of, read_rows

QUESTIONS = Path(__file__).resolve().parents[1] / "questions"
SOURCE = "written"
PASSAGES = {
    "medquad": ("focus", "health"),
    "gesetze-de-headings": ("doc", "law"),
    "haystack-docs-headings": ("doc", "docs"),
    "datasette-docs-headings": ("doc", "docs"),
    "policyqa": ("title", "privacy"),
    "squad": ("title", "wiki"),
}
"""Where the documents' passages come from: the field that names the document, and its corpus."""

UNHEADED = frozenset({"policyqa", "squad"})
"""Sources whose queries are questions, which must not stand over the passages that answer them; learned from only."""

CORPORA = ("peps", "site-policy")
"""Corpora whose documents are files below `../shared/corpora`."""

OWN, OWN_GERMAN = "own", "own-de"
"""The corpora whose documents were written with their questions, `questions/documents`; paths begin with `own/`."""

FILED = (*CORPORA, OWN, OWN_GERMAN)
"""Corpora whose documents are files as they stand."""

LEAST_SECTIONS = {"medquad": 5}
RIVALS = 8
"""Best chunks by BM25 that stand beside an unanswerable question."""

_NAMING = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A document put together from passages, and the group that says which part they belong to."""

    text: str
    group: str


def documents(rows: Iterable[Mapping[str, Any]], *, fit: bool) -> dict[str, Written]:
    """Return by path the documents made of passages that models learn from, or of those that they don't."""
    sections: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in rows:
        field, _ = PASSAGES.get(row["source"], ("", ""))
        if row["source"] in UNHEADED and not fit:
            continue
        if field and row[field] and row["label"] == 1 and (part_of(f"{field}:{row[field]}") == "fit") is fit:
            sections[row["source"], row[field]][row["passage"]] = row["query"]
    found = {}
    for (source, name), passages in sections.items():
        if len(passages) >= LEAST_SECTIONS.get(source, 1):
            field, corpus = PASSAGES[source]
            path, text = _document(corpus, name, dict.fromkeys(passages, "") if source in UNHEADED else passages)
            found[path] = Written(text=text, group=f"{field}:{name}")
    return found


def _document(corpus: str, name: str, sections: Mapping[str, str]) -> tuple[str, str]:
    stem = name.replace(".mdx", "").replace(".rst", "").replace("docs/", "")
    title = name.split("/")[-1].rsplit(".", 1)[0].replace("_", " ").replace("-", " ") if corpus == "docs" else name
    headed = {passage: f"\n## {query.split(' – ')[0]}\n" if query else "" for passage, query in sections.items()}
    parts = [f"{heading}\n{passage}\n" for passage, heading in headed.items()]
    return f"{corpus}/{_NAMING.sub('-', stem)}.md", f"# {title}\n{''.join(parts)}"


def load_written(folder: Path, languages: Collection[str]) -> tuple[Question, ...]:
    """Return the questions in `languages` to learn from; `folder` holds train/ and dev/, and what the two gates drop is
    no passage."""
    held_out = held_out_below(folder)
    rows = admitted(read_rows(folder / "train/rerank.jsonl.gz"), held_out, Counter())
    files = [file for file in sorted((QUESTIONS / "fit").glob("*.jsonl")) if _language_of(file) in languages]
    return tuple(written_questions(files, rows, folder.parent / "corpora"))


def _language_of(file: Path) -> str:
    return "de" if file.stem == OWN_GERMAN else "en"


def written_questions(files: Iterable[Path], rows: Iterable[Mapping[str, Any]], corpora: Path) -> Iterator[Question]:
    """Yield the questions of `files` about documents made of `rows`, those of train/rerank.jsonl.gz, and files below
    `corpora`."""
    asked = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    made = documents(rows, fit=True) | {path: Written(text=text, group=path) for path, text in _files(asked, corpora)}
    chunks = {path: _chunks(path, document) for path, document in made.items()}
    group_of = {chunk.text: chunk.group for found in chunks.values() for chunk in found}
    index = PassageIndex(tuple(group_of))
    for row in asked:
        answered = row["doc"] is not None
        yield from _answered(row, chunks.get(row["doc"], ())) if answered else _unanswered(row, index, group_of)


def _files(asked: Iterable[Mapping[str, Any]], corpora: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files that `asked` are about."""
    for path in sorted({doc for row in asked if row["corpus"] in FILED for doc in row["docs"]}):
        yield path, file_of(path, corpora).read_text(encoding="utf-8")


def file_of(path: str, corpora: Path) -> Path:
    """Return where the document lies that questions know by `path`."""
    corpus, _, name = path.partition("/")
    return QUESTIONS / "documents" / name if corpus == OWN else corpora / path


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chunk:
    heading: str
    text: str
    group: str


def _chunks(path: str, made: Written) -> tuple[_Chunk, ...]:
    document = parse(made.text.encode("utf-8"), name=path, limits=Limits())
    found = CHUNKERS[DEFAULT_CHUNKER](document, _tokenizer(), ChunkOptions())
    return tuple(
        _Chunk(heading=context_of(document, one), text=document.text[one.start : one.end], group=made.group)
        for one in found
    )


@cache
def _tokenizer() -> Tokenizer:
    made = BuiltinEmbedder()
    return Tokenizer(count=made.count_tokens, spans=made.token_offsets, encode=made.encode)


def _answered(row: Mapping[str, Any], chunks: Iterable[_Chunk]) -> Iterator[Question]:
    """Yield the question with the first chunk that holds a gold span whole; the shortest answer in it is marked."""
    for chunk in chunks:
        spans = {_shortest(chunk.text, gold, row["answer"]) for gold in row["gold_spans"] if gold in chunk.text}
        if spans:
            yield Question(
                source=SOURCE,
                group=chunk.group,
                text=row["question"],
                context=chunk.text,
                heading=chunk.heading,
                grade=2,
                answers=tuple(sorted(spans)),
            )
            return


def _shortest(text: str, gold: str, answer: str | None) -> tuple[int, int]:
    start = text.index(gold)
    within = gold.casefold().find(answer.casefold()) if answer else -1
    if within < 0 or answer is None:
        return start, start + len(gold)
    return start + within, start + within + len(answer)


def _unanswered(row: Mapping[str, Any], index: PassageIndex, group_of: Mapping[str, str]) -> Iterator[Question]:
    """Yield the question with the chunk that looks most like an answer, on topic and without one, and its rivals."""
    best = [index.passages[place] for place in index.best(row["question"], RIVALS)]
    if best:
        yield Question(
            source=SOURCE,
            group=group_of[best[0]],
            text=row["question"],
            context=best[0],
            heading="",
            grade=1,
            answers=(),
            negatives=tuple(best[1:]),
        )
