"""What enrichment costs beside embedding, what summaries say, and what the quick score is worth (A6, A7, G1).

    python -m benchmarks.enrichment ../shared --documents 60

CPU seconds are those of this process, every thread counted, on the same documents in the same run: making the
vectors of their chunks, their summaries, their propositions. Labels are read here only, to score: a summary is
right about a labelled passage when the sentence it took from it is `rejected` where the passage turns the claim
down and anything else where it stands by it. The quick score should be higher where the document supports the
claim (control, supporting twin) than where it rejects it (trap, rejecting twin): AUROC with a bootstrap interval.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TypeVar

import numpy as np
from tests.stance_data.mirrored import read_documents

from aver.flows.quick import quick_scores
from aver.index.vectors import exact_scores, to_fixed
from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import SUPPORTED, parse, suffix_of
from aver.parsers.limits import Limits
from aver.ports import Tokenizer
from aver.stages.asserting import negated, proposition_of
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.stages.propositions import propositions
from aver.stages.quick import TAU
from aver.stages.summaries import Summarised, summarise
from aver.testing import HashEmbedder
from aver.values.documents import Document
from aver.values.summaries import SentenceRole, SummarySentence, worded

CORPORA = ("peps", "site-policy")
RESAMPLES = 2000
TAUS = (0.01, 0.02, 0.05, 0.1, 0.2)

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A document with a claim it holds or rejects, how a person asks, and the passages that decide."""

    document: str
    claim: str
    question: str
    supports: bool
    spans: tuple[str, ...]


def read(path: Path) -> Document:
    """Parse one file."""
    return parse(path.read_bytes(), name=path.name, limits=Limits(max_seconds=120))


def files_of(shared: Path) -> Iterator[Path]:
    """Yield the documents of the corpora, in order."""
    for corpus in CORPORA:
        for path in sorted((shared / "corpora" / corpus).rglob("*")):
            if path.is_file() and suffix_of(path.name) in SUPPORTED and path.name != "README.md":
                yield path


def dev_questions(shared: Path) -> tuple[Labelled, ...]:
    """Return traps that are rejected and controls that are supported."""
    rows = [json.loads(line) for line in (shared / "questions" / "dev.jsonl").read_text("utf-8").splitlines()]
    return tuple(
        Labelled(
            document=row["doc"],
            claim=row["claim"],
            question=row["question"],
            supports=row["kind"] == "control",
            spans=tuple(row["gold_spans"] if row["kind"] == "control" else row["refuting_spans"]),
        )
        for row in rows
        if (row["kind"], row["expected_stance"]) in (("trap", "REJECTS"), ("control", "SUPPORTS"))
    )


def timed(function: Callable[[], Found]) -> tuple[float, Found]:
    """Return the CPU seconds that `function` took in all threads, and what it gave."""
    began = process_time()
    found = function()
    return process_time() - began, found


def report_cost(documents: Sequence[Document], embedder: BuiltinEmbedder) -> None:
    """Print CPU of summaries and propositions as shares of the CPU of embedding the same documents' chunks."""
    tokenizer = Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets)
    spent: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for document in documents:
        chunks = CHUNKERS["structure"](document, tokenizer, ChunkOptions())
        texts = [indexed_text(document, chunk) for chunk in chunks]
        spent["embedding"] += timed(lambda given=texts: embedder.encode(given))[0]
        inside = 0.0

        def encode(given: Sequence[str]) -> np.ndarray:
            nonlocal inside
            seconds, rows = timed(lambda: embedder.encode(given))
            inside += seconds
            return rows

        seconds, made = timed(lambda given=document: summarise(given, encode=encode))
        spent["summaries"] += seconds
        spent["summaries, encoder alone"] += inside
        seconds, stated = timed(lambda given=document: propositions(given))
        spent["propositions"] += seconds
        count.update(chunks=len(chunks), propositions=len(stated.found), dropped=len(stated.dropped))
        if made is None:
            count["without prose"] += 1
        else:
            count[f"summary: {made.summaries.document.origin.value}"] += 1
    print(f"cost over {len(documents)} documents: {dict(count)}")
    for name, seconds in spent.items():
        print(f"  {name:26} {seconds:7.1f} s CPU  {seconds / spent['embedding']:.2f} of embedding")


def report_origins(paths: Sequence[Path]) -> None:
    """Print over every document where its summary comes from; the choice needs no encoder, so a stub stands in."""
    origins: Counter[str] = Counter()
    words: list[int] = []
    for path in paths:
        made = summarise(read(path), encode=HashEmbedder().encode)
        origins["no prose" if made is None else made.summaries.document.origin.value] += 1
        if made is not None:
            words.append(len(worded(made.summaries.document).split()))
    shares = ", ".join(f"{name} {count} ({count / len(paths):.0%})" for name, count in origins.most_common())
    print(f"summaries of {len(paths)} documents: {shares}; median {int(np.median(words))} words")


def auroc(positive: np.ndarray, negative: np.ndarray) -> float:
    """Return the share of pairs in which the positive scores higher, ties counted half (Hanley and McNeil 1982)."""
    above = (positive[:, None] > negative[None, :]).mean()
    return float(above + 0.5 * (positive[:, None] == negative[None, :]).mean())


