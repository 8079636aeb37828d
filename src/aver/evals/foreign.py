"""Reading JSON that came from outside, with errors that name the line and the field.

A `Record` is one JSON object plus the place it stands at; each method takes a field and its type or raises.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One JSON object; `place` reads like `questions.jsonl line 3`, `hint` says what the file should hold."""

    place: str
    fields: Mapping[str, Any]
    hint: str

    def fault(self, field: str, problem: str) -> BadInput:
        """Return the error for one field of this record."""
        return BadInput(f"{self.place}: field `{field}` {problem}", hint=self.hint)

    def text(self, field: str) -> str:
        """Return a string that must be there and hold more than white space."""
        value = self.optional_text(field)
        if value is None or not value.strip():
            raise self.fault(field, "is missing or empty")
        return value

    def optional_text(self, field: str) -> str | None:
        """Return a string, or None where the field is absent or null."""
        value = self.fields.get(field)
        if value is not None and not isinstance(value, str):
            raise self.fault(field, f"must be a string, not {type(value).__name__}")
        return value

    def texts(self, field: str) -> tuple[str, ...]:
        """Return a list of strings, empty where the field is absent or null."""
        value = self._list(field)
        if not all(isinstance(item, str) for item in value):
            raise self.fault(field, "must be a list of strings")
        return tuple(value)

    def number(self, field: str, default: float) -> float:
        """Return a finite number, `default` where the field is absent or null."""
        value = self.fields.get(field)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < float("inf"):
            raise self.fault(field, "must be a finite number")
        return float(value)

    def record(self, field: str) -> Record:
        """Return the object in a field, empty where the field is absent or null."""
        value = self.fields.get(field)
        if value is not None and not isinstance(value, dict):
            raise self.fault(field, f"must be an object, not {type(value).__name__}")
        return Record(place=f"{self.place}, `{field}`", fields=value or {}, hint=self.hint)

    def records(self, field: str) -> tuple[Record, ...]:
        """Return the objects of a list, none where the field is absent or null."""
        value = self._list(field)
        if not all(isinstance(item, dict) for item in value):
            raise self.fault(field, "must be a list of objects")
        return tuple(
            Record(place=f"{self.place}, `{field}[{number}]`", fields=item, hint=self.hint)
            for number, item in enumerate(value)
        )

    def _list(self, field: str) -> list[Any]:
        value = self.fields.get(field)
        if value is not None and not isinstance(value, list):
            raise self.fault(field, f"must be a list, not {type(value).__name__}")
        return value or []


def read_lines(path: Path, *, hint: str) -> Iterator[Record]:
    """Yield one record per line of a JSON Lines file in UTF-8, passing over blank lines.

    Raises BadInput where the file can't be read, isn't UTF-8, or a line isn't a JSON object.
    """
    try:
        content = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path} can't be read: {error.strerror}", hint=hint) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} isn't UTF-8 at byte {error.start}", hint=hint) from error
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            yield Record(place=f"{path.name} line {number}", fields=_object(line, path, number, hint), hint=hint)


def _object(line: str, path: Path, number: int, hint: str) -> dict[str, Any]:
    place = f"{path.name} line {number}"
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{place} isn't JSON: {error}", hint=hint) from error
    if not isinstance(value, dict):
        raise BadInput(f"{place} holds a {type(value).__name__}, not an object", hint=hint)
    return value
