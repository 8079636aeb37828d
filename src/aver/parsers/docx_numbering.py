"""The numbers that Word prints before paragraphs, counted as Word counts them.

Word stores a format and a level, never the number itself. What is printed (`2.1`, `(a)`, `§ 3`) is part of what a
reader sees and cites, so it becomes text; a bullet is decoration and doesn't.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from aver.parsers.docx_xml import W, child, number, switched, value
from aver.patterns import regex

LEVELS = 9

_PLACE = regex(r"%([1-9])")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LARGEST_ROMAN = 3_999
_LONGEST_LETTERS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How one level of a list is numbered; `text` is the pattern with %1 to %9 for the levels' numbers."""

    format: str
    text: str
    start: int
    legal: bool
    restarts: bool
    style: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A numbering instance: its abstract definition and, by level, the start it sets and the level it replaces."""

    abstract: str
    starts: dict[int, int]
    levels: dict[int, Level]


@dataclass(slots=True)
class Numbering:
    """The definitions of a document and the counters of one walk through it."""

    abstracts: dict[str, dict[int, Level]] = field(default_factory=dict)
    instances: dict[str, Numbered] = field(default_factory=dict)
    counters: dict[str, list[int | None]] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)

    def level_of_style(self, instance: str, style: str) -> int:
        """Return the level that a definition ties to a paragraph style, else 0."""
        numbered = self.instances.get(instance)
        levels = self.abstracts.get(numbered.abstract, {}) if numbered else {}
        return next((depth for depth, level in levels.items() if level.style == style), 0)

    def advance(self, instance: str, depth: int) -> str | None:
        """Count one paragraph and return the text printed before it, None for bullets and unknown formats."""
        numbered = self.instances.get(instance)
        if numbered is None or not 0 <= depth < LEVELS:
            return None
        levels = {**self.abstracts.get(numbered.abstract, {}), **numbered.levels}
        counters = self.counters.setdefault(numbered.abstract, [None] * LEVELS)
        if instance not in self.begun:
            self.begun.add(instance)
            for overridden, start in numbered.starts.items():
                counters[overridden] = start - 1
        level = levels.get(depth)
        if level is None:
            return None
        for above in range(depth):
            if counters[above] is None:
                counters[above] = levels[above].start if above in levels else 1
        known = counters[depth]
        counters[depth] = level.start if known is None else known + 1
        for below in range(depth + 1, LEVELS):
            if below not in levels or levels[below].restarts:
                counters[below] = None
        return _printed(level, levels, counters)


def _printed(level: Level, levels: dict[int, Level], counters: list[int | None]) -> str | None:
    if level.format == "bullet":
        return None
    pieces: list[str] = []
    at = 0
    for place in _PLACE.finditer(level.text):
        depth = int(place[1]) - 1
        style = "decimal" if level.legal or depth not in levels else levels[depth].format
        shown = spelled_number(counters[depth] or 0, style)
        if shown is None:
            return None
        pieces += [level.text[at : place.start()], shown]
        at = place.end()
    return " ".join("".join([*pieces, level.text[at:]]).split()) or None


def spelled_number(count: int, style: str) -> str | None:
    """Return `count` in one of Word's number formats, None for a format that isn't known here."""
    match style:
        case "decimal":
            return str(count)
        case "decimalZero":
            return f"{count:02d}"
        case "lowerLetter" | "upperLetter":
            letters = chr(97 + (count - 1) % 26) * min((count - 1) // 26 + 1, _LONGEST_LETTERS) if count > 0 else ""
            return letters if style == "lowerLetter" else letters.upper()
        case "lowerRoman" | "upperRoman":
            roman = _roman(count)
            return roman if style == "lowerRoman" else roman.upper()
        case "ordinal":
            ending = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
            return f"{count}{ending}"
        case "none":
            return ""
    return None


def _roman(count: int) -> str:
    if not 0 < count <= _LARGEST_ROMAN:
        return str(count)
    letters: list[str] = []
    for size, letter in _ROMAN:
        letters.append(letter * (count // size))
        count %= size
    return "".join(letters)


def numbering_of(root: etree._Element | None, style_instances: dict[str, str]) -> Numbering:
    """Read a numbering part; `style_instances` maps numbering styles to the instance they use."""
    found = Numbering()
    if root is None:
        return found
    links: dict[str, str] = {}
    for definition in root.iter(f"{W}abstractNum"):
        key = value(definition, "abstractNumId") or ""
        found.abstracts[key] = dict(_levels(definition))
        if link := value(child(definition, "numStyleLink")):
            links[key] = link
    for instance in root.iter(f"{W}num"):
        starts: dict[int, int] = {}
        levels: dict[int, Level] = {}
        for override in instance.iter(f"{W}lvlOverride"):
            depth, start = number(override, "ilvl"), number(child(override, "startOverride"))
            if depth is not None and depth < LEVELS and start is not None:
                starts[depth] = start
            levels |= dict(_levels(override))
        found.instances[value(instance, "numId") or ""] = Numbered(
            abstract=value(child(instance, "abstractNumId")) or "", starts=starts, levels=levels
        )
    for key, link in links.items():
        target = found.instances.get(style_instances.get(link, ""))
        if target is not None:
            found.abstracts[key] = found.abstracts.get(target.abstract, {})
    return found


def _levels(holder: etree._Element) -> Iterator[tuple[int, Level]]:
    for element in holder.iterchildren(f"{W}lvl"):
        depth = number(element, "ilvl")
        if depth is None or depth >= LEVELS:
            continue
        start = number(child(element, "start"))
        restart = number(child(element, "lvlRestart"))
        yield (
            depth,
            Level(
                format=value(child(element, "numFmt")) or "decimal",
                text=value(child(element, "lvlText")) or "",
                start=1 if start is None else start,
                legal=switched(child(element, "isLgl")),
                restarts=restart != 0,
                style=value(child(element, "pStyle")),
            ),
        )
