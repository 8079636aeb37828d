"""What can be operated on: a question, its answer, and the words of a document that say so.

Cases come from labelled questions, and from any document that has tables in Markdown or a head of `Key: value` lines:
a named row and a named column, or a title and a key, make a question whose answer is one known cell or line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aver.evals.matching import fold, holds_answer
from aver.evals.questions import Question
from aver.patterns import regex

ANSWERABLE_KINDS = frozenset({"fact", "table"})
"""Kinds whose answer is one short thing; only these are exact after a cut."""

ANSWER_LIMIT = 60
HEAD_LINES = 40
"""Lines at the top of a document in which a head is looked for."""

GOVERNING = frozenset({"status", "superseded-by", "replaces", "replaced-by", "title", "content-type", "pep", "readers"})
"""Keys left alone: cutting one would change what a document is, not what it says."""

_FIELD = regex(r"^(?P<key>[A-Z][A-Za-z-]{3,24}): +(?P<value>\S[^\n]{2,58}[^\s,])$", re.MULTILINE)
_TITLE = regex(r"^(?:Title: +|# +|title: +)(?P<title>\S[^\n]{3,90})$", re.MULTILINE)
_RULE = regex(r"^\s*\|?\s*:?-{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question that `document` answers with `answer` in the words at `spans`, half-open offsets.

    `key` is set for a table cell: the row's name, which no other document of the corpus holds. `written` marks a case
    that was read off a document's form, not labelled by a person. `corpus` is carried through from the labels.
    """

    id: str
    document: str
    question: str
    answer: str
    spans: tuple[tuple[int, int], ...]
    kind: str = "fact"
    key: str | None = None
    written: bool = False
    corpus: str | None = None


def labelled_cases(questions: Iterable[Question], documents: Mapping[str, str]) -> tuple[Case, ...]:
    """Return the questions that can be operated on: a short answer that stands inside a gold span of its document."""
    return tuple(case for question in questions if (case := _labelled(question, documents)) is not None)


def _labelled(question: Question, documents: Mapping[str, str]) -> Case | None:
    text, answer = documents.get(question.doc or ""), question.answer or ""
    if text is None or question.kind not in ANSWERABLE_KINDS or not answer or len(answer) > ANSWER_LIMIT:
        return None
    spans = tuple((text.find(span), text.find(span) + len(span)) for span in question.gold_spans)
    if not spans or any(start < 0 or text.count(text[start:end]) > 1 for start, end in spans):
        return None
    if not all(holds_answer(span, answer) for span in question.gold_spans):
        return None
    return Case(
        id=question.id,
        document=question.doc or "",
        question=question.question,
        answer=answer,
        spans=spans,
        kind=question.kind or "fact",
        corpus=question.corpus,
    )


def written_cases(documents: Mapping[str, str]) -> tuple[Case, ...]:
    """Return a case for every cell and head line of `documents` that can be asked for by name, in a fixed order."""
    folded = {name: fold(text) for name, text in documents.items()}
    found = (case for name, text in documents.items() for case in (*_cells(name, text, folded), *_fields(name, text)))
    return tuple(found)


def _title(name: str, text: str) -> str:
    found = _TITLE.search(text[:4000])
    return found["title"].strip(" #*") if found else name.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def _fields(name: str, text: str) -> Iterator[Case]:
    """Yield a case per line of the document's head whose value stands nowhere else in it."""
    head = "\n".join(text.split("\n")[:HEAD_LINES])
    title, folded = _title(name, text), fold(text)
    for number, found in enumerate(_FIELD.finditer(head)):
        key, value = found["key"], found["value"]
        if key.lower() in GOVERNING or folded.count(fold(value)) != 1 or fold(value) in fold(title):
            continue
        yield Case(
            id=f"field-{name}-{number}",
            document=name,
            question=(f'What is given as "{key}" for "{title}"?', f"{key} of {title}?")[number % 2],
            answer=value,
            spans=(found.span(),),
            written=True,
        )


def _cells(name: str, text: str, folded: Mapping[str, str]) -> Iterator[Case]:
    """Yield a case per cell of each Markdown table that a unique row name and a column name pin down."""
    for number, rows in enumerate(_tables(text)):
        headers = [words for words, _, _ in rows[0]]
        body = rows[1:]
        keys = [row[0][0] for row in body]
        for place, row in enumerate(body):
            key = row[0][0]
            if len(row) != len(headers) or not _is_name(key) or keys.count(key) > 1 or not _only_in(name, key, folded):
                continue
            yield from _row_cases(f"cell-{name}-{number}-{place}", name, headers, row, key)


_Cell = tuple[str, int, int]


def _row_cases(id: str, name: str, headers: Sequence[str], row: Sequence[_Cell], key: str) -> Iterator[Case]:
    start, end = row[0][1], row[-1][2]
    for column in range(1, len(row)):
        value = row[column][0]
        usable = _is_name(headers[column]) and headers.count(headers[column]) == 1 and 2 <= len(value) <= ANSWER_LIMIT
        if not usable or [words for words, _, _ in row].count(value) > 1 or not any(map(str.isalnum, value)):
            continue
        asked = (
            f"What is the {headers[column]} of {key}?",
            f"{headers[column]} for {key}?",
            f"{key}: {headers[column]}?",
        )
        yield Case(
            id=f"{id}-{column}",
            document=name,
            question=asked[(len(key) + column) % len(asked)],
            answer=value,
            spans=((start, end),),
            kind="table",
            key=key,
            written=True,
        )


def _is_name(words: str) -> bool:
    return 3 <= len(words) <= ANSWER_LIMIT and sum(map(str.isalpha, words)) >= 3


def _only_in(name: str, key: str, folded: Mapping[str, str]) -> bool:
    wanted = fold(key)
    return len(wanted) >= 3 and all(wanted not in text for other, text in folded.items() if other != name)


def _tables(text: str) -> Iterator[list[list[_Cell]]]:
    """Yield each Markdown table as rows of `(words, start, end)` cells, the header row first, the rule left out."""
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append((at, line))
        at += len(line) + 1
    place = 0
    while place + 2 < len(lines):
        if "|" not in lines[place][1] or not _RULE.match(lines[place + 1][1]) or "|" not in lines[place + 1][1]:
            place += 1
            continue
        last = place + 2
        while last < len(lines) and "|" in lines[last][1]:
            last += 1
        yield [_row(*lines[n]) for n in (place, *range(place + 2, last))]
        place = last


def _row(at: int, line: str) -> list[_Cell]:
    """Return the cells of a table line that begins at offset `at`; bars at both ends are optional."""
    bounds = [-1, *(found.start() for found in re.finditer(r"(?<!\\)\|", line)), len(line)]
    pieces = list(pairwise(bounds))
    first = 1 if line.lstrip().startswith("|") else 0
    last = len(pieces) - 1 if line.rstrip().endswith("|") else len(pieces)
    return [_cell_at(at, line, left + 1, right) for left, right in pieces[first:last]]


def _cell_at(at: int, line: str, start: int, end: int) -> _Cell:
    words = line[start:end].strip()
    begin = at + start + len(line[start:end]) - len(line[start:end].lstrip()) if words else at + start
    return words, begin, begin + len(words)
