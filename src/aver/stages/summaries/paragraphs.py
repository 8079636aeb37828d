"""The lowest layer, and the only one that reads text: which sentences of a paragraph carry a claim (A6).

Each sentence is weighed by what its words show, where it stands, and how much it shares with its section and
heading; a paragraph keeps its best one to three, a section's paragraphs together eight. Only these are
embedded, which is what keeps enrichment cheaper than embedding the document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from aver.stages import sentences
from aver.stages.chunking.render import name_of
from aver.stages.propositions.lexicon import DEMONSTRATIVE, PERSONAL, first_word
from aver.stages.propositions.reading import states
from aver.stages.prose import Stretch
from aver.stages.summaries.cues import attributes, signs, turns
from aver.stages.summaries.hierarchy import SectionPlace
from aver.stages.summaries.purposes import Purpose, purpose_of
from aver.values.documents import Document, Role
from aver.values.summaries import SummarySentence

PER_PARAGRAPH = 3
PER_SECTION = 8
"""Most sentences that one paragraph, and all paragraphs of a section, hand upwards."""

AT_EDGE = 0.15
"""What the first and the last sentence of a paragraph are worth more. Not more for the first: whoever argues
opens with the view that is about to be turned down."""

FEWEST_WORDS, MOST_WORDS = 5, 60
"""Sentences outside these lengths rarely state one thing that can be understood alone."""

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A sentence with what speaks for it; `vector` is its unit row (d,), empty until it is embedded."""

    sentence: SummarySentence
    weight: float
    topical: bool
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphLayer:
    """What a paragraph hands to its section: sentences that carry a claim, in order; never its text."""

    start: int
    end: int
    claims: tuple[Weighed, ...]


def paragraph_layers(document: Document, place: SectionPlace) -> tuple[ParagraphLayer, ...]:
    """Return the layers of the paragraphs of a section, not yet embedded."""
    purpose = purpose_of(place.section)
    abstract = place.role is Role.ABSTRACT
    read = [(stretch, _weighed(document, stretch, purpose)) for stretch in place.paragraphs]
    common = _common_words([one.sentence.text for _, claims in read for one in claims], place)
    layers = []
    for stretch, claims in read:
        central = [replace(one, weight=one.weight + _shared(one.sentence.text, common)) for one in claims]
        kept = central if abstract else _best(central, min(PER_PARAGRAPH, 1 + len(central) // 3))
        layers.append(ParagraphLayer(start=stretch.span[0], end=stretch.span[1], claims=tuple(kept)))
    return tuple(layers) if abstract else _limited(layers)


def embedded(layers: Sequence[ParagraphLayer], encode: Encode) -> tuple[ParagraphLayer, ...]:
    """Return `layers` with the vector of every sentence; one call of `encode` for all of them."""
    texts = [one.sentence.text for layer in layers for one in layer.claims]
    rows = iter(encode(texts)) if texts else iter(())
    return tuple(
        replace(layer, claims=tuple(replace(one, vector=next(rows)) for one in layer.claims)) for layer in layers
    )


def _weighed(document: Document, stretch: Stretch, purpose: Purpose) -> list[Weighed]:
    """Return the sentences of one paragraph that state something."""
    text = document.text
    spans = sentences.split(text[slice(*stretch.span)], start=stretch.span[0], language=stretch.language)
    plain = [" ".join(text[start:end].split()) for start, end in spans]
    turned = [*(turns(following) or attributes(following) for _, following in pairwise(plain)), False]
    found = []
    for number, (span, words) in enumerate(zip(spans, plain, strict=True)):
        if not states(text, span, led_in=False):
            continue
        shown = signs(words, purpose, turned=turned[number])
        place = AT_EDGE * (number in (0, len(spans) - 1))
        sentence = SummarySentence(start=span[0], end=span[1], text=words, role=shown.role)
        found.append(
            Weighed(
                sentence=sentence,
                weight=shown.weight + place + _form(text, span, words),
                topical=shown.topical,
                vector=np.zeros(0, np.float32),
            )
        )
    return found


def _form(text: str, span: tuple[int, int], words: str) -> float:
    """Return how much the form of a sentence speaks against it: length, markup, a pronoun at its start."""
    count = len(words.split())
    letters = sum(sign.isalpha() or sign == " " for sign in words) / max(len(words), 1)
    dangling = first_word(text, *span) in PERSONAL | DEMONSTRATIVE
    return -0.3 * (not FEWEST_WORDS <= count <= MOST_WORDS) - 0.4 * (letters < 0.75) - 0.2 * dangling


def _common_words(texts: Sequence[str], place: SectionPlace) -> dict[str, float]:
    """Return the share of the section's sentences that hold each word, words of its heading counted as common."""
    counts = Counter(word for text in texts for word in _words(text))
    common = {word: count / len(texts) for word, count in counts.items() if count > 1}
    heading = name_of(place.section[-1])
    return common | dict.fromkeys(_words(heading or ""), 1.0)


def _shared(text: str, common: dict[str, float]) -> float:
    """Return the mean share of the sentence's words, in [0, 1]: SumBasic (Nenkova and Vanderwende 2005)."""
    found = _words(text)
    return sum(common.get(word, 0.0) for word in found) / max(len(found), 1)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in text.lower().split() if len(word) > 3)


def _best(claims: Sequence[Weighed], count: int) -> list[Weighed]:
    """Return the `count` heaviest in their own order."""
    heaviest = sorted(claims, key=lambda one: (-one.weight, one.sentence.start))[:count]
    return sorted(heaviest, key=lambda one: one.sentence.start)


def _limited(layers: Sequence[ParagraphLayer]) -> tuple[ParagraphLayer, ...]:
    kept = {one.sentence.start for one in _best([one for layer in layers for one in layer.claims], PER_SECTION)}
    return tuple(
        replace(layer, claims=tuple(one for one in layer.claims if one.sentence.start in kept)) for layer in layers
    )
