"""The flags both training commands share, and the plan and machine they make."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from aver_training.plan import Machine, Plan

WARMUP = 60
"""Steps of rising rate (first round's recipe), at most a tenth of the run."""

WORKERS = {"cpu": 0, "cuda": 4}
"""A GPU uses batches faster than one Python thread can mine and tokenise them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Where the two models differ: examples a step and tokens a pair, on a CPU and on a GPU, and steps in all."""

    per_step: int
    per_step_gpu: int
    most_tokens: int
    most_tokens_gpu: int
    steps: int
    steps_gpu: int


def parser(purpose: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=purpose)
    source = made.add_mutually_exclusive_group(required=True)
    source.add_argument("--data", type=Path, help="folder with train/ and dev/ (dev only for the 13-word rule)")
    source.add_argument("--gathered", type=Path, help="a file that aver_training.gathered wrote for the same base")
    made.add_argument(
        "--out", type=Path, required=True, help="folder for checkpoint, plan and log; resumed if not empty"
    )
    made.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
    made.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    made.add_argument("--threads", type=int, default=2)
    made.add_argument("--workers", type=int, help="processes that build batches (default: none on a CPU, 4 for a GPU)")
    made.add_argument("--steps", type=int, help="length of the schedule; the rate reaches 0 here")
    made.add_argument("--minutes", type=float, help="stop, with a checkpoint, after this long; resume to finish")
    made.add_argument("--per-step", type=int, help="examples a step")
    made.add_argument("--most-tokens", type=int, help="longest pair in tokens")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--rate", type=float, default=1e-4)
    made.add_argument("--head-rate", type=float, default=1e-3)
    made.add_argument("--dropout", type=float, default=0.1)
    made.add_argument("--freeze", type=int, default=1, help="lowest layers kept as they are, the word table always")
    made.add_argument("--save-every", type=int, default=100)
    made.add_argument("--log-every", type=int, default=20)
    return made


ATTENTION = {"cpu": "eager", "cuda": "sdpa"}
"""How attention is reckoned: spelt out, or by one kernel."""


def plan_of(given: argparse.Namespace, defaults: Defaults, fingerprint: str) -> Plan:
    """The plan of a run; what no flag says follows the device."""
    gpu = given.device == "cuda"
    steps = given.steps or (defaults.steps_gpu if gpu else defaults.steps)
    return Plan(
        steps=steps,
        per_step=given.per_step or (defaults.per_step_gpu if gpu else defaults.per_step),
        most_tokens=given.most_tokens or (defaults.most_tokens_gpu if gpu else defaults.most_tokens),
        seed=given.seed,
        rate=given.rate,
        head_rate=given.head_rate,
        warmup=min(WARMUP, max(1, steps // 10)),
        decay=0.01,
        clip=1.0,
        dropout=given.dropout,
        freeze=given.freeze,
        fingerprint=fingerprint,
    )


def machine_of(given: argparse.Namespace) -> Machine:
    return Machine(
        device=given.device,
        threads=given.threads,
        workers=given.workers if given.workers is not None else WORKERS[given.device],
        minutes=given.minutes,
        save_every=given.save_every,
        log_every=given.log_every,
    )
