"""Average the weights of finished runs of one plan that differ in their seed: one model, better than each of them.

    python -m aver_training.average --runs /tmp/reader-1 /tmp/reader-2 /tmp/reader-3 --out /tmp/reader

Runs from one base end near each other, and their mean errs less, at the cost of one (Wortsman et al. 2022, "Model
soups"). Writes `checkpoint.pt` and `plan.json`, which export, calibration and evaluation take as any run's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor


def averaged(states: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of each tensor, reckoned in fp32. Raises ValueError where names or shapes differ."""
    first = states[0]
    for state in states:
        if {name: part.shape for name, part in state.items()} != {name: part.shape for name, part in first.items()}:
            raise ValueError("the runs are of different models")
    return {
        name: torch.stack([state[name].float() for state in states]).mean(dim=0).to(part.dtype)
        for name, part in first.items()
    }


def same_but_for_the_seed(plans: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the plans are one recipe on one set of data."""
    return len({json.dumps({**plan, "seed": 0}, sort_keys=True) for plan in plans}) == 1


def main() -> None:
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--runs", type=Path, nargs="+", required=True, help="folders of finished runs")
    flags.add_argument("--out", type=Path, required=True)
    given = flags.parse_args()
    runs = [torch.load(run / "checkpoint.pt", map_location="cpu", weights_only=True) for run in given.runs]
    if not same_but_for_the_seed([run["plan"] for run in runs]):
        raise SystemExit("the runs have different plans: only seeds may differ")
    unfinished = [
        str(run) for run, state in zip(given.runs, runs, strict=True) if state["done"] < state["plan"]["steps"]
    ]
    if unfinished:
        raise SystemExit(f"not finished: {', '.join(unfinished)}")
    given.out.mkdir(parents=True, exist_ok=True)
    seeds = [run["plan"]["seed"] for run in runs]
    plan = {**runs[0]["plan"], "seed": seeds}
    mean = {**runs[0], "model": averaged([run["model"] for run in runs]), "plan": plan}
    torch.save(mean, given.out / "checkpoint.pt")
    (given.out / "plan.json").write_text(json.dumps(plan, indent=2), encoding="utf-8")
    print(f"mean of seeds {seeds} in {given.out}")


if __name__ == "__main__":
    main()
