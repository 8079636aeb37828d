"""Amounts as people write them, exactly: a fraction without a finite decimal form stays a fraction."""

from __future__ import annotations

from fractions import Fraction

from aver.stages.packs.unit_algebra import NO_UNIT
from aver.values.readings import Amount, Chosen, Derivation, Value

_MOST_PLACES = 12


def receipt_text(derivation: Derivation) -> str:
    """Return a computed value with its formula and inputs: `gap_time = 40 ms (gap / speed; gap 20 mm, ...)`."""
    inputs = ", ".join(f"{one.name} {amount_text(one.value)}" for one in derivation.inputs)
    return f"{derivation.tool} = {amount_text(derivation.result)} ({derivation.formula}; {inputs})"


def number_text(value: Fraction) -> str:
    """Return `value` with the digits it has (`1.5`), or as a quotient where they never end (`40/3, about 13.33`)."""
    for places in range(_MOST_PLACES + 1):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            whole = f"{digits[:-places]}.{digits[-places:]}" if places else digits
            return f"-{whole}" if value < 0 else whole
    return f"{value.numerator}/{value.denominator}, about {float(value):.4g}"


def amount_text(amount: Amount) -> str:
    """Return `amount` with its unit: one value, a range, or the side it is open on."""
    if amount.low is not None and amount.high is not None:
        ends = [number_text(amount.low), number_text(amount.high)]
        said = ends[0] if amount.sharp else f"{ends[0]} to {ends[1]}"
    elif amount.low is not None:
        said = f"at least {number_text(amount.low)}"
    else:
        said = f"at most {number_text(amount.high)}" if amount.high is not None else "any"
    return said if amount.unit == NO_UNIT else f"{said} {amount.unit}"


def value_text(value: Value) -> str:
    """Return a value as it is shown: the name of a choice, or an amount with its unit."""
    return value.choice if isinstance(value, Chosen) else amount_text(value)
