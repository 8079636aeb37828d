"""What Markdown strikes or comments out: shown in quotes, no evidence."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.struck import is_struck, struck_spans, without_struck


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("May park for ~~three hours~~ two hours.", "May park for two hours."),
        ("It costs <del>24</del> <ins>27</ins> euros, <S>with</S> VAT.", "It costs <ins>27</ins> euros, VAT."),
        ("Closed. <!-- nine cents\n\nper kWh --> Open.", "Closed. Open."),
        ("~~over\n> lines~~ kept", "kept"),
        ("| a | b |\n|---|---|\n| ~~10~~ 12 | 3 |", "| a | b |\n|---|---|\n| 12 | 3 |"),
        ("`~~code~~` and ``a ` <!-- b -->``", None),
        ("```\n~~code~~ <!-- x -->\n```", None),
        ("about ~5 to ~10, \\~~not struck~~, a ~~ b ~~", None),
        ("~~never closed\n\nin its paragraph~~", None),
        ("<span>no mark</span> a~~", None),
    ],
)
def test_what_is_struck_or_commented_out_is_left_out(source: str, shown: str | None) -> None:
    assert without_struck(source, 0, len(source)) == (source if shown is None else shown)


def test_a_part_of_a_text_is_read_as_the_whole_marks_it() -> None:
    text = "Open. ~~Bikes are free. Cars pay~~ Cars and bikes pay."
    middle = text.index("Cars pay")
    assert is_struck(text, text.index("Bikes"), middle - 1) and is_struck(text, 5, middle)
    assert not is_struck(text, 0, 5) and not is_struck(text, middle, len(text)) and not is_struck(text, 5, 6)
    assert without_struck(text, middle, len(text)) == "Cars and bikes pay."


@given(st.text(alphabet="~<>!-/del s`\\\n|#", max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_any_marks_give_disjoint_spans_and_nothing_that_is_not_there(text: str, start: int, end: int) -> None:
    spans = struck_spans(text)
    assert all(a < b <= len(text) for a, b in spans) and all(x[1] <= y[0] for x, y in pairwise(spans))
    left = iter(text[start:end])
    assert all(sign in left for sign in without_struck(text, start, min(end, len(text))))


@pytest.mark.parametrize(
    "piece", ["a ~~b <!-- <s> `", "a ~~b\n\n", "<!-- a\n\n", "```\na\n", "`a ``b ", "<del>", " \n"]
)
def test_marks_that_nothing_closes_cost_linear_time(piece: str) -> None:
    begun = time.process_time()
    struck_spans(piece * 40_000 + "~~")
    assert time.process_time() - begun < 20
