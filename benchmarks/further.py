"""What docs/results.md says of the public sets that hold no questions to answer: what is measured, kept and shown.

A set is measured once by its module (`benchmarks.further_rankings` and its siblings, each with a mapping MEASURES) and
kept in WORK/further/NAME.json, so that a run that was interrupted goes on behind the sets that it has. Every set is
measured with Aver and with what people would use instead, on the same cases.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from benchmarks.dev_sets import SEED
from benchmarks.result_tables import row

from aver.evals.measures import Measure

FOLDER = "further"
NOTHING = "-"
Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of doing what a set asks for, with its figures; `ours` marks what Aver does as it is shipped."""

    name: str
    figures: tuple[Measure, ...]
    ours: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One set: its title, what was asked and how it is scored in a few sentences, and the ways side by side.

    All ways have figures of the same names, in the same order.
    """

    title: str
    about: str
    ways: tuple[Way, ...]
    cpu_s: float = 0.0


Measures = Mapping[str, Callable[[Path, Path], Measured]]
"""By name of a set, what measures it, given the shared folder and a folder of its own to work in."""


def drawn(found: Sequence[Drawn], most: int) -> list[Drawn]:
    """Return `most` of what was found in its order, drawn with a fixed seed; all where there are no more."""
    places = random.Random(SEED).sample(range(len(found)), min(most, len(found)))
    return [found[place] for place in sorted(places)]


def measure(measures: Measures, shared: Path, work: Path) -> None:
    """Measure every set that WORK doesn't hold yet."""
    kept = work / FOLDER
    for name, measured in measures.items():
        path = kept / f"{name}.json"
        if path.exists():
            continue
        place = kept / name
        place.mkdir(parents=True, exist_ok=True)
        before = time.process_time()
        found = asdict(measured(shared, place))
        found["cpu_s"] = round(time.process_time() - before, 1)
        path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def kept(names: Sequence[str], work: Path) -> tuple[Measured, ...]:
    """Return the sets of those names that WORK holds, in that order."""
    paths = (work / FOLDER / f"{name}.json" for name in names)
    return tuple(_read(path) for path in paths if path.exists())


def _read(path: Path) -> Measured:
    raw = json.loads(path.read_text(encoding="utf-8"))
    ways = tuple(
        Way(name=way["name"], ours=way["ours"], figures=tuple(Measure(**one) for one in way["figures"]))
        for way in raw["ways"]
    )
    return Measured(title=raw["title"], about=raw["about"], ways=ways, cpu_s=raw["cpu_s"])


def shown(one: Measured) -> str:
    """Return a set as Markdown: its title, what it is, and a table with one line per way."""
    names = [figure.name for figure in one.ways[0].figures]
    lines = [row(("way", *names)), row(("---",) * (len(names) + 1))]
    lines += [row((f"**{way.name}**" if way.ours else way.name, *map(_cell, way.figures))) for way in one.ways]
    return "\n\n".join((f"### {one.title}", one.about, "\n".join(lines)))


def _cell(figure: Measure) -> str:
    if figure.value is None or figure.low is None or figure.high is None:
        return NOTHING
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}] of {figure.count}"
