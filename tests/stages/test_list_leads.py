"""Where bullets are no text the blocks of a document say what leads into an item, and quotes bring it (E6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.flows.verify_sources import passages_of
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.framing import frame_of, led_in_elsewhere
from aver.stages.list_leads import MOST, led_items
from aver.values.codec import decode, encode
from aver.values.evidence import Passage
from aver.values.sealed import Sealed

PAGE = """<h1>Cover</h1><p>We pay for much. It does not cover:</p>
<ul><li>Floods of rivers.</li><li>Wear and tear.<p>It lasts:</p><ul><li>Tyres.</li></ul></li></ul>
<p>We pay at once.</p><h2>Also</h2><ul><li>Storms.</li></ul>"""


def page(text: str = PAGE) -> Passage:
    content = text.encode()
    (first, *_) = passages_of(parse(content, name="cover.html", limits=Limits()), uri="cover.html", content=content)
    return first


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Floods", ["It does not cover:"]),
        ("Wear", ["It does not cover:"]),
        ("Tyres", ["It does not cover:", "It lasts:"]),
        ("We pay at once", []),
        ("It does not", []),
    ],
)
def test_an_item_of_a_page_is_framed_by_what_leads_into_its_list(words: str, wanted: list[str]) -> None:
    of = page()
    spans = frame_of(of, of.start + of.text.text.index(words))
    assert [of.text.text[start - of.start : end - of.start] for start, end in spans] == wanted


def test_what_stands_in_another_passage_is_told_where_the_item_stands() -> None:
    of = page()
    at = of.text.text.index("Floods")
    cut = replace(of, text=Sealed(of.text.text[at:]), start=of.start + at, lead_in=Sealed("It does not cover:"))
    assert led_in_elsewhere(cut, cut.start + cut.text.text.index("Wear")) == "It does not cover:"
    assert led_in_elsewhere(cut, cut.start + cut.text.text.index("We pay")) == ""
    assert frame_of(cut, cut.start + cut.text.text.index("Wear")) == ()


def test_items_whose_marks_are_text_are_left_to_the_text() -> None:
    assert led_items(parse(b"It does not cover:\n\n- floods\n- wear\n", name="c.md", limits=Limits())) == ()


def test_a_passage_stored_before_has_no_items() -> None:
    kept = encode(page())
    kept.pop("items")
    assert decode(Passage, kept).items == ()


@given(depth=st.integers(1, 40))
def test_nesting_keeps_the_innermost_leads(depth: int) -> None:
    text = "".join(f"<p>Lead {number}:</p><ul><li>" for number in range(depth)) + "End." + "</li></ul>" * depth
    document = parse(text.encode(), name="n.html", limits=Limits())
    items = led_items(document)
    last = [one for one in items if document.text[one[0] : one[1]] == "End."]
    assert len(last) == min(depth, MOST)
    assert [document.text[start:end] for _, _, start, end in last] == [
        f"Lead {number}:" for number in range(max(0, depth - MOST), depth)
    ]
