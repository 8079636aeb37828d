"""Where on a page of a PDF a quotation stands, line by line.

The tree of a document knows where its blocks stand, not its words, so the words are looked for again among the
characters that PDFium sees on the page. They are compared letter for letter, whatever lies between them: a line break,
a hyphen or a ligature is no difference. Where they aren't found just once in their block, the block is the place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from aver.values.documents import Region

_SLACK = 2.0
"""Points by which a character may stick out of the block that it belongs to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Letter:
    """One letter or digit of a page and the index of its character."""

    letter: str
    index: int


def regions_of_words(page: pdfium.PdfPage, number: int, words: str, within: Sequence[Region]) -> tuple[Region, ...]:
    """Return a region for each line of `words` on a page, `number` from 1, or `within` where they aren't found there.

    `within` are the regions of the blocks that hold them, in points from the top left of the page.
    """
    wanted = "".join(letter for character in words for letter in _letters(character))
    if not wanted or page.get_rotation() != 0 or not within:
        return tuple(within)
    closing_marks = len(words.rstrip()) - 1 - max(at for at, one in enumerate(words) if _is_said(one))
    left, _, _, top = page.get_cropbox()
    with closing(page.get_textpage()) as text:
        letters = list(_letters_of(text))
        said = "".join(one.letter for one in letters)
        found = []
        at = said.find(wanted)
        while at >= 0:
            indices = dict.fromkeys(one.index for one in letters[at : at + len(wanted)])
            last = letters[at + len(wanted) - 1].index
            indices.update(dict.fromkeys(range(last + 1, min(last + 1 + closing_marks, text.count_chars()))))
            boxes = [_box(text, index, number, left, top) for index in indices]
            if all(any(_lies_in(box, region) for region in within) for box in boxes):
                found.append(boxes)
            at = said.find(wanted, at + 1)
    return tuple(_lines(found[0])) if len(found) == 1 else tuple(within)


def _letters_of(text: pdfium.PdfTextPage) -> Iterator[_Letter]:
    for index in range(text.count_chars()):
        for letter in _letters(chr(raw.FPDFText_GetUnicode(text, index))):
            yield _Letter(letter=letter, index=index)


def _letters(character: str) -> Iterator[str]:
    """Yield the letters and digits that a character stands for."""
    return (one for one in unicodedata.normalize("NFKC", character).casefold() if one.isalnum())


def _is_said(character: str) -> bool:
    return any(True for _ in _letters(character))


def _box(text: pdfium.PdfTextPage, index: int, number: int, left: float, top: float) -> Region:
    x0, y0, x1, y1 = text.get_charbox(index, loose=True)
    return Region(page=number, x0=x0 - left, y0=top - y1, x1=x1 - left, y1=top - y0)


def _lies_in(box: Region, region: Region) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    across = region.x0 - _SLACK <= x <= region.x1 + _SLACK
    return box.page == region.page and across and region.y0 - _SLACK <= y <= region.y1 + _SLACK


def _lines(boxes: Iterable[Region]) -> Iterator[Region]:
    """Yield the boxes of characters in order, those of one line as one."""
    line: Region | None = None
    for box in boxes:
        middle = (box.y0 + box.y1) / 2
        if line is not None and line.y0 <= middle <= line.y1 and box.x1 >= line.x0:
            line = replace(
                line, x0=min(line.x0, box.x0), y0=min(line.y0, box.y0), x1=max(line.x1, box.x1), y1=max(line.y1, box.y1)
            )
            continue
        if line is not None:
            yield line
        line = box
    if line is not None:
        yield line
