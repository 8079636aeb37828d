"""Fit order and support of quotes that stand in another language than the question (A11, I1).

    python training/fit_crossed_quotes.py --data ../shared/data --work FOLDER [--write]

The German questions of XQuAD's training titles, each asked once with its English paragraph in the index and once
without, among English passages of other sources (as `fit_crossing.py`); by whole titles, one in five held out in turn.
Measured on the development titles too, where nothing is fitted. `--write` puts `CHOSEN` into
src/aver/stages/tuning.py, lowered so that what passes the release threshold was wrong at most `RISK` of the time on
titles that were held out.
"""

from __future__ import annotations

import argparse
import math
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from fit_crossing import ENGLISH_SOURCES
from fit_quotation import BESIDE_DEV, SEED, TARGET, kept
from quotation_data import Case, answers_of, build, distractors, read_jsonl
from quotation_fit import PENALTY, Asked, Best, asked_of, best_units, fit_order, packets_of, ranker, scored_of, table
from quotation_models import auroc, expected_calibration_error, fit_logistic, named
from quotation_runs import KnownVectors, Run, runs_of

from aver.models.embedder import BuiltinEmbedder
from aver.stages.metrics import clopper_pearson
from aver.stages.relevance import Logistic
from aver.stages.tuning import WITHOUT_READER

ORDERS = (("cosine", "relevance"), ("cosine", "relevance", "context_coverage", "expected_type"))
SUPPORTS = (
    ("cosine", "relevance"),
    ("cosine", "relevance", "share"),
    ("cosine", "relevance", "share", "context_coverage", "run_in_coverage"),
    ("cosine", "share"),
    ("cosine", "share", "run_in_coverage"),
)
CHOSEN = (ORDERS[1], ("cosine", "share"))
"""The simplest: no other does better where titles are held out, and some lower the support for more words in common."""

RISK = 0.20
"""Share of wrong quotes at the release threshold: what it is in one language (docs/decisions/0010-reader.md)."""

LEVELS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
FOLDS = 5


def cases(german: Sequence[Mapping[str, Any]], english: Sequence[Mapping[str, Any]], part: str) -> list[Case]:
    """Return each German question with the answers of its English twin, with and without the paragraph."""
    twins: dict[str, list[Mapping[str, Any]]] = {}
    for one in english:
        twins.setdefault(one["id"], []).append(one)
    return [
        Case(
            source=str(twins[one["id"]][0]["title"]),
            part=part,
            question=one["question"].strip(),
            document=f"xquad/{twins[one['id']][0]['title']}",
            answers=tuple(answers_of(twins[one["id"]])),
            without=without,
        )
        for one in german
        if one["id"] in twins
        for without in (False, True)
    ]


