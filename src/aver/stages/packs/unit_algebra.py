"""Units as a factor on a product of base dimensions, so that a pack can count anything per anything.

The units of `stages/atoms` are taken as they are; their area, volume and frequency are written in lengths and
times. A temperature has a zero of its own, so it stands for itself and is never multiplied (SI Brochure, 9th ed.).
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from aver.stages.atoms.conversion import dimensions_of, in_base
from aver.stages.atoms.units import named_unit
from aver.values.packs import Dimension, PackUnit

NO_UNIT = "1"
"""The unit of a bare number, such as how often one thing fits into another."""
TEMPERATURE: Dimension = (("temperature", 1),)
_WRITTEN: Mapping[str, tuple[Dimension, Fraction]] = {
    "area": ((("length", 2),), Fraction(1)),
    "volume": ((("length", 3),), Fraction(1, 1000)),
    "frequency": ((("time", -1),), Fraction(1)),
}


def product(one: Dimension, other: Dimension, *, power: int = 1) -> Dimension:
    """Return the dimension of `one` times `other` to `power`."""
    powers = dict(one)
    for name, exponent in other:
        powers[name] = powers.get(name, 0) + power * exponent
    return tuple(sorted((name, exponent) for name, exponent in powers.items() if exponent))


def atom_unit(name: str) -> PackUnit | None:
    """Return the unit of `stages/atoms` called `name` (`metre/second`), None for one that it cannot convert."""
    parts, factor = dimensions_of(name), in_base(Decimal(1), name)
    if parts is None or factor is None:
        return None
    if parts == ("temperature",):
        return PackUnit(name=name, spellings=(), factor=Fraction(1), dimension=TEMPERATURE)
    dimension: Dimension = ()
    for position, part in enumerate(parts):
        written, scale = _WRITTEN.get(part, (((part, 1),), Fraction(1)))
        power = -1 if position else 1
        dimension = product(dimension, written, power=power)
        factor *= scale**power
    return PackUnit(name=name, spellings=(), factor=factor, dimension=dimension)


def unit_named(spelling: str, units: Mapping[str, PackUnit]) -> PackUnit | None:
    """Return the unit that `spelling` names (`bottle/h`, part by part), from the pack first; None for none."""
    whole = _part(spelling, units)
    if whole is not None or "/" not in spelling:
        return whole
    first, *rest = (_part(part.strip(), units) for part in spelling.split("/"))
    if first is None:
        return None
    factor, dimension = first.factor, first.dimension
    for part in rest:
        if part is None or TEMPERATURE in (part.dimension, dimension):
            return None
        factor, dimension = factor / part.factor, product(dimension, part.dimension, power=-1)
    return PackUnit(name=spelling, spellings=(), factor=factor, dimension=dimension)


def _part(spelling: str, units: Mapping[str, PackUnit]) -> PackUnit | None:
    if spelling in units:
        return units[spelling]
    if spelling == NO_UNIT:
        return PackUnit(name=NO_UNIT, spellings=(), factor=Fraction(1), dimension=())
    return atom_unit(named_unit(spelling) or spelling)


def converted(value: Fraction, unit: PackUnit, into: PackUnit) -> Fraction | None:
    """Return `value` of `unit` said in `into`, exactly; None where they measure different things."""
    if unit.dimension != into.dimension:
        return None
    if unit.dimension == TEMPERATURE:
        (zero, one), (target_zero, target_one) = _scale(unit.name), _scale(into.name)
        return (value * (one - zero) + zero - target_zero) / (target_one - target_zero)
    return value * unit.factor / into.factor


def _scale(unit: str) -> tuple[Fraction, Fraction]:
    """Return what zero and one of a temperature unit are in kelvin."""
    zero, one = in_base(Decimal(0), unit), in_base(Decimal(1), unit)
    if zero is None or one is None:
        raise ValueError(f"{unit} is no temperature")
    return zero, one
