"""A page of a PDF as a PNG picture, with the cited places marked.

PDFium renders, the marks are multiplied into the pixels (so that the text stays readable under them) and the PNG
is written with zlib: no imaging library is needed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from contextlib import closing

import numpy as np
import pypdfium2 as pdfium

from aver.errors import NotFound, TooLarge
from aver.parsers.page_words import regions_of_words
from aver.parsers.pdf.source import opened
from aver.values.documents import Region

MAX_PIXELS = 40_000_000
MARK = np.array([255, 236, 130], dtype=np.uint16)
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def render_page(data: bytes, page: int, *, scale: float, highlight: tuple[Region, ...], words: str = "") -> bytes:
    """Return page `page` (from 1) as PNG at `scale` pixels per point, the regions on it marked.

    Where `words` are given and stand in those regions just once, they alone are marked.

    Raises NotFound for a page the document doesn't have, TooLarge beyond 40 million pixels, and
    EncryptedDocument or UnreadableDocument where the PDF cannot be opened.
    """
    with opened(data) as document:
        if not 1 <= page <= len(document):
            raise NotFound(f"The document has no page {page}.", hint=f"Ask for a page from 1 to {len(document)}.")
        with closing(document[page - 1]) as held:
            pixels = _pixels(held, scale)
            here = tuple(region for region in highlight if region.page == page)
            marked = regions_of_words(held, page, words, here)
    for region in marked:
        _mark(pixels, region, scale)
    return _png(pixels)


def _pixels(page: pdfium.PdfPage, scale: float) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    width, height = page.get_size()
    if not 0 < width * scale * height * scale <= MAX_PIXELS:
        raise TooLarge(
            f"The page would have {width * scale:.0f} by {height * scale:.0f} pixels.", hint="Ask for a smaller scale."
        )
    with closing(page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)) as bitmap:
        return np.ascontiguousarray(bitmap.to_numpy()[:, :, :3])


def _mark(pixels: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]], region: Region, scale: float) -> None:
    height, width = pixels.shape[:2]
    left, right = (min(max(round(x * scale), 0), width) for x in (region.x0 - 1, region.x1 + 1))
    top, bottom = (min(max(round(y * scale), 0), height) for y in (region.y0 - 1, region.y1 + 1))
    place = pixels[top:bottom, left:right]
    place[:] = (place.astype(np.uint16) * MARK // 255).astype(np.uint8)


def _png(pixels: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]) -> bytes:
    """Return 8-bit RGB rows of shape (height, width, 3) as a PNG file (ISO/IEC 15948, no row filter)."""
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return PNG_SIGNATURE + b"".join(_chunks(chunks))


def _chunks(chunks: Iterable[tuple[bytes, bytes]]) -> Iterable[bytes]:
    for name, body in chunks:
        yield struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
