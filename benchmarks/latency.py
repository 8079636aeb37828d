"""Can a caller tell from how long an answer takes whether there is something that they may not read (C5)?

    python -m benchmarks.latency --samples 10000

Three homes hold the same 2,000 open passages. Beside them one has as many hidden passages about what is asked, one as
many of the same lengths about something else, one none. Questions are asked of all three in turns, in an order drawn
anew each time. Printed is the AUC of telling the first home from each other by the time of one answer, and by the mean
of ten, with a 95 % interval from resampling; 0.5 is a guess. Wall time is what a caller sees, CPU time what they would
see without noise. Answers are made by the whole path without a reader, whose cost depends on open text alone.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.flows.asking import caller, inquiry, tools_over
from tests.store.corpus import governed, new_version, open_store

from aver.flows.answering import answering
from aver.flows.ask import AskTools

PASSAGES = 2000
TOPIC = ("refund", "warranty", "sensor", "policy", "window", "invoice", "travel", "notice", "licence", "deadline")
OTHER = ("granite", "harbour", "violin", "meadow", "lantern", "copper", "orchard", "glacier", "saddle", "thimble")
COMMON = tuple(f"word{number}" for number in range(300))
RESAMPLES = 300
MEAN_OF = 10


def passages(about: Sequence[str], seed: int) -> list[str]:
    """Return passages of 20 words, 4 of them about a topic; the lengths depend on nothing but the words."""
    draw = random.Random(seed)
    return [" ".join([*draw.choices(COMMON, k=16), *draw.choices(about, k=4)]) for _ in range(PASSAGES)]


def home(folder: Path, hidden: Sequence[str]) -> AskTools:
    """Return tools over a home with the open passages and `hidden` ones."""
    folder.mkdir()
    store = open_store(folder)
    for who, texts in (("user:ann", passages(TOPIC, 1)), ("user:bob", hidden)):
        documents = [texts[start : start + 10] for start in range(0, len(texts), 10)]
        store.add([new_version(f"{who}/{number}.md", own, governed(who)) for number, own in enumerate(documents)])
    return tools_over(store)


def spent(tools: AskTools, asked: str) -> tuple[float, float]:
    """Return the wall and CPU milliseconds of one answer to ann."""
    wall, cpu = time.perf_counter_ns(), time.process_time_ns()
    for _ in answering(inquiry(asked), caller("user:ann"), tools):
        pass
    return (time.perf_counter_ns() - wall) / 1e6, (time.process_time_ns() - cpu) / 1e6


def auc(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return P(one takes longer than other), ties counted half, folded to at least 0.5."""
    order = np.sort(other)
    below, upto = np.searchsorted(order, one, "left"), np.searchsorted(order, one, "right")
    area = float((below + upto).mean() / (2 * len(other)))
    return max(area, 1.0 - area)


def told(one: NDArray[np.float64], other: NDArray[np.float64]) -> str:
    """Return the AUC with its interval, of single answers and of means of ten."""
    draw = np.random.default_rng(7)
    written = []
    for size in (1, MEAN_OF):
        left, right = (times[: len(times) // size * size].reshape(-1, size).mean(axis=1) for times in (one, other))
        found = [auc(draw.choice(left, len(left)), draw.choice(right, len(right))) for _ in range(RESAMPLES)]
        low, high = np.quantile(found, [0.025, 0.975])
        written.append(f"{auc(left, right):.3f} [{low:.3f}, {high:.3f}]")
    return " | ".join(written)


def main() -> None:
    """Ask, and print one table."""
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--samples", type=int, default=1000, help="answers of each home")
    samples = flags.parse_args().samples
    draw = random.Random(3)
    questions = [f"What is the {first} of the {second}?" for first in TOPIC for second in TOPIC if first != second]
    with tempfile.TemporaryDirectory() as folder:
        hidden = {"about what is asked": passages(TOPIC, 2), "about something else": passages(OTHER, 2), "none": []}
        homes = {name: home(Path(folder, str(place)), texts) for place, (name, texts) in enumerate(hidden.items())}
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in homes}
        for name in homes:
            spent(homes[name], questions[0])
        for _ in range(samples):
            asked = draw.choice(questions)
            for name in draw.sample(list(homes), len(homes)):
                times[name].append(spent(homes[name], asked))
    arms = {name: np.array(found) for name, found in times.items()}
    first, *others = arms
    print(f"{samples} answers a home; medians in ms:")
    print({name: np.median(found, axis=0).round(2).tolist() for name, found in arms.items()}, "(wall, CPU)")
    print("\n| hidden passages about what is asked, told from | by | one answer | mean of ten |\n|---|---|---|---|")
    for other in others:
        for column, by in enumerate(("wall time", "CPU time")):
            print(f"| {other} | {by} | {told(arms[first][:, column], arms[other][:, column])} |")


if __name__ == "__main__":
    main()
