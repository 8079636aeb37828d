"""What answering took, step by step: time as recorded with each row, and tokens by what they were spent on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


def _by_name(recorded: Sequence[object]) -> dict[str, list[float]]:
    """Gather numbers by name; a value that is no number is left out, since rows may come from elsewhere."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for one in recorded:
        for name, value in one.items() if isinstance(one, Mapping) else ():
            if isinstance(value, int | float) and not isinstance(value, bool):
                found[str(name)].append(float(value))
    return dict(found)
