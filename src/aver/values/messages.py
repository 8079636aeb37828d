"""How messages look inside of one another: the heads that stand over an older one which a mail quotes."""

from __future__ import annotations

import re

from aver.patterns import regex

MESSAGE = "message/rfc822"
"""The media type of a mail."""

_HEADS = regex(
    r"^[ \t*_>]*(?:from|von)[*_ \t]*:[^\n]*\n(?:[^\n]+\n){0,2}?[ \t*_>]*(?:sent|date|gesendet|datum)[*_ \t]*:[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)


def heads_of_a_message(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where in `[start, end)` of `text` it is said who wrote a message and when, None where nothing says so."""
    found = _HEADS.search(text, start, end)
    return found and found.span()
