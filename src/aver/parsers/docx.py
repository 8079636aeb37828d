"""Word documents: python-docx opens the package, one walk over the XML writes the text and the blocks.

python-docx itself misses text boxes, notes and printed numbers (measured), so the walk reads the markup: headings by
outline level, lists by numbering level, merged cells, notes right behind the block that refers to them. Hidden and
deleted text is left out and counted in a warning; headers and footers come last, as furniture.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import docx as python_docx
from docx.document import Document as Opened
from lxml import etree

from aver.errors import UnreadableDocument
from aver.parsers.docx_numbering import numbering_of
from aver.parsers.docx_styles import styles_of
from aver.parsers.docx_text import Notes, spell
from aver.parsers.docx_walk import Walker
from aver.parsers.docx_xml import W, is_strict, parse_part, value
from aver.parsers.fields import title_of
from aver.parsers.foreign import foreign_code
from aver.parsers.labels import with_labels
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.linear import Writer, tidy
from aver.parsers.office_fields import office_fields
from aver.parsers.tree import Node, first_heading, flatten, sectioned
from aver.parsers.zip_guard import DOCX, guarded
from aver.values.documents import BlockKind, Document, ParseWarning

PARSER = "aver.docx/4"


def parse_docx(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge, EncryptedDocument and UnreadableDocument, each naming the file."""
    package = guarded(data, name=name, limits=limits)
    with foreign_code(name, "Word document"):
        opened = python_docx.Document(io.BytesIO(data))
        if is_strict(opened.element):
            raise UnreadableDocument(f"{name}: a strict Open XML document", hint="Save it as a normal Word document.")
        return _document(opened, office_fields(package), name, limits)


def _document(opened: Opened, fields: tuple[tuple[str, str], ...], name: str, limits: Limits) -> Document:
    parts = {kind: part for kind, part in _parts(opened)}
    styles = styles_of(parts.get("styles"))
    notes = {kind: _notes(parts.get(f"{kind}s"), kind) for kind in ("footnote", "endnote")}
    walker = Walker(
        writer=Writer(name=name, limits=limits),
        styles=styles,
        numbering=numbering_of(parts.get("numbering"), styles.instances),
        note_text=lambda kind, key: notes[kind].get(key, ""),
    )
    walker.inside(opened.element.body)
    flat = walker.finish()
    body = walker.writer.text()
    text_nodes = (*sectioned(with_labels(flat, body), body), *_furniture(opened, walker.writer))
    text = walker.writer.text()
    heading = first_heading(flat, text)
    return Document(
        title=(heading if walker.titled else None) or title_of(fields, heading, name),
        text=text,
        blocks=flatten(text_nodes),
        media_type=DOCX,
        parser=PARSER,
        language=language_of(text),
        fields=fields,
        warnings=tuple(_warnings(walker)),
    )


def _parts(opened: Opened) -> Iterator[tuple[str, etree._Element]]:
    """Yield the parts beside the body by the last word of their relationship's type."""
    for relationship in opened.part.rels.values():
        kind = relationship.reltype.rpartition("/")[2]
        if kind in ("styles", "numbering", "footnotes", "endnotes") and not relationship.is_external:
            yield kind, parse_part(relationship.target_part.blob)


def _notes(root: etree._Element | None, kind: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for note in () if root is None else root.iterchildren(f"{W}{kind}"):
        paragraphs = (tidy(spell(p, Notes(), monospaced=False).text) for p in note.iter(f"{W}p"))
        found[value(note, "id") or ""] = " ".join(text for text in paragraphs if text)
    return found


def _furniture(opened: Opened, writer: Writer) -> Iterator[Node]:
    """Write each distinct line of the headers and footers once."""
    seen: set[str] = set()
    for relationship in opened.part.rels.values():
        if relationship.reltype.rpartition("/")[2] not in ("header", "footer") or relationship.is_external:
            continue
        for paragraph in parse_part(relationship.target_part.blob).iter(f"{W}p"):
            text = tidy(spell(paragraph, Notes(), monospaced=False).text)
            node = writer.block(BlockKind.FURNITURE, text) if text and text not in seen else None
            seen.add(text)
            if node is not None:
                yield node


def _warnings(walker: Walker) -> Iterator[ParseWarning]:
    if walker.hidden:
        yield ParseWarning(code="hidden", detail=f"{walker.hidden} hidden runs left out")
    if walker.struck:
        yield ParseWarning(code="struck", detail=f"{walker.struck} struck runs left out")
    if walker.deleted:
        yield ParseWarning(
            code="tracked_changes", detail=f"{walker.deleted} deletions left out, insertions read as text"
        )
