"""Markdown to a document: CommonMark's block structure with exact offsets into the source.

markdown-it finds the blocks (its inline phase and its reference rule are off: nothing may leave the text);
line numbers plus the stack of open containers give the exact column at which each block's own text begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from aver.errors import TooLarge
from aver.parsers.decoding import Decoded
from aver.parsers.fields import title_of, yaml_header
from aver.parsers.labels import with_labels
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.lines import Line, lines_of
from aver.parsers.markdown_tables import pipe_table
from aver.parsers.tree import Node, first_heading, flatten, sectioned, trimmed, unfolded
from aver.patterns import regex
from aver.values.documents import BlockKind, Document, Role

PARSER = "aver.markdown/3"

_BOLD = regex(r"(\*\*|__)(?=\S)([^*_\n]+)(?<=\S)\1")
_FOOTNOTE = regex(r"\[\^[^\]\s]+\]:")
_DEFINITION = regex(r"\[[^\]]+\]:\s*\S+(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^)]*\)))?\s*$")
_COMMENT = regex(r"(?:\s*<!--.*?-->)+\s*", re.DOTALL)
_ITEM = regex(r"(?:[-+*]|\d{1,9}[.)])(?=\s|$)")
_MARKERS = regex(r"[ \t]*(?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)+")
_SETEXT = regex(r"\s*(?:=+|-+)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Container:
    """An open block quote or list item and the line on which it starts."""

    is_item: bool
    line: int


def parse_markdown(decoded: Decoded, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge for nesting or tables beyond `limits`."""
    text = decoded.text
    header = yaml_header(text)
    body_start = min(len(text), header.end + 1) if header.end else 0
    lines = lines_of(text, body_start)
    _refuse_bombs(lines, name, limits)
    tokens = _block_parser(limits).parse(text[body_start:])
    flat = _Reader(text=text, lines=lines, tokens=tokens, name=name, limits=limits).nodes()
    front: tuple[Node, ...] = ()
    if header.end:
        begin, end = trimmed(text, 0, header.end)
        front = (Node(kind=BlockKind.RECORD, start=begin, end=end, role=Role.FRONT_MATTER),)
    return Document(
        title=title_of(header.fields, first_heading(flat, text), name),
        text=text,
        blocks=flatten(front + sectioned(with_labels(flat, text), text)),
        media_type="text/markdown",
        parser=PARSER,
        language=language_of(text[body_start:]),
        fields=header.fields,
        warnings=decoded.warnings + header.warnings,
    )


def _block_parser(limits: Limits) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 4 * limits.max_depth}).enable("table")
    parser.disable(["reference", "inline"])
    return parser


def _refuse_bombs(lines: Sequence[Line], name: str, limits: Limits) -> None:
    for line in lines:
        if line.text.count("|") > limits.max_columns:
            raise TooLarge(
                f"{name}: a line with {line.text.count('|')} column marks, more than {limits.max_columns}",
                hint="Split the table or raise the limit on columns.",
            )
        if line.column >= 0 and line.text[line.first] in ">-+*0123456789":
            markers = _MARKERS.match(line.text)
            if markers and len(markers[0].split()) + markers[0].count(">") > limits.max_depth:
                raise TooLarge(
                    f"{name}: lists or quotes nested more than {limits.max_depth} deep",
                    hint="The file looks hostile or broken; flatten its nesting.",
                )


