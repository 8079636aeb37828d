"""Make minimal pairs for evidence force from real sentences, with labels that hold by construction (H4).

Every pair fixes one evidence and sets a claim that says the same beside one raised along one axis. Decoys go
with them, all to be accepted: the evidence itself, an edit that changes nothing, and weaker claims over
stronger evidence; so that "longer loses" or "any difference is a raise" cannot score.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aver.evals.force_frames import FACTORS, OUTCOMES
from aver.evals.force_wordings import IRRELEVANT, Wording, WordingSet
from aver.evals.laundering import OVERCLAIMED, SUPPORTED
from aver.patterns import regex
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import Language

SENTENCE = regex(r"[A-ZÄÖÜ][^`|{}<>=\\_#*\n\t\[\]]{40,220}[a-zäöüß0-9%)]\.")
_AUX = {
    "en": regex(r"\b(?:is|are|has|have|will)\b(?! not)"),
    "de": regex(r"\b(?:ist|sind|wird|werden|hat|haben)\b(?! nicht)"),
}
_NUMBER = regex(
    r"(?<![\w.,:/$€£-])(?:[2-9]|[1-9]\d{1,2}|[1-9]\d?[.,]\d)(?=(?:\s?%|\s[a-zäöüß]{3,}"
    r"|\s[A-ZÄÖÜ][a-zäöüß]{2,}))(?!\s(?:of|and|or|to|und|oder|bis|Abs|Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug"
    r"|Sep|O[ck]t|Nov|De[cz])\w*)"
)
_BOUND_BEFORE = regex(
    r"(?:about|around|than|least|most|over|under|to|and|nearly|almost|approximately|roughly|only|within"
    r"|exactly|section|§|nr\.|no\."
    r"|chapter|version|python|pep|als|rund|etwa|bis|über|unter|nach|nur|artikel|absatz|satz|nummer|art|abs\."
    r"|am|of|step|table|figure|type|phase|level|born|between|day)\s*$",
    re.IGNORECASE,
)

_OTHER_SIDE = ("at least", "mindestens")
"""Raised to the other side of a number, a claim is not stronger than the evidence but against it."""
_BEYOND = regex(
    r"\b(?:more than|in excess of|over|above|(?:some\w+ )?less than|below|under|fewer than"
    r"|mehr als|über|unter|weniger als) #"
)
"""Levels that leave the number itself out: 20 is neither more nor less than 20, so no decoy is made of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """One labelled item; `pair` joins the two of a pair, `kind` says how it was made, `wording` which words "
    "did it."""

    id: str
    pair: str | None
    kind: str
    language: Language
    axis: Axis
    claim: str
    cited_span: str
    label: str
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """An evidence with a claim of equal force and one that says more."""

    evidence: str
    level: str
    raised: str
    wording: Wording


def made_pairs(
    sentences: Sequence[tuple[Language, str]], wordings: WordingSet, *, per_wording: int, seed: int = 7
) -> tuple[Made, ...]:
    """Return pairs and decoys from `sentences`, at most `per_wording` pairs of each wording, the same for a seed."""
    chance = random.Random(seed)  # noqa: S311  (sampling, no secret)
    shuffled = list(dict.fromkeys(sentences))
    chance.shuffle(shuffled)
    triples = [
        *_from_sentences(shuffled, wordings, per_wording),
        *_from_frames(chance, wordings, per_wording),
    ]
    return tuple(item for number, triple in enumerate(triples) for item in _items(number, triple))


def pair_row(item: Made) -> str:
    """Return the item as one line of the labelled-pair format."""
    fields = {"id": item.id, "pair": item.pair, "claim": item.claim, "cited_span": item.cited_span}
    return json.dumps(fields | {"axis": item.axis, "label": item.label, "kind": item.kind}, ensure_ascii=False)


def _items(number: int, triple: Triple) -> Iterator[Made]:
    pair = f"made-{number:05d}"

    def item(kind: str, claim: str, evidence: str, *, paired: bool = False) -> Made:
        return Made(
            id=f"{pair}-{kind}",
            pair=pair if paired else None,
            kind=kind,
            language=triple.wording.language,
            axis=triple.wording.axis,
            claim=claim,
            cited_span=evidence,
            label=OVERCLAIMED if kind == "raised" else SUPPORTED,
            wording=triple.wording,
        )

    yield item("level", triple.level, triple.evidence, paired=True)
    yield item("raised", triple.raised, triple.evidence, paired=True)
    match number % 3:
        case 0:
            yield item("equal", triple.evidence, triple.evidence)
        case 1 if not _is_beside(triple.wording):
            yield item("weaker", triple.level, triple.raised)
        case _:
            if (edited := _irrelevant(triple.evidence, triple.wording.language)) is not None:
                yield item("irrelevant", edited, triple.evidence)


