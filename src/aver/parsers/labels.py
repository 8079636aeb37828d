"""Paragraphs in bold that head what follows them: the headings of those who don't use any.

"Jewellery left in a car." under a bold "What we do not cover" says the opposite of what it says alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from aver.parsers.tree import Node
from aver.values.documents import BlockKind

LONGEST = 100
"""Characters of a label; what is longer says something itself."""

_SAYS_ITSELF = (".", "!", "…", ",", ";")
_HEADED = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.QUOTE)


def with_labels(nodes: Sequence[Node], text: str) -> tuple[Node, ...]:
    """Return flat siblings with the `label`s among them that head what follows as headings, one level below the last.

    What ends like a sentence heads nothing, nor does what stands before a table or another heading: a caption, a
    subtitle. Where every label of a section stands before a list, the labels lead into these lists alone if the section
    goes on behind one of them, or if a colon says so.
    """
    found: list[Node] = []
    for section in _sections(nodes):
        level = (section[0].level or 1) if section[0].kind is BlockKind.HEADING else 0
        heading = {
            at for at, node in enumerate(section) if node.label and _may_head(node, section[at + 1 : at + 2], text)
        }
        if all(section[at + 1].kind is BlockKind.LIST for at in heading) and not _only_lists(section, heading, text):
            heading.clear()
        found += (
            replace(node, kind=BlockKind.HEADING, level=level + 1, label=False) if at in heading else node
            for at, node in enumerate(section)
        )
    return tuple(found)


def _sections(nodes: Sequence[Node]) -> Iterator[Sequence[Node]]:
    """Yield the runs of `nodes` that begin at a heading, and what stands before the first."""
    first = 0
    for at, node in enumerate(nodes):
        if node.kind is BlockKind.HEADING and at > first:
            yield nodes[first:at]
            first = at
    if nodes:
        yield nodes[first:]


def _may_head(node: Node, below: Sequence[Node], text: str) -> bool:
    label = text[node.start : node.end]
    plain = len(label) <= LONGEST and "\n" not in label and any(map(str.isalpha, label))
    headed = bool(below) and below[0].kind in _HEADED and not below[0].label
    return plain and headed and not label.endswith(_SAYS_ITSELF)


def _only_lists(section: Sequence[Node], labels: Collection[int], text: str) -> bool:
    """Whether nothing but labels without a colon and their lists stands from the first label on."""
    behind = range(min(labels, default=len(section)), len(section))
    if any(text[section[at].end - 1] == ":" for at in labels):
        return False
    return all(at in labels or section[at].kind is BlockKind.LIST for at in behind)
