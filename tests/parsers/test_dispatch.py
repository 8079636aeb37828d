"""Choosing the parser, refusing what isn't supported, and surviving any bytes at all."""

from __future__ import annotations

import time

import pytest
from document_checks import assert_wellformed
from hypothesis import given
from hypothesis import strategies as st
from tests.depth import the_rest_deep

from aver.errors import AverError, TooLarge, UnreadableDocument, UnsupportedFormat
from aver.parsers.dispatch import SUPPORTED, parse
from aver.parsers.limits import Limits

TEXT_SUFFIXES = sorted(suffix for suffix, media in SUPPORTED.items() if media != "application/pdf")


@pytest.mark.parametrize("name", ["a.exe", "archive", "b.odt", ".md"])
def test_unknown_suffixes_are_unsupported_and_named(name: str) -> None:
    with pytest.raises(UnsupportedFormat) as raised:
        parse(b"text", name=name, limits=Limits())
    assert name in raised.value.message and ".rst" in raised.value.hint


def test_suffixes_count_without_regard_to_case() -> None:
    assert parse(b"# T\n", name="dir/README.MD", limits=Limits()).media_type == "text/markdown"


def test_markdown_with_components_is_markdown() -> None:
    page = b"---\ntitle: Pipes\n---\n\n# Pipes\n\n<Tabs>\n\nA pipe joins two parts.\n\n</Tabs>\n"
    document = parse(page, name="pipes.mdx", limits=Limits())
    assert (document.media_type, document.title) == ("text/markdown", "Pipes")
    assert "A pipe joins two parts." in document.text


@pytest.mark.parametrize(
    "magic", [b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\x1f\x8b\x08"]
)
def test_other_formats_under_a_text_name_are_refused(magic: bytes) -> None:
    with pytest.raises(UnsupportedFormat, match=r"notes\.md"):
        parse(magic + b"rest", name="notes.md", limits=Limits())


def test_a_web_page_under_another_name_is_read_as_one_with_a_warning() -> None:
    document = parse(b"<!DOCTYPE html><h1>T</h1><p>x", name="report.pdf", limits=Limits())
    assert (document.media_type, document.text) == ("text/html", "T\n\nx")
    assert document.warnings[0].code == "mislabelled"


def test_text_named_pdf_is_a_typed_error() -> None:
    with pytest.raises(UnreadableDocument, match=r"a\.pdf"):
        parse(b"just text", name="a.pdf", limits=Limits())


def test_errors_of_the_pdf_parser_name_the_file_too() -> None:
    with pytest.raises(UnreadableDocument, match=r"broken\.pdf"):
        parse(b"%PDF-1.7\nnothing more", name="broken.pdf", limits=Limits())


def test_size_limits_hold_before_and_after_decoding() -> None:
    with pytest.raises(TooLarge):
        parse(b"x" * 11, name="a.txt", limits=Limits(max_bytes=10))
    with pytest.raises(TooLarge):
        parse(b"x" * 11, name="a.txt", limits=Limits(max_characters=10))
    with pytest.raises(TooLarge):
        parse(b"<p>x</p>" * 11, name="a.html", limits=Limits(max_characters=80))


MARKUP_PIECES = r"""
# |## |\n|\n\n|- |  - |1. |> |```|~~~|---\n|***|    |\t|[^1]: |[x]: y|<!--|-->|<div>|</div>|{% x %}|a: b\n|===\n|----\n
~~~~\n|::|.. |.. code::\n|.. list-table::\n|.. csv-table:: T\n|.. figure:: x\n|.. [1] |.. _t: |__ |>>> |:f: |* - 
+--+--+\n|+==+==+\n|==  ==\n|a   b\n|--  --\n|   |"|""|,|*|<table>|<tr>|<td>|<th rowspan=2>|</table>|<ul>|<li>|<p>|<br>
<h1>|</h1>|<pre>|<dl>|<dt>|<dd>|<sup>2</sup>|<figure>|<caption>|<svg>|&#0;|&nbsp;|<nav>|<a hidden>|</|<|word|Ä|日
\f|\x1c|\r|\0|12|. |(a) |:pep:`8`
"""
PIPES = ["|", "|---|", "| a |", "| ", "|a |b |\n", "e\u0301", "\u2028", "\xa0"]
ESCAPES = {r"\n": "\n", r"\t": "\t", r"\f": "\f", r"\x1c": "\x1c", r"\r": "\r", r"\0": "\x00"}


def unescaped(piece: str) -> str:
    for written, meant in ESCAPES.items():
        piece = piece.replace(written, meant)
    return piece


PIECES = [unescaped(piece) for line in MARKUP_PIECES.strip("\n").split("\n") for piece in line.split("|")]
MARKUP = st.lists(st.sampled_from([*PIECES, *PIPES]), max_size=60).map("".join)


@given(MARKUP, st.sampled_from(TEXT_SUFFIXES))
def test_any_mixture_of_markup_gives_a_wellformed_document_or_a_typed_error(source: str, suffix: str) -> None:
    try:
        document = parse(source.encode(), name=f"f{suffix}", limits=Limits())
    except AverError:
        return
    assert_wellformed(document)


@given(st.binary(max_size=400), st.sampled_from(sorted(SUPPORTED)))
def test_any_bytes_give_a_wellformed_document_or_a_typed_error(data: bytes, suffix: str) -> None:
    try:
        document = parse(data, name=f"f{suffix}", limits=Limits())
    except AverError:
        return
    assert_wellformed(document)


@pytest.mark.parametrize(
    ("attack", "source"),
    [
        ("one_line_of_ten_million", "x" * 10_000_000),
        ("brackets", "[" * 200_000),
        ("stars", "* " * 100_000),
        ("backticks", "`" * 100_000 + "\n" + "``" * 50_000),
        ("table_rows", "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 50_000),
        ("empty_cells", "|" + "a|" * 1_500 + "\n|" + "-|" * 1_500 + "\n" + "|x|\n" * 5_000),
        pytest.param("blank_lines", "\n" * 1_000_000, marks=pytest.mark.deep),
        pytest.param("staircase", "\n".join(" " * (i % 300) + "x" for i in range(20_000)), marks=pytest.mark.deep),
        ("staircase_of_lists", "\n".join("  " * (i % 150) + "- x" for i in range(5_000))),
        ("grid", "+-+\n" + "|+|\n" * 5_000 + "+-+\n"),
        ("grid_corners", ("+" * 200 + "\n") * 200),
        pytest.param("simple_table", "= =\n" + "a b\n" * 20_000 + "= =\n", marks=pytest.mark.deep),
        ("rules", "====\n" * 50_000),
        ("comment_openers", "<!--" * 100_000),
        ("tag_openers", "<a " * 100_000),
        ("quotes_csv", ".. csv-table:: t\n\n   " + '"' * 100_001),
        ("fields", "a: b\n" * 100_000),
        ("front_matter", "---\na: " + "[" * 50_000 + "\n---\n"),
    ],
)
@pytest.mark.parametrize("suffix", the_rest_deep([".rst", ".md", ".html", ".txt"]))
def test_hostile_text_ends_in_seconds_with_a_document_or_a_typed_error(attack: str, source: str, suffix: str) -> None:
    begun = time.monotonic()
    try:
        parse(source.encode(), name=f"{attack}{suffix}", limits=Limits())
    except AverError as refused:
        assert attack in refused.message
    assert time.monotonic() - begun < 20
