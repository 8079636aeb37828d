"""Which parser reads a file: its suffix proposes, its first bytes decide.

A file whose content contradicts its suffix goes to the right parser with a warning where that is safe (a PDF or
a web page under another name), and is refused with a typed error otherwise. Limits hold here in process too, except
those on memory and time, which need the child process (`aver.parsers.sandbox`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from types import MappingProxyType

from aver.errors import TooLarge, UnreadableDocument, UnsupportedFormat
from aver.parsers.decoding import decode
from aver.parsers.fields import title_of
from aver.parsers.formats import FORMATS, SUFFIXES, packaged, parse_format
from aver.parsers.limits import Limits
from aver.values.documents import Document, ParseWarning

SUPPORTED: Mapping[str, str] = MappingProxyType(
    {
        ".md": "text/markdown",
        ".markdown": "text/markdown",
        ".mdx": "text/markdown",
        ".rst": "text/x-rst",
        ".rest": "text/x-rst",
        ".html": "text/html",
        ".htm": "text/html",
        ".xhtml": "text/html",
        ".txt": "text/plain",
        ".text": "text/plain",
        **dict.fromkeys((".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".properties"), "text/plain"),
        ".pdf": "application/pdf",
        **SUFFIXES,
    }
)
"""Every suffix that some parser takes, with its media type."""

_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.I | re.S
)
_BINARY: Mapping[bytes, str] = MappingProxyType(
    {
        b"PK\x03\x04": "a ZIP archive or an office document",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old office document",
        b"\x89PNG\r\n\x1a\n": "a PNG image",
        b"\xff\xd8\xff": "a JPEG image",
        b"GIF8": "a GIF image",
        b"\x1f\x8b": "a gzip archive",
        b"7z\xbc\xaf\x27\x1c": "a 7z archive",
        b"Rar!\x1a\x07": "a RAR archive",
        b"\x7fELF": "a program",
        b"MZ\x90\x00": "a program",
        b"SQLite format 3\x00": "a database",
    }
)
_HEAD = 4_096


def suffix_of(name: str) -> str:
    """Return the lower-case suffix of a file name or uri, with its dot."""
    return PurePosixPath(name.replace("\\", "/")).suffix.lower()


def parse(data: bytes, *, name: str, limits: Limits) -> Document:
    """Parse one file in this process.

    Raises UnsupportedFormat, TooLarge (size, nesting, table width), UnreadableDocument and its other kinds; every
    message names the file.
    """
    if len(data) > limits.max_bytes:
        raise TooLarge(
            f"{name}: {len(data)} bytes, more than {limits.max_bytes}",
            hint="Split the file or raise the limit on size.",
        )
    named = SUPPORTED.get(suffix_of(name))
    media_type = _sniffed(data, named, name)
    try:
        document = _parsed(data, media_type, name, limits)
    except RecursionError as problem:
        raise TooLarge(f"{name}: nested too deep to parse", hint="Flatten the nesting of the file.") from problem
    except MemoryError as problem:
        raise TooLarge(f"{name}: parsing needs too much memory", hint="Split the file.") from problem
    if named != media_type:
        mislabelled = ParseWarning(code="mislabelled", detail=f"the content is {media_type}, the name says {named}")
        document = replace(document, warnings=(mislabelled, *document.warnings))
    return document


def _sniffed(data: bytes, named: str | None, name: str) -> str:
    head = data[:_HEAD]
    if head.lstrip()[:5] == b"%PDF-":
        return "application/pdf"
    if media_type := packaged(data, name=name, named=named):
        return media_type
    for magic, what in _BINARY.items():
        if head.startswith(magic):
            raise UnsupportedFormat(f"{name}: the content is {what}", hint=_supported_hint())
    if named is None:
        raise UnsupportedFormat(
            f"{name}: no parser for {suffix_of(name) or 'a file without suffix'}", hint=_supported_hint()
        )
    if _HTML.match(head) and named not in FORMATS:
        return "text/html"
    if named == "application/pdf" and b"%PDF-" not in head[:1_024]:
        raise UnreadableDocument(f"{name}: the content is not a PDF", hint="Check the file; its suffix is wrong.")
    return named


def _supported_hint() -> str:
    return f"Supported: {', '.join(SUPPORTED)}."


def _parsed(data: bytes, media_type: str, name: str, limits: Limits) -> Document:
    """Each parser is imported when first needed: a worker that reads Markdown never loads the PDF engine."""
    if media_type == "application/pdf":
        from aver.parsers.pdf import parse_pdf

        try:
            document = parse_pdf(data, limits=limits)
        except UnreadableDocument as problem:
            raise type(problem)(f"{name}: {problem.message}", hint=problem.hint) from problem
        return document if document.title else replace(document, title=title_of((), None, name))
    if media_type == "text/html":
        from aver.parsers.html import parse_html

        return parse_html(data, name=name, limits=limits)
    if media_type in FORMATS:
        return parse_format(data, media_type, name=name, limits=limits)
    decoded = decode(data, name=name, limits=limits)
    if media_type == "text/markdown":
        from aver.parsers.markdown import parse_markdown

        return parse_markdown(decoded, name=name, limits=limits)
    if media_type == "text/x-rst":
        from aver.parsers.rst import parse_rst

        return parse_rst(decoded, name=name, limits=limits)
    from aver.parsers.plain import parse_plain

    return parse_plain(decoded, name=name)
