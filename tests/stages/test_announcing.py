"""A sentence that only announces what a text holds is told from one that says it, in both languages (G5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.announcing import announces, asks_about_a_text
from aver.stages.quotation import rank_units
from aver.stages.relevance import Logistic, question_terms
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage

ANNOUNCED = "This page states the refund window for all plans."
SAID = "Monthly plans are refunded within 14 days."


@pytest.mark.parametrize(
    "sentence",
    [
        ANNOUNCED,
        "The following section describes how access logs are kept.",
        "In this chapter, we will discuss the notice period.",
        "Table 4 lists the permitted currents.",
        "This guide is an overview of the leave rules.",
        "Dieser Abschnitt beschreibt die Kündigungsfrist.",
        "Die folgende Tabelle nennt die Grenzwerte.",
    ],
)
def test_what_a_text_is_going_to_say_is_announced(sentence: str) -> None:
    assert announces(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        SAID,
        "This policy states that expenses are paid within 30 days.",
        "Dieser Abschnitt beschreibt, dass die Frist vier Wochen beträgt.",
        "This PEP proposes a new syntax for lazy imports.",
        "This policy applies to all employees.",
        "The table is 80 cm high.",
        "The list price is 20 EUR.",
        "",
    ],
)
def test_what_a_text_says_is_not(sentence: str) -> None:
    assert not announces(sentence)


@given(st.text(max_size=200))
def test_any_text_is_told(text: str) -> None:
    assert announces(text) in (True, False)
    assert asks_about_a_text(text) in (True, False)


@pytest.mark.parametrize(
    ("question", "first"),
    [("What is the refund window on monthly plans?", SAID), ("What is the page on refunds about?", ANNOUNCED)],
)
def test_an_announcement_is_quoted_only_to_who_asks_about_a_text(question: str, first: str) -> None:
    ranked = rank_units(
        [packet(passage(f"{ANNOUNCED} {SAID}"))],
        asked=Sealed(question),
        question=question_terms("refunds", [1.0]),
        similarity=lambda _, texts: tuple(float(ANNOUNCED in text.text) for text in texts),
        order=Logistic(weights=(("cosine", 5.0),), bias=0.0),
    )
    assert ranked[0].unit.text == first
