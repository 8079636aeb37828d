"""Fit what the product makes of its reader; `--write` puts the numbers into src/aver/stages/tuning.py.

    python training/fit_reading.py --shared ../shared --work FOLDER [--each 700] [--write]

Only articles, pages and sites that the reader never saw are used, because a reader is surer of what it learned from,
and the questions of `written.py`. How right that is for another kind of document is measured by leaving out one source
at a time, and on dev/squad_dev. The first stage stays as `fit_quotation.py` left it. `--each` takes so many questions
of each part, drawn by seed. FOLDER keeps homes, vectors and readings between runs; an hour on two cores the first time,
minutes after.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from aver_training.data import Part, part_of
from fit_quotation import SEED, SOURCES, TARGET, WITH_READER, dev_runs, kept, source_text
from quotation_data import WITHOUT, Case, answers_of, build, distractors, pages_of, read_jsonl, source_of
from quotation_fit import (
    ORDER,
    PENALTY,
    RELEVANCE,
    SUPPORT,
    Asked,
    answers,
    asked_of,
    best_units,
    fit_order,
    fit_support,
    packets_of,
    ranker,
    scored_of,
    threshold_of,
)
from quotation_models import fit_choice, fit_logistic, named
from quotation_report import report
from quotation_runs import KnownReadings, KnownVectors, Run, runs_of
from written import asked_of_home, home_of, written

from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.stages.atoms.language import Language
from aver.stages.relevance import Logistic
from aver.stages.selection import Blend, Scored, read_features, rescored
from aver.stages.tuning import WITHOUT_READER, Tuning
from aver.values.pairs import Reading

READ = 12
"""Candidates that are read; docs/decisions/0010-reader.md compares."""

LANGUAGES: tuple[Language, ...] = ("en",)
"""What the reader reads, a question with passages in its own language alone; ("en", "de") for one of the other base."""

FROM_READER = ("on_topic", "answers", "margin")
REREAD = (*RELEVANCE, "fused", "on_topic")
REORDER = (*ORDER, "holds_span", *FROM_READER)
RESUPPORT = (*SUPPORT, "holds_span", *FROM_READER)
CAUTION = 0.3
"""Logits: what the fit calls 0.67 is the release floor of 0.60; 0021-reader-base.md has what lies between."""

LOOKING_UP = 0.4055
"""Logits that a question for a thing, and not whether, why or how, is surer: 0.50 becomes the release floor
(0028-questions-for-a-thing.md)."""

PARTS: Mapping[Part, str] = {"calibrate": "fit", "test": "test"}
"""The reader's parts and what each is here."""

MOST_ASKED = 0.003
"""Relevance asked of a packet at most: above it rows that a channel fetched by their key are dropped as off topic."""

Readings = Mapping[int, Mapping[str, Reading]]


def unseen_runs(data: Path, work: Path, embedder: BuiltinEmbedder) -> list[Run]:
    """Return what the effects give for the questions of groups that the reader never saw."""
    records = [one for one in read_jsonl(data / "train/qa.jsonl.gz") if one["source"] in SOURCES]
    parts = {f"{source_of(one)}/{one['title']}": PARTS[part] for one in records if (part := _part(one)) in PARTS}
    kept_records = [one for one in records if f"{source_of(one)}/{one['title']}" in parts]
    grouped: dict[tuple[str, str, str], list[dict[str, object]]] = {}
    for record in kept_records:
        grouped.setdefault((source_of(record), record["title"], record["question"]), []).append(record)
    draw = np.random.default_rng(SEED)
    cases = []
    for (source, title, question), found in sorted(grouped.items()):
        spans = tuple(answers_of(found))
        cases.append(
            Case(
                source=source,
                part=parts[f"{source}/{title}"],
                question=question,
                document=f"{source}/{title}",
                answers=spans,
                without=bool(spans) and bool(draw.random() < WITHOUT[source]),
                unseen=True,
            )
        )
    beside = distractors(read_jsonl(data / "train/rerank.jsonl.gz"), seed=SEED)
    pages = {part: {**found, **beside[part]} for part, found in pages_of(kept_records, parts).items()}
    return runs_of(cases, build(work / "unseen", {part: pages[part] for part in PARTS.values()}, embedder), embedder)


def _part(record: Mapping[str, object]) -> Part:
    title = record["title"]
    return part_of(f"title:{title}" if title else f"text:{record['context']}")


def first_stage(runs: Sequence[Run], blend: Blend) -> dict[int, tuple[Scored, ...]]:
    """Return each run's candidates as they stand before anything is read."""
    return {id(run): scored_of(run, blend) for run in runs}


def readings_of(runs: Sequence[Run], scored: Mapping[int, Sequence[Scored]], known: KnownReadings) -> Readings:
    """Return what the reader says of each run's best candidates."""
    return {id(run): known.of(run.case.question, [one.passage for one in scored[id(run)][:READ]]) for run in runs}


def fit_reread(runs: Sequence[Run], scored: Mapping[int, Sequence[Scored]], readings: Readings) -> Logistic:
    """Return P(a candidate that was read answers): weights that put the answering one first, then brought to level."""
    rows, labels, groups = [], [], []
    for number, run in enumerate(runs):
        for one in scored[id(run)][:READ]:
            features = read_features(one, readings[id(run)][one.fused.chunk], WITHOUT_READER.blend.k)
            rows.append([features[name] for name in REREAD])
            labels.append(answers(run, one.fused.chunk))
            groups.append(number)
    x, y = np.array(rows), np.array(labels, dtype=float)
    weights = fit_choice(x, y, np.array(groups), penalty=PENALTY)
    scale, bias = fit_logistic((x @ weights)[:, None], y, penalty=0.0)
    return named(REREAD, weights * scale[0], bias)


