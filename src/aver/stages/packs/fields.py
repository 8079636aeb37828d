"""Take typed fields out of a pack's TOML; every complaint names the file and the field, with a hint.

A table that has a field nobody asked for is refused: a misspelt field would otherwise be a silent default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from aver.errors import BadPack
from aver.patterns import regex

MOST_ITEMS = 2_000
"""Entries a list of a pack may have."""
LONGEST_TEXT = 1_000
"""Code points a text of a pack may have."""
_NAME = regex(r"[A-Za-z][A-Za-z0-9_.\-]{0,63}", re.ASCII)
_IDENTIFIER = regex(r"[a-z][a-z0-9_]{0,63}", re.ASCII)
_NUMBER = regex(r"-?\d{1,30}(?:\.\d{1,30})?(?:/[1-9]\d{0,29})?", re.ASCII)


@dataclass(slots=True)
class Fields:
    """One table of the file at `path`; `taken` remembers which of its fields were asked for."""

    file: str
    path: str
    values: Mapping[str, object]
    taken: set[str] = field(default_factory=set)

    def wrong(self, name: str, what: str, hint: str) -> BadPack:
        """Return the error that says `what` is wrong with the field `name`."""
        where = f"{self.path}.{name}" if self.path and name else self.path or name
        return BadPack(f"{self.file}: {where}: {what}", hint=hint)

    def done(self) -> None:
        """Raise BadPack if a field was not asked for."""
        for name in self.values:
            if name not in self.taken:
                raise self.wrong(name[:64], "unknown field", f"one of {', '.join(sorted(self.taken))}")

    def text(self, name: str, *, default: str | None = None) -> str:
        """Return a text that isn't empty, or `default` where the field is missing and may be."""
        value = self._take(name)
        if value is None and default is not None:
            return default
        return self._text(name, value)

    def identifier(self, name: str = "name") -> str:
        """Return a name that expressions may use: small letters, digits and underscores."""
        value = self.text(name)
        if not _IDENTIFIER.fullmatch(value):
            raise self.wrong(name, f"{value[:64]!r} is no name", "small letters, digits and _, a letter first")
        return value

    def label(self, name: str = "name") -> str:
        """Return a name such as a product's: letters, digits, `-`, `.` and `_`."""
        value = self.text(name)
        if not _NAME.fullmatch(value):
            raise self.wrong(name, f"{value[:64]!r} is no name", "letters, digits, -, . and _, a letter first")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; false where the field is missing."""
        value = self._take(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise self.wrong(name, "neither true nor false", f"{name} = true")
        return value

    def number(self, name: str) -> Fraction | None:
        """Return an exact number, None where the field is missing. A fraction is written as text, `"1/3"`."""
        value = self._take(name)
        if value is None:
            return None
        written = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
        if not isinstance(written, str) or not _NUMBER.fullmatch(written):
            raise self.wrong(name, "no number", f'{name} = 1.5, or "1/3" in quotes')
        return Fraction(written.split("/")[0]) / Fraction(written.split("/")[1] if "/" in written else 1)

    def texts(self, name: str, *, needed: bool = False) -> tuple[str, ...]:
        """Return a list of texts; where `needed`, it has at least one."""
        items = self._items(name)
        if needed and not items:
            raise self.wrong(name, "missing or empty", f'{name} = ["..."]')
        return tuple(self._text(f"{name}[{position}]", item) for position, item in enumerate(items, start=1))

    def words(self, name: str, *, needed: bool = False) -> tuple[str, ...]:
        """Return a list of words to look for: each has a letter or digit, and `*` only at an end of a part."""
        found = self.texts(name, needed=needed)
        for position, word in enumerate(found, start=1):
            if not any(sign.isalnum() for sign in word) or re.search(r"\w\*\w|\*\*", word):
                raise self.wrong(f"{name}[{position}]", f"{word!r} can't be looked for", "a word, `*` at its end")
        return found

    def groups(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return a list of lists of words, each with at least one."""
        parts = [
            Fields(self.file, f"{self.path}.{name}[{position}]", {"words": item})
            for position, item in enumerate(self._items(name), start=1)
        ]
        if not parts:
            raise self.wrong(name, "missing or empty", f'{name} = [["which sensor", "welcher Sensor"]]')
        return tuple(part.words("words", needed=True) for part in parts)

    def tables(self, name: str) -> tuple[Fields, ...]:
        """Return the tables of `[[name]]`."""
        found = []
        for position, item in enumerate(self._items(name), start=1):
            path = f"{self.path}.{name}[{position}]" if self.path else f"{name}[{position}]"
            if not isinstance(item, Mapping):
                raise self.wrong(f"{name}[{position}]", "no table", f"[[{name}]]")
            found.append(Fields(self.file, path, item))
        return tuple(found)

    def table(self, name: str) -> Fields:
        """Return the table `[name]`, an empty one where it is missing."""
        value = self._take(name)
        if value is not None and not isinstance(value, Mapping):
            raise self.wrong(name, "no table", f"[{name}]")
        return Fields(self.file, f"{self.path}.{name}" if self.path else name, value or {})

    def _take(self, name: str) -> object:
        self.taken.add(name)
        return self.values.get(name)

    def _text(self, name: str, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or value != value.strip():
            raise self.wrong(name, "missing, empty or no text", f'{name.split("[")[0]} = "..."')
        if len(value) > LONGEST_TEXT or any(ord(sign) < 32 for sign in value):
            raise self.wrong(name, "too long, or has control characters", f"one line within {LONGEST_TEXT} characters")
        return value

    def _items(self, name: str) -> list[object]:
        value = self._take(name)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            raise self.wrong(name, "no list, or too long", f"a list of at most {MOST_ITEMS} entries")
        return value
