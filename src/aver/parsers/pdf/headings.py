"""Which detected headings are headings, and at which level.

The outline decides where there is one. Elsewhere a number at the front gives the level ("2.1" is level 2); the
others follow the font: sizes are ranked, and a size that carries numbered headings takes their level. The label of
a call-out ("Note") and a line that ends in a colon announce what follows; neither names a section.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import TypeAlias

from aver.parsers.pdf.leaves import Leaf
from aver.parsers.roles import role_of
from aver.patterns import regex
from aver.values.documents import BlockKind

MAX_LENGTH = 200
MAX_LEVEL = 6
MOST_WORDS = 16
LARGE = 1.15
NUMBERED = regex(r"^(?:(?:chapter|section|kapitel|abschnitt)\s+)?([0-9]{1,2}(?:\.[0-9]{1,2}){0,5})\.?\s+\S", re.I)
ORDINAL = regex(r"^(?:chapter|part|appendix|kapitel|teil|anhang)\s+(?:[0-9]{1,3}|[A-Z]|[IVXLC]{1,6})\W*$", re.I)
NOTICES = frozenset(
    ("tip", "note", "caution", "warning", "important", "tipp", "hinweis", "anmerkung", "achtung", "warnung", "wichtig")
)
LETTERED = regex(r"^(?:(?:appendix|anhang)\s+)?([A-Z](?:\.[0-9]{1,2}){0,4})\.?\s+[A-ZÄÖÜ]")

Style: TypeAlias = tuple[float, bool]


def find_missed(leaves: Sequence[Leaf], body: float) -> tuple[Leaf, ...]:
    """Return the leaves with numbered or large bold lines that the layout engine took for text made headings."""
    return tuple(replace(leaf, kind=BlockKind.HEADING) if _is_missed(leaf, body) else leaf for leaf in leaves)


def _is_missed(leaf: Leaf, body: float) -> bool:
    if leaf.kind is not BlockKind.PARAGRAPH or not leaf.lines or len(leaf.lines) > 2:
        return False
    if len(leaf.words) > MOST_WORDS or leaf.text.endswith((".", ",", ";", ":")):
        return False
    large = leaf.size >= LARGE * body
    return (
        large and all(line.bold for line in leaf.lines) and not _is_false(replace(leaf, kind=BlockKind.HEADING), body)
    )


def settle_headings(leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the leaves with false headings demoted to paragraphs and a level on every other."""
    body = body_size(leaves)
    kept = tuple(_demoted(leaf) if _is_false(leaf, body) else leaf for leaf in leaves)
    kept = _without_leads(kept, body)
    levels = _levels_of_styles([leaf for leaf in kept if leaf.kind is BlockKind.HEADING])
    settled: list[Leaf] = []
    outline_level = 0
    above: list[tuple[int, int]] = []  # the open headings: the level by style or number, and the one given
    for leaf in kept:
        if leaf.kind is BlockKind.HEADING:
            wanted = number_depth(leaf.text) or max(levels[_style(leaf)], outline_level + 1 if outline_level else 1)
            if leaf.in_outline:
                wanted = outline_level = leaf.level or 1
            while above and above[-1][0] >= wanted:
                above.pop()
            below = above[-1][1] + 1 if above else 1
            level = wanted if leaf.in_outline else min(wanted, below, MAX_LEVEL)
            above.append((wanted, level))
            leaf = replace(leaf, level=level)
        settled.append(leaf)
    return tuple(settled)


def _without_leads(leaves: Sequence[Leaf], body: float) -> tuple[Leaf, ...]:
    """Return the leaves with bold lines of the text's own size as paragraphs where they only lead into lists: each
    stands before one, and their section goes on behind it."""
    leads: set[int] = set()
    run: list[int] = []
    goes_on = False
    for at, leaf in enumerate([*leaves, None]):
        if leaf is not None and _is_lead(leaf, body):
            run.append(at)
        elif leaf is None or leaf.kind is BlockKind.HEADING:
            if goes_on and all(_before_a_list(leaves, lead) for lead in run):
                leads.update(run)
            run, goes_on = [], False
        elif run and leaf.kind is not BlockKind.LIST_ITEM:
            goes_on = True
    return tuple(_demoted(leaf) if at in leads else leaf for at, leaf in enumerate(leaves))


def _is_lead(leaf: Leaf, body: float) -> bool:
    plain = leaf.kind is BlockKind.HEADING and not leaf.in_outline and number_depth(leaf.text) is None
    return plain and leaf.bold and leaf.size <= (1 + (LARGE - 1) / 2) * body


def _before_a_list(leaves: Sequence[Leaf], at: int) -> bool:
    return at + 1 < len(leaves) and leaves[at + 1].kind is BlockKind.LIST_ITEM


def body_size(leaves: Sequence[Leaf]) -> float:
    """Return the font height that most characters of paragraphs have, in points."""
    sizes: Counter[float] = Counter()
    for leaf in leaves:
        if leaf.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            for line in leaf.lines:
                sizes[round(line.size * 2) / 2] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def number_depth(text: str) -> int | None:
    """Return the depth of the number a heading starts with: 1 for "2" or "A", 2 for "2.1", None without one."""
    match = NUMBERED.match(text) or LETTERED.match(text)
    return match.group(1).count(".") + 1 if match else None


def _is_false(leaf: Leaf, body: float) -> bool:
    if leaf.kind is not BlockKind.HEADING or leaf.in_outline:
        return False
    text = leaf.text
    letters = sum(c.isalpha() for c in text)
    if role_of(text):
        return False
    return (
        len(text) > MAX_LENGTH
        or letters < 2
        or letters < 0.5 * sum(not c.isspace() for c in text)
        or any(mark in text for mark in "@†‡∗§¶")
        or text[0].islower()
        or (text.endswith((".", ",", ";", ":")) and number_depth(text) is None)
        or text.casefold().rstrip(" :!") in NOTICES
        or (leaf.size < 0.95 * body and not leaf.bold)
    )


def _demoted(leaf: Leaf) -> Leaf:
    return replace(leaf, kind=BlockKind.PARAGRAPH, level=None)


def _style(leaf: Leaf) -> Style:
    return round(leaf.size), leaf.bold


def _levels_of_styles(headings: Sequence[Leaf]) -> dict[Style, int]:
    """Rank the styles, larger and bolder first; numbered or outlined headings fix the level of their style."""
    known: dict[Style, list[int]] = {}
    for heading in headings:
        depth = heading.level if heading.in_outline else number_depth(heading.text)
        known.setdefault(_style(heading), [])
        if depth is not None:
            known[_style(heading)].append(depth)
    levels: dict[Style, int] = {}
    previous = 0
    for style in sorted(known, reverse=True):
        fixed = known[style]
        level = round(median(fixed)) if fixed else min(previous + 1, MAX_LEVEL)
        levels[style] = max(level, 1)
        previous = levels[style]
    return levels
