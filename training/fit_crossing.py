"""Fit how relevant a passage is that stands in another language than the question (A11).

    python training/fit_crossing.py --data ../shared/data --work FOLDER [--write]

Fitted on the German questions of XQuAD's training titles, each asked once with its English paragraph in the index and
once without, among English passages of other sources; measured on the development titles in both directions, among
the passages of `german_order.py`. Words hardly cross, so of the signals of `Blend.relevance` few are worth a weight:
the choice is printed. `--write` puts the model into src/aver/stages/tuning.py.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import german_order
import numpy as np
from aver_training.measures import bootstrapped, mean
from fit_quotation import SEED, TARGET
from numpy.typing import NDArray
from quotation_data import Case, build, distractors, read_jsonl
from quotation_fit import PENALTY, RELEVANCE, answers
from quotation_models import auroc, fit_logistic, named
from quotation_runs import FETCHED, Run, runs_of

from aver.models.embedder import BuiltinEmbedder
from aver.stages.fusion import reciprocal_rank
from aver.stages.relevance import Logistic, crosses, passage_features
from aver.stages.tuning import DEFAULT, WITHOUT_READER

CHOICES = (("cosine",), ("cosine", "coverage"), ("cosine", "coverage", "named"), tuple(RELEVANCE))
CROSSING = ("cosine", "coverage")
"""The signals in use."""

ENGLISH_SOURCES = {"medquad", "haystack-docs-headings", "datasette-docs-headings", "ares-hotpotqa", "ares-wow"}

Table = tuple[NDArray[np.float64], NDArray[np.float64]]


def training_runs(data: Path, work: Path, embedder: BuiltinEmbedder) -> list[Run]:
    """Return what the effects give for each German question, with and without its English paragraph."""
    records = read_jsonl(data / "train/rerank.jsonl.gz")
    pairs = [one for one in records if one["source"] == "xquad-de-en" and one["label"] == 1]
    beside = distractors([one for one in records if one["source"] in ENGLISH_SOURCES], seed=SEED)
    contexts = dict.fromkeys(one["passage"] for one in pairs)
    pages = {f"xquad/{place}": ("", (text,)) for place, text in enumerate(contexts)}
    store = build(
        work / "crossing", {"fit": pages | {k: v for part in beside.values() for k, v in part.items()}}, embedder
    )
    cases = [
        Case(
            source="xquad",
            part="fit",
            question=one["query"],
            document="",
            answers=((one["passage"], 0, 1),),
            without=without,
        )
        for one in pairs
        for without in (False, True)
    ]
    return runs_of(cases, store, embedder)


def candidates(runs: Sequence[Run]) -> Iterator[tuple[dict[str, float], bool]]:
    """Yield signals and truth of every fetched candidate in another language than its question."""
    blend = WITHOUT_READER.blend
    for run in runs:
        for one in reciprocal_rank(run.results, k=blend.k, weights=blend.weights)[:FETCHED]:
            passage = run.passages[one.chunk]
            if crosses(run.terms, passage):
                yield passage_features(passage, run.terms, dict(one.scores)), answers(run, one.chunk)


def table(found: Sequence[tuple[dict[str, float], bool]], names: Sequence[str]) -> Table:
    """Return the signals `names` and the truth."""
    x = np.array([[signals[name] for name in names] for signals, _ in found])
    return x, np.array([truth for _, truth in found], dtype=float)


def kept(run: Run, model: Logistic, threshold: float) -> tuple[float, float]:
    """Return whether the answering candidate reaches the threshold, and how many others do."""
    right, others = 0.0, 0.0
    blend = WITHOUT_READER.blend
    for one in reciprocal_rank(run.results, k=blend.k, weights=blend.weights)[:FETCHED]:
        passage = run.passages[one.chunk]
        judge = model if crosses(run.terms, passage) else blend.relevance
        if judge.probability(passage_features(passage, run.terms, dict(one.scores))) >= threshold:
            right, others = (1.0, others) if answers(run, one.chunk) else (right, others + 1)
    return right, others


def main() -> None:
    """Fit, report, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    embedder = BuiltinEmbedder()
    fitted_on = list(candidates(training_runs(given.data, given.work, embedder)))
    dev = {
        way: runs
        for way, runs in german_order.runs(given.data, given.work, embedder).items()
        if way in ("de asks en", "en asks de")
    }
    models = {names: named(names, *fit_logistic(*table(fitted_on, names), penalty=PENALTY)) for names in CHOICES}
    print(f"{len(fitted_on)} candidates, {sum(truth for _, truth in fitted_on)} answer")
    for model in models.values():
        print("\n", model)
        for way, runs in {"": [], **dev}.items():
            found = list(candidates(runs)) if runs else fitted_on
            truth = np.array([float(right) for _, right in found])
            said = np.array([model.probability(signals) for signals, _ in found])
            print(
                f"{way or 'fitted on'}: AUROC {auroc(said, truth):.3f}, said {said.mean():.4f}, is {truth.mean():.4f}"
            )
            if runs:
                each = [kept(run, model, DEFAULT.blend.threshold) for run in runs]
                share = bootstrapped(
                    mean, [right for right, _ in each], groups=[run.case.answers[0][0] for run in runs]
                )
                print(
                    f"    above the threshold: answering {share.value:.3f} ({share.low:.3f}-{share.high:.3f}), "
                    f"others {np.mean([others for _, others in each]):.1f} a question"
                )
    if given.write:
        text = TARGET.read_text(encoding="utf-8")
        model = models[CROSSING]
        said = f"CROSSING = Logistic(weights={model.weights!r}, bias={model.bias})\n"
        TARGET.write_text(
            re.sub(r"CROSSING = Logistic\(.*?\)\n(?=\n|#)", said, text, flags=re.DOTALL), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