def told_apart(scores: Sequence[float], supports: Sequence[bool]) -> str:
    """Return AUROC and its percentile-bootstrap interval, resampled within each class, seed 7."""
    values, labels = np.asarray(scores), np.asarray(supports)
    positive, negative = values[labels], values[~labels]
    random = np.random.default_rng(7)
    draws = [
        auroc(random.choice(positive, len(positive)), random.choice(negative, len(negative))) for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(draws, [0.025, 0.975])
    return f"{auroc(positive, negative):.3f} [{low:.3f}, {high:.3f}] (n = {len(positive)} + {len(negative)})"


def report_quick(name: str, rows: Sequence[Labelled], made: dict[str, Summarised], embedder: BuiltinEmbedder) -> None:
    """Print how well the quick score, and topical cosine for comparison, tell supporting from rejecting documents."""
    kept = [row for row in rows if row.document in made]
    supports = [row.supports for row in kept]
    for asked, text_of in (("question", lambda row: proposition_of(row.question)), ("claim", lambda row: row.claim)):
        texts = [text_of(row) for row in kept]
        silent = sum(text is None for text in texts)
        pairs = [(text or "?", negated(text) if text else "?") for text in texts]
        vectors = to_fixed(embedder.encode([text for pair in pairs for text in pair])).reshape(len(pairs), 2, -1)
        whole = [to_fixed(made[row.document].vectors[:1]) for row in kept]
        cosines = [float(exact_scores(rows_, one[0])[0]) for one, rows_ in zip(vectors, whole, strict=True)]
        print(f"{name}, {asked}: {silent} of {len(kept)} assert nothing")
        print(f"  cosine alone        {told_apart(cosines, supports)}")
        for tau in TAUS:
            scores = [
                quick_scores(one[0], one[1], rows_, tau=tau)[0] if text else 0.0
                for one, rows_, text in zip(vectors, whole, texts, strict=True)
            ]
            mark = "  <- in use" if tau == TAU else ""
            print(f"  quick, tau = {tau:<7} {told_apart(scores, supports)}{mark}")
    seconds = timed(lambda: [quick_scores(vectors[0][0], vectors[0][1], whole[0]) for _ in range(1000)])[0]
    print(f"  {seconds:.3f} ms CPU a score given the vectors")


def report_roles(name: str, rows: Sequence[Labelled], texts: dict[str, Document], made: dict[str, Summarised]) -> None:
    """Print how many deciding passages some summary holds, and whether it says rightly what the author does."""
    count: Counter[tuple[bool, str]] = Counter()
    for row in rows:
        if row.document not in made:
            continue
        sentences = sentences_of(made[row.document])
        roles = [role for span in row.spans for role in touching(texts[row.document].text, span, sentences)]
        count[row.supports, "all"] += 1
        count[row.supports, "held"] += bool(roles)
        right = any(role is SentenceRole.REJECTED for role in roles) != row.supports
        count[row.supports, "right"] += bool(roles) and right
    for supports in (False, True):
        held, right, every = (count[supports, key] for key in ("held", "right", "all"))
        kind = "standing by a claim" if supports else "turning a claim down"
        print(f"{name}: of {every} passages {kind}, {held} are in a summary, {right} of these with the right role")


def sentences_of(made: Summarised) -> tuple[SummarySentence, ...]:
    """Return the sentences of every layer."""
    layers = (made.summaries.document, *made.summaries.chapters, *made.summaries.sections)
    return tuple(one for layer in layers for one in layer.sentences)


def touching(text: str, span: str, sentences: Sequence[SummarySentence]) -> list[SentenceRole]:
    """Return the roles of the sentences that share text with `span`, wherever it stands."""
    start = text.find(span)
    if start < 0:
        return []
    return [one.role for one in sentences if one.start < start + len(span) and start < one.end]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", type=Path)
    parser.add_argument("--documents", type=int, default=60, help="documents that cost is measured on, spread evenly")
    asked = parser.parse_args()
    embedder = BuiltinEmbedder(workers=1)
    embedder.encode(["warm"])
    paths = list(files_of(asked.shared))
    report_origins(paths)
    step = max(1, len(paths) // asked.documents)
    report_cost([read(path) for path in paths[::step]], embedder)
    for name, rows, texts in (
        ("development questions", dev := dev_questions(asked.shared), corpus(asked.shared, dev)),
        *mirrored(),
    ):
        made = {key: one for key, text in texts.items() if (one := summarise(text, encode=embedder.encode)) is not None}
        report_roles(name, rows, texts, made)
        report_quick(name, rows, made, embedder)


def corpus(shared: Path, rows: Sequence[Labelled]) -> dict[str, Document]:
    """Return the documents that questions are about."""
    return {row.document: read(shared / "corpora" / row.document) for row in rows}


def mirrored() -> Iterator[tuple[str, tuple[Labelled, ...], dict[str, Document]]]:
    """Yield the mirrored documents, with and without the usual cue words."""
    for cued in (True, False):
        chosen = [one for one in read_documents() if one.cue_words is cued and one.pair]
        rows = tuple(
            Labelled(
                document=one.id,
                claim=one.claim,
                question=one.query,
                supports=one.expected_stance == "SUPPORTS",
                spans=one.decisive_spans,
            )
            for one in chosen
            if one.expected_stance in ("SUPPORTS", "REJECTS")
        )
        texts = {one.id: parse(one.text.encode(), name="a.md", limits=Limits()) for one in chosen}
        yield f"mirrored, {'with' if cued else 'without'} cue words", rows, texts


if __name__ == "__main__":
    main()
