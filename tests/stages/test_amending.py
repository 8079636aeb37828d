"""A correction, or the answers that belong to a call, are told with what they change, in another document too (C3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.amending import amends, goes_with
from aver.stages.replacing import replacing_in
from aver.values.evidence import Passage
from aver.values.sealed import Sealed
from tests.stages.evidence import passage

RELEASE = (
    "The tunnel is 3.4 km long and cost 212 million euros. Drivers of cars pay a toll of 2.50 euros.\n\n"
    "The ferry between Holm and Sund will be closed on the day the tunnel opens."
)
CORRECTED = (
    'In "Holm tunnel opens early" we gave the length of the tunnel as 3.4 km. It is 3.1 km.\n\n'
    "The toll for lorries is 11 euros.\n\n"
    "The ferry will run until 30 September. It will not be closed when the tunnel opens."
)
CALL = (
    "## 2 Buses\n\n2.1 Each bus shall have at least 32 seats.\n\n## 4 Time limits\n\nOffers are due by 15 April, noon."
)
ANSWERS = (
    "Would 29 seats do?\n\nAnswer: Section 2.1 is changed: at least 28 seats.\n\nIs there more time?\n\n"
    "Answer: The time limit is extended to 22 April, noon.\n\nThe date of delivery remains unchanged."
)


def told(text: str, *, title: str, uri: str = "notes.md", document: str = "doc_1") -> Passage:
    found = replace(passage(text, start=0), document=document, title=Sealed(title), uri=uri, chunk=f"chk_{document}")
    return replace(found, section_path=Sealed(title))


def changes(quoted: str, own: Passage, other: Passage) -> list[str]:
    at = own.text.text.index(quoted)
    return [other.text.text[start:end] for start, end in replacing_in(other, quoted, own=own, at=at)]


@pytest.mark.parametrize(
    "title", ["Correction to the press release of 4 May", "Erratum", "Holm tunnel opens early: correction"]
)
@pytest.mark.parametrize(
    ("quoted", "number"),
    [
        ("The tunnel is 3.4 km long and cost 212 million euros.", 0),
        ("The ferry between Holm and Sund will be closed on the day the tunnel opens.", 2),
    ],
)
def test_a_paragraph_of_a_correction_is_told_with_what_it_speaks_of(title: str, quoted: str, number: int) -> None:
    own = told(RELEASE, title="Holm tunnel opens early", uri="press-release.md")
    other = told(CORRECTED, title=title, document="doc_2")
    assert changes(quoted, own, other) == [CORRECTED.split("\n\n")[number]]


def test_a_correction_of_something_else_changes_nothing() -> None:
    own = told(RELEASE, title="Holm tunnel opens early", uri="press-release.md")
    cars = "Drivers of cars pay a toll of 2.50 euros."
    assert changes(cars, own, told(CORRECTED, title="Correction to the press release of 4 May", document="doc_2")) == []
    ferry = "The ferry between Holm and Sund will be closed on the day the tunnel opens."
    assert changes(ferry, own, told("The ferry will not be closed.", title="Ferry timetable", document="doc_2")) == []
    other_release = told(CORRECTED.replace("Holm tunnel", "Nord bridge"), title="Correction: Nord bridge", document="d")
    assert not amends(other_release, own)


@pytest.mark.parametrize(
    ("quoted", "change"),
    [
        ("2.1 Each bus shall have at least 32 seats.", "Answer: Section 2.1 is changed: at least 28 seats."),
        ("Offers are due by 15 April, noon.", "Answer: The time limit is extended to 22 April, noon."),
    ],
)
def test_documents_of_one_reference_change_each_other_where_they_say_so(quoted: str, change: str) -> None:
    own = told(CALL, title="Tender 2026/17: Supply of buses")
    other = told(ANSWERS, title="Tender 2026/17: Answers to questions", document="doc_2")
    assert goes_with(other, own)
    assert changes(quoted, own, other) == [change]
    for title in ("Tender 2026/18: Answers to questions", "Answers to questions"):
        assert changes(quoted, own, replace(other, title=Sealed(title))) == []


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_compared(quoted: str, text: str, title: str, called: str) -> None:
    own, other = told(quoted, title=called), told(text, title=f"Correction {title}", document="doc_2")
    for start, end in replacing_in(other, quoted, own=own, at=0):
        assert 0 <= start < end <= len(text)


@pytest.mark.parametrize(
    ("letter", "changes"),
    [
        ("We change the lease of 1 March 2025 for the shop as follows:", True),
        ("The lease for the shop at 12 Quay Street is amended as follows from 2026:", True),
        ("Der Mietvertrag (lease) vom 1. März 2025 wird wie folgt geändert.", False),
        ("We change the lease of 1 May 2024 for the flat at 9 High Road as follows:", False),
        ("We change the insurance of 1 March 2025 as follows:", False),
        ("The lease of 1 March 2025 for 12 Quay Street stays as it is.", False),
    ],
)
def test_a_letter_that_says_that_it_changes_a_text_of_that_day_or_place_amends_it(letter: str, changes: bool) -> None:
    lease = told(
        "The Landlord lets the shop at 12 Quay Street from 1 March 2025.\n\n3.1 The rent is 1,850.", title="Lease"
    )
    other = told(
        f"Dear Ms Aalto,\n\n{letter}\n\nClause 3.1: the rent is 1,790.", title="To the Tenant", document="doc_2"
    )
    assert amends(other, lease) is changes
