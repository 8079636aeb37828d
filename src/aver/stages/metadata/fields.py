"""The governance fields of a `--meta` file: which there are, and which values each takes (A10).

A field is a function from what a TOML, YAML or JSON reader gives to the value `Governance` holds; it
raises ValueError with the allowed values in words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from aver.patterns import regex
from aver.stages.metadata.redaction import pattern_of
from aver.values.governance import Classification, Status

_PRINCIPAL = regex(r"(?:user|group|sid):[^\s:].*|S-1-[0-9-]+")
_MAX_NAME = 500


@dataclass(frozen=True, slots=True)
class Field:
    """One field: the attribute of `Governance` (or `redact` of the rule) it sets, and how its value is read."""

    attribute: str
    read: Callable[[object], object]


def _name(value: object) -> str:
    if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= _MAX_NAME:
        return value.strip()
    raise ValueError(f"a printable name of 1 to {_MAX_NAME} characters")


def _names(value: object) -> tuple[str, ...]:
    try:
        return tuple(_name(one) for one in (value if isinstance(value, list | tuple) else [value]))
    except ValueError as error:
        raise ValueError("a name or a list of names") from error


def _name_set(value: object) -> frozenset[str]:
    return frozenset(_names(value))


def principals(value: object) -> frozenset[str]:
    """Return the readers in `value`: `user:NAME`, `group:NAME`, `sid:ID` or a bare Windows SID."""
    allowed = "a list of user:NAME, group:NAME, sid:ID or S-1-...; an empty list means nobody"
    try:
        found = _name_set(value)
    except ValueError as error:
        raise ValueError(allowed) from error
    if all(_PRINCIPAL.fullmatch(name) for name in found):
        return found
    raise ValueError(allowed)


def _classification(value: object) -> Classification:
    by_name = {one.name.lower(): one for one in Classification}
    if isinstance(value, str) and value.lower() in by_name:
        return by_name[value.lower()]
    if isinstance(value, int) and not isinstance(value, bool) and value in list(Classification):
        return Classification(value)
    raise ValueError(", ".join(by_name))


def _status(value: object) -> Status:
    if isinstance(value, str) and value.lower() in list(Status):
        return Status(value.lower())
    raise ValueError(", ".join(Status))


def _day(value: object) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    try:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        raise ValueError("a date that exists, as YYYY-MM-DD") from None
    raise ValueError("a date as YYYY-MM-DD")


def _authority(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and 0 <= value <= 1:
        return float(value)
    raise ValueError("a number from 0 to 1")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("true or false")


def _redactions(value: object) -> tuple[re.Pattern[str], ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) and one for one in value):
        raise ValueError("a list of regular expressions, each a string")
    return tuple(pattern_of(one) for one in value)


FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "tenant": Field("tenant", _name),
        "readers": Field("readers", principals),
        "classification": Field("classification", _classification),
        "jurisdiction": Field("jurisdictions", _name_set),
        "product": Field("products", _name_set),
        "tier": Field("tiers", _name_set),
        "valid_from": Field("valid_from", _day),
        "valid_until": Field("valid_until", _day),
        "status": Field("status", _status),
        "superseded_by": Field("superseded_by", _names),
        "authority": Field("authority", _authority),
        "origin_system": Field("origin_system", _name),
        "retention": Field("retention_until", _day),
        "legal_hold": Field("legal_hold", _flag),
        "redacted": Field("redacted", _flag),
        "redact": Field("redact", _redactions),
    }
)
"""Every field of a rule, by its name in the file (interface.md)."""
