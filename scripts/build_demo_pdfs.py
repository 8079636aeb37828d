"""Set the datasheets of the demonstration corpus as PDF.

The words stand in ``scripts/demo_datasheets/*.toml``, one file per product and language; this file only lays them
out. The PDFs are committed, so reportlab is needed to change a datasheet and not to use one. The output depends on
the input and on the version of reportlab, which it names as its producer: no clock and no random identifier.

Run ``python scripts/build_demo_pdfs.py [OUT_DIR]``.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from xml.sax.saxutils import escape

import reportlab
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    ListFlowable,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "scripts" / "demo_datasheets"
CORPUS = ROOT / "src" / "aver" / "demo" / "corpus" / "datasheets"

PRODUCER = f"ReportLab {reportlab.__version__}"
MARGIN = 20 * mm
INK, ACCENT, RULE, BAND = HexColor("#1d2733"), HexColor("#0b5c73"), HexColor("#9fb0ba"), HexColor("#eef3f5")
BODY = ParagraphStyle("body", fontName="Vera", fontSize=9, leading=13, textColor=INK, spaceAfter=5)
TITLE = ParagraphStyle("title", parent=BODY, fontName="Vera-Bold", fontSize=17, leading=23, spaceAfter=8)
HEADING = ParagraphStyle(
    "heading",
    parent=BODY,
    fontName="Vera-Bold",
    fontSize=13,
    leading=17,
    textColor=ACCENT,
    spaceBefore=12,
    spaceAfter=6,
    keepWithNext=True,
)
CAPTION = ParagraphStyle("caption", parent=BODY, fontName="Vera-Italic", fontSize=8, leading=11, spaceAfter=3)
NOTE = ParagraphStyle("note", parent=BODY, fontSize=7, leading=9.5, spaceAfter=0)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=8, leading=10.5, spaceAfter=0)
HEAD_CELL = ParagraphStyle("head-cell", parent=CELL, fontName="Vera-Bold", textColor=white)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One datasheet as read from its TOML file; ``sections`` holds the plain tables of that file, in order."""

    title: str
    name: str
    subject: str
    number: str
    language: str
    page_of: str
    sections: tuple[Mapping[str, Any], ...]


def read_sheet(path: Path) -> Sheet:
    """Read one datasheet.

    Raises:
        TypeError: a field is missing or unknown.
        tomllib.TOMLDecodeError: the file is no TOML.
    """
    fields = tomllib.loads(path.read_text(encoding="utf-8"))
    return Sheet(**{**fields, "sections": tuple(fields["sections"])})


def register_fonts() -> None:
    """Make the Bitstream Vera family, which reportlab bundles and which has umlauts, available to paragraphs."""
    files = {"Vera": "Vera.ttf", "Vera-Bold": "VeraBd.ttf", "Vera-Italic": "VeraIt.ttf"}
    for name, file in files.items():
        pdfmetrics.registerFont(TTFont(name, file))
    pdfmetrics.registerFontFamily("Vera", normal="Vera", bold="Vera-Bold", italic="Vera-Italic", boldItalic="Vera-Bold")


def paragraph(block: Mapping[str, Any]) -> list[Flowable]:
    """Set running text."""
    return [Paragraph(escape(block["text"]), BODY)]


def bullets(block: Mapping[str, Any]) -> list[Flowable]:
    """Set a list of short points."""
    items = [Paragraph(escape(item), BODY) for item in block["items"]]
    return [ListFlowable(items, bulletType="bullet", bulletFontName="Vera", bulletFontSize=9, start="•", leftIndent=12)]


def clause(block: Mapping[str, Any]) -> list[Flowable]:
    """Set a numbered clause: the rule in bold on a line of its own, then what follows from it."""
    rule = f"<b>{escape(block['number'])} {escape(block['strong'])}</b>"
    text = ParagraphStyle("clause", parent=BODY, leftIndent=20)
    lead = ParagraphStyle("lead", parent=BODY, spaceAfter=1)
    return [Paragraph(rule, lead), Paragraph(escape(block["text"]), text)]


def table(block: Mapping[str, Any]) -> list[Flowable]:
    """Set a ruled table with its caption above and its notes below."""
    cells = [[Paragraph(escape(cell), HEAD_CELL) for cell in block["header"]]]
    cells += [[Paragraph(escape(cell), CELL) for cell in row] for row in block["rows"]]
    grid = Table(cells, colWidths=[width * mm for width in block["widths"]], repeatRows=1, hAlign="LEFT")
    grid.setStyle(
        TableStyle(
            [
                ("BACKGROUND", (0, 0), (-1, 0), ACCENT),
                ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, BAND]),
                ("GRID", (0, 0), (-1, -1), 0.5, RULE),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("TOPPADDING", (0, 0), (-1, -1), 2.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ]
        )
    )
    notes = [Paragraph(escape(note), NOTE) for note in block["notes"]]
    caption = Paragraph(escape(block["caption"]), CAPTION)
    return [caption, grid, Spacer(1, 3), *notes, Spacer(1, 6)]


