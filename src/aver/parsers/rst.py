"""reStructuredText to a document: a structural scanner with exact spans.

docutils' own tree gives line numbers that are off or missing for nested constructs, so the blocks are found
here, by the rules of the markup specification; only the grids of tables come from docutils' table parsers.
Every construct keeps its text: unknown directives and roles stay what the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from aver.parsers.decoding import Decoded
from aver.parsers.fields import Fields, clean, colon_header, title_of
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.lines import lines_of
from aver.parsers.rst_body import body_nodes
from aver.parsers.rst_openers import FIELD
from aver.parsers.rst_region import Region, Scan
from aver.parsers.tree import Node, first_heading, flatten, sectioned, trimmed
from aver.values.documents import BlockKind, Document, Role

PARSER = "aver.rst/1"


def parse_rst(decoded: Decoded, *, name: str, limits: Limits) -> Document:
    """Return the document; a PEP-style header or a field list at the top becomes its fields.

    Raises TooLarge for nesting or tables beyond `limits`.
    """
    text = decoded.text
    header = colon_header(text)
    scan = Scan(name=name, text=text, limits=limits)
    start = min(len(text), header.end + 1) if header.end else 0
    flat = body_nodes(scan, Region(lines=lines_of(text, start), margin=0, depth=0, top=True))
    fields = header.fields
    if header.end:
        begin, end = trimmed(text, 0, header.end)
        flat = (Node(kind=BlockKind.RECORD, start=begin, end=end, role=Role.FRONT_MATTER), *flat)
    else:
        flat, fields = _with_docinfo(flat, text)
    return Document(
        title=title_of(fields, first_heading(flat, text), name),
        text=text,
        blocks=flatten(sectioned(flat, text)),
        media_type="text/x-rst",
        parser=PARSER,
        language=language_of(text[start:]),
        fields=fields,
        warnings=decoded.warnings + tuple(scan.warnings),
    )


def _with_docinfo(nodes: Sequence[Node], text: str) -> tuple[tuple[Node, ...], Fields]:
    """Take the field list before any other content, at most below the title, for the document's own fields."""
    titles = 0
    for i, node in enumerate(nodes):
        if node.kind is BlockKind.RECORD:
            marked = replace(node, role=Role.FRONT_MATTER)
            return (*nodes[:i], marked, *nodes[i + 1 :]), clean(_field_pairs(text[node.start : node.end]))
        titles += node.kind is BlockKind.HEADING
        if node.kind not in (BlockKind.HEADING, BlockKind.FURNITURE) or titles > 1:
            break
    return tuple(nodes), ()


def _field_pairs(source: str) -> Iterable[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for line in source.split("\n"):
        match = FIELD.match(line)
        if match:
            pairs.append((match[1], line[match.end() :]))
        elif pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {line}")
    return pairs
