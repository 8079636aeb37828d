"""What the HTML walk and its tables share about running text: order of nodes, white space, breaks, raised marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborNode

from aver.parsers.wordlists import words
from aver.patterns import regex

BREAK = "\x00"
"""Stands for a `<br>` until the white space around it is settled; decoding leaves no NUL in any text."""
DROPPED = words("script style template head svg canvas iframe video audio object input textarea map area")

_SPACE = regex(r"[ \t\n\r\f\v]+")
_BREAKS = regex(f" ?(?:{BREAK} ?)+")
_STRUCK = words("del s strike")
"""Elements whose text the page has taken back."""

_EXPONENT = regex(r"[+\-\u2212]?[0-9]+$")
_NOTE = regex(r"[0-9]{1,2}(?:\s?[,\u2013-]\s?[0-9]{1,2}){0,5}$|[a-z](?:\s?,\s?[a-z]){0,5}$")
_FORMULA = regex(
    r"(?<![^\W\d_]{2})[(\[](?:[^()\[\]]{0,40}[+\-\u2212*/=×·^][^()\[\]]{0,40}|[^\W\d_]{1,2})[)\]]$|[|)\]]{2}$"
)
"""What is raised to a power behind a bracket: a sum, a letter; behind "(net)" a number is a note's."""

_WORD = regex(r"[^\W\d_]{5,}$")
"""Long enough for no symbol, unit or abbreviation: a letter raised behind it is a note's mark."""

_ISOTOPE = regex(r"[A-Z][a-z]?(?![a-z])")
"""A symbol directly behind a raised number: the mass of an element, and no note's mark."""

_POWERED = regex(r"(?<![0-9.,])(?:[0-9]|10|16|[0-9.,]+\s?[x×·*]\s?10)$|(?<![^\W\d_])[^\W\d_]{1,4}$")
"""What is raised to a power: a digit, ten, sixteen, a symbol, a unit. Behind "210" or a word a number is a note's."""

_HIDES = regex(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_STRIKES = regex(r"(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through", re.IGNORECASE)


def hides(declarations: str) -> bool:
    """Whether what is so styled isn't drawn."""
    return _HIDES.search(declarations) is not None


def strikes(declarations: str) -> bool:
    """Whether what is so styled is struck through."""
    return _STRIKES.search(declarations) is not None


def children_of(node: LexborNode) -> Iterator[LexborNode]:
    """Yield the child nodes in order, text nodes included."""
    child = node.child
    while child is not None:
        yield child
        child = child.next


def inline(run: list[str]) -> str:
    """Return inline text with white space collapsed as a browser does and line breaks kept as new lines."""
    return _BREAKS.sub("\n", _SPACE.sub(" ", "".join(run))).strip()


def superscript(node: LexborNode, run: Sequence[str]) -> str | None:
    """Return what is raised behind `run` so that 10 to the 6th doesn't read 106, nor a note's mark as part of a figure
    or word; where a text begins, the mark of a note. None for any other."""
    piece = inline([node.text(deep=True)])
    if not any(one.strip() for one in run):
        return f"[{piece}] " if _NOTE.match(piece) and not _ISOTOPE.match(_text_behind(node)) else None
    before = run[-1]
    if not before[-1:].isalnum() and not before[-1:].isspace() and _NOTE.match(piece):
        return f"^{piece}" if _FORMULA.search(before[-90:]) else f"[{piece}]"
    lettered = (before[-1:].isdigit() or _WORD.search(before)) and _NOTE.match(piece)
    if not before[-1:].isalnum() or not (_EXPONENT.match(piece) or lettered):
        return None
    marks = piece == "1" or (_NOTE.match(piece) is not None and _POWERED.search(before[-24:]) is None)
    return f"[{piece}]" if marks or node.css_first("a") is not None else f"^{piece}"


def _text_behind(node: LexborNode) -> str:
    behind = node.next
    return "" if behind is None or behind.tag != "-text" else (behind.text_content or "")


def is_hidden(node: LexborNode) -> bool:
    """Return whether the element's own attributes keep it off the screen or strike it, or it is a deletion."""
    attributes = node.attributes
    style = attributes.get("style") or ""
    return "hidden" in attributes or hides(style) or strikes(style) or node.tag in _STRUCK
