"""Fit what the product makes of its reader; `--write` puts the numbers into src/aver/stages/tuning.py.

    python training/fit_reading.py --data ../shared/data --work FOLDER [--write]

Only articles, pages and sites that the reader never saw are used, because a reader is surer of what it learned from:
those it was calibrated on are fitted on, those it was tested on and dev/squad_dev are measured. The first stage stays
as `fit_quotation.py` left it. FOLDER keeps the index, the vectors and the readings between runs; half an hour on two
cores the first time, minutes after.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Mapping, Sequence
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
    Best,
    answers,
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

from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.stages.relevance import Logistic
from aver.stages.selection import Blend, Scored, read_features, rescored
from aver.stages.tuning import WITHOUT_READER, Tuning
from aver.values.pairs import Reading

READ = 12
"""Candidates that are read; docs/decisions/0010-reader.md compares."""

FROM_READER = ("on_topic", "answers", "margin")
REREAD = (*RELEVANCE, "fused", "on_topic")
REORDER = (*ORDER, "holds_span", *FROM_READER)
RESUPPORT = (*SUPPORT, "holds_span", *FROM_READER)
PARTS: Mapping[Part, str] = {"calibrate": "fit", "test": "test"}
"""The reader's parts and what each is here."""

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
    parts: Mapping[str, Sequence[Run]], vectors: KnownVectors, known: KnownReadings
) -> tuple[Tuning, dict[str, list[Best]]]:
    """Return the tuning with a reader and, by part, the best units that it finds."""
    runs = [run for found in parts.values() for run in found]
    blend = WITHOUT_READER.blend
    scored = first_stage(runs, blend)
    readings = readings_of(runs, scored, known)
    blend = replace(blend, reread=fit_reread(parts["fit"], scored, readings), read=READ)
    print("reread", blend.reread, flush=True)
    for part, found in parts.items():
        before = mean_reciprocal_rank(found, scored, {key: {} for key in readings}, WITHOUT_READER.blend)
        print(
            part, "MRR unread", round(before, 4), "read", round(mean_reciprocal_rank(found, scored, readings, blend), 4)
        )
    order = {key: rescored(found, readings[key], blend) for key, found in scored.items()}
    threshold = threshold_of([(run, packets_of(run, order[id(run)], 0.0)) for run in parts["fit"]])
    blend = replace(blend, threshold=threshold)
    ranked = ranker({id(run): packets_of(run, order[id(run)], threshold) for run in runs}, vectors, readings)
    unit_order = fit_order(parts["fit"], ranked, REORDER)
    best = {part: best_units(found, ranked, unit_order) for part, found in parts.items()}
    support = fit_support(best["fit"], RESUPPORT)
    print("threshold", threshold, "order", unit_order, "support", support, flush=True)
    return Tuning(blend=blend, order=unit_order, support=support.model), best


def main() -> None:
    """Fit, report, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    embedder, reader = BuiltinEmbedder(), BuiltinReader()
    runs = kept(given.work / "unseen.pickle", lambda: unseen_runs(given.data, given.work, embedder))
    dev = kept(given.work / "dev.pickle", lambda: dev_runs(given.data, given.work, embedder))
    files = given.work / "vectors.pickle", given.work / f"readings-{reader.reader_id.split(':')[-1]}.pickle"
    vectors = KnownVectors(embedder, _held(files[0]))
    known = KnownReadings(reader, _held(files[1]))
    parts = {part: [run for run in runs if run.case.part == part] for part in PARTS.values()} | {"squad_dev": dev}
    tuning, best = fit(parts, vectors, known)
    files[0].write_bytes(pickle.dumps(vectors.rows))
    files[1].write_bytes(pickle.dumps(known.rows))
    for part in ("test", "squad_dev"):
        print(report(part, best[part], len(parts[part]), tuning.support))
    if given.write:
        before = TARGET.read_text(encoding="utf-8").split(WITH_READER)[0]
        said = f"{WITH_READER}written by `training/fit_reading.py --write`, reader {reader.reader_id}.\n"
        TARGET.write_text(before + said + source_text("DEFAULT", tuning), encoding="utf-8")


def _held(path: Path) -> dict[object, object] | None:
    return pickle.loads(path.read_bytes()) if path.is_file() else None


if __name__ == "__main__":
    main()
