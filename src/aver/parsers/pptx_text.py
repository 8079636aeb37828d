"""The paragraphs of a PowerPoint shape: which are bullets, which are numbered, and what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from aver.parsers.docx_numbering import spelled_number
from aver.parsers.docx_xml import local
from aver.parsers.linear import tidy
from aver.patterns import regex

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"

_NUMBERED = regex(r"(arabic|alphaLc|alphaUc|romanLc|romanUc)(Period|ParenR|ParenBoth|Plain)$")
_STYLES = {
    "arabic": "decimal",
    "alphaLc": "lowerLetter",
    "alphaUc": "upperLetter",
    "romanLc": "lowerRoman",
    "romanUc": "upperRoman",
}
_FRAMES = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}
_DEEPEST = 8
_EXPONENT = regex(r"[+\-\u2212]?[0-9]+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """One paragraph; `listed` whether it is an item, `mark` the number printed before it."""

    text: str
    depth: int
    listed: bool
    mark: str | None


def paragraphs(body: etree._Element, *, bulleted: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs with text; `bulleted` is what the shape's placeholder says where a paragraph doesn't."""
    counts: dict[int, int] = {}
    for element in body.iterchildren(f"{A}p"):
        text = tidy(text_of(element))
        if not text:
            continue
        properties = element.find(f"{A}pPr")
        depth = _depth(properties)
        for deeper in [known for known in counts if known > depth]:
            del counts[deeper]
        automatic = None if properties is None else properties.find(f"{A}buAutoNum")
        if automatic is not None:
            counts[depth] = counts.get(depth, _start(automatic) - 1) + 1
            yield Paragraph(text=text, depth=depth, listed=True, mark=_mark(automatic, counts[depth]))
            continue
        counts.pop(depth, None)
        listed = bulleted
        if properties is not None and properties.find(f"{A}buNone") is not None:
            listed = False
        elif properties is not None and (properties.find(f"{A}buChar") is not None):
            listed = True
        yield Paragraph(text=text, depth=depth, listed=listed, mark=None)


def text_of(paragraph: etree._Element) -> str:
    """Return the text of one paragraph without what is struck, line breaks kept, powers marked as such."""
    pieces: list[str] = []
    for element in paragraph:
        name = local(element)
        if name == "br":
            pieces.append("\n")
        elif name in ("r", "fld"):
            text = "".join(inner.text or "" for inner in element.iterchildren(f"{A}t"))
            properties = element.find(f"{A}rPr")
            if properties is not None and properties.get("strike", "noStrike") != "noStrike":
                continue
            raised = "0" if properties is None else properties.get("baseline", "0")
            power = not raised.startswith(("-", "0")) and _EXPONENT.match(text.strip())
            pieces.append(f"^{text.strip()}" if power and "".join(pieces[-1:])[-1:].isalnum() else text)
        elif name == "m":
            pieces.extend(inner.text or "" for inner in element.iter() if local(inner) == "t")
    return "".join(pieces).replace("\v", "\n")


def _depth(properties: etree._Element | None) -> int:
    level = "0" if properties is None else properties.get("lvl", "0")
    return min(int(level), _DEEPEST) if level.isascii() and level.isdigit() and len(level) < 4 else 0


def _start(automatic: etree._Element) -> int:
    start = automatic.get("startAt", "1")
    return int(start) if start.isascii() and start.isdigit() and len(start) < 6 else 1


def _mark(automatic: etree._Element, count: int) -> str | None:
    found = _NUMBERED.match(automatic.get("type", ""))
    shown = spelled_number(count, _STYLES[found[1]]) if found else None
    return _FRAMES[found[2]].format(shown) if found and shown else None
