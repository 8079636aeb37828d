"""What a page's own style sheets hide or strike is no text of it (A1, F4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.html import parse_html
from aver.parsers.limits import Limits

SEEN = "Resellers ask the sales team."
HIDDEN = "Resellers get a discount of 25 percent."


def text_of(style: str, element: str, beside: str = "") -> str:
    page = f"<html><head><style>{style}</style>{beside}</head><body><p>{SEEN}</p>{element}</body></html>"
    return parse_html(page.encode(), name="a.html", limits=Limits()).text


@pytest.mark.parametrize(
    ("style", "element"),
    [
        (".hidden{display:none}", f"<p class=hidden>{HIDDEN}</p>"),
        (".hidden { color: red; display : none !important; }", f"<p class='note hidden'>{HIDDEN}</p>"),
        ("/* a { */ p.hidden, #x { visibility: hidden }", f"<p class=hidden>{HIDDEN}</p>"),
        ("#draft{display:none}", f"<div id=draft><p>{HIDDEN}</p></div>"),
        ("@import 'a.css'; .a.b{display:none}", f"<p class='b a'>{HIDDEN}</p>"),
        (".old{text-decoration:line-through}", f"<p><span class=old>{HIDDEN}</span></p>"),
        (".old{text-decoration:line-through}</style><script>x()</script><style>", f"<p class=old>{HIDDEN}</p>"),
        (".hidden{display:none}", f"<table><tr><td>A</td><td class=hidden>{HIDDEN}</td></tr></table>"),
        ("", f"<table><tr><td>A</td><td>B</td></tr><tr hidden><td>C</td><td>{HIDDEN}</td></tr></table>"),
    ],
)
def test_what_a_style_sheet_keeps_off_the_screen_is_left_out(style: str, element: str) -> None:
    text = text_of(style, element)
    assert SEEN in text
    assert HIDDEN not in text


@pytest.mark.parametrize(
    ("style", "element", "beside"),
    [
        (".hidden{display:none}", f"<p class=shown>{HIDDEN}</p>", ""),
        (".a.b{display:none}", f"<p class=a>{HIDDEN}</p>", ""),
        ("div.hidden{display:none}", f"<p class=hidden>{HIDDEN}</p>", ""),
        (".answer{display:none}", f"<p class=answer>{HIDDEN}</p>", "<script>toggle()</script>"),
        (".answer{display:none} :checked ~ .answer{display:block}", f"<p class=answer>{HIDDEN}</p>", ""),
        ("@media print{.screen{display:none}}", f"<p class=screen>{HIDDEN}</p>", ""),
        (".menu .entry{display:none}", f"<p class=entry>{HIDDEN}</p>", ""),
        (".entry:hover{display:none}", f"<p class=entry>{HIDDEN}</p>", ""),
        ("/* .hidden{display:none} */", f"<p class=hidden>{HIDDEN}</p>", ""),
        (".hidden{/* display:none */}", f"<p class=hidden>{HIDDEN}</p>", ""),
    ],
)
def test_what_may_be_seen_stays(style: str, element: str, beside: str) -> None:
    assert HIDDEN in text_of(style, element, beside)


@pytest.mark.parametrize(
    "style", ["/*" * 200_000, "{" * 200_000, ".a{display:none}," * 20_000, "}" * 200_000, ";" * 400_000]
)
def test_a_style_sheet_of_any_form_is_read_in_time(style: str) -> None:
    assert SEEN in text_of(style, f"<p class=b>{HIDDEN}</p>" * 50)


def test_a_style_of_an_element_is_looked_through_once() -> None:
    """It was quadratic: a minute for 320 kB."""
    struck = f"<p style='text-decoration: x; text-decoration: line-through'>{HIDDEN}</p>"
    page = f"<p style='{'text-decoration:' * 20_000}'>{SEEN}</p>{struck}"
    assert parse_html(page.encode(), name="a.html", limits=Limits()).text == SEEN


@given(style=st.text(alphabet="{}.#a:;@/*, ()'\"<\\-display:none", max_size=80))
def test_no_style_sheet_keeps_a_page_from_being_read(style: str) -> None:
    assert isinstance(text_of(style.replace("<", ""), f"<p class=a id=a>{HIDDEN}</p>"), str)
