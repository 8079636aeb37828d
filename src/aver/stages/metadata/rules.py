"""Governance rules of a `--meta` file: a glob and fields each; a later rule overrides earlier ones, field by field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from aver.errors import BadMetadata
from aver.stages.metadata.fields import FIELDS, principals
from aver.stages.metadata.globs import pattern_of
from aver.stages.metadata.reading import plain_structure
from aver.values.governance import Governance

_HINT = 'write rules as [[rule]] with glob = "..." and fields; see src/aver/demo/meta.toml'


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What holds for every uri that `glob` matches; `values` are attributes of `Governance`. Numbers count from 1.

    `redact` are patterns of what is taken out of the text before anything is made of it.
    """

    number: int
    glob: str
    pattern: re.Pattern[str]
    values: tuple[tuple[str, Any], ...]
    redact: tuple[re.Pattern[str], ...] = ()

    def matches(self, uri: str) -> bool:
        """Return whether the rule holds for `uri`."""
        return self.pattern.fullmatch(uri) is not None


def rules_of(data: bytes, name: str, *, below: str | None = None) -> tuple[Rule, ...]:
    """Return the rules of a TOML, YAML or JSON file called `name`.

    A file that governs a folder passes the folder's uri as `below` ("hr/"): its globs count from there, and it
    may name no tenant. Raises BadMetadata naming the file, the rule, the field, the value and what is allowed.
    """
    plain = plain_structure(data, name)
    if not isinstance(plain, dict) or set(plain) - {"rule"} or not isinstance(plain.get("rule", []), list):
        raise BadMetadata(f"{name}: expected nothing but a list of rules named 'rule'", hint=_HINT)
    return tuple(_rule(one, number, name, below) for number, one in enumerate(plain.get("rule", []), start=1))


def _rule(plain: object, number: int, name: str, below: str | None) -> Rule:
    where = f"{name}: rule {number}"
    if not isinstance(plain, dict) or not isinstance(plain.get("glob"), str) or not plain["glob"]:
        raise BadMetadata(f"{where} has no glob", hint=_HINT)
    values: dict[str, Any] = dict(_value(where, field, value) for field, value in plain.items() if field != "glob")
    start, end = values.get("valid_from"), values.get("valid_until")
    if start is not None and end is not None and start >= end:
        raise BadMetadata(
            f"{where}: valid_until {end} is not after valid_from {start}", hint="swap or correct the dates"
        )
    if below is not None and "tenant" in values:
        raise BadMetadata(f"{where}: a folder's file may not name a tenant", hint="name it with --tenant or --meta")
    redact = values.pop("redact", ())
    try:
        pattern = re.compile(re.escape(below or "") + pattern_of(plain["glob"]).pattern, re.S)
    except re.error as error:
        raise BadMetadata(f"{where}: glob = {plain['glob']!r} is none: {error.msg}", hint=_HINT) from error
    return Rule(number=number, glob=plain["glob"], pattern=pattern, values=tuple(values.items()), redact=redact)


def _value(where: str, field: object, value: object) -> tuple[str, object]:
    if not isinstance(field, str) or field not in FIELDS:
        close = get_close_matches(str(field), FIELDS, n=1, cutoff=0.6)
        meant = f"did you mean {close[0]!r}? " if close else ""
        raise BadMetadata(f"{where}: unknown field {field!r}", hint=f"{meant}fields: glob, {', '.join(FIELDS)}")
    try:
        return FIELDS[field].attribute, FIELDS[field].read(value)
    except ValueError as error:
        raise BadMetadata(f"{where}: {field} = {value!r} is not allowed", hint=f"allowed: {error}") from error


def governance_for(uri: str, rules: Iterable[Rule], defaults: Governance) -> Governance:
    """Return `defaults` with the fields of every matching rule, in order.

    Raises BadMetadata where rules together leave no day on which the document is valid.
    """
    values: dict[str, Any] = {}
    for rule in rules:
        if rule.matches(uri):
            values |= rule.values
    found = replace(defaults, **values)
    if found.valid_from is not None and found.valid_until is not None and found.valid_from >= found.valid_until:
        raise BadMetadata(
            f"{uri}: its rules together say valid_from {found.valid_from} and valid_until {found.valid_until}",
            hint="correct the dates of the rules that match it",
        )
    return found


def redactions_for(uri: str, rules: Iterable[Rule]) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of every matching rule: they add up, so no later rule brings text back.

    Raises BadMetadata where the uri itself matches one: a name can't be masked, and it is indexed and shown.
    """
    found = tuple(dict.fromkeys(pattern for rule in rules if rule.matches(uri) for pattern in rule.redact))
    for pattern in found:
        if pattern.search(uri):
            raise BadMetadata(
                f"{uri}: its name matches the redaction {pattern.pattern!r}",
                hint="rename the file, or make the pattern narrower",
            )
    return found


def unused(rules: Sequence[Rule], uris: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules that match none of `uris`: most likely their globs are misspelt."""
    waiting = list(rules)
    for uri in uris:
        if not waiting:
            break
        waiting = [rule for rule in waiting if not rule.matches(uri)]
    return tuple(waiting)


def readers_of(listed: str, option: str) -> frozenset[str]:
    """Return the readers in a comma-separated command-line value. Raises BadMetadata."""
    try:
        return principals([name for name in (part.strip() for part in listed.split(",")) if name])
    except ValueError as error:
        raise BadMetadata(f"{option} {listed!r} is not allowed", hint=f"allowed: {error}") from error
