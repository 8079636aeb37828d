"""What an inquiry asks for in words that the pack doesn't list: by its likeness to the questions that the pack does.

Likeness decides which task or property is meant, never alone: "how heavy is the box of the sensor" is like a question
about its weight. So no word may be left that neither the pack's own questions about it, nor its words, nor a form of
asking account for, and nothing may be denied or limited that they don't deny or limit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aver.stages.packs.asking import FORMS, LIMITING, without
from aver.stages.packs.wording import clause_ends, mentions, nearly_said, stands_among
from aver.stages.planning.words import content, folded, set_of
from aver.stages.sentences import split
from aver.values.packs import Attribute, Pack, Task
from aver.values.readings import Raised, Span

Cosines: TypeAlias = Callable[[str, tuple[str, ...]], Sequence[float]]
"""How like a text is to each of several, as cosines of the built-in encoder."""

NEAR = 0.60
"""The cosine from which a question may be one of the pack's."""
APART = 0.03
"""By how much it has to be more like the questions about one thing than like those about any other."""
RAISED = 0.50
"""The cosine from which a sentence or clause raises a topic (benchmarks/asked_in_other_words.py has all three)."""
_MEASURES = set_of(
    """
    long high low big large small great lang hoch hohe groß große tief weit schnell schnelle quick quickly stark
    """
)
"""Forms of asking that choose what is asked: how long a cable is, is not how heavy it is."""


@dataclass(frozen=True, slots=True)
class _Best:
    owner: Task | Attribute
    score: float
    ahead: float
    sentence: Span


def meant(text: str, pack: Pack, read: Collection[Span], cosines: Cosines) -> Task | Attribute | None:
    """Return the task or property that `text` asks for by its meaning, None where that is open.

    `read` are the places of what was read of its parameters.
    """
    sentences = _asking(text)
    best = max(
        (one for sentence in sentences for one in _nearest(text, sentence, pack, cosines)),
        key=lambda one: one.score,
        default=None,
    )
    if best is None or best.score < NEAR or best.ahead < APART:
        return None
    return best.owner if _accounted(without(text, [best.sentence], read), best.owner) else None


def raised_in(text: str, pack: Pack, cosines: Cosines) -> tuple[Raised, ...]:
    """Return the topics that a sentence or clause of `text` is like, each with the places that are."""
    parts = [(one, text[one.start : one.end]) for one in _parts(text)]
    found = []
    for topic in pack.topics:
        spans = tuple(span for span, part in parts if topic.asks and max(cosines(part, topic.asks)) >= RAISED)
        if spans:
            found.append(Raised(topic=topic.name, spans=spans))
    return tuple(found)


def _asking(text: str) -> list[Span]:
    """Return the one sentence that asks, every one where none does by itself ("is that so?"), none where several do."""
    sentences = [Span(start=start, end=end) for start, end in split(text)]
    asking = [one for one in sentences if "?" in text[one.start : one.end]]
    if len(asking) > 1:
        return []
    saying = [one for one in asking if content(text[one.start : one.end]) - FORMS]
    return saying or sentences


def _nearest(text: str, sentence: Span, pack: Pack, cosines: Cosines) -> Iterator[_Best]:
    owners: list[Task | Attribute] = [one for one in pack.tasks if one.asks]
    owners += [one for one in pack.attributes if one.asks]
    asks = [(number, ask) for number, one in enumerate(owners) for ask in one.asks]
    if not asks:
        return
    found = cosines(_anonymous(text[sentence.start : sentence.end], pack), tuple(ask for _, ask in asks))
    scores = [0.0] * len(owners)
    for (number, _), cosine in zip(asks, found, strict=True):
        scores[number] = max(scores[number], cosine)
    order = sorted(range(len(owners)), key=lambda number: -scores[number])
    second = scores[order[1]] if len(order) > 1 else 0.0
    yield _Best(owners[order[0]], scores[order[0]], scores[order[0]] - second, sentence)


def _anonymous(sentence: str, pack: Pack) -> str:
    """Return `sentence` with what the pack calls a product for every name of one, which makes no question another."""
    for place in reversed(mentions([word for one in pack.products for word in one.words], sentence)):
        sentence = f"{sentence[: place.span.start]}{pack.called}{sentence[place.span.end :]}"
    return sentence


def _accounted(left: str, owner: Task | Attribute) -> bool:
    """Whether everything that is `left` of a sentence is known of questions about `owner`."""
    words = [word.replace("*", "") for word in _words(owner)]
    said = " ".join((*owner.asks, *words))
    if not (LIMITING & set(folded(left))) <= set(folded(said)):
        return False
    known = content(said)
    rest = content(" ".join(word for word in folded(left) if word not in FORMS - _MEASURES and len(word) > 1))
    return bool(rest) and all(stands_among(word, known) or nearly_said(tuple(known), word) for word in rest)


def _words(owner: Task | Attribute) -> tuple[str, ...]:
    if isinstance(owner, Attribute):
        return owner.words
    return tuple(word for way in owner.ways for group in way.words for word in group)


def _parts(text: str) -> tuple[Span, ...]:
    """Return the sentences of `text` and their clauses of three words or more."""
    found = []
    for start, end in split(text):
        found.append(Span(start=start, end=end))
        ends = clause_ends(text, start, end)
        begins = (start, *(one.end for one in ends))
        found += [Span(start=at, end=to) for at, to in zip(begins, (*(one.start for one in ends), end), strict=True)]
    return tuple(one for one in dict.fromkeys(found) if len(text[one.start : one.end].split()) >= 3)
