"""Another day of the week than the one asked about is no answer (B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_day import another_day


@pytest.mark.parametrize(
    ("asked", "quoted", "other"),
    [
        ("When does the room close on Sundays?", "On Saturdays the room closes at 14:00.", True),
        ("When does the room close on Saturdays?", "On Saturdays the room closes at 14:00.", False),
        ("When does the room close?", "On Saturdays the room closes at 14:00.", False),
        ("When does the room close on Sundays?", "The room closes at 18:00.", False),
        ("When is it open on Wednesday?", "Tuesday to Sunday, 10:00 to 17:00.", False),
        ("When is it open on Monday?", "Tuesday to Sunday, 10:00 to 17:00.", True),
        ("When is it open on Sunday?", "Open Fri-Mon, 9-12.", False),
        ("When is it open at the weekend?", "Open Mon.-Fri., 9-12.", True),
        ("When is it open on Friday?", "Weekdays from 9 to 12.", False),
        ("When is it open on Sunday?", "It is open daily from 9 to 12.", False),
        ("Is it open on Monday?", "Tuesday to Sunday, 10:00 to 17:00.", False),
        ("How long does the sun shine on Monday?", "The sun shines for 5 hours.", False),
        ("How hot is the sun?", "On Mondays the tour is about the sun.", False),
        ("Wann ist sonntags offen?", "Samstags ist bis 14 Uhr offen.", True),
        ("Wann ist mittwochs offen?", "Mo-Fr 8-16 Uhr.", False),
    ],
)
def test_the_days_asked_about_are_among_those_quoted(asked: str, quoted: str, other: bool) -> None:
    assert another_day(asked, quoted, shown=quoted) is other


def test_a_day_may_stand_in_the_heading() -> None:
    assert not another_day("When is it open on Sunday?", "Open until 14:00, not on Mondays.", shown="Sundays")


@given(asked=st.text(max_size=80), quoted=st.text(max_size=200))
def test_any_text_is_judged(asked: str, quoted: str) -> None:
    assert another_day(f"When is it on Monday {asked}", quoted, shown="") in (True, False)
