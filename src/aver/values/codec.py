"""Frozen values to plain JSON structures and back, driven by the types they declare.

Every type has one `Form`, built once and kept: how it is written and how it is read. A dataclass
becomes an object of its fields; where the position leaves the class open (a union of dataclasses, the
top, an untyped argument) the object carries the class name under "@". `Sealed` text can be taken out on
the way (`seal`) and put back (`unseal`), which is how the log keeps words apart from events
(definitions.md, "Log and replay").
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Hashable
from dataclasses import MISSING, fields, is_dataclass
from enum import IntEnum, StrEnum
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from aver.values.json_forms import (
    SCALARS,
    UNKNOWN,
    Form,
    Kind,
    Mismatch,
    Seal,
    Unseal,
    each,
    enum_form,
    kind_of,
    literal_form,
    order,
    plain,
    unchanged,
    within,
)
from aver.values.sealed import Sealed

TAG = "@"
"""The key that names the class of an object whose position leaves it open."""


def encode(value: object, *, seal: Seal | None = None) -> Any:
    """Return `value` as a JSON structure of dicts, lists and scalars.

    `seal` turns every `Sealed` into an object of its own; without it a `Sealed` is an ordinary
    dataclass. Frozensets come out sorted; a value in an `Any` field is written by its own class and read
    back as plain JSON. Raises `BadInput`, naming the field, for a value that its
    declared type does not allow or that has no JSON form.
    """
    try:
        return _write_open(value, seal)
    except Mismatch as wrong:
        raise wrong.as_error("encode") from None


def decode(type_: Any, structure: Any, *, unseal: Unseal | None = None) -> Any:
    """Return the value of `type_` (a class, an alias, a union) that `structure` encodes.

    `unseal` is given exactly when `seal` was. A missing field takes its default; an unknown field or a
    value of another type raises `BadInput` naming the field's path.
    """
    try:
        return _form(type_).read(structure, unseal)
    except Mismatch as wrong:
        raise wrong.as_error("decode") from None


def _write_open(value: Any, seal: Seal | None) -> Any:
    """Write a value by its own class, where the position says nothing about it."""
    if isinstance(value, list | tuple):
        return each(_write_open, value, seal)
    if isinstance(value, frozenset):
        return sorted(each(_write_open, value, seal), key=order)
    if isinstance(value, dict):
        return {key: within(key, _write_open, item, seal) for key, item in value.items()}
    if is_dataclass(value):
        return _tagged(value, seal)
    if value is None or isinstance(value, str | int | float):
        return plain(value)
    raise Mismatch("a value with a JSON form", value)


def _tagged(value: Any, seal: Seal | None) -> dict[str, Any]:
    return {TAG: type(value).__name__, **_form(value.__class__).write(value, seal)}


_ANY = Form("any", _write_open, unchanged)


@cache
def _form(type_: Hashable) -> Form:
    origin, arguments = get_origin(type_), get_args(type_)
    if type_ is Any:
        return _ANY
    if type_ in SCALARS:
        return SCALARS[type_]
    if origin is tuple:
        return _sequence(arguments[0]) if arguments[1:] == (Ellipsis,) else _fixed(arguments)
    if origin is frozenset:
        return _set(_form(arguments[0]))
    if origin is typing.Union or origin is UnionType:
        return _union(arguments)
    if origin is Literal:
        return literal_form(arguments)
    if isinstance(type_, type) and issubclass(type_, StrEnum | IntEnum):
        return enum_form(type_)
    if isinstance(type_, type) and is_dataclass(type_):
        return _dataclass(type_)
    raise TypeError(f"the codec has no form for {type_!r}")


def _sequence(item: Any) -> Form:
    form = _form(item)

    def write(value: Any, seal: Seal | None) -> Any:
        if not isinstance(value, tuple):
            raise Mismatch("a tuple", value)
        return each(form.write, value, seal)

    def read(structure: Any, unseal: Unseal | None) -> Any:
        return tuple(each(form.read, _listed(structure), unseal))

    return Form("array", write, read)


def _listed(structure: Any) -> list[Any]:
    if isinstance(structure, list):
        return structure
    raise Mismatch("a list", structure)


def _fixed(arguments: tuple[Any, ...]) -> Form:
    forms = tuple(_form(argument) for argument in arguments)

    def of_length(value: Any) -> Any:
        if len(value) == len(forms):
            return value
        raise Mismatch(f"{len(forms)} items", value)

    def write(value: Any, seal: Seal | None) -> Any:
        return [form.write(item, seal) for form, item in zip(forms, of_length(value), strict=True)]

    def read(structure: Any, unseal: Unseal | None) -> Any:
        items = of_length(_listed(structure))
        return tuple(form.read(item, unseal) for form, item in zip(forms, items, strict=True))

    return Form("array", write, read)


def _set(form: Form) -> Form:
    def write(value: Any, seal: Seal | None) -> Any:
        if not isinstance(value, frozenset):
            raise Mismatch("a frozenset", value)
        return sorted(each(form.write, value, seal), key=order)

    def read(structure: Any, unseal: Unseal | None) -> Any:
        return frozenset(each(form.read, _listed(structure), unseal))

    return Form("array", write, read)


def _union(arguments: tuple[Any, ...]) -> Form:
    """Tell the members apart by kind of JSON, and several dataclasses by their class name."""
    if Any in arguments:
        return _ANY
    forms: dict[Kind, Form] = {}
    classes = [argument for argument in arguments if _form(argument).kind == "object"]
    for argument in arguments:
        form = _form(argument)
        if form.kind in forms and form.kind != "object" and {int, float} - set(arguments):
            raise TypeError(f"the codec cannot tell the members of this union apart: {arguments!r}")
        forms[form.kind] = form
    if {int, float} <= set(arguments):
        forms["number"] = Form("number", unchanged, unchanged)
    if len(classes) > 1:
        forms["object"] = _one_of(classes)
    expected = " or ".join(forms)

    def choose(value: Any) -> Form:
        form = forms.get(kind_of(value))
        if form is None:
            raise Mismatch(expected, value)
        return form

    def write(value: Any, seal: Seal | None) -> Any:
        return choose(value).write(value, seal)

    def read(structure: Any, unseal: Unseal | None) -> Any:
        return choose(structure).read(structure, unseal)

    return Form("object" if classes else next(iter(forms)), write, read)


def _one_of(classes: list[Any]) -> Form:
    by_name = {class_.__name__: class_ for class_ in classes}
    if len(by_name) != len(classes):
        raise TypeError(f"two classes of one union share a name: {classes!r}")
    expected = " or ".join(by_name)

    def write(value: Any, seal: Seal | None) -> Any:
        if by_name.get(type(value).__name__) is not type(value):
            raise Mismatch(expected, value)
        return _tagged(value, seal)

    def read(structure: Any, unseal: Unseal | None) -> Any:
        class_ = by_name.get(structure.get(TAG))
        if class_ is None:
            raise Mismatch(f"{expected} under {TAG!r}", structure.get(TAG))
        return _form(class_).read(structure, unseal)

    return Form("object", write, read)


def _dataclass(class_: type[Any]) -> Form:
    hints = get_type_hints(class_)
    forms = {field.name: _form(hints[field.name]) for field in fields(class_)}
    required = frozenset(f.name for f in fields(class_) if f.default is MISSING and f.default_factory is MISSING)
    form = Form("object", _fields_writer(class_, forms), _fields_reader(class_, forms, required))
    return _sealed(form) if class_ is Sealed else form


def _fields_writer(class_: type[Any], forms: dict[str, Form]) -> Callable[[Any, Seal | None], Any]:
    steps = tuple((name, form.write) for name, form in forms.items())

    def write(value: Any, seal: Seal | None) -> Any:
        if type(value) is not class_:
            raise Mismatch(f"a {class_.__name__}", value)
        structure, name = {}, ""
        try:
            for name, write_field in steps:
                structure[name] = write_field(getattr(value, name), seal)
        except Mismatch as wrong:
            raise wrong.under(name) from None
        return structure

    return write


def _fields_reader(
    class_: type[Any], forms: dict[str, Form], required: frozenset[str]
) -> Callable[[Any, Unseal | None], Any]:
    def read(structure: Any, unseal: Unseal | None) -> Any:
        if not isinstance(structure, dict) or structure.get(TAG, class_.__name__) != class_.__name__:
            raise Mismatch(f"a {class_.__name__}", structure)
        values, name = {}, ""
        try:
            for name, item in structure.items():
                if name != TAG:
                    values[name] = forms.get(name, UNKNOWN).read(item, unseal)
        except Mismatch as wrong:
            raise wrong.under(name) from None
        if missing := required - values.keys():
            raise Mismatch(f"a {class_.__name__} with {min(missing)}", structure)
        return class_(**values)

    return read


def _sealed(fields_of: Form) -> Form:
    def write(value: Any, seal: Seal | None) -> Any:
        return fields_of.write(value, None) if seal is None else seal(value)

    def read(structure: Any, unseal: Unseal | None) -> Any:
        if unseal is None or not isinstance(structure, dict):
            return fields_of.read(structure, None)
        return unseal({key: item for key, item in structure.items() if key != TAG})

    return Form("object", write, read)
