"""Globs over uris: `*` and `?` stay within one folder, `**` crosses any number of them, `[abc]` is one of a set."""

from __future__ import annotations

import re
from functools import lru_cache

from aver.patterns import regex

_TOKEN = regex(
    r"(?P<folders>(?<![^/])\*\*/)|(?P<rest>\*\*)|(?P<star>\*)|(?P<one>\?)|\[(?P<set>!?[^\]/]+)\]|(?P<char>.)", re.S
)


@lru_cache(maxsize=1_024)
def pattern_of(glob: str) -> re.Pattern[str]:
    """Return the pattern whose full match says that a uri matches `glob`; letters match in their own case only."""
    return re.compile("".join(_translated(token) for token in _TOKEN.finditer(glob)), re.S)


def _translated(token: re.Match[str]) -> str:
    match token.lastgroup:
        case "folders":
            return "(?:.*/)?"
        case "rest":
            return ".*"
        case "star":
            return "[^/]*"
        case "one":
            return "[^/]"
        case "set":
            return _one_of(token["set"])
        case _:
            return re.escape(token["char"])


def _one_of(members: str) -> str:
    negated = members.startswith("!") and len(members) > 1
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", members[1:] if negated else members)
    return f"(?!/)[{'^' if negated else ''}{escaped}]"
