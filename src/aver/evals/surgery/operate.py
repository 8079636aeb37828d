"""Which document gets which operation, and the questions that come out with labels that are exact.

Documents are dealt out by a seeded shuffle: most stay open, some are readable by insiders only, some are left out. In
an open one each paragraph (or table row) with cases is either left whole, so that its questions stay answerable and
lend themselves to twists, or one answer is cut out of it. A cut whose answer still stands somewhere is undone.
Calibration and confirmation never share a document.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import TypeAlias

from aver.evals.surgery.cases import Case
from aver.evals.surgery.corpus import Corpus, corpus_of, plain
from aver.evals.surgery.cuts import Cut, cuts_of, sentences_of, without
from aver.evals.surgery.twists import false_premise, names_in, swapped

HIDDEN_SHARE = 0.15
ABSENT_SHARE = 0.1
"""Shares of the documents with cases that are hidden and left out."""

CUT_SHARE = 0.4
"""Share of the paragraphs with cases that are cut."""


class Variant(StrEnum):
    """What was done to a question or its document; all but `KEPT` and `SHOWN` cannot be answered by who asks."""

    KEPT = "kept"
    DELETED = "deleted"
    SWAPPED = "swapped"
    PREMISE = "false_premise"
    HIDDEN = "hidden"
    SHOWN = "shown"
    ABSENT = "absent"


ANSWERABLE = frozenset({Variant.KEPT, Variant.SHOWN})


class Fold(StrEnum):
    """What a document's questions are for."""

    CALIBRATE = "calibrate"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operated:
    """One question with its exact label; `case.spans` lie in the document as it came, `gold` are those words."""

    case: Case
    variant: Variant
    fold: Fold
    question: str
    gold: tuple[str, ...]

    @property
    def answerable(self) -> bool:
        """Whether whoever it is for can be answered from what they may read."""
        return self.variant in ANSWERABLE

    @property
    def for_insiders(self) -> bool:
        """Whether it is asked by a reader of the hidden documents."""
        return self.variant is Variant.SHOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Surgery:
    """The altered corpus, by path, and its questions in a fixed order."""

    open: Mapping[str, str]
    hidden: Mapping[str, str]
    questions: tuple[Operated, ...]


_Made: TypeAlias = tuple[Case, Variant, str]


@dataclass(frozen=True, slots=True)
class _Rooms:
    """Where each document with cases goes."""

    hidden: frozenset[str]
    absent: frozenset[str]
    folds: Mapping[str, Fold]


def operate(documents: Mapping[str, str], cases: Sequence[Case], *, seed: int, most: int = 400) -> Surgery:
    """Return the altered corpus and at most `most` questions per variant; equal inputs give equal results.

    `cases` are about `documents`; documents without cases stay open and whole.
    """
    draw = random.Random(seed)  # noqa: S311  (a reproducible draw, not a secret)
    rooms = _rooms(sorted({case.document for case in cases}), draw)
    left = {name: text for name, text in documents.items() if name not in rooms.absent}
    dealt, cuts = _dealt([case for case in cases if case.document not in rooms.absent | rooms.hidden], left, draw)
    cut, altered = _altered(cuts, left)
    kept = [case for case in dealt if all(words in altered[case.document] for words in _gold(case, documents))]
    everything = corpus_of(altered)
    opened = corpus_of({name: text for name, text in altered.items() if name not in rooms.hidden})
    made: list[_Made] = [(case, Variant.KEPT, case.question) for case in kept]
    made += [(case, Variant.DELETED, case.question) for case in cut]
    made += _twisted(kept, documents, everything, draw)
    made += _out_of_sight(cases, rooms, opened)
    questions = (
        Operated(
            case=case,
            variant=variant,
            fold=rooms.folds[case.document],
            question=question,
            gold=_gold(case, documents),
        )
        for case, variant, question in _limited(made, most, draw)
    )
    return Surgery(
        open={name: text for name, text in altered.items() if name not in rooms.hidden},
        hidden={name: text for name, text in altered.items() if name in rooms.hidden},
        questions=tuple(questions),
    )


