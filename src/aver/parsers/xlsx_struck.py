"""Which cells of a workbook are struck through: what they say has been taken back.

A cell names a format, the format a font, and the font says whether it strikes; calamine reads values alone. Text of
which only a part is struck is read whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from posixpath import join, normpath
from xml.parsers import expat

from lxml import etree

from aver.parsers.docx_xml import local, parse_part
from aver.parsers.xlsx_extent import reference, row_number
from aver.parsers.xlsx_islands import Place
from aver.parsers.zip_guard import Package

_BOOK = "xl/workbook.xml"
_NONE: frozenset[Place] = frozenset()


@dataclass(slots=True, kw_only=True)
class StruckCells:
    """The struck cells of a workbook, sheet by sheet, read where a font strikes at all."""

    package: Package
    formats: frozenset[str] = field(init=False)
    members: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.formats = frozenset(_striking(self._part("xl/styles.xml")))
        self.members = self._sheets() if self.formats else {}

    def of(self, sheet: str) -> frozenset[Place]:
        """Return the places that are struck on the sheet of that name, rows and columns from 0."""
        blob = self.package.read(self.members[sheet]) if sheet in self.members else b""
        cells = _Cells(formats=self.formats)
        parser = expat.ParserCreate()
        parser.StartElementHandler = cells.start
        try:
            parser.Parse(blob, True)
        except (expat.ExpatError, LookupError, ValueError):
            return _NONE
        return frozenset(cells.struck)

    def _sheets(self) -> dict[str, str]:
        """Return the part that holds each sheet, by the sheet's name."""
        book, relations = self._part(_BOOK), self._part("xl/_rels/workbook.xml.rels")
        if book is None or relations is None:
            return {}
        targets = {one.get("Id"): str(one.get("Target") or "") for one in relations if local(one) == "Relationship"}
        found: dict[str, str] = {}
        for sheet in book.iter():
            identity = next((value for key, value in sheet.attrib.items() if str(key).endswith("}id")), None)
            if local(sheet) == "sheet" and identity in targets:
                found[str(sheet.get("name"))] = normpath(join("/xl", targets[identity])).lstrip("/")
        return found

    def _part(self, member: str) -> etree._Element | None:
        blob = self.package.read(member)
        try:
            return parse_part(blob) if blob else None
        except etree.XMLSyntaxError:
            return None


@dataclass(slots=True, kw_only=True)
class _Cells:
    """Watches one sheet go by; rows and columns count from 1."""

    formats: frozenset[str]
    row: int = 0
    column: int = 0
    struck: set[Place] = field(default_factory=set)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        if tag == "row":
            given = row_number(attributes)
            self.row = self.row + 1 if given is None else given
            self.column = 0
        elif tag == "c":
            self.row, self.column = reference(attributes) or (self.row, self.column + 1)
            if attributes.get("s") in self.formats:
                self.struck.add((self.row - 1, self.column - 1))


def _striking(styles: etree._Element | None) -> Iterator[str]:
    """Yield the numbers of the cell formats whose font strikes."""
    if styles is None:
        return
    parts = {local(part): part for part in styles}
    fonts, formats = parts.get("fonts"), parts.get("cellXfs")
    if fonts is None or formats is None:
        return
    striking = {str(number) for number, font in enumerate(fonts) if any(map(_strikes, font))}
    for number, one in enumerate(formats):
        if one.get("fontId") in striking:
            yield str(number)


def _strikes(mark: etree._Element) -> bool:
    return local(mark) == "strike" and (mark.get("val") or "1").lower() not in ("0", "false", "off")
