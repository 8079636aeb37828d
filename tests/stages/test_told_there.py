"""The clause that has every word of a question and a value of the kind it asks for (G5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.told_there import LEAST_READ, TOLD, raised, told_in_a_clause

VISITORS = "How many visitors may each patient have at a time?"
TOLD_OF = "Each patient may have two visitors at a time."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (VISITORS, TOLD_OF),
        ("How many resident permits may a household hold?", "No household may hold more than two resident permits."),
        ("What share may equipment make up?", "Equipment may not make up more than a third of the budget."),
        ("Within how many days must I report damage?", "Report damage within 7 days and delay within 21 days."),
        ("How long is the lease of a worker?", "Workers hold a lease of 60 seconds and renew it every 20 seconds."),
        ("What is the training budget?", "Each employee has a training budget of £800 a calendar year."),
        ("How often is the filter checked?", "Every six months the filter is checked."),
        ("How much is the charge for late rent?", "Where rent is late, the charge for late rent is £25."),
        ("When are decisions sent?", "The panel meets in April 2027 and decisions are sent by 14 May 2027."),
        ("What was the return period in 2024?", "Until 31 December 2024 the return period was 60 days."),
        ("Wie lange darf die Pumpe ohne Ventil laufen?", "Ohne Ventil darf die Pumpe höchstens zwei Minuten laufen."),
        ("How many awards were made in 2025?", "In 2025 we received 214 applications and made 31 awards."),
        ("When does the game end?", "The game ends when the last card is taken, or as soon as a player owns 40 coins."),
        ("How much is the deposit?", "The Tenant pays a deposit of £1,326."),
        ("Wie hoch ist die Kaution?", "Der Mieter zahlt eine Kaution in Höhe von 900 Euro."),
        ("Aus wie vielen Personen besteht der Vorstand?", "Der Vorstand besteht aus fünf Personen."),
        ("Wie viele Tage vorher wird Vassarin abgesetzt?", "Vassarin wird fünf Tage vorher abgesetzt."),
        ("When was dgit invented?", "The workflow was cumbersome for some and dgit(1) was invented in 2013."),
        (
            "Wann trat die Verfassung von Berlin in Kraft?",
            "Die Verfassung von Berlin ist die des Landes und trat am 23. November 1995 in Kraft.",
        ),
        (
            "When did the treaty enter into force?",
            "The treaty was signed in Rome and entered into force on 1 May 1999.",
        ),
        ("How many employees did the firm have?", "The firm[3] had 1,300 employees[4] and two plants."),
    ],
)
def test_a_clause_tells_in_any_order_what_is_asked(question: str, sentence: str) -> None:
    assert told_in_a_clause(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How long is parental leave?", "Parental bereavement leave is two weeks."),
        ("How long is the lease of a worker?", "The lease is long, and a worker is paid for 60 seconds."),
        ("How many visitors may each patient have?", "Each patient may have visitors after two days."),
        ("How many visitors may each patient have?", "Each patient may not have two visitors."),
        ("How many books may members borrow?", "Junior members may borrow three books."),
        ("How many books may members borrow?", "Members may borrow three audio books."),
        ("When are decisions sent?", "Decisions are sent by mail."),
        ("What was the limit in 2024?", "The limit was lifted in 2024."),
        ("What is the maximum dose?", "The usual dose is 2 g."),
        ("What is a training budget?", "A training budget is money for courses."),
        ("How old is the North Sea?", "In the North Sea the level rises by a third."),
        ("How many visitors are not allowed?", "Two visitors are allowed."),
        ("Why may patients have visitors?", "Patients may have two visitors."),
        ("How long?", "Two weeks."),
        ("How much is the deposit?", "The Tenant pays a second deposit of £200."),
        ("How much is the deposit?", "The Tenant need not pay a deposit of £200."),
        ("How much is the deposit?", "The deposit is returned when £50 are paid."),
        ("How much is the deposit?", "The deposit protection of £12 is paid."),
        ("How many awards were made in 2024?", "In 2025 we received 214 applications and made 31 awards."),
        ("How many awards were made in 2025?", "In 2025 we received 214 applications, and in 2026 made 31 awards."),
        ("When does the game end?", "The game ends with a song."),
        ("Is the budget £800?", "The budget is £800."),
        ("How much is the relocation allowance?", "Relocation allowance | £3,000 | £3,500"),
        ("When was the bridge painted?", "The bridge was opened in 1990 and the tower was painted in 1995."),
        (
            "When did the treaty enter into force?",
            "The treaty was signed in 1995 and the law entered into force in 1999.",
        ),
        ("When was the treaty repealed?", "The treaty was signed in Rome and entered into force on 1 May 1999."),
    ],
)
def test_another_thing_another_clause_or_no_value_of_the_kind_tells_nothing(question: str, sentence: str) -> None:
    assert not told_in_a_clause(question, sentence)


def test_what_the_reader_thinks_likeliest_is_raised_where_it_alone_tells_that() -> None:
    assert raised(0.4, VISITORS, [TOLD_OF, "Visitors leave at eight."]) == TOLD
    assert raised(0.4, VISITORS, [TOLD_OF, TOLD_OF.upper()]) == TOLD
    late = "Where rent is more than a week late, the landlord may charge £25 once for each late payment."
    assert raised(0.4, "How much is the late payment charge?", [late]) == TOLD


@pytest.mark.parametrize(
    ("support", "sentences"),
    [
        (LEAST_READ - 0.01, [TOLD_OF]),
        (0.9, [TOLD_OF]),
        (0.4, ["On weekends each patient may have four visitors at a time."]),
        (0.4, ["If the ward is full, each patient may have one visitor at a time."]),
        (0.4, ["With a permit, each patient may have four visitors at a time."]),
        (0.4, ["Visitors leave at eight.", TOLD_OF]),
        (0.4, [TOLD_OF, "In the ward each patient may have three visitors at a time."]),
    ],
)
def test_nothing_else_is_raised(support: float, sentences: list[str]) -> None:
    assert raised(support, VISITORS, sentences) == support


@given(question=st.text(max_size=80), sentence=st.text(max_size=200))
def test_any_text_is_read(question: str, sentence: str) -> None:
    told_in_a_clause(f"How many {question}?", sentence)
    assert raised(0.4, question, [sentence]) in (0.4, TOLD)


def test_a_long_text_is_read_in_seconds() -> None:
    clause = "visitors see two patients " * 8_000
    assert told_in_a_clause("How many patients may visitors see?", clause)
