"""What a constraint says about an inquiry: `when` it applies and what it `forbids`, over the pack's parameters.

A parameter that nobody stated leaves a predicate open rather than false, and a range that only partly meets it is
said to meet it partly (strong Kleene logic with a fourth value): neither can open a wall by silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from aver.errors import BadExpression
from aver.stages.packs.expressions import (
    COMPARISONS,
    Applied,
    Expression,
    Listed,
    Name,
    Number,
    Text,
    Truth,
    expression_of,
)
from aver.values.packs import Choice, Pack, Parameter, ParameterKind
from aver.values.readings import Amount, InquiryReading

TASK = "task"
"""What an inquiry asks for, as a predicate says it: `task == 'selection'`; one that isn't set is not open."""


ASKED = "asked"
"""The property that an inquiry asks for, as a predicate says it: `asked == 'weight'`; none is not open."""


class Holds(StrEnum):
    """Whether a predicate is true of an inquiry; `partly` is of some values of a stated range, not of all."""

    YES = "yes"
    NO = "no"
    PARTLY = "partly"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Whether a predicate holds, and the parameters that leave it open, in order.

    `partly` says of an open one that it can't hold for all that is asked, whatever the open parameters are.
    """

    holds: Holds
    open: tuple[str, ...] = ()
    partly: bool = False


def predicate_of(written: str, pack: Pack) -> Expression:
    """Return the predicate `written` over the parameters of `pack`.

    Raises BadExpression for an unknown parameter, a value that it doesn't allow, or anything that computes.
    """
    expression = expression_of(written)
    _check(expression, pack)
    return expression


def judged(predicate: Expression, reading: InquiryReading) -> Judged:
    """Return whether a predicate that `predicate_of` took holds for an inquiry."""
    match predicate:
        case Truth(value=value):
            return Judged(holds=Holds.YES if value else Holds.NO)
        case Name(name=name):
            return _chosen(name, ("yes",), reading)
        case Applied(operator="not", operands=(inner,)):
            return _inverted(judged(inner, reading))
        case Applied(operator="&&" | "||" as sign, operands=(left, right)):
            return _joined(sign, judged(left, reading), judged(right, reading))
        case Applied(operator="in", operands=(Name(name=name), Listed(items=items))):
            return _any(name, items, reading)
        case Applied(operator=sign, operands=(left, right)):
            return _compared(sign, left, right, reading)
        case _:
            raise BadExpression("no predicate", hint="parse it with predicate_of")


def forbidden(when: Expression, forbids: Expression, reading: InquiryReading) -> Judged:
    """Return whether a constraint that applies `when` and `forbids` stands against an inquiry: both hold."""
    return _joined("&&", judged(when, reading), judged(forbids, reading))


def _inverted(one: Judged) -> Judged:
    turned = {Holds.YES: Holds.NO, Holds.NO: Holds.YES}
    return Judged(holds=turned.get(one.holds, one.holds), open=one.open)


def _joined(sign: str, left: Judged, right: Judged) -> Judged:
    settled, other = (Holds.NO, Holds.YES) if sign == "&&" else (Holds.YES, Holds.NO)
    both = (left.holds, right.holds)
    if settled in both:
        return Judged(holds=settled)
    if Holds.OPEN in both:
        partly = sign == "&&" and (Holds.PARTLY in both or left.partly or right.partly)
        return Judged(holds=Holds.OPEN, open=tuple(dict.fromkeys((*left.open, *right.open))), partly=partly)
    return Judged(holds=Holds.PARTLY if Holds.PARTLY in both else other)


def _any(name: str, items: tuple[Expression, ...], reading: InquiryReading) -> Judged:
    texts = tuple(item.value for item in items if isinstance(item, Text))
    if texts:
        return _chosen(name, texts, reading)
    found = Judged(holds=Holds.NO)
    for item in items:
        found = _joined("||", found, _compared("==", Name(name=name), item, reading))
    return found


def _chosen(name: str, allowed: tuple[str, ...], reading: InquiryReading) -> Judged:
    if name == TASK:
        return Judged(holds=Holds.YES if set(allowed) & set(reading.tasks) else Holds.NO)
    if name == ASKED:
        return Judged(holds=Holds.YES if any(one.attribute in allowed for one in reading.asked) else Holds.NO)
    left = reading.left(name)
    if not left or (left & set(allowed) and not left <= set(allowed)):
        return Judged(holds=Holds.OPEN, open=(name,))
    return Judged(holds=Holds.YES if left <= set(allowed) else Holds.NO)


def _compared(sign: str, left: Expression, right: Expression, reading: InquiryReading) -> Judged:
    if isinstance(left, Name) and isinstance(right, Text):
        found = _chosen(left.name, (right.value,), reading)
        return found if sign == "==" else _inverted(found)
    ends = [_ends(one, reading) for one in (left, right)]
    unread = tuple(
        one.name for one, end in zip((left, right), ends, strict=True) if end is None and isinstance(one, Name)
    )
    if ends[0] is None or ends[1] is None:
        return Judged(holds=Holds.OPEN, open=unread)
    if sign in (">", ">="):
        return Judged(holds=_ordered("<" if sign == ">" else "<=", ends[1], ends[0]))
    if sign in ("<", "<="):
        return Judged(holds=_ordered(sign, ends[0], ends[1]))
    found = Judged(holds=_equal(ends[0], ends[1]))
    return found if sign == "==" else _inverted(found)


def _ends(one: Expression, reading: InquiryReading) -> tuple[Fraction | None, Fraction | None] | None:
    match one:
        case Number(value=value):
            return value, value
        case Applied(operator="negative", operands=(Number(value=value),)):
            return -value, -value
        case Name(name=name):
            value_read = reading.value(name)
            return (value_read.low, value_read.high) if isinstance(value_read, Amount) else None
        case _:
            raise BadExpression("no value to compare", hint="parse it with predicate_of")


def _ordered(
    sign: str, left: tuple[Fraction | None, Fraction | None], right: tuple[Fraction | None, Fraction | None]
) -> Holds:
    def holds(one: Fraction, other: Fraction) -> bool:
        return one < other if sign == "<" else one <= other

    if left[1] is not None and right[0] is not None and holds(left[1], right[0]):
        return Holds.YES
    if left[0] is not None and right[1] is not None and not holds(left[0], right[1]):
        return Holds.NO
    return Holds.PARTLY


def _equal(left: tuple[Fraction | None, Fraction | None], right: tuple[Fraction | None, Fraction | None]) -> Holds:
    apart = Holds.NO in (_ordered("<=", left, right), _ordered("<=", right, left))
    if apart:
        return Holds.NO
    single = left[0] is not None and left[0] == left[1] == right[0] == right[1]
    return Holds.YES if single else Holds.PARTLY


def _check(expression: Expression, pack: Pack) -> None:
    """Raise BadExpression unless `expression` is a statement about parameters of `pack`."""
    match expression:
        case Truth():
            return
        case Name(name=name):
            if _parameter(name, pack).kind is not ParameterKind.BOOLEAN:
                raise BadExpression(f"`{name}` alone says neither yes nor no", hint="compare it with a value")
        case Applied(operator="not" | "&&" | "||", operands=operands):
            for one in operands:
                _check(one, pack)
        case Applied(operator="in", operands=(Name(name=name), Listed(items=items))):
            for item in items:
                _check_value(_parameter(name, pack), item)
        case Applied(operator=sign, operands=(Name(name=name), right)) if sign in COMPARISONS:
            _check_comparison(sign, _parameter(name, pack), right, pack)
        case _:
            raise BadExpression("a predicate compares a parameter with values", hint="rate > 60000, on the left a name")


def _check_comparison(sign: str, parameter: Parameter, right: Expression, pack: Pack) -> None:
    if parameter.kind is ParameterKind.BOOLEAN:
        raise BadExpression(f"`{parameter.name}` is a truth value", hint=f"write {parameter.name} or !{parameter.name}")
    if not parameter.measured and sign not in ("==", "!="):
        raise BadExpression(f"`{parameter.name}` has no order", hint="use ==, != or in")
    if isinstance(right, Name):
        if not parameter.measured or _parameter(right.name, pack).unit != parameter.unit:
            raise BadExpression(
                f"`{parameter.name}` and `{right.name}` have no common unit", hint="compare like things"
            )
        return
    _check_value(parameter, right)


def _check_value(parameter: Parameter, value: Expression) -> None:
    match value:
        case Number() | Applied(operator="negative", operands=(Number(),)):
            fits = parameter.measured
        case Text(value=text):
            fits = parameter.kind is ParameterKind.ENUM and any(one.name == text for one in parameter.choices)
        case _:
            fits = False
    if not fits:
        allowed = ", ".join(f"'{choice.name}'" for choice in parameter.choices) or f"a number of {parameter.unit}"
        raise BadExpression(f"`{parameter.name}` does not take that value", hint=f"allowed: {allowed}")


def _parameter(name: str, pack: Pack) -> Parameter:
    own = {TASK: [one.name for one in pack.tasks], ASKED: [one.name for one in pack.attributes]}
    parameter = _named(name, own[name]) if name in own else pack.parameter(name)
    if parameter is None:
        known = ", ".join(one.name for one in pack.parameters)
        raise BadExpression(f"`{name}` is no parameter of the pack {pack.name}", hint=f"one of {known}")
    return parameter


def _named(name: str, choices: list[str]) -> Parameter:
    allowed = tuple(Choice(name=one, words=()) for one in choices)
    return Parameter(name=name, kind=ParameterKind.ENUM, question="", frage="", choices=allowed)
