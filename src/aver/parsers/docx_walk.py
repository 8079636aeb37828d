"""The walk over a Word body that writes the canonical text and collects the blocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from lxml import etree

from aver.parsers.docx_numbering import Numbering
from aver.parsers.docx_styles import Sort, Style, Styles
from aver.parsers.docx_tables import grid_of, lone_cell
from aver.parsers.docx_text import Notes, Spelled, spell
from aver.parsers.docx_xml import alternatives, child, local, number, value
from aver.parsers.linear import Grid, Item, Writer, nested_lists, tidy
from aver.parsers.tree import Node
from aver.parsers.wordlists import words
from aver.patterns import regex
from aver.values.documents import BlockKind

_THROUGH = words("sdt sdtContent customXml ins moveTo body")
_CODE_LIKE = regex(r"[{}=;<>]|\(\)|::|->|^\s*(?:[$#>]|import|def|return)\s", re.MULTILINE)
_TABLE_CAPTION = regex(r"(?:table|tabelle|tab\.)\s", re.IGNORECASE)
_KINDS = {Sort.CAPTION: BlockKind.CAPTION, Sort.QUOTE: BlockKind.QUOTE, Sort.CONTENTS: BlockKind.FURNITURE}


@dataclass(slots=True, kw_only=True)
class Walker:
    """Writes as it walks; `items` and `code` are the open list and code block, `boxes` text boxes to come."""

    writer: Writer
    styles: Styles
    numbering: Numbering
    note_text: Callable[[str, str], str]
    notes: Notes = field(default_factory=Notes)
    nodes: list[Node] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    code_styled: bool = False
    titled: bool = False
    hidden: int = 0
    deleted: int = 0
    struck: int = 0

    def finish(self) -> tuple[Node, ...]:
        """Close what is open and return the blocks, headings flat among them."""
        self._close()
        return tuple(self.nodes)

    def inside(self, element: etree._Element) -> None:
        """Walk the paragraphs and tables of a body, a text box or a table cell."""
        for inner in element:
            name = local(inner)
            if name == "p":
                self._paragraph(inner)
            elif name == "tbl":
                self._table(inner)
            elif name == "AlternateContent":
                for branch in alternatives(inner):
                    self.inside(branch)
            elif name in _THROUGH:
                self.inside(inner)

    def _paragraph(self, paragraph: etree._Element) -> None:
        style = self.styles.of(value(child(paragraph, "pPr", "pStyle")))
        known = len(self.notes.pending)
        found = self._spelled(paragraph, style)
        own_notes = self.notes.pending[known:]
        del self.notes.pending[known:]
        text = tidy(found.text)
        label, depth = self._number(paragraph, style)
        level = _outline(paragraph, style)
        if not text:
            if self.code:
                self.code.append("")
        elif style.sort is Sort.TITLE and not self.titled:
            self._add(BlockKind.HEADING, text, level=1)
            self.titled = True
        elif level is not None:
            self._add(BlockKind.HEADING, f"{label or ''} {text}", level=level + self.titled)
        elif style.sort is Sort.CODE or found.monospaced:
            self._code_line(found.text, styled=style.sort is Sort.CODE)
        elif depth is not None and style.sort is Sort.BODY:
            self._item(text, label, depth)
        else:
            self._add(_KINDS.get(style.sort, BlockKind.PARAGRAPH), f"{label or ''} {text}", label=found.bold)
        self.notes.pending.extend(own_notes)
        self._flush_notes()
        self._hanging(found)

    def _spelled(self, paragraph: etree._Element, style: Style) -> Spelled:
        found = spell(paragraph, self.notes, monospaced=style.monospaced)
        self.hidden += found.hidden
        self.deleted += found.deleted
        self.struck += found.struck
        return found

    def _number(self, paragraph: etree._Element, style: Style) -> tuple[str | None, int | None]:
        """Count a paragraph; return what is printed before it and its list level from 0, None outside lists."""
        own = child(paragraph, "pPr", "numPr")
        instance = value(child(own, "numId")) or style.instance
        if instance is None or instance == "0":
            return None, None
        depth = number(child(own, "ilvl"))
        if depth is None:
            depth = style.depth
        if depth is None:
            named = value(child(paragraph, "pPr", "pStyle"))
            depth = self.numbering.level_of_style(instance, named) if named else 0
        return self.numbering.advance(instance, depth), min(depth, 20)

    def _add(self, kind: BlockKind, text: str, level: int | None = None, *, label: bool = False) -> None:
        self._close()
        node = self.writer.block(kind, text, level)
        if node is None:
            return
        if label and kind is BlockKind.PARAGRAPH:
            node = replace(node, label=True)
        before = self.nodes[-1] if self.nodes else None
        above = before.table if before is not None and kind is BlockKind.CAPTION else None
        if before is not None and above is not None and above.caption is None and _TABLE_CAPTION.match(text.strip()):
            self.nodes[-1] = replace(before, table=replace(above, caption=" ".join(text.split())))
        self.nodes.append(node)

    def _item(self, text: str, label: str | None, depth: int) -> None:
        self._close_code()
        line = f"{label} {text}" if label else text
        start, end = self.writer.paragraph(line)
        self.items.append(Item(depth=depth, start=start, end=end, content=start + len(line) - len(text)))

    def _code_line(self, text: str, *, styled: bool) -> None:
        self._close_list()
        self.code.extend(text.split("\n"))
        self.code_styled |= styled

    def _close(self) -> None:
        self._close_list()
        self._close_code()
        self._flush_notes()

    def _close_list(self) -> None:
        if self.items:
            self.nodes.append(nested_lists(self.items))
            self.items = []
            self._flush_notes()

    def _close_code(self) -> None:
        lines, styled = self.code, self.code_styled
        self.code, self.code_styled = [], False
        if not lines:
            return
        if styled or _CODE_LIKE.search("\n".join(lines)):
            node = self.writer.block(BlockKind.CODE, "\n".join(lines))
            self.nodes.extend([node] if node else [])
        else:
            for line in lines:
                node = self.writer.block(BlockKind.PARAGRAPH, line)
                self.nodes.extend([node] if node else [])
        self._flush_notes()

    def _flush_notes(self) -> None:
        """Write the notes that the block before refers to right behind it."""
        while self.notes.pending and not self.items and not self.code:
            kind, key = self.notes.pending.pop(0)
            text = self.note_text(kind, key)
            node = self.writer.block(BlockKind.FOOTNOTE, f"{self.notes.mark(kind, key)} {text}") if text else None
            self.nodes.extend([node] if node else [])

    def _hanging(self, found: Spelled) -> None:
        for described in found.pictures:
            self._add(BlockKind.FIGURE, described)
        for box in found.boxes:
            self._close()
            self.inside(box)
            self._close()

    def _table(self, table: etree._Element) -> None:
        self._close()
        framed = lone_cell(table)
        if framed is not None:
            self.inside(framed)
            self._close()
            return
        node = self.writer.table(self._grid(table))
        if node is None:
            return
        before = self.nodes[-1] if self.nodes else None
        if before is not None and before.kind is BlockKind.CAPTION and node.table is not None:
            caption = " ".join(self.writer.text_since(before.start)[: before.end - before.start].split())
            node = replace(node, table=replace(node.table, caption=caption))
        self.nodes.append(node)
        self._flush_notes()

    def _grid(self, table: etree._Element) -> Grid:
        return grid_of(table, self._cell, name=self.writer.name, limits=self.writer.limits)

    def _cell(self, cell: etree._Element) -> tuple[str | Grid, ...]:
        """Return a cell's running text on one line and the tables nested in it, in order."""
        parts: list[str | Grid] = []
        run: list[str] = []

        def close() -> None:
            if text := " ".join(" ".join(run).split()):
                parts.append(text)
            run.clear()

        def visit(element: etree._Element) -> None:
            for inner in element:
                name = local(inner)
                if name == "p":
                    style = self.styles.of(value(child(inner, "pPr", "pStyle")))
                    found = self._spelled(inner, style)
                    label, _ = self._number(inner, style)
                    run.append(f"{label} {tidy(found.text)}" if label and tidy(found.text) else tidy(found.text))
                    run.extend(found.pictures)
                    for box in found.boxes:
                        visit(box)
                elif name == "tbl":
                    framed = lone_cell(inner)
                    if framed is not None:
                        visit(framed)
                    else:
                        close()
                        parts.append(self._grid(inner))
                elif name in _THROUGH:
                    visit(inner)

        visit(cell)
        close()
        return tuple(parts)


def _outline(paragraph: etree._Element, style: Style) -> int | None:
    """Return the heading level from 1 to 9, None for body text; what the paragraph says goes before its style."""
    own = number(child(paragraph, "pPr", "outlineLvl"))
    level = style.outline if own is None else own + 1
    return level if level is not None and 1 <= level <= 9 and style.sort is not Sort.CONTENTS else None
