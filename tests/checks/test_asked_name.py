"""What is told of the region of a place is no answer about the place (B6)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_name import named_after_it, told_of_others
from aver.stages.checks.asked_values_stand_in_evidence import other_than_asked


@pytest.mark.parametrize(
    ("asked", "quoted", "another"),
    [
        ("Wie viele Einwohner hat Berlin?", "Die Agglomeration Berlin hat rund 4,8 Millionen Einwohner.", True),
        ("Wie viele Einwohner hat Berlin?", "Alter in Berlin 2020\n\nDie Agglomeration Berlin hat 4 Einwohner", True),
        ("Wie viele Einwohner hat Berlin?", "Die Stadt Berlin hat 3,7 Millionen Einwohner.", False),
        ("Wie viele Einwohner hat Berlin?", "Berlin hat 3,7, die Agglomeration Berlin 4,8 Millionen Einwohner.", False),
        ("Wie viele Einwohner hat die Agglomeration Berlin?", "Die Agglomeration Berlin hat 4,8 Millionen.", False),
        ("How many inhabitants does Paris have?", "The Paris region has 12 million inhabitants.", True),
        ("How many inhabitants does Paris have?", "The Paris metropolitan area has 12 million.", True),
        ("How large is the Paris region?", "The Paris region has 12 million inhabitants.", False),
        ("How many students does Leeds have?", "The University of Leeds has 40,000 students.", True),
        ("How many people live in London?", "Nine million people live in Greater London.", True),
        ("How many people live in London?", "Nine million people live in London.", False),
        ("How many students does Harvard have?", "Harvard University has 23,000 students.", False),
        ("Where is the region?", "The Paris region is in the north.", False),
    ],
)
def test_what_is_only_named_after_a_place_is_another_thing(asked: str, quoted: str, another: bool) -> None:
    assert named_after_it(asked, quoted) is another
    reason = other_than_asked(asked, quoted, names="", evidence=quoted, around=quoted)
    assert (reason == "a sibling of what is asked about is quoted") is another


@given(st.text(), st.text())
def test_any_text_is_read(asked: str, quoted: str) -> None:
    assert named_after_it(asked, quoted) in (True, False)


def test_a_long_text_is_read_in_seconds() -> None:
    begun = time.monotonic()
    assert not named_after_it("How large is " + "Berlin " * 50 + "?", "Region of Berlin, " * 5_000 + "Berlin")
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("asked", "quoted", "others"),
    [
        ("How much is the award?", "Our competitor Varley pays an award of 1,000 euros.", True),
        ("How much is the award?", "Unser Mitbewerber Varley zahlt eine Prämie von 1.000 Euro.", True),
        ("How much is the award at Varley?", "Our competitor Varley pays an award of 1,000 euros.", False),
        ("What do competitors pay?", "Most competitors pay an award of 1,000 euros.", False),
        ("How much is the award?", "A survey says that employers in our sector pay an award of 250 euros.", True),
        ("What did ABC air?", "ABC became a competitor to NBC and aired symphonies against its rivals.", False),
        ("How much is the award?", "The award is 500 euros. Our competitor Varley sells boats.", False),
    ],
)
def test_what_a_competitor_does_answers_only_who_asks_about_it(asked: str, quoted: str, others: bool) -> None:
    assert told_of_others(asked, quoted) is others
    reason = other_than_asked(asked, quoted, names="", evidence=quoted, around=quoted)
    assert (reason == "a sibling of what is asked about is quoted") is others
