"""Word documents: structure, printed numbers, merged cells, notes, text boxes, and hostile packages."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from document_checks import assert_wellformed, grid, of_kind
from docx.document import Document as Word
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st
from office_files import edited, members_of, mutated, packed, survives

from aver.errors import EncryptedDocument, TooLarge, UnreadableDocument, UnsupportedFormat
from aver.parsers.dispatch import parse
from aver.parsers.docx_numbering import Level, Numbered, Numbering, spelled_number
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named

BODY = "word/document.xml"


def saved(make: Callable[[Word], object]) -> bytes:
    word = docx.Document()
    make(word)
    buffer = io.BytesIO()
    word.save(buffer)
    return buffer.getvalue()


def read(data: bytes, name: str = "policy.docx") -> Document:
    document = parse(data, name=name, limits=Limits())
    assert_wellformed(document)
    return document


def with_body(xml: str) -> Document:
    """A document whose body is `xml`."""

    def edit(content: bytes) -> bytes:
        head, _, rest = content.partition(b"<w:body>")
        return head + b"<w:body>" + xml.encode() + rest[rest.index(b"<w:sectPr") :]

    return read(edited(saved(lambda word: word), BODY, edit))


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def sample(word: Word) -> None:
    word.core_properties.author = "Ada"
    word.add_heading("Travel policy", 0)
    word.add_heading("Scope", 1)
    word.add_paragraph("Applies to staff.")
    word.add_paragraph("one", style="List Number")
    word.add_paragraph("two", style="List Number")
    word.add_paragraph("bullet", style="List Bullet")
    word.add_paragraph("Table 1: rates", style="Caption")
    table = word.add_table(3, 3, style="Table Grid")
    for r, row in enumerate([["City", "Rate", "Cap"], ["Bonn", "100", "120"], ["Köln", "90", "110"]]):
        for c, text in enumerate(row):
            table.cell(r, c).text = text
    word.add_heading("Limits", 2)
    word.add_paragraph("said so", style="Intense Quote")


SAMPLE = saved(sample)


def test_headings_nest_under_the_title_and_lists_print_their_numbers() -> None:
    document = read(SAMPLE)
    assert document.title == "Travel policy"
    assert of_kind(document, BlockKind.HEADING) == ["Travel policy", "Scope", "Limits"]
    assert [b.level for b in document.blocks if b.kind is BlockKind.SECTION] == [1, 2, 3]
    assert of_kind(document, BlockKind.LIST_ITEM) == ["1. one", "2. two", "bullet"]
    assert of_kind(document, BlockKind.QUOTE) == ["said so"]
    assert ("author", "Ada") in document.fields


def test_a_table_has_its_header_its_row_names_and_the_caption_before_it() -> None:
    document = read(SAMPLE)
    assert grid(document) == [["City", "Rate", "Cap"], ["Bonn", "100", "120"], ["Köln", "90", "110"]]
    table = next(block.table for block in document.blocks if block.table)
    assert (table.header_rows, table.header_columns, table.caption) == (1, 1, "Table 1: rates")
    assert "Bonn | 100 | 120\nKöln | 90 | 110" in document.text


def test_merged_cells_keep_their_spans() -> None:
    def make(word: Word) -> None:
        table = word.add_table(3, 3)
        table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
        table.cell(1, 2).merge(table.cell(2, 2)).text = "tall"
        table.cell(1, 0).text, table.cell(2, 1).text = "a", "b"

    document = read(saved(make))
    table = next(block.table for block in document.blocks if block.table)
    spans = {document.text[c.start : c.end]: (c.row, c.column, c.row_span, c.column_span) for c in table.cells}
    assert (spans["wide"], spans["tall"]) == ((0, 0, 1, 2), (1, 2, 2, 1))
    assert (spans["a"], spans["b"]) == ((1, 0, 1, 1), (2, 1, 1, 1))


def test_marked_header_rows_count_however_many() -> None:
    def make(word: Word) -> None:
        table = word.add_table(3, 2)
        for r in range(3):
            for c in range(2):
                table.cell(r, c).text = f"w{r}{c}"
        for r in range(2):
            table.rows[r]._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))

    table = next(block.table for block in read(saved(make)).blocks if block.table)
    assert table.header_rows == 2 and sum(cell.is_header for cell in table.cells) == 4


def test_nested_tables_stand_inside_the_cell_that_holds_them() -> None:
    def make(word: Word) -> None:
        outer = word.add_table(2, 2)
        outer.cell(0, 0).text, outer.cell(1, 1).text = "left", "end"
        inner = outer.cell(0, 1).add_table(2, 2)
        for place, cell in enumerate(inner._cells):
            cell.text = f"i{place}"

    document = read(saved(make))
    tables = [block for block in document.blocks if block.table]
    assert grid(document, 2) == [["i0", "i1"], ["i2", "i3"]]
    assert document.blocks[tables[1].parent or 0] == tables[0]


def test_a_table_of_one_cell_only_frames_what_it_holds() -> None:
    document = read(saved(lambda word: setattr(word.add_table(1, 1).cell(0, 0), "text", "framed")))
    assert of_kind(document, BlockKind.PARAGRAPH) == ["framed"] and not of_kind(document, BlockKind.TABLE)


def test_deleted_hidden_and_instruction_text_is_left_out_and_counted() -> None:
    field = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    document = with_body(
        paragraph(
            run("kept "),
            "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
            f"<w:ins>{run('new ')}</w:ins>",
            run("secret", "<w:vanish/>"),
            field("begin"),
            "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>",
            field("separate"),
            run("7"),
            field("end"),
        )
    )
    assert document.text == "kept new 7"
    assert [warning.code for warning in document.warnings] == ["hidden", "tracked_changes"]


def test_struck_text_is_left_out_and_counted() -> None:
    document = with_body(
        paragraph(
            run("It costs "), run("24 ", "<w:strike/>"), run("25 ", "<w:dstrike/>"), run("27", '<w:strike w:val="0"/>')
        )
    )
    assert document.text == "It costs 27"
    assert [warning.code for warning in document.warnings] == ["struck"]


def test_an_unfinished_field_cannot_hide_the_next_paragraph() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    assert with_body(paragraph(begin, run("lost")) + paragraph(run("kept"))).text == "kept"


def test_powers_do_not_become_digits_of_the_number() -> None:
    raised = '<w:vertAlign w:val="superscript"/>'
    assert with_body(paragraph(run("10"), run("6", raised), run(" m"), run("2", raised))).text == "10^6 m^2"


def test_text_boxes_are_read_once_and_equations_keep_their_meaning() -> None:
    box = "<w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent>"
    drawing = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    math = (
        '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:f><m:num><m:r><m:t>a+b'
        "</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup>"
        "</m:sSup></m:den></m:f></m:oMath>"
    )
    assert with_body(paragraph(run("before"), drawing) + paragraph(math)).text == "before\n\nboxed\n\n(a+b)/(x^2)"


def with_notes() -> bytes:
    reference = '<w:r><w:footnoteReference w:id="4"/></w:r>'
    said = paragraph(run("Except Sundays."))
    note = f'<w:footnotes {nsdecls("w")}><w:footnote w:id="4">{said}</w:footnote></w:footnotes>'
    members = members_of(saved(lambda word: word.add_paragraph("Second.")))
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    relation = f'<Relationship Id="rId99" Type="{kind}" Target="footnotes.xml"/></Relationships>'.encode()
    rels = "word/_rels/document.xml.rels"
    typed = (
        b'<Override PartName="/word/footnotes.xml" ContentType='
        b'"application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>'
    )
    members["word/footnotes.xml"] = note.encode()
    members[rels] = members[rels].replace(b"</Relationships>", relation)
    members["[Content_Types].xml"] = members["[Content_Types].xml"].replace(b"</Types>", typed)
    first = paragraph(run("Open daily"), reference, run(".")).encode()
    members[BODY] = members[BODY].replace(b"<w:body>", b"<w:body>" + first)
    return packed(members)


def test_a_footnote_stands_right_behind_the_paragraph_that_refers_to_it() -> None:
    document = read(with_notes())
    assert document.text == "Open daily[1].\n\n[1] Except Sundays.\n\nSecond."
    assert of_kind(document, BlockKind.FOOTNOTE) == ["[1] Except Sundays."]


def test_numbers_are_counted_as_word_counts_them() -> None:
    def level(text: str, style: str = "decimal") -> Level:
        return Level(format=style, text=text, start=1, legal=False, restarts=True, style=None)

    levels = {0: level("%1.", "upperRoman"), 1: level("%1.%2"), 2: level("(%3)", "lowerLetter")}
    levels[3] = level("•", "bullet")
    restarted = Numbered(abstract="a", starts={0: 1}, levels={})
    counted = Numbering(
        abstracts={"a": levels}, instances={"1": Numbered(abstract="a", starts={}, levels={}), "2": restarted}
    )
    depths = [0, 1, 1, 2, 2, 3, 0, 2, 1]
    printed = [counted.advance("1", depth) for depth in depths]
    assert printed == ["I.", "I.1", "I.2", "(a)", "(b)", None, "II.", "(a)", "II.2"]
    assert counted.advance("2", 0) == "I."
    assert counted.advance("7", 0) is None


@pytest.mark.parametrize(
    ("count", "style", "shown"),
    [
        (4, "lowerRoman", "iv"), (1994, "upperRoman", "MCMXCIV"), (26, "lowerLetter", "z"), (27, "upperLetter", "AA"),
        (7, "decimalZero", "07"), (22, "ordinal", "22nd"), (11, "ordinal", "11th"), (3, "chicago", None),
    ],
)  # fmt: skip
def test_number_formats_spell_as_printed(count: int, style: str, shown: str | None) -> None:
    assert spelled_number(count, style) == shown


def bomb(size: int) -> bytes:
    return edited(SAMPLE, BODY, lambda content: content.replace(b"<w:body>", b"<w:body>" + b" " * size))


ENTITIES = b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("attack", "kind"),
    [
        (lambda: bomb(130_000_000), TooLarge),
        (lambda: edited(SAMPLE, BODY, lambda xml: xml.replace(b"<w:document", ENTITIES + b"<w:document", 1)), TooLarge),
        (lambda: SAMPLE[: len(SAMPLE) // 2], UnreadableDocument),
        (lambda: b"not a package", UnreadableDocument),
        (lambda: packed({"a.txt": b"x"}), UnreadableDocument),
        (
            lambda: edited(
                SAMPLE, BODY, lambda x: x.replace(b"<w:body>", b"<w:body>" + b"<w:sdt>" * 5_000 + b"</w:sdt>" * 5_000)
            ),
            UnreadableDocument,
        ),
        (
            lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"),
            EncryptedDocument,
        ),
        (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, UnsupportedFormat),
    ],
)
def test_hostile_word_files_are_typed_errors_within_seconds(attack: Callable[[], bytes], kind: type) -> None:
    data = attack()
    begun = time.monotonic()
    with pytest.raises(kind, match=r"policy\.docx"):
        read(data)
    assert time.monotonic() - begun < 10


def test_a_word_document_under_another_name_is_read_with_a_warning() -> None:
    document = read(SAMPLE, "notes.md")
    assert document.title == "Travel policy" and document.warnings[0].code == "mislabelled"


PIECES = st.sampled_from(
    [b"", b"<w:p>", b"</w:p>", b"<w:tbl>", b"</w:tc>", b"\xff",
     b"<w:tc><w:tcPr><w:gridSpan w:val='3'/></w:tcPr></w:tc>",
     b"<w:vMerge/>", b"-5", b"99999999", b"&#x1F600;", b"<w:tr/>", b"<!--", b"'"]
)  # fmt: skip
CUTS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), PIECES), min_size=1, max_size=4)


@given(st.sampled_from([BODY, "word/styles.xml", "word/numbering.xml", "[Content_Types].xml"]), CUTS)
def test_any_damage_gives_a_wellformed_document_or_a_typed_error(
    member: str, cuts: list[tuple[float, float, bytes]]
) -> None:
    survives(mutated(SAMPLE, member, cuts), "policy.docx")


@given(st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_flipped_bytes_give_a_wellformed_document_or_a_typed_error(flips: list[tuple[int, int]]) -> None:
    data = bytearray(SAMPLE)
    for place, byte in flips:
        data[place] = byte
    survives(bytes(data), "policy.docx")


@pytest.mark.shared
class TestFixtures:
    def document(self, shared: Path, name: str) -> Document:
        path = shared / "data/fixtures" / f"docling-project__{name}.docx"
        return read(path.read_bytes(), path.name)

    def test_numbered_headings_print_their_numbers(self, shared: Path) -> None:
        document = self.document(shared, "unit_test_headers_numbered")
        titles = [(b.level, b.ref.title) for b in document.blocks if isinstance(b.ref, Named)]
        assert titles[:5] == [
            (1, "Test Document"),
            (2, "1. Section 1"),
            (3, "1.1. Section 1.1"),
            (3, "1.2. Section 1.2"),
            (4, "1.2.1. Section 1.2.3"),
        ]
        assert titles[-1] == (3, "REFERENCES")
        assert "2.3.8.3. Third sub-item at this level" in document.text

    def test_list_levels_and_style_lists_are_found(self, shared: Path) -> None:
        document = self.document(shared, "docx_lists")
        items = of_kind(document, BlockKind.LIST_ITEM)
        assert "2. List item b" in items
        assert "List item 2\n\nList item 1.1\n\nList item 1.2\n\nList item 1.3" in items
        assert "Third item\n\nSub-item A\n\nSub-item B" in items

    def test_the_word_tables_keep_all_their_spans(self, shared: Path) -> None:
        document = self.document(shared, "word_tables")
        tables = [block.table for block in document.blocks if block.table]
        shapes = [(table.rows, table.columns) for table in tables]
        assert shapes == [(3, 3), (3, 3), (3, 4), (5, 3), (9, 5), (2, 2), (2, 3)]
        assert all(table.header_rows == 1 for table in tables[:5])
        assert max(cell.row_span for cell in tables[3].cells) == 2

    def test_code_is_told_from_typewriter_prose(self, shared: Path) -> None:
        code = of_kind(self.document(shared, "docx_code_blocks"), BlockKind.CODE)
        assert len(code) == 3 and code[2].startswith("def fib(n):\n    a, b = 0, 1")

    def test_text_boxes_and_rich_cells_are_read(self, shared: Path) -> None:
        boxes = self.document(shared, "textbox")
        assert boxes.text.count("Student falls ill") == 1 and "Case closed." in boxes.text
        rich = self.document(shared, "docx_rich_cells")
        assert sum(block.table is not None for block in rich.blocks) == 9
