"""Paragraphs in bold that head what follows them: the headings of those who don't use any.

"Jewellery left in a car." under a bold "What we do not cover" says the opposite of what it says alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from aver.parsers.tree import Node
from aver.values.documents import BlockKind

LONGEST = 100
"""Characters of a label; what is longer says something itself."""

_SAYS_ITSELF = (".", "!", "…", ",", ";")
_HEADED = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.QUOTE)


def with_labels(nodes: Sequence[Node], text: str) -> tuple[Node, ...]:
    """Return flat siblings with each `label` among them that heads what follows as a heading, one level below the last.

    What ends like a sentence heads nothing, nor does what stands before a table or another heading: a caption, a
    subtitle. One with a colon before a list leads into that list.
    """
    found: list[Node] = []
    level = 0
    for node, after in zip_longest(nodes, nodes[1:]):
        level = (node.level or 1) if node.kind is BlockKind.HEADING else level
        heads = node.label and after is not None and _heads(text[node.start : node.end], after)
        found.append(replace(node, kind=BlockKind.HEADING, level=level + 1, label=False) if heads else node)
    return tuple(found)


def _heads(label: str, after: Node) -> bool:
    plain = len(label) <= LONGEST and "\n" not in label and any(map(str.isalpha, label))
    leads_in = label.endswith(":") and after.kind is BlockKind.LIST
    return plain and not label.endswith(_SAYS_ITSELF) and after.kind in _HEADED and not after.label and not leads_in
