"""The text of one Word paragraph as a reader sees it, with what hangs on it: notes, text boxes, pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from aver.parsers.docx_math import equation
from aver.parsers.docx_numbering import spelled_number
from aver.parsers.docx_styles import is_monospaced
from aver.parsers.docx_xml import alternatives, child, local, switched, value
from aver.parsers.wordlists import words
from aver.patterns import regex

_THROUGH = words(
    "hyperlink smartTag ins moveTo fldSimple sdt sdtContent customXml dir bdo ruby rubyBase Choice Fallback"
)
_REMOVED = words("del moveFrom")
_STRUCK = words("strike dstrike")
_EXPONENT = regex(r"[+\-\u2212]?[0-9]+$")
_MARKS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "\u2011"}
_PRIVATE = range(0xE000, 0xF900)


@dataclass(slots=True)
class Notes:
    """The notes of a document, numbered in the order in which the text refers to them."""

    numbers: dict[tuple[str, str], str] = field(default_factory=dict)
    pending: list[tuple[str, str]] = field(default_factory=list)

    def mark(self, kind: str, key: str) -> str:
        """Return the printed mark of a note; endnotes count in Roman numerals, as Word prints them."""
        if (kind, key) not in self.numbers:
            count = sum(1 for known, _ in self.numbers if known == kind) + 1
            shown = str(count) if kind == "footnote" else spelled_number(count, "lowerRoman") or str(count)
            self.numbers[kind, key] = shown
            self.pending.append((kind, key))
        return f"[{self.numbers[kind, key]}]"


@dataclass(slots=True)
class Spelled:
    """What one paragraph says; `monospaced` and `bold` whether all of its text is set so."""

    pieces: list[str] = field(default_factory=list)
    boxes: list[etree._Element] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    monospaced: bool = True
    bold: bool = True
    hidden: int = 0
    deleted: int = 0
    struck: int = 0

    @property
    def text(self) -> str:
        """The text as written, white space not tidied."""
        return "".join(self.pieces)


def spell(paragraph: etree._Element, notes: Notes, *, monospaced: bool) -> Spelled:
    """Read a paragraph; `monospaced` is what its style says about the face."""
    reader = _Reader(notes=notes, by_style=monospaced)
    reader.inside(paragraph)
    if not any(piece.strip() for piece in reader.found.pieces):
        reader.found.monospaced = reader.found.bold = False
    return reader.found


@dataclass(slots=True)
class _Reader:
    notes: Notes
    by_style: bool
    found: Spelled = field(default_factory=Spelled)
    fields: list[bool] = field(default_factory=list)

    def inside(self, element: etree._Element) -> None:
        for inner in element:
            name = local(inner)
            if name == "r":
                self._run(inner)
            elif name in _THROUGH:
                self.inside(inner)
            elif name in ("oMath", "oMathPara"):
                self.found.pieces.append(equation(inner))
                self.found.monospaced = self.found.bold = False
            elif name == "AlternateContent":
                for branch in alternatives(inner):
                    self.inside(branch)
            elif name in _REMOVED:
                self.found.deleted += 1

    def _run(self, run: etree._Element) -> None:
        properties = child(run, "rPr")
        if switched(child(properties, "vanish")):
            self.found.hidden += 1
            return
        if any(switched(child(properties, mark)) for mark in _STRUCK):
            self.found.struck += 1
            return
        first = len(self.found.pieces)
        for inner in run:
            self._piece(inner)
        written = "".join(self.found.pieces[first:])
        if written.strip():
            fonts = child(properties, "rFonts")
            self.found.bold &= switched(child(properties, "b"))
            self.found.monospaced &= self.by_style if fonts is None else is_monospaced(fonts)
        if value(child(properties, "vertAlign")) == "superscript" and _EXPONENT.match(written.strip()):
            before = "".join(self.found.pieces[max(0, first - 1) : first])
            if before[-1:].isalnum():
                self.found.pieces[first:] = [f"^{written.strip()}"]

    def _piece(self, element: etree._Element) -> None:
        name = local(element)
        if name == "fldChar":
            self._field(value(element, "fldCharType"))
        elif any(self.fields):
            return
        elif name == "t":
            self.found.pieces.append(element.text or "")
        elif name in _MARKS:
            self.found.pieces.append(_MARKS[name])
        elif name == "br":
            self.found.pieces.append("\n" if value(element, "type") in (None, "textWrapping") else " ")
        elif name in ("footnoteReference", "endnoteReference"):
            kind = name.removesuffix("Reference")
            self.found.pieces.append(self.notes.mark(kind, value(element, "id") or ""))
        else:
            self._rarer(name, element)

    def _rarer(self, name: str, element: etree._Element) -> None:
        if name == "sym":
            self._symbol(value(element, "char") or "")
        elif name == "AlternateContent":
            for branch in alternatives(element):
                for inner in branch:
                    self._piece(inner)
        elif name in ("drawing", "pict", "object"):
            self._drawing(element)
        elif name == "ruby":
            self.inside(element)

    def _field(self, kind: str | None) -> None:
        """Between its begin and its separator a field holds an instruction; after that, what is printed."""
        if kind == "begin":
            self.fields.append(True)
        elif kind == "separate" and self.fields:
            self.fields[-1] = False
        elif kind == "end" and self.fields:
            self.fields.pop()

    def _symbol(self, code: str) -> None:
        if re.fullmatch("[0-9A-Fa-f]{4}", code) and int(code, 16) not in _PRIVATE and not code.upper().startswith("D"):
            self.found.pieces.append(chr(int(code, 16)))

    def _drawing(self, element: etree._Element) -> None:
        pending = [element]
        while pending:
            inner = pending.pop()
            name = local(inner)
            if name == "txbxContent":
                self.found.boxes.append(inner)
                continue
            described = inner.get("descr") if name == "docPr" else inner.get("alt") if name == "shape" else None
            if described:
                self.found.pictures.append(described)
            branches = alternatives(inner) if name == "AlternateContent" else inner
            pending.extend(reversed(list(branches)))
