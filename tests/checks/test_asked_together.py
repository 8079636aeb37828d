"""Two things asked about together, of which a quote tells one alone (B4, B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_together import tells_one_alone


@pytest.mark.parametrize(
    ("asked", "shown", "alone"),
    [
        ("How long are e-mails and job aplications kept?", "E-mail is kept for three years.", True),
        ("How long are e-mails and invoices kept?", "Invoices are kept for seven years.", True),
        ("How long are e-mails and invoices kept?", "E-mail is kept for three years, invoices for seven.", False),
        ("How long are e-mails and invoices kept?", "All records are kept for three years.", False),
        ("When must the deposit and the balance be paid?", "The deposit is due at once.", True),
        ("Wie lange werden Rechnungen und Bewerbungen aufbewahrt?", "Rechnungen werden sieben Jahre aufbewahrt.", True),
        ("What is the difference between e-mails and invoices?", "Invoices are kept for seven years.", False),
        ("What did ABC use to better target ads and programming?", "It sold programming by data.", False),
        ("In what month and year was it released?", "It was released in that year.", False),
        ("When did the Interest and Syndication rules hold?", "The interest rules held in 1972.", False),
        ("Which rules are in versions 2 and 3?", "Versions 2 is older.", False),
    ],
)
def test_one_of_two_is_half_an_answer(asked: str, shown: str, alone: bool) -> None:
    assert tells_one_alone(asked, shown) is alone


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_text_is_judged(asked: str, shown: str) -> None:
    assert tells_one_alone(asked, shown) in (True, False)
