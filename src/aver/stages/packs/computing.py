"""Compute a value and keep its receipt: every input with its place, the formula, the exact result (H1, J).

Amounts are ranges of fractions in base units (interval arithmetic: Moore 1966). A range that stands in a formula
twice would count its spread twice, and one that is open on a side has no result, so both are said and not computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from aver.errors import BadExpression, BadInput
from aver.stages.packs.expressions import Applied, Expression, Name, Number, expression_of, names_in
from aver.stages.packs.unit_algebra import TEMPERATURE, product, unit_named
from aver.values.packs import Dimension, Pack, PackUnit, Tool
from aver.values.readings import Amount, Derivation, Given, Input, InquiryReading, NotComputed, Stated

_Range: TypeAlias = tuple[Fraction, Fraction]
_ONE_DIMENSION = frozenset({"+", "-", "min", "max"})


def inputs_of(tool: Tool, pack: Pack) -> dict[str, str]:
    """Return what `tool` computes from, each with its unit, in order of the formula."""
    facts = {one.name: one.unit for one in tool.facts}
    parameters = {one.name: one.unit for one in pack.parameters if one.measured}
    return {name: (facts | parameters)[name] for name in names_in(expression_of(tool.formula))}


def dimension_of(expression: Expression, names: Mapping[str, Dimension]) -> Dimension:
    """Return the dimension of a formula. Raises BadExpression where it adds unlike things or doesn't compute."""
    match expression:
        case Number():
            return ()
        case Name(name=name):
            if name not in names:
                raise BadExpression(f"`{name}` is no quantity or fact", hint=f"one of {', '.join(sorted(names))}")
            if names[name] == TEMPERATURE:
                raise BadExpression(f"`{name}` is a temperature", hint="temperatures are compared, not computed with")
            return names[name]
        case Applied(operator=sign, operands=operands):
            parts = [dimension_of(one, names) for one in operands]
            if sign in ("*", "/"):
                return product(parts[0], parts[1], power=1 if sign == "*" else -1)
            if sign == "negative":
                return parts[0]
            if sign in _ONE_DIMENSION and all(part == parts[0] for part in parts):
                return parts[0]
            raise BadExpression(f"`{sign}` over {parts}", hint="add and compare like with like")
        case _:
            raise BadExpression("a formula computes with numbers", hint="docs/packs.md lists what one may hold")


def given_by(reading: InquiryReading) -> tuple[Input, ...]:
    """Return the amounts of an inquiry as inputs, each with the words it was read from."""
    return tuple(
        Input(name=one.parameter, value=one.value, spans=one.spans)
        for one in reading.stated
        if isinstance(one.value, Amount)
    )


def computed_for(
    reading: InquiryReading, pack: Pack, *, facts: Sequence[Input] = ()
) -> tuple[Derivation | NotComputed, ...]:
    """Return what the tools of the tasks that an inquiry sets make of it and of cited `facts`, task by task."""
    tools = dict.fromkeys(one.tool for one in pack.tasks if one.tool and one.name in reading.tasks)
    return tuple(compute(pack, tool, (*given_by(reading), *facts)) for tool in tools)


def with_implied(reading: InquiryReading, pack: Pack) -> InquiryReading:
    """Return `reading` with the values that follow from it for parameters of which nothing was said (`gives`)."""
    said = {one.parameter for one in reading.stated} | {one.parameter for one in reading.ambiguities}
    found = []
    for tool in pack.tools:
        if tool.gives and tool.gives not in said:
            result = compute(pack, tool.name, given_by(reading))
            if isinstance(result, Derivation):
                found.append(Stated(parameter=tool.gives, value=result.result, spans=(), given=Given.COMPUTED))
    return replace(reading, stated=(*reading.stated, *found))


