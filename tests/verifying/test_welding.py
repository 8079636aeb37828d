"""Claims that join what their evidence tells apart, and cells of tables that need no scorer (H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.verifying.welding import denied_at_the_end, denied_by_label, plain_words, welded
from aver.values.verification import GivenSource
from tests.verifying.given import NO, YES, Scripted, verified

REPORT = """# Report 2025

All amounts in thousands of euros unless stated otherwise.

## Key figures

| | 2025 | 2024 (restated) |
|---|---:|---:|
| Revenue | 48,210 | 44,905 |
| Net profit | 2,615 | (310) |
| Dividend per share (euros) | 0.35 | – |
| Employees at year end | 412 | 398 |
"""
FEES = """# Fees

| Treatment | Private | Members | Duration |
|---|---|---|---|
| Consultation | 60 € | 40 € | 30 min |
| Follow-up | 35 € | free | 15 min |
| X-ray | 90 €* | from 75 € | 10 min |

*By appointment.
"""
EFFECTS = """| How often | Side effects |
|---|---|
| Very common (more than 1 in 10) | none |
| Common (up to 1 in 10) | dizziness, tiredness |
| Rare (up to 1 in 1,000) | fainting |
"""
TENDER = """# Buses

**Question 1:** Can the buses be delivered in February?

Answer: No. The date remains unchanged.

**Question 2:** Can payment be made in two parts?

Answer: Yes.
"""
JUDGMENT = """# Halvorsen v Board

**Lord Justice Marr:**

1. The notice created a duty.

**Lord Justice Pike** (dissenting):

2. I would dismiss the appeal. The notice bound nobody.
"""


def released(claim: str, text: str, scorer: Scripted) -> bool:
    source = GivenSource(id="notes.md", text=text, markdown=True)
    return verified(claim, scorer=scorer, sources=(source,)).claims[0].released


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Revenue in 2025 was 48,210 thousand euros.", True),
        ("Revenue was 48,210 in 2025.", True),
        ("The dividend per share for 2025 was 0.35 euros.", True),
        ("Revenue in 2024 was 44,905 thousand euros.", True),
        ("Revenue in 2025 was 48,210 euros.", False),
        ("Revenue in 2025 was 48,210 million euros.", False),
        ("Revenue in 2025 was 44,905 thousand euros.", False),
        ("Net profit in 2024 was 310 thousand euros.", False),
        ("Revenue in 2025 was at most 48,210 thousand euros.", False),
        ("Only revenue in 2025 was 48,210 thousand euros.", False),
        ("Revenue in Norway in 2025 was 48,210 thousand euros.", False),
    ],
)
def test_a_cell_named_by_row_and_column_needs_no_scorer(claim: str, holds: bool) -> None:
    assert released(claim, REPORT, Scripted(otherwise=NO)) is holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("The consultation takes 30 minutes.", True),
        ("Members pay 40 € for a consultation.", False),
        ("A consultation costs 60 €.", False),
        ("Private: the X-ray costs 90 €.", False),
        ("Members: the X-ray costs 75 €.", False),
        ("The X-ray takes 30 minutes.", False),
    ],
)
def test_a_column_may_be_named_by_its_unit_and_what_is_noted_or_bounded_is_left_to_the_scorer(
    claim: str, holds: bool
) -> None:
    assert released(claim, FEES, Scripted(otherwise=NO)) is holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Dizziness is a common side effect.", True),
        ("Fainting is a common side effect.", False),
        ("Fainting is very common.", False),
    ],
)
def test_what_stands_in_another_row_is_no_part_of_one(claim: str, holds: bool) -> None:
    assert released(claim, EFFECTS, Scripted(otherwise=YES)) is holds


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("The buses can be delivered in February.", False),
        ("Payment can be made in two parts.", True),
    ],
)
def test_a_question_is_held_to_its_answer(claim: str, holds: bool) -> None:
    assert released(claim, TENDER, Scripted(otherwise=YES)) is holds


def test_an_opinion_that_was_outvoted_is_no_fact_even_as_a_quote() -> None:
    assert released("1. The notice created a duty.", JUDGMENT, Scripted(otherwise=NO))
    assert not released("The notice bound nobody.", JUDGMENT, Scripted(otherwise=NO))


REVENUE = ["Revenue rose by 7.4 %.", "Without Norfish it would have risen by 2.1 %."]
COSTS = ["Each party bears its own costs of the trial; the board pays the costs of the appeal."]
SHELF = ["It keeps 24 months unopened; once opened, use within 6 months."]
INSIDE = "Inventions made in working hours belong to the firm."
OUTSIDE = "For those made outside working hours the law holds."


@pytest.mark.parametrize(
    ("claim", "evidence", "is_welded"),
    [
        ("Without Norfish revenue rose by 7.4 %.", REVENUE, True),
        ("Without Norfish revenue rose by 2.1 %.", REVENUE, False),
        ("Each party bears its own costs of the appeal.", COSTS, True),
        ("The board pays the costs of the appeal.", COSTS, False),
        ("Once opened, 24 months are allowed.", SHELF, True),
        ("Once opened, use it within 6 months.", SHELF, False),
        ("Inventions made outside working hours belong to the firm.", [INSIDE, OUTSIDE], True),
        ("Inventions made in working hours belong to the firm.", [INSIDE], False),
    ],
)
def test_what_is_told_of_two_cases_is_not_joined(claim: str, evidence: list[str], is_welded: bool) -> None:
    assert welded(claim, evidence) is is_welded


@pytest.mark.parametrize(
    ("claim", "sentence", "denied"),
    [
        ("It may be sprayed by hand.", "Uses advised against: spraying by hand, use at home.", True),
        ("Spraying by hand is fine.", "Uses advised against: spraying by hand, use at home.", True),
        ("Spraying by hand is not advised.", "Uses advised against: spraying by hand, use at home.", False),
        ("Batteries come with it.", "Not included: batteries, charger.", True),
        ("Batteries come with it.", "Included: batteries, charger.", False),
        ("Akkus gehören dazu.", "Nicht enthalten: Akkus, Ladegerät.", True),
    ],
)
def test_what_a_label_denies_is_not_affirmed(claim: str, sentence: str, denied: bool) -> None:
    assert denied_by_label(claim, sentence) is denied


@given(st.text(max_size=120), st.lists(st.text(max_size=120), max_size=3))
def test_any_text_is_read(claim: str, sentences: list[str]) -> None:
    assert welded(claim, sentences) in (True, False)
    assert all(denied_by_label(claim, one) in (True, False) for one in sentences)
    assert all(len(word) > 1 for word in plain_words(claim))


@pytest.mark.parametrize(
    ("claim", "sentence", "denied"),
    [
        ("The board may waive the fee.", "The board may defer the fee but not waive it.", True),
        ("The board may defer the fee.", "The board may defer the fee but not waive it.", False),
        ("The board may not waive the fee.", "The board may defer the fee but not waive it.", False),
        ("Der Vorstand kann den Beitrag erlassen.", "Er kann den Beitrag stunden, nicht aber erlassen.", True),
        ("It is good.", "It is cheap, and not only good.", False),
    ],
)
def test_what_a_sentence_ends_with_to_deny_it_is_not_affirmed(claim: str, sentence: str, denied: bool) -> None:
    assert denied_at_the_end(claim, sentence) is denied


TRADE = """# Trade

