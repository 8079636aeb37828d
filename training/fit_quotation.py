"""Fit and measure the numbers of quotation answering; `--write` puts them into src/aver/stages/tuning.py.

    python training/fit_quotation.py --data ../shared/data --work FOLDER [--write] [--cases CASES.jsonl --documents DIR]

Only train/qa.jsonl.gz (SQuAD, Natural Questions, PolicyQA) is fitted on, with passages of train/rerank.jsonl.gz beside
them as distractors, and CASES where they are given; licences that are not clear are left out. dev/squad_dev is
measured, never fitted. FOLDER keeps the index and the vectors between runs: other cases take another one. About ten
minutes on two cores the first time, five after.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from labelled_cases import labelled
from quotation_data import (
    Case,
    Pages,
    answers_of,
    build,
    cases_of,
    distractors,
    pages_of,
    parts_of,
    read_jsonl,
    source_of,
)
from quotation_fit import (
    Best,
    asked_of,
    best_units,
    fit_order,
    fit_relevance,
    fit_support,
    packets_of,
    ranker,
    scored_of,
    threshold_of,
)
from quotation_report import report
from quotation_runs import KnownVectors, Run, runs_of

from aver.models.embedder import BuiltinEmbedder
from aver.stages.relevance import Logistic
from aver.stages.selection import Blend
from aver.stages.tuning import WITHOUT_READER, Tuning

Made = TypeVar("Made")

SEED = 7
SOURCES = ("squad1.1", "squad2.0", "policyqa", "nq-oracle")
LIMITS = {"squad": 2600, "squad unanswerable": 1100, "nq-oracle": 2648, "policyqa": 1300}
BESIDE_DEV = 1500
TARGET = Path(__file__).resolve().parents[1] / "src/aver/stages/tuning.py"
MARK = "# Written by "
WITH_READER = "# With the reader: "
"""Begins what `fit_reading.py` wrote, which is left alone."""


def training_runs(
    data: Path, work: Path, embedder: BuiltinEmbedder, own: tuple[Sequence[Case], Pages] = ((), {})
) -> list[Run]:
    """Return what the effects give for the training questions, those of one's `own` among them."""
    records = [one for one in read_jsonl(data / "train/qa.jsonl.gz") if one["source"] in SOURCES]
    if not all(one["licence_clear"] for one in records):
        raise ValueError("a source states no clear licence: leave it out")
    cases = cases_of(records, seed=SEED, limits=LIMITS)
    parts: dict[str, str] = {}
    for source in sorted({source_of(one) for one in records}):
        drawn = parts_of((one["title"] for one in records if source_of(one) == source), SEED)
        parts.update({f"{source}/{title}": part for title, part in drawn.items()})
    beside = distractors(read_jsonl(data / "train/rerank.jsonl.gz"), seed=SEED)
    pages = {part: {**found, **beside[part]} for part, found in pages_of(records, parts).items()}
    pages["fit"] |= own[1]
    return runs_of([*cases, *own[0]], build(work / "train", pages, embedder), embedder)


def dev_runs(data: Path, work: Path, embedder: BuiltinEmbedder) -> list[Run]:
    """Return what the effects give for squad_dev among its own paragraphs and Wikipedia passages."""
    grouped: dict[tuple[str, str], list[dict[str, object]]] = {}
    texts: dict[str, tuple[str, dict[str, None]]] = {}
    for record in read_jsonl(data / "dev/squad_dev.jsonl.gz"):
        grouped.setdefault((record["title"], record["question"]), []).append(record)
        page = texts.setdefault(f"squad/{record['title']}", (record["title"].replace("_", " "), {}))
        page[1][record["context"]] = None
    pages = {uri: (title, tuple(found)) for uri, (title, found) in texts.items()}
    others = read_jsonl(data / "dev/wikipedia_passages.jsonl.gz")[:BESIDE_DEV]
    pages.update({f"wikipedia/{number}": (one["title"], (one["text"],)) for number, one in enumerate(others)})
    cases = [
        Case(
            source="squad_dev",
            part="dev",
            question=question,
            document=f"squad/{title}",
            answers=tuple(answers_of(records)),
            without=False,
        )
        for (title, question), records in grouped.items()
    ]
    return runs_of(cases, build(work / "dev", {"dev": pages}, embedder), embedder)


def kept(path: Path, make: Callable[[], list[Made]]) -> list[Made]:
    """Return the list kept at `path`, made and kept where there is none."""
    if not path.is_file():
        path.write_bytes(pickle.dumps(make()))
    found: list[Made] = pickle.loads(path.read_bytes())
    return found


