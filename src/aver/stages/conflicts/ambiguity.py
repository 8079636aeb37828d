"""When the question leaves open which of several cases it means, and the evidence gives each its own answer (B8).

Kept narrow, because asking back without need is a nuisance: the question wants one number or date, one table or one
document answers it more than once with values that differ, each under a name of its own, and the question
uses none of those names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.stages.conflicts.comparing import same_value
from aver.stages.conflicts.statements import statement_of
from aver.stages.conflicts.wanted import ValueKind, Wanted, wanted_of
from aver.stages.planning.words import content, is_german
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.inquiry import Missing
from aver.values.sealed import Sealed

MOST_CHOICES = 12
"""A question back with more choices than this is no help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case of an attribute: its name in the document and its value."""

    label: str
    value: str
    document: str


def ambiguities_in(question: str, packets: Sequence[EvidencePacket]) -> tuple[Missing, ...]:
    """Return what to ask back about `question`, none where the selected current `packets` leave nothing open."""
    wanted = wanted_of(question)
    if wanted is None or wanted.kind not in (ValueKind.NUMBER, ValueKind.DATE):
        return ()
    current = [one for one in packets if one.selected and one.passage.freshness is Freshness.ACTIVE]
    if not current:
        return ()
    cases = _row_cases(current[0].passage, wanted) if current[0].passage.kind is ChunkKind.TABLE else ()
    cases = cases or _section_cases(current, wanted)
    asked = content(question)
    if (
        len(cases) < 2
        or len(cases) > MOST_CHOICES
        or any(content(case.label) & asked - _shared(cases) for case in cases)
    ):
        return ()
    if all(same_value(wanted.kind, cases[0].value, case.value) for case in cases[1:]):
        return ()
    return (_question(question, cases),)


def _row_cases(passage: Passage, wanted: Wanted) -> tuple[Case, ...]:
    """Return the rows of a table whose header names the attribute: first cell and the cell in that column."""
    cells = {(row, column): (start, end, header) for row, column, start, end, header in passage.table_cells}
    columns = [
        column
        for (_, column), (start, end, header) in sorted(cells.items())
        if header and column and content(_cut(passage, start, end)) & wanted.attribute
    ]
    label_header = next((_cut(passage, s, e) for (_, c), (s, e, h) in sorted(cells.items()) if h and c == 0), "")
    if len(columns) != 1 or not content(label_header) & (wanted.attribute | wanted.subject):
        return ()
    rows = sorted({row for row, column in cells if not cells[row, column][2]})
    found = []
    for row in rows:
        label, value = cells.get((row, 0)), cells.get((row, columns[0]))
        if label and value:
            found.append(
                Case(label=_cut(passage, *label[:2]), value=_cut(passage, *value[:2]), document=passage.document)
            )
    return tuple(case for case in found if case.label and case.value)


def _section_cases(packets: Sequence[EvidencePacket], wanted: Wanted) -> tuple[Case, ...]:
    """Return what sibling sections of the best packet's document say, each under its own heading."""
    best = packets[0].passage
    blocked = replace(wanted, subject=wanted.attribute)
    parent = _parent(best)
    found: dict[str, Case] = {}
    for packet in packets:
        passage = packet.passage
        heading = passage.section_path.text.rsplit(" > ", 1)[-1]
        if passage.document != best.document or not parent or _parent(passage) != parent:
            continue
        statement = statement_of(packet, blocked)
        if statement is None or not wanted.attribute <= content(f"{passage.section_path.text} {statement.unit.text}"):
            continue
        found.setdefault(heading, Case(label=heading, value=statement.value, document=passage.document))
    return tuple(found.values())


def _parent(passage: Passage) -> str:
    return passage.section_path.text.rpartition(" > ")[0]


def _cut(passage: Passage, start: int, end: int) -> str:
    return passage.text.text[max(0, start - passage.start) : max(0, end - passage.start)].strip(" *`_")


def _shared(cases: Sequence[Case]) -> frozenset[str]:
    """Words that stand in every label tell none of them apart."""
    return frozenset.intersection(*(content(case.label) for case in cases))


def _question(question: str, cases: Sequence[Case]) -> Missing:
    words = "Welcher Fall ist gemeint?" if is_german(question) else "Which one do you mean?"
    return Missing(
        parameter="case",
        question=words,
        choices=tuple(Sealed(case.label, case.document) for case in cases),
    )