def mean_reciprocal_rank(
    runs: Sequence[Run], scored: Mapping[int, Sequence[Scored]], readings: Readings, blend: Blend
) -> float:
    """Return the mean of 1 / rank of the first answering candidate, over runs whose answer is in the corpus."""
    found = []
    for run in runs:
        if run.case.answers and not run.case.without:
            order = rescored(scored[id(run)], readings[id(run)], blend)
            right = (rank for rank, one in enumerate(order, 1) if answers(run, one.fused.chunk))
            found.append(1 / next(right, np.inf))
    return float(np.mean(found))


def fit(
    parts: Mapping[str, Sequence[Run]], own: Sequence[Asked], vectors: KnownVectors, known: KnownReadings
) -> tuple[Tuning, list[Asked], list[Asked]]:
    """Return the tuning with a reader, what its units were fitted on, and the questions of squad_dev.

    The order of passages is fitted on `parts["fit"]`, that of units and support on all but squad_dev and on `own`.
    """
    runs = [run for found in parts.values() for run in found]
    blend = WITHOUT_READER.blend
    scored = first_stage(runs, blend)
    readings = readings_of(runs, scored, known)
    blend = replace(blend, reread=fit_reread(parts["fit"], scored, readings), read=READ, languages=LANGUAGES)
    print("reread", blend.reread, flush=True)
    for part, found in parts.items():
        before = mean_reciprocal_rank(found, scored, {key: {} for key in readings}, WITHOUT_READER.blend)
        print(
            part, "MRR unread", round(before, 4), "read", round(mean_reciprocal_rank(found, scored, readings, blend), 4)
        )
    order = {key: rescored(found, readings[key], blend) for key, found in scored.items()}
    threshold = min(MOST_ASKED, threshold_of([(run, packets_of(run, order[id(run)], 0.0)) for run in parts["fit"]]))
    blend = replace(blend, threshold=threshold)
    ranked = ranker({id(run): packets_of(run, order[id(run)], threshold) for run in runs}, vectors, readings)
    asked = {part: asked_of(found, ranked) for part, found in parts.items()}
    fitted_on = [*asked["fit"], *asked["test"], *own]
    unit_order = fit_order(fitted_on, REORDER)
    support = fit_support(best_units(fitted_on, unit_order), RESUPPORT, caution=CAUTION)
    print("threshold", threshold, "order", unit_order, "support", support, flush=True)
    tuning = Tuning(blend=blend, order=unit_order, support=support.model, looking_up=LOOKING_UP)
    return tuning, fitted_on, asked["squad_dev"]


def unseen(asked: Sequence[Asked]) -> Iterator[str]:
    """Yield a report for each source by an order and a support that were fitted without it."""
    for source in sorted({one.source for one in asked}):
        others = [one for one in asked if one.source != source]
        mine = [one for one in asked if one.source == source]
        order = fit_order(others, REORDER)
        support = fit_support(best_units(others, order), RESUPPORT, caution=CAUTION).model
        yield report(f"{source}, left out of the fit", best_units(mine, order), len(mine), support)


def main() -> None:
    """Fit, report, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shared", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    options.add_argument("--each", type=int, help="questions of each part (default: all)")
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    data, embedder, reader = given.shared / "data", BuiltinEmbedder(), BuiltinReader()
    version = reader.reader_id.split(":")[-1]
    runs = kept(given.work / "unseen.pickle", lambda: unseen_runs(data, given.work, embedder))
    dev = kept(given.work / "dev.pickle", lambda: dev_runs(data, given.work, embedder))
    own = kept(given.work / f"written-{version}.pickle", lambda: _own(given.shared, given.work))
    files = given.work / "vectors.pickle", given.work / f"readings-{version}.pickle"
    vectors = KnownVectors(embedder, _held(files[0]))
    known = KnownReadings(reader, _held(files[1]))
    parts = {part: [run for run in runs if run.case.part == part] for part in PARTS.values()} | {"squad_dev": dev}
    parts = {part: drawn(found, given.each) for part, found in parts.items()}
    tuning, fitted_on, dev_asked = fit(parts, own, vectors, known)
    files[0].write_bytes(pickle.dumps(vectors.rows))
    files[1].write_bytes(pickle.dumps(known.rows))
    for said in unseen(fitted_on):
        print(said)
    print(report("squad_dev", best_units(dev_asked, tuning.order), len(dev_asked), tuning.support))
    if given.write:
        before = TARGET.read_text(encoding="utf-8").split(WITH_READER)[0]
        said = f"{WITH_READER}written by `training/fit_reading.py --write`, reader {reader.reader_id}.\n"
        TARGET.write_text(before + said + source_text("DEFAULT", tuning), encoding="utf-8")


def drawn(runs: Sequence[Run], each: int | None) -> list[Run]:
    """Return `each` of the runs, drawn by seed, in their order; all where there are no more or none is given."""
    if each is None or each >= len(runs):
        return list(runs)
    kept_places = np.random.default_rng(SEED).choice(len(runs), size=each, replace=False)
    return [runs[place] for place in sorted(kept_places)]


def _own(shared: Path, work: Path) -> list[Asked]:
    return asked_of_home(home_of(shared, work), written())


def _held(path: Path) -> dict[object, object] | None:
    return pickle.loads(path.read_bytes()) if path.is_file() else None


if __name__ == "__main__":
    main()
