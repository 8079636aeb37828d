"""Presentations: slides as pages and sections, lists, tables, charts, notes, reading order, hostile packages."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from document_checks import assert_wellformed, grid, of_kind
from hypothesis import given
from hypothesis import strategies as st
from office_files import edited, mutated, survives
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from aver.errors import TooLarge, UnreadableDocument
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named, Synthetic

SLIDE = "ppt/slides/slide1.xml"


def sample() -> bytes:
    deck = Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Results"
    frame = first.placeholders[1].text_frame
    frame.text = "Sales rose"
    deeper = frame.add_paragraph()
    deeper.text, deeper.level = "mostly in Bonn", 1
    first.notes_slide.notes_text_frame.text = "Say it slowly."
    second = deck.slides.add_slide(deck.slide_layouts[6])
    for text, left, top in (("right", 5, 1.1), ("left", 1, 1), ("below", 1, 4)):
        second.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1)).text_frame.text = text
    table = second.shapes.add_table(3, 2, Inches(1), Inches(5), Inches(4), Inches(1)).table
    for r, row in enumerate([["Key", "Sum"], ["a", "1"], ["b", "2"]]):
        for c, text in enumerate(row):
            table.cell(r, c).text = text
    data = CategoryChartData()
    data.categories = ["2024", "2025"]
    data.add_series("Units", (3, 4.5))
    place = (Inches(1), Inches(6.5), Inches(3), Inches(1))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
    hidden = deck.slides.add_slide(deck.slide_layouts[5])
    hidden.shapes.title.text = "Secret"
    hidden._element.set("show", "0")
    buffer = io.BytesIO()
    deck.save(buffer)
    return buffer.getvalue()


SAMPLE = sample()


def read(data: bytes, name: str = "deck.pptx") -> Document:
    document = parse(data, name=name, limits=Limits())
    assert_wellformed(document)
    return document


def test_a_slide_is_a_section_named_by_its_title_or_not_at_all() -> None:
    document = read(SAMPLE)
    refs = [block.ref for block in document.blocks if block.kind is BlockKind.SECTION]
    assert refs == [Named(title="Results"), Synthetic(label="speaker notes"), Synthetic(label="slide 2")]


def test_slides_are_pages_that_hold_their_text() -> None:
    document = read(SAMPLE)
    assert [(page.number, page.label) for page in document.pages] == [(1, "1"), (2, "2")]
    texts = [document.text[page.start : page.end].strip() for page in document.pages]
    assert texts[0] == "Results\n\nSales rose\n\nmostly in Bonn\n\nSay it slowly."
    assert texts[1].startswith("left\n\nright\n\nbelow\n\n")


def test_body_placeholders_are_lists_with_their_levels() -> None:
    items = of_kind(read(SAMPLE), BlockKind.LIST_ITEM)
    assert items == ["Sales rose\n\nmostly in Bonn", "mostly in Bonn"]


def test_tables_and_charts_are_grids() -> None:
    document = read(SAMPLE)
    assert grid(document, 1) == [["Key", "Sum"], ["a", "1"], ["b", "2"]]
    assert grid(document, 2) == [["", "Units"], ["2024", "3"], ["2025", "4.5"]]


def test_hidden_slides_are_left_out_and_reported_with_their_number() -> None:
    document = read(SAMPLE)
    assert "Secret" not in document.text
    assert [(warning.code, warning.page) for warning in document.warnings] == [("hidden", 3)]


def test_struck_text_is_left_out() -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    paragraph = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(2), Inches(1)).text_frame.paragraphs[0]
    for text, strike in (("It costs ", None), ("24 ", "sngStrike"), ("27", "noStrike")):
        run = paragraph.add_run()
        run.text = text
        if strike:
            run._r.get_or_add_rPr().set("strike", strike)
    buffer = io.BytesIO()
    deck.save(buffer)
    assert of_kind(read(buffer.getvalue()), BlockKind.PARAGRAPH) == ["It costs 27"]


@pytest.mark.parametrize(
    ("attack", "kind"),
    [
        (lambda: SAMPLE[:-500], UnreadableDocument),
        (lambda: edited(SAMPLE, SLIDE, lambda xml: xml + b" " * 130_000_000), TooLarge),
        (lambda: edited(SAMPLE, SLIDE, lambda xml: b"<!DOCTYPE a []>" + xml), TooLarge),
        (lambda: edited(SAMPLE, SLIDE, lambda xml: b"<a>" * 10_000 + b"</a>" * 10_000), UnreadableDocument),
        (lambda: edited(SAMPLE, SLIDE, lambda xml: b"<a/>"), UnreadableDocument),
    ],
)
def test_hostile_presentations_are_typed_errors_within_seconds(attack: Callable[[], bytes], kind: type) -> None:
    data = attack()
    begun = time.monotonic()
    with pytest.raises(kind, match=r"deck\.pptx"):
        read(data)
    assert time.monotonic() - begun < 10


PIECES = st.sampled_from([b"", b"<a:p>", b"</a:p>", b"\xff", b"-5", b"99999999", b"<a:tc/>", b"<!--", b'"', b"<a:br/>"])
CUTS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), PIECES), min_size=1, max_size=4)


@given(st.sampled_from([SLIDE, "ppt/slides/slide2.xml", "ppt/presentation.xml", "ppt/charts/chart1.xml"]), CUTS)
def test_any_damage_gives_a_wellformed_document_or_a_typed_error(
    member: str, cuts: list[tuple[float, float, bytes]]
) -> None:
    survives(mutated(SAMPLE, member, cuts), "deck.pptx")


@pytest.mark.shared
def test_the_fixture_has_titles_lists_notes_and_its_merged_table(shared: Path) -> None:
    path = shared / "data/fixtures/docling-project__powerpoint_sample.pptx"
    document = read(path.read_bytes(), path.name)
    assert of_kind(document, BlockKind.HEADING) == ["Test Table Slide", "Second slide title"]
    table = next(block.table for block in document.blocks if block.table)
    assert (table.rows, table.columns, table.header_rows) == (9, 7, 2)
    assert max(cell.column_span for cell in table.cells) == 3
    items = of_kind(document, BlockKind.LIST_ITEM)
    assert items[:6] == ["With foo", "Bar", "And baz things", "1. List item4", "2. List item5", "3. List item6"]
    assert "Some notes on the second slide." in document.text
