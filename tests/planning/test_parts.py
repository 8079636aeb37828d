"""Taking a question apart (B4, B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.planning.decomposition import MOST_PARTS, parts_of
from aver.stages.planning.validation import parts_drift
from aver.stages.planning.words import content


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What is the difference between soft and hard limits in the storage guide?",
            ("What is soft limits in the storage guide?", "What is hard limits in the storage guide?"),
        ),
        (
            "Worin besteht der Unterschied zwischen Urlaub und Sonderurlaub?",
            ("Was ist Urlaub?", "Was ist Sonderurlaub?"),
        ),
        ("Tabs vs spaces in shell scripts?", ("What is Tabs in shell scripts?", "What is spaces in shell scripts?")),
        (
            "How do monthly plans and annual plans differ?",
            ("What is monthly plans?", "What is annual plans?"),
        ),
        (
            "Is the notice period for managers longer than for employees?",
            ("Is the notice period for managers longer?", "Is the notice period for employees longer?"),
        ),
        (
            "When and where was the lighthouse built?",
            ("When was the lighthouse built?", "Where was the lighthouse built?"),
        ),
        (
            "Which form do I need, and who signs the form?",
            ("Which form do I need?", "Who signs the form?"),
        ),
        ("Who signed Annex 3 and Annex 12?", ("Who signed Annex 3?", "Who signed Annex 12?")),
        (
            "How long are the retention periods for logs, backups and invoices?",
            (
                "How long are the retention periods for logs?",
                "How long are the retention periods for backups?",
                "How long are the retention periods for invoices?",
            ),
        ),
        (
            "Wie lange gilt die Frist und wer muss den Antrag unterschreiben?",
            ("Wie lange gilt die Frist?", "Wer muss den Antrag unterschreiben?"),
        ),
        (
            "Which parser is used and can it read tables?",
            ("Which parser is used?", "Can it read tables (parser used)?"),
        ),
        (
            "Why was Soft Paging dropped, and what replaced it?",
            ("Why was Soft Paging dropped?", "What replaced it (Soft Paging)?"),
        ),
        (
            "My lease ends in May. Can I leave early, and may the landlord refuse?",
            ("My lease ends in May. Can I leave early?", "My lease ends in May. May the landlord refuse?"),
        ),
        (
            "The pump runs dry at night - what protects it and is it covered by the warranty?",
            (
                "The pump runs dry at night - what protects it?",
                "Is it covered by the warranty (pump runs dry night protects)?",
            ),
        ),
        (
            "How often are the filters changed, and by whom?",
            ("How often are the filters changed?", "By whom are the filters changed?"),
        ),
        (
            "Muss ich den Unfall melden, und bis wann?",
            ("Muss ich den Unfall melden?", "Bis wann muss ich den Unfall melden?"),
        ),
    ],
)
def test_a_question_with_an_explicit_sign_is_taken_apart(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == (parts, "")


@pytest.mark.parametrize(
    "question",
    [
        "What are the terms and conditions of the licence?",
        "Who decides what is reported and how it is handled?",
        "Is research and development exempt?",
        "Where are profit and loss reported?",
        "May I copy, change or sell it?",
        "What happens between signing and delivery?",
        "Which tool is fast and free?",
        "Who maintains the parser?",
        "Wie werden Lieferung und Versand berechnet?",
        "Do you know where and why?",
        "Which river and what other stream meet there?",
        "Who left and did it again?",
        "My lease ends in May. May I leave early?",
        "",
        "?",
    ],
)
def test_a_question_about_one_thing_stays_whole(question: str) -> None:
    assert parts_of(question)[0] == ()


def test_a_later_question_takes_the_topic_that_its_pronoun_points_to() -> None:
    parts, _ = parts_of("What is the notice period? And who approves it?")
    assert parts == ("What is the notice period?", "And who approves it (notice period)?")


def test_a_later_question_without_a_name_takes_the_names_of_the_first() -> None:
    parts, _ = parts_of("What does Annex 3 say on tabs, and who wrote the rule?")
    assert parts[1] == "Who wrote the rule (Annex 3)?"


def test_what_only_tells_stands_before_every_part() -> None:
    parts, _ = parts_of("We run version 4.2. How is it installed? How is it removed?")
    assert len(parts) == 2
    assert all(part.startswith("We run version 4.2. ") for part in parts)


def test_more_parts_than_packets_could_serve_leave_the_question_whole() -> None:
    many = ", ".join(f"item{n}" for n in range(MOST_PARTS + 1))
    assert parts_of(f"What are the fees for {many} and lastone?") == ((), f"has more than {MOST_PARTS} parts")


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (("What is the fee in 2021?",), "loses the number 2022"),
        (("What is the fee in 2021 and 2022 in Norway?",), "adds norway"),
        (("What is in 2021 and 2022?",), "loses the term fee"),
        (("What is not the fee in 2021 and 2022?",), "changes the negation"),
    ],
)
def test_parts_that_lose_or_add_something_are_dropped_with_the_reason(parts: tuple[str, ...], reason: str) -> None:
    assert parts_drift("What is the fee in 2021 and 2022?", parts) == reason


VOCABULARY = """
what who when is the difference between and or for in logs backups limit 2021 Annex 3 not, ? vs. und wer
"""
WORDS = st.sampled_from(VOCABULARY.split())


@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_parts_never_hold_a_content_word_that_the_question_does_not(question: str) -> None:
    parts, _ = parts_of(question)
    assert all(content(part) <= content(question) for part in parts)
    assert len(parts) != 1
