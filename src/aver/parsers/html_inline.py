"""What the HTML walk and its tables share about running text: order of nodes, white space, breaks, exponents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from aver.parsers.wordlists import words

BREAK = "\x00"
"""Stands for a `<br>` until the white space around it is settled; decoding leaves no NUL in any text."""
DROPPED = words("script style template head svg canvas iframe video audio object input textarea map area")

_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_BREAKS = re.compile(f" ?(?:{BREAK} ?)+")
_EXPONENT = re.compile(r"[+\-\u2212]?[0-9]+$")
_HIDING = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)


def children_of(node: LexborNode) -> Iterator[LexborNode]:
    """Yield the child nodes in order, text nodes included."""
    child = node.child
    while child is not None:
        yield child
        child = child.next


def inline(run: list[str]) -> str:
    """Return inline text with white space collapsed as a browser does and line breaks kept as new lines."""
    return _BREAKS.sub("\n", _SPACE.sub(" ", "".join(run))).strip()


def superscript(node: LexborNode, before: str) -> str | None:
    """Return a numeric superscript after `before` so that 10 to the 6th doesn't read 106; None for any other."""
    piece = inline([node.text(deep=True)])
    if not _EXPONENT.match(piece) or not before[-1:].isalnum():
        return None
    return f"[{piece}]" if node.css_first("a") is not None else f"^{piece}"


def is_hidden(node: LexborNode) -> bool:
    """Return whether the element's own attributes keep it off the screen."""
    attributes = node.attributes
    return "hidden" in attributes or _HIDING.search(attributes.get("style") or "") is not None
