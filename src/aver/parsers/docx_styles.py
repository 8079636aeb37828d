"""What Word's paragraph styles mean: headings, lists, captions, quotes, code, tables of contents.

Built-in styles keep their English name inside the file whatever the language of the program; a style that somebody made
inherits its meaning from the one it is based on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lxml import etree

from aver.parsers.docx_xml import W, child, number, value
from aver.patterns import regex


class Sort(StrEnum):
    """What a paragraph is by its style alone."""

    BODY = "body"
    TITLE = "title"
    CAPTION = "caption"
    QUOTE = "quote"
    CODE = "code"
    CONTENTS = "contents"


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A paragraph style with everything it inherits; `outline` is the heading level from 1."""

    sort: Sort = Sort.BODY
    outline: int | None = None
    instance: str | None = None
    depth: int | None = None
    monospaced: bool = False


_SORTS = (
    (Sort.TITLE, regex(r"title")),
    (Sort.CAPTION, regex(r"caption|beschriftung")),
    (Sort.QUOTE, regex(r"(?:intense |block )?quote|quotations?|zitat|block text")),
    (
        Sort.CODE,
        regex(
            r"(?:source )?code(?: block| sample| example| listing)?|quell(?:text|code)|verbatim|macro text"
            r"|(?:html )?preformatted(?: text)?|vorformatierter text"
        ),
    ),
    (Sort.CONTENTS, regex(r"toc \d|table of figures|table of authorities|index \d|contents \d|verzeichnis \d")),
)
_HEADING = regex(r"heading ([1-9])")
_MONOSPACED = regex(r"courier|consolas|mono\b|menlo|monaco|typewriter|lucida console|fixed|source code", re.I)
_LONGEST_CHAIN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Styles:
    """All paragraph styles by id, and the id of the default one."""

    by_id: dict[str, Style]
    default: str | None
    instances: dict[str, str]

    def of(self, style_id: str | None) -> Style:
        """Return the style of that id; an unknown id is the default style."""
        return self.by_id.get(style_id or self.default or "") or self.by_id.get(self.default or "") or Style()


def styles_of(root: etree._Element | None) -> Styles:
    """Read a styles part."""
    elements: dict[str, etree._Element] = {}
    default: str | None = None
    instances: dict[str, str] = {}
    for element in () if root is None else root.iterchildren(f"{W}style"):
        key = value(element, "styleId") or ""
        if value(element, "type") == "numbering":
            instances[key] = value(child(element, "pPr", "numPr", "numId")) or ""
        elif value(element, "type") == "paragraph":
            elements[key] = element
            if value(element, "default") in ("1", "true"):
                default = key
    return Styles(by_id={key: _resolved(key, elements) for key in elements}, default=default, instances=instances)


def is_monospaced(fonts: etree._Element | None) -> bool:
    """Return whether an `rFonts` element names a typewriter face."""
    face = value(fonts, "ascii") or value(fonts, "hAnsi")
    return face is not None and _MONOSPACED.search(face) is not None


def _resolved(key: str, elements: dict[str, etree._Element]) -> Style:
    chain = list(_chain(key, elements))
    names = [(value(child(element, "name")) or "").lower() for element in chain]
    sort = next((sort for name in names for sort, pattern in _SORTS if pattern.fullmatch(name)), Sort.BODY)
    outline = next((found for pair in zip(chain, names, strict=True) if (found := _outline(*pair)) is not None), None)
    numbered = next((e for e in chain if child(e, "pPr", "numPr", "numId") is not None), None)
    fonts = next((f for e in chain if (f := child(e, "rPr", "rFonts")) is not None), None)
    return Style(
        sort=sort,
        outline=outline if outline is not None and 1 <= outline <= 9 else None,
        instance=value(child(numbered, "pPr", "numPr", "numId")),
        depth=number(child(numbered, "pPr", "numPr", "ilvl")),
        monospaced=is_monospaced(fonts),
    )


def _chain(key: str | None, elements: dict[str, etree._Element]) -> Iterator[etree._Element]:
    seen: set[str] = set()
    while key in elements and key not in seen and len(seen) < _LONGEST_CHAIN:
        seen.add(key)
        yield elements[key]
        key = value(child(elements[key], "basedOn"))


def _outline(element: etree._Element, name: str) -> int | None:
    """Return the outline level from 1 that one style sets (10 stands for body text), None where it sets none."""
    level = number(child(element, "pPr", "outlineLvl"))
    if level is not None:
        return level + 1
    found = _HEADING.fullmatch(name)
    return int(found[1]) if found else None
