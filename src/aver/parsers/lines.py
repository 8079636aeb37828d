"""A text seen as lines with their offsets, the common ground of the line-oriented formats.

Only `\\n` ends a line here; form feeds and Unicode separators stay inside their line, so that offsets
never drift from the canonical text.
"""

from __future__ import annotations

from dataclasses import dataclass

TAB = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line (or its rest after a marker): `text` is the whole line, `offset` its place in the document.

    `first` is the index of the first character that counts, `column` its column with tabs expanded;
    a blank line has `column` -1.
    """

    text: str
    offset: int
    first: int
    column: int

    @property
    def blank(self) -> bool:
        """Whether nothing but white space stands here."""
        return self.column < 0

    @property
    def body(self) -> str:
        """The part that counts, without white space at either end."""
        return self.text[self.first :].rstrip()

    @property
    def start(self) -> int:
        """The offset of the first character that counts."""
        return self.offset + self.first

    @property
    def end(self) -> int:
        """The offset after the last character that isn't white space."""
        return self.offset + len(self.text.rstrip())


def lines_of(text: str, start: int = 0) -> tuple[Line, ...]:
    """Return the lines of `text` from the offset `start` (which must begin a line) to its end."""
    lines: list[Line] = []
    offset = start
    for piece in text[start:].split("\n"):
        lines.append(line_at(piece, offset))
        offset += len(piece) + 1
    return tuple(lines)


def line_at(text: str, offset: int) -> Line:
    """Return one whole line as it stands at `offset`."""
    stripped = text.lstrip()
    first = len(text) - len(stripped)
    if not stripped:
        return Line(text=text, offset=offset, first=0, column=-1)
    head = text[:first]
    return Line(text=text, offset=offset, first=first, column=len(head.expandtabs(TAB)) if "\t" in head else first)


def after(line: Line, first: int) -> Line:
    """Return the rest of `line` from index `first` on, white space skipped; its column counts from the line's start."""
    rest = line.text[first:]
    stripped = rest.lstrip()
    if not stripped:
        return Line(text=line.text[:first], offset=line.offset, first=first, column=-1)
    begin = first + len(rest) - len(stripped)
    head = line.text[:begin]
    column = len(head.expandtabs(TAB)) if "\t" in head else begin
    return Line(text=line.text, offset=line.offset, first=begin, column=column)
