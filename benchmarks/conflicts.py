"""How many conflicts of RAMDocs are shown with every right value, and how many wrong values would pass in silence.

    python benchmarks/conflicts.py ../shared/data/dev/ramdocs_dev.jsonl.gz [--rows N] [--misses]

RAMDocs (Wang et al. 2025, "Retrieval-Augmented Generation with Conflicting Evidence") gives each question the
documents that were retrieved for it: right for one of the things it may mean, misinformation, or noise. They are
handed to `conflicts_in` as they are, with no reader and no model. A value counts as listed where it stands in a side's
value, or the side's value in it, by tokens. Two sides or more are a conflict, one is an answer, none is silence. A
question that has one right value and no wrong one is served by an answer; every other only by a conflict. Rows from
125 on were not looked at while the rules were written.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.stages.conflicts import conflicts_in, statements_in, wanted_of
from aver.stages.metrics import clopper_pearson
from aver.stages.packets import packet_of
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.sealed import Sealed

NOTHING = Sealed("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one row came to: the values listed, and whether that serves the question or hides a wrong value."""

    listed: tuple[str, ...]
    gold: int
    contested: bool
    served: bool
    silent_wrong: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rows", type=int, default=250)
    parser.add_argument("--misses", action="store_true", help="print the rows up to 125 that were not served")
    given = parser.parse_args()
    with gzip.open(given.file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines][: given.rows]
    outcomes = [outcome_of(row) for row in rows]
    for row, one in list(zip(rows, outcomes, strict=True))[:125] if given.misses else ():
        if not one.served:
            print(row["question"], "|", row["gold_answers"], row["wrong_answers"], "|", one.listed)
    report("all rows", outcomes)
    report("contested rows", [one for one in outcomes if one.contested])
    report("rows from 125 on", outcomes[125:])


def report(name: str, outcomes: list[Outcome]) -> None:
    """Print counts with exact 95 % intervals."""
    if not outcomes:
        return
    for label, hits in (
        ("served", sum(one.served for one in outcomes)),
        ("wrong value in silence", sum(one.silent_wrong for one in outcomes)),
        ("nothing said", sum(not one.listed for one in outcomes)),
    ):
        low, high = clopper_pearson(hits, len(outcomes))
        print(f"{name:18} {label:24} {hits:4} of {len(outcomes)} = {hits / len(outcomes):.3f} [{low:.3f}, {high:.3f}]")
    ratio = sum(len(one.listed) for one in outcomes) / sum(one.gold for one in outcomes)
    print(f"{name:18} values listed per right value: {ratio:.2f}")


def outcome_of(row: dict[str, Any]) -> Outcome:
    """Return what the documents of a row come to."""
    listed = values_of(row["question"], packets_of(row))
    gold = tuple(row["gold_answers"])
    contested = len(gold) > 1 or bool(row["wrong_answers"])
    all_gold = all(any(matches(value, right) for value in listed) for right in gold)
    answered = len(listed) == 1
    right_alone = answered and any(matches(listed[0], right) for right in gold)
    return Outcome(
        listed=listed,
        gold=len(gold),
        contested=contested,
        served=all_gold and (len(listed) > 1 if contested else answered),
        silent_wrong=answered and not right_alone,
    )


def values_of(question: str, packets: tuple[EvidencePacket, ...]) -> tuple[str, ...]:
    """Return the values of the sides of a conflict, else the one value that stands, else none."""
    found = conflicts_in(question, packets)
    if found:
        return tuple(side.value.text for side in found[0].sides)
    wanted = wanted_of(question)
    return tuple(one.value for one in statements_in(packets, wanted, {})[:1]) if wanted else ()


def packets_of(row: dict[str, Any]) -> tuple[EvidencePacket, ...]:
    """Return the documents of a row as packets of equal standing."""
    return tuple(
        packet_of(
            _passage(number, one["text"]),
            rank=number,
            score=1.0,
            selected=True,
            sub_question=0,
            rationale="given",
            tenant="t",
        )
        for number, one in enumerate(row["documents"], start=1)
    )


def _passage(number: int, text: str) -> Passage:
    name = f"doc_{number}"
    return Passage(
        chunk=f"chk_{number}",
        document=name,
        version=f"ver_{number}",
        uri=f"{number}",
        title=NOTHING,
        text=Sealed(text, name),
        start=0,
        end=len(text),
        kind=ChunkKind.PROSE,
        section_path=NOTHING,
        header=NOTHING,
        lead_in=NOTHING,
        page=None,
        table_number=None,
        rows=None,
        table_cells=(),
        freshness=Freshness.ACTIVE,
        successors=(),
        authority=0.5,
        origin_system="file",
        ingested_at="2026-01-01T00:00:00Z",
        valid_from=None,
        valid_until=None,
        content_hash="0" * 64,
        tokens=len(text) // 4,
    )


def matches(value: str, right: str) -> bool:
    """Return whether one of two values stands in the other, by whole tokens."""
    one, two = (re.findall(r"\w+", text.casefold().replace(",", "")) for text in (value, right))
    shorter, longer = sorted((one, two), key=len)
    return bool(shorter) and any(longer[at : at + len(shorter)] == shorter for at in range(len(longer)))


if __name__ == "__main__":
    main()
