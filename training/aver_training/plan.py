"""What a training run is, apart from the model: its plan, its machine, and the learning rate at a step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What fixes a run's result. `fingerprint` is the data's; `freeze` the number of frozen layers."""

    steps: int
    per_step: int
    most_tokens: int
    seed: int
    rate: float
    head_rate: float
    warmup: int
    decay: float
    clip: float
    dropout: float
    freeze: int
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """Where and how long; nothing here may change what a given step computes but for rounding."""

    device: str
    threads: int
    workers: int
    minutes: float | None
    save_every: int
    log_every: int


def rate_at(step: int, plan: Plan) -> float:
    """Share of the peak rate: linear up over `warmup` steps, then linear down to 0 at `steps`."""
    if step < plan.warmup:
        return (step + 1) / plan.warmup
    return max(0.0, (plan.steps - step) / max(1, plan.steps - plan.warmup))
