"""What a question leaves unsaid is asked back, where nothing found is sure enough (B7, B8, I4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aver.stages.conflicts import unsaid_in
from aver.stages.planning.references import pointed_at, resolved
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Turn
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage
from tests.stages.tables import table

LOCKERS = table(
    [
        ["Locker", "Place", "Monthly fee"],
        ["K1", "Hall", "4 euros"],
        ["K2", "Hall", "6 euros"],
        ["K3", "Yard", "9 euros"],
    ]
)
TICKETS = table([["Kind", "Price"], ["Adult ticket", "12"], ["Child ticket", "5"], ["Group ticket", "60"]])
ELSEWHERE = packet(passage("Lockers are emptied in August.", document="doc_2"), packet="pkt_2")


def asked_back(question: str, *packets: EvidencePacket, scoped: bool = False) -> list[str]:
    """Return the questions back with their choices."""
    found = unsaid_in(question, packets, scoped=scoped)
    return [" ".join((one.question, *(choice.text for choice in one.choices))) for one in found]


@pytest.mark.parametrize(
    ("question", "packets", "back"),
    [
        ("What is the monthly fee for a locker?", [LOCKERS], "Which locker do you mean? K1 K2 K3"),
        ("What does a locker cost?", [LOCKERS], "Which locker do you mean? K1 K2 K3"),
        ("How much is the locker?", [LOCKERS], "Which locker do you mean? K1 K2 K3"),
        (
            "What is the price of a ticket?",
            [TICKETS],
            "Which ticket do you mean? Adult ticket Child ticket Group ticket",
        ),
        ("Who empties that locker?", [], ""),
        ("Who is in charge of that locker?", [ELSEWHERE], "What does “that locker” refer to?"),
        ("Wer ist zuständig für diese Anlage?", [ELSEWHERE, LOCKERS], "Worauf bezieht sich „diese Anlage“?"),
        ("How many days do I have?", [ELSEWHERE], "What is this about?"),
        ("Wie lange dauert es?", [ELSEWHERE], "Worum geht es dabei?"),
    ],
)
def test_what_is_unsaid_is_asked_back(question: str, packets: list[EvidencePacket], back: str) -> None:
    assert asked_back(question, *packets) == ([back] if back else [])


@pytest.mark.parametrize(
    "question",
    [
        "What is the monthly fee for locker K2?",
        "What is the fee for the locker in the yard?",
        "What is the monthly fee for lockers?",
        "Who is the locker inspector?",
        "Where is the locker?",
        "How many days before the fair must the stand be booked?",
        "What happens in that case?",
        "Which of the lockers is in that part of the hall?",
        "How much is the fee in 2024?",
    ],
)
def test_a_question_that_says_all_is_not_asked_back(question: str) -> None:
    assert asked_back(question, LOCKERS, ELSEWHERE) == []


def test_a_table_that_answers_the_same_for_all_asks_nothing_back() -> None:
    same = table([["Locker", "Fee"], ["K1", "4 euros"], ["K2", "4 euros"], ["K3", "4 euros"]])
    assert asked_back("What is the fee for a locker?", same) == []


def test_a_part_of_a_table_offers_no_choices_as_if_they_were_all() -> None:
    part = table([["K4", "4 euros"], ["K5", "6 euros"], ["K6", "9 euros"]], header=Sealed("Locker | Fee"))
    body = tuple((row, column, start, end, False) for row, column, start, end, _ in part.passage.table_cells)
    part = replace(part, passage=replace(part.passage, table_cells=body))
    assert asked_back("What is the fee for a locker?", part) == ["Which locker do you mean?"]


def test_what_is_pointed_at_may_be_the_one_document_or_the_conversation() -> None:
    assert asked_back("What is the deposit under this contract?", ELSEWHERE) == []
    assert asked_back("What is the deposit under that contract?", ELSEWHERE, LOCKERS, scoped=True) == []
    earlier = (Turn(question=Sealed("Who owns the Gerber mill?"), answer=Sealed("")),)
    assert resolved("What is the deposit for that mill?", earlier)[1] == "owns Gerber mill"


@pytest.mark.parametrize(
    "question",
    [
        "What does the manual say about that part of the contract?",
        "Is there a limit on that rate which users can change?",
        "Which mill stands in Ulm and who is the owner of that mill?",
        "If I buy the HX40, what is the warranty on that pump?",
        "Who is on duty in that week?",
    ],
)
def test_what_the_question_tells_itself_is_not_pointed_at(question: str) -> None:
    assert pointed_at(question) == ""
