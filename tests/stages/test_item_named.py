"""The item of a list answers where a question names it by its label, and the line above the list says the rest (G5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.item_named import item_named
from aver.stages.quotation import accompanying
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

FEES = """The fee for a permit depends on the class of the vehicle:

- class A: 40 euros
- class B: 90 euros
- class B, electric: 60 euros
- class C: 160 euros, payable in two parts

Admission for one day:

* Adults – 6 euros
* Children under 14 – 3 euros
* Dogs – not allowed

These firms service the pumps:

1. Main pump: Berg & Co.
2. Reserve pump: Hale Ltd.

The following are not insured:

- Bicycles: whatever they cost
- Phones: whatever their age

Call us:

- Office: 0123 4567"""


def held(text: str) -> EvidencePacket:
    return packet(passage(text, title=Sealed("Road permits"), section_path=Sealed(""), uri="permits.md"))


@pytest.mark.parametrize(
    ("question", "item"),
    [
        ("What is the fee for a class B vehicle?", "- class B: 90 euros"),
        ("What does a permit for class A cost?", "- class A: 40 euros"),
        ("How much is the fee for class C?", "- class C: 160 euros, payable in two parts"),
        ("What is the fee for class B, electric?", "- class B, electric: 60 euros"),
        ("What is the admission for children under 14?", "* Children under 14 – 3 euros"),
        ("Which firm services the reserve pump?", "2. Reserve pump: Hale Ltd."),
        ("What is class B?", None),
        ("What is the fee for class D?", None),
        ("What is the fee for a class B lorry?", None),
        ("What is the fine for class B?", None),
        ("What was the fee for class B in 2019?", None),
        ("Is the fee for class B 90 euros?", None),
        ("What is the fee for class A and class B?", None),
        ("How much is the admission for dogs?", None),
        ("How much are bicycles insured for?", None),
        ("What is the number of the office to call?", None),
    ],
)
def test_an_item_is_named_by_its_label_and_the_line_that_leads_to_it(question: str, item: str | None) -> None:
    found = item_named(question, [held(FEES)])

    assert (found.text if found else None) == item


def test_it_is_quoted_with_the_line_that_leads_to_it() -> None:
    found = item_named("What is the fee for class A?", [one := held(FEES)])

    assert found is not None
    told = [
        one.passage.text.text[start - one.passage.start : end - one.passage.start] for start, end in accompanying(found)
    ]
    assert told == ["The fee for a permit depends on the class of the vehicle:"]


def test_items_of_two_documents_are_none_of_them_and_a_superseded_one_is_left_out() -> None:
    one, other = held(FEES), held(FEES.replace("90 euros", "95 euros"))
    old = replace(other, passage=replace(other.passage, freshness=Freshness.SUPERSEDED))

    assert item_named("What is the fee for class B?", [one, other]) is None
    assert item_named("What is the fee for class B?", [one, old]) is not None


@given(st.text(max_size=60), st.text("-:ab \n*1.–", max_size=200))
def test_any_question_and_any_list_are_read(question: str, text: str) -> None:
    found = item_named(f"What {question}", [held(f"Fees:\n\n{text}")])

    assert found is None or found.text
