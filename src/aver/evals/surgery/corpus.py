"""Is a question answered anywhere in a corpus? Decided by words alone, and rather once too often than too seldom.

A paragraph that holds the answer (or, for an answer with figures, one of its figures) beside half of the question's
content words counts as telling it. What counts so is never labelled unanswerable.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from aver.evals.matching import fold
from aver.patterns import regex
from aver.stages.analyser import term_keys

TELLING_SHARE = 0.5
"""Share of the question's content words that a paragraph must hold to tell the answer."""

_THOUSANDS = regex(r"(?<=\d)[,.  ](?=\d{3}\b)")
_FIGURES = regex(r"\d[\d.,:/-]*")
_FUNCTION = frozenset(
    term_keys(
        "a an the of in on at to for from by with and or as is are was were be been do does did has have had "
        "it its this that these those what which who whom whose when where why how many much long old there "
        "their they not no than der die das den dem des ein eine einer eines einem und oder von in im am an "
        "auf zu zur zum mit für bei aus ist sind war waren wird wurde wurden was welche welcher welches wer "
        "wann wo wie viele warum wem wen hat haben hatte "
    )
)


def plain(text: str) -> str:
    """Return text as it is compared: folded, without thousands separators."""
    return _THOUSANDS.sub("", fold(text))


def content_terms(question: str) -> frozenset[int]:
    """Return the distinct terms of a question without its function words."""
    return frozenset(term_keys(question)) - _FUNCTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Documents ready to be asked: their plain texts, plain paragraphs, and which paragraphs hold a term."""

    documents: Mapping[str, str]
    paragraphs: tuple[tuple[str, str], ...]
    holding: Mapping[int, tuple[int, ...]]

    def holds(self, words: str, document: str) -> bool:
        """Tell whether `words` stand in one document, between word boundaries."""
        return _stands(plain(words), self.documents[document])

    def anywhere(self, words: str) -> bool:
        """Tell whether `words` stand in any document, word boundaries or not."""
        wanted = plain(words)
        return any(wanted in text for text in self.documents.values())

    def near(self, terms: frozenset[int]) -> tuple[tuple[str, str], ...]:
        """Return `(document, paragraph)` of every paragraph that holds at least half of `terms`."""
        counts = Counter(number for term in terms for number in self.holding.get(term, ()))
        least = max(1, TELLING_SHARE * len(terms))
        return tuple(self.paragraphs[number] for number, count in counts.items() if count >= least)

    def tells(self, question: str, answer: str) -> bool:
        """Tell whether a paragraph holds the answer, or a figure of it, beside half of the question's words."""
        wanted = {plain(answer), *(found.strip(".,:/-") for found in _FIGURES.findall(plain(answer)))}
        return any(_stands(words, paragraph) for _, paragraph in self.near(content_terms(question)) for words in wanted)


def corpus_of(documents: Mapping[str, str]) -> Corpus:
    """Return documents ready to be asked; a paragraph ends at a blank line, a table row is one of its own."""
    paragraphs: list[tuple[str, str]] = []
    holding: defaultdict[int, list[int]] = defaultdict(list)
    for name, text in documents.items():
        for words in _paragraphs(text):
            for term in set(term_keys(words)):
                holding[term].append(len(paragraphs))
            paragraphs.append((name, plain(words)))
    return Corpus(
        documents={name: plain(text) for name, text in documents.items()},
        paragraphs=tuple(paragraphs),
        holding={term: tuple(numbers) for term, numbers in holding.items()},
    )


def _paragraphs(text: str) -> list[str]:
    blocks = re.split(r"\n\s*\n", text)
    rows = (row for block in blocks for row in (block.split("\n") if "|" in block else [block]))
    return [row for row in rows if row.strip()]


def _stands(wanted: str, text: str) -> bool:
    """Tell whether `wanted` stands in `text`, no word cut at either end."""
    place = text.find(wanted) if wanted else -1
    while place >= 0:
        before, after = text[place - 1 : place], text[place + len(wanted) : place + len(wanted) + 1]
        if not (before.isalnum() and wanted[0].isalnum()) and not (after.isalnum() and wanted[-1].isalnum()):
            return True
        place = text.find(wanted, place + 1)
    return False
