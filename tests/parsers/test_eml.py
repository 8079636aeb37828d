"""Messages: headers, bodies, attachments of every kind, and what hostile senders do."""

from __future__ import annotations

import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from document_checks import assert_wellformed, grid, of_kind
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import AverError, TooLarge, UnreadableDocument
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named, Role

HEADERS = b"From: a@example.com\nSubject: x\nMIME-Version: 1.0\n"


def message(
    subject: str = "Quarterly figures", body: str = "Hello,\n\nsee below.\n\n> old text\n> more\n"
) -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Ada Löwe <ada@example.com>", "bob@example.com", subject
    made["Date"] = "Mon, 02 Feb 2026 10:00:00 +0100"
    made.set_content(body)
    return made


def read(data: bytes, name: str = "mail.eml", limits: Limits | None = None) -> Document:
    document = parse(data, name=name, limits=limits or Limits())
    assert_wellformed(document)
    return document


def test_headers_become_fields_and_a_block_and_quotes_are_quotes() -> None:
    document = read(message(subject="Über Zahlen").as_bytes())
    assert document.title == "Über Zahlen"
    assert document.blocks[0].role is Role.FRONT_MATTER
    assert document.text.startswith("From: Ada Löwe <ada@example.com>\nTo: bob@example.com\nDate: Mon, 02 Feb 2026")
    assert ("author", "Ada Löwe <ada@example.com>") in document.fields
    assert of_kind(document, BlockKind.PARAGRAPH) == ["Hello,", "see below."]
    assert of_kind(document, BlockKind.QUOTE) == ["> old text\n> more"]


def test_of_two_alternatives_one_is_read() -> None:
    made = message(body="plain words")
    made.add_alternative("<p>rich words</p>", subtype="html")
    assert "plain words" in read(made.as_bytes()).text and "rich words" not in read(made.as_bytes()).text


def test_a_message_with_only_markup_is_read_as_markup() -> None:
    made = message()
    made.set_content("<h1>Grüße</h1><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "html")
    document = read(made.as_bytes())
    assert of_kind(document, BlockKind.HEADING) == ["Grüße"] and grid(document) == [["a", "b"], ["1", "2"]]


def test_every_attachment_is_a_section_under_its_name() -> None:
    made = message()
    made.add_attachment(b"City;Sum\nBonn;1\n", maintype="text", subtype="csv", filename="sums.csv")
    made.add_attachment(b"# Terms\n\nPay soon.\n", maintype="text", subtype="markdown", filename="terms.md")
    document = read(made.as_bytes())
    refs = [(block.level, block.ref) for block in document.blocks if block.kind is BlockKind.SECTION]
    assert refs == [(1, Named(title="sums.csv")), (1, Named(title="terms.md")), (2, Named(title="Terms"))]
    assert grid(document) == [["City", "Sum"], ["Bonn", "1"]]


def test_an_attached_message_is_read_with_its_own_header_and_attachments() -> None:
    inner = message("Inner")
    inner.add_attachment(b"deep text", maintype="text", subtype="plain", filename="note.txt")
    outer = message("Outer")
    outer.add_attachment(inner)
    outer.add_attachment(inner.as_bytes(), maintype="application", subtype="octet-stream", filename="saved.eml")
    document = read(outer.as_bytes())
    assert of_kind(document, BlockKind.HEADING) == ["Inner", "note.txt", "saved.eml", "note.txt"]
    assert document.text.count("Subject: Inner") == document.text.count("deep text") == 2


def test_an_attachment_that_cannot_be_read_is_named_and_reported() -> None:
    made = message()
    made.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png", filename="../../scan.png")
    made.add_attachment(b"junk", maintype="application", subtype="zip", filename="report.docx")
    document = read(made.as_bytes())
    assert of_kind(document, BlockKind.HEADING) == ["scan.png", "report.docx"]
    assert [warning.code for warning in document.warnings] == ["attachment_unread"] * 2


def nested(depth: int) -> bytes:
    data = message("0", "innermost").as_bytes()
    for level in range(1, depth + 1):
        made = message(str(level), "outer")
        made.add_attachment(data, maintype="application", subtype="octet-stream", filename="next.eml")
        data = made.as_bytes()
    return data


def forwarded(depth: int) -> bytes:
    part = HEADERS + b"Content-Type: message/rfc822\n\n"
    return part * depth + HEADERS + b"\nend\n"


def multipart(depth: int) -> bytes:
    opened = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (level, level) for level in range(depth)
    )
    return HEADERS + opened + b"Content-Type: text/plain\n\nend\n"


