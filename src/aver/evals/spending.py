"""What answering took: time step by step as recorded with each row, tokens by what they were spent on, their price."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aver.errors import BadInput
from aver.evals.measures import Measure, mean, percentile
from aver.evals.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of answering over a run: its mean and its 95th percentile in milliseconds."""

    name: str
    mean: Measure
    late: Measure


def steps(rows: Sequence[Row]) -> tuple[Step, ...]:
    """Return the steps in the order in which answering takes them; a row that recorded no time is left out."""
    spent = _by_name([row.result.get("timings_ms") for row in rows])
    return tuple(
        Step(name=name, mean=mean(name, times), late=percentile(name, times, 95)) for name, times in spent.items()
    )


def tokens(rows: Sequence[Row]) -> tuple[Measure, ...]:
    """Return the mean count of tokens per question, by what they were spent on."""
    spent = _by_name([row.result.get("tokens") for row in rows])
    return tuple(mean(name, counts) for name, counts in spent.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a million tokens cost, read and written, in whatever currency it is given."""

    read: float
    written: float


def price_of(text: str) -> Price:
    """Return the price that "READ/WRITTEN" says, such as 0.15/0.60. Raises BadInput."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)/(\d+(?:\.\d+)?)", text.strip())
    if found is None:
        raise BadInput(f"{text!r} is no price", hint="give what a million tokens cost, read and written: 0.15/0.60")
    return Price(read=float(found[1]), written=float(found[2]))


def costs(rows: Sequence[Row], price: Price) -> Measure:
    """Return the mean cost of a question: what its chat model read and wrote, nothing where none was asked."""
    spent = [_by_name([row.result.get("tokens")]) for row in rows]
    return mean("cost", [_cost(one, price) for one in spent])


def _cost(spent: Mapping[str, list[float]], price: Price) -> float:
    read, written = math.fsum(spent.get("chat_prompt", ())), math.fsum(spent.get("chat_completion", ()))
    return (price.read * read + price.written * written) / 1_000_000


def _by_name(recorded: Sequence[object]) -> dict[str, list[float]]:
    """Gather numbers by name; a value that is no number is left out, since rows may come from elsewhere."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for one in recorded:
        for name, value in one.items() if isinstance(one, Mapping) else ():
            if isinstance(value, int | float) and not isinstance(value, bool):
                found[str(name)].append(float(value))
    return dict(found)
