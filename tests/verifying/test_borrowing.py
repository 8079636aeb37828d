"""What a claim says of one thing and its evidence of another, and what holds only by what stands beside it (H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.verifying.borrowing import borrowed, counts_from_another, denied_more_narrowly, done_by_another
from aver.stages.verifying.leaning import of_another_time, only_former
from aver.stages.verifying.misreading import misread
from aver.values.verification import GivenSource
from tests.stages.evidence import passage
from tests.verifying.given import YES, Scripted, verified

NOTES = """# Notes

Attendance at lectures is voluntary. Attendance at the two field trips is compulsory.

Personal plans can be cancelled at any time. Business plans run for twelve months and are cancelled in writing.

Transport is arranged by the lender and paid for by the borrower.

Costs are borne by the claimant to 60 %, by the defendant to 40 %.

Lunch costs 4.20 euros from January (previously 3.80 euros).

Hosts pay by the 10th of the following month. Dealers are credited within 21 days of our receiving the goods.

Is a dog taxed? No, there is no visitor tax for dogs.

Mr Lund: Is it true that lorries will pay no toll?

Mr Hale (Authority): No. Lorries will pay 18 euros.

A resident wrote: "Cars should be banned from Market Street altogether."

Old valves have a spring of steel. Such springs corrode after 500 openings.

Members of these clubs need no pass for a stay of up to 30 days:

1. Brenn
2. Holm

Members of these clubs need a pass for every stay:

1. Ostra

The entry fee is

- class A: 120 euros
- class C: 60 euros

| Feature | Lumo 300 | Lumo 300 S |
|---|---|---|
| Power | 550 W | 620 W |
"""


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Attendance at lectures is compulsory.", False),
        ("Attendance at the field trips is compulsory.", True),
        ("Business plans can be cancelled at any time.", False),
        ("Personal plans can be cancelled at any time.", True),
        ("Transport is paid for by the borrower.", True),
        ("Costs are borne by the defendant to 40 %.", True),
        ("Lunch costs 3.80 euros.", False),
        ("Lunch previously cost 3.80 euros.", True),
        ("Hosts pay by the 10th of the following month.", True),
        ("Dealers are credited within 21 days of sending the goods.", False),
        ("Dealers are credited within 21 days of receiving the goods.", True),
        ("There is no dog tax.", False),
        ("There is no visitor tax for dogs.", True),
        ("Lorries will pay 18 euros.", True),
        ("Cars should be banned from Market Street altogether.", False),
        ("Springs corrode after 500 openings.", False),
        ("Springs of steel corrode after 500 openings.", True),
        ("Members of Ostra need a pass for every stay.", True),
        ("The entry fee is 60 euros.", False),
        ("The entry fee for class C is 60 euros.", True),
        ("The Lumo 300 has a power of 620 W.", False),
        ("The Lumo 300 S has a power of 620 W.", True),
    ],
)
def test_what_is_told_of_another_carries_no_claim_however_sure_a_scorer_is(claim: str, holds: bool) -> None:
    source = GivenSource(id="notes.md", text=NOTES, markdown=True)
    assert verified(claim, scorer=Scripted(otherwise=YES), sources=(source,)).claims[0].released is holds


def test_a_doer_a_month_and_a_question_are_told_apart_in_their_own_sentence() -> None:
    """These alone: where a scorer says yes to all there is, other sentences carry the claims."""
    assert done_by_another(
        "It is paid for by the lender.", "It is arranged by the lender and paid for by the borrower."
    )
    assert of_another_time("Hosts pay by the 10th of the month.", "Hosts pay by the 10th of the following month.")
    talk = "Mr Lund: Is it true that lorries will pay no toll?\nMr Hale (Authority): No. Lorries will pay 18 euros."
    source = passage(talk)
    asked = (source, source.start, source.start + talk.index("\n"))
    assert misread("Lorries will pay no toll.", [asked]) == "a question is no statement, and its answer is another"


@given(st.text(max_size=200), st.text(max_size=400))
def test_any_texts_are_read(claim: str, text: str) -> None:
    """Neither a claim nor a source can make a check raise, and a text says nothing else of itself."""
    assert not only_former(text, text) or claim != text
    for check in (done_by_another, denied_more_narrowly, counts_from_another, of_another_time, only_former):
        assert check(claim, text) in (True, False)
    assert borrowed(claim, text.splitlines()) in (True, False)
    if text:
        source = passage(text)
        assert isinstance(misread(claim, [(source, source.start, source.end)]), str)
