"""Conditions that a sentence states over a pack's parameters, and the predicates they are written as.

A condition is a tree of what is compared. It is written in the pack's order of choices, so that one condition has one
text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from aver.stages.packs.showing import number_text

OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """One of `names` is the value of an enum parameter, or none of them is."""

    parameter: str
    names: tuple[str, ...]
    none: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """A boolean parameter is `yes`, or it isn't."""

    parameter: str
    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """An amount, in the unit of its parameter, compared with a number by one of CEL's signs."""

    parameter: str
    sign: str
    value: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class All:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Either:
    """One part holds."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = Choices | Truth | Compared | All | Either


def joined(kind: type[All] | type[Either], parts: Sequence[Condition]) -> Condition:
    """Return `parts` as one condition; at least one is given."""
    flat = [inner for one in parts for inner in (one.parts if isinstance(one, kind) else (one,))]
    return flat[0] if len(flat) == 1 else kind(parts=tuple(flat))


def opposite(condition: Condition) -> Condition:
    """Return what holds exactly where `condition` doesn't."""
    match condition:
        case Choices(parameter=name, names=names, none=none):
            return Choices(parameter=name, names=names, none=not none)
        case Truth(parameter=name, yes=yes):
            return Truth(parameter=name, yes=not yes)
        case Compared(parameter=name, sign=sign, value=value):
            return Compared(parameter=name, sign=OPPOSITE[sign], value=value)
        case All(parts=parts):
            return joined(Either, [opposite(one) for one in parts])
        case Either(parts=parts):
            return joined(All, [opposite(one) for one in parts])


def parameters_in(condition: Condition) -> frozenset[str]:
    """Return the names of the parameters that a condition compares."""
    if isinstance(condition, All | Either):
        return frozenset[str]().union(*(parameters_in(one) for one in condition.parts))
    return frozenset({condition.parameter})


def written(condition: Condition) -> str | None:
    """Return a condition as a predicate (docs/packs.md), None where a number has no finite decimal form."""
    match condition:
        case Choices(parameter=name, names=(only,), none=none):
            return f"{name} {'!=' if none else '=='} '{only}'"
        case Choices(parameter=name, names=names, none=none):
            quoted = ", ".join(f"'{one}'" for one in names)
            return f"!({name} in [{quoted}])" if none else f"{name} in [{quoted}]"
        case Truth(parameter=name, yes=yes):
            return name if yes else f"!{name}"
        case Compared(parameter=name, sign=sign, value=value):
            number = number_text(value)
            return None if "/" in number else f"{name} {sign} {number}"
        case All(parts=parts):
            return _with_sign(parts, " && ", inside=Either)
        case Either(parts=parts):
            return _with_sign(parts, " || ", inside=All)


def _with_sign(parts: Sequence[Condition], sign: str, *, inside: type[All] | type[Either]) -> str | None:
    texts: list[str] = []
    for one in parts:
        text = written(one)
        if text is None:
            return None
        texts.append(f"({text})" if isinstance(one, inside) else text)
    return sign.join(texts)
