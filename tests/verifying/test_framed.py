"""An item of a list and a row of a table are evidence of what they stand under, and of nothing else (E6, H1, H4)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aver.flows.verify_sources import passages_of
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.verifying.finding_evidence import _under_one
from aver.stages.verifying.ground import Ground, ground_of, stems_of
from aver.values.pairs import Entailed
from aver.values.verification import GivenSource
from tests.verifying.given import NO, YES, Scripted, verified

ROOM = """# Reading room

Readers may bring:

- pencils
- sheets of paper

The following must be left in a locker:

- pens and markers
- coats
"""
POOL = """<table><tr><th>Visitor</th><th>Single</th></tr><tr><th colspan=2>Weekdays</th></tr>
<tr><td>Adults</td><td>5</td></tr>
<tr><th colspan=2>Weekends</th></tr><tr><td>Adults</td><td>6</td></tr></table>"""


def grounded(text: str, name: str) -> Ground:
    content = text.encode()
    return ground_of(passages_of(parse(content, name=name, limits=Limits()), uri=name, content=content))


def said(ground: Ground, *wanted: str) -> list[list[str]]:
    units = tuple(unit for unit in ground.units if any(one in ground.words(unit) for one in wanted))
    return [[ground.words(unit) for unit in part] for part in _under_one(units, ground)]


def test_what_leads_into_another_list_is_no_evidence_beside_an_item() -> None:
    ground = grounded(ROOM, "room.md")
    assert said(ground, "pencils", "must be left") == [["- pencils"]]
    assert said(ground, "pencils", "pens", "coats") == [["- pencils"], ["- pens and markers", "- coats"]]
    assert said(ground, "must be left") == [["The following must be left in a locker:"]]


def test_rows_under_different_labels_are_not_joined() -> None:
    ground = grounded(POOL, "pool.html")
    assert said(ground, "Adults") == [["Adults | 5"], ["Adults | 6"]]
    assert said(ground, "Weekdays", "Adults | 6") == [["Adults | 6"]]


@pytest.mark.parametrize(
    ("cited", "words", "elsewhere"),
    [
        ("- pencils", "pens", True),
        ("- pencils", "locker", True),
        ("- pencils", "paper", False),
        ("- pencils", "reading room", False),
        ("- pencils", "keyboard", False),
        ("Readers may bring", "pens", True),
        ("Readers may bring", "pencils", False),
        ("Reading room", "pens", False),
    ],
)
def test_words_that_stand_under_another_lead_in_are_seen(cited: str, words: str, *, elsewhere: bool) -> None:
    ground = grounded(ROOM, "room.md")
    (unit,) = [one for one in ground.units if cited in ground.words(one)]
    assert ground.under_another([ground.cite(unit)], stems_of(words)) is elsewhere


class SureOfLists(Scripted):
    """A scorer that takes any claim for entailed by what has a list in it."""

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        """Judge by the looks of the evidence alone."""
        return tuple(YES if "- " in text or ":" in text else NO for text in evidence)


def released(claim: str) -> bool:
    source = GivenSource(id="room.md", text=ROOM, markdown=True)
    return verified(claim, scorer=SureOfLists(), sources=(source,)).claims[0].released


def test_a_scorer_that_is_sure_of_all_is_held_to_the_list_that_an_item_stands_in() -> None:
    assert released("Readers may bring pencils.")
    assert not released("Readers may bring pens.")
    assert not released("Pencils must be left in a locker.")
    assert released("Coats must be left in a locker.")
