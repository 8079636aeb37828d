"""Mirrored documents told apart: the same claim refuted in one twin and standing in the other (issue 6).

    python -m tests.stance_data.mirrored > /tmp/mirrored.jsonl
    python -m aver.evals.mirrored /tmp/mirrored.jsonl

A pair counts as told apart when both stances are right, and as ordered when the surviving twin only gets
the higher share of SUPPORTS against REJECTS. Test data: nothing is ever fitted or chosen on it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.evals.matching import counted, touched
from aver.evals.measures import Measure, share
from aver.evals.stance import SURE, Encode, stated
from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.ports import StanceReader
from aver.stages.stance.judge import DocumentView, judge
from aver.stages.stance.lifelines import lifelines_of
from aver.values.stance import DocumentStance, Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """One document of the set with the verdict on its lure and the words that were cited."""

    pair: str
    device: str
    cue_words: bool
    expected: str
    roles: tuple[str, ...]
    decisive: tuple[str, ...]
    stance: Stance
    cited: tuple[str, ...]

    @property
    def right(self) -> bool:
        """The stance is the labelled one."""
        return self.stance.document_stance.value == self.expected

    @property
    def leaning(self) -> float:
        """How much likelier SUPPORTS is than REJECTS, in [-1, 1]."""
        found = dict(self.stance.probabilities)
        return found.get(DocumentStance.SUPPORTS, 0.0) - found.get(DocumentStance.REJECTS, 0.0)


def twins(rows: Iterable[dict[str, Any]], encode: Encode, reader: StanceReader | None) -> list[Twin]:
    """Return the verdict on every document; the judge sees the question, the text and the lure's span."""
    found = []
    for row in rows:
        document = parse(row["text"].encode(), name="mirrored.md", limits=Limits())
        start = max(0, document.text.find(row["lure_span"]))
        lines = lifelines_of(document, encode, encoder="eval")
        view = DocumentView(id=row["id"], text=document.text)
        lure = [(start, start + len(row["lure_span"]))]
        stance = judge(row["query"], lure, lines, view, encode=encode, reader=reader)
        quotes = [document.text[one.start : one.end] for one in (*stance.refuting, *stance.qualifying)]
        found.append(
            Twin(
                pair=row["pair"],
                device=row["device"],
                cue_words=row["cue_words"],
                expected=row["expected_stance"],
                roles=tuple(row["accepted_roles"]),
                decisive=tuple(row["decisive_spans"]),
                stance=stance,
                cited=counted(quotes, tuple(row["decisive_spans"])),
            )
        )
    return found


def measures(found: list[Twin]) -> list[Measure]:
    """Return the figures with exact 95 % intervals, by cue words and by device too."""
    pairs: dict[str, dict[str, Twin]] = {}
    for one in found:
        if one.pair:
            pairs.setdefault(one.pair, {})[one.expected] = one
    both = [(one["REJECTS"], one["SUPPORTS"]) for one in pairs.values()]
    refuted, standing = [one for one, _ in both], [one for _, one in both]
    kinds = {"with cue words": True, "without cue words": False}
    return [
        share("pairs told apart", (one.right and two.right for one, two in both)),
        *(
            share(f"pairs told apart, {name}", (a.right and b.right for a, b in both if a.cue_words is wanted))
            for name, wanted in kinds.items()
        ),
        share("pairs ordered", (one.leaning < two.leaning for one, two in both)),
        *(
            share(f"pairs ordered, {name}", (a.leaning < b.leaning for a, b in both if a.cue_words is wanted))
            for name, wanted in kinds.items()
        ),
        *(
            share(
                f"stated above {least}: right",
                (one.right for one in found if one.stance.confidence > least and stated(one.stance)),
            )
            for least in SURE
        ),
        share("refuted twins: REJECTS", (one.right for one in refuted)),
        share(
            "refuted twins: a decisive span cited",
            (any(touched(s, one.cited) for s in one.decisive) for one in refuted),
        ),
        share(
            "refuted twins: lure called supported", (one.stance.document_stance.value == "SUPPORTS" for one in refuted)
        ),
        share("surviving twins: SUPPORTS", (one.right for one in standing)),
        share("singles: MIXED", (one.right for one in found if not one.pair)),
        share("roles accepted", (one.stance.role.value in one.roles for one in found)),
        *(
            share(f"pairs ordered, {device}", (a.leaning < b.leaning for a, b in both if a.device == device))
            for device in sorted({one.device for one in refuted})
        ),
    ]


def main() -> None:
    """Print the figures as a table."""
    options = argparse.ArgumentParser(prog="python -m aver.evals.mirrored", description=__doc__)
    options.add_argument("documents", type=Path)
    given = options.parse_args()
    rows = [json.loads(line) for line in given.documents.read_text(encoding="utf-8").splitlines()]
    found = twins(rows, BuiltinEmbedder(workers=1).encode, BuiltinReader(workers=1).insight.stance)
    for one in measures(found):
        low, high = one.low or 0.0, one.high or 0.0
        sys.stdout.write(f"{one.name:44} {one.value or 0.0:6.3f}  n={one.count:3}  [{low:.3f}, {high:.3f}]\n")


if __name__ == "__main__":
    main()
