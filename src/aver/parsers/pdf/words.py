"""Words with their boxes, read character by character from PDFium.

The layout engine rewrites what it reads (straight quotes, hyphens joined, formulas guessed as LaTeX), so no
text of it is ever cited. The characters come from PDFium itself and carry their own boxes; the layout engine
only says where blocks and cells lie.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pypdfium2.raw as pdfium_c

Box: TypeAlias = tuple[float, float, float, float]

LINE_END_HYPHEN = 2
BREAKS = frozenset((0x0A, 0x0D))
SPACES = frozenset((0x20, 0xA0, 0x09, 0x2002, 0x2003, 0x2009, 0x202F, 0x3000, 0xFFFE, 0x00, 0x200B))
BOLD_NAMES = (b"bold", b"black", b"heavy", b"medi", b"demi", b"cmbx", b"cmssbx", b"sfbx", b"sfsx")
"""Parts of the names of bold fonts; the last four are the bold families of TeX."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word. The box is in points from the top left; `spaced` says that a real space stands before it."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    spaced: bool
    upright: bool = True

    @property
    def height(self) -> float:
        """Height of the box in points."""
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Glyph:
    char: str
    index: int
    x0: float
    y0: float
    x1: float
    y1: float


class Projection:
    """The affine map from a page's own coordinates to points from the top left, after crop and rotation."""

    SCALE = 100

    def __init__(self, page: Any) -> None:
        width, height = page.get_size()
        wide, high = round(width * self.SCALE), round(height * self.SCALE)
        origin = self._device(page, wide, high, 0.0, 0.0)
        along = self._device(page, wide, high, 1000.0, 0.0)
        up = self._device(page, wide, high, 0.0, 1000.0)
        self._origin = origin
        self._x = ((along[0] - origin[0]) / 1000, (along[1] - origin[1]) / 1000)
        self._y = ((up[0] - origin[0]) / 1000, (up[1] - origin[1]) / 1000)

    def _device(self, page: Any, wide: int, high: int, x: float, y: float) -> tuple[float, float]:
        out_x, out_y = ctypes.c_int(), ctypes.c_int()
        pdfium_c.FPDF_PageToDevice(page.raw, 0, 0, wide, high, 0, x, y, ctypes.byref(out_x), ctypes.byref(out_y))
        return out_x.value / self.SCALE, out_y.value / self.SCALE

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where the page point (x, y) lies."""
        return (
            self._origin[0] + x * self._x[0] + y * self._y[0],
            self._origin[1] + x * self._x[1] + y * self._y[1],
        )

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return the upright box of a rectangle of the page."""
        (ax, ay), (bx, by) = self.point(left, bottom), self.point(right, top)
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def words_of_page(page: Any, text_page: Any) -> tuple[Word, ...]:
    """Return the words of one pypdfium2 page in the order of its content stream."""
    projection = Projection(page)
    return tuple(_word(run, spaced, projection, text_page.raw) for run, spaced in _runs(text_page.raw))


def _runs(raw: Any) -> Iterator[tuple[list[_Glyph], bool]]:
    run: list[_Glyph] = []
    spaced = starts_spaced = False
    rect = pdfium_c.FS_RECTF()
    ref = ctypes.byref(rect)
    for index in range(pdfium_c.FPDFText_CountChars(raw)):
        code = pdfium_c.FPDFText_GetUnicode(raw, index)
        if code in BREAKS or code in SPACES:
            if run:
                yield run, starts_spaced
                run = []
            spaced = code in SPACES and not pdfium_c.FPDFText_IsGenerated(raw, index)
            continue
        pdfium_c.FPDFText_GetLooseCharBox(raw, index, ref)
        glyph = _Glyph(
            char="-" if code == LINE_END_HYPHEN else _character(code),
            index=index,
            x0=rect.left,
            y0=rect.bottom,
            x1=rect.right,
            y1=rect.top,
        )
        if run and _breaks(run[-1], glyph):
            yield run, starts_spaced
            run, spaced = [], _is_raised_digit(run[-1], glyph)
        if not run:
            starts_spaced, spaced = spaced, False
        run.append(glyph)
        if code == LINE_END_HYPHEN:
            yield run, starts_spaced
            run = []
    if run:
        yield run, starts_spaced


def _character(code: int) -> str:
    printable = 0x20 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF and not 0x7F <= code <= 0x9F
    return chr(code) if printable else "\ufffd"


def _breaks(before: _Glyph, after: _Glyph) -> bool:
    """Say whether a word ends between two glyphs that PDFium reads without a space."""
    height = max(before.y1 - before.y0, after.y1 - after.y0, 1.0)
    level = min(before.y1, after.y1) - max(before.y0, after.y0) > 0
    if level and after.x0 - before.x1 > height:
        return True
    return _is_raised_digit(before, after)


def _is_raised_digit(before: _Glyph, after: _Glyph) -> bool:
    """Say whether a superscript digit follows a number: kept apart, else "10" and "2" would read 102."""
    if not (after.char.isdigit() and (before.char.isdigit() or before.char in ".,;:)%")):
        return False
    before_height, after_height = before.y1 - before.y0, after.y1 - after.y0
    return after_height < 0.85 * before_height and after.y0 > before.y0 + 0.2 * before_height


def _word(run: Sequence[_Glyph], spaced: bool, projection: Projection, raw: Any) -> Word:
    x0, y0, x1, y1 = projection.box(
        min(g.x0 for g in run), min(g.y0 for g in run), max(g.x1 for g in run), max(g.y1 for g in run)
    )
    first = run[0].index
    upright = len(run) == 1 or not _runs_upwards(run, projection)
    return Word(
        text="".join(g.char for g in run),
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        size=round(y1 - y0 if upright else x1 - x0, 1),
        bold=_is_bold(raw, first),
        spaced=spaced,
        upright=upright,
    )


def _runs_upwards(run: Sequence[_Glyph], projection: Projection) -> bool:
    first, last = projection.point(run[0].x0, run[0].y0), projection.point(run[-1].x0, run[-1].y0)
    return abs(last[1] - first[1]) > abs(last[0] - first[0])


def _is_bold(raw: Any, index: int) -> bool:
    if pdfium_c.FPDFText_GetFontWeight(raw, index) >= 600:
        return True
    buffer = ctypes.create_string_buffer(96)
    flags = ctypes.c_int()
    length = pdfium_c.FPDFText_GetFontInfo(raw, index, buffer, 96, ctypes.byref(flags))
    name = buffer.value.lower() if 0 < length <= 96 else b""
    return any(mark in name for mark in BOLD_NAMES)