def fit(runs: Sequence[Run], held_out: Sequence[Run], vectors: KnownVectors) -> tuple[Tuning, dict[str, list[Best]]]:
    """Return the fitted tuning and, by part, the best units that it finds."""
    parts = {part: [run for run in runs if run.case.part == part] for part in ("fit", "calibrate", "test")}
    parts["squad_dev"] = list(held_out)
    first = WITHOUT_READER.blend
    prior, k, lexical = first.prior, first.k, first.lexical
    blend = Blend(relevance=fit_relevance(parts["fit"], k), prior=prior, k=k, lexical=lexical, threshold=0.0)
    print("relevance", blend.relevance, flush=True)
    scored = {id(run): (run, scored_of(run, blend)) for found in parts.values() for run in found}
    threshold = threshold_of([(run, packets_of(run, scored[id(run)][1], 0.0)) for run in parts["calibrate"]])
    packets = {key: packets_of(run, found, threshold) for key, (run, found) in scored.items()}
    ranked = ranker(packets, vectors)
    asked = {part: asked_of(found, ranked) for part, found in parts.items()}
    order = fit_order(asked["fit"])
    print("threshold", threshold, "order", order, flush=True)
    best = {part: best_units(found, order) for part, found in asked.items()}
    support = fit_support([*best["fit"], *best["calibrate"]])
    print("support", support, flush=True)
    blend = Blend(relevance=blend.relevance, prior=prior, k=k, lexical=lexical, threshold=threshold)
    return Tuning(blend=blend, order=order, support=support.model), best


def written(tuning: Tuning) -> str:
    """Return the source text of the tuning without a reader."""
    return (
        f"{MARK}`training/fit_quotation.py --write` (seed {SEED}), then `ruff format`.\n"
        f"# Fitted on train/qa.jsonl.gz: {', '.join(SOURCES)}; the release threshold stays at the floor.\n"
        f"{source_text('WITHOUT_READER', tuning)}"
    )


def source_text(name: str, tuning: Tuning) -> str:
    """Return the source text that binds `tuning` to `name`."""
    blend = tuning.blend
    read = ""
    if blend.reread is not None:
        shown = f"        read={blend.read},\n        languages={blend.languages!r},\n"
        read = f"        reread={_source(blend.reread)},\n{shown}"
    unread = "" if blend.reread is None else "    unread=WITHOUT_READER.quoting(read=False),\n"
    looking_up = f"    looking_up={tuning.looking_up},\n" if tuning.looking_up else ""
    return (
        f"{name} = Tuning(\n"
        f"    blend=Blend(\n        relevance={_source(blend.relevance)},\n        prior={blend.prior},\n"
        f"        k={blend.k},\n        lexical={blend.lexical},\n        threshold={blend.threshold},\n"
        f"        crossing=CROSSING,\n{read}    ),\n"
        f"    order={_source(tuning.order)},\n    support={_source(tuning.support)},\n"
        f"{looking_up}{unread}    crossed=CROSSED,\n)\n"
    )


def _source(model: Logistic) -> str:
    pairs = "".join(f'("{name}", {weight}), ' for name, weight in model.weights)
    return f"Logistic(weights=({pairs}), bias={model.bias})"


def main() -> None:
    """Fit, report, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    options.add_argument("--write", action="store_true")
    options.add_argument("--cases", type=Path, help="labelled questions, as `aver eval cases` writes them")
    options.add_argument("--documents", type=Path, help="the folder that their `doc` starts in")
    given = options.parse_args()
    if (given.cases is None) != (given.documents is None):
        options.error("--cases and --documents belong together")
    own = ((), {}) if given.cases is None else labelled(given.cases, given.documents)
    given.work.mkdir(parents=True, exist_ok=True)
    embedder = BuiltinEmbedder()
    runs = kept(given.work / "train.pickle", lambda: training_runs(given.data, given.work, embedder, own))
    dev = kept(given.work / "dev.pickle", lambda: dev_runs(given.data, given.work, embedder))
    known = given.work / "vectors.pickle"
    vectors = KnownVectors(embedder, pickle.loads(known.read_bytes()) if known.is_file() else None)
    tuning, best = fit(runs, dev, vectors)
    known.write_bytes(pickle.dumps(vectors.rows))
    for part in ("test", "squad_dev"):
        counts = sum(run.case.part == part for run in runs) if part == "test" else len(dev)
        print(report(part, best[part], counts, tuning.support))
    if given.write:
        before, after = TARGET.read_text(encoding="utf-8").split(MARK, 1)
        with_reader = after[after.index(WITH_READER) :] if WITH_READER in after else ""
        TARGET.write_text(before + written(tuning) + with_reader, encoding="utf-8")


if __name__ == "__main__":
    main()
