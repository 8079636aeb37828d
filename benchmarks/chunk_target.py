"""Does the packing target matter? hit@4 of plain BM25 on the labelled questions, by target size.

A hit is a gold span that stands whole (white space collapsed) in the quotable text of one of the four
best chunks of both corpora together; a question about an exception needs all its spans. Larger chunks hit
more often by holding more, so the words shown in those four chunks are printed beside it, and the questions
won and lost against the first row. Intervals are Wilson 95 %. BM25: k1 = 1.2, b = 0.75, Lucene's idf.

    python benchmarks/chunk_target.py ../shared [target ...]
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import Tokenizer
from aver.stages.analyser import term_keys
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.values.documents import Document

K1, B, TOP = 1.2, 0.75, 4


@dataclass(frozen=True)
class Collection:
    """All chunks of all documents: quotable texts and an inverted index over the indexed texts."""

    quotable: list[str]
    postings: dict[int, list[tuple[int, int]]]
    lengths: list[int]


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Return the 95 % score interval of a share (Wilson 1927)."""
    z, share = 1.96, hits / n
    middle, spread = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def collect(documents: Sequence[Document], name: str, tokenizer: Tokenizer, options: ChunkOptions) -> Collection:
    """Chunk and index all documents."""
    found = Collection([], defaultdict(list), [])
    for document in documents:
        for chunk in CHUNKERS[name](document, tokenizer, options):
            counts = Counter(term_keys(indexed_text(document, chunk)))
            for key, count in counts.items():
                found.postings[key].append((len(found.quotable), count))
            found.lengths.append(counts.total())
            found.quotable.append(" ".join(document.text[chunk.start : chunk.end].split()))
    return found


def best(collection: Collection, question: str) -> list[str]:
    """Return the quotable texts of the four best chunks."""
    scores: dict[int, float] = defaultdict(float)
    total, average = len(collection.lengths), sum(collection.lengths) / len(collection.lengths)
    for key in set(term_keys(question)):
        postings = collection.postings.get(key, [])
        idf = math.log(1 + (total - len(postings) + 0.5) / (len(postings) + 0.5))
        for chunk, count in postings:
            norm = K1 * (1 - B + B * collection.lengths[chunk] / average)
            scores[chunk] += idf * count / (count + norm)
    return [collection.quotable[i] for i in sorted(scores, key=lambda i: (-scores[i], i))[:TOP]]


def questions(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield kind, question and collapsed gold spans of every question with one document and an answer."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["expected_decision"] == "ANSWER" and row["gold_spans"] and row["kind"] != "multihop":
            yield row["kind"], row["question"], [" ".join(span.split()) for span in row["gold_spans"]]


def main(shared: Path, targets: Sequence[int]) -> None:
    """Print one row per target for the structure strategy, then the fixed baseline."""
    files = sorted(p for p in (shared / "corpora").rglob("*") if p.suffix in {".md", ".rst"} and p.stem != "README")
    documents = [parse(p.read_bytes(), name=p.name, limits=Limits()) for p in files]
    embedder = BuiltinEmbedder()
    tokenizer = Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets)
    asked = list(questions(shared / "questions" / "dev.jsonl"))
    print("strategy  target  chunks  seconds  fact hit@4            all hit@4             won lost  words shown")
    first: list[bool] = []
    for name, target in [("structure", target) for target in targets] + [("fixed", 512)]:
        begin = time.perf_counter()
        collection = collect(documents, name, tokenizer, ChunkOptions(target_tokens=min(target, 250)))
        seconds = time.perf_counter() - begin
        shown = [best(collection, question) for _, question, _ in asked]
        hits = [hit(kind, gold, texts) for (kind, _, gold), texts in zip(asked, shown, strict=True)]
        first = first or hits
        won, lost = (
            sum(a is side and b is not side for a, b in zip(hits, first, strict=True)) for side in (True, False)
        )
        facts = [value for value, (kind, _, _) in zip(hits, asked, strict=True) if kind == "fact"]
        words = sum(len(text.split()) for texts in shown for text in texts) / len(asked)
        cells = f"{interval(facts):21} {interval(hits):21} {won:3} {lost:4}  {words:11.0f}"
        print(f"{name:9} {target:6}  {len(collection.quotable):6}  {seconds:7.1f}  {cells}")


def hit(kind: str, gold: Sequence[str], shown: Sequence[str]) -> bool:
    """Say whether the shown texts hold a gold span, for an exception all of them."""
    found = [any(span in text for text in shown) for span in gold]
    return all(found) if kind == "exception" else any(found)


def interval(hits: Sequence[bool]) -> str:
    """Return hits, number and Wilson interval as one cell."""
    low, high = wilson(sum(hits), len(hits))
    return f"{sum(hits):3}/{len(hits):3} [{low:.2f}, {high:.2f}]"


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(value) for value in sys.argv[2:]] or [200, 60, 100, 150, 250])
