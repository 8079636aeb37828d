"""The expressions of a pack: a subset of CEL, parsed into values and never into code.

Every expression is one of the Common Expression Language too (cel-spec: langdef, "Syntax"), so any CEL tool can
read it: literals, names, lists, `+ - * /`, comparisons, `in`, `!`, `&&`, `||`, and the calls `min` and `max`.
`docs/decisions/0012-inquiries.md` says why the evaluation is our own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from aver.errors import BadExpression
from aver.patterns import regex

LONGEST = 1000
"""Code points an expression may have."""
DEEPEST = 40
"""Levels of brackets and signs that may stand in one another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A literal number, exactly as written."""

    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A literal in quotes."""

    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A parameter or a fact."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """What stands in square brackets."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """An operator or call with its operands in order."""

    operator: str
    operands: tuple[Expression, ...]


Expression: TypeAlias = Number | Text | Truth | Name | Listed | Applied

CALLS = frozenset({"min", "max"})
COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
_TOKEN = regex(
    r"\s*(?:(?P<number>\d{1,40}(?:\.\d{1,40})?)(?![\w.])|(?P<name>[A-Za-z_]\w*)|'(?P<single>[^'\\\n]*)'"
    r"|\"(?P<double>[^\"\\\n]*)\"|(?P<sign>\|\||&&|[<>=!]=|[-+*/<>!()\[\],]))",
    re.ASCII,
)
_RESERVED = frozenset({"true", "false", "in", "null"})


def expression_of(written: str) -> Expression:
    """Return the expression `written`. Raises BadExpression, naming the position, for anything outside the subset."""
    if len(written) > LONGEST:
        raise BadExpression(f"an expression of {len(written)} characters", hint=f"keep it within {LONGEST}")
    parser = _Parser(written)
    expression = parser.either()
    parser.expect_end()
    return expression


def names_in(expression: Expression) -> Iterator[str]:
    """Yield the names of `expression` in order, each as often as it stands there."""
    match expression:
        case Name(name=name):
            yield name
        case Listed(items=parts) | Applied(operands=parts):
            for part in parts:
                yield from names_in(part)
        case Number() | Text() | Truth():
            return


def compared_with(name: str, expression: Expression) -> Iterator[str]:
    """Yield the texts that `name` is compared with, in order."""
    match expression:
        case Applied(operands=(Name(name=found), Text() | Listed() as right)) if found == name:
            items = right.items if isinstance(right, Listed) else (right,)
            yield from (item.value for item in items if isinstance(item, Text))
        case Listed(items=parts) | Applied(operands=parts):
            for part in parts:
                yield from compared_with(name, part)
        case Name() | Number() | Text() | Truth():
            return


class _Parser:
    """Recursive descent over the tokens of one expression; the position moves, nothing else does."""

    def __init__(self, written: str) -> None:
        self._written = written
        self._position = 0
        self._depth = 0
        self._next: re.Match[str] | None = None
        self._move()

    def either(self) -> Expression:
        left = self._both()
        while self._taken("||"):
            left = Applied(operator="||", operands=(left, self._both()))
        return left

    def expect_end(self) -> None:
        if self._next is not None or self._written[self._position :].strip():
            raise self._wrong("the end")

    def _both(self) -> Expression:
        left = self._compared()
        while self._taken("&&"):
            left = Applied(operator="&&", operands=(left, self._compared()))
        return left

    def _compared(self) -> Expression:
        left = self._sum()
        sign = self._sign()
        if sign in COMPARISONS:
            self._move()
            return Applied(operator=sign, operands=(left, self._sum()))
        if self._next is not None and self._next["name"] == "in":
            self._move()
            return Applied(operator="in", operands=(left, self._sum()))
        return left

    def _sum(self) -> Expression:
        left = self._product()
        while (sign := self._sign()) in ("+", "-"):
            self._move()
            left = Applied(operator=sign, operands=(left, self._product()))
        return left

    def _product(self) -> Expression:
        left = self._signed()
        while (sign := self._sign()) in ("*", "/"):
            self._move()
            left = Applied(operator=sign, operands=(left, self._signed()))
        return left

    def _signed(self) -> Expression:
        sign = self._sign()
        if sign not in ("!", "-"):
            return self._single()
        self._move()
        self._deeper()
        operand = self._signed()
        self._depth -= 1
        return Applied(operator="not" if sign == "!" else "negative", operands=(operand,))

    def _single(self) -> Expression:
        token = self._next
        if token is None:
            raise self._wrong("a value")
        if token["number"] is not None:
            self._move()
            return Number(value=Fraction(token["number"]))
        if token["single"] is not None or token["double"] is not None:
            self._move()
            return Text(value=token["single"] if token["single"] is not None else token["double"])
        if token["name"] is not None:
            return self._named(token["name"])
        return self._bracketed()

    def _named(self, name: str) -> Expression:
        if name in ("true", "false"):
            self._move()
            return Truth(value=name == "true")
        if name in _RESERVED:
            raise self._wrong("a value")
        self._move()
        if self._sign() != "(":
            return Name(name=name)
        if name not in CALLS:
            raise self._wrong(f"one of {', '.join(sorted(CALLS))} before the bracket")
        self._move()
        return Applied(operator=name, operands=self._items(until=")"))

    def _bracketed(self) -> Expression:
        if self._taken("["):
            return Listed(items=self._items(until="]"))
        if not self._taken("("):
            raise self._wrong("a value")
        self._deeper()
        inner = self.either()
        self._depth -= 1
        self._require(")")
        return inner

    def _items(self, *, until: str) -> tuple[Expression, ...]:
        self._deeper()
        items = [self.either()]
        while self._taken(","):
            items.append(self.either())
        self._depth -= 1
        self._require(until)
        return tuple(items)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise BadExpression(f"more than {DEEPEST} levels of brackets", hint="split the expression")

    def _sign(self) -> str | None:
        return None if self._next is None else self._next["sign"]

    def _taken(self, sign: str) -> bool:
        if self._sign() != sign:
            return False
        self._move()
        return True

    def _require(self, sign: str) -> None:
        if not self._taken(sign):
            raise self._wrong(f"`{sign}`")

    def _move(self) -> None:
        if self._next is not None:
            self._position = self._next.end()
        self._next = _TOKEN.match(self._written, self._position)

    def _wrong(self, wanted: str) -> BadExpression:
        found = self._written[self._position :].strip()[:20] or "the end"
        return BadExpression(
            f"`{self._written}`: expected {wanted} at character {self._position}, found `{found}`",
            hint="docs/packs.md lists what an expression may hold",
        )
