"""What a document may say about its own governance: less than it was given, never more.

Its fields may mark it superseded or archived, start its validity later, end it earlier and name its
successors (definitions.md, "Governance"). A status this does not know (Final, Rejected, Draft ...) says
nothing about whether the document is current: a rejected proposal is a current document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from aver.stages.atoms.dates import dates_in, only_day
from aver.values.documents import ParseWarning
from aver.values.governance import Governance, Status

Fields = Iterable[tuple[str, str]]

_STATUS = frozenset({"status", "stand"})
_FROM = frozenset({"valid-from", "effective-from", "effective-date", "gültig-ab", "gueltig-ab"})
_UNTIL = frozenset({"valid-until", "valid-to", "expires", "gültig-bis", "gueltig-bis"})
SUCCESSOR_FIELDS = frozenset({"superseded-by", "replaced-by", "obsoleted-by", "ersetzt-durch"})

_WORDS: Mapping[str, Status] = MappingProxyType(
    {
        "superseded": Status.SUPERSEDED,
        "replaced": Status.SUPERSEDED,
        "ersetzt": Status.SUPERSEDED,
        "abgelöst": Status.SUPERSEDED,
        "archived": Status.ARCHIVED,
        "archiviert": Status.ARCHIVED,
    }
)
_NARROWNESS = tuple(Status)
_MAX_SUCCESSORS = 50
_MAX_NAME = 500


def narrowed(governance: Governance, fields: Fields) -> Governance:
    """Return `governance` as the document's own `fields` tighten it; nonsense values change nothing."""
    pairs = tuple(fields)
    start, end = _validity(pairs)
    statuses = [governance.status, *(_status(value) for value in _of(pairs, _STATUS))]
    return replace(
        governance,
        status=max(statuses, key=_NARROWNESS.index),
        valid_from=max((day for day in (governance.valid_from, start) if day is not None), default=None),
        valid_until=min((day for day in (governance.valid_until, end) if day is not None), default=None),
        superseded_by=tuple(dict.fromkeys((*governance.superseded_by, *_successors(pairs)))),
    )


def nonsense(fields: Fields) -> tuple[ParseWarning, ...]:
    """Return a warning for every field of `fields` that should narrow and cannot be read."""
    pairs = tuple(fields)
    found = [
        ParseWarning(code="bad_date", detail=f"{key}: {value[:80]!r} is not one date")
        for key, value in pairs
        if key in _FROM | _UNTIL and _day(value) is None
    ]
    starts, ends = _days(pairs, _FROM), _days(pairs, _UNTIL)
    if starts and ends and max(starts) >= min(ends):
        detail = f"valid from {max(starts)} until {min(ends)} is no time at all; both are ignored"
        found.append(ParseWarning(code="bad_validity", detail=detail))
    if len(_names(pairs)) > _MAX_SUCCESSORS:
        found.append(ParseWarning(code="too_many_successors", detail=f"only the first {_MAX_SUCCESSORS} count"))
    return tuple(found)


def _validity(pairs: Fields) -> tuple[str | None, str | None]:
    starts, ends = _days(pairs, _FROM), _days(pairs, _UNTIL)
    if starts and ends and max(starts) >= min(ends):
        return None, None
    return max(starts, default=None), min(ends, default=None)


def _days(pairs: Fields, keys: frozenset[str]) -> list[str]:
    return [day for day in map(_day, _of(pairs, keys)) if day is not None]


def _day(written: str) -> str | None:
    """Return the one full date that `written` is, as ISO; None where it is none, several or ambiguous."""
    dates = [one for one in dates_in(written[:100]) if one.readings]
    day = only_day(dates[0]) if len(dates) == 1 else None
    return None if day is None else day.isoformat()


def _of(pairs: Fields, keys: frozenset[str]) -> list[str]:
    return [value for key, value in pairs if key in keys]


def _status(value: str) -> Status:
    first = value.split(";")[0].split(",")[0].strip().casefold()
    return _WORDS.get(first, Status.ACTIVE)


def _names(pairs: Fields) -> list[str]:
    parts = (part for value in _of(pairs, SUCCESSOR_FIELDS) for part in value.split(","))
    return [name for name in (" ".join(part.split())[:_MAX_NAME] for part in parts) if name]


def _successors(pairs: Fields) -> list[str]:
    return _names(pairs)[:_MAX_SUCCESSORS]