def beam(block: Mapping[str, Any]) -> list[Flowable]:
    """Draw the beam path: a sensor, an object on the belt, and a reflector or a second sensor."""
    left, middle, right = block["labels"]
    picture = Drawing(170 * mm, 30 * mm)
    far = 140 * mm
    picture.add(Rect(10 * mm, 9 * mm, 14 * mm, 16 * mm, fillColor=ACCENT, strokeColor=None))
    width = 14 * mm if block["separate_receiver"] else 3 * mm
    picture.add(Rect(far, 9 * mm, width, 16 * mm, fillColor=ACCENT, strokeColor=None))
    beams = [17 * mm] if block["separate_receiver"] else [19 * mm, 15 * mm]
    for height, forth in zip(beams, (True, False), strict=False):
        tip, back = (far, far - 3 * mm) if forth else (24 * mm, 27 * mm)
        picture.add(Line(24 * mm, height, far, height, strokeColor=HexColor("#c0392b"), strokeWidth=1))
        head = [back, height + 1.5 * mm, tip, height, back, height - 1.5 * mm]
        picture.add(PolyLine(head, strokeColor=HexColor("#c0392b"), strokeWidth=1))
    picture.add(Circle(82 * mm, 17 * mm, 8 * mm, fillColor=None, strokeColor=INK))
    for x, label in ((17 * mm, left), (82 * mm, middle), (far + width / 2, right)):
        picture.add(String(x, 3 * mm, label, fontName="Vera", fontSize=7, textAnchor="middle", fillColor=INK))
    return [picture, Paragraph(escape(block["caption"]), CAPTION)]


BLOCKS = {"paragraph": paragraph, "bullets": bullets, "clause": clause, "table": table, "beam": beam}


class Datasheet(BaseDocTemplate):  # type: ignore[misc]  # reportlab has no types
    """A document whose headings enter the outline and whose pages carry a running header and footer."""

    def __init__(self, target: BinaryIO, sheet: Sheet, pages: int) -> None:
        """Write to ``target``; the title, language and subject of ``sheet`` become document properties."""
        super().__init__(
            target,
            pagesize=A4,
            title=sheet.title,
            author="Norrland Sensorik",
            subject=sheet.subject,
            creator="Norrland Sensorik",
            producer=PRODUCER,
            lang=sheet.language,
            invariant=1,
            pageCompression=1,
        )
        frame = Frame(MARGIN, 22 * mm, A4[0] - 2 * MARGIN, A4[1] - 46 * mm, 0, 0, 0, 0)
        lines = partial(running_lines, sheet, pages)
        self.addPageTemplates([PageTemplate(id="page", frames=[frame], onPage=lines)])

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - the name reportlab calls
        """Add every section heading to the outline, in reading order."""
        if getattr(flowable, "style", None) is HEADING:
            text = flowable.getPlainText()
            key = f"section-{text.split()[0]}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(text, key, level=0)


def running_lines(sheet: Sheet, pages: int, canvas: Canvas, document: BaseDocTemplate) -> None:
    """Draw the header and the footer of one page; ``pages`` is the number of pages of the whole document."""
    right, top = A4[0] - MARGIN, A4[1] - 14 * mm
    canvas.setFont("Vera", 7)
    canvas.setFillColor(INK)
    canvas.setStrokeColor(RULE)
    canvas.drawString(MARGIN, top, f"Norrland Sensorik | {sheet.subject} {sheet.name}")
    canvas.drawRightString(right, top, sheet.number)
    canvas.line(MARGIN, top - 2 * mm, right, top - 2 * mm)
    canvas.line(MARGIN, 16 * mm, right, 16 * mm)
    canvas.drawString(MARGIN, 12 * mm, "Norrland Sensorik AB, Umeå")
    canvas.drawRightString(right, 12 * mm, sheet.page_of.format(page=document.page, pages=pages))


def section(content: Mapping[str, Any]) -> list[Flowable]:
    """Set a heading and the blocks below it; no block is broken across pages, and the heading stays with the first."""
    first, *others = (BLOCKS[block["kind"]](block) for block in content["blocks"])
    heading = Paragraph(escape(content["heading"]), HEADING)
    return [KeepTogether([heading, *first]), *(KeepTogether(block) for block in others)]


def set_in_type(sheet: Sheet, pages: int) -> tuple[bytes, int]:
    """Set the whole sheet with ``pages`` printed as its length; give the file and the length it turned out to have."""
    story: list[Flowable] = [Paragraph(escape(sheet.title), TITLE)]
    for content in sheet.sections:
        story += section(content)
    buffer = BytesIO()
    document = Datasheet(buffer, sheet, pages)
    document.build(story)
    return buffer.getvalue(), document.page


def build(source: Path) -> bytes:
    """Give the PDF of one datasheet; set twice, since the footer names the number of pages."""
    sheet = read_sheet(source)
    _, pages = set_in_type(sheet, 0)
    return set_in_type(sheet, pages)[0]


def main(arguments: Sequence[str]) -> int:
    """Build every datasheet into the folder given, else into the demonstration corpus."""
    out = Path(arguments[0]) if arguments else CORPUS
    out.mkdir(parents=True, exist_ok=True)
    register_fonts()
    for source in sorted(SOURCES.glob("*.toml")):
        target = out / f"{source.stem}.pdf"
        target.write_bytes(build(source))
        print(f"{target.name}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
