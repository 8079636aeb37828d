"""Source code: every function and class a section under its own name, the text exactly the source.

The syntax tree only says where definitions begin and end; everything between them, comments and blank lines included,
is kept as code between blank lines. So nothing is lost where a grammar meets something it doesn't know, and line
numbers are those of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import numpy as np
from tree_sitter import Node as Syntax
from tree_sitter import Parser

from aver.parsers.code_definitions import definitions
from aver.parsers.code_grammars import grammar_of
from aver.parsers.decoding import decode
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.tree import Node, flatten
from aver.patterns import regex
from aver.values.documents import BlockKind, Document, Named, ParseWarning

PARSER = "aver.code/1"

_GAP = regex(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_DEEPEST = 50


def parse_code(data: bytes, *, name: str, limits: Limits, media_type: str) -> Document:
    """Return the document; `media_type` names the language, which may have no grammar."""
    decoded = decode(data, name=name, limits=limits)
    text = decoded.text
    grammar = grammar_of(media_type)
    warnings = decoded.warnings
    if grammar is None:
        nodes = list(_plain(text, 0, len(text)))
    else:
        source = text.encode("utf-8", errors="replace")
        root = Parser(grammar).parse(source).root_node
        nodes = _inside(root, (0, len(text)), _Places(text, source), text, 0)
        if root.has_error:
            warnings += (ParseWarning(code="syntax", detail="parts of the file don't fit the language's grammar"),)
    return Document(
        title=PurePosixPath(name.replace("\\", "/")).name or "untitled",
        text=text,
        blocks=flatten(nodes),
        media_type=media_type,
        parser=PARSER,
        language=language_of(text),
        warnings=warnings,
    )


class _Places:
    """Turns byte offsets of the encoded source into code points of the text."""

    def __init__(self, text: str, source: bytes) -> None:
        self._table: np.ndarray[tuple[int], np.dtype[np.int32]] | None = None
        if len(text) != len(source):
            begins = (np.frombuffer(source, dtype=np.uint8) & 0xC0) != 0x80
            self._table = np.concatenate(([0], np.cumsum(begins, dtype=np.int32))).astype(np.int32)

    def at(self, offset: int) -> int:
        """Return the code point at a byte offset."""
        return offset if self._table is None else int(self._table[offset])


def _inside(holder: Syntax, span: tuple[int, int], places: _Places, text: str, depth: int) -> list[Node]:
    """Return the sections of the definitions in `holder` and the code of `span` around them."""
    nodes: list[Node] = []
    at = span[0]
    for found in definitions(holder):
        start, end = places.at(found.start), places.at(found.end)
        if start < at or end > span[1]:
            continue
        inner: Sequence[Node] = ()
        if found.body is not None and depth < _DEEPEST:
            inner = _inside(found.body, (start, end), places, text, depth + 1)
        if not any(node.kind is BlockKind.SECTION for node in inner):
            inner = _whole(text, start, end)
        if not inner:
            continue
        nodes += _plain(text, at, start)
        nodes.append(
            Node(
                kind=BlockKind.SECTION,
                start=inner[0].start,
                end=inner[-1].end,
                children=tuple(inner),
                level=depth + 1,
                ref=Named(title=found.name),
            )
        )
        at = end
    return nodes + list(_plain(text, at, span[1]))


def _whole(text: str, start: int, end: int) -> list[Node]:
    end = start + len(text[start:end].rstrip())
    return [Node(kind=BlockKind.CODE, start=start, end=end)] if start < end else []


def _plain(text: str, start: int, end: int) -> Iterator[Node]:
    """Yield the code of a span cut at blank lines, indentation kept within each piece."""
    for gap in (*_GAP.finditer(text, start, end), None):
        stop = end if gap is None else gap.start()
        piece = text[start:stop]
        if piece.strip():
            begin = start + len(piece) - len(piece.lstrip())
            yield Node(kind=BlockKind.CODE, start=begin, end=start + len(piece.rstrip()))
        start = stop if gap is None else gap.end()