def compute(pack: Pack, tool: str, inputs: Sequence[Input]) -> Derivation | NotComputed:
    """Return what `tool` of `pack` makes of `inputs`, or why it makes nothing of them.

    A fact of the tool counts only with a citation. Raises BadInput for a tool that the pack doesn't have, an input
    given twice, and one in a unit of another dimension.
    """
    known = next((one for one in pack.tools if one.name == tool), None)
    if known is None:
        raise BadInput(f"the pack {pack.name} has no tool {tool!r}", hint="see its [[tools]]")
    wanted = inputs_of(known, pack)
    defined = tuple(
        Input(name=one.name, value=Amount(low=one.value, high=one.value, unit=one.unit), defined=True)
        for one in known.facts
        if one.value is not None
    )
    used = _used((*inputs, *defined), wanted)
    facts = {one.name for one in known.facts if one.value is None}
    missing = tuple(name for name in wanted if name not in used or (name in facts and used[name].citation is None))
    if missing:
        return NotComputed(tool=tool, missing=missing, reason="inputs are missing, or facts without a citation")
    units = {one.name: one for one in pack.units}
    expression = expression_of(known.formula)
    counted = Counter(names_in(expression))
    ranges: dict[str, _Range] = {}
    for name, given in used.items():
        based = _in_base(given.value, units)
        if based is None or (counted[name] > 1 and based[0] != based[1]):
            return NotComputed(tool=tool, missing=(), reason=f"{name} is no single value")
        if _unit(given.value.unit, units).dimension != _unit(wanted[name], units).dimension:
            raise BadInput(f"{name} is not measured in {given.value.unit}", hint=f"give it in {wanted[name]}")
        ranges[name] = based
    result = evaluated(expression, ranges)
    if result is None:
        return NotComputed(tool=tool, missing=(), reason="it would divide by zero")
    factor = _unit(known.unit, units).factor
    amount = Amount(low=result[0] / factor, high=result[1] / factor, unit=known.unit)
    ordered = tuple(used[name] for name in wanted)
    return Derivation(pack=pack.name, tool=tool, formula=known.formula, inputs=ordered, result=amount)


def _used(inputs: Sequence[Input], wanted: Mapping[str, str]) -> dict[str, Input]:
    twice = [name for name, times in Counter(one.name for one in inputs).items() if times > 1 and name in wanted]
    if twice:
        raise BadInput(f"{twice[0]} is given twice", hint="one value for each input")
    return {one.name: one for one in inputs if one.name in wanted}


def _unit(name: str, units: Mapping[str, PackUnit]) -> PackUnit:
    unit = unit_named(name, units)
    if unit is None:
        raise BadInput(f"{name!r} is no unit", hint="use a unit of the pack")
    return unit


def _in_base(amount: Amount, units: Mapping[str, PackUnit]) -> _Range | None:
    if amount.low is None or amount.high is None:
        return None
    factor = _unit(amount.unit, units).factor
    return amount.low * factor, amount.high * factor


def evaluated(expression: Expression, ranges: Mapping[str, _Range]) -> _Range | None:
    """Return the range of a formula in base units, None where it divides by zero."""
    match expression:
        case Number(value=value):
            return value, value
        case Name(name=name):
            return ranges[name]
        case Applied(operator=sign, operands=operands):
            found = [evaluated(one, ranges) for one in operands]
            parts = [one for one in found if one is not None]
            return _applied(sign, parts) if len(parts) == len(found) else None
        case _:
            raise BadExpression("a formula computes with numbers", hint="docs/packs.md lists what one may hold")


def _applied(sign: str, parts: Sequence[_Range]) -> _Range | None:
    lows, highs = [low for low, _ in parts], [high for _, high in parts]
    match sign:
        case "+":
            return lows[0] + lows[1], highs[0] + highs[1]
        case "-":
            return lows[0] - highs[1], highs[0] - lows[1]
        case "negative":
            return -highs[0], -lows[0]
        case "min":
            return min(lows), min(highs)
        case "max":
            return max(lows), max(highs)
        case "/" if lows[1] <= 0 <= highs[1]:
            return None
        case "*" | "/":
            ends = [a * b if sign == "*" else a / b for a in parts[0] for b in parts[1]]
            return min(ends), max(ends)
        case _:
            raise BadExpression(f"a formula has no `{sign}`", hint="docs/packs.md lists what one may hold")
