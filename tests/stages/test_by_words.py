"""Which way finds an answer by the words of a question, and in which edition (G5, C3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aver.stages.asked_there import ASKED_THERE
from aver.stages.by_words import found_by_words, latest
from aver.stages.planning import plan_of
from aver.stages.row_lookup import LOOKED_UP
from aver.stages.said_there import SAID
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Inquiry, Plan
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage
from tests.stages.tables import table

FAQ = packet(passage("What does a key cost?\n\nNothing.", document="doc_1"), packet="pkt_1")
ROW = table([["Item", "Cost"], ["Key", "3 EUR"], ["Lock", "9 EUR"]], named="chk_2")
SAYS = packet(passage("A key costs 5 EUR.", document="doc_3"), packet="pkt_3")


def plan(question: str) -> Plan:
    return plan_of(Inquiry(question=Sealed(question)), today="2026-11-28")


@pytest.mark.parametrize(
    ("packets", "found"),
    [
        ([SAYS, ROW, FAQ], ("What does a key cost?\n\nNothing.", ASKED_THERE)),
        ([SAYS, ROW], ("Key | 3 EUR", LOOKED_UP)),
        ([SAYS], ("A key costs 5 EUR.", SAID)),
        ([], None),
    ],
)
def test_the_very_question_goes_before_a_row_and_that_before_a_statement(
    packets: list[EvidencePacket], found: tuple[str, float] | None
) -> None:
    asked = "What does a key cost?"
    one = found_by_words(asked, packets, plan(asked))
    assert (None if one is None else (one[0].text, one[1])) == found


def test_an_earlier_years_edition_finds_nothing_unless_it_is_asked_for() -> None:
    old = replace(SAYS, passage=replace(SAYS.passage, title=Sealed("Prices 2025")))
    new = packet(passage("A lock costs 9 EUR.", document="doc_4", title=Sealed("Prices 2026")), packet="pkt_4")

    assert list(latest("What does a key cost?", [old, new], as_of="2026-11-28")) == [new]
    assert list(latest("What does a key cost?", [old, new], as_of="2025-11-28")) == [old, new]
    assert list(latest("What did a key cost in 2025?", [old, new], as_of="2026-11-28")) == [old, new]
    assert found_by_words("What does a key cost?", [old, new], plan("What does a key cost?")) is None
    assert found_by_words("What does a key cost?", [old], plan("What does a key cost?")) is not None