def pages(records: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the articles as pages of paragraphs."""
    found: dict[str, tuple[str, dict[str, None]]] = {}
    for one in records:
        page = found.setdefault(f"xquad/{one['title']}", (one["title"].replace("_", " "), {}))
        page[1][one["context"]] = None
    return {uri: (title, tuple(texts)) for uri, (title, texts) in found.items()}


def training_runs(data: Path, work: Path, embedder: BuiltinEmbedder) -> list[Run]:
    """Return what the effects give for the training titles."""
    records = read_jsonl(data / "train/qa.jsonl.gz")
    german = [one for one in records if one["source"] == "xquad-de"]
    ids = {one["id"] for one in german}
    english = [one for one in records if one["source"] == "squad1.1" and one["id"] in ids]
    titles = {one["title"] for one in english}
    beside = distractors(
        [one for one in read_jsonl(data / "train/rerank.jsonl.gz") if one["source"] in ENGLISH_SOURCES], seed=SEED
    )
    own = pages([one for one in records if one["source"] == "squad1.1" and one["title"] in titles])
    store = build(
        work / "crossed", {"fit": own | {k: v for part in beside.values() for k, v in part.items()}}, embedder
    )
    return runs_of(cases(german, english, "fit"), store, embedder)


def dev_runs(data: Path, work: Path, embedder: BuiltinEmbedder) -> list[Run]:
    """Return the same for the development titles, among Wikipedia passages."""
    records = read_jsonl(data / "dev/xquad_de_en_dev.jsonl.gz")
    german = [one for one in records if one["lang"] == "de"]
    english = [one for one in records if one["lang"] == "en"]
    others = read_jsonl(data / "dev/wikipedia_passages.jsonl.gz")[:BESIDE_DEV]
    beside = {f"wikipedia/{number}": (one["title"], (one["text"],)) for number, one in enumerate(others)}
    store = build(work / "crossed-dev", {"dev": pages(english) | beside}, embedder)
    return runs_of(cases(german, english, "dev"), store, embedder)


def asked(runs: Sequence[Run], vectors: KnownVectors) -> list[Asked]:
    """Return the runs with the units of their packets."""
    blend = WITHOUT_READER.blend
    packets = {id(run): packets_of(run, scored_of(run, blend), blend.threshold) for run in runs}
    return asked_of(runs, ranker(packets, vectors))


def probabilities(model: Logistic, best: Sequence[Best]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return how likely each best unit is right (n,)."""
    return np.array([model.probability(features) for _, features, _ in best])


def fitted(best: Sequence[Best], names: Sequence[str]) -> Logistic:
    """Return P(the best unit is right), questions with and without an answer counting half each."""
    return named(names, *fit_logistic(*table(best, names), penalty=PENALTY))


def held_out(found: Sequence[Asked], order: Sequence[str], support: Sequence[str]) -> tuple[list[Best], Any]:
    """Return the best units and their probabilities, each by models that never saw its title."""
    all_best: list[Best] = []
    said: list[float] = []
    for fold in range(FOLDS):
        mine = [one for one in found if zlib.crc32(one.source.encode()) % FOLDS == fold]
        others = [one for one in found if zlib.crc32(one.source.encode()) % FOLDS != fold]
        if not mine:
            continue
        model = fit_order(others, order)
        judge = fitted(best_units(others, model), support)
        best = best_units(mine, model)
        all_best += best
        said += list(probabilities(judge, best))
    return all_best, np.array(said)


def line(name: str, best: Sequence[Best], said: Any, count: int) -> str:
    """Return AUROC, calibration error, and what would be released at four thresholds."""
    truth = np.array([float(right) for _, _, right in best])
    out = [f"{name}: right {truth.mean():.3f} of {count}, AUROC {auroc(said, truth):.3f}"]
    out.append(f"ECE {expected_calibration_error(said, truth):.3f}")
    for release in (0.5, 0.6, 0.7, 0.8):
        over = said >= release
        wrong, n = int((1 - truth[over]).sum()), int(over.sum())
        low, high = clopper_pearson(wrong, n) if n else (0.0, 1.0)
        out.append(f"at {release}: {n - wrong} right {wrong} wrong ({low:.3f}-{high:.3f})")
    return "; ".join(out)


def lowered(support: Logistic, said: Any, best: Sequence[Best]) -> Logistic:
    """Return `support` with the least of `LEVELS` at which at most `RISK` are wrong brought to the release threshold.

    `said` are the probabilities of `best` by models that never saw their titles.
    """
    truth = np.array([float(right) for _, _, right in best])
    level = next(one for one in LEVELS if (said >= one).any() and (1 - truth[said >= one]).mean() <= RISK)
    release = WITHOUT_READER.thresholds.release
    shift = math.log(level / (1 - level)) - math.log(release / (1 - release))
    print(f"released from {level}")
    return Logistic(weights=support.weights, bias=round(support.bias - shift, 4))


def write(order: Logistic, support: Logistic) -> None:
    """Put both into the tuning."""
    models = ", ".join(
        f"{name}=Logistic(weights={one.weights!r}, bias={one.bias})"
        for name, one in (("order", order), ("support", support))
    )
    text = re.sub(
        r"CROSSED = Quoting\(.*?\n\)\n", f"CROSSED = Quoting({models})\n", TARGET.read_text("utf-8"), flags=re.DOTALL
    )
    TARGET.write_text(text, encoding="utf-8")


def main() -> None:
    """Fit, report, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    options.add_argument("--write", action="store_true", help="then `ruff format`")
    given = options.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    embedder = BuiltinEmbedder()
    runs = kept(given.work / "crossed.pickle", lambda: training_runs(given.data, given.work, embedder))
    dev = kept(given.work / "crossed-dev.pickle", lambda: dev_runs(given.data, given.work, embedder))
    vectors = KnownVectors(embedder)
    found, on_dev = asked(runs, vectors), asked(dev, vectors)
    print(len(runs), "training runs,", len({run.case.source for run in runs}), "titles;", len(dev), "development runs")
    for name, part in (("training", found), ("development", on_dev)):
        best = best_units(part, WITHOUT_READER.order)
        print(line(f"in use, {name}", best, probabilities(WITHOUT_READER.support, best), len(part)))
    for order in ORDERS:
        for support in SUPPORTS:
            held, said = held_out(found, order, support)
            print(line(f"{order} {support}, titles held out", held, said, len(found)))
            model = fit_order(found, order)
            judge = fitted(best_units(found, model), support)
            best = best_units(on_dev, model)
            print("   ", line("development", best, probabilities(judge, best), len(on_dev)))
            print("   ", model, judge)
            if given.write and (order, support) == CHOSEN:
                write(model, lowered(judge, said, held))


if __name__ == "__main__":
    main()
