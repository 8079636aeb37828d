"""The plain ends of the codec: scalars, enums and literals, and what went wrong where.

A `Form` is how one type is written as JSON and read back. The forms here hold no other forms; tuples,
unions and dataclasses stand in `aver.values.codec`.
"""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import NoneType
from typing import Any, Literal, TypeAlias

from aver.errors import BadInput
from aver.values.sealed import Sealed

Seal: TypeAlias = Callable[[Sealed], dict[str, Any]]
Unseal: TypeAlias = Callable[[dict[str, Any]], Sealed]
Kind: TypeAlias = Literal["null", "flag", "number", "text", "array", "object", "any"]


@dataclass(frozen=True, slots=True)
class Form:
    """Which kind of JSON a type becomes, and its two directions."""

    kind: Kind
    write: Callable[[Any, Seal | None], Any]
    read: Callable[[Any, Unseal | None], Any]


class Mismatch(Exception):
    """What was expected and where; the path grows outwards while the stack unwinds."""

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(expected)
        self.says = f"expected {expected}, not {type(got).__name__}"
        self.path: list[str] = []

    def under(self, step: str | int) -> Mismatch:
        """Return this mismatch, one step further out: a field's name or a place in a list."""
        self.path.append(f"[{step}]" if isinstance(step, int) else f".{step}")
        return self

    def as_error(self, verb: str) -> BadInput:
        """Return the error that names the whole path."""
        place = "".join(reversed(self.path)).removeprefix(".") or "the value"
        return BadInput(f"cannot {verb} {place}: {self.says}", hint="compare it with the declared type")


def within(step: str, do: Callable[[Any, Any], Any], item: Any, context: Any) -> Any:
    """Return `do(item, context)`; a mismatch inside is known by the name `step`."""
    try:
        return do(item, context)
    except Mismatch as wrong:
        raise wrong.under(step) from None


def each(do: Callable[[Any, Any], Any], items: Iterable[Any], context: Any) -> list[Any]:
    """Return `do(item, context)` for every item; a mismatch inside is known by the item's place."""
    done: list[Any] = []
    try:
        for item in items:
            done.append(do(item, context))
    except Mismatch as wrong:
        raise wrong.under(len(done)) from None
    return done


def order(item: Any) -> tuple[bool, Any]:
    """Order a frozenset's encoded members: scalars by value, structures by their JSON text."""
    return (True, json.dumps(item, sort_keys=True)) if isinstance(item, list | dict) else (False, item)


def kind_of(value: object) -> Kind:
    """Return the kind of JSON that `value` is (a structure) or becomes (a value)."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, str):
        return "text"
    if isinstance(value, int | float):
        return "number"
    return "array" if isinstance(value, list | tuple | frozenset) else "object"


def unchanged(value: Any, _context: object) -> Any:
    """Pass a value that already is plain JSON."""
    return value


def plain(value: object) -> str | int | float | bool | None:
    """Return a scalar without its subclass: enum members and number types of libraries become JSON's own."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    return _index(value, None) if isinstance(value, int) else _number(value, None)


def _null(value: Any, _context: object) -> None:
    if value is not None:
        raise Mismatch("null", value)


def _flag(value: Any, _context: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Mismatch("true or false", value)


def _text(value: Any, _context: object) -> str:
    if isinstance(value, str):
        return str(value)
    raise Mismatch("text", value)


def _index(value: Any, _context: object) -> int:
    if type(value) is int:
        return value
    try:
        return operator.index(value)
    except TypeError:
        raise Mismatch("an integer", value) from None


def _read_index(value: Any, _context: object) -> int:
    if type(value) is int:
        return value
    raise Mismatch("an integer", value)


def _number(value: Any, _context: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise Mismatch("a finite number", value)


def _unknown(value: Any, _context: object) -> Any:
    raise Mismatch("nothing (no such field)", value)


UNKNOWN = Form("any", _unknown, _unknown)
SCALARS: dict[Any, Form] = {
    None: Form("null", _null, _null),
    NoneType: Form("null", _null, _null),
    bool: Form("flag", _flag, _flag),
    str: Form("text", _text, _text),
    int: Form("number", _index, _read_index),
    float: Form("number", _number, _number),
}


def enum_form(class_: type[StrEnum] | type[IntEnum]) -> Form:
    """Members by their value."""
    values: dict[Any, Any] = {member.value: member for member in class_}

    def write(value: Any, _seal: Seal | None) -> Any:
        if isinstance(value, class_):
            return value.value
        raise Mismatch(f"a {class_.__name__}", value)

    def read(structure: Any, _unseal: Unseal | None) -> Any:
        if isinstance(structure, str | int) and not isinstance(structure, bool) and structure in values:
            return values[structure]
        raise Mismatch(f"one of {', '.join(str(value) for value in values)}", structure)

    return Form("text" if issubclass(class_, str) else "number", write, read)


def literal_form(values: tuple[Any, ...]) -> Form:
    """One of a few scalars of one kind."""
    kinds = {kind_of(value) for value in values}
    if len(kinds) != 1:
        raise TypeError(f"the codec has no form for a literal of several kinds: {values!r}")

    def check(value: Any, _context: object) -> Any:
        if kind_of(value) in kinds and value in values:
            return value
        raise Mismatch(f"one of {', '.join(map(str, values))}", value)

    return Form(kind_of(values[0]), check, check)
