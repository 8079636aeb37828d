"""Cut code where a definition begins, known by indentation alone, so that any language will do.

A definition is an outermost line that opens something, with everything deeper below it and the comments and
decorators directly above. One that is too long is cut again one level deeper (a class by its methods), and
every later piece names its signature: the line that says what it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.chunking.cuts import by_line
from aver.stages.chunking.ruler import Ruler

CONTINUES = regex(r"[})\]>]|(?:end|else|elif|except|finally|catch|rescue|ensure|then|do|done|fi|esac|begin)\b")
"""A line that begins like this belongs to the definition above it."""

DEEPEST = 8
"""Levels of nesting that are looked at; deeper code is cut by lines."""

SIGNATURE_SHARE = 4
"""A signature is named where it takes at most this part of the room."""

TAB = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One line without surrounding space: its indentation in columns and whether a blank line precedes it."""

    start: int
    end: int
    indent: int
    continues: bool
    after_blank: bool


@dataclass(frozen=True, slots=True)
class CodePiece:
    """A span of code, and the span of the line it belongs to where that isn't in it."""

    start: int
    end: int
    signature: tuple[int, int] | None = None


def by_definition(text: str, span: tuple[int, int], ruler: Ruler, room: int) -> Iterator[CodePiece]:
    """Yield the definitions of `span` in order, taken apart where more than `room` word pieces long."""
    yield from _Cutter(text, ruler, room).pieces(_lines(text, *span), None, 0)


@dataclass(frozen=True, slots=True)
class _Cutter:
    text: str
    ruler: Ruler
    room: int

    def pieces(self, lines: Sequence[Line], signature: tuple[int, int] | None, depth: int) -> Iterator[CodePiece]:
        taken = 0 if signature is None else self.ruler.size(*signature)
        for group in _groups(lines):
            start, end, body = group[0].start, group[-1].end, _body(group)
            if self.ruler.size(start, end) + taken <= self.room:
                yield CodePiece(start, end, signature)
            elif depth == DEEPEST or body is None:
                yield from self._by_line(start, end, signature, self.room - taken)
            else:
                yield from self._opened(group, body, signature, depth)

    def _opened(
        self, group: Sequence[Line], body: int, outer: tuple[int, int] | None, depth: int
    ) -> Iterator[CodePiece]:
        """Yield a definition by the parts of its body, what stands above the body with the first of them."""
        named = group[body - 1].start, group[body - 1].end
        signature = named if self.ruler.size(*named) * SIGNATURE_SHARE <= self.room else None
        first, *rest = self.pieces(group[body:], signature, depth + 1)
        taken = 0 if outer is None else self.ruler.size(*outer)
        if self.ruler.size(group[0].start, first.end) + taken <= self.room:
            yield CodePiece(group[0].start, first.end, outer)
        else:
            yield from self._by_line(group[0].start, named[1], outer, self.room - taken)
            yield first
        yield from rest

    def _by_line(self, start: int, end: int, signature: tuple[int, int] | None, room: int) -> Iterator[CodePiece]:
        return (CodePiece(*piece, signature) for piece in by_line(self.text, (start, end), self.ruler, room))


def _lines(text: str, start: int, end: int) -> list[Line]:
    found: list[Line] = []
    blank = False
    position = start
    for line in text[start:end].splitlines(keepends=True):
        if stripped := line.strip():
            begin = position + line.index(stripped[0])
            found.append(
                Line(
                    start=begin,
                    end=begin + len(stripped),
                    indent=len(line[: begin - position].expandtabs(TAB)),
                    continues=CONTINUES.match(stripped) is not None,
                    after_blank=blank,
                )
            )
        blank = not stripped
        position += len(line)
    return found


def _outermost(lines: Sequence[Line]) -> int:
    return min((line.indent for line in lines if not line.continues), default=0)


def _body(group: Sequence[Line]) -> int | None:
    """Return the position of the first line deeper than the outermost ones, None without any."""
    outer = _outermost(group)
    return next((i for i, line in enumerate(group) if i and line.indent > outer), None)


def _groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield runs of lines, each beginning at an outermost line after a body, its end or a blank line."""
    outer = _outermost(lines)
    group: list[Line] = []
    for line in lines:
        if group and line.indent <= outer and not line.continues:
            before = group[-1]
            done = before.indent > outer or before.continues
            if line.after_blank or done:
                yield group
                group = []
        group.append(line)
    if group:
        yield group