@dataclass(slots=True)
class _Reader:
    """Walks the token stream once; `at` is the position of the next token."""

    text: str
    lines: Sequence[Line]
    tokens: Sequence[Token]
    name: str
    limits: Limits
    at: int = 0

    def nodes(self) -> tuple[Node, ...]:
        return tuple(self._until(None, ()))

    def _until(self, closing: str | None, containers: tuple[_Container, ...]) -> Iterator[Node]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.type == closing:
                return
            yield from self._block(token, containers)

    def _block(self, token: Token, containers: tuple[_Container, ...]) -> Iterator[Node]:
        match token.type:
            case "heading_open":
                yield from self._heading(token, containers)
            case "paragraph_open":
                yield from self._paragraph(token, containers)
            case "bullet_list_open" | "ordered_list_open":
                closing = token.type.replace("_open", "_close")
                yield from _wrapped(BlockKind.LIST, tuple(self._until(closing, containers)))
            case "list_item_open":
                yield self._item(token, containers)
            case "blockquote_open":
                inner = (*containers, _Container(is_item=False, line=_span(token)[0]))
                yield from _wrapped(BlockKind.QUOTE, tuple(self._until("blockquote_close", inner)))
            case "fence" | "code_block":
                yield from self._code(token, containers)
            case "html_block":
                yield from self._html(token, containers)
            case "table_open":
                yield from self._table(token, containers)
            case _:
                pass

    def _skip_to(self, closing: str) -> None:
        while self.tokens[self.at].type != closing:
            self.at += 1
        self.at += 1

    def _heading(self, token: Token, containers: tuple[_Container, ...]) -> Iterator[Node]:
        first, last = _span(token)
        self._skip_to("heading_close")
        opens = self._column(first, containers)
        raw = self.lines[first].text
        if token.markup.startswith("#"):
            body = raw[opens:].rstrip()
            title = re.sub(r"(?:^|[ \t]+)#+$", "", body[len(token.markup) :]).strip()
            start = self.lines[first].offset + raw.find(title, opens + len(token.markup))
            end = start + len(title)
        else:
            while last - 1 > first and not _SETEXT.match(
                self.lines[last - 1].text[self._column(last - 1, containers) :]
            ):
                last -= 1
            start, end = self.lines[first].offset + opens, self.lines[last - 2].end
        if end > start:
            level = int(token.tag[1])
            mark = self.lines[first].offset + opens
            yield Node(kind=BlockKind.HEADING, start=start, end=end, level=level, opens=mark)

    def _paragraph(self, token: Token, containers: tuple[_Container, ...]) -> Iterator[Node]:
        self._skip_to("paragraph_close")
        texts = [self._line_text(number, containers) for number in range(*_span(token))]
        while texts and not texts[-1][1]:
            texts.pop()
        while texts and not texts[0][1]:
            texts.pop(0)
        starts, bodies = [start for start, _ in texts], [body for _, body in texts]
        run: list[int] = []
        for i, body in enumerate(bodies):
            if run and (_FOOTNOTE.match(body) or (_DEFINITION.match(body) and _DEFINITION.match(bodies[run[0]]))):
                yield self._text_block(run, bodies, starts)
                run = []
            run.append(i)
        if run:
            yield self._text_block(run, bodies, starts)

    def _line_text(self, number: int, containers: tuple[_Container, ...]) -> tuple[int, str]:
        line = self.lines[number]
        start = min(line.offset + self._column(number, containers), line.end)
        return start, self.text[start : line.end]

    def _text_block(self, run: Sequence[int], bodies: Sequence[str], starts: Sequence[int]) -> Node:
        start, end = starts[run[0]], starts[run[-1]] + len(bodies[run[-1]])
        first = bodies[run[0]]
        if _FOOTNOTE.match(first):
            return Node(kind=BlockKind.FOOTNOTE, start=start, end=end)
        if len(run) == 1 and _DEFINITION.match(first):
            return Node(kind=BlockKind.FURNITURE, start=start, end=end)
        bold = _BOLD.fullmatch(self.text, start, end)
        if bold is not None:
            begin, stop = bold.span(2)
            return Node(kind=BlockKind.PARAGRAPH, start=begin, end=stop, opens=start, label=True)
        return Node(kind=BlockKind.PARAGRAPH, start=start, end=end)

    def _item(self, token: Token, containers: tuple[_Container, ...]) -> Node:
        first, _ = _span(token)
        column = self._column(first, containers)
        start = self.lines[first].offset + column
        marker = _ITEM.match(self.lines[first].text, column)
        marked = start + (len(marker[0]) if marker else 1)
        inner = (*containers, _Container(is_item=True, line=first))
        children = tuple(self._until("list_item_close", inner))
        content = children[0].start if children else marked
        end = children[-1].end if children else marked
        return Node(kind=BlockKind.LIST_ITEM, start=start, end=end, children=unfolded(children), content=content)

    def _code(self, token: Token, containers: tuple[_Container, ...]) -> Iterator[Node]:
        first, last = _span(token)
        if token.type == "fence":
            first += 1
            if last - 1 >= first and len(token.content.split("\n")) - 1 < last - first:
                last -= 1
        while first < last and self.lines[first].blank:
            first += 1
        while last > first and (self.lines[last - 1].blank or not self._rest(last - 1, containers)):
            last -= 1
        if first < last:
            yield Node(
                kind=BlockKind.CODE, start=self._code_start(token, first, containers), end=self.lines[last - 1].end
            )

    def _code_start(self, token: Token, first: int, containers: tuple[_Container, ...]) -> int:
        line = self.lines[first]
        content = next((piece for piece in token.content.split("\n") if piece.strip()), "")
        if content and line.text.endswith(content):
            return line.offset + len(line.text) - len(content)
        return line.offset + self._column(first, containers)

    def _html(self, token: Token, containers: tuple[_Container, ...]) -> Iterator[Node]:
        first, last = _span(token)
        while last > first and self.lines[last - 1].blank:
            last -= 1
        if first < last:
            hidden = _COMMENT.fullmatch(token.content) is not None
            kind = BlockKind.FURNITURE if hidden else BlockKind.PARAGRAPH
            yield Node(
                kind=kind,
                start=self.lines[first].offset + self._column(first, containers),
                end=self.lines[last - 1].end,
            )

    def _table(self, token: Token, containers: tuple[_Container, ...]) -> Iterator[Node]:
        first, last = _span(token)
        self._skip_to("table_close")
        rows = [(self.lines[n], self._column(n, containers)) for n in range(first, last) if n != first + 1]
        table = pipe_table(rows, name=self.name, limits=self.limits)
        yield Node(
            kind=BlockKind.TABLE,
            start=self.lines[first].offset + self._column(first, containers),
            end=self.lines[last - 1].end,
            table=table,
        )

    def _rest(self, number: int, containers: tuple[_Container, ...]) -> str:
        return self.lines[number].text[self._column(number, containers) :].strip()

    def _column(self, number: int, containers: tuple[_Container, ...]) -> int:
        """Return the index at which the line's own text begins, behind the marks of the open containers."""
        raw = self.lines[number].text
        column = _skipped(raw, 0)
        for container in containers:
            if not container.is_item:
                if not raw.startswith(">", column):
                    break
                column = _skipped(raw, column + 1)
            elif container.line == number and (marker := _ITEM.match(raw, column)):
                column = _skipped(raw, marker.end())
        return column


def _skipped(raw: str, column: int) -> int:
    while column < len(raw) and raw[column].isspace():
        column += 1
    return column


def _span(token: Token) -> tuple[int, int]:
    first, last = token.map or (0, 0)
    return first, last


def _wrapped(kind: BlockKind, children: tuple[Node, ...]) -> Iterator[Node]:
    if children:
        kept = children if kind is BlockKind.LIST else unfolded(children)
        yield Node(kind=kind, start=children[0].start, end=children[-1].end, children=kept)