@pytest.mark.parametrize(
    "attack",
    [
        lambda: nested(25),
        lambda: forwarded(50),
        lambda: forwarded(5_000),
        lambda: multipart(3_000),
        lambda: HEADERS + b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n\nx\n" * 5_000,
    ],
)
def test_messages_inside_messages_without_end_are_too_large(attack: Callable[[], bytes]) -> None:
    data = attack()
    begun = time.monotonic()
    with pytest.raises(TooLarge, match=r"mail\.eml"):
        read(data)
    assert time.monotonic() - begun < 15


def test_a_forwarding_chain_within_the_budget_is_read() -> None:
    assert "innermost" in read(nested(12)).text


def test_attachments_share_one_budget_of_characters() -> None:
    made = message()
    for number in range(4):
        made.add_attachment(b"x" * 3_000, maintype="text", subtype="plain", filename=f"{number}.txt")
    data = made.as_bytes()
    assert read(data).text.count("x" * 3_000) == 4
    partly = read(data, limits=Limits(max_characters=9_000))
    assert [warning.code for warning in partly.warnings] == ["attachment_unread"] * 2


@pytest.mark.parametrize(
    "data",
    [
        HEADERS.replace(b"x", b"(" * 100_000) + b"\nbody",
        HEADERS + b"Content-Type: text/plain; " + b"a=b; " * 40_000 + b"\n\nbody",
        HEADERS + b"To: " + b"a@b.c, " * 50_000 + b"\n\nbody",
        pytest.param(
            HEADERS
            + b'Content-Type: multipart/mixed; boundary="b"\n\n'
            + b"".join(b"--b\nContent-Type: text/plain; %d" % n + b"a=b; " * 400 + b"\n\nx\n" for n in range(900)),
            marks=pytest.mark.deep,
        ),
        HEADERS + b"Content-Type: text/plain; charset=nonsense\n\nbody \xff",
        HEADERS + b"Content-Transfer-Encoding: base64\n\n!!!!",
    ],
)
def test_absurd_headers_cost_seconds_at_most(data: bytes) -> None:
    begun = time.process_time()
    try:
        read(data)
    except AverError as refused:
        assert "mail.eml" in refused.message
    assert time.process_time() - begun < 15


@pytest.mark.parametrize("data", [b"", b"just text\n\nno header", b"\x00\x01\x02"])
def test_what_is_no_message_is_a_typed_error(data: bytes) -> None:
    with pytest.raises(UnreadableDocument, match=r"mail\.eml"):
        read(data)


PIECES = st.sampled_from(
    [b"From: a\n", b"Subject: =?utf-8?q?x?=\n", b"\n", b"--b\n", b"--b--\n", b"Content-Type: message/rfc822\n",
     b'Content-Type: multipart/mixed; boundary="b"\n', b"Content-Type: multipart/alternative; boundary=b\n",
     b"Content-Type: text/html\n", b"Content-Transfer-Encoding: base64\n", b"a;b\n1;2\n", b"\xff",
     b"Content-Disposition: attachment; filename=a.csv\n", b"Content-Type: ;;\n", b"To: <<>>\n", b"Date: x\n",
     b"eA==\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25).map(b"".join))
def test_any_mixture_gives_a_wellformed_document_or_a_typed_error(data: bytes) -> None:
    try:
        document = parse(data, name="mail.eml", limits=Limits())
    except AverError:
        return
    assert_wellformed(document)


@pytest.mark.shared
def test_the_fixture_has_its_body_and_its_attachment(shared: Path) -> None:
    path = shared / "data/fixtures/docling-project__eml_with_attachment.eml"
    document = read(path.read_bytes(), path.name)
    assert document.title == "Email with Attachment"
    assert of_kind(document, BlockKind.HEADING) == ["test.txt"]
    assert (
        of_kind(document, BlockKind.PARAGRAPH)[-1] == "This is a test attachment file.\nIt contains some dummy content."
    )