def _gold(case: Case, documents: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(documents[case.document][start:end] for start, end in case.spans)


def _rooms(names: Sequence[str], draw: random.Random) -> _Rooms:
    """Deal out the documents, each top folder by itself, so that both folds see every sort of document.

    Of three or more documents of a folder at least one is hidden, of six or more two, of ten or more one is left out.
    """
    folders: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        folders[name.split("/", 1)[0]].append(name)
    hidden: set[str] = set()
    absent: set[str] = set()
    folds: dict[str, Fold] = {}
    for order in folders.values():
        draw.shuffle(order)
        some = max(int(len(order) * HIDDEN_SHARE), (len(order) >= 3) + (len(order) >= 6))
        more = max(int(len(order) * ABSENT_SHARE), int(len(order) >= 10))
        hidden.update(order[:some])
        absent.update(order[some : some + more])
        folds |= {name: (Fold.CALIBRATE, Fold.CONFIRM)[place % 2] for place, name in enumerate(order)}
    return _Rooms(frozenset(hidden), frozenset(absent), folds)


def _dealt(
    cases: Sequence[Case], documents: Mapping[str, str], draw: random.Random
) -> tuple[list[Case], dict[Case, tuple[Cut, ...]]]:
    """Return the cases that stay whole, and those to be cut with their cuts; a paragraph is one or the other."""
    by_paragraph: defaultdict[tuple[str, int], list[Case]] = defaultdict(list)
    for case in cases:
        by_paragraph[case.document, _paragraph(case, documents[case.document])].append(case)
    sentences = {name: sentences_of(documents[name]) for name in sorted({case.document for case in cases})}
    kept: list[Case] = []
    cut: dict[Case, tuple[Cut, ...]] = {}
    for (name, _), some in by_paragraph.items():
        if draw.random() >= CUT_SHARE:
            kept += some
            continue
        found = {case: cuts_of(case, documents[name], sentences[name]) for case in some}
        possible = sorted({cuts for cuts in found.values() if cuts is not None})
        if possible:
            one = draw.choice(possible)
            cut |= {case: one for case, cuts in found.items() if cuts == one}
    return kept, cut


def _paragraph(case: Case, text: str) -> int:
    """Return where the paragraph of the case's first span begins, for a cell where its row does."""
    start = case.spans[0][0]
    return start if case.key is not None else text.rfind("\n\n", 0, start)


def _altered(cut: Mapping[Case, tuple[Cut, ...]], documents: Mapping[str, str]) -> tuple[list[Case], dict[str, str]]:
    """Return the cases whose answer is really gone and the documents after their cuts.

    A cut that leaves its answer standing is undone, which may bring back what another needed gone; so it is
    repeated until nothing more has to be undone.
    """
    remaining = dict(cut)
    while True:
        by_document: defaultdict[str, list[Cut]] = defaultdict(list)
        for case, cuts in remaining.items():
            by_document[case.document] += cuts
        altered = {name: without(text, by_document.get(name, ())) for name, text in documents.items()}
        corpus = corpus_of(altered)
        gone = {case: cuts for case, cuts in remaining.items() if _is_gone(case, documents, corpus)}
        if len(gone) == len(remaining):
            return list(gone), altered
        remaining = gone


def _is_gone(case: Case, documents: Mapping[str, str], corpus: Corpus) -> bool:
    """Tell whether neither the gold words nor the answer can be found after the cuts.

    A cell's answer may recur in other rows; what must not recur is a line with both the row's name and the answer.
    """
    if any(corpus.anywhere(words) for words in _gold(case, documents)):
        return False
    if case.key is None:
        return not corpus.holds(case.answer, case.document) and not corpus.tells(case.question, case.answer)
    key, answer = plain(case.key), plain(case.answer)
    return not any(key in paragraph and answer in paragraph for _, paragraph in corpus.paragraphs)


def _twisted(kept: Sequence[Case], documents: Mapping[str, str], corpus: Corpus, draw: random.Random) -> list[_Made]:
    """Return twisted copies of the cases that stayed whole and whose question is a sentence, not a key and a name."""
    asked = [case for case in kept if not case.written]
    names = names_in(asked) or ("Nobody",)
    made: list[_Made] = []
    for case in asked:
        start, end = case.spans[0]
        twists = (
            (Variant.SWAPPED, swapped(case, corpus, names, draw)),
            (Variant.PREMISE, false_premise(case, documents[case.document][start:end], corpus, draw)),
        )
        made += [(case, variant, question) for variant, question in twists if question is not None]
    return made


def _out_of_sight(cases: Sequence[Case], rooms: _Rooms, opened: Corpus) -> list[_Made]:
    """Return the questions about hidden documents, for both callers, and about those left out."""
    made: list[_Made] = []
    for case in cases:
        if case.document not in rooms.hidden | rooms.absent or opened.tells(case.question, case.answer):
            continue
        if case.document in rooms.absent:
            made.append((case, Variant.ABSENT, case.question))
        else:
            made += [(case, Variant.HIDDEN, case.question), (case, Variant.SHOWN, case.question)]
    return made


def _limited(made: Sequence[_Made], most: int, draw: random.Random) -> list[_Made]:
    """Return at most `most` per variant, in turns from the top folders and in each from its documents.

    So no long document and no large folder fills the set.
    """
    chosen: list[_Made] = []
    for variant in Variant:
        folders: defaultdict[str, defaultdict[str, list[_Made]]] = defaultdict(lambda: defaultdict(list))
        for one in made:
            if one[1] is variant:
                folders[one[0].document.split("/", 1)[0]][one[0].document].append(one)
        shuffled = [[draw.sample(some, len(some)) for some in documents.values()] for documents in folders.values()]
        chosen += _in_turns([_in_turns(documents) for documents in shuffled])[:most]
    return chosen


def _in_turns(rows: Sequence[Sequence[_Made]]) -> list[_Made]:
    """Return the first of each row, then the second of each that has one, and so on."""
    return [one for turn in zip_longest(*rows) for one in turn if one is not None]
