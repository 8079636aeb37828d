"""A stretch of reStructuredText lines read at one left margin, and what one scan carries along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from aver.errors import TooLarge
from aver.parsers.limits import Limits
from aver.parsers.lines import Line
from aver.values.documents import ParseWarning


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Lines whose text stands at column `margin`; `top` where section titles are allowed."""

    lines: Sequence[Line]
    margin: int
    depth: int
    top: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What one document's scan shares: its name, text and limits, title styles seen and warnings raised."""

    name: str
    text: str
    limits: Limits
    styles: list[tuple[str, bool]] = field(default_factory=list)
    warnings: list[ParseWarning] = field(default_factory=list)

    def warn(self, code: str, detail: str) -> None:
        """Note something that could not be read as it was meant."""
        self.warnings.append(ParseWarning(code=code, detail=detail))


def taken(region: Region, at: int) -> int:
    """Return the end of the blank and deeper-indented lines from `at` on, blank ones at the end left out."""
    end = at
    while at < len(region.lines):
        line = region.lines[at]
        at += 1
        if line.blank:
            continue
        if line.column <= region.margin:
            break
        end = at
    return end


def inner_region(scan: Scan, region: Region, lines: Sequence[Line], *, first_fixed: bool) -> Region:
    """Return `lines` as a region one deeper, at their smallest indent.

    With `first_fixed` the first line follows a marker and stands at that margin whatever its own column.
    """
    if region.depth >= scan.limits.max_depth:
        raise TooLarge(
            f"{scan.name}: nested more than {scan.limits.max_depth} deep",
            hint="The file looks hostile or broken; flatten its nesting.",
        )
    columns = [line.column for line in lines[1 if first_fixed else 0 :] if not line.blank]
    if not columns:
        columns = [line.column for line in lines if not line.blank]
    margin = min(columns, default=0)
    if first_fixed and lines and not lines[0].blank:
        lines = [replace(lines[0], column=margin), *lines[1:]]
    return Region(lines=lines, margin=margin, depth=region.depth + 1)


def code_start(lines: Sequence[Line]) -> int:
    """Return where literal text begins so that its first line keeps its indent relative to the others."""
    first = lines[0]
    margin = min(line.column for line in lines if not line.blank)
    indent = first.text[: first.first]
    return first.offset + margin if "\t" not in indent and margin <= first.first else first.start
