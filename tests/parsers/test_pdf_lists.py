"""Lists of a PDF end where they end, and bold lines over them head no more than they do (A2, E6)."""

from __future__ import annotations

import io
from collections.abc import Sequence

from document_checks import assert_wellformed, of_kind
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, ListFlowable, ListItem, Paragraph, SimpleDocTemplate

from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.values.documents import BlockKind, Document

STYLES = getSampleStyleSheet()
INCLUDED, EXCLUDED = "Permitted liquids", "Liquids that must not be pumped"
AFTER = "The pump is maintained once a year. With glycol it is maintained every six months, and more often in summer."


def plain(text: str) -> Paragraph:
    return Paragraph(text, STYLES["BodyText"])


def listed(*items: str) -> ListFlowable:
    return ListFlowable([ListItem(plain(item)) for item in items], bulletType="bullet")


def read(*parts: Flowable) -> Document:
    out = io.BytesIO()
    SimpleDocTemplate(out).build([Paragraph("Manual of the pump", STYLES["Title"]), plain("It pumps water."), *parts])
    document = parse_pdf(out.getvalue(), limits=Limits())
    assert_wellformed(document)
    return document


def headings(document: Document) -> Sequence[tuple[str, int | None]]:
    return [(document.text[b.start : b.end], b.level) for b in document.blocks if b.kind is BlockKind.HEADING][1:]


LISTS = (
    plain(f"<b>{INCLUDED}</b>"),
    listed("Water up to 95 degrees", "Mixtures with up to 30 % glycol"),
    plain(f"<b>{EXCLUDED}</b>"),
    listed("Sea water", "Mixtures with more than 30 % glycol"),
)


def test_the_paragraph_under_a_list_is_no_part_of_its_last_item() -> None:
    document = read(*LISTS, plain(AFTER))
    assert "• Mixtures with more than 30 % glycol" in of_kind(document, BlockKind.LIST_ITEM)
    assert any(one.startswith("The pump is maintained") for one in of_kind(document, BlockKind.PARAGRAPH))


def test_a_wrapped_item_stays_whole() -> None:
    long = "Mixtures with more than thirty percent of glycol, whatever their maker and their seller say of them"
    items = of_kind(read(listed("Sea water", long), plain(AFTER)), BlockKind.LIST_ITEM)
    assert [" ".join(one.split()) for one in items] == ["• Sea water", f"• {long}"]


def test_bold_lines_over_lists_head_no_more_than_these_where_the_text_goes_on() -> None:
    assert headings(read(*LISTS, plain(AFTER))) == []


def test_bold_lines_of_one_style_stand_side_by_side() -> None:
    parts = (*LISTS, Paragraph("Warranty", STYLES["Heading2"]), plain(AFTER))
    assert headings(read(*parts)) == [(INCLUDED, 2), (EXCLUDED, 2), ("Warranty", 2)]
