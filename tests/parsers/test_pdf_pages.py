"""Tables that go on over pages are one table again; what only looks like it stays two (A2, A5)."""

from __future__ import annotations

import io
from functools import cache

import pytest
from document_checks import of_kind
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.stages.outline import page_at
from aver.values.documents import BlockKind, Document

HEAD = ["Region", "Visitors", "Nights"]
ROWS = [[f"Town {n}", f"{n * 37 + 5}.5", f"{n * 91 + 2}.25"] for n in range(90)]
WORDS = getSampleStyleSheet()["Normal"]
GRID = [("GRID", (0, 0), (-1, -1), 0.5, colors.black)]


def foot(canvas: object, layout: object) -> None:
    canvas.drawString(60, 30, "Tourism report 2025")  # type: ignore[attr-defined]
    canvas.drawString(500, 30, f"Page {layout.page}")  # type: ignore[attr-defined]


def built(*parts: object) -> Document:
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4, invariant=1).build(list(parts), onFirstPage=foot, onLaterPages=foot)
    return parse_pdf(out.getvalue(), limits=Limits())


@cache
def long_table(*, repeated: bool) -> Document:
    title = Paragraph("What was counted in each of the towns.", WORDS)
    return built(title, Table([HEAD, *ROWS], repeatRows=int(repeated), style=GRID), Paragraph("Own count.", WORDS))


def texts(document: Document) -> list[list[list[str]]]:
    found = []
    for table in (block.table for block in document.blocks if block.table is not None):
        rows: list[list[str]] = [[] for _ in range(table.rows)]
        for cell in table.cells:
            rows[cell.row].append(document.text[cell.start : cell.end])
        found.append(rows)
    return found


@pytest.mark.parametrize("repeated", [True, False])
def test_a_table_over_three_pages_is_one_table_with_one_header(repeated: bool) -> None:
    document = long_table(repeated=repeated)
    assert len(document.pages) == 3
    assert texts(document) == [[HEAD, *ROWS]]
    (table,) = (block.table for block in document.blocks if block.table is not None)
    assert (table.header_rows, table.header_columns) == (1, 1)


@pytest.mark.parametrize("repeated", [True, False])
def test_every_row_lies_on_the_page_that_shows_it(repeated: bool) -> None:
    document = long_table(repeated=repeated)
    block = next(block for block in document.blocks if block.table is not None)
    assert [region.page for region in block.regions] == [1, 2, 3]
    starts = [page.start for page in document.pages]
    assert starts == sorted(starts)
    rows = {document.text[c.start : c.end]: c.start for c in (block.table.cells if block.table else ())}
    assert (page_at(document, rows["Town 0"]), page_at(document, rows["Town 89"])) == (1, 3)
    shown = [page_at(document, rows[row[0]]) for row in ROWS]
    assert shown == sorted(shown) and set(shown) == {1, 2, 3}


def test_repeated_headers_and_running_lines_are_furniture_and_no_word_is_lost() -> None:
    document = long_table(repeated=True)
    furniture = of_kind(document, BlockKind.FURNITURE)
    assert sum("Region" in text for text in furniture) == 2
    assert sum("Tourism report" in text for text in furniture) == 3
    assert document.text.count("Region") == 3 and document.text.count("Town ") == len(ROWS)


def test_a_line_that_says_continued_goes_out_of_the_way() -> None:
    document = built(
        Table([HEAD, *ROWS[:20]], style=GRID),
        PageBreak(),
        Paragraph("Table 1 (continued)", WORDS),
        Table([HEAD, *ROWS[20:40]], style=GRID),
    )
    assert texts(document) == [[HEAD, *ROWS[:40]]]
    assert any("continued" in text for text in of_kind(document, BlockKind.FURNITURE))


@pytest.mark.parametrize(
    ("first", "between", "second"),
    [
        ([HEAD, *ROWS[:20]], "The counts of the following year differ.", [HEAD, *ROWS[20:40]]),
        ([HEAD, *ROWS[:20]], "", [["Region", "Income", "Share"], *ROWS[20:40]]),
        ([HEAD, *ROWS[:20]], "", [[*HEAD, "Change"], *([*row, "1.5"] for row in ROWS[20:40])]),
    ],
)
def test_other_tables_stay_apart(first: list[list[str]], between: str, second: list[list[str]]) -> None:
    words = [Paragraph(between, WORDS)] if between else []
    document = built(Table(first, style=GRID), PageBreak(), *words, Table(second, style=GRID))
    assert texts(document) == [first, second]
