"""A quote of a thing is surer where that alone is asked for, and no surer as one part of a question (B4, I1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aver.flows.gathering import Quoted, quotations
from aver.stages.quotation import QuotedUnit, Unit
from aver.stages.relevance import Logistic
from aver.stages.tuning import DEFAULT
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

HALF = replace(DEFAULT, support=Logistic(weights=(), bias=0.0), looking_up=0.4055)


def part(number: int, asked: str, told: str) -> Quoted:
    shown = packet(passage(told))
    unit = Unit(packet=shown, start=shown.passage.start, end=shown.passage.end)
    sub_question = SubQuestion(number=number, text=Sealed(asked))
    return Quoted(part=sub_question, units=(QuotedUnit(unit=unit, features=(), score=0.5),), read=True)


def test_a_thing_is_surer_alone_and_not_as_a_part() -> None:
    depth = part(1, "How deep should tomato seeds be sown?", "Sow the seeds 1 cm deep.")
    month = part(2, "In which month should tomato seeds be sown?", "Sow the seeds in March.")

    [alone] = quotations([depth], (), HALF)
    both = quotations([depth, month], (), HALF)

    assert alone.support == pytest.approx(0.6, abs=1e-4)
    assert [one.support for one in both] == [0.5, 0.5]
