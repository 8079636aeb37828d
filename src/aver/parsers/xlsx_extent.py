"""How far a workbook's sheets really reach, before any library builds a grid of them.

calamine lays a sheet out as a dense grid from its first to its last value and aborts the whole process when that
doesn't fit (a 5 KB sheet with values in A1 and XFD1048576, measured). So the sheets are streamed once here: the
places of values are counted, not the formats that spreadsheets keep on a million empty rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from aver.errors import TooLarge, UnreadableDocument
from aver.parsers.limits import Limits
from aver.parsers.zip_guard import Package
from aver.patterns import regex
from aver.values.cell_names import column_number

MAX_PLACES = 4_000_000
"""The places of the rectangle around all values of one sheet; calamine takes about 32 bytes for each."""
MAX_VALUES = 1_000_000

_REFERENCE = regex(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$")
_VALUES = frozenset({"v", "is", "f"})
_PIECE = 1 << 20


class _OtherRoot(Exception):
    """The part is no sheet."""


def refuse_vast(package: Package, *, name: str, limits: Limits) -> None:
    """Raise TooLarge where a sheet spans or holds more than can be read, or its strings unfold beyond the limit.

    A part that isn't well-formed raises UnreadableDocument: calamine reads on behind the damage, where this can't look.
    """
    texts = _string_lengths(package, name)
    characters = 0
    for member in package.members:
        if not member.lower().endswith(".xml") or member.lower().startswith(("xl/theme", "xl/styles", "docprops/")):
            continue
        sheet = _Extent(name=name, strings=texts)
        _stream(package.read(member), sheet, name)
        characters += sheet.characters
        if sheet.places > MAX_PLACES or sheet.values > MAX_VALUES:
            raise TooLarge(
                f"{name}: {member} spans {sheet.places} cells and holds {sheet.values} values",
                hint="Split the sheet, or delete stray values far from the data.",
            )
        if characters > limits.max_characters:
            raise TooLarge(f"{name}: more than {limits.max_characters} characters", hint="Split the workbook.")


def row_number(attributes: dict[str, str]) -> int | None:
    """Return the number, from 1, that a row says it has; None where it doesn't."""
    given = attributes.get("r", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 8 else None


def reference(attributes: dict[str, str]) -> tuple[int, int] | None:
    """Return the row and column, from 1, that a cell says it stands at; None where it doesn't."""
    found = _REFERENCE.match(attributes.get("r", ""))
    return (int(found[2]), column_number(found[1])) if found else None


@dataclass(slots=True, kw_only=True)
class _Extent:
    """Watches one sheet go by; rows and columns count from 1."""

    name: str
    strings: list[int]
    row: int = 0
    column: int = 0
    first: tuple[int, int] = (1 << 30, 1 << 30)
    last: tuple[int, int] = (0, 0)
    values: int = 0
    characters: int = 0
    began: bool = False
    shared: bool = False
    counted: bool = False
    index: list[str] | None = None

    @property
    def places(self) -> int:
        """The size of the rectangle around all values."""
        if not self.values:
            return 0
        return (self.last[0] - self.first[0] + 1) * (self.last[1] - self.first[1] + 1)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        if not self.began:
            self.began = True
            if tag != "worksheet":
                raise _OtherRoot
        elif tag == "c":
            self._cell(attributes)
        elif tag == "row":
            given = row_number(attributes)
            self.row = self.row + 1 if given is None else given
            self.column = 0
        elif tag in _VALUES and not self.counted:
            self._value()
        if tag == "v" and self.shared:
            self.index = []

    def _cell(self, attributes: dict[str, str]) -> None:
        self.row, self.column = reference(attributes) or (self.row, self.column + 1)
        self.shared = attributes.get("t") == "s"
        self.counted = False

    def _value(self) -> None:
        self.counted = True
        self.values += 1
        self.first = (min(self.first[0], self.row), min(self.first[1], self.column))
        self.last = (max(self.last[0], self.row), max(self.last[1], self.column))

    def end(self, tag: str) -> None:
        if self.index is not None and tag.rpartition(":")[2] == "v":
            digits = "".join(self.index).strip()
            self.index = None
            place = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else -1
            self.characters += self.strings[place] if 0 <= place < len(self.strings) else 0

    def text(self, data: str) -> None:
        if self.index is not None:
            self.index.append(data)


@dataclass(slots=True, kw_only=True)
class _Strings:
    """Measures the shared strings in their order."""

    lengths: list[int] = field(default_factory=list)
    began: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        del attributes
        if not self.began:
            self.began = True
            if tag.rpartition(":")[2] != "sst":
                raise _OtherRoot
        elif tag.rpartition(":")[2] == "si":
            self.lengths.append(0)

    def end(self, tag: str) -> None:
        """Nothing ends that isn't counted already."""

    def text(self, data: str) -> None:
        if self.lengths:
            self.lengths[-1] += len(data)


def _string_lengths(package: Package, name: str) -> list[int]:
    for member in package.members:
        if member.lower().endswith("sharedstrings.xml"):
            strings = _Strings()
            _stream(package.read(member), strings, name)
            return strings.lengths
    return []


def _stream(blob: bytes, watcher: _Extent | _Strings, name: str) -> None:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = watcher.start
    parser.EndElementHandler = watcher.end
    parser.CharacterDataHandler = watcher.text
    try:
        for at in range(0, len(blob), _PIECE):
            parser.Parse(blob[at : at + _PIECE], False)
        parser.Parse(b"", True)
    except _OtherRoot:
        return
    except (expat.ExpatError, LookupError, ValueError) as problem:  # the latter two: an encoding that expat lacks
        raise UnreadableDocument(f"{name}: the workbook is damaged", hint="Save the file again.") from problem
