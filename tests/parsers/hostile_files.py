"""Hostile files, made here and stored nowhere: each under a name that says what the attack is (A12)."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from functools import cache

import docx
import xlsxwriter
from office_files import edited, members_of, packed

DEEP, MEGABYTE = 100_000, 1_000_000
LAUGHS = (
    "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY a 'ha'>"
    + "".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 10}'>" for n in range(12))
    + "]><l>&m;</l>"
).encode()
OUTSIDE = b"<!DOCTYPE l [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><l>&a;</l>"
TYPES = b'<Types><Override PartName="/%s" ContentType="application/x.%s.main+xml"/></Types>'


def swollen(size: int) -> bytes:
    """A deflate stream of `size` megabytes of zeros, made without inflating anything."""
    maker = zlib.compressobj(9)
    first = maker.compress(b"\0" * MEGABYTE) + maker.flush(zlib.Z_FULL_FLUSH)
    more = maker.compress(b"\0" * MEGABYTE) + maker.flush(zlib.Z_FULL_FLUSH)
    return first + more * (size - 1) + maker.flush()


def pdf(*objects: bytes, extra: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalog."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out + b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, extra, start))


def page(content: bytes, *, media: bytes = b"0 0 612 792", how: bytes = b"", more: bytes = b"") -> tuple[bytes, ...]:
    """Catalog, pages, one page, its content stream and a font."""
    return (
        b"<</Type/Catalog/Pages 2 0 R" + more + b">>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>>>>"
        % media,
        b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), how, content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )


WORDS = b"BT /F1 10 Tf 72 700 Td (Some words) Tj ET"
PAGES = b"<</Type/Pages/Count %d/Parent %d 0 R/Kids[%d 0 R]>>"
DEEP_TREE = tuple(PAGES % (1, max(n - 1, 1), n + 1) for n in range(2, 5_000))
SELF = (
    b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>/Length 5>>stream\n/X Do\nendstream"
)

PDFS: Mapping[str, Callable[[], bytes]] = {
    "a_gigabyte_in_a_stream": lambda: pdf(*page(swollen(1_000), how=b"/Filter/FlateDecode")),
    "a_gigabyte_packed_twice": lambda: pdf(
        *page(zlib.compress(swollen(1_000)), how=b"/Filter[/FlateDecode/FlateDecode]")
    ),
    "pages_that_hold_themselves": lambda: pdf(b"<</Type/Catalog/Pages 2 0 R>>", PAGES % (9, 2, 2)),
    "an_outline_that_follows_itself": lambda: pdf(
        *page(WORDS, more=b"/Outlines 6 0 R"), b"<</First 7 0 R>>", b"<</Title(x)/Next 7 0 R/First 7 0 R/Dest[3 0 R]>>"
    ),
    "a_form_that_draws_itself": lambda: pdf(*page(b"/X Do " + WORDS), SELF),
    "a_billion_pages_claimed": lambda: pdf(*(part.replace(b"/Count 1", b"/Count 999999999") for part in page(WORDS))),
    "pages_nested_five_thousand_deep": lambda: pdf(b"<</Type/Catalog/Pages 2 0 R>>", *DEEP_TREE, page(WORDS)[2]),
    "a_page_two_million_points_wide": lambda: pdf(*page(WORDS, media=b"0 0 2000000 2000000")),
    "a_page_of_no_size": lambda: pdf(*page(WORDS, media=b"nan -1 0 0")),
    "six_thousand_pages": lambda: pdf(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 6000/Kids[%s]>>" % (b"3 0 R " * 6_000), page(WORDS)[2]
    ),
    "three_hundred_thousand_words": lambda: pdf(
        *page(b"BT /F1 1 Tf 9 700 Td " + b"(%s) Tj 0 -1 Td " % (b"many words " * 300) * 500 + b"ET")
    ),
    "two_hundred_thousand_strokes": lambda: pdf(*page(b"1 1 m 500 700 l S\n" * 200_000 + WORDS)),
    "arrays_a_hundred_thousand_deep": lambda: pdf(b"<</Type/Catalog/Pages 2 0 R/X " + b"[" * DEEP + b">>"),
    "cut_in_the_middle": lambda: pdf(*page(WORDS * 900))[:5_000],
    "a_cipher_nobody_knows": lambda: pdf(*page(WORDS), extra=b"/Encrypt<</Filter/Standard/V 5/R 6/O(x)/U(x)/P -4>>"),
    "a_header_and_nothing": lambda: b"%PDF-1.7\n",
    "null_bytes": lambda: b"%PDF-1.7\n" + b"\0" * MEGABYTE,
}


def package(kind: bytes, part: str, content: bytes, **more: bytes) -> bytes:
    """A package that calls itself an office file and holds little else."""
    return packed({"[Content_Types].xml": TYPES % (part.encode(), kind), part: content, **more})


@cache
def word_file() -> bytes:
    out = io.BytesIO()
    docx.Document().save(out)
    return out.getvalue()


def word(content: bytes) -> bytes:
    """A Word file with this as its body."""
    return edited(word_file(), "word/document.xml", lambda _: content)


@cache
def workbook() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.add_worksheet("a").write(0, 0, "x")
    return out.getvalue()


def sheet(rows: bytes, strings: bytes = b"") -> bytes:
    """A workbook with these rows, and these shared strings if any."""
    whole = b"<worksheet><sheetData>" + rows + b"</sheetData></worksheet>"
    made = edited(workbook(), "xl/worksheets/sheet1.xml", lambda _: whole)
    return edited(made, "xl/sharedStrings.xml", lambda _: strings) if strings else made


def linked(target: str) -> bytes:
    """A Word file whose body is a symbolic link."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members_of(word_file()).items():
            entry = zipfile.ZipInfo(name)
            if name == "word/document.xml":
                entry.create_system, entry.external_attr, content = 3, 0o120777 << 16, target.encode()
            archive.writestr(entry, content)
    return out.getvalue()


