"""When the question leaves open which of several cases it means, and the evidence gives each its own answer (B8).

Kept narrow, because asking back without need is a nuisance: the question wants one number or date, one table or one
document answers it more than once with values that differ, each under a name of its own, and the question
uses none of those names. Whatever is wanted, sentences that differ in their figures alone are such values too: each
release says anew what the default is. Nor do documents of one series, whose titles differ in a year or a number,
contradict each other: which of them is meant is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.stages.conflicts.comparing import same_value
from aver.stages.conflicts.statements import statement_of
from aver.stages.planning.dates import MONTH_OF
from aver.stages.planning.words import content, is_german
from aver.stages.quotation import units_of
from aver.stages.row_named import rows_alike
from aver.stages.table_rows import body_cells
from aver.stages.wanted import ValueKind, Wanted, wanted_of
from aver.values.chunks import ChunkKind
from aver.values.conflicts import ConflictPacket
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.inquiry import Missing
from aver.values.sealed import Sealed

_DOWN = " > "

LEAST_WORDS = 3
"""Sentences of fewer words that are alike but for their figures may be about anything."""

LEAST_SHARED, ALIKE = 2, 0.6
"""Words, and share of all their words, that titles of one series have in common, figures and months aside."""

COVERED = 0.75
"""Share of the question's words, those of the title aside, that such a sentence must hold."""

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
    current = [one for one in packets if one.selected and one.passage.freshness is Freshness.ACTIVE]
    if not current:
        return ()
    cases: tuple[Case, ...] = ()
    if wanted is not None and wanted.kind in (ValueKind.NUMBER, ValueKind.DATE):
        cases = _row_cases(current[0].passage, wanted) if current[0].passage.kind is ChunkKind.TABLE else ()
        cases = cases or _section_cases(current, wanted)
        if all(same_value(wanted.kind, cases[0].value, case.value) for case in cases[1:]):
            cases = ()
    cases = cases or _alike_cases(question, current) or _alike_rows(question, current)
    asked = content(question)
    if (
        len(cases) < 2
        or len(cases) > MOST_CHOICES
        or any(content(case.label) & asked - _shared(cases) or _stands_in(case.label, question) for case in cases)
    ):
        return ()
    return (_question(question, cases),)


def editions_in(
    question: str, conflicts: Sequence[ConflictPacket], packets: Sequence[EvidencePacket]
) -> tuple[Missing, ...]:
    """Return what to ask back about a conflict of `question` whose sides stand in documents of one series: the results
    of 2019 and those of 2021 are both right, each of its year. A document counts once, whatever else it says."""
    passages = {packet.packet: packet.passage for packet in packets}
    for conflict in conflicts:
        sides = [(passages[side.packet], side.value.text) for side in reversed(conflict.sides)]
        first = {
            passage.document: Case(label=passage.title.text, value=value, document=passage.document)
            for passage, value in sides
        }
        cases = tuple(reversed(first.values()))
        asked = content(question) - _shared(cases)
        if (
            len(cases) > 1
            and _is_series([case.label for case in cases])
            and not any(content(case.label) & asked for case in cases)
        ):
            return (_question(question, cases),)
    return ()


def _is_series(titles: Sequence[str]) -> bool:
    """Whether titles are alike but for their figures and months, and each has some of its own."""
    told = [frozenset(word for word in content(title) if _has_digit(word) or word in MONTH_OF) for title in titles]
    plain = [content(title) - marks for title, marks in zip(titles, told, strict=True)]
    common, every = frozenset.intersection(*plain), frozenset[str]().union(*plain)
    return len(common) >= LEAST_SHARED and len(common) >= ALIKE * len(every) and all(told) and len({*told}) == len(told)


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
    """Return what sibling sections of the best packet's document say, each under its own heading.

    What a heading says of the attribute its text need not say again.
    """
    found: dict[str, Case] = {}
    for packet, label in _siblings(packets):
        passage = packet.passage
        left = wanted.attribute - content(passage.section_path.text)
        blocked = replace(wanted, attribute=left or wanted.attribute, subject=wanted.attribute)
        statement = statement_of(packet, blocked)
        if statement is None or not wanted.attribute <= content(f"{passage.section_path.text} {statement.unit.text}"):
            continue
        found.setdefault(label, Case(label=label, value=statement.value, document=passage.document))
    return tuple(found.values())


def _alike_cases(question: str, packets: Sequence[EvidencePacket]) -> tuple[Case, ...]:
    """Return the sibling sections of which each answers with the same sentence, but for its figures."""
    asked = content(question) - content(packets[0].passage.title.text)
    found: dict[frozenset[str], dict[str, Case]] = {}
    for packet, label in _siblings(packets):
        for unit in units_of(packet):
            words = content(unit.text)
            said = frozenset(word for word in words if not _has_digit(word))
            if len(said) >= LEAST_WORDS and len(asked & words) >= COVERED * len(asked):
                figures = " ".join(sorted(words - said))
                cases = found.setdefault(said, {})
                cases.setdefault(label, Case(label=label, value=figures, document=packet.passage.document))
    apart = (tuple(cases.values()) for cases in found.values() if len({case.value for case in cases.values()}) > 1)
    return next(apart, ())


def _alike_rows(question: str, packets: Sequence[EvidencePacket]) -> tuple[Case, ...]:
    """Return the rows of one table that the question calls by the name which all of them bear, each under what tells it
    from the others: the number of the part, what it fits."""
    for packet in packets:
        passage = packet.passage
        rows = rows_alike(question, packet) if passage.kind is ChunkKind.TABLE else ()
        starts = {row.start for row in rows}
        cells = [row for (start, _), row in body_cells(passage, heads=True) if start in starts]
        told = [
            column for column in min(cells, key=len, default={}) if _tell_apart([row.get(column, "") for row in cells])
        ]
        if told:
            return tuple(
                Case(
                    label=", ".join(row[column].strip(" *`") for column in told[:2]),
                    value=unit.text,
                    document=passage.document,
                )
                for unit, row in zip(rows, cells, strict=True)
            )
    return ()


def _tell_apart(values: Sequence[str]) -> bool:
    """Whether the cells of a column tell all rows apart by words or names."""
    return len({*values}) == len(values) and all(any(letter.isalpha() for letter in value) for value in values)


def _siblings(packets: Sequence[EvidencePacket]) -> list[tuple[EvidencePacket, str]]:
    """Return the packets of the sections beside the best packet's, each with the heading that tells it apart.

    Sections that bear the same heading under parents beside each other are told apart by these.
    """
    best = packets[0].passage
    family = [one for one in packets if one.passage.document == best.document and best.section_path.text]
    *above, own = best.section_path.text.split(_DOWN)
    found = []
    for one in family:
        path = one.passage.section_path.text.split(_DOWN)
        if above and path[:-1] == above:
            found.append((one, path[-1]))
        elif len(above) > 1 and len(path) == len(above) + 1 and path[-1] == own and path[:-2] == above[:-1]:
            found.append((one, path[-2]))
    same = {label for one, label in found if one.passage.section_path.text.split(_DOWN)[:-1] != above}
    if same:
        return [(one, label) for one, label in found if label in same] + [(packets[0], above[-1])]
    return found


def _has_digit(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def _cut(passage: Passage, start: int, end: int) -> str:
    return passage.text.text[max(0, start - passage.start) : max(0, end - passage.start)].strip(" *`")


def _stands_in(label: str, question: str) -> bool:
    """Whether the question holds the label as it stands, as "Zone A", whose letter alone is no word to tell it by."""
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", question, re.IGNORECASE) is not None


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
