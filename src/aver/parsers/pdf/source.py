"""Opening a PDF with PDFium: pages, words, outline, labels and properties, or a typed error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from aver.errors import EncryptedDocument, TooLarge, UnreadableDocument
from aver.parsers.limits import Limits
from aver.parsers.pdf.words import Word, words_of_page
from aver.patterns import regex

PDF_DATE = regex(r"^(?:D:)?([0-9]{4})(?:(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])?)?")
MAX_PAGE_CHARACTERS = 400_000
MAX_OUTLINE_DEPTH = 12
MAX_OUTLINE_ENTRIES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the document's own outline: title, level from 1, page number from 1."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    """One page as PDFium reads it: label, size in points, words in stream order, whether pictures fill it."""

    number: int
    label: str
    width: float
    height: float
    words: tuple[Word, ...]
    picture_share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What PDFium says of a document; `total_pages` counts also pages beyond the cap."""

    pages: tuple[SourcePage, ...]
    total_pages: int
    outline: tuple[Entry, ...]
    properties: tuple[tuple[str, str], ...]


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """Open a PDF; raises EncryptedDocument or UnreadableDocument."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in (pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY):
            raise EncryptedDocument(
                "The PDF is encrypted and needs a password.", hint="Save a copy without a password and ingest that."
            ) from error
        raise UnreadableDocument(
            "The file is not a readable PDF.", hint="Open it in a PDF viewer and save or export it again."
        ) from error
    with closing(document):
        yield document


def read_source(data: bytes, *, limits: Limits) -> Source:
    """Read everything PDFium offers; raises EncryptedDocument, TooLarge or UnreadableDocument."""
    with opened(data) as document:
        total = len(document)
        if total == 0:
            raise UnreadableDocument("The PDF has no pages.", hint="Open it in a PDF viewer and export it again.")
        if total > limits.max_pages:
            raise TooLarge(
                f"The PDF has {total} pages; the limit is {limits.max_pages}.",
                hint="Split the file, or raise the page limit.",
            )
        pages = tuple(_pages(document, total, limits))
        return Source(
            pages=pages, total_pages=total, outline=tuple(_outline(document)), properties=tuple(_properties(document))
        )


def _pages(document: Any, total: int, limits: Limits) -> Iterator[SourcePage]:
    characters = 0
    for index in range(total):
        page = _page(document, index)
        characters += sum(len(w.text) for w in page.words)
        if characters > limits.max_characters:
            raise TooLarge(
                f"The text of the PDF exceeds {limits.max_characters} characters at page {index + 1}.",
                hint="Split the file, or raise the character limit.",
            )
        yield page


def _page(document: Any, index: int) -> SourcePage:
    try:
        with closing(document[index]) as page, closing(page.get_textpage()) as text_page:
            width, height = page.get_size()
            if (count := text_page.count_chars()) > MAX_PAGE_CHARACTERS:
                raise TooLarge(
                    f"Page {index + 1} holds {count} characters; the limit is {MAX_PAGE_CHARACTERS}.",
                    hint="A page of print holds under 20,000; check what made this file.",
                )
            return SourcePage(
                number=index + 1,
                label=document.get_page_label(index) or str(index + 1),
                width=width,
                height=height,
                words=words_of_page(page, text_page),
                picture_share=_picture_share(page, width * height),
            )
    except pdfium.PdfiumError as error:
        raise UnreadableDocument(
            f"Page {index + 1} of the PDF cannot be read.", hint="Open the file in a PDF viewer and save it again."
        ) from error


def _picture_share(page: Any, area: float) -> float:
    """Return the area of the largest picture over the page's area."""
    largest = 0.0
    for item in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=2):
        left, bottom, right, top = item.get_bounds()
        largest = max(largest, abs((right - left) * (top - bottom)))
    return min(largest / area, 1.0) if area > 0 else 0.0


def _outline(document: Any) -> Iterator[Entry]:
    for count, bookmark in enumerate(document.get_toc(max_depth=MAX_OUTLINE_DEPTH)):
        if count >= MAX_OUTLINE_ENTRIES:
            return
        title = " ".join(bookmark.get_title().replace("\x00", "").split())
        destination = bookmark.get_dest()
        index = destination.get_index() if destination is not None else None
        if title and index is not None and index >= 0:
            yield Entry(title=title, level=bookmark.level + 1, page=index + 1)


def _properties(document: Any) -> Iterator[tuple[str, str]]:
    keys = {"Title": "title", "Author": "author", "Subject": "subject", "CreationDate": "creation-date"}
    for key, value in document.get_metadata_dict(skip_empty=True).items():
        text = " ".join(value.replace("\x00", "").split())
        if key in keys and text:
            yield keys[key], iso_date(text) if key == "CreationDate" else text


def iso_date(text: str) -> str:
    """Return the day of a PDF date ("D:20200502083329Z", ISO 32000-1, 7.9.4) as 2020-05-02, other text as it is."""
    parts = PDF_DATE.match(text)
    return "-".join(part for part in parts.groups() if part) if parts else text
