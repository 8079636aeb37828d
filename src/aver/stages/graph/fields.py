"""What the fields of a document declare about other documents: who it supersedes, who supersedes it, with the span.

The fields are the document's own word and lead to another document, nothing more: whether a document *is* superseded
is decided by its governance (definitions.md, "Governance").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.stages.metadata.narrowing import SUCCESSOR_FIELDS
from aver.values.documents import Document
from aver.values.graph import EntityKind, Relation, RelationKind

_PREDECESSOR = frozenset({"replaces", "supersedes", "obsoletes", "ersetzt"})
MOST_NAMES = 50
"""Names in one field that are read."""


def declared_in(document: Document) -> Iterator[Relation]:
    """Yield the relations that the fields of `document` declare, where their words stand in its text."""
    for key, value in document.fields:
        if key not in _PREDECESSOR and key not in SUCCESSOR_FIELDS:
            continue
        kind = RelationKind.SUPERSEDES if key in _PREDECESSOR else RelationKind.SUPERSEDED_BY
        spelled = re.escape(key).replace(r"\-", "[-_ ]")
        place = re.search(rf"^[ \t:]*{spelled}[ \t]*:[ \t]*", document.text, re.IGNORECASE | re.MULTILINE)
        if place is None:
            continue
        position = place.end()
        for name in [part.strip() for part in value.split(",") if part.strip()][:MOST_NAMES]:
            start = document.text.find(name, position)
            if start < 0 or start - position > len(value):
                break
            position = start + len(name)
            yield Relation(kind=kind, of=EntityKind.FILE, target=name, start=start, end=position)
