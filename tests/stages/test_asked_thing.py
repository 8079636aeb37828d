"""A question for a thing is surer of a quote that tells of it (I1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.asked_thing import surer
from aver.stages.quotation import Unit
from aver.values.chunks import ChunkKind
from tests.stages.evidence import packet, passage

BY = 0.4055


def unit(quoted: str, before: str = "", kind: ChunkKind = ChunkKind.PROSE) -> Unit:
    held = packet(replace(passage(f"{before}{quoted}"), kind=kind))
    start = held.passage.start + len(before)
    return Unit(packet=held, start=start, end=start + len(quoted))


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("How deep should tomato seeds be sown?", "Sow the seeds 1 cm deep."),
        ("Within how many days must a violation be cured?", "It is cured within 30 days."),
        ("What is the usual fee for a bike?", "A bike costs a fee of 5 EUR."),
        ("Who appoints the third examiner?", "If they differ, the dean appoints a third."),
        ("In which city are the backups?", "Its backups are kept in Frankfurt."),
        ("In spring, how deep should tomato seeds be sown?", "Sow the seeds 1 cm deep."),
        ("I lost my key. Which desk has spare ones?", "Spare keys are kept at the porter's desk."),
        ("How rare is the syndrome?", "The syndrome affects 1 in 200,000."),
        ("sowing depth of tomato seeds", "Sow the seeds 1 cm deep."),
    ],
)
def test_a_half_becomes_the_release_floor_where_a_thing_is_asked_for(question: str, quoted: str) -> None:
    assert surer(0.5, question, unit(quoted), BY) == pytest.approx(0.6, abs=1e-4)


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Are tomato seeds sown deep?", "Sow the seeds 1 cm deep."),
        ("Why are tomato seeds sown deep?", "Sow the seeds 1 cm deep."),
        ("When tomato seeds are sown, must they be covered?", "Sow the seeds 1 cm deep."),
        ("What if tomato seeds are sown too deep?", "Sow the seeds 1 cm deep."),
        ("How does sowing differ from planting?", "Sow the seeds 1 cm deep."),
        ("Tomato seeds were sown in May, must they be covered?", "Sow the seeds 1 cm deep."),
        ("Which seeds are sown and must they be covered?", "Sow the seeds 1 cm deep."),
        ("Which seeds are sown, and why so deep?", "Sow the seeds 1 cm deep."),
        ("tomato seeds sown deep allowed", "Sow the seeds 1 cm deep."),
        ("the seeds are sown deep", "Sow the seeds 1 cm deep."),
        ("explain sowing of tomato seeds", "Sow the seeds 1 cm deep."),
        ("reasons for sowing tomato seeds deep", "Sow the seeds 1 cm deep."),
        ("How deep should tomato seeds be sown?", "The depths for sowing tomato seeds are:"),
        ("How long is a shift at the Edge team?", "A shift lasts 8 hours."),
        ("How long is parental leave?", "Parental bereavement leave is two weeks."),
        ("What is the guidance for the profit?", "Our forecast for the profit is £51.9m."),
        ("What does the orange lamp mean?", "I saw the orange lamp blink three times."),
        (
            "Who is the fire marshal for Kassel?",
            "Kassel: Silke Brandt is one of the first-aiders. The fire marshal for the office is Anita Roy.",
        ),
    ],
)
def test_other_questions_and_quotes_of_something_else_are_as_likely_as_before(question: str, quoted: str) -> None:
    assert surer(0.5, question, unit(quoted), BY) == 0.5


def test_a_name_may_stand_elsewhere_in_the_passage() -> None:
    asked = "In which city are the backups of Cobbett?"
    assert surer(0.5, asked, unit("Its backups are kept in Frankfurt.", "Cobbett is in use since May. "), BY) > 0.5
    assert surer(0.5, asked, unit("Its backups are kept in Frankfurt.", "Falk is in use since May. "), BY) == 0.5


def test_rows_of_tables_have_ways_of_their_own() -> None:
    row = unit("Nursing | 28 days", kind=ChunkKind.TABLE)
    assert surer(0.5, "How many days of leave does nursing get?", row, BY) == 0.5


@given(support=st.floats(0, 1), question=st.text(max_size=60), quoted=st.text(min_size=1, max_size=120))
def test_support_stays_a_probability_and_never_falls(support: float, question: str, quoted: str) -> None:
    assert support <= surer(support, f"What {question}?", unit(quoted), BY) <= 1.0
    assert surer(support, question, unit(quoted), 0.0) == support