| Country | Exports to Sweden | Share (%) | Imports |
|---|---|---|---|
| Norway | 5 million euros | 62 | 7 million euros |
| Chile | 3 million euros | 12 | 4 million euros |
"""
SHEET = """# Converter

| Parameter | Conditions | Min | Max | Unit |
|---|---|---|---|---|
| Offset | at 25 °C | 2 mV | 4 mV | mV |
| Delay | | 3 ns | 5 ns | ns |
"""
GROUPED = """# Fees

| Ticket | Price |
|---|---|
| **Members** | |
| Boat | 3 € |
"""


@pytest.mark.parametrize(
    ("claim", "text", "holds"),
    [
        ("Norway has exports to Sweden of 5 million euros.", TRADE, True),
        ("Sweden has exports to Norway of 5 million euros.", TRADE, False),
        ("The share of Norway is 62 €.", TRADE, False),
        ("Norway has imports of 7 million euros.", TRADE, True),
        ("Norway has hardly imports of 7 million euros.", TRADE, False),
        ("Neither Norway has imports of 7 million euros.", TRADE, False),
        ("The max delay is 5 ns.", SHEET, True),
        ("The max offset is 4 mV.", SHEET, False),
        ("The max offset at 25 °C is 4 mV.", SHEET, True),
        ("The price of a boat ticket is 3 €.", GROUPED, False),
        ("The price of a boat ticket of members is 3 €.", GROUPED, True),
    ],
)
def test_a_cell_is_told_with_its_unit_its_conditions_and_whose_it_is(claim: str, text: str, holds: bool) -> None:
    assert released(claim, text, Scripted(otherwise=NO)) is holds
