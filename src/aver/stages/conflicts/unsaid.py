"""What a question leaves unsaid, asked back where nothing found would be released (B7, B8, I4).

"How long does the cookie last?" of a table of forty cookies, "Who is the contact for that platform?", "How many days do
I have?": no evidence can answer these, and handing them to a person helps nobody before the asker has said what is
meant. None of it is looked at where a quote is sure enough, so a document that answers is never hidden by a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import TypeAlias

from aver.stages.answer_type import UNKNOWN, matches_expected_type
from aver.stages.conflicts.ambiguity import MOST_CHOICES
from aver.stages.planning.references import SAYS_NOTHING, pointed_at, says_nothing
from aver.stages.planning.words import (
    ARTICLES,
    FUNCTION_WORDS,
    PRONOUNS,
    base,
    content,
    folded,
    is_german,
    set_of,
    tokens,
)
from aver.stages.priced import asks_a_price, is_price
from aver.stages.table_rows import body_cells, titles_over
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.inquiry import Missing
from aver.values.sealed import Sealed

LEAST_ROWS = 3
"""A table of fewer rows lists no kind of thing."""

LEAST_VALUES = 2
"""Values that a column must have for it to matter which row is meant."""

MOST_SHARED = 0.5
"""A word of the question that stands in fewer of the rows than this, and not over them, says which one is meant."""

_LABELS = set_of("name number no nr id code title key identifier designation bezeichnung nummer titel kennung")
"""What a header adds to the kind of thing that its column names: "Cookie name"."""

Row: TypeAlias = Mapping[int, str]
"""What stands in the cells of a row, by column."""

NO_MEMBERS: tuple[str, tuple[str, ...]] = ("", ())

_DETERMINERS = ARTICLES | PRONOUNS | set_of("my our your mein meine meinem meinen meiner unser unsere unserem unseren")

_NEAR = ("this", "these", "dies")
"""What points at something at hand: where all evidence is of one document, at that."""


def unsaid_in(question: str, packets: Sequence[EvidencePacket], *, scoped: bool) -> tuple[Missing, ...]:
    """Return what `question` leaves unsaid, none where it says all: which member of a kind that a selected current
    table lists, what it points at, or what it is about.

    `scoped` says that a document or a conversation was given, which "that policy" may then mean.
    """
    documents = {packet.passage.document for packet in packets if packet.selected}
    pointed = "" if scoped else pointed_at(question)
    if pointed and (len(documents) > 1 or not pointed.casefold().startswith(_NEAR)):
        words = f"Worauf bezieht sich „{pointed}“?" if is_german(question) else f"What does “{pointed}” refer to?"
        return (Missing(parameter="reference", question=words),)
    if says_nothing(word for word in folded(question) if word not in FUNCTION_WORDS):
        words = "Worum geht es dabei?" if is_german(question) else "What is this about?"
        return (Missing(parameter="subject", question=words),)
    for packet in packets:
        passage = packet.passage
        if packet.selected and passage.freshness is Freshness.ACTIVE and passage.kind is ChunkKind.TABLE:
            kind, found = _members(question, passage)
            if found:
                shown = () if len(found) > MOST_CHOICES or _is_cut(passage, packets) else found
                return (_which(question, kind, tuple(Sealed(label, passage.document) for label in shown)),)
    return ()


def _is_cut(passage: Passage, packets: Sequence[EvidencePacket]) -> bool:
    """Whether a table goes on in another passage, as far as the packets show: the header is another's."""
    heads = (one.passage.header.text.strip() for one in packets if one.passage.document == passage.document)
    return bool(passage.header.text) or any(head and head in passage.text.text for head in heads)


def _members(question: str, passage: Passage) -> tuple[str, tuple[str, ...]]:
    """Return the kind that the question asks a member of, and its members as the rows of a table name them: none where
    it names one of them, or the table doesn't answer it for each, or the same for all."""
    rows = [row for _, row in body_cells(passage, heads=True)]
    if len(rows) < LEAST_ROWS:
        return NO_MEMBERS
    titles = titles_over(passage, rows[0])
    around = content(" ".join((*titles.values(), passage.title.text, passage.section_path.text, passage.lead_in.text)))
    told = Counter(word for row in rows for word in content(" ".join(row.values())))
    for column, kind in _kinds(question, rows, titles):
        asked = content(question) - {base(kind.casefold())} - content(titles.get(column, ""))
        beside = {at: title for at, title in titles.items() if at > column}
        is_open = all(told[word] >= MOST_SHARED * len(rows) for word in asked - around - SAYS_NOTHING)
        if is_open and _differ(question, asked, rows, beside):
            labels = dict.fromkeys(label for row in rows if (label := row.get(column, "").strip(" *`")))
            return kind, tuple(labels)
    return NO_MEMBERS


def _kinds(question: str, rows: Sequence[Row], titles: Row) -> Iterator[tuple[int, str]]:
    """Yield the things that the question asks of without naming one, each with the column that names its members: a
    column's title says so ("Cookie name"), or what most of the first column have in common ("Adult ticket")."""
    first = min(rows[0])
    shared = Counter(word for row in rows for word in content(row.get(first, "")))
    often = sorted(word for word, times in shared.items() if times >= max(LEAST_ROWS, MOST_SHARED * len(rows)))
    columns = ((column, content(title) - _LABELS) for column, title in titles.items())
    for column, words in (*columns, *((first, frozenset({word})) for word in often)):
        if len(words) == 1 and (kind := _one_of(question, *words)):
            yield column, kind


def _one_of(question: str, kind: str) -> str:
    """Return `kind` as the question has it where it asks of one of the kind ("the cookie", "my plan"), else ""."""
    pairs = pairwise(tokens(question))
    found = (word for before, word in pairs if word.casefold() == kind and before.casefold() in _DETERMINERS)
    return next(found, "")


def _differ(question: str, asked: Set[str], rows: Sequence[Row], titles: Row) -> bool:
    """Whether the rows differ in the first column that the question asks for: by its title, or its kind of values."""
    columns = ((title, [row.get(column, "") for row in rows]) for column, title in titles.items())
    values = next(
        (found for title, found in columns if asked & content(title) or _holds_kind(question, title, found)), ()
    )
    return len(set(values)) >= LEAST_VALUES


def _holds_kind(question: str, title: str, values: Sequence[str]) -> bool:
    """Whether a column's values, most of them, are of the kind that the question asks for."""
    if asks_a_price(question):
        found = [float(is_price(title, value)) for value in values]
    else:
        found = [matches_expected_type(question, value) for value in values]
    return UNKNOWN not in found and sum(found) >= MOST_SHARED * len(values)


def _which(question: str, kind: str, choices: tuple[Sealed, ...]) -> Missing:
    words = f"Was genau ist mit „{kind}“ gemeint?" if is_german(question) else f"Which {kind} do you mean?"
    return Missing(parameter="case", question=words, choices=choices)
