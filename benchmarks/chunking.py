"""All chunking strategies side by side: what they find, what that costs to read, how often they repeat a text.

Two collections. *Manuals*: the development questions over both corpora; a hit is a gold span that stands whole
(white space collapsed) in the quotable text of the chunks shown, for an exception or two-document question
every span. *Articles*: SQuAD 1.1 paragraphs joined to their articles; a hit is a chunk that covers the answer.
Shown are the four best chunks by BM25, and for a comparison at equal reading cost as many of the best as
fit into 1,024 word pieces, two windows of the baseline. `repeated` is the share of chunk text that stands in
another chunk too. Intervals are Wilson 95 %. For parent_child a second row shows the parents in place of the
children. `--dense NAME` adds reciprocal rank fusion with the built-in encoder for that strategy.

    python benchmarks/chunking.py ../shared [--articles] [--dense structure ...] [--only structure ...]
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from chunk_target import K1, B, hit, wilson
from numpy.typing import NDArray

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import Tokenizer
from aver.stages.analyser import term_keys
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.stages.fusion import RRF_K
from aver.values.chunks import Chunk
from aver.values.documents import Document

TOP, BUDGET, DEPTH, EVERY = 4, 1_024, 100, 3
PARENTS = ", parents shown"
KINDS = ("fact", "table", "exception", "trap", "control", "superseded", "multihop")


@dataclass(frozen=True)
class Question:
    """A question, its kind, and how to tell from the chunks shown whether it was met."""

    kind: str
    text: str
    met: Callable[[Sequence[tuple[int, Chunk]]], bool]


class Index:
    """The chunks of one strategy over one collection, searchable by BM25 and by vectors."""

    def __init__(self, documents: Sequence[Document], name: str, tokenizer: Tokenizer) -> None:
        self.chunks: list[tuple[int, Chunk]] = []
        self.texts: list[str] = []
        self.lengths: list[int] = []
        self.postings: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, document in enumerate(documents):
            for chunk in CHUNKERS[name](document, tokenizer, ChunkOptions()):
                text = indexed_text(document, chunk)
                counts = Counter(term_keys(text))
                for key, count in counts.items():
                    self.postings[key].append((len(self.chunks), count))
                self.chunks.append((number, chunk))
                self.texts.append(text)
                self.lengths.append(counts.total())

    def lexical(self, question: str) -> list[int]:
        """Return the positions of the best chunks by BM25."""
        scores: dict[int, float] = defaultdict(float)
        total, average = len(self.lengths), sum(self.lengths) / len(self.lengths)
        for key in set(term_keys(question)):
            postings = self.postings.get(key, [])
            idf = math.log(1 + (total - len(postings) + 0.5) / (len(postings) + 0.5))
            for chunk, count in postings:
                norm = K1 * (1 - B + B * self.lengths[chunk] / average)
                scores[chunk] += idf * count / (count + norm)
        return sorted(scores, key=lambda i: (-scores[i], i))[:DEPTH]

    def repeated(self) -> float:
        """Return the share of all chunk text that another chunk holds as well."""
        length = sum(chunk.end - chunk.start for _, chunk in self.chunks)
        covered, reached = 0, (-1, 0)
        for number, chunk in self.chunks:
            start = max(chunk.start, reached[1]) if number == reached[0] else chunk.start
            covered += max(0, chunk.end - start)
            reached = (number, max(chunk.end, start))
        return 1 - covered / length


def fused(rankings: Sequence[Sequence[int]]) -> list[int]:
    """Return the positions by reciprocal rank fusion."""
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, position in enumerate(ranking, start=1):
            scores[position] += 1 / (RRF_K + rank)
    return sorted(scores, key=lambda i: (-scores[i], i))


def within_budget(chunks: Sequence[tuple[int, Chunk]]) -> list[tuple[int, Chunk]]:
    """Return the first chunks that fit into the budget together."""
    kept, used = [], 0
    for one in chunks:
        if used + one[1].tokens > BUDGET:
            break
        kept.append(one)
        used += one[1].tokens
    return kept


def manuals(shared: Path) -> tuple[list[Document], list[Question]]:
    """Return both corpora and the development questions that expect an answer."""
    files = sorted(p for p in (shared / "corpora").rglob("*") if p.suffix in {".md", ".rst"} and p.stem != "README")
    documents = [parse(p.read_bytes(), name=p.name, limits=Limits()) for p in files]
    questions = []
    for line in (shared / "questions" / "dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["expected_decision"] == "ANSWER" and row["gold_spans"] and row["kind"] in KINDS:
            gold = [" ".join(span.split()) for span in row["gold_spans"]]
            questions.append(Question(row["kind"], row["question"], _holds(documents, row["kind"], gold)))
    return documents, questions


def _holds(documents: Sequence[Document], kind: str, gold: list[str]) -> Callable[[Sequence[tuple[int, Chunk]]], bool]:
    needed = "exception" if kind == "multihop" else kind

    def met(shown: Sequence[tuple[int, Chunk]]) -> bool:
        return hit(needed, gold, [" ".join(documents[n].text[c.start : c.end].split()) for n, c in shown])

    return met


def articles(shared: Path) -> tuple[list[Document], list[Question]]:
    """Return SQuAD articles and every third question about them."""
    with gzip.open(shared / "data" / "dev" / "squad_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["answers"]]
    contexts: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        contexts[row["title"]][row["context"]] = None
    titles = list(contexts)
    documents = []
    for title in titles:
        text = f"{title.replace('_', ' ')}\n\n" + "\n\n".join(" ".join(one.split()) for one in contexts[title])
        documents.append(parse(text.encode(), name="article.txt", limits=Limits()))
    questions = []
    for row in rows[::EVERY]:
        number = titles.index(row["title"])
        before = " ".join(row["context"][: row["answers"][0]["start"]].split())
        base = documents[number].text.find(" ".join(row["context"].split()))
        start = base + len(before) + (1 if before else 0)
        if base >= 0:
            end = start + len(row["answers"][0]["text"])
            questions.append(Question("article", row["question"], _covers(number, start, end)))
    return documents, questions


def _covers(number: int, start: int, end: int) -> Callable[[Sequence[tuple[int, Chunk]]], bool]:
    return lambda shown: any(n == number and c.start <= start and end <= c.end for n, c in shown)


def share(hits: Sequence[bool]) -> str:
    """Return a share with its interval as one cell."""
    low, high = wilson(sum(hits), len(hits))
    return f"{sum(hits) / len(hits):.2f} [{low:.2f}, {high:.2f}]"


def parents(found: Sequence[tuple[int, Chunk]]) -> list[tuple[int, Chunk]]:
    """Return the parents of the chunks, each once, their size taken from their share of the text."""
    shown: dict[tuple[int, int, int], tuple[int, Chunk]] = {}
    for number, chunk in found:
        start, end = chunk.parent
        size = round(chunk.tokens * (end - start) / (chunk.end - chunk.start))
        shown.setdefault((number, start, end), (number, replace(chunk, start=start, end=end, tokens=size)))
    return list(shown.values())


def row(name: str, index: Index, questions: Sequence[Question], rankings: Sequence[Sequence[int]]) -> str:
    """Return one row of the table."""
    shown = [[index.chunks[i] for i in ranking] for ranking in rankings]
    if name.endswith(PARENTS):
        shown = [parents(chunks) for chunks in shown]
    hits = [one.met(chunks[:TOP]) for one, chunks in zip(questions, shown, strict=True)]
    cheap = [one.met(within_budget(chunks)) for one, chunks in zip(questions, shown, strict=True)]
    tokens = sum(chunk.tokens for chunks in shown for _, chunk in chunks[:TOP]) / len(questions)
    cells = [name, f"{len(index.chunks):,}", share(hits), share(cheap), f"{tokens:,.0f}", f"{index.repeated():.0%}"]
    for kind in KINDS:
        own = [one for one, question in zip(hits, questions, strict=True) if question.kind == kind]
        if own:
            cells.append(f"{sum(own)}/{len(own)}")
    return f"| {' | '.join(cells)} |"


def dense(index: Index, questions: Sequence[Question], embedder: BuiltinEmbedder) -> list[list[int]]:
    """Return the best positions per question by cosine."""
    vectors: NDArray[np.float32] = embedder.encode(index.texts)
    asked = embedder.encode([question.text for question in questions])
    return [np.argsort(-(vectors @ one), kind="stable")[:DEPTH].tolist() for one in asked]


def main() -> None:
    """Print both tables."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("shared", type=Path)
    arguments.add_argument("--dense", nargs="*", default=[], choices=sorted(CHUNKERS))
    arguments.add_argument("--only", nargs="*", default=list(CHUNKERS), choices=sorted(CHUNKERS))
    arguments.add_argument("--articles", action="store_true", help="the articles instead of the manuals")
    given = arguments.parse_args()
    embedder = BuiltinEmbedder()
    tokenizer = Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets, encode=embedder.encode)
    documents, questions = articles(given.shared) if given.articles else manuals(given.shared)
    kinds = [kind for kind in KINDS if any(question.kind == kind for question in questions)]
    heads = ["strategy", "chunks", "hit@4", f"hit in {BUDGET:,}", "pieces read", "repeated", *kinds]
    print(f"{len(documents)} documents, {len(questions)} questions\n\n| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for name in given.only:
        index = Index(documents, name, tokenizer)
        lexical = [index.lexical(question.text) for question in questions]
        print(row(name, index, questions, lexical), flush=True)
        if name == "parent_child":
            print(row(name + PARENTS, index, questions, lexical), flush=True)
        if name in given.dense:
            both = zip(lexical, dense(index, questions, embedder), strict=True)
            print(row(f"{name}, hybrid", index, questions, [fused(pair) for pair in both]), flush=True)


if __name__ == "__main__":
    main()
