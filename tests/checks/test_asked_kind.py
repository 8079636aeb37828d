"""A quote that can't hold the kind of thing asked for is no answer, however sure a reader is of its passage (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_kind import (
    another_existence,
    another_field,
    another_rate,
    answers_whether,
    knows_nothing,
    no_such_address,
    no_time,
    only_denies,
    only_refers,
)
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
    ("asked", "quoted", "none"),
    [
        ("What is the phone number of the clinic?", "Ring the clinic, or write to desk@clinic.example.", True),
        ("telephone number of the clinic", "Write to desk@clinic.example.", True),
        ("Wie lautet die Telefonnummer der Klinik?", "Rufen Sie die Klinik an.", True),
        ("What is the clinic's e-mail address?", "The clinic answers at 0611 223.", True),
        ("What is the phone number of the clinic?", "The clinic answers at (06 11) 2-23.", False),
        ("What is the clinic's email address?", "Write to desk@clinic.example.", False),
        ("How many phone numbers may I add?", "You may add three.", False),
        ("Is my e-mail address shown?", "Addresses are hidden.", False),
        ("Which phone number do I have to give?", "The one of your office.", False),
    ],
)
def test_a_number_to_call_is_none_without_digits(asked: str, quoted: str, none: bool) -> None:
    assert no_such_address(asked, quoted) is none


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


@pytest.mark.parametrize(
    ("asked", "quoted", "other"),
    [
        ("Is there a crane in the harbour?", "There is no ferry in the harbour on Sundays.", True),
        ("Are there any cranes at the north quay?", "There are two ferries.", True),
        ("Gibt es einen Kran im Hafen?", "Am Sonntag gibt es keine Fähre im Hafen.", True),
        ("Is there a crane in the harbour?", "There is a crane for boats of up to 5 t.", False),
        ("Is there a crane in the harbour?", "Boats are lifted by the crane; there is no charge.", False),
        ("Is there a crane in the harbour?", "A gantry lifts boats of up to 5 t.", False),
        ("Where is the crane?", "There is no ferry on Sundays.", False),
    ],
)
def test_whether_there_is_one_thing_is_not_answered_by_another(asked: str, quoted: str, other: bool) -> None:
    assert another_existence(asked, quoted) is other


@pytest.mark.parametrize(
    ("asked", "quoted", "denies"),
    [
        ("What sort of rope do I need for the crane?", "Thin rope gives no hold on the crane.", True),
        ("Which ferries run on Sundays?", "The ferry to Norholm does not run on Sundays.", True),
        ("Which ferries don't run on Sundays?", "The ferry to Norholm does not run on Sundays.", False),
        ("Which ferries run on Sundays?", "No ferry runs on Sundays.", False),
        ("Which ferries run on Sundays?", "The ferry to Norholm does not run, but that to Sund does.", False),
        ("Which ferries run on Sundays?", "The ferry to Norholm runs daily.", False),
        ("What kind of ferry is it?", "It is a simple ferry that needs no engine.", False),
        ("Does the ferry run on Sundays?", "The ferry does not run on Sundays.", False),
        ("Who gets a permit?", "New rules: employees who live near no longer get a permit.", True),
        ("Wer darf parken?", "Gäste dürfen dort nicht parken.", True),
        ("Who gets a permit?", "Employees get a permit, guests don't.", False),
        ("Who gets a permit?", "Nobody who lives near can't walk.", False),
        ("Who does not get a permit?", "Guests do not get a permit.", False),
        ("Who led the team?", "Ada Brandt was the first not born there to lead the team.", False),
    ],
)
def test_which_one_is_not_answered_by_one_that_is_not(asked: str, quoted: str, denies: bool) -> None:
    assert only_denies(asked, quoted) is denies


@pytest.mark.parametrize(
    ("asked", "quoted", "whether"),
    [
        ("What does a room cost?", "Yes, from 100 euros on.", True),
        ("Was kostet ein Raum?", "Ja, ab 100 Euro.", True),
        ("What is allowed?", "No dogs.", False),
        ("Is a deposit asked for?", "Yes, of 100 euros.", False),
        ("deposit for a room", "Yes, of 100 euros.", False),
    ],
)
def test_yes_answers_only_what_is_asked_whether(asked: str, quoted: str, whether: bool) -> None:
    assert answers_whether(asked, quoted) is whether


@pytest.mark.parametrize("quoted", ["No idea, sorry.", "We don't know.", "To be announced.", "Keine Ahnung."])
def test_a_text_that_knows_nothing_answers_nothing(quoted: str) -> None:
    asked = "Who pays?"
    assert knows_nothing(quoted)
    assert not knows_nothing("Nobody knows better.")
    assert other_than_asked(asked, f"{asked}\n\n{quoted}", names="", evidence=quoted, around=quoted)


def test_what_stands_under_the_very_question_is_about_what_it_asks() -> None:
    asked, said = "How long is the notice for full-time staff?", "It is that of part-time staff: two weeks."
    assert other_than_asked(asked, said, names="", evidence=said, around=said)
    assert not other_than_asked(asked, f"{asked}\n\n{said}", names="", evidence=said, around=said)
    assert not other_than_asked(asked, said, names=f"Questions > {asked}", evidence=said, around=said)


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
        another_existence(asked, quoted),
        only_denies(asked, quoted),
    } <= {True, False}
