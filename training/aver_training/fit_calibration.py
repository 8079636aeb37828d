"""Fit probabilities to a trained model's scores on the `calibrate` part and judge them on the `test` part.

    python -m aver_training.fit_calibration --model reader --run /tmp/reader --data ../shared/data

Both parts hold groups that training never saw. The pairs are made as in training: own passages and hard company, real
claims and perturbed ones; the share of true pairs is therefore this mixture's, and a product whose candidates are
mostly wrong must fit again on its own decisions (a probability is only as good as its base rate).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import onnxruntime

from aver_training.base import base_folder
from aver_training.calibrate import calibration_error, fit_isotonic, fit_platt
from aver_training.data import Part, load_claims, load_questions, only, part_of
from aver_training.entailment_batches import EntailmentBatches
from aver_training.measures import bootstrapped
from aver_training.pairs import PairTokens
from aver_training.reader_batches import ReaderBatches
from aver_training.scoring import entailment, read, session
from aver_training.written_claims import load_written_claims

PER_STEP = 8
COMPANY = 3
WAYS = {"reader": ("platt",), "entailment": ("platt", "isotonic")}
"""Calibrations that a model may get. Passages and units are ordered by the reader's probabilities, and an isotonic one
ties what its logits tell apart."""

Column = tuple[list[float], list[bool]]


def reader_columns(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, data: Path, count: int
) -> dict[str, dict[Part, Column]]:
    """Scores and truths of relevance and answerability in both parts, about `count` pairs each."""
    questions, _ = load_questions(data)
    columns: dict[str, dict[Part, Column]] = {"relevance": {}, "answerable": {}}
    for part in HELD_OUT:
        batches = ReaderBatches(only(part, questions), tokens, per_step=PER_STEP, company=COMPANY, seed=1)
        steps = range(max(1, count // (PER_STEP * (1 + COMPANY))))
        pairs = [pair for step in steps for place in batches.schedule.step(step) for pair in batches.pairs(place)]
        scores = [
            read(engine, tokens, pair.question, f"{pair.heading}\n{pair.passage}" if pair.heading else pair.passage)
            for pair in pairs
        ]
        columns["relevance"][part] = [score.relevance for score in scores], [pair.grade > 0 for pair in pairs]
        columns["answerable"][part] = [score.answerable for score in scores], [pair.grade == 2 for pair in pairs]
    return columns


def entailment_columns(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, data: Path, count: int
) -> dict[str, dict[Part, Column]]:
    """Log-odds of "entailed" and whether it is, in both parts, about `count` pairs each."""
    claims = (*load_claims(data)[0], *load_written_claims(data))
    columns: dict[Part, Column] = {}
    for part in HELD_OUT:
        held = [claim for claim in claims if part_of(claim.group) == part]
        batches = EntailmentBatches(held, tokens, per_step=PER_STEP, seed=1)
        places = [place for step in range(max(1, count // PER_STEP)) for place in batches.schedule.step(step)]
        made = [batches.claim(place) for place in places]
        chance = [float(entailment(engine, tokens, claim.premise, claim.hypothesis)[0]) for claim in made]
        odds = [float(np.log(max(p, 1e-9) / max(1 - p, 1e-9))) for p in chance]
        columns[part] = odds, [claim.label == "entail" for claim in made]
    return {"support": columns}


HELD_OUT: tuple[Part, ...] = ("calibrate", "test")


def fitted(columns: dict[Part, Column], ways: Sequence[str]) -> dict[str, object]:
    """Both calibrations from one part, their error on the other, and the one of `ways` chosen within the first."""
    scores, truth = columns["calibrate"]
    unseen, unseen_truth = columns["test"]
    platt, isotonic = fit_platt(scores, truth), fit_isotonic(scores, truth)
    return {
        "platt": asdict(platt),
        "isotonic": asdict(isotonic),
        "chosen": _chosen(scores, truth, ways),
        "fitted_on": len(scores),
        "true_share": {"calibrate": round(float(np.mean(truth)), 4), "test": round(float(np.mean(unseen_truth)), 4)},
        "error_on_unseen": {
            "platt": asdict(bootstrapped(calibration_error, platt(unseen), unseen_truth)),
            "isotonic": asdict(bootstrapped(calibration_error, isotonic(unseen), unseen_truth)),
        },
    }


def _chosen(scores: Sequence[float], truth: Sequence[bool], ways: Sequence[str]) -> str:
    """The one of `ways` with the smaller error across two halves of the fitting part; the test part has no say."""
    order = list(range(len(scores)))
    random.Random(1).shuffle(order)
    halves = order[::2], order[1::2]
    total = {"platt": 0.0, "isotonic": 0.0}
    for one, other in (halves, halves[::-1]):
        x, y = [scores[i] for i in one], [truth[i] for i in one]
        held, held_truth = [scores[i] for i in other], [truth[i] for i in other]
        total["platt"] += calibration_error(fit_platt(x, y)(held), held_truth)
        total["isotonic"] += calibration_error(fit_isotonic(x, y)(held), held_truth)
    return min(ways, key=lambda name: (total[name], name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=("reader", "entailment"), required=True)
    parser.add_argument("--run", type=Path, required=True, help="folder with model.onnx, as the export wrote it")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--count", type=int, default=3000, help="pairs in each of the two parts")
    given = parser.parse_args()
    engine = session(given.run / "model.onnx")
    tokens = PairTokens(base_folder(given.base) / "tokenizer.json", most=256)
    read_columns = reader_columns if given.model == "reader" else entailment_columns
    measured = read_columns(engine, tokens, given.data, given.count)
    report = {name: fitted(columns, WAYS[given.model]) for name, columns in measured.items()}
    (given.run / "calibration.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(
        json.dumps({name: {k: v for k, v in one.items() if k != "isotonic"} for name, one in report.items()}, indent=2)
    )


if __name__ == "__main__":
    main()
