"""Which parameter a number of an inquiry belongs to: by what it measures, and by the name beside it.

A number is read without a name only where the pack says that nothing else of its kind is ever meant. Two names, or
none where one is needed, leave it open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.packs.measuring import Measured
from aver.stages.packs.unit_algebra import converted, unit_named
from aver.stages.packs.wording import Mention, clause_ends, mentions
from aver.values.packs import Pack, PackUnit, Parameter, ParameterKind
from aver.values.readings import Amount, Doubt, Span

_GLUE = regex(r"[\s:=]*(?:(?:of|is|are|was|von|ist|sind|beträgt|the|der|die|das|a|an)\s+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A number with the parameters it may belong to, and all it may mean for each; `doubt` where it settles none.

    `said` is its place with the words that say how it is meant, `supposed` what it would be for each parameter that it
    may belong to, in that one's unit where it has none.
    """

    span: Span
    said: Span
    parameters: tuple[str, ...]
    amounts: tuple[Amount, ...]
    doubt: Doubt | None = None
    supposed: tuple[tuple[str, Amount], ...] = ()


def placed(text: str, numbers: Sequence[Measured], pack: Pack) -> tuple[Placed, ...]:
    """Return the numbers of `text` that concern the pack, each with its parameter or with what stands against it."""
    owners = [one.name for one in pack.parameters for _ in one.names]
    named = mentions([name for one in pack.parameters for name in one.names], text)
    found = (
        _placed(number, _names_beside(text, position, numbers, named, owners), pack)
        for position, number in enumerate(numbers)
    )
    return tuple(one for one in found if one is not None)


@dataclass(frozen=True, slots=True)
class _Beside:
    """The parameters named in the clause before and after a number, and the one named right at it."""

    before: frozenset[str]
    after: frozenset[str]
    direct: frozenset[str]


def _names_beside(
    text: str, position: int, numbers: Sequence[Measured], named: Sequence[Mention], owners: Sequence[str]
) -> _Beside:
    number = numbers[position]
    start = numbers[position - 1].span.end if position else 0
    end = numbers[position + 1].said.start if position + 1 < len(numbers) else len(text)
    start = max([start, *(one.end for one in clause_ends(text, start, number.said.start))])
    end = min([end, *(one.start for one in clause_ends(text, number.said.end, max(end, number.said.end)))])
    earlier = [one for one in named if start <= one.span.start and one.span.end <= number.said.start]
    later = [one for one in named if number.said.end <= one.span.start and one.span.end <= end]
    before = _owned(earlier[-1], owners) if earlier else frozenset()
    after = _owned(later[0], owners) if later else frozenset()
    glued = bool(earlier) and _GLUE.fullmatch(text[earlier[-1].span.end : number.said.start]) is not None
    touching = bool(later) and not text[number.said.end : later[0].span.start].strip(" -\u00a0")
    return _Beside(before, after, before if glued else after if touching else frozenset())


def _owned(mention: Mention, owners: Sequence[str]) -> frozenset[str]:
    return frozenset(owners[number] for number in mention.words)


def _placed(number: Measured, beside: _Beside, pack: Pack) -> Placed | None:
    if number.unit is None:
        return _without_unit(number, beside, pack)
    fitting = tuple(one for one in pack.parameters if one.measured and _unit_for(number, one, pack) is not None)
    names = {one.name for one in fitting}
    wrong = tuple(one.name for one in pack.parameters if one.measured and one.name in beside.direct - names)
    if wrong and not (beside.before | beside.after) & names:
        return Placed(span=number.span, said=number.said, parameters=wrong, amounts=(), doubt=Doubt.WRONG_UNIT)
    spoken = (beside.direct & names) or ((beside.before | beside.after) & names)
    if spoken:
        return _settled(number, tuple(one for one in fitting if one.name in spoken), pack)
    alone = tuple(one for one in fitting if one.alone)
    if len(alone) == 1:
        return _settled(number, alone, pack)
    supposed = _supposed(number, fitting, pack)
    possible = tuple(dict.fromkeys(name for name, _ in supposed))
    return _unnamed(number, possible, supposed) if possible else None


def _without_unit(number: Measured, beside: _Beside, pack: Pack) -> Placed | None:
    direct = tuple(one for one in pack.parameters if one.name in beside.direct and one.measured)
    if not direct:
        return None
    return Placed(
        span=number.span,
        said=number.said,
        parameters=tuple(one.name for one in direct),
        amounts=(),
        doubt=Doubt.NO_UNIT,
        supposed=tuple(
            (one.name, Amount(low=low, high=high, unit=one.unit)) for one in direct for low, high in number.readings
        ),
    )


def _settled(number: Measured, parameters: tuple[Parameter, ...], pack: Pack) -> Placed:
    names = tuple(one.name for one in parameters)
    if len(parameters) > 1:
        return _unnamed(number, names, _supposed(number, parameters, pack))
    amounts = amounts_of(number, parameters[0], pack)
    allowed = tuple(amount for amount in amounts if is_allowed(parameters[0], amount))
    doubt = None if len(allowed) == 1 else Doubt.SEVERAL_READINGS if allowed else Doubt.NOT_ALLOWED
    supposed = tuple((names[0], amount) for amount in (allowed if doubt is None else amounts))
    return Placed(span=number.span, said=number.said, parameters=names, amounts=allowed, doubt=doubt, supposed=supposed)


def _unnamed(number: Measured, parameters: tuple[str, ...], supposed: tuple[tuple[str, Amount], ...]) -> Placed:
    doubt = Doubt.UNNAMED
    return Placed(span=number.span, said=number.said, parameters=parameters, amounts=(), doubt=doubt, supposed=supposed)


def _supposed(number: Measured, parameters: Sequence[Parameter], pack: Pack) -> tuple[tuple[str, Amount], ...]:
    return tuple((one.name, it) for one in parameters for it in amounts_of(number, one, pack) if is_allowed(one, it))


def amounts_of(number: Measured, parameter: Parameter, pack: Pack) -> tuple[Amount, ...]:
    """Return every reading of `number` in the unit of `parameter`, none where it measures something else."""
    unit, own = _unit_for(number, parameter, pack), number.unit
    if unit is None or own is None:
        return ()
    ends = [[end if end is None else converted(end, own, unit) for end in reading] for reading in number.readings]
    return tuple(Amount(low=low, high=high, unit=parameter.unit) for low, high in ends)


def _unit_for(number: Measured, parameter: Parameter, pack: Pack) -> PackUnit | None:
    """Return the unit of `parameter` where `number` measures the same thing."""
    unit = unit_named(parameter.unit, {one.name: one for one in pack.units})
    fits = unit is not None and number.unit is not None and unit.dimension == number.unit.dimension
    return unit if fits else None


def is_allowed(parameter: Parameter, amount: Amount) -> bool:
    """Whether every stated end lies within what the parameter can mean, whole where it counts, and in order."""
    ends = [end for end in (amount.low, amount.high) if end is not None]
    if parameter.kind is ParameterKind.COUNT and any(end.denominator != 1 for end in ends):
        return False
    low, high = parameter.minimum, parameter.maximum
    inside = all((low is None or low <= end) and (high is None or end <= high) for end in ends)
    return inside and ends == sorted(ends)
