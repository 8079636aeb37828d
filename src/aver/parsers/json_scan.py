"""JSON with places: a tokeniser over the source that keeps where every value stands.

The standard library's reader gives values without places. This one gives places without values: a flat tuple of
values in document order, each with its span, its key and its parent; it never recurses, so depth is a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aver.errors import TooLarge, UnreadableDocument
from aver.parsers.limits import Limits
from aver.patterns import regex

_SPACE = regex(r"[ \t\n\r]*")
_STRING = r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*+"'
_TOKEN = regex(
    rf"(?P<string>{_STRING})|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>true|false|null|NaN|-?Infinity)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)|(?P<colon>:)"
)
MAX_VALUES = 1_000_000


@dataclass(slots=True)
class Value:
    """One value: `start` is where its key begins if it has one; `key` the key as written, without its quotes."""

    kind: str
    start: int
    end: int
    value_start: int
    parent: int
    key: str | None


class Malformed(Exception):
    """The text stops being JSON at `position`."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


@dataclass(slots=True)
class _Open:
    """A container still open, what may come next in it, and the key that waits for its value."""

    value: int
    closer: str
    expects: str
    key: str | None = None
    key_start: int = 0


def scan(text: str, *, name: str, limits: Limits, start: int = 0, end: int | None = None) -> list[Value]:
    """Return the values of the one JSON text in `[start, end)`, containers before what they hold.

    Kinds are "object", "array", "string", "number" and "word". Raises Malformed where the text isn't JSON, TooLarge
    beyond `limits.max_depth` or a million values.
    """
    stop = len(text) if end is None else end
    values: list[Value] = []
    stack: list[_Open] = []
    at = start
    while True:
        space = _SPACE.match(text, at, stop)
        at = space.end() if space else at
        if at >= stop:
            break
        token = _TOKEN.match(text, at, stop)
        if token is None or (values and not stack):
            raise Malformed(at)
        kind = token.lastgroup or ""
        if kind in ("close", "comma", "colon"):
            _punctuation(token[0], at, stack, values)
        elif stack and stack[-1].expects in ("key", "key or close"):
            if kind != "string":
                raise Malformed(at)
            stack[-1].key, stack[-1].key_start, stack[-1].expects = token[0][1:-1], at, "colon"
        else:
            _value(token, kind, stack, values)
            if len(stack) > limits.max_depth or len(values) > MAX_VALUES:
                raise TooLarge(
                    f"{name}: nested more than {limits.max_depth} deep, or more than {MAX_VALUES} values",
                    hint="Flatten or split the file.",
                )
        at = token.end()
    if stack or not values:
        raise Malformed(stop)
    return values


def _value(token: re.Match[str], kind: str, stack: list[_Open], values: list[Value]) -> None:
    holder = stack[-1] if stack else None
    if holder is not None and holder.expects not in ("value", "value or close"):
        raise Malformed(token.start())
    kind = {"{": "object", "[": "array"}.get(token[0], kind) if kind == "open" else kind
    keyed = holder is not None and holder.key is not None
    values.append(
        Value(
            kind,
            holder.key_start if holder is not None and keyed else token.start(),
            token.end(),
            token.start(),
            holder.value if holder is not None else -1,
            holder.key if holder is not None else None,
        )
    )
    if holder is not None:
        holder.expects, holder.key = "comma or close", None
    if kind == "object":
        stack.append(_Open(len(values) - 1, "}", "key or close"))
    elif kind == "array":
        stack.append(_Open(len(values) - 1, "]", "value or close"))


def _punctuation(mark: str, at: int, stack: list[_Open], values: list[Value]) -> None:
    holder = stack[-1] if stack else None
    if holder is None:
        raise Malformed(at)
    if mark == ":" and holder.expects == "colon":
        holder.expects = "value"
    elif mark == "," and holder.expects == "comma or close":
        holder.expects = "key" if holder.closer == "}" else "value"
    elif mark == holder.closer and holder.expects.endswith("or close"):
        values[holder.value].end = at + 1
        stack.pop()
    else:
        raise Malformed(at)


def refusal(name: str, text: str, problem: Malformed) -> UnreadableDocument:
    """Return the error for a file that isn't JSON, naming the line."""
    line = text.count("\n", 0, problem.position) + 1
    return UnreadableDocument(f"{name}: not JSON at line {line}", hint="Correct the file at that line.")
