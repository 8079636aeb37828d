"""What a text in Markdown has taken back or doesn't show: struck words, and comments (A2, H1).

`~~three hours~~ two hours` says two hours, as a page with `<del>` does, whose parser leaves it out. Markdown's
canonical text is its source, so that struck words stay in quotes, where they can be seen; they are no evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.patterns import regex

_SIGNS = regex(
    r"\\[^\n]|(?P<code>`+)|(?P<comment><!--)|(?P<tag><(?P<name>del|s|strike)\s*>)|(?P<tildes>~+)", re.IGNORECASE
)
_EMPTY_LINE = regex(r"\n[ \t]*\n")
_COMMENT = "-->"
_FENCED = regex(r"^[ \t>]*(`{3,}|~{3,}).*?(?:^[ \t>]*\1|\Z)", re.MULTILINE | re.DOTALL)

Span = tuple[int, int]


def struck_spans(text: str) -> tuple[Span, ...]:
    """Return where `text` is struck or commented out, in order; nothing in code is."""
    if not any(sign in text for sign in ("~~", "<!--", "<del", "<DEL", "<s", "<S")):
        return ()
    return tuple(_spans(text))


def without_struck(text: str, start: int, end: int) -> str:
    """Return `text[start:end]` without what is struck or commented out in `text`."""
    kept, at = [], start
    for first, last in struck_spans(text):
        if last > at and first < end:
            kept.append(text[at : max(at, first)])
            closes_up = text[last : last + 1] == " " and (first == 0 or text[first - 1].isspace())
            at = last + closes_up
    return "".join((*kept, text[at:end]))


def is_struck(text: str, start: int, end: int) -> bool:
    """Whether there are words in `text[start:end]`, and all of them are struck or commented out."""
    return _has_words(text[start:end]) and not _has_words(without_struck(text, start, end))


def _has_words(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _spans(text: str) -> Iterator[Span]:
    """Yield them; a comment may hold empty lines, other signs are closed within their paragraph or not at all."""
    at = 0
    for fence in _FENCED.finditer(text):
        yield from _outside_of_code(text, at, fence.start())
        at = fence.end()
    yield from _outside_of_code(text, at, len(text))


def _outside_of_code(text: str, start: int, end: int) -> Iterator[Span]:
    unclosed: set[str] = set()
    at = paragraph = start
    while (found := _SIGNS.search(text, at, end)) is not None:
        at = found.end()
        if found.start() >= paragraph:
            parted = _EMPTY_LINE.search(text, found.start(), end)
            paragraph = parted.end() if parted else end
            unclosed &= {_COMMENT}
        closing = _closing(found)
        if closing is None or closing.pattern in unclosed or (found["tildes"] and text[at : at + 1].isspace()):
            continue
        closes = closing.search(text, at, end if found["comment"] else paragraph)
        if closes is None:
            unclosed.add(closing.pattern)
            continue
        at = closes.end()
        if not found["code"]:
            yield found.start(), at


def _closing(opens: re.Match[str]) -> re.Pattern[str] | None:
    """Return what closes a sign, None where it opens nothing."""
    if opens["code"]:
        return re.compile(rf"(?<!`){opens['code']}(?!`)")
    if opens["comment"]:
        return re.compile(_COMMENT)
    if opens["tag"]:
        return re.compile(rf"</{opens['name']}\s*>", re.IGNORECASE)
    return re.compile(r"(?<![\s~])~~(?!~)") if opens["tildes"] == "~~" else None
