"""A question names a file by its number, or by the first letters of its title (B2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.reading import abbreviated_in, numbered_in


@pytest.mark.parametrize(
    ("question", "uri", "said"),
    [
        ("By what vote was PEP 601 rejected?", "peps/pep-0601.rst", "PEP 601"),
        ("what does pep-0601 forbid", "peps/pep-0601.rst", "pep-0601"),
        ("Which team answers RFC2350 requests?", "security/rfc2350.txt", "RFC2350"),
        ("Is § 5 of Policy 7 still valid?", "policy_07.md", "Policy 7"),
        ("By what vote was PEP 6010 rejected?", "peps/pep-0601.rst", ""),
        ("Which vote rejected it, 601?", "peps/pep-0601.rst", ""),
        ("How long is the step-601 timeout?", "peps/pep-0601.rst", ""),
        ("Is 2 a prime?", "notes/1 2.md", ""),
        ("What happened in report 0?", "report-0.md", "report 0"),
        ("What is the report about?", "report-0.md", ""),
        ("Anything", "handbook.md", ""),
    ],
)
def test_a_file_is_called_by_a_word_and_the_number_behind_it(question: str, uri: str, said: str) -> None:
    assert numbered_in(question, uri) == said


@given(question=st.text(max_size=80), uri=st.text(max_size=40))
def test_what_calls_a_file_stands_in_the_question_for_any_text(question: str, uri: str) -> None:
    assert numbered_in(question, uri) in question


@pytest.mark.parametrize(
    ("question", "title", "said"),
    [
        ("What is the default port of LBP?", "The Lightweight Beacon Protocol", "LBP"),
        ("Does the ToS allow bots?", "Terms of Service", "ToS"),
        ("Does the TS allow bots?", "Terms of Service", ""),
        ("What is the default port of LBP?", "The Lightweight Beacon Protocol (LBP)", ""),
        ("Is JSON used?", "The Lightweight Beacon Protocol", ""),
        ("What is the port of lbp?", "The Lightweight Beacon Protocol", ""),
        ("Is LBP slow?", "Why large buses panic", ""),
        ("Is LBP slow?", "", ""),
    ],
)
def test_a_title_is_called_by_its_first_letters(question: str, title: str, said: str) -> None:
    assert abbreviated_in(question, title) == said


@given(question=st.text(max_size=80), title=st.text(max_size=80))
def test_what_calls_a_title_stands_in_the_question_for_any_text(question: str, title: str) -> None:
    assert abbreviated_in(question, title) in question
