"""The look into packages: every trick of an archive ends in a typed error that names the file."""

from __future__ import annotations

import io
import struct
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_files import packed

from aver.errors import AverError, EncryptedDocument, TooLarge, UnreadableDocument
from aver.parsers.limits import Limits
from aver.parsers.zip_guard import DOCX, MAX_MEMBERS, PPTX, XLSX, guarded, office_type


def guard(data: bytes, limits: Limits | None = None) -> tuple[str, ...]:
    return guarded(data, name="p.docx", limits=limits or Limits()).members


def repeated(name: str) -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(name, b"one")
        archive.writestr(name, b"two")
    return buffer.getvalue()


def declaring(size: int) -> bytes:
    """A package whose directory says that its member has `size` bytes, which inflates to 3,000,000."""
    data = packed({"a.bin": b"\0" * 3_000_000})
    place = data.index(b"PK\x01\x02") + 24
    return data[:place] + struct.pack("<I", size) + data[place + 4 :]


def with_flag(data: bytes) -> bytes:
    place = data.index(b"PK\x01\x02") + 8
    return data[:place] + b"\x01\x00" + data[place + 2 :]


GOOD = packed({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<a/>" * 50})


def test_an_ordinary_package_passes_and_can_be_read() -> None:
    package = guarded(GOOD, name="p.docx", limits=Limits())
    assert package.members == ("[Content_Types].xml", "word/document.xml")
    assert package.read("word/document.xml") == b"<a/>" * 50 and package.read("absent") == b""


@pytest.mark.parametrize(
    ("attack", "kind"),
    [
        (lambda: packed({"a.bin": b"\0" * 50_000_000}), TooLarge),
        (lambda: packed({f"{n}.xml": b" " * 35_000_000 for n in range(4)}), TooLarge),
        (lambda: packed({f"{n}": b"" for n in range(MAX_MEMBERS + 1)}), TooLarge),
        (lambda: packed({"a.xml": b"<!DOCTYPE x []><x/>"}), TooLarge),
        (lambda: packed({"a.rels": b" " * 262_140 + "<!DOCTYPE x []>".encode("utf-16-le")}), TooLarge),
        (lambda: packed({"../evil.xml": b"x"}), UnreadableDocument),
        (lambda: packed({"/etc/passwd": b"x"}), UnreadableDocument),
        (lambda: packed({"a\\..\\..\\b": b"x"}), UnreadableDocument),
        (lambda: packed({"C:/x": b"x"}), UnreadableDocument),
        (lambda: repeated("word/document.xml"), UnreadableDocument),
        (lambda: with_flag(GOOD), EncryptedDocument),
        (lambda: declaring(10), UnreadableDocument),
        (lambda: GOOD[: len(GOOD) // 2], UnreadableDocument),
        (lambda: b"", UnreadableDocument),
    ],
)
def test_hostile_packages_are_typed_errors_within_seconds(attack: Callable[[], bytes], kind: type) -> None:
    data = attack()
    begun = time.monotonic()
    with pytest.raises(kind, match=r"p\.docx"):
        guard(data)
    assert time.monotonic() - begun < 10


def test_a_bomb_with_an_honest_ratio_stops_at_the_memory_of_the_child() -> None:
    noise = zlib.compress(bytes(range(256)) * 4_000, 0)
    with pytest.raises(TooLarge):
        guard(packed({"a.bin": noise}), Limits(max_memory=2_000_000))


@pytest.mark.parametrize(
    ("mark", "media_type"),
    [
        (b"x.wordprocessingml.document.main+xml", DOCX), (b"x.spreadsheetml.sheet.main+xml", XLSX),
        (b"x.sheet.macroEnabled.main+xml", XLSX), (b"x.presentationml.presentation.main+xml", PPTX), (b"zip", None),
    ],
)  # fmt: skip
def test_the_content_types_tell_which_office_package_it_is(mark: bytes, media_type: str | None) -> None:
    assert office_type(packed({"[Content_Types].xml": mark})) == media_type
    assert office_type(mark) is None


@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=8))
def test_flipped_bytes_pass_or_are_typed_errors(flips: list[tuple[int, int]]) -> None:
    data = bytearray(GOOD)
    for place, byte in flips:
        data[place] = byte
    office_type(bytes(data))
    try:
        guard(bytes(data))
    except AverError as refused:
        assert "p.docx" in refused.message
