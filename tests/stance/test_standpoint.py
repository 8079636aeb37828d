from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.stages.stance.relating import relate
from aver.stages.stance.standpoint import CASE_NAMES, Numbers, case_row, standpoint
from aver.stages.stance.wording import PATTERNS, echoes_outcome, wording_of
from tests.stance.made import document, encode, lifelines

TEXT = (
    "---\nstatus: {status}\n---\n\n## Rules\n\nThe yard is open to guests. Dogs stay outside.\n\n"
    "## Rejected ideas\n\nThe gate could be locked at noon. However, that would be confusing. It was not adopted.\n"
)


def numbers(passage: str, question: str, *, status: str = "Accepted") -> Numbers:
    made = document(TEXT.format(status=status))
    start = made.text.index(passage)
    case = relate(question, [(start, start + len(passage))], lifelines(made), made.text, encode)
    assert case is not None
    return standpoint(case, question, made.text)


def test_every_number_has_a_name_and_every_name_a_number() -> None:
    found = numbers("Dogs stay outside.", "Do dogs stay outside?")
    assert set(found) == set(CASE_NAMES)
    assert len(CASE_NAMES) == len(set(CASE_NAMES))


@settings(deadline=None, max_examples=40)
@given(st.text(min_size=1, max_size=80), st.sampled_from(("Accepted", "Rejected", "Draft", "")))
def test_all_numbers_are_finite_and_bounded_for_any_question(question: str, status: str) -> None:
    made = document(TEXT.format(status=status))
    case = relate(question, [(0, len(made.text))], lifelines(made), made.text, encode)
    assert case is not None
    row = case_row(case, question, made.text)
    assert row.shape == (len(CASE_NAMES),)
    assert (abs(row) <= 2.0).all()


def test_an_idea_that_opens_a_section_of_rejected_ideas_is_told_from_the_reason_that_closes_it() -> None:
    idea = numbers("The gate could be locked at noon.", "Is the gate locked at noon?")
    reason = numbers("It was not adopted.", "Was it not adopted?")
    assert (idea["down*opens"], idea["down*would"], idea["after_turns_against"]) == (1.0, 1.0, 1.0)
    assert (reason["down*opens"], reason["down*closes"], reason["after_none"]) == (0.0, 1.0, 1.0)


def test_a_question_that_speaks_against_the_idea_agrees_with_a_passage_that_does() -> None:
    agreeing = numbers("However, that would be confusing.", "Would it be confusing to lock the gate?")
    crossing = numbers("However, that would be confusing.", "Is the gate locked at noon?")
    assert (agreeing["both_against"], agreeing["only_passage_against"], agreeing["echo"]) == (1.0, 0.0, 1.0)
    assert (crossing["both_against"], crossing["only_passage_against"], crossing["echo"]) == (0.0, 1.0, 0.0)


@pytest.mark.parametrize(("status", "part"), [("Rejected", "rejected*own"), ("Accepted", "accepted*own")])
def test_what_became_of_the_document_is_read_with_the_part_that_the_section_plays(status: str, part: str) -> None:
    assert numbers("Dogs stay outside.", "Do dogs stay outside?", status=status)[part] == 1.0


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Some people claim that the gate is too narrow.", "reported"),
        ("There were some concerns about the gate.", "reported"),
        ("This document proposes a second gate.", "proposes"),
        ("A second gate is left out.", "scope"),
        ("Currently there is one gate.", "current"),
        ("Derzeit gibt es ein Tor.", "current"),
        ("Ein zweites Tor könnte helfen.", "would"),
    ],
)
def test_wording_is_read_in_english_and_german(sentence: str, name: str) -> None:
    assert wording_of(sentence)[name]
    assert set(wording_of(sentence)) == set(PATTERNS)


def test_only_words_of_an_outcome_count_as_an_echo() -> None:
    assert echoes_outcome("Was the motion rejected?", "The motion was rejected.")
    assert not echoes_outcome("Was the motion tabled?", "The motion was rejected.")
