"""Compare ways to fuse the channels, on held-out training questions and on development sets that allow measuring.

    python training/quotation_fusion.py --data ../shared/data --work FOLDER

FOLDER is the one that `fit_quotation.py` filled. Every way sees the same 100 hits per channel; printed are the means
and the paired difference to the way in use with its 95 % bootstrap interval.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from quotation_data import Case, build, read_jsonl
from quotation_fit import answers
from quotation_runs import BY_SCORE, Run, runs_of

from aver.models.embedder import BuiltinEmbedder
from aver.stages.fusion import Fusion, fused_by
from aver.stages.metrics import ndcg_at_k
from aver.stages.relevance import passage_features
from aver.stages.tuning import DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How channels are fused, and the `prior` of the blend; None orders by fused rank alone.

    `k` belongs to reciprocal ranks; `only` is the one channel that votes, "" for all of them.
    """

    fusion: Fusion = Fusion.RECIPROCAL_RANK
    k: int = DEFAULT.blend.fusion_k
    lexical: float = 1.0
    prior: float | None = None
    only: str = ""


WEIGHTS = (1.0, 1.5, 2.0)
IN_USE = Way(lexical=DEFAULT.blend.lexical, prior=DEFAULT.blend.prior)
WAYS: tuple[Way, ...] = (
    IN_USE,
    *(Way(only=channel) for channel in ("lexical", "dense")),
    *(Way(k=k, lexical=weight) for k in (5, 10, 20, 60) for weight in (1.0, 1.5, 2.0)),
    *(Way(k=k, prior=0.0) for k in (5, 20, 60)),
    *(Way(lexical=weight, prior=0.0) for weight in (1.5, 2.0)),
    *(Way(prior=prior) for prior in (0.5, 1.0, 2.0, 5.0)),
    *(Way(lexical=weight, prior=prior) for weight in (1.5, 2.0) for prior in (1.0, 2.0, 5.0, 10.0)),
    *(Way(fusion=way, lexical=weight, prior=prior) for way in BY_SCORE for weight in WEIGHTS for prior in (None, 1.0)),
)
RESAMPLES = 2000
DEV = 600
Gains = Callable[[Run, Sequence[str]], float]


def relevances(run: Run) -> dict[str, float]:
    """Return the relevance of every passage that some way of fusing would fetch."""
    scores: dict[str, dict[str, float]] = {chunk: {} for chunk in run.passages}
    for result in run.results:
        for hit in result.hits:
            if hit.chunk in scores:
                scores[hit.chunk][result.channel] = hit.score
    model = DEFAULT.blend.relevance
    return {
        chunk: model.probability(passage_features(passage, run.terms, scores[chunk]))
        for chunk, passage in run.passages.items()
    }


def ordered(run: Run, relevance: Mapping[str, float], way: Way) -> list[str]:
    """Return the chunks of a run as `way` orders them; the blend is that of `aver.stages.selection`."""
    voting = [one for one in run.results if way.only in ("", one.channel)]
    found = fused_by(way.fusion, voting, k=way.k, weights={"lexical": way.lexical})[: DEFAULT.fetched]
    fused = [one.chunk for one in found]
    if way.prior is None:
        return fused
    score = {
        chunk: round(relevance[chunk] + way.prior / (way.k + rank), 6) for rank, chunk in enumerate(fused, start=1)
    }
    return sorted(fused, key=lambda chunk: (-score[chunk], chunk))


def found_in_four(run: Run, chunks: Sequence[str]) -> float:
    """Return 1 where an answering passage is among the first four, else 0."""
    return float(any(answers(run, chunk) for chunk in chunks[:4]))


def graded(qrels: Mapping[str, frozenset[str]]) -> Gains:
    """Return nDCG@10 against the documents judged relevant; a question is known by its text."""

    def gain(run: Run, chunks: Sequence[str]) -> float:
        wanted = qrels[run.case.question]
        gains = [float(run.passages[chunk].uri in wanted) for chunk in chunks]
        return ndcg_at_k(gains, 10, ideal=[1.0] * len(wanted))

    return gain


def judged(data: Path, work: Path, name: str, embedder: BuiltinEmbedder) -> tuple[list[Run], Gains]:
    """Return the runs and gains of a collection with judged documents (Cranfield, MED)."""
    records = {part: read_jsonl(data / f"dev/{name}_{part}.jsonl.gz") for part in ("docs", "queries", "qrels")}
    pages = {one["id"]: (one["title"], (one["text"],)) for one in records["docs"] if one["text"].strip()}
    texts = {one["id"]: one["text"] for one in records["queries"]}
    qrels: dict[str, set[str]] = {}
    for one in records["qrels"]:
        if one["grade"] > 0 and one["doc"] in pages:
            qrels.setdefault(texts[one["query"]], set()).add(one["doc"])
    cases = [Case(source=name, part=name, question=text, document="", answers=(), without=False) for text in qrels]
    runs = runs_of(cases, build(work / name, {name: pages}, embedder), embedder)
    return runs, graded({text: frozenset(found) for text, found in qrels.items()})


def main() -> None:
    """Print one table per set."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    given = options.parse_args()
    embedder = BuiltinEmbedder()
    held = [run for run in pickle.loads((given.work / "train.pickle").read_bytes()) if run.case.part == "test"]
    dev: list[Run] = pickle.loads((given.work / "dev.pickle").read_bytes())
    sets: dict[str, tuple[list[Run], Gains]] = {
        source: ([one for one in held if one.case.source == source and one.case.answers], found_in_four)
        for source in ("squad", "nq-oracle", "policyqa")
    }
    sets["squad_dev"] = ([one for one in dev if one.case.answers][:DEV], found_in_four)
    sets = {name: ([one for one in runs if not one.case.without], gains) for name, (runs, gains) in sets.items()}
    sets |= {name: judged(given.data, given.work, name, embedder) for name in ("cranfield", "med")}
    for name, (runs, gains) in sets.items():
        print(f"\n### {name}: {len(runs)} questions, {'nDCG@10' if name in ('cranfield', 'med') else 'hit@4'}")
        known = [(run, relevances(run)) for run in runs]
        values = {way: np.array([gains(run, ordered(run, known_one, way)) for run, known_one in known]) for way in WAYS}
        for way, each in values.items():
            print(line(way, each, values[IN_USE]), flush=True)


def line(way: Way, each: np.ndarray, base: np.ndarray) -> str:
    """Return one row of a table: the way, its mean, and the paired difference to the way in use."""
    draw = np.random.default_rng(7)
    samples = draw.integers(0, len(each), (RESAMPLES, len(each)))
    low, high = np.quantile((each - base)[samples].mean(axis=1), [0.025, 0.975])
    order = "rank alone" if way.prior is None else f"prior {way.prior:g}"
    votes = f"k {way.k}" if way.fusion is Fusion.RECIPROCAL_RANK else way.fusion
    said = f"{way.only} alone" if way.only else f"{votes}, lexical {way.lexical:g}, {order}"
    gap = float((each - base).mean())
    return f"| {said} | {each.mean():.3f} | {gap:+.3f} ({low:+.3f} to {high:+.3f}) |"


if __name__ == "__main__":
    main()
