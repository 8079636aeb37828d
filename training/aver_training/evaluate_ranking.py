"""Does the reader put the right passage higher than the retriever did?

The retriever is the product's: BM25 over its analyser and the built-in embedder, fused by reciprocal ranks with k = 10.
Its 20 best are ordered again by logit + weight * 20 / (10 + rank), so the reader can only move a passage as far as its
confidence reaches (first round's formula, there with weight 3). Signal and weight are chosen on the held-out part of
the training file and only measured on the development sets. nDCG@10, paired bootstrap.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import onnxruntime

from aver.models.embedder import BuiltinEmbedder
from aver.stages.metrics import ndcg_at_k
from aver_training.bm25 import PassageIndex
from aver_training.measures import Measured, bootstrapped, mean
from aver_training.pairs import PairTokens
from aver_training.retrieval_sets import ALL, HELD_OUT, Collection
from aver_training.scoring import ReaderScore, read

DEPTH = 20
RRF_K = 10
PRIOR_WEIGHTS = (0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0)
CUTOFF = 10
SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One query's candidates, best of the retriever first: their gains and the reader's scores; all gains there are."""

    gains: tuple[float, ...]
    scores: tuple[ReaderScore, ...]
    ideal: tuple[float, ...]


Signal = Callable[[ReaderScore], float]
SIGNALS: Mapping[str, Signal] = {
    "relevance": lambda score: score.relevance,
    "answerable": lambda score: score.answerable,
    "both": lambda score: (score.relevance + score.answerable) / 2,
}


def hybrid(found: Collection, embedder: BuiltinEmbedder) -> dict[str, tuple[str, ...]]:
    """The DEPTH best documents per query by reciprocal rank fusion of BM25 and cosine, ties by id."""
    keys = sorted(found.documents)
    texts = [found.documents[key] for key in keys]
    index, vectors = PassageIndex(texts), embedder.encode(texts)
    asked = embedder.encode([text for _, text in found.queries])
    ranked = {}
    for (key, text), vector in zip(found.queries, asked, strict=True):
        dense = np.lexsort((np.arange(len(keys)), -(vectors @ vector)))[:100]
        total = dict.fromkeys(range(len(keys)), 0.0)
        for order in (index.best(text, 100), [int(place) for place in dense]):
            for rank, place in enumerate(order, 1):
                total[place] += 1 / (RRF_K + rank)
        best = sorted(total, key=lambda place: (-total[place], place))[:DEPTH]
        ranked[key] = tuple(keys[place] for place in best)
    return ranked


def score_collection(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, found: Collection, ranked: Mapping[str, Sequence[str]]
) -> tuple[Scored, ...]:
    """Read every candidate of every query in `ranked`."""
    texts = dict(found.queries)
    return tuple(
        Scored(
            gains=tuple(found.gains[key].get(document, 0.0) for document in documents),
            scores=tuple(read(engine, tokens, texts[key], found.documents[document]) for document in documents),
            ideal=tuple(found.gains[key].values()),
        )
        for key, documents in ranked.items()
    )


def reordered(scored: Scored, signal: Signal, weight: float) -> tuple[float, ...]:
    """The gains in the order of logit + weight * 20 / (10 + rank); equal sums keep the retriever's order."""
    sums = [signal(score) + weight * 20 / (10 + rank) for rank, score in enumerate(scored.scores, 1)]
    return tuple(scored.gains[place] for place in sorted(range(len(sums)), key=lambda place: (-sums[place], place)))


def gain_over_retriever(scored: Sequence[Scored], signal: Signal, weight: float) -> dict[str, Measured]:
    """nDCG@10 before and after, and the mean difference with its paired interval."""
    before = [ndcg_at_k(one.gains, CUTOFF, ideal=one.ideal) for one in scored]
    after = [ndcg_at_k(reordered(one, signal, weight), CUTOFF, ideal=one.ideal) for one in scored]
    return {
        "before": bootstrapped(mean, before),
        "after": bootstrapped(mean, after),
        "difference": bootstrapped(mean, np.subtract(after, before)),
    }


def evaluate_ranking(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, data: Path, *, limit: int, sets: Iterable[str]
) -> dict[str, dict[str, dict[str, Measured]]]:
    """Per collection, per signal and prior weight, the gain; at most `limit` queries each, drawn by a fixed seed."""
    embedder = BuiltinEmbedder(workers=1)
    report: dict[str, dict[str, dict[str, Measured]]] = {}
    for chosen in sets:
        found = drawn(ALL[chosen](data), limit)
        scored = score_collection(engine, tokens, found, hybrid(found, embedder))
        report[found.name] = {
            f"{name} + {weight:g} x prior": gain_over_retriever(scored, signal, weight)
            for name, signal in SIGNALS.items()
            for weight in PRIOR_WEIGHTS
        }
        first = report[found.name]["relevance + 3 x prior"]["difference"]
        print(f"{found.name}: {first.value:+.4f} ({first.low:+.4f}..{first.high:+.4f}), n={first.count}", flush=True)
    return report


def chosen_way(report: Mapping[str, Mapping[str, Mapping[str, Measured]]]) -> str | None:
    """Signal and weight with the highest mean gain over the held-out sets; None unless all were measured."""
    if not set(HELD_OUT) <= report.keys():
        return None
    return max(report[HELD_OUT[0]], key=lambda way: sum(report[name][way]["difference"].value for name in HELD_OUT))


def drawn(found: Collection, limit: int) -> Collection:
    """The same documents with at most `limit` of the queries, a longer draw holding a shorter one."""
    queries = list(found.queries)
    random.Random(SEED).shuffle(queries)
    return replace(found, queries=tuple(queries[:limit]))
