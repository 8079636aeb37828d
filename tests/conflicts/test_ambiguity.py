"""Which case is meant: asked back only where the evidence gives each its own answer (B8, I4)."""

from __future__ import annotations

import pytest

from aver.stages.conflicts import ambiguities_in
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage


def section(number: int, heading: str, text: str) -> EvidencePacket:
    """Return the packet of one section of the one document."""
    of = passage(text, start=number * 1000, chunk=f"chk_{number}", section_path=Sealed(f"Notice > {heading}", "doc_1"))
    return packet(of, packet=f"pkt_{number}", rank=number)


STAFF = section(1, "Employees", "The notice period is four weeks.")
HEADS = section(2, "Managers", "The notice period is three months.")


def test_sections_with_values_of_their_own_are_offered_as_choices() -> None:
    found = ambiguities_in("How long is the notice period?", [STAFF, HEADS])
    assert [choice.text for choice in found[0].choices] == ["Employees", "Managers"]


@pytest.mark.parametrize(
    ("question", "packets"),
    [
        ("How long is the notice period for managers?", [STAFF, HEADS]),
        ("Why is there a notice period?", [STAFF, HEADS]),
        ("How long is the notice period?", [STAFF]),
        ("How long is the notice period?", [STAFF, section(2, "Managers", "The notice period is four weeks.")]),
        ("How long is the notice period?", [STAFF, section(2, "Managers", "Managers agree on a date.")]),
        ("How long is the notice period?", []),
    ],
)
def test_nothing_is_asked_back_where_the_case_is_named_or_the_answer_is_one(
    question: str, packets: list[EvidencePacket]
) -> None:
    assert ambiguities_in(question, packets) == ()
