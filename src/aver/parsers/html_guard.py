"""A streaming look at HTML before any parser builds a tree of it: how deep would it nest?

Lexbor takes over 20 s for 200,000 nested elements and lxml silently returns nothing (measured), so depth is counted
on the tags alone. The count never falls short of the parser's own: a closing tag counts only against an open one
of its name, and an end tag that HTML lets authors leave out is assumed only where the parser assumes it too.
"""

from __future__ import annotations

import re
from collections import Counter

from aver.errors import TooLarge
from aver.parsers.limits import Limits
from aver.parsers.wordlists import words
from aver.patterns import regex

_TAG = regex(r"<(/?)([a-zA-Z][^\s/>]*)|<!--.*?(?:-->|\Z)", re.DOTALL)
_RAW_END = {name: regex(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style", "textarea", "title", "xmp")}
_VOID = words("area base br col embed hr img input link meta param source track wbr keygen frame bgsound basefont")
_SELF_CLOSING = words("p li dt dd")
_SELF_CLOSING_OUTSIDE_FOREIGN = words(
    "tr td th tbody thead tfoot colgroup caption option optgroup rt rp rb rtc html head body"
)


def refuse_deep(source: str, *, name: str, limits: Limits) -> None:
    """Raise TooLarge where the elements of `source` nest deeper than `limits.max_depth`."""
    opened: Counter[str] = Counter()
    depth = 0
    position = 0
    while match := _TAG.search(source, position):
        position = match.end()
        tag = match[2]
        if tag is None:
            continue
        tag = tag.lower()
        if match[1]:
            if opened[tag] > 0:
                opened[tag] -= 1
                depth -= 1
            continue
        if tag in _RAW_END and not (opened["svg"] or opened["math"]):
            end = _RAW_END[tag].search(source, position)
            position = end.start() if end else len(source)
            continue
        foreign = opened["svg"] > 0 or opened["math"] > 0
        if tag in _VOID or tag in _SELF_CLOSING or (tag in _SELF_CLOSING_OUTSIDE_FOREIGN and not foreign):
            continue
        opened[tag] += 1
        depth += 1
        if depth > limits.max_depth:
            raise TooLarge(
                f"{name}: elements nested more than {limits.max_depth} deep",
                hint="The file looks hostile or broken; flatten its nesting.",
            )