W = b"<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>"
NEST = b"<w:tbl><w:tr><w:tc>" * 4_000 + b"</w:tc></w:tr></w:tbl>" * 4_000
FAR = b"<row r='1'><c r='A1'><v>1</v></c></row><row r='1048576'><c r='XFD1048576'><v>2</v></c></row>"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600

PACKAGES: Mapping[str, Callable[[], bytes]] = {
    "blanks_without_end.docx": lambda: word(b" " * 200_000_000),
    "billion_laughs.docx": lambda: word(LAUGHS),
    "a_file_from_outside.docx": lambda: word(OUTSIDE),
    "tables_in_tables.docx": lambda: word(W + NEST + b"</w:body></w:document>"),
    "a_cell_over_a_billion_columns.docx": lambda: word(
        W + b"<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='999999999'/></w:tcPr></w:tc></w:tr></w:tbl></w:body>"
        b"</w:document>"
    ),
    "out_of_the_folder.docx": lambda: package(b"x", "../../evil", b"x"),
    "a_link_to_a_password_file.docx": lambda: linked("/etc/passwd"),
    "encrypted.docx": lambda: OLE + "EncryptedPackage".encode("utf-16-le"),
    "cut_in_the_middle.docx": lambda: word(W * 900)[:400],
    "the_last_cell_of_the_sheet.xlsx": lambda: sheet(FAR),
    "billion_laughs.xlsx": lambda: sheet(b"", LAUGHS),
    "a_million_cells_in_a_row.xlsx": lambda: sheet(b"<row>" + b"<c><v>1</v></c>" * MEGABYTE + b"</row>"),
    "rows_in_rows.xlsx": lambda: sheet(b"<row>" * DEEP),
    "no_sheet_at_all.xlsx": lambda: package(b"spreadsheetml.sheet", "xl/workbook.xml", b"<workbook/>"),
    "no_slide_at_all.pptx": lambda: package(b"presentationml.presentation", "ppt/presentation.xml", b"<a/>"),
    "thirty_thousand_members.pptx": lambda: package(b"x", "a", b"", **{f"m{n}": b"" for n in range(30_000)}),
    "a_size_that_lies.pptx": lambda: word(b"<a/>" * 9_000).replace(struct.pack("<I", 36_000), struct.pack("<I", 3)),
}

