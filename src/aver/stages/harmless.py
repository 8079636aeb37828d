"""Words of documents and people, made harmless for a terminal but otherwise left as they are.

A document may hold escape sequences that move the cursor, retitle the window or paint over what was
printed, and marks that reverse the reading order. Shown text is inert, like text in a prompt (F3).
"""

from __future__ import annotations

from aver.patterns import regex

_UNSAFE = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_WHITE = regex(r"\s+")


def harmless(text: str) -> str:
    """Return `text` with each control character but line feed and tab, and each direction mark, as U+FFFD."""
    return _UNSAFE.sub("\ufffd", text.replace("\r\n", "\n"))


def one_line(text: str, *, limit: int) -> str:
    """Return `text` on one line of at most `limit` characters, the cut marked."""
    line = _WHITE.sub(" ", harmless(text)).strip()
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"
