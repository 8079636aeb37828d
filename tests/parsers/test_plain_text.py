"""Plain text, encodings, languages, titles: what holds before any markup."""

from __future__ import annotations

import pytest
from document_checks import assert_wellformed, of_kind, uncovered
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import UnreadableDocument
from aver.parsers.dispatch import parse
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document


def read(data: bytes, name: str = "release_notes-2026.txt") -> Document:
    document = parse(data, name=name, limits=Limits())
    assert_wellformed(document)
    return document


def test_paragraphs_end_at_blank_lines_and_the_stem_gives_the_title() -> None:
    document = read(b"One\ntwo\n\n  Three\n \t\nFour")
    assert of_kind(document, BlockKind.PARAGRAPH) == ["One\ntwo", "Three", "Four"]
    assert document.title == "release notes 2026"


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("gateway.toml", "# Factory gateway, live\n[mqtt]\nport = 8883\n", "Factory gateway, live"),
        ("app.ini", "; Order service\n[db]\nhost=h\n", "Order service"),
        ("app.yaml", "# all of this is generated, see the wiki.\nport: 1\n", "app"),
        ("app.properties", "port=1\n# Ports\n", "app"),
    ],
)
def test_the_comment_at_the_beginning_of_a_configuration_is_its_title(name: str, text: str, title: str) -> None:
    document = read(text.encode(), name)

    assert (document.title, document.text, document.media_type) == (title, text, "text/plain")


def test_only_unambiguous_headings_count() -> None:
    document = read(
        b"Overview\n========\n\nText.\n\n1.2 Scope\n\nMore.\n\n3 apples were eaten.\n\nDetail\n--------------------\n\n"
        b"1. Buy milk\n2. Sell milk\n\n4.1 lower case start\n"
    )
    assert of_kind(document, BlockKind.HEADING) == ["Overview", "1.2 Scope"]


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        (
            "A\n\nAppendix B. Changes\n\nNone.\n\n§ 4 Leave\n\nPart II\n\nMore.",
            ["Appendix B. Changes", "§ 4 Leave", "Part II"],
        ),
        ("A\n\nOTHER TERMS & FEES\n\nNone.", ["OTHER TERMS & FEES"]),
        ("A\n\nDO NOT OPEN THE LID\n\nNone.", []),
        ("OPENING HOURS\n\nDaily.", []),
        ("A\n\nсводка за год\n\nNone.", []),
        ("A\n\nPart of the rent is paid back\n\nNone.", []),
        ("A\n\n4. Procedure\nProposals of at most eight pages\nare sent by 1 May.", ["4. Procedure"]),
        ("A\n\n1. Anna Meier\nMain Street 4\n12345 Town", []),
        ("A\n\n1. Milk\n2. Bread\n3. Eggs.", []),
        ("A\n\n1. Check the oil\nUse a dry cloth.\n2. Start\nWait.", []),
        ("A\n\n1. Open the valve and turn it until\nThe pressure is gone.", []),
    ],
)
def test_lines_that_say_what_they_head_are_headings(text: str, headings: list[str]) -> None:
    assert of_kind(read(text.encode()), BlockKind.HEADING) == headings


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Working Group     M. Aldous\nCategory: draft\n\n          The Beacon Protocol\n             (LBP)\n\n"
            "1. Scope\n\nNone.",
            "The Beacon Protocol (LBP)",
        ),
        (
            "Working Group     M. Aldous\nCategory: draft\n\n          This is a sentence.\n\nNone.",
            "release notes 2026",
        ),
    ],
)
def test_a_line_in_the_middle_is_the_title(text: str, title: str) -> None:
    assert read(text.encode()).title == title


