"""The training loop of both models: steps, budget, checkpoints.

The learning rate is a function of the step alone, so a run that was stopped by its time budget and resumed ends where
an unbroken one ends. A checkpoint names the plan it belongs to; a different plan refuses to go on from it.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from torch import Tensor, nn

from aver_training.plan import Machine, Plan, rate_at
from aver_training.schedule import BLOCK

Batch = TypeVar("Batch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[Batch]):
    """`batch_of(step)` builds a step's batch; `losses_of(model, batch, device)` gives named terms to be summed."""

    batch_of: Callable[[int], Batch]
    losses_of: Callable[[nn.Module, Batch, torch.device], dict[str, Tensor]]


def train(model: nn.Module, task: Task[Batch], plan: Plan, machine: Machine, folder: Path) -> int:
    """Train to `plan.steps` or until the minutes are up; returns the number of steps done, all runs together."""
    torch.set_num_threads(machine.threads)
    device = torch.device(machine.device)
    model.to(device).train()
    optimiser = _optimiser(model, plan)
    done = _resume(model, optimiser, plan, folder)
    end = None if machine.minutes is None else time.monotonic() + 60 * machine.minutes
    sums: defaultdict[str, float] = defaultdict(float)
    since = time.monotonic()
    for step, batch in _ahead(task.batch_of, done, plan.steps, machine.workers):
        if end is not None and time.monotonic() > end:
            break
        for name, value in _step(model, task, batch, optimiser, plan, step).items():
            sums[name] += value
        done = step + 1
        if done % machine.log_every == 0:
            _log(folder, done, sums, machine.log_every, time.monotonic() - since)
            sums.clear()
            since = time.monotonic()
        if done % machine.save_every == 0:
            _save(model, optimiser, plan, done, folder)
    _save(model, optimiser, plan, done, folder)
    return done


def _step(
    model: nn.Module, task: Task[Batch], batch: Batch, optimiser: torch.optim.Optimizer, plan: Plan, step: int
) -> dict[str, float]:
    torch.manual_seed(plan.seed * 1_000_003 + step)
    for group in optimiser.param_groups:
        group["lr"] = group["peak"] * rate_at(step, plan)
    device = next(model.parameters()).device
    with _mixed(device):
        losses = task.losses_of(model, batch, device)
    total = torch.stack(list(losses.values())).sum()
    if not torch.isfinite(total):
        raise SystemExit(f"the loss is {total.item()} at step {step}; the checkpoint before it is kept")
    optimiser.zero_grad(set_to_none=True)
    total.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], plan.clip)
    optimiser.step()
    return {name: float(value.detach()) for name, value in losses.items()}


def _mixed(device: torch.device) -> AbstractContextManager[Any]:
    """Half precision where the device computes it: a CPU without it takes 35 times as long for a product (measured)."""
    has_it = device.type != "cpu" or torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.autocast(device_type=device.type, dtype=torch.bfloat16, enabled=has_it)


def _ahead(batch_of: Callable[[int], Batch], first: int, last: int, workers: int) -> Iterator[tuple[int, Batch]]:
    """Batches in order, built while earlier ones are used: on one thread, or by whole blocks in `workers` processes."""
    if not workers:
        with ThreadPoolExecutor(1, thread_name_prefix="batch-worker") as pool:
            yield from _in_order(pool, batch_of, [range(step, step + 1) for step in range(first, last)], ahead=1)
        return
    starts = [first, *range(BLOCK * (first // BLOCK + 1), last, BLOCK)]
    blocks = [range(start, min(last, BLOCK * (start // BLOCK + 1))) for start in starts if start < last]
    with ProcessPoolExecutor(workers, get_context("fork"), initializer=_install, initargs=(batch_of,)) as pool:
        yield from _in_order(pool, None, blocks, ahead=2 * workers)


def _in_order(
    pool: Executor, batch_of: Callable[[int], Batch] | None, pieces: Sequence[range], *, ahead: int
) -> Iterator[tuple[int, Batch]]:
    waiting = deque(pool.submit(_build, steps, batch_of) for steps in pieces[:ahead])
    try:
        for place, steps in enumerate(pieces):
            built = waiting.popleft().result()
            if place + ahead < len(pieces):
                waiting.append(pool.submit(_build, pieces[place + ahead], batch_of))
            yield from zip(steps, built, strict=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_INHERITED: list[Callable[[int], Any]] = []
"""In a worker process: what builds a batch, inherited by the fork because the data is too large to send."""


def _install(batch_of: Callable[[int], Any]) -> None:
    _INHERITED[:] = [batch_of]


def _build(steps: range, batch_of: Callable[[int], Any] | None) -> list[Any]:
    made = _INHERITED[0] if batch_of is None else batch_of
    return [made(step) for step in steps]


def _optimiser(model: nn.Module, plan: Plan) -> torch.optim.Optimizer:
    groups: dict[tuple[float, float], list[nn.Parameter]] = defaultdict(list)
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            peak = plan.rate if name.startswith("encoder.") else plan.head_rate
            groups[peak, plan.decay if parameter.ndim > 1 else 0.0].append(parameter)
    return torch.optim.AdamW(
        [{"params": found, "peak": peak, "lr": 0.0, "weight_decay": decay} for (peak, decay), found in groups.items()]
    )


def _resume(model: nn.Module, optimiser: torch.optim.Optimizer, plan: Plan, folder: Path) -> int:
    path = folder / "checkpoint.pt"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "plan.json").write_text(json.dumps(asdict(plan), indent=2) + "\n", encoding="utf-8")
        return 0
    state = torch.load(path, map_location="cpu", weights_only=True)
    if state["plan"] != asdict(plan):
        raise SystemExit(f"{path} belongs to another plan ({state['plan']}); choose another --out or the same flags")
    model.load_state_dict(state["model"])
    optimiser.load_state_dict(state["optimiser"])
    return int(state["done"])


def _save(model: nn.Module, optimiser: torch.optim.Optimizer, plan: Plan, done: int, folder: Path) -> None:
    state = {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "plan": asdict(plan), "done": done}
    partial = folder / "checkpoint.part"
    torch.save(state, partial)
    partial.replace(folder / "checkpoint.pt")


def _log(folder: Path, done: int, sums: dict[str, float], count: int, seconds: float) -> None:
    line = json.dumps(
        {"step": done, "s_per_step": round(seconds / count, 3)}
        | {name: round(total / count, 4) for name, total in sums.items()}
    )
    print(line, flush=True)
    with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(line + "\n")
