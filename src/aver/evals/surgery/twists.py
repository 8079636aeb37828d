"""Questions about what is not there: another name or date put into a real one, and a premise that is false.

A twist is kept only where the new words stand nowhere in the document asked about, and in no paragraph of the
corpus beside half of the question's other words, so that it has no answer anywhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from aver.evals.surgery.cases import Case
from aver.evals.surgery.corpus import Corpus, content_terms
from aver.patterns import regex

YEAR = regex(r"(?<![\d-])(1[0-9]{3}|20[0-9]{2})(?![\d-])")
NUMBER = regex(r"(?<![\w.,-])(\d{1,3}(?:\.\d)?)(?![\w.,-])")
NAME = regex(r"(?<=[a-z,] )(?:[A-Z][a-z]+[\w’'-]*)(?: (?:of |de |von )?[A-Z][a-z]+[\w’'-]*)*(?!\w)")
GERMAN = regex(r"\b(?:der|die|das|ein|eine|wurde|welche[rsn]?|wann|wie|von|und|ist|war)\b", re.IGNORECASE)

TRIES = 12
PREMISE_LIMIT = 180
"""Code points of a sentence that is turned into a premise."""


def names_in(cases: Sequence[Case]) -> tuple[str, ...]:
    """Return the names that stand inside the questions of `cases`, sorted; German capitals tell nothing."""
    found = {name for case in cases if not GERMAN.search(case.question) for name in NAME.findall(case.question)}
    return tuple(sorted(found))


def swapped(case: Case, corpus: Corpus, names: Sequence[str], draw: random.Random) -> str | None:
    """Return the question with one year or name replaced by one of the same sort, None where none fits."""
    years = list(YEAR.finditer(case.question))
    places = years or ([] if GERMAN.search(case.question) else list(NAME.finditer(case.question)))
    if not places:
        return None
    place = draw.choice(places)
    rest = case.question[: place.start()] + case.question[place.end() :]
    for _ in range(TRIES):
        other = _other_year(place.group(), draw) if years else draw.choice(list(names))
        alike = years or len(other.split()) == len(place.group().split())
        if alike and _is_free(other, rest, case.document, corpus):
            return case.question[: place.start()] + other + case.question[place.end() :]
    return None


def false_premise(case: Case, sentence: str, corpus: Corpus, draw: random.Random) -> str | None:
    """Return a question why something is so that is not so: the sentence with one year or number changed."""
    words = " ".join(sentence.split()).rstrip(".!?")
    places = list(YEAR.finditer(words)) or list(NUMBER.finditer(words))
    if not places or not 30 <= len(words) <= PREMISE_LIMIT or "|" in words:
        return None
    place = draw.choice(places)
    for _ in range(TRIES):
        other = _other_year(place.group(), draw) if YEAR.fullmatch(place.group()) else str(draw.randint(2, 997))
        rest = words[: place.start()] + words[place.end() :]
        if other != place.group() and _is_free(other, rest, case.document, corpus):
            premise = words[: place.start()] + other + words[place.end() :]
            return f"Warum gilt: {premise}?" if GERMAN.search(words) else f"Why is it that {premise}?"
    return None


def _other_year(year: str, draw: random.Random) -> str:
    return str(int(year) + draw.choice([-1, 1]) * draw.randint(2, 40))


def _is_free(words: str, rest: str, document: str, corpus: Corpus) -> bool:
    """Tell whether `words` stand neither in the document nor anywhere beside half of the `rest` of the question."""
    if corpus.holds(words, document):
        return False
    terms = content_terms(rest)
    return bool(terms) and not any(_word_in(words, paragraph) for _, paragraph in corpus.near(terms))


def _word_in(words: str, paragraph: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words.lower())}(?!\w)", paragraph) is not None