WRAPPED = """\
Smith, Ada (1999). The history of the lighthouses of the north and of
    Those who kept them through the winters of three centuries and more
    Before the lamps were lit by wire.
"""


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Not insured\n  Damage by pets.\n  Cash over 300 pounds.\n", ["Damage by pets.", "Cash over 300 pounds."]),
        ("Not insured\n\n  Damage by pets.\n  Cash.\n", ["Damage by pets.", "Cash."]),
        ("Not insured\nDamage by pets.\nCash over 300 pounds.\n", ["Damage by pets.", "Cash over 300 pounds."]),
        ("The rent includes:\n  heating\n  water\n", ["heating", "water"]),
        ("Not insured\n  Damage by\n    pets.\n  Cash.\n", ["Damage by\n    pets.", "Cash."]),
        (
            "Not insured\n  Damage by floods from the sea, from rivers or\n  a lake.\n  Cash.\n",
            ["Damage by floods from the sea, from rivers or\n  a lake.", "Cash."],
        ),
        ("Weight: 189 g\nThe screen is large.\nThe case is small.\n", []),
        ("We met on Monday.\n  Jon spoke.\n  Ida wrote.\n", []),
        ("The lighthouse of the island\n  was built in 1880 and\n  closed in 1990.\n\n" + "long " * 20, []),
        ("Dear all\nThe meeting is on Monday.\n", []),
        (WRAPPED, []),
    ],
)
def test_lines_under_a_line_that_leads_to_them_are_a_list(text: str, items: list[str]) -> None:
    """A2, E6: "Damage by pets." alone says the opposite of what the document does."""
    document = read(text.encode())
    assert of_kind(document, BlockKind.LIST_ITEM) == items
    assert uncovered(document) == []


def test_utf16_with_a_mark_is_read_and_reported() -> None:
    for codec in ("utf-16-le", "utf-16-be"):
        mark = "\ufeff".encode(codec)
        document = read(mark + "Größe und Maß".encode(codec))
        assert document.text == "Größe und Maß"
        assert [warning.code for warning in document.warnings] == ["encoding"]


def test_the_utf8_mark_leaves_no_trace() -> None:
    document = read(b"\xef\xbb\xbfText")
    assert (document.text, document.warnings) == ("Text", ())


def test_a_legacy_encoding_is_detected_and_named() -> None:
    text = "Die Gebühren für Übersetzungen müssen spätestens zum Monatsende überwiesen werden. " * 5
    document = read(text.encode("cp1252"))
    assert document.text == text
    assert [warning.code for warning in document.warnings] == ["encoding"]


def test_mostly_valid_utf8_stays_utf8_and_counts_what_is_lost() -> None:
    document = read("Größe, Maß, Übung, Äpfel, öde, süß, naïve".encode() + b" \xff end")
    assert document.text == "Größe, Maß, Übung, Äpfel, öde, süß, naïve \ufffd end"
    assert [warning.code for warning in document.warnings] == ["encoding", "undecodable"]


def test_nul_characters_are_replaced_and_reported() -> None:
    document = read(b"a" * 100 + b"\x00b")
    assert document.text.endswith("a\ufffdb")
    assert [warning.code for warning in document.warnings] == ["nul_replaced"]


@pytest.mark.parametrize("data", [bytes(range(32)) * 40, b"\x00\x01\x02\x03" * 500])
def test_binary_data_under_a_text_name_is_a_typed_error(data: bytes) -> None:
    with pytest.raises(UnreadableDocument, match="release_notes"):
        read(data)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The committee has decided that the rule is not to be applied to contracts of this kind.", "en"),
        ("Der Ausschuss hat entschieden, dass die Regel auf solche Verträge nicht angewendet wird.", "de"),
        ("Le comité a décidé que la règle ne s'applique pas aux contrats de cette nature.", "und"),
        ("OK", "und"),
        ("", "und"),
    ],
)
def test_language_is_told_by_function_words(text: str, language: str) -> None:
    assert language_of(text) == language


@given(st.text(alphabet=st.sampled_from("ab ÄΩ日\n\t.:-=1\u2028\x0c\xa0"), max_size=200))
def test_every_visible_character_stands_in_a_block(text: str) -> None:
    document = read(text.encode())
    assert document.text == text
    assert [line for line in uncovered(document) if line.strip("=-")] == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("LEASE OF A MILL\n\nThis lease is made today.\n\n1. DEFINITIONS\n\nText.\n", "LEASE OF A MILL"),
        ("1. SCOPE\n\nIt holds for all.\n", "1. SCOPE"),
        ("It holds for all.\n\n1. SCOPE\n\nText.\n", "rules"),
        ("Dear Ann\n\nThe mill is sold.\n", "rules"),
        ("The mill is sold\nand gone\n\nMore.\n", "rules"),
        ("The rules of the mill hold.\n\nScope\n=====\n\nText.\n", "Scope"),
    ],
)
def test_the_title_is_a_line_alone_at_the_beginning_or_a_heading_that_can_be_one(text: str, title: str) -> None:
    assert parse(text.encode(), name="rules.txt", limits=Limits()).title == title
