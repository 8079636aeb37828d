"""HTML to a document: a linearised rendering, one block per line, and the blocks that point into it.

Lexbor builds the tree; one walk writes the text and notes the blocks. What a page repeats around its content
(navigation, footers) stays in the tree as furniture; what it hides is left out, with a warning: nobody reads it.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from aver.parsers.decoding import Decoded, decode
from aver.parsers.fields import Fields, clean, title_of
from aver.parsers.html_guard import refuse_deep
from aver.parsers.html_styles import hide_by_styles
from aver.parsers.html_walk import Walker
from aver.parsers.labels import with_labels
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.tree import first_heading, flatten, sectioned
from aver.values.documents import Document, ParseWarning

PARSER = "aver.html/6"

_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
_HEAD_BYTES = 2_048


def parse_html(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge for nesting, tables or text beyond `limits`."""
    found = _CHARSET.search(data[:_HEAD_BYTES])
    declared = found[1].decode("ascii") if found else None
    decoded = decode(data, name=name, limits=limits, declared=declared)
    refuse_deep(decoded.text, name=name, limits=limits)
    tree = LexborHTMLParser(decoded.text)
    hide_by_styles(tree)
    return _document(tree, decoded, name, limits)


def _document(tree: LexborHTMLParser, decoded: Decoded, name: str, limits: Limits) -> Document:
    walker = Walker(name=name, limits=limits)
    if tree.body is not None:
        walker.element(tree.body)
    flat = walker.finish()
    text = walker.text()
    fields = _fields(tree)
    language = language_of(text)
    if language == "und":
        attribute = next((value for key, value in fields if key == "language"), "")[:2].lower()
        language = attribute if attribute in ("de", "en") else "und"
    return Document(
        title=title_of(fields, first_heading(flat, text), name),
        text=text,
        blocks=flatten(sectioned(with_labels(flat, text), text)),
        media_type="text/html",
        parser=PARSER,
        language=language,
        fields=fields,
        warnings=decoded.warnings + _hidden(walker.hidden),
    )


def _hidden(elements: int) -> tuple[ParseWarning, ...]:
    return (ParseWarning(code="hidden", detail=f"{elements} hidden elements left out"),) if elements else ()


def _fields(tree: LexborHTMLParser) -> Fields:
    pairs: list[tuple[str, str]] = []
    root = tree.root
    if root is not None and (language := root.attributes.get("lang")):
        pairs.append(("language", language))
    head = tree.head
    node: LexborNode | None = head.child if head is not None else None
    while node is not None:
        if node.tag == "title":
            pairs.insert(0, ("title", node.text(deep=True)))
        elif node.tag == "meta":
            attributes = node.attributes
            key = attributes.get("name") or attributes.get("property")
            value = attributes.get("content")
            if key and value:
                pairs.append((key, value))
        node = node.next
    return clean(pairs)
