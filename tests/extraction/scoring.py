"""Score extraction on the labelled sentences: `python -m tests.extraction.scoring` prints what docs/claims.md reports.

A labelled candidate is right where kind, predicates and target are; a predicate, target or kind that no label has is
wrong. Facts aren't labelled: they are the document's own words.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from aver.flows.packs import pack_named, read_pack
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.extraction import candidates_in
from aver.stages.metrics import clopper_pearson
from aver.stages.packs.expressions import Applied, Expression, expression_of
from aver.values.claims import StoredKind
from aver.values.packs import Pack

HERE = Path(__file__).parent
SETS = ("held-out", "held-out-2")

Typed = tuple[str, frozenset[str], str]
"""Kind, everything that has to hold for the rule to stand against an inquiry, target."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One labelled text: what was expected of it and what came out, facts left out."""

    id: str
    text: str
    expected: Counter[Typed]
    found: Counter[Typed]

    @property
    def right(self) -> int:
        return (self.expected & self.found).total()

    @property
    def wrong(self) -> Counter[Typed]:
        return self.found - self.expected


@lru_cache
def pack_of(name: str) -> Pack:
    own = HERE / "packs" / name
    return read_pack(own) if own.is_dir() else pack_named(name)


def scored(name: str) -> tuple[Scored, ...]:
    rows = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return tuple(_scored(row) for row in rows)


def _scored(row: dict[str, object]) -> Scored:
    text = f"# {row['title']}\n\n{row['text']}\n"
    document = parse(text.encode(), name="page.md", limits=Limits())
    found = candidates_in(document, pack_of(str(row["pack"])), minimum=0).candidates
    typed = (
        _typed(one.kind.value, one.when, one.forbids, one.target) for one in found if one.kind is not StoredKind.FACT
    )
    labels = row["expect"]
    assert isinstance(labels, list)
    expected = Counter(_typed(*label) for label in labels)
    return Scored(str(row["id"]), str(row["text"]), expected, Counter(typed))


def _typed(kind: str, when: str, forbids: str, target: str) -> Typed:
    """Return a candidate by meaning: a constraint stands where `when` and `forbids` both hold, in any order."""
    return kind, frozenset(part for one in (when, forbids) if one for part in _conjuncts(expression_of(one))), target


def _conjuncts(one: Expression) -> Iterator[str]:
    if isinstance(one, Applied) and one.operator == "&&":
        for operand in one.operands:
            yield from _conjuncts(operand)
    else:
        yield repr(one)


def figures(rows: Sequence[Scored]) -> str:
    """Return precision and recall of what was found, with exact 95 % intervals (Clopper-Pearson)."""
    right = sum(one.right for one in rows)
    counts = (right + sum(one.wrong.total() for one in rows), sum(one.expected.total() for one in rows))
    shares = []
    for n in counts:
        low, high = clopper_pearson(right, n)
        shares.append(f"{right}/{n} [{low:.2f}, {high:.2f}]")
    return " | ".join(shares)


def main() -> None:
    for name in SETS:
        rows = scored(name)
        print(f"| `{name}` | {len(rows)} | {figures(rows)} |")  # noqa: T201
        for one in rows:
            if one.wrong or one.right < one.expected.total():
                print(f"  {one.id} {one.text!r}\n    wrong {list(one.wrong)}")  # noqa: T201


if __name__ == "__main__":
    main()
