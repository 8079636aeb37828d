"""Whether a line asks the very question: the same words in the same order (G5)."""

from __future__ import annotations

import pytest

from aver.stages.same_question import asks, asks_just_that


@pytest.mark.parametrize(
    ("line", "question", "same"),
    [
        ("## Can I change the name?", "can you change a name", True),
        ("Q3: What's the fee?", "What is the fee?", True),
        ("**Where is my data kept?**", "Where is your data kept?", True),
        ("Wie kündige ich?", "wie kündige ich", True),
        ("Can guests invite members?", "Can members invite guests?", False),
        ("Can guests invite members?", "Can't guests invite members?", False),
        ("What is the fee for 2025?", "What is the fee for 2026?", False),
        ("When does it open?", "When did it open?", False),
        ("Can guests invite members.", "Can guests invite members?", False),
    ],
)
def test_words_and_their_order_tell_a_question(line: str, question: str, same: bool) -> None:
    assert asks_just_that(line, question) is same


@pytest.mark.parametrize(
    ("line", "does"),
    [
        ("How do I sign in?", True),
        ("Bekomme ich eine Rechnung?", True),
        ("How does this work?", False),
        ("faster than every six months?", False),
        ("CLOCK_UPTIME   1 ns   No   ?", False),
        ("Guests may vote.", False),
        ("", False),
    ],
)
def test_a_line_asks_that_is_understood_alone(line: str, does: bool) -> None:
    assert asks(line) is does