def _is_beside(wording: Wording) -> bool:
    """Whether the level does not follow from what is stronger, because it admits another side or not the end."""
    return any(word in wording.strong for word in _OTHER_SIDE) or _BEYOND.search(wording.level) is not None


def _irrelevant(sentence: str, language: Language) -> str | None:
    return next((sentence.replace(old, new, 1) for old, new in IRRELEVANT[language] if old in sentence), None)


def _from_sentences(
    sentences: Sequence[tuple[Language, str]], wordings: WordingSet, per_wording: int
) -> Iterator[Triple]:
    makers: tuple[tuple[tuple[Wording, ...], Callable[[str, Wording], Triple | None]], ...] = (
        (wordings.adverbs, _with_adverb),
        (wordings.restrictions, _restricted),
        (wordings.hooks, _hooked),
        (wordings.numbers, _numbered),
    )
    for table, make in makers:
        for place, wording in enumerate(table):
            made = 0
            for language, sentence in _rotated(sentences, place):
                if made >= per_wording:
                    break
                triple = make(sentence, wording) if language == wording.language else None
                if triple is not None:
                    made += 1
                    yield triple


def _rotated(sentences: Sequence[tuple[Language, str]], place: int) -> Iterator[tuple[Language, str]]:
    """Yield the sentences from another beginning for each wording, so that they vary."""
    start = (place * 997) % max(1, len(sentences))
    yield from sentences[start:]
    yield from sentences[:start]


def _with_adverb(sentence: str, wording: Wording) -> Triple | None:
    place = _AUX[wording.language].search(sentence)
    if place is None or place.start() > 80:
        return None

    def said(adverb: str) -> str:
        return sentence if not adverb else f"{sentence[: place.end()]} {adverb}{sentence[place.end() :]}"

    return Triple(evidence=said(wording.weak), level=said(wording.level), raised=said(wording.strong), wording=wording)


def _restricted(sentence: str, wording: Wording) -> Triple | None:
    bare = sentence.removesuffix(".")
    if "," in bare[-40:] or _AUX[wording.language].search(sentence) is None:
        return None

    def said(end: str) -> str:
        return f"{bare}{end if end.startswith(',') else f' {end}'}."

    return Triple(evidence=said(wording.weak), level=said(wording.level), raised=sentence, wording=wording)


def _hooked(sentence: str, wording: Wording) -> Triple | None:
    places = list(
        re.finditer(rf"(?<![\w-]){re.escape(wording.weak)}(?![\w-])(?! (?:not|nicht|be able|have been))", sentence)
    )
    if len(places) != 1 or (
        wording.weak in ("most", "some") and re.search(r"\b(?:at|the) $", sentence[: places[0].start()])
    ):
        return None
    place = places[0]

    def said(word: str) -> str:
        return f"{sentence[: place.start()]}{word}{sentence[place.end() :]}"

    return Triple(evidence=sentence, level=said(wording.level), raised=said(wording.strong), wording=wording)


def _numbered(sentence: str, wording: Wording) -> Triple | None:
    place = _NUMBER.search(sentence)
    if place is None or _BOUND_BEFORE.search(sentence[: place.start()]) or place.start() == 0:
        return None

    def said(form: str) -> str:
        return f"{sentence[: place.start()]}{form.replace('#', place[0])}{sentence[place.end() :]}"

    return Triple(evidence=said(wording.weak), level=said(wording.level), raised=said(wording.strong), wording=wording)


def _from_frames(chance: random.Random, wordings: WordingSet, per_wording: int) -> Iterator[Triple]:
    for language, frames in wordings.relations.items():
        for frame in frames.weak:
            for _ in range(per_wording * 2):
                things = {"a": chance.choice(FACTORS[language]), "b": chance.choice(OUTCOMES[language])}
                wording = Wording(
                    axis=Axis.RELATION,
                    language=language,
                    weak=frame,
                    level=chance.choice(frames.level),
                    strong=chance.choice(frames.strong),
                )
                yield Triple(
                    evidence=_filled(wording.weak, things),
                    level=_filled(wording.level, things),
                    raised=_filled(wording.strong, things),
                    wording=wording,
                )


def _filled(frame: str, things: dict[str, str]) -> str:
    said = frame.format(**things)
    return said[0].upper() + said[1:]
