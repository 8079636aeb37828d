"""Presentations: a slide is a page and a section, named by its title where it has one.

Shapes are read from the top down and, side by side, from the left; speaker notes stand in a part of their own at the
end of their slide. Hidden slides are left out with a warning.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lxml import etree
from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.slide import Slide

from aver.parsers.fields import title_of
from aver.parsers.foreign import foreign_code
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.linear import Item, Writer, nested_lists
from aver.parsers.office_fields import office_fields
from aver.parsers.pptx_tables import chart_grid, table_grid
from aver.parsers.pptx_text import paragraphs
from aver.parsers.tree import Node, flatten
from aver.parsers.zip_guard import PPTX, guarded
from aver.values.documents import BlockKind, Document, Named, Page, ParseWarning, Synthetic

PARSER = "aver.pptx/3"

_POINT = 12_700
_BAND = 36 * _POINT
_FURNITURE = (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.HEADER)
_BULLETED = (PP_PLACEHOLDER.BODY, PP_PLACEHOLDER.OBJECT, PP_PLACEHOLDER.VERTICAL_BODY, PP_PLACEHOLDER.VERTICAL_OBJECT)


def parse_pptx(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge, EncryptedDocument and UnreadableDocument, each naming the file."""
    package = guarded(data, name=name, limits=limits)
    reader = _Reader(writer=Writer(name=name, limits=limits))
    with foreign_code(name, "presentation"):
        presentation = Presentation(io.BytesIO(data))
        size = ((presentation.slide_width or 0) / _POINT, (presentation.slide_height or 0) / _POINT)
        for number, slide in enumerate(presentation.slides, start=1):
            reader.slide(slide, number, size)
    fields = office_fields(package)
    text = reader.writer.text()
    first = next((node.ref.title for node in reader.sections if isinstance(node.ref, Named)), None)
    return Document(
        title=title_of(fields, first, name),
        text=text,
        blocks=flatten(reader.sections),
        media_type=PPTX,
        parser=PARSER,
        language=language_of(text),
        pages=tuple(reader.pages),
        fields=fields,
        warnings=tuple(reader.warnings),
    )


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Writes slide by slide."""

    writer: Writer
    sections: list[Node] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    warnings: list[ParseWarning] = field(default_factory=list)

    def slide(self, slide: Slide, number: int, size: tuple[float, float]) -> None:
        if slide._element.get("show") in ("0", "false"):
            self.warnings.append(ParseWarning(code="hidden", detail=f"slide {number} is hidden", page=number))
            return
        before = self.writer.length
        nodes = self._content(slide)
        nodes += self._notes(slide)
        if nodes:
            heading = nodes[0] if nodes[0].kind is BlockKind.HEADING else None
            title = self.writer.text_since(before).strip()[: heading.end - heading.start] if heading else ""
            ref = Named(title=" ".join(title.split())) if heading else Synthetic(label=f"slide {number}")
            self.sections.append(_section(nodes, ref, 1))
        start = nodes[0].start if nodes else before
        page = Page(
            number=number, label=str(number), width=size[0], height=size[1], start=start, end=self.writer.length
        )
        self.pages.append(page)

    def _content(self, slide: Slide) -> list[Node]:
        title = slide.shapes.title
        nodes: list[Node] = []
        if title is not None and title.has_text_frame:
            heading = self.writer.block(BlockKind.HEADING, title.text_frame.text.replace("\v", "\n"), 1)
            nodes += [heading] if heading else []
        named = None if title is None or not nodes else title.shape_id
        for shape in in_order(list(slide.shapes)):
            if shape.shape_id != named:
                nodes += self._shape(shape)
        return nodes

    def _notes(self, slide: Slide) -> list[Node]:
        frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        nodes = self._body(frame._txBody, bulleted=False) if frame is not None else []
        return [_section(nodes, Synthetic(label="speaker notes"), 2)] if nodes else []

    def _shape(self, shape: BaseShape) -> list[Node]:
        if isinstance(shape, GroupShape):
            return [node for inner in in_order(list(shape.shapes)) for node in self._shape(inner)]
        if isinstance(shape, GraphicFrame) and shape.has_table:
            grid = table_grid(shape.table, name=self.writer.name, limits=self.writer.limits)
            return _some(self.writer.table(grid))
        if isinstance(shape, GraphicFrame) and shape.has_chart:
            return self._chart(shape)
        if isinstance(shape, Shape):
            kind = shape.placeholder_format.type if shape.is_placeholder else None
            nodes = self._body(shape.text_frame._txBody, bulleted=kind in _BULLETED)
            if kind in _FURNITURE:
                return [replace(node, kind=BlockKind.FURNITURE, children=()) for node in nodes]
            return nodes
        described = next(iter(shape._element.xpath(".//p:cNvPr/@descr")), "")
        return _some(self.writer.block(BlockKind.FIGURE, described)) if described else []

    def _chart(self, shape: GraphicFrame) -> list[Node]:
        grid = chart_grid(shape.chart)
        if grid is None:
            return []
        caption = self.writer.block(BlockKind.CAPTION, grid.caption) if grid.caption else None
        return _some(caption) + _some(self.writer.table(grid))

    def _body(self, body: etree._Element, *, bulleted: bool) -> list[Node]:
        nodes: list[Node] = []
        items: list[Item] = []
        for paragraph in paragraphs(body, bulleted=bulleted):
            if paragraph.listed:
                line = f"{paragraph.mark} {paragraph.text}" if paragraph.mark else paragraph.text
                start, end = self.writer.paragraph(line)
                content = start + len(line) - len(paragraph.text)
                items.append(Item(depth=paragraph.depth, start=start, end=end, content=content))
                continue
            if items:
                nodes.append(nested_lists(items))
                items = []
            nodes += _some(self.writer.block(BlockKind.PARAGRAPH, paragraph.text))
        return [*nodes, nested_lists(items)] if items else nodes


def in_order(shapes: Sequence[BaseShape]) -> list[BaseShape]:
    """Return shapes as they are read: in bands of half an inch from the top, each from the left."""
    placed = [shape for shape in shapes if shape.top is not None and shape.left is not None]
    ordered: list[BaseShape] = []
    for band in _bands(sorted(placed, key=lambda shape: shape.top)):
        ordered += sorted(band, key=lambda shape: shape.left)
    return ordered + [shape for shape in shapes if shape.top is None or shape.left is None]


def _bands(shapes: Sequence[BaseShape]) -> Iterator[list[BaseShape]]:
    band: list[BaseShape] = []
    for shape in shapes:
        if band and shape.top - band[0].top > _BAND:
            yield band
            band = []
        band.append(shape)
    if band:
        yield band


def _section(nodes: Sequence[Node], ref: Named | Synthetic, level: int) -> Node:
    kept = tuple(nodes)
    return Node(kind=BlockKind.SECTION, start=kept[0].start, end=kept[-1].end, children=kept, ref=ref, level=level)


def _some(node: Node | None) -> list[Node]:
    return [node] if node is not None else []
