"""Figures under "in thousands of euros" are read with that, whatever says so beside their table (H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.scaling import counts_money, scale_for, scale_told, written_out


@pytest.mark.parametrize(
    ("text", "scale"),
    [
        ("All amounts in thousands of euros unless stated otherwise.", "thousand euros"),
        ("Revenue (EUR million)", "million euros"),
        ("€m", "million euros"),
        ("(€ '000)", "thousand euros"),
        ("$ in millions", "million dollars"),
        ("TEUR", "thousand euros"),
        ("Beträge in Tsd. €", "thousand euros"),
        ("Mio. EUR", "million euros"),
        ("in millions of US dollars", "million dollars"),
        ("£bn", "billion GBP"),
        ("It cost 50 million euros.", ""),
        ("A team euros.", ""),
        ("Figures in thousands", ""),
        ("€m, restated in € billion", ""),
    ],
)
def test_what_figures_are_counted_in(text: str, scale: str) -> None:
    assert scale_told([text]) == scale


@pytest.mark.parametrize(
    ("label", "title", "scale"),
    [
        ("Revenue", "2025", "thousand euros"),
        ("Dividend per share (euros)", "2025", ""),
        ("Margin", "%", ""),
        ("Revenue", "EUR", "thousand euros"),
        ("Revenue", "Backlog, EUR million", "million euros"),
    ],
)
def test_a_row_or_column_may_have_a_unit_of_its_own(label: str, title: str, scale: str) -> None:
    assert scale_for("thousand euros", label=label, title=title) == scale


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("48,210", "48,210 thousand euros"),
        ("(310)", "(310 thousand euros)"),
        ("–", "–"),
        ("62 %", "62 %"),
        ("2025 restated", "2025 restated"),
    ],
)
def test_only_a_bare_figure_is_counted(cell: str, read: str) -> None:
    assert written_out(cell, "thousand euros") == read


def test_money_is_told_from_other_amounts() -> None:
    assert counts_money("Revenue was 48,210 euros.") and counts_money("It was 3 million.")
    assert not counts_money("There are 412 employees.")


@given(st.text(max_size=120), st.text(max_size=30))
def test_any_text_is_read(text: str, cell: str) -> None:
    scale = scale_told([text])
    assert written_out(cell, scale).startswith(cell.strip()[:1]) or not scale
