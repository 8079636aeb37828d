"""Exact conversion between units: `0.5 h` follows from `30 min`, and nothing follows by rounding.

A unit is a rational factor on one dimension (SI Brochure, 9th edition; the international yard and pound
agreement of 1959). A table does it because `pint` costs 0.4 s of start-up and keeps its factors as floats.
Months and years form a dimension apart from days, since no fixed number of days makes a month.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

LARGEST = 60
"""Powers of ten beyond which a number is not computed with: a fraction of that size costs time and means nothing."""

_OFFSETS = {
    "°C": (Fraction(1), Fraction(27315, 100)),
    "°F": (Fraction(5, 9), Fraction(45967, 100) * Fraction(5, 9)),
    "kelvin": (Fraction(1), Fraction(0)),
}
_FACTORS: dict[str, dict[str, Fraction | int]] = {
    "time": {
        "millisecond": Fraction(1, 1000),
        "second": 1,
        "minute": 60,
        "hour": 3600,
        "day": 86400,
        "week": 604800,
    },
    "calendar": {"month": 1, "year": 12},
    "length": {
        "nanometre": Fraction(1, 10**9),
        "micrometre": Fraction(1, 10**6),
        "millimetre": Fraction(1, 1000),
        "centimetre": Fraction(1, 100),
        "metre": 1,
        "kilometre": 1000,
        "inch": Fraction(254, 10000),
        "foot": Fraction(3048, 10000),
        "mile": Fraction(1609344, 1000),
    },
    "mass": {
        "microgram": Fraction(1, 10**6),
        "milligram": Fraction(1, 1000),
        "gram": 1,
        "kilogram": 1000,
        "tonne": 10**6,
        "pound": Fraction(45359237, 10**5),
    },
    "area": {
        "square millimetre": Fraction(1, 10**6),
        "square centimetre": Fraction(1, 10**4),
        "square metre": 1,
        "hectare": 10**4,
        "square kilometre": 10**6,
    },
    "volume": {
        "millilitre": Fraction(1, 1000),
        "cubic centimetre": Fraction(1, 1000),
        "litre": 1,
        "cubic metre": 1000,
    },
    "data": {
        "byte": 1,
        "kilobyte": 1000,
        "megabyte": 10**6,
        "gigabyte": 10**9,
        "terabyte": 10**12,
        "kibibyte": 1024,
        "mebibyte": 1024**2,
        "gibibyte": 1024**3,
    },
    "data rate": {"kilobit": 1, "megabit": 1000},
    "power": {"milliwatt": Fraction(1, 1000), "watt": 1, "kilowatt": 1000, "megawatt": 10**6},
    "voltage": {"millivolt": Fraction(1, 1000), "volt": 1},
    "current": {"microampere": Fraction(1, 10**6), "milliampere": Fraction(1, 1000), "ampere": 1},
    "frequency": {"hertz": 1, "kilohertz": 1000, "megahertz": 10**6, "gigahertz": 10**9},
    "pressure": {"pascal": 1, "kilopascal": 1000, "bar": 10**5, "megapascal": 10**6},
    "energy": {"joule": 1, "kilojoule": 1000, "kilocalorie": 4184, "kilowatt hour": 3_600_000},
    "amount": {"millimole": Fraction(1, 1000), "mole": 1},
    "ratio": {"‰": Fraction(1, 10), "%": 1},
    "ratio difference": {"basis point": Fraction(1, 100), "percentage point": 1},
}
_UNITS = {
    unit: (dimension, Fraction(factor)) for dimension, units in _FACTORS.items() for unit, factor in units.items()
}


def convertible(one: str, other: str) -> bool:
    """Whether an amount in unit `one` can be said exactly in unit `other`."""
    have, want = _dimension(one), _dimension(other)
    return have is not None and have == want


def in_base(value: Decimal, unit: str) -> Fraction | None:
    """Return `value` in the base of the dimension of `unit` (`mg/kg` part by part), None for a unit not in "
    "the table."""
    if not value.is_finite() or abs(value.adjusted()) > LARGEST:
        return None
    if unit in _OFFSETS:
        factor, zero = _OFFSETS[unit]
        return Fraction(value) * factor + zero
    factors = _parts(unit)
    if factors is None:
        return None
    first, *rest = (factor for _, factor in factors)
    for part in rest:
        first /= part
    return Fraction(value) * first


def dimensions_of(unit: str) -> tuple[str, ...] | None:
    """Return the dimension of each part of `unit` (`metre/second`: length, time), None for a unit not in the table."""
    return _dimension(unit)


def _dimension(unit: str) -> tuple[str, ...] | None:
    if unit in _OFFSETS:
        return ("temperature",)
    parts = _parts(unit)
    return None if parts is None else tuple(dimension for dimension, _ in parts)


def _parts(unit: str) -> list[tuple[str, Fraction]] | None:
    parts = [_UNITS.get(part) for part in unit.split("/")]
    known = [part for part in parts if part is not None]
    return known if len(known) == len(parts) else None
