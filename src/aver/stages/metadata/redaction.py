"""Redaction: what patterns from outside a document match is gone from it before anything is made of it (A10).

Every match becomes the same mask, whatever its length, in the text and in everything else the parser wrote
down (title, headings' names, captions, fields, warnings); the tree's places move along. A string that was
matched in the text goes out of those too, so a pattern that needs its surroundings leaves no copy there.
"""

from __future__ import annotations

import re
import re._parser as sre  # type: ignore[import-not-found]
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from aver.values.documents import Block, Document, Named, Page, ParseWarning, StructuralRef, Synthetic, Table

MASK = "\u2588" * 5
"""What stands where something was; no pattern over words or numbers matches it."""

Patterns = Sequence[re.Pattern[str]]

_REPEATS = frozenset({sre.MAX_REPEAT, sre.MIN_REPEAT})


def pattern_of(written: str) -> re.Pattern[str]:
    """Return the compiled pattern. Raises ValueError, in words, for one that can't be used safely."""
    try:
        compiled = re.compile(written)
        parsed = sre.parse(written)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"regular expressions; {written!r} is none: {error}") from error
    if compiled.search("") is not None:
        raise ValueError(f"regular expressions that match at least one character; {written!r} matches nothing at all")
    if _repeats_within_repeats(parsed, inside=False):
        raise ValueError(
            f"regular expressions without a repeat inside a repeat (they may take for ever), not {written!r}"
        )
    return compiled


def _repeats_within_repeats(parsed: Any, *, inside: bool) -> bool:
    """Return whether a repeat of open length stands inside a repeat; that is where matching explodes."""
    for operation, argument in parsed:
        if operation in _REPEATS:
            least, most, body = argument
            if (inside and least != most) or _repeats_within_repeats(body, inside=inside or most > 1):
                return True
        elif any(_repeats_within_repeats(part, inside=inside) for part in _parts(argument)):
            return True
    return False


def _parts(argument: Any) -> list[Any]:
    """Return the patterns inside an operation's argument, whatever its shape."""
    if isinstance(argument, sre.SubPattern):
        return [argument]
    if isinstance(argument, tuple | list):
        return [part for one in argument for part in _parts(one)]
    return []


def matches(text: str, patterns: Patterns) -> bool:
    """Return whether anything in `text` would be masked."""
    return bool(_spans(text, patterns))


def redacted(document: Document, patterns: Patterns) -> Document:
    """Return `document` without what `patterns` match; the same value where they match nothing."""
    spans = _spans(document.text, patterns)
    literals = sorted({document.text[start:end] for start, end in spans}, key=lambda one: (-len(one), one))
    scrub = _scrubber(patterns, literals)
    moved = _mover(spans)
    found = replace(
        document,
        title=scrub(document.title),
        text=_masked(document.text, spans),
        blocks=tuple(_block(block, moved, scrub) for block in document.blocks),
        pages=tuple(_page(page, moved, scrub) for page in document.pages),
        fields=tuple((scrub(key), scrub(value)) for key, value in document.fields),
        warnings=tuple(_warning(one, scrub) for one in document.warnings),
    )
    return document if found == document else found


def emptied(document: Document) -> Document:
    """Return `document` with nothing left of it, for one that is redacted as a whole."""
    return replace(document, title="", text="", blocks=(), pages=(), fields=(), warnings=())


def _spans(text: str, patterns: Patterns) -> tuple[tuple[int, int], ...]:
    """Return the matched spans, joined where they touch, without what is only mask already."""
    found = sorted(
        match.span() for pattern in patterns for match in pattern.finditer(text) if match.group().strip("\u2588")
    )
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if start == end:
            continue
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts: list[str] = []
    last = 0
    for start, end in spans:
        parts += (text[last:start], MASK)
        last = end
    return "".join((*parts, text[last:]))


def _mover(spans: Sequence[tuple[int, int]]) -> Callable[[int], int]:
    """Return where a place of the text lies afterwards: never falling, and after the mask for what it covers."""
    starts = [start for start, _ in spans]
    grown = [0, *accumulate(len(MASK) - (end - start) for start, end in spans)]

    def moved(place: int) -> int:
        position = bisect_right(starts, place) - 1
        if position < 0:
            return place
        start, end = spans[position]
        if place == start:
            return place + grown[position]
        return start + grown[position] + len(MASK) if place < end else place + grown[position + 1]

    return moved


@dataclass(frozen=True, slots=True)
class _Scrub:
    """Masks a short string by the patterns, then every string that was matched in the text."""

    patterns: Patterns
    literals: re.Pattern[str] | None

    def __call__(self, text: str) -> str:
        text = _masked(text, _spans(text, self.patterns))
        return text if self.literals is None else self.literals.sub(MASK, text)


def _scrubber(patterns: Patterns, literals: Sequence[str]) -> _Scrub:
    plain = [re.escape(one.strip()) for one in literals if one.strip()]
    return _Scrub(patterns, re.compile("|".join(plain)) if plain else None)


def _block(block: Block, moved: Callable[[int], int], scrub: Callable[[str], str]) -> Block:
    return replace(
        block,
        start=moved(block.start),
        end=moved(block.end),
        ref=None if block.ref is None else _ref(block.ref, scrub),
        table=None if block.table is None else _table(block.table, moved, scrub),
    )


def _ref(ref: StructuralRef, scrub: Callable[[str], str]) -> StructuralRef:
    match ref:
        case Named(title=title):
            return Named(title=scrub(title))
        case Synthetic(label=label):
            return Synthetic(label=scrub(label))


def _table(table: Table, moved: Callable[[int], int], scrub: Callable[[str], str]) -> Table:
    cells = tuple(replace(cell, start=moved(cell.start), end=moved(cell.end)) for cell in table.cells)
    return replace(table, cells=cells, caption=None if table.caption is None else scrub(table.caption))


def _page(page: Page, moved: Callable[[int], int], scrub: Callable[[str], str]) -> Page:
    return replace(page, start=moved(page.start), end=moved(page.end), label=scrub(page.label))


def _warning(warning: ParseWarning, scrub: Callable[[str], str]) -> ParseWarning:
    return replace(warning, detail=scrub(warning.detail))
