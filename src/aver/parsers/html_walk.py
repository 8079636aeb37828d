"""The walk over an HTML tree that writes the canonical text and collects the blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from aver.errors import TooLarge
from aver.parsers.html_inline import BREAK, DROPPED, children_of, inline, is_hidden, superscript
from aver.parsers.html_tables import cell_parts, hidden_in, is_layout, place_cells, rows_of
from aver.parsers.limits import Limits
from aver.parsers.linear import is_parted, within
from aver.parsers.tree import Node, unfolded
from aver.parsers.wordlists import words
from aver.values.documents import BlockKind, Cell, Table

_FURNITURE = words("nav footer noscript select datalist menu dialog")
_FURNITURE_ROLES = words("navigation banner contentinfo search menu menubar toolbar dialog")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_FLOW = words(
    "address article aside body center dd details dir div dl dt fieldset figcaption form header hgroup legend li main "
    "optgroup option p search section summary tbody td tfoot th thead tr html"
)
_LISTS = words("ul ol dl")
_BOLD = words("b strong")


@dataclass(slots=True, kw_only=True)
class Walker:
    """Writes text as it walks; `nodes` are the blocks of the innermost open container, `run` its open
    inline text, `hidden` counts the elements left out because the page hides them, and `close` is above 0 where no
    line is left empty.
    """

    name: str
    limits: Limits
    parts: list[str] = field(default_factory=list)
    length: int = 0
    nodes: list[Node] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    hidden: int = 0
    close: int = 0

    def text(self) -> str:
        """Return what has been written."""
        return "".join(self.parts)

    def finish(self) -> tuple[Node, ...]:
        """Close the open paragraph and return the top blocks, headings flat among them."""
        self._flush()
        return tuple(self.nodes)

    def element(self, node: LexborNode) -> None:
        """Walk one element or text node."""
        tag = node.tag or ""
        if tag == "-text":
            self.run.append(node.text_content or "")
        elif tag.startswith(("-", "!")) or tag in DROPPED:
            return
        elif is_hidden(node):
            self.hidden += 1
        elif tag == "br":
            self.run.append(BREAK)
        elif tag == "sup":
            self._superscript(node)
        elif tag == "math":
            self.run.append(node.attributes.get("alttext") or node.text(deep=True))
        elif tag == "hr":
            self._flush()
        elif _is_furniture(node, tag):
            self._container(BlockKind.FURNITURE, node, leaf=True)
        else:
            self._visible(node, tag)

    def _visible(self, node: LexborNode, tag: str) -> None:
        if tag in _HEADINGS:
            self._heading(node, _HEADINGS[tag])
        elif tag in _LISTS:
            self._list(node)
        elif tag == "table":
            self._table(node)
        elif tag == "pre":
            self._preformatted(node)
        elif tag == "blockquote":
            self._container(BlockKind.QUOTE, node)
        elif tag == "figure":
            self._figure(node)
        elif tag == "figcaption":
            self._container(BlockKind.CAPTION, node, leaf=True)
        elif (node.attributes.get("role") or "").startswith(("doc-footnote", "doc-endnote")):
            self._container(BlockKind.FOOTNOTE, node, leaf=True)
        elif tag in _FLOW:
            self._flush()
            self._inside(node)
            self._flush(label=_is_bold(node))
        else:
            self._inside(node)

    def _inside(self, node: LexborNode) -> None:
        for child in children_of(node):
            self.element(child)

    def _write(self, piece: str) -> tuple[int, int]:
        start = self.length
        self.length += len(piece)
        if self.length > self.limits.max_characters:
            raise TooLarge(
                f"{self.name}: more than {self.limits.max_characters} characters",
                hint="Split the file or raise the limit on characters.",
            )
        self.parts.append(piece)
        return start, self.length

    def _new_line(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self._write("\n")

    def _new_paragraph(self) -> None:
        """Leave a line empty, so that no sentence runs into the next block; inside a cell or a definition, none."""
        self._new_line()
        if self.parts and not self.close and not is_parted(self.parts):
            self._write("\n")

    def _trimmed(self, begin: int) -> int:
        """Return where the text written from `begin` on ends, white space aside."""
        end = self.length
        for part in reversed(self.parts):
            if part.strip():
                return max(begin, end - len(part) + len(part.rstrip()))
            end -= len(part)
        return begin

    def _flush(self, *, label: bool = False) -> tuple[int, int] | None:
        """Write the open inline text as one paragraph; return its span, None where there was none. `label`: in bold."""
        piece = inline(self.run)
        self.run.clear()
        if not piece:
            return None
        self._new_paragraph()
        span = self._write(piece)
        self.nodes.append(Node(kind=BlockKind.PARAGRAPH, start=span[0], end=span[1], label=label))
        return span

    def _collected(self, node: LexborNode) -> tuple[Node, ...]:
        """Walk the content of `node` and return its blocks instead of adding them to the open container."""
        self._flush()
        outer, self.nodes = self.nodes, []
        self._inside(node)
        self._flush()
        found, self.nodes = tuple(self.nodes), outer
        return found

    def _container(self, kind: BlockKind, node: LexborNode, *, leaf: bool = False) -> None:
        found = self._collected(node)
        if found:
            kept = () if leaf else unfolded(found)
            self.nodes.append(Node(kind=kind, start=found[0].start, end=found[-1].end, children=kept))

    def _heading(self, node: LexborNode, level: int) -> None:
        found = self._collected(node)
        if len(found) == 1 and found[0].kind is BlockKind.PARAGRAPH:
            start, end = found[0].start, found[0].end
            self.nodes.append(Node(kind=BlockKind.HEADING, start=start, end=end, level=level))
        else:
            self.nodes.extend(found)

    def _list(self, node: LexborNode) -> None:
        self._flush()
        items: list[Node] = []
        for child in children_of(node):
            if (child.tag or "").startswith(("-", "!")) and not (child.text_content or "").strip():
                continue
            defines = child.tag == "dd" and bool(items)
            self.close += defines
            found = self._item(child)
            self.close -= defines
            if defines and found:
                items[-1] = _defined(items[-1], found)
            elif found:
                items.append(_item_node(found))
        if items:
            self.nodes.append(Node(kind=BlockKind.LIST, start=items[0].start, end=items[-1].end, children=tuple(items)))

    def _item(self, node: LexborNode) -> tuple[Node, ...]:
        self._flush()
        outer, self.nodes = self.nodes, []
        if node.tag in ("li", "dt", "dd"):
            self._inside(node)
        else:
            self.element(node)
        self._flush()
        found, self.nodes = tuple(self.nodes), outer
        return found

    def _preformatted(self, node: LexborNode) -> None:
        self._flush()
        piece = node.text(deep=True).strip("\n").rstrip()
        if piece.strip():
            self._new_paragraph()
            start, end = self._write(piece)
            self.nodes.append(Node(kind=BlockKind.CODE, start=start, end=end))

    def _figure(self, node: LexborNode) -> None:
        self._flush()
        outer, self.nodes = self.nodes, []
        for image in node.css("img"):
            self.run.append(image.attributes.get("alt") or "")
            self._flush()
        self._inside(node)
        self._flush()
        found, self.nodes = tuple(self.nodes), outer
        if found:
            self.nodes.append(Node(kind=BlockKind.FIGURE, start=found[0].start, end=found[-1].end, children=found))

    def _superscript(self, node: LexborNode) -> None:
        raised = superscript(node, self.run)
        if raised is None:
            self._inside(node)
        else:
            self.run.append(raised)

    def _table(self, node: LexborNode) -> None:
        if is_layout(node):
            self._flush()
            self._inside(node)
            self._flush()
            return
        self._flush()
        caption = next((child for child in children_of(node) if child.tag == "caption"), None)
        named = _caption_text(caption) if caption is not None else ""
        start = self.length
        if named:
            self._new_paragraph()
            start = self._write(named)[0]
        outer, self.nodes = self.nodes, []
        table, span = self._grid(node, named or None)
        inner = tuple(nested for nested in self.nodes if nested.kind is BlockKind.TABLE)
        self.nodes = outer
        if span is None and not named:
            return
        start, end = (start, self._trimmed(start)) if span is None else (start if named else span[0], span[1])
        kept = table if span is not None else None
        kind = BlockKind.TABLE if kept is not None else BlockKind.CAPTION
        self.nodes.append(Node(kind=kind, start=start, end=end, children=inner, table=kept))

    def _grid(self, node: LexborNode, caption: str | None) -> tuple[Table, tuple[int, int] | None]:
        rows = rows_of(node)
        self.hidden += hidden_in(node, rows)
        grid = place_cells(rows, name=self.name, limits=self.limits)
        cells: list[Cell] = []
        first: int | None = None
        if caption is None and grid.rows:
            self._new_paragraph()
        for placed in grid.rows:
            self._new_line()
            for i, spot in enumerate(placed):
                content = cell_parts(spot.element)
                if i:
                    self._separate(before_text=bool(content) or i + 1 < len(placed))
                start, end = self._cell(content)
                if end > start or len(placed) > 1:
                    first = start if first is None else first
                cells.append(
                    Cell(
                        row=spot.row,
                        column=spot.column,
                        start=start,
                        end=end,
                        row_span=spot.row_span,
                        column_span=spot.column_span,
                        is_header=spot.is_header,
                    )
                )
        begin = self.length if first is None else first
        last = self._trimmed(begin)
        table = Table(
            number=1,
            rows=len(rows),
            columns=grid.columns,
            header_rows=grid.header_rows,
            header_columns=grid.header_columns,
            cells=tuple(within(cell, begin, last) for cell in cells),
            caption=caption,
        )
        return table, None if first is None else (first, last)

    def _separate(self, *, before_text: bool) -> None:
        """Write the mark between two cells, without the space that would begin or end the line."""
        inside = self.parts and not self.parts[-1].endswith("\n")
        self._write(f"{' ' if inside else ''}|{' ' if before_text else ''}")

    def _cell(self, content: tuple[str | LexborNode, ...]) -> tuple[int, int]:
        """Write one cell on the open line, nested tables on lines of their own; return the span of its text."""
        spans: list[tuple[int, int]] = []
        for part in content:
            if isinstance(part, str):
                if spans:
                    self._new_line()
                spans.append(self._write(part))
            else:
                known = len(self.nodes)
                self._new_line()
                self.close += 1
                self._table(part)
                self.close -= 1
                spans.extend((node.start, node.end) for node in self.nodes[known:])
        return (spans[0][0], spans[-1][1]) if spans else (self.length, self.length)


def _caption_text(caption: LexborNode) -> str:
    return " ".join(part for part in cell_parts(caption) if isinstance(part, str))


def _is_bold(node: LexborNode) -> bool:
    """Whether one element in bold is all that stands in `node`."""
    inside = [one for one in children_of(node) if one.tag != "-text" or (one.text_content or "").strip()]
    return len(inside) == 1 and inside[0].tag in _BOLD


def _is_furniture(node: LexborNode, tag: str) -> bool:
    return tag in _FURNITURE or (node.attributes.get("role") or "") in _FURNITURE_ROLES


def _item_node(found: tuple[Node, ...]) -> Node:
    return Node(kind=BlockKind.LIST_ITEM, start=found[0].start, end=found[-1].end, children=unfolded(found))


def _defined(term: Node, found: tuple[Node, ...]) -> Node:
    """Put a definition behind the term it belongs to."""
    known = term.children or (Node(kind=BlockKind.PARAGRAPH, start=term.start, end=term.end),)
    return Node(kind=BlockKind.LIST_ITEM, start=term.start, end=found[-1].end, children=(*known, *found))
