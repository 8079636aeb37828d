"""Hard company for a question's passage: near misses that share its words, its topic or its form, and no answer.

Four kinds. Retrieved: BM25's best passages of the same source that hold no answer string. Given: what the data marks.
Hollowed: the passage itself without the sentence that answers. Near miss: the same passage asked about another year,
number or name. The last two are on topic (grade 1), so the model learns relevance and answerability apart.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from aver.stages.sentences import split
from aver_training.bm25 import PassageIndex
from aver_training.data import Question
from aver_training.perturbations import NUMBER, YEAR, changed_number, changed_year, names_in

DEPTH = 12
"""Retrieved passages considered (first round's recipe: BM25 top 12 minus gold)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A question and a passage under its heading path. `spans` are in `passage`; None: it answers, place unknown."""

    question: str
    passage: str
    heading: str
    grade: int
    spans: tuple[tuple[int, int], ...] | None


def gold(question: Question) -> Pair:
    return Pair(
        question=question.text,
        passage=question.context,
        heading=question.heading,
        grade=question.grade,
        spans=question.answers,
    )


def given(question: Question, rng: random.Random) -> Pair | None:
    """One of the passages that the data says do not answer."""
    if not question.negatives:
        return None
    return _wrong(question, rng.choice(question.negatives))


def retrieved(question: Question, index: PassageIndex, rng: random.Random) -> Pair | None:
    """One of BM25's best passages that is not the question's own and holds none of its answers.

    Needs marked answers: without them a passage that happens to answer could not be told.
    """
    if not question.answers:
        return None
    texts = {question.context[start:end].casefold() for start, end in question.answers}
    found = [
        index.passages[place]
        for place in index.best(question.text, DEPTH)
        if index.passages[place] != question.context
        and not any(text in index.passages[place].casefold() for text in texts)
    ]
    return _wrong(question, rng.choice(found)) if found else None


def hollowed(question: Question) -> Pair | None:
    """The passage without the sentences that hold an answer; None if it is said elsewhere too or nothing is left."""
    if not question.answers:
        return None
    texts = {question.context[start:end].casefold() for start, end in question.answers}
    kept = [
        question.context[start:end]
        for start, end in split(question.context)
        if not any(first < end and start < last for first, last in question.answers)
    ]
    rest = " ".join(text.strip() for text in kept)
    if len(kept) < 2 or any(text in rest.casefold() for text in texts):
        return None
    return Pair(question=question.text, passage=rest, heading=question.heading, grade=1, spans=())


def near_miss(question: Question, names: Sequence[str], rng: random.Random) -> Pair | None:
    """The same passage asked about another year or number (grade 1) or another name (grade 0: not about it).

    Only where the passage answers and pins the original. The replacement must not occur in the passage, else the
    changed question might have an answer there.
    """
    if question.grade != 2:
        return None
    options = [*_changed_figures(question.text, rng), *_changed_names(question, names, rng)]
    usable = [one for one in options if one.old in question.context and one.new not in question.context]
    if not usable:
        return None
    one = rng.choice(usable)
    text = question.text[: one.start] + one.new + question.text[one.start + len(one.old) :]
    return Pair(question=text, passage=question.context, heading=question.heading, grade=one.grade, spans=())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    start: int
    old: str
    new: str
    grade: int


def _wrong(question: Question, passage: str) -> Pair:
    return Pair(question=question.text, passage=passage, heading=question.heading, grade=0, spans=())


def _changed_figures(text: str, rng: random.Random) -> list[_Change]:
    years = [(match, changed_year(match.group(), rng)) for match in YEAR.finditer(text)]
    numbers = [
        (match, changed_number(match.group(), rng))
        for match in NUMBER.finditer(text)
        if not YEAR.fullmatch(match.group())
    ]
    return [_Change(start=match.start(), old=match.group(), new=new, grade=1) for match, new in (*years, *numbers)]


def _changed_names(question: Question, names: Sequence[str], rng: random.Random) -> list[_Change]:
    """Each name of the question in exchange for one of as many words that neither it nor the passage holds."""
    made = []
    for name in names_in(question.text):
        alike = [
            other
            for other in names
            if len(other.split()) == len(name.split()) and other not in question.text and other not in question.context
        ]
        if alike:
            made.append(_Change(start=question.text.index(name), old=name, new=rng.choice(alike), grade=0))
    return made
