"""The row of a table that a question asks for by name: every word of the question stands in it or above it.

A plain specified value ("Which order number has the NS-C300-P?") needs no model: one row holds what the header and the
titles leave of the question, no other row does, and the header names something that is asked. A question that counts,
orders or compares ("the first", "more than", "after") is never looked up. What becomes of it is measured by
`benchmarks/row_lookup.py`. Where a domain pack read which property of which product is asked for, its words for the
property stand in for those of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.packs.wording import mentions, stands_among
from aver.stages.planning.words import LIMITS, NEGATIONS, content, folded
from aver.stages.quotation import Unit, rows_of
from aver.stages.row_columns import is_of_another_row
from aver.stages.row_named import COUNTS, NAMED, row_named, words_over
from aver.stages.stems import stems
from aver.stages.table_rows import header_rows
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.inquiry import Sought

LOOKED_UP = 0.90
"""How likely a row looked up answers: the lower end of the exact 95 % interval (docs/decisions/0015-row-lookup.md)."""

_HOW_GREAT = regex(r"^\s*wie\s+(?:hoch|groß)\s+(?=(?:ist|sind|war|waren)\b)", re.IGNORECASE)


def row_and_support(
    question: str, packets: Sequence[EvidencePacket], sought: Sequence[Sought] = ()
) -> tuple[Unit, float] | None:
    """Return the row that answers `question` and how likely it does, None where no row is asked for by name.

    In the words of a pack a row is asked for exactly or not at all.
    """
    row = row_asked_for(question, packets, sought)
    if row is not None:
        return row, LOOKED_UP
    named = None if sought else row_named(question, [*_tables(packets)])
    return None if named is None else (named, NAMED)


def row_asked_for(question: str, packets: Sequence[EvidencePacket], sought: Sequence[Sought] = ()) -> Unit | None:
    """Return the one row of the current tables that `question` asks for, None where there is none or several.

    Rows that say the same, such as those of two copies, count as one. `sought` are the cells it may mean in the words
    of a pack.
    """
    if sought and (row := _row_sought(sought, question, packets)) is not None:
        return row
    asked = _HOW_GREAT.sub("", question)
    if not (LIMITS | NEGATIONS | COUNTS).isdisjoint(folded(asked)):
        return None
    found = _apart(row for one in _tables(packets) for row in _rows_with(asked, one))
    return found[0] if len(found) == 1 else None


def _tables(packets: Sequence[EvidencePacket]) -> Iterator[EvidencePacket]:
    return (one for one in packets if one.passage.kind is ChunkKind.TABLE and one.passage.freshness is Freshness.ACTIVE)


def _apart(rows: Iterable[Unit]) -> list[Unit]:
    """Return the first of those rows that say the same, white space aside."""
    found: dict[str, Unit] = {}
    for row in rows:
        found.setdefault(" ".join(row.text.split()), row)
    return list(found.values())


def _row_sought(sought: Sequence[Sought], question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the row with one of the cells sought; where copies say it in two languages, that of the question.

    Rows whose figures differ are several, whatever their languages.
    """
    found = _apart(row for cell in sought for one in _tables(packets) for row in _rows_holding(cell, one))
    if len({_figures(row.text) for row in found}) != 1:
        return None
    asked = language_of(question)
    tongues = [language_of(f"{row.packet.passage.title.text} {row.packet.passage.text.text}") for row in found]
    ordered = sorted(zip(tongues, found, strict=True), key=lambda one: (one[0] != asked, one[0] is not None))
    return ordered[0][1] if len(found) == 1 or ordered[0][0] != ordered[1][0] or asked is None else None


def _figures(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", text))


def _rows_holding(sought: Sought, packet: EvidencePacket) -> Iterator[Unit]:
    """Yield the rows named by the property with a column of the product, or named by the product with one of it.

    The words beside them in the question have to stand in the row or its header.
    """
    names = (*sought.product, *sought.others)

    def of_product(cell: str) -> bool:
        return any(number < len(sought.product) for place in mentions(names, cell) for number in place.words)

    def of_property(cell: str) -> bool:
        return bool(mentions(sought.rows, cell))

    header, body = _cells(packet)
    for row in rows_of(packet):
        name, *values = [text for start, text in body if row.start <= start < row.end] or [""]
        titles = header[1:]
        asked = (of_property(name) and any(map(of_product, titles))) or (
            of_product(name) and any(map(of_property, titles))
        )
        stated = content(" ".join((row.text, *header)))
        if asked and values and all(stands_among(word, stated) for word in sought.rest):
            yield row


def _cells(packet: EvidencePacket) -> tuple[list[str], list[tuple[int, str]]]:
    """Return the texts of the header rows' cells, and the cells of the body with where they start."""
    passage = packet.passage
    heads = header_rows(passage)
    header, body = [], []
    for _, _, start, end, _ in sorted(passage.table_cells):
        if passage.start <= start < end <= passage.end:
            text = passage.text.text[start - passage.start : end - passage.start]
            if any(first <= start < last for first, last in heads):
                header.append(text)
            else:
                body.append((start, text))
    return header, body


def _rows_with(question: str, packet: EvidencePacket) -> Iterator[Unit]:
    """Yield the rows of a table that hold all of what its header and titles leave of the words asked."""
    asked = content(question)
    header, around = map(content, words_over(packet.passage))
    left, column = asked - header - around, header & asked
    if left and column and not is_of_another_row(question, *(stems(" ".join(words)) for words in (column, left))):
        yield from (row for row in rows_of(packet) if left <= content(row.text))
