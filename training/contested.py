"""How often selected passages seem to disagree where they don't, by the relevance asked of both sides.

    python training/contested.py --data ../shared/data --work FOLDER

FOLDER is the one that `fit_reading.py` filled. No question of these sets has two right answers, so every conflict is a
false one. Printed beside is the share of really answering passages that would still take part in a conflict.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from fit_reading import first_stage, readings_of
from quotation_fit import answers, packets_of
from quotation_runs import KnownReadings, Run

from aver.models.reader import BuiltinReader
from aver.stages.conflicts import conflicts_in
from aver.stages.metrics import clopper_pearson
from aver.stages.selection import rescored
from aver.stages.tuning import DEFAULT

LEAST = (0.003, 0.02, 0.05, 0.1, 0.2)
QUESTIONS = 700


def main() -> None:
    """Print one table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    given = options.parse_args()
    reader = BuiltinReader()
    known = KnownReadings(
        reader, pickle.loads((given.work / f"readings-{reader.reader_id.split(':')[-1]}.pickle").read_bytes())
    )
    held = [run for run in pickle.loads((given.work / "unseen.pickle").read_bytes()) if run.case.part == "test"]
    dev: list[Run] = pickle.loads((given.work / "dev.pickle").read_bytes())
    print("| set | least | false conflicts (95 %) | answering passages left |\n|---|---|---|---|")
    for name, runs in (("unseen groups", held), ("squad_dev", dev)):
        draw = np.random.default_rng(1).permutation(len(runs))[:QUESTIONS]
        table(name, [runs[number] for number in draw], known)


def table(name: str, runs: Sequence[Run], known: KnownReadings) -> None:
    """Print the rows of one set."""
    scored = first_stage(runs, DEFAULT.blend)
    readings = readings_of(runs, scored, known)
    order = {key: rescored(found, readings[key], DEFAULT.blend) for key, found in scored.items()}
    there = [
        one.relevance for run in runs for one in order[id(run)][: DEFAULT.blend.read] if answers(run, one.fused.chunk)
    ]
    for least in LEAST:
        false = sum(
            bool(
                conflicts_in(
                    run.case.question,
                    packets_of(run, order[id(run)], DEFAULT.blend.threshold),
                    sub_question=0,
                    least=least,
                    readings=readings[id(run)],
                )
            )
            for run in runs
        )
        low, high = clopper_pearson(false, len(runs))
        left = float(np.mean([one >= least for one in there]))
        print(f"| {name} | {least} | {false} of {len(runs)} ({low:.3f} to {high:.3f}) | {left:.3f} |", flush=True)


if __name__ == "__main__":
    main()