HEADERS = b"From: a@b.c\nSubject: x\n"
INNER = b"Content-Type: message/rfc822\n\n" + HEADERS
ALIASES = b"---\na: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 9)) for n in range(9)
)

TEXTS: Mapping[str, Callable[[], bytes]] = {
    "arrays_in_arrays.json": lambda: b"[" * DEEP,
    "objects_in_objects.json": lambda: b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "a_number_of_a_million_digits.json": lambda: b'{"a":' + b"9" * MEGABYTE + b"}",
    "half_a_character.json": lambda: b'{"a": "\\ud800", "\\udfff": 1}',
    "null_bytes.json": lambda: b"\0" * 10_000,
    "boxes_in_boxes.html": lambda: b"<div>" * 200_000,
    "a_cell_over_everything.html": lambda: (
        b"<table>" + b"<tr>" + b"<td colspan=1000 rowspan=65000>x" * 9 + b"</tr>" * 999
    ),
    "a_hundred_thousand_attributes.html": lambda: b"<p " + b" ".join(b"a%d=1" % n for n in range(DEEP)) + b">x",
    "a_comment_that_never_ends.html": lambda: b"<p>x</p><!--" + b"-" * (5 * MEGABYTE),
    "a_million_columns.csv": lambda: b"a," * MEGABYTE,
    "quotes_only.csv": lambda: b'"' * (MEGABYTE + 1),
    "quotes_in_quotes.md": lambda: b"> " * 20_000 + b"x",
    "twenty_thousand_columns.md": lambda: b"|a" * 20_000 + b"|\n" + b"|-" * 20_000 + b"|\n",
    "aliases_of_aliases.md": lambda: ALIASES + b"---\n\n# Title\n\nText.\n",
    "openers_only.md": lambda: b"[![" * 60_000 + b"*_`" * 60_000,
    "a_file_from_outside.rst": lambda: (
        b"Title\n=====\n\n.. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n"
    ),
    "nothing_but_corners.rst": lambda: (b"+" * 300 + b"\n") * 300,
    "messages_in_messages.eml": lambda: HEADERS + INNER * 500 + b"\nbody",
    "parts_without_end.eml": lambda: (
        HEADERS + b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n\nx\n" * 9_000
    ),
    "a_bomb_attached.eml": lambda: (
        HEADERS + b"Content-Type: application/pdf; name=a.pdf\nContent-Disposition: attachment; filename=a.pdf\n\n%PDF-"
    ),
    "one_line_of_ten_megabytes.txt": lambda: b"x" * (10 * MEGABYTE),
    "half_a_utf16_character.txt": lambda: b"\xff\xfe" + "wörter ".encode("utf-16-le") * 900 + b"\x00",
    "every_byte_there_is.txt": lambda: bytes(range(256)) * 4_000,
    "directions_turned.txt": lambda: "a\u202eb\u2066c\u200b ".encode() * DEEP,
    "brackets_only.py": lambda: b"(" * 200_000,
    "blocks_in_blocks.js": lambda: b"{" * DEEP + b"x" + b"}" * DEEP,
}

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 900
FALSE_NAMES: Mapping[str, Callable[[], bytes]] = {
    "a_pdf.docx": lambda: pdf(*page(WORDS)),
    "a_picture.txt": lambda: PNG,
    "a_picture.pdf": lambda: PNG,
    "a_program.md": lambda: b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 40,
    "a_program.exe": lambda: b"MZ" + b"\0" * 900,
    "an_archive.csv": lambda: word(b"<a/>"),
    "a_page.json": lambda: b"<html><p>x</p></html>",
    "nothing.xlsx": lambda: b"",
    "../../etc/passwd": lambda: b"root:x:0:0",
}

HOSTILE: Mapping[str, Callable[[], bytes]] = {
    **{f"{name}.pdf": make for name, make in PDFS.items()},
    **PACKAGES,
    **TEXTS,
    **FALSE_NAMES,
}
