"""Two sides of a comparison: each is asked about on its own.

"difference between A and B", "A vs B", "compare A with B", "how does A differ from B", "is X for A longer than for
B", and the same in German. What follows the two sides (the tail) belongs to both.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.planning.words import ARTICLES, is_german, set_of, tokens

GLUE = set_of(
    """
    worin besteht bestehen main key between
    difference differ different compare compared comparison versus vs distinguish distinction unterschied
    unterschiede unterscheidet unterscheiden vergleiche vergleichen vergleich verglichen sich both sowohl
    """
)
"""Words that hold a comparison together and stand in none of its parts."""

_TAIL = r"(?P<tail>\s(?:in|under|for|according to|when|with regard to|on|nach|in|bei|laut|im)\s[^?]+?)??"
_ATTRIBUTE = r"(?:\s(?:in|of|bei|im|in der|der|beim)\s(?P<attr>[^?]+?))?"

_SHAPES = tuple(
    regex(shape, re.I)
    for shape in (
        rf"\bdifferences?{_ATTRIBUTE}\sbetween\s(?P<a>[^?]+?)\sand\s(?P<b>[^?]+?){_TAIL}\s*\?*$",
        rf"\bdistinction\sbetween\s(?P<a>[^?]+?)\sand\s(?P<b>[^?]+?){_TAIL}\s*\?*$",
        rf"\bunterschiede?{_ATTRIBUTE}\szwischen\s(?P<a>[^?]+?)\sund\s(?P<b>[^?]+?){_TAIL}\s*\?*$",
        rf"\b(?:do|does|did|is|are)\s(?P<a>[^?]+?)\s(?:differ|different)\sfrom\s(?P<b>[^?]+?){_TAIL}\s*\?*$",
        rf"\b(?:do|does|did)\s(?P<a>[^?]+?)\sand\s(?P<b>[^?]+?)\sdiffer{_TAIL}\s*\?*$",
        rf"\bunterscheide[nt]\ssich\s(?P<a>[^?]+?)\s(?:und|von)\s(?P<b>[^?]+?){_TAIL}\s*\?*$",
        rf"^(?:please\s|bitte\s)?(?:compare|vergleiche)\s(?P<a>[^?.]+?)\s(?:and|with|to|und|mit)\s(?P<b>[^?.]+?){_TAIL}\s*[?.]*$",
        rf"^(?:(?:what\sabout|how\sabout)\s)?(?P<a>[^?,]+?)\s(?:vs\.?|versus)\s(?P<b>[^?]+?){_TAIL}\s*\?*$",
    )
)
_LONGER = regex(
    r"^(?P<verb>is|are|was|were|ist|sind|war)\s(?P<head>[^?]+?)\s(?P<prep>for|of|in|under|für|von|bei)\s(?P<a>[^?]+?)\s"
    r"(?P<how>(?:more|less|weniger)\s\w+|\w{3,}er)\s(?:than|als)\s(?:(?:that|those|the\sone)\s)?(?:(?P=prep)\s)?"
    r"(?P<b>[^?]+?)\s*\?*$",
    re.I,
)


def compared(asked: str) -> tuple[str, ...]:
    """Return the questions about the two sides of a comparison, none where `asked` compares nothing."""
    if longer := _LONGER.match(asked):
        verb, head, prep = longer["verb"], longer["head"], longer["prep"]
        how = longer["how"]
        return tuple(f"{verb} {head} {prep} {side} {how}?".capitalize() for side in (longer["a"], longer["b"]))
    for shape in _SHAPES:
        found = shape.search(asked)
        if found is None:
            continue
        one, two = _evened(found["a"].strip(), found["b"].strip())
        about = (found.groupdict().get("attr") or "").strip()
        return tuple(_asked_of(side, about, found["tail"] or "", german=is_german(asked)) for side in (one, two))
    return ()


def _asked_of(side: str, about: str, tail: str, *, german: bool) -> str:
    opening = "Was ist" if german else "What is"
    link = "bei" if german else "of"
    return f"{opening} {about} {link} {side}{tail}?" if about else f"{opening} {side}{tail}?"


def _evened(one: str, two: str) -> tuple[str, str]:
    """Return both sides whole: "soft and hard limits" are soft limits and hard limits."""
    first, second = tokens(one), tokens(two)
    bare = [word for word in first if word.casefold() not in ARTICLES]
    if len(bare) == 1 and len(second) == 2 and bare[0].islower() and second[0].islower():
        return f"{one} {second[-1]}", two
    return one, two
