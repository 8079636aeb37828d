"""Bytes to canonical text: a byte-order mark or UTF-8 where they fit, else a detected encoding, said aloud.

Newlines become `\\n` and NUL becomes U+FFFD (no store keeps NUL); nothing else changes. Anything but clean UTF-8
leaves a warning that names the encoding, because a wrong guess changes what the document says.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from aver.errors import TooLarge, UnreadableDocument
from aver.parsers.limits import Limits
from aver.values.documents import ParseWarning

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 200_000
_CONTROLS = frozenset(chr(code) for code in range(32)) - set("\t\n\r\f\v\x1b\x08")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The canonical text of a text format and what had to be assumed on the way."""

    text: str
    warnings: tuple[ParseWarning, ...] = ()


def decode(data: bytes, *, name: str, limits: Limits, declared: str | None = None) -> Decoded:
    """Return the text of `data`; `declared` is the encoding that the format itself names.

    Raises UnreadableDocument for binary data and TooLarge beyond `limits.max_characters`.
    """
    text, warnings = _decoded(data, name, declared)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > limits.max_characters:
        raise TooLarge(
            f"{name}: {len(text)} characters, more than {limits.max_characters}",
            hint="Split the file or raise the limit on characters.",
        )
    sample = text[:_SAMPLE]
    controls = sum(sample.count(control) for control in _CONTROLS)
    if controls * 50 > len(sample):
        raise UnreadableDocument(
            f"{name}: the content is binary data, not text", hint="Check the file; its suffix names a text format."
        )
    if "\x00" in text:
        warnings = (*warnings, ParseWarning(code="nul_replaced", detail=f"{text.count(chr(0))} NUL characters"))
        text = text.replace("\x00", "\ufffd")
    return Decoded(text=text, warnings=warnings)


def _decoded(data: bytes, name: str, declared: str | None) -> tuple[str, tuple[ParseWarning, ...]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            warned = () if encoding == "utf-8" else (_assumed(encoding, "byte-order mark"),)
            return _with_losses(data[len(mark) :], encoding, warned)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    if declared is not None and _is_text_encoding(declared):
        return _with_losses(data, declared, (_assumed(declared, "declared in the file"),))
    lossy = data.decode("utf-8", errors="replace")
    wide = sum(1 for character in lossy[:_SAMPLE] if character > "\x7f" and character != "\ufffd")
    if wide > 2 * lossy[:_SAMPLE].count("\ufffd"):
        return _with_losses(data, "utf-8", (_assumed("utf-8", "mostly valid"),))
    return _with_losses(data, *_detected(data, name))


def _detected(data: bytes, name: str) -> tuple[str, tuple[ParseWarning, ...]]:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise UnreadableDocument(
            f"{name}: no text encoding fits the content", hint="Save the file as UTF-8, or check that it is text."
        )
    return best.encoding, (_assumed(best.encoding, "detected"),)


def _with_losses(
    data: bytes, encoding: str, warnings: tuple[ParseWarning, ...]
) -> tuple[str, tuple[ParseWarning, ...]]:
    try:
        return data.decode(encoding), warnings
    except UnicodeDecodeError:
        text = data.decode(encoding, errors="replace")
        lost = ParseWarning(code="undecodable", detail=f"{text.count(chr(0xFFFD))} characters unreadable as {encoding}")
        return text, (*warnings, lost)


def _assumed(encoding: str, why: str) -> ParseWarning:
    return ParseWarning(code="encoding", detail=f"read as {encoding} ({why})")


def _is_text_encoding(name: str) -> bool:
    try:
        codecs.lookup(name)
        b"".decode(name)
    except (LookupError, ValueError):
        return False
    return True
