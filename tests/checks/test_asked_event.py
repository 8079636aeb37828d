"""A date is quoted for what happened then, not for its opposite (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_case import another_case

BEGUN = "The church was begun in 1838 by Roper; after his death it was finished by his widow."


def other(asked: str, quoted: str) -> bool:
    """Return whether `quoted`, under no title, speaks of another case."""
    return another_case(asked, quoted, names="", evidence=quoted)


@pytest.mark.parametrize(
    ("asked", "quoted"),
    [
        ("In what year was the church finished?", BEGUN),
        ("When did the mill close?", "The mill was opened in 1901."),
        ("When was the plan approved?", "The plan was submitted on 3 May 2021 and later approved."),
        ("Wann wurde das Werk geschlossen?", "Das Werk wurde 1901 gegründet und später geschlossen."),
    ],
)
def test_the_date_of_the_opposite_is_another_case(asked: str, quoted: str) -> None:
    assert other(asked, quoted)


@pytest.mark.parametrize(
    ("asked", "quoted"),
    [
        ("In what year was the church begun?", BEGUN),
        ("When did the mill close?", "The mill opened in 1901 and closed in 1964."),
        ("When was the church finished?", "Begun in 1838, the church was consecrated in 1845."),
        ("When was it built between start and completion?", "It was started in 1838."),
        ("Who finished the church?", BEGUN),
    ],
)
def test_its_own_date_and_one_of_neither_are_answers(asked: str, quoted: str) -> None:
    assert not other(asked, quoted)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_judged(asked: str, quoted: str) -> None:
    assert other(asked, quoted) in (True, False)


@pytest.mark.parametrize(
    ("asked", "quoted", "other"),
    [
        ("How long does a restore take?", "The provider begins a restore within 30 minutes.", True),
        ("Wie lange dauert der Umbau?", "Der Umbau beginnt innerhalb von drei Wochen.", True),
        ("How long does a restore take?", "It begins within 30 minutes and takes two hours.", False),
        ("How soon does a restore begin?", "The provider begins a restore within 30 minutes.", False),
    ],
)
def test_how_soon_it_begins_is_not_how_long_it_takes(asked: str, quoted: str, other: bool) -> None:
    assert another_case(asked, quoted, names="", evidence=quoted) is other
