"""Score the labelled inquiries: an inquiry is right if every value, ambiguity, question back and topic is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from aver.flows.packs import pack_named
from aver.stages.packs import read_inquiry
from aver.values.packs import Pack
from aver.values.readings import Amount, Value

FILES = ("sensors", "help-centre", "held-out", "held-out-2", "held-out-3")
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One inquiry: what differs from its label (empty where nothing does), and values read that are wrong."""

    id: str
    text: str
    differs: tuple[str, ...]
    wrong_values: tuple[str, ...]


def scores(file: str) -> tuple[Score, ...]:
    rows = [json.loads(line) for line in (FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()]
    packs = {name: pack_named(name) for name in {row.get("pack", file) for row in rows}}
    return tuple(_score(row, packs[row.get("pack", file)]) for row in rows)


def _score(row: dict, pack: Pack) -> Score:
    reading = read_inquiry(row["text"], pack)
    wanted = {name: _plain(value) for name, value in row["values"].items()}
    read = {one.parameter: _value(one.value) for one in reading.stated}
    pairs = {
        "values": (read, wanted),
        "ambiguous": ({one.parameter for one in reading.ambiguities}, set(row["ambiguous"])),
        "clarify": ({one.parameter for one in reading.asked_back}, set(row["clarify"])),
        "experts": ({one.topic for one in reading.topics}, set(row["experts"])),
    }
    return Score(
        id=row["id"],
        text=row["text"],
        differs=tuple(f"{name}: {have} for {want}" for name, (have, want) in pairs.items() if have != want),
        wrong_values=tuple(f"{name}={value}" for name, value in read.items() if wanted.get(name) != value),
    )


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.startswith("about "):
        middle = Fraction(value.removeprefix("about "))
        return (middle * Fraction(9, 10), middle * Fraction(11, 10))
    if isinstance(value, list):
        return tuple(None if end is None else Fraction(str(end)) for end in value)
    return (Fraction(str(value)),) * 2 if isinstance(value, int | float) or "/" in str(value) else value


def _value(value: Value) -> object:
    return (value.low, value.high) if isinstance(value, Amount) else value.choice


def main() -> None:
    for name in FILES:
        found = scores(name)
        right = [one for one in found if not one.differs]
        wrong = sum(len(one.wrong_values) for one in found)
        print(f"{name}: {len(right)} of {len(found)} right, {wrong} wrong values")  # noqa: T201
        for one in found:
            if one.differs:
                print(f"  {one.id} {one.text}\n      " + "\n      ".join(one.differs))  # noqa: T201


if __name__ == "__main__":
    main()
