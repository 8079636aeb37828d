"""Read a parameter that somebody states as `name=value`; what can't be read there is refused, not left open."""

from __future__ import annotations

from aver.errors import BadInput
from aver.stages.packs.measuring import Measured, measured_in
from aver.stages.packs.naming import amounts_of, is_allowed
from aver.stages.packs.unit_algebra import unit_named
from aver.stages.packs.wording import says
from aver.values.packs import Pack, Parameter, ParameterKind
from aver.values.readings import Amount, Chosen, Value

_TRUTHS = {"yes": "yes", "true": "yes", "ja": "yes", "no": "no", "false": "no", "nein": "no"}


def given_value(name: str, written: str, pack: Pack) -> Value:
    """Return the value of the parameter `name` that `written` states; a bare number is in the parameter's unit.

    Raises BadInput for an unknown parameter, and for a value that isn't one of its own or can be read in two ways.
    """
    parameter = pack.parameter(name)
    if parameter is None:
        known = ", ".join(one.name for one in pack.parameters)
        raise BadInput(f"the pack {pack.name} has no parameter {name!r}", hint=f"one of {known}")
    return _amount(parameter, written, pack) if parameter.measured else _choice(parameter, written)


def _choice(parameter: Parameter, written: str) -> Chosen:
    wanted = written.strip().casefold()
    if parameter.kind is ParameterKind.BOOLEAN and wanted in _TRUTHS:
        return Chosen(choice=_TRUTHS[wanted])
    names = [one.name for one in parameter.choices if one.name.casefold() == wanted]
    said = names or [one.name for one in parameter.choices if any(says(word, written.strip()) for word in one.words)]
    if len(said) != 1:
        allowed = ", ".join(one.name for one in parameter.choices)
        raise BadInput(f"{parameter.name}={written!r} is not one of its values", hint=f"one of {allowed}")
    return Chosen(choice=said[0])


def _amount(parameter: Parameter, written: str, pack: Pack) -> Amount:
    text = written.strip()
    numbers = measured_in(text, pack)
    allowed = [
        amount
        for number in numbers
        for amount in amounts_of(_with_unit(number, parameter, pack), parameter, pack)
        if is_allowed(parameter, amount)
    ]
    whole = len(numbers) == 1 and min(numbers[0].said.start, numbers[0].span.start) == 0
    if len(allowed) != 1 or not whole or max(numbers[0].said.end, numbers[0].span.end) != len(text):
        raise BadInput(
            f"{parameter.name}={written!r} is not one amount that it can have",
            hint=f"a number in {parameter.unit} without marks of grouping, or with a unit of its own",
        )
    return allowed[0]


def _with_unit(number: Measured, parameter: Parameter, pack: Pack) -> Measured:
    unit = number.unit or unit_named(parameter.unit, {one.name: one for one in pack.units})
    return Measured(span=number.span, readings=number.readings, unit=unit, said=number.said)
