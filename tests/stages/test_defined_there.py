"""The definition of the term that is asked about (G5)."""

from __future__ import annotations

import pytest

from aver.stages.defined_there import defined_there
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

LEASE = packet(
    passage(
        '1.1 In it:\n\n- "Rent" means 18,400 euros a year.\n\n- The "Term" means five years from 1 March 2025.\n\n'
        '- "Yard" shall mean the yard behind the mill.',
        title=Sealed("Lease of the mill"),
    )
)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("How much is the rent a year?", '"Rent"'),
        ("How long is the term of the lease?", 'The "Term"'),
        ("When does the term begin?", 'The "Term"'),
        ("What does yard mean?", '"Yard"'),
        ("How long is the yard?", None),
        ("What does the term cost?", None),
        ("How much is the rent for a garage?", None),
        ("What is the rent and the term?", None),
        ("What is the rent before March?", None),
        ("Is the rent paid?", None),
    ],
)
def test_a_term_is_answered_by_its_definition(question: str, begins: str | None) -> None:
    found = defined_there(question, [LEASE])
    assert begins is None if found is None else begins is not None and found.text.removeprefix("- ").startswith(begins)


def test_two_definitions_of_one_term_answer_nothing() -> None:
    other = packet(passage('"Rent" means 900 euros a month.', document="doc_2"), packet="pkt_2")
    assert defined_there("How much is the rent?", [LEASE, other]) is None
