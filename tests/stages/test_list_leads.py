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


def test_a_question_of_an_faq_is_led_to_by_nothing() -> None:
    faq = "<p>In writing.</p><dl><dt>Who pays?</dt><dd>We do.</dd></dl><p>Covered:</p><ul><li>Fire.</li></ul>"
    of = page(faq)
    leads = {of.text.text[start:end]: of.text.text[first:last] for start, end, first, last in of.items}
    assert leads == {"Fire.": "Covered:"}


def test_items_whose_marks_are_text_are_left_to_the_text() -> None:
    assert led_items(parse(b"It does not cover:\n\n- floods\n- wear\n", name="c.md", limits=Limits())) == ()


def led(text: str, name: str) -> dict[str, str]:
    """Return by the text of each quotation the last thing that leads into it."""
    document = parse(text.encode(), name=name, limits=Limits())
    return {document.text[start:end]: document.text[first:last] for start, end, first, last in led_items(document)}


HEADS = "From: a@b.example\nSubject: x\nMIME-Version: 1.0\n"


def test_who_is_quoted_leads_into_a_quotation_in_every_format() -> None:
    said = "<p>Much was said. The manager said:</p><blockquote><p>It pays.</p></blockquote>"
    page = f"{said}<p>So.</p><blockquote>No.</blockquote>"
    assert led(page, "n.html") == {"It pays.": "The manager said:"}
    assert led("The manager said:\n\n> It pays.\n\nIt did.\n\n> No.", "n.md") == {"It pays.": "The manager said:"}
    assert led("He wrote:\n> It pays.\n> Twice.\nNo.", "n.txt") == {"> It pays.\n> Twice.": "He wrote:"}


def test_a_mail_says_once_who_wrote_what_it_quotes() -> None:
    body = "No.\n\nOn Mon, 2 Mar 2026, Jon Petit\n<jon@b.example> wrote:\n> It pays.\n\nNot so.\n\n> Twice.\n"
    wrote = "On Mon, 2 Mar 2026, Jon Petit\n<jon@b.example> wrote:"
    assert led(f"{HEADS}\n{body}", "m.eml") == {"> It pays.": wrote, "> Twice.": wrote}


@pytest.mark.parametrize("mark", ["", "*"])
def test_the_heads_of_an_older_mail_lead_into_all_behind_them(mark: str) -> None:
    heads = f"{mark}From:{mark} Jon Petit\n{mark}Sent:{mark} Monday\n{mark}To:{mark} Ana"
    body = f"See below.\n\n-----Original Message-----\n{heads}\n\nIt pays.\n\nTwice a year.\n"
    found = led(f"{HEADS}\n{body}", "m.eml")
    assert set(found) == {"It pays.", "Twice a year."} and all("Jon Petit" in one for one in found.values())


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
