"""Structure, order, tables and errors of the PDF parser on documents with known content."""

from __future__ import annotations

import io
import re
import zlib
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
import pytest

import aver
from aver.errors import EncryptedDocument, NeedsOcr, NotFound, TooLarge, UnreadableDocument
from aver.parsers.limits import Limits
from aver.parsers.page_image import render_page
from aver.parsers.pdf import parse_pdf
from aver.values.documents import BlockKind, Document, Named, Region, Role

DATASHEETS = Path(aver.__file__).parent / "demo" / "corpus" / "datasheets"


@cache
def parsed(path: Path) -> Document:
    return parse_pdf(path.read_bytes(), limits=Limits())


@pytest.fixture
def fixtures(shared: Path) -> Path:
    return shared / "data" / "fixtures"


def make_pdf(*contents: bytes, media: str = "0 0 612 792") -> bytes:
    """Return a PDF with one page per content stream and Helvetica as F1."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    kids = []
    for content in contents:
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
        page = "<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>>>>>"
        objects.append((page % (media, len(objects))).encode())
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)


def line(x: float, y: float, text: str, *, size: int = 10) -> bytes:
    return f"BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET ".encode("latin-1")


def rows_of(document: Document, number: int) -> list[list[str]]:
    table = next(b.table for b in document.blocks if b.table is not None and b.table.number == number)
    rows: list[list[str]] = [[] for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row].append(document.text[cell.start : cell.end])
    return rows


def section_titles(document: Document) -> list[str]:
    return [" ".join(b.ref.title.split()) for b in document.blocks if isinstance(b.ref, Named)]


def test_the_english_datasheet_has_its_sections_tables_and_captions() -> None:
    document = parsed(DATASHEETS / "ns-r200-en.pdf")
    titles = section_titles(document)
    wanted = ["2 Technical data", "3 Application limits", "4 Throughput", "7 Ordering"]
    assert [t for t in titles if t in wanted] == wanted
    rows = rows_of(document, 2)
    assert len(rows[0]) == 4 and all(re.fullmatch(r"[0-9,]+", cell) for row in rows[1:] for cell in row)
    captions = [b.table.caption for b in document.blocks if b.table is not None]
    assert [c.split(":")[0] for c in captions if c] == ["Table 1", "Table 2", "Table 3", "Table 4"]
    assert document.language == "en"


def test_the_german_datasheet_keeps_umlauts_and_marks_its_running_lines() -> None:
    document = parsed(DATASHEETS / "ns-c300-de.pdf")
    assert document.language == "de"
    assert document.title.startswith("NS-C300 Einweg-Lichtschranke für transparente Objekte")
    furniture = [document.text[b.start : b.end] for b in document.blocks if b.kind is BlockKind.FURNITURE]
    assert sum("Seite" in text for text in furniture) == len(document.pages)
    body = [b for b in document.blocks if b.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING)]
    assert not any("Revision 2, Juni" in document.text[b.start : b.end] for b in body)


@pytest.mark.parametrize(
    ("name", "phrases"),
    [
        (
            "allenai__2020.acl-main.447.pdf",
            ("over academic text.", "Academic papers are an increasingly", "(NLP) research.", "PubMed Central,"),
        ),
        (
            "allenai__2020.acl-main.447.pdf",
            ("2.1 Processing PDFs", "2.2 Processing", "2.3 Selecting canonical", "2.4 Assem"),
        ),
        ("allenai__2020.acl-main.447.pdf", ("3 The S2ORC dataset", "References\n\n", "Waleed Ammar")),
        ("py-pdf__pdflatex-outline.pdf", ("Foo", "Bar", "Baz")),
    ],
)
def test_text_in_columns_is_read_column_by_column(fixtures: Path, name: str, phrases: tuple[str, ...]) -> None:
    text = parsed(fixtures / name).text
    places = [text.find(phrase) for phrase in phrases]
    assert -1 not in places, phrases[places.index(-1)]
    assert places == sorted(places)


def test_quotes_and_dashes_are_the_ones_on_the_page(fixtures: Path) -> None:
    text = parsed(fixtures / "allenai__2020.acl-main.447.pdf").text
    assert "humankind’s collective research" in " ".join(text.split())
    assert "pronounced “stork”" in text


def test_abstract_and_references_are_known_by_their_role(fixtures: Path) -> None:
    roles = [b.role for b in parsed(fixtures / "allenai__2020.acl-main.447.pdf").blocks if b.role is not None]
    assert roles.count(Role.ABSTRACT) == 1 and roles.count(Role.REFERENCES) == 1


def test_footnotes_are_marked(fixtures: Path) -> None:
    document = parsed(fixtures / "allenai__2020.acl-main.447.pdf")
    notes = [document.text[b.start : b.end] for b in document.blocks if b.kind is BlockKind.FOOTNOTE]
    assert any("stork" in note for note in notes)


def test_a_ruled_table_keeps_every_figure_in_its_row_and_column(fixtures: Path) -> None:
    document = parsed(fixtures / "tabulapdf__eu-004.pdf")
    rows = rows_of(document, 1)
    assert rows[1] == ["Germany", "27.5", "81.9", "415.3", "196", "373", "898"]
    table = next(b.table for b in document.blocks if b.table is not None)
    assert table.header_rows == 1
    assert (table.caption or "").startswith("Table 6.1: Size of the market")


def test_rows_that_the_layout_engine_packs_together_are_parted_again(shared: Path) -> None:
    document = parsed(shared / "data" / "dev" / "icdar2013" / "eu-008.pdf")
    rows = rows_of(document, 1)
    assert ["Cyprus", "0.21", "0", "0.21"] in rows
    assert ["Czech Republic", "8.8", "13.4", "22.2"] in rows


def test_a_table_without_rules_gets_its_label_column_back(shared: Path) -> None:
    rows = rows_of(parsed(shared / "data" / "dev" / "icdar2013" / "us-008.pdf"), 1)
    assert rows[1:3] == [["3-year-olds", "1,530", "1,029", "2,559"], ["4-year-olds", "1,253", "855", "2,108"]]


@pytest.mark.deep
def test_every_outline_entry_of_the_german_manual_becomes_a_section(fixtures: Path) -> None:
    document = parsed(fixtures / "debian__debmake-doc.de.pdf")
    titles = section_titles(document)
    for title in ("2.1 Leute bei Debian", "2.7 Archivsituation", "5.6 debian/rules", "A.2 ÜBERSICHT"):
        assert title in titles
    levels = {" ".join(b.ref.title.split()): b.level for b in document.blocks if isinstance(b.ref, Named)}
    assert levels["Chapter 2 Voraussetzungen"] == 1 and levels["2.1 Leute bei Debian"] == 2
    assert [p.label for p in document.pages[:4]] != ["1", "2", "3", "4"]


def without_outline(data: bytes, pages: range) -> bytes:
    out = io.BytesIO()
    with pdfium.PdfDocument(data) as source, pdfium.PdfDocument.new() as bare:
        bare.import_pages(source, pages=pages)
        bare.save(out)
    return out.getvalue()


def test_without_an_outline_chapters_keep_their_number_and_call_outs_name_nothing(fixtures: Path) -> None:
    data = without_outline((fixtures / "debian__debmake-doc.en.pdf").read_bytes(), range(10, 40))
    titles = section_titles(parse_pdf(data, limits=Limits()))
    chapters = [title for title in titles if title.startswith("Chapter")]
    assert chapters == [
        "Chapter 2 Prerequisites",
        "Chapter 3 Tool Setups",
        "Chapter 4 Simple Example",
        "Chapter 5 Basics",
    ]
    assert "2.7 Archive situation" in titles
    assert not {"Note", "Tip"} & set(titles) and not any(title.endswith(":") for title in titles)


def test_bold_fonts_of_tex_make_headings(fixtures: Path) -> None:
    data = without_outline((fixtures / "py-pdf__pdflatex-outline.pdf").read_bytes(), range(4))
    titles = section_titles(parse_pdf(data, limits=Limits()))
    assert titles[1:4] == ["1 Foo", "2 Bar", "3 Baz"]


def test_a_raised_digit_after_a_number_stays_apart_from_it() -> None:
    content = (
        line(72, 700, "The power is 10", size=12)
        + line(157, 706, "2", size=7)
        + line(170, 700, "watts in all.", size=12)
    )
    assert "102" not in parse_pdf(make_pdf(content), limits=Limits()).text


def test_properties_become_fields_with_the_day_as_iso_date(fixtures: Path) -> None:
    document = parsed(fixtures / "allenai__2020.acl-main.447.pdf")
    assert document.field("title") == document.title == "S2ORC: The Semantic Scholar Open Research Corpus"
    assert document.field("creation-date") == "2020-05-02"


def test_an_encrypted_file_is_refused_as_encrypted(fixtures: Path) -> None:
    with pytest.raises(EncryptedDocument) as caught:
        parse_pdf((fixtures / "py-pdf__libreoffice-writer-password.pdf").read_bytes(), limits=Limits())
    assert "password" in caught.value.hint


@pytest.mark.parametrize("name", ["mozilla__GHOSTSCRIPT-698804-1-fuzzed.pdf", "mozilla__Pages-tree-refs.pdf"])
def test_a_malformed_file_is_refused_with_a_hint(fixtures: Path, name: str) -> None:
    with pytest.raises(UnreadableDocument) as caught:
        parse_pdf((fixtures / name).read_bytes(), limits=Limits())
    assert caught.value.hint


@pytest.mark.parametrize("data", [b"", b"hello " * 300, b"%PDF-1.7\n%%EOF"])
def test_bytes_that_are_no_pdf_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableDocument):
        parse_pdf(data, limits=Limits())


def test_a_truncated_file_is_refused(fixtures: Path) -> None:
    data = (fixtures / "tabulapdf__eu-004.pdf").read_bytes()
    with pytest.raises(UnreadableDocument):
        parse_pdf(data[: len(data) // 2], limits=Limits())


def test_more_pages_or_characters_than_the_limit_are_refused() -> None:
    data = make_pdf(*[line(72, 700, "Some words on a page")] * 4)
    assert len(parse_pdf(data, limits=Limits(max_pages=4)).pages) == 4
    with pytest.raises(TooLarge):
        parse_pdf(data, limits=Limits(max_pages=3))
    with pytest.raises(TooLarge):
        parse_pdf(data, limits=Limits(max_characters=60))


def test_a_page_stuffed_with_text_is_refused() -> None:
    content = b"BT /F1 1 Tf 9 1990 Td " + b"(%s) Tj 0 -5 Td " % (b"many words " * 300) * 150 + b"ET"
    with pytest.raises(TooLarge):
        parse_pdf(make_pdf(content, media="0 0 2000 2000"), limits=Limits())


def test_a_file_without_text_asks_for_text_recognition() -> None:
    with pytest.raises(NeedsOcr):
        parse_pdf(make_pdf(b"10 10 200 200 re f"), limits=Limits())


def test_a_scanned_page_among_others_is_reported() -> None:
    picture = b"q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI Q"
    document = parse_pdf(make_pdf(line(72, 700, "Words that can be read"), picture), limits=Limits())
    assert [(w.code, w.page) for w in document.warnings] == [("needs_ocr", 2)]
    assert [p.needs_ocr for p in document.pages] == [False, True]


def test_the_page_image_shows_the_mark_where_the_region_is() -> None:
    data = make_pdf(line(72, 700, "Marked"))
    region = Region(page=1, x0=70, y0=80, x1=120, y1=100)
    plain = unpack(render_page(data, 1, scale=1.0, highlight=()))
    marked = unpack(render_page(data, 1, scale=1.0, highlight=(region,)))
    assert (len(plain), len(plain[0]) // 3) == (792, 612)
    changed = {
        (x, y)
        for y, (a, b) in enumerate(zip(plain, marked, strict=True))
        for x in range(612)
        if a[3 * x : 3 * x + 3] != b[3 * x : 3 * x + 3]
    }
    assert changed and all(69 <= x < 121 and 79 <= y < 101 for x, y in changed)


def unpack(png: bytes) -> list[bytes]:
    assert png.startswith(b"\x89PNG")
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    start = png.index(b"IDAT")
    size = int.from_bytes(png[start - 4 : start], "big")
    rows = zlib.decompress(png[start + 4 : start + 4 + size])
    return [rows[i * (3 * width + 1) + 1 : (i + 1) * (3 * width + 1)] for i in range(height)]


def test_a_page_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        render_page(make_pdf(line(72, 700, "One")), 2, scale=1.0, highlight=())


def test_a_picture_of_absurd_size_is_refused() -> None:
    with pytest.raises(TooLarge):
        render_page(make_pdf(line(72, 700, "One"), media="0 0 14000 14000"), 1, scale=4.0, highlight=())
