"""A quote that can't hold the kind of thing asked for is no answer, however sure a reader is of its passage (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_kind import another_field, another_rate, no_time, only_refers
from aver.stages.checks.asked_values_stand_in_evidence import other_than_asked

RECORD = """Number: 17
Title: Harbour 3.1 closing schedule
Author: Ines Bakke
Status: Final
Created: 9 November 2024"""


@pytest.mark.parametrize(
    ("asked", "quoted", "none"),
    [
        ("When was the flag adopted?", "The flag is green, as is the harbour's newsletter.", True),
        ("When was the flag adopted?", "It was adopted in the spring.", False),
        ("When may I appeal?", "You may appeal once the decision has been sent.", False),
        ("When was it adopted?", "It was adopted on 3 May 2019.", False),
        ("Wann wurde die Flagge eingeführt?", "Die Flagge ist grün.", True),
        ("Wann wird gewählt?", "Gewählt wird alle vier Jahre.", False),
        ("Who adopted the flag?", "The flag is green.", False),
    ],
)
def test_when_is_answered_by_a_time(asked: str, quoted: str, none: bool) -> None:
    assert no_time(asked, quoted) is none


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("Who is the closing manager of Harbour 3.1?", True),
        ("Who sponsors the closing schedule?", True),
        ("What does the harbour closing cost?", True),
        ("Who wrote the closing schedule?", False),
        ("Who is the author of the schedule?", False),
        ("When was the closing schedule created?", False),
        ("Which status has the schedule?", False),
    ],
)
def test_a_record_answers_for_its_own_fields(asked: str, other: bool) -> None:
    assert another_field(asked, RECORD) is other


def test_a_sentence_with_a_colon_is_no_record() -> None:
    assert not another_field("Who is the closing manager?", "Note: the manager of the closing is Ines Bakke.")


@pytest.mark.parametrize(
    ("asked", "quoted", "nothing"),
    [
        ("Type of Harbour rules: closing and opening?", "- :doc:`17`: Closing and opening", True),
        ("Which sensor reads corks of iron?", "The sensor reads corks.", False),
        ("Which rules close the harbour?", "- :doc:`17`: Closing and opening", False),
    ],
)
def test_what_only_refers_the_question_answers_nothing(asked: str, quoted: str, nothing: bool) -> None:
    assert only_refers(asked, quoted) is nothing


@pytest.mark.parametrize(
    ("asked", "quoted", "other"),
    [
        ("What does a permit cost a year?", "A permit costs £15 a month.", True),
        ("What do oak boards cost per square metre?", "Oak boards cost €1,180 per cubic metre.", True),
        ("Was kostet die Karte pro Jahr?", "Die Karte kostet 9 Euro im Monat.", True),
        ("What does a permit cost a year?", "A permit costs £15 a month, or £150 for a year.", False),
        ("What does a permit cost a year?", "A permit costs £150.", False),
        ("What does a permit cost?", "A permit costs £15 a month.", False),
    ],
)
def test_a_rate_per_another_thing_is_not_the_one_asked_for(asked: str, quoted: str, other: bool) -> None:
    assert another_rate(asked, quoted) is other


def test_the_check_says_so() -> None:
    said = other_than_asked(
        "When was it adopted?", "The flag is green.", names="", evidence="The flag is green.", around=""
    )
    assert said == "nothing of the kind asked for is quoted"


@given(st.text(), st.text())
def test_any_text_is_judged(asked: str, quoted: str) -> None:
    assert {
        no_time(asked, quoted),
        another_field(asked, quoted),
        only_refers(asked, quoted),
        another_rate(asked, quoted),
    } <= {True, False}
