"""Frozen dataclasses as JSON Schema, so that a reply's type and the schema asked for cannot drift apart.

The dialect is the subset that structured output takes everywhere: every field required, nothing beside
them allowed.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, get_args, get_origin, get_type_hints

_SCALARS = {str: "string", int: "integer", bool: "boolean"}


def schema_text(type_: type[Any]) -> str:
    """Return the JSON Schema of the dataclass `type_` as canonical JSON text."""
    return json.dumps(schema_of(type_), sort_keys=True, separators=(",", ":"))


def schema_of(type_: Any) -> dict[str, Any]:
    """Return the JSON Schema of a dataclass, a tuple of one kind, an enum or a scalar. Raises TypeError."""
    if type_ in _SCALARS:
        return {"type": _SCALARS[type_]}
    if get_origin(type_) is tuple and get_args(type_)[1:] == (Ellipsis,):
        return {"type": "array", "items": schema_of(get_args(type_)[0])}
    if isinstance(type_, type) and issubclass(type_, StrEnum):
        return {"type": "string", "enum": [member.value for member in type_]}
    if isinstance(type_, type) and is_dataclass(type_):
        hints = get_type_hints(type_)
        names = [field.name for field in fields(type_)]
        properties = {name: schema_of(hints[name]) for name in names}
        return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}
    raise TypeError(f"a reply cannot hold {type_!r}")
