"""How often paragraphs that stand apart seem to contradict each other where a question has one right answer.

    python benchmarks/said_otherwise.py ../shared/data/dev/squad_dev.jsonl.gz ../shared/data/dev/policyqa_dev.jsonl.gz

Each paragraph counts as a document of its own, and each question is asked of all the paragraphs under its title, so
every conflict is a false one: `said_otherwise` compares all their sentences, `contradiction` the one that answers with
each of theirs, however little that answers. Asking holds only the best sentence of a document against a quote, and only
from `Tuning.contradicting` on.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from tests.stages.evidence import packet, passage

from aver.stages.conflicts import contradiction, said_otherwise
from aver.stages.metrics import clopper_pearson
from aver.stages.quotation import Unit, sentences_of
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed

NOTHING = Sealed("")


def main() -> None:
    """Print a line for each file, and every conflict that is none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--questions", type=int, default=400, help="evenly drawn from each file")
    given = parser.parse_args()
    for path in given.paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        drawn = list(islice(rows[:: max(1, len(rows) // given.questions)], given.questions))
        by_title: dict[str, dict[str, EvidencePacket]] = {}
        for row in rows:
            held = by_title.setdefault(row["title"], {})
            if row["context"] not in held:
                held[row["context"]] = own_document(row, len(held))
        alike = sum(shown(row, list(by_title[row["title"]].values())) for row in drawn)
        answered = [row for row in drawn if row["answers"]]
        against = sum(held_against(row, by_title[row["title"]]) for row in answered)
        print(f"{path.name}: of the same words {share(alike, len(drawn))}")
        print(f"{path.name}: against the answer {share(against, len(answered))}")


def own_document(row: dict[str, Any], number: int) -> EvidencePacket:
    """Return the packet of a paragraph that is all of its document."""
    title, document = row["title"], f"doc_{number}"
    of = passage(
        row["context"],
        start=0,
        document=document,
        chunk=f"chk_{number}",
        uri=f"{title}/{number}.md",
        title=Sealed(title, document),
        section_path=NOTHING,
    )
    return replace(packet(of), packet=f"pkt_{number}")


def shown(row: dict[str, Any], packets: Sequence[EvidencePacket]) -> bool:
    """Whether sentences of the same words are shown as a conflict."""
    found = said_otherwise(row["question"], packets)
    told(row, [unit_at(packets, side.packet, side.start, side.end) for one in found for side in one.sides])
    return bool(found)


def unit_at(packets: Sequence[EvidencePacket], packet_id: str, start: int, end: int) -> Unit:
    """Return the unit at `[start, end)` of one of `packets`."""
    return Unit(packet=next(one for one in packets if one.packet == packet_id), start=start, end=end)


def held_against(row: dict[str, Any], packets: dict[str, EvidencePacket]) -> bool:
    """Whether any sentence of another paragraph contradicts the one that answers."""
    place = row["answers"][0]["start"]
    own = packets[row["context"]]
    quote = next((unit for unit in sentences_of(own) if unit.start <= place < unit.end), None)
    others = (unit for other in packets.values() if other is not own for unit in sentences_of(other))
    found = next((one for one in others if quote is not None and contradiction(row["question"], quote, one)), None)
    told(row, [one for one in (quote, found) if found is not None and one is not None])
    return found is not None


def told(row: dict[str, Any], units: Sequence[Unit]) -> None:
    """Print what is shown against what."""
    if units:
        print(row["question"], *(" ".join(unit.text.split()) for unit in units), sep=" | ")


def share(count: int, of: int) -> str:
    """Return how many of how many, with the exact 95 % interval."""
    low, high = clopper_pearson(count, of)
    return f"{count} of {of} ({low:.3f}-{high:.3f})"


if __name__ == "__main__":
    main()
