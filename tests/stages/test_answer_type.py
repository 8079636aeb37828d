"""What kind of thing a question asks for, and whether a text holds one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.answer_type import UNKNOWN, matches_expected_type


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("When was the policy adopted?", "It was adopted in 2019.", 1.0),
        ("When was the policy adopted?", "The board adopted it.", 0.0),
        ("How long do refunds take?", "Refunds take fourteen days.", 1.0),
        ("How many seats are there?", "There are twelve seats.", 1.0),
        ("How many seats are there?", "There are some seats.", 0.0),
        ("Wie viele Plätze gibt es?", "Es gibt 40 Plätze.", 1.0),
        ("Who wrote the proposal?", "It was written by Ada Lovelace.", 1.0),
        ("Who wrote the proposal?", "it was written by the board.", 0.0),
        ("Seit wann gilt das Gesetz?", "Es gilt seit März.", 1.0),
    ],
)
def test_a_text_is_judged_by_the_type_that_the_question_asks_for(question: str, text: str, expected: float) -> None:
    assert matches_expected_type(question, text) == expected


def test_a_question_without_a_type_says_nothing() -> None:
    assert matches_expected_type("Why does the engine stop?", "In 2019, Ada counted 7.") == UNKNOWN


@given(question=st.text(max_size=80), text=st.text(max_size=200))
def test_the_signal_is_one_of_three_values(question: str, text: str) -> None:
    assert matches_expected_type(question, text) in {0.0, UNKNOWN, 1.0}
