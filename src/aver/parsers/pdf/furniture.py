"""Running heads, running feet and page numbers.

A line is furniture when it stands among the first or last lines of its page, in the outer eighth of the sheet,
and the same line (digits masked) stands at the same height on three pages or more (on both of two); when lines set
apart from the text stand there on most pages (a running head that names the section); or when it is nothing but this
page's number. It stays in the tree, marked, and leaves the flow of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from aver.parsers.pdf.leaves import Leaf, with_lines
from aver.parsers.pdf.lines import Line
from aver.parsers.pdf.source import Entry, SourcePage
from aver.parsers.pdf.titles import title_forms
from aver.parsers.pdf.words import Box
from aver.patterns import regex
from aver.values.documents import BlockKind

EDGE = 1 / 8
REPEATS = 3
BAND = 4.0
OUTERMOST = 0.07
PAGE_NUMBER = regex(
    r"^\W*(?:page|seite|p\.|s\.)?\s*([0-9]{1,5}|[ivxlc]{1,8})(?:\s*(?:of|von|/)\s*[0-9]{1,5})?\W*$", re.IGNORECASE
)

Key: TypeAlias = tuple[str, int]


def mark_furniture(leaves: Sequence[Leaf], pages: Sequence[SourcePage], outline: Sequence[Entry]) -> tuple[Leaf, ...]:
    """Return the leaves with furniture lines cut out into leaves of their own; titles of the outline are none."""
    titles = frozenset((entry.page, form) for entry in outline for form in title_forms(entry.title))
    size = {page.number: page for page in pages}
    lines: dict[int, list[Line]] = {}
    for leaf in leaves:
        lines.setdefault(leaf.page, []).extend(leaf.lines)
    repeated = _repeated(leaves, size)
    running = _running_heads(lines, size)
    marked: list[Leaf] = []
    for leaf in leaves:
        flags = [
            leaf.grid is None
            and _at_edge(line, size[leaf.page])
            and not any((leaf.page, form) in titles for form in title_forms(line.text))
            and (_is_furniture(line, size[leaf.page], repeated) or line.box in running.get(leaf.page, ()))
            for line in leaf.lines
        ]
        marked.extend(_split(leaf, flags))
    return tuple(marked)


def _repeated(leaves: Sequence[Leaf], size: dict[int, SourcePage]) -> frozenset[Key]:
    on_pages: dict[int, set[Key]] = {}
    for leaf in leaves:
        if leaf.grid is None:
            keys = (key for line in leaf.lines if _at_edge(line, size[leaf.page]) for key in _keys(line))
            on_pages.setdefault(leaf.page, set()).update(keys)
    seen = Counter(key for keys in on_pages.values() for key in keys)
    return frozenset(key for key, count in seen.items() if count >= min(REPEATS, max(len(size), 2)))


def _running_heads(lines: dict[int, list[Line]], size: dict[int, SourcePage]) -> dict[int, tuple[Box, ...]]:
    """Return per page the rectangles of first lines set apart, in a height band that most pages fill so."""
    bands: dict[int, dict[int, Box]] = {}
    for number, held in lines.items():
        top = min(held, key=lambda line: line.box[1])
        box, height = top.box, top.box[3] - top.box[1]
        under = min((line.box[1] for line in held if line.box[1] > box[3] - 0.5 * height), default=box[3])
        if box[3] <= OUTERMOST * size[number].height and under - box[3] > 1.2 * height:
            for band in _bands(top):
                bands.setdefault(band, {})[number] = box
    running: dict[int, tuple[Box, ...]] = {}
    for found in bands.values():
        if len(found) >= max(REPEATS, 0.4 * len(size)):
            for number, box in found.items():
                running[number] = (*running.get(number, ()), box)
    return running


def _at_edge(line: Line, page: SourcePage) -> bool:
    _, y0, _, y1 = line.box
    return y1 <= page.height * EDGE or y0 >= page.height * (1 - EDGE)


def _keys(line: Line) -> tuple[Key, Key]:
    """Return the masked text in the two neighbouring height bands that the line touches."""
    masked = re.sub(r"[0-9]+|\b[ivxlc]+\b", "#", line.text.casefold())
    low, high = _bands(line)
    return (masked, low), (masked, high)


def _bands(line: Line) -> tuple[int, int]:
    band = int((line.box[1] + line.box[3]) / 2 // BAND)
    return band, band + 1


def _split(leaf: Leaf, flags: Sequence[bool]) -> list[Leaf]:
    if not any(flags):
        return [leaf]
    pieces: list[Leaf] = []
    for line, flag in zip(leaf.lines, flags, strict=True):
        kind = BlockKind.FURNITURE if flag else leaf.kind
        if pieces and pieces[-1].kind is kind:
            pieces[-1] = with_lines(pieces[-1], (*pieces[-1].lines, line))
        else:
            pieces.append(replace(with_lines(leaf, (line,)), kind=kind))
    return pieces


def _is_furniture(line: Line, page: SourcePage, repeated: frozenset[Key]) -> bool:
    if any(key in repeated for key in _keys(line)):
        return True
    number = PAGE_NUMBER.match(line.text)
    return number is not None and number.group(1) in {page.label, str(page.number)}
