"""The sentence that says in the very words of a question what it asks for (G5): "Charging costs 0.28 EUR per kWh."

"What does charging cost?" turned into a statement is "charging costs ...". A sentence that begins so, and goes on with
something of the kind that is asked, needs nobody to judge whether it answers. The words have to be the same, endings
aside, and in the same order; articles don't count. English questions are turned by their auxiliary, German ones by
their verb.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from aver.patterns import regex
from aver.stages.analyser import file_name, term_keys
from aver.stages.atoms.dates import dates_in
from aver.stages.atoms.quantities import quantities_in
from aver.stages.designations import designated
from aver.stages.graph.naming import words_of
from aver.stages.other_case import says_how_long, says_how_often, says_time
from aver.stages.planning.references import refers_back
from aver.stages.planning.words import AUXILIARIES, FUNCTION_WORDS, NEGATIONS, PREPOSITIONS, folded, set_of
from aver.stages.quotation import Unit, sentences_of
from aver.stages.same_question import ALIKE_WORDS, DROPPED_WORDS
from aver.stages.wanted import is_question
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage

SAID = 0.7
"""How likely such a sentence answers, measured on documents and questions of `tests/traps`."""

MOST_NAMED = 3
"""Words of a question that may be left to the title of a document or the heading of a section."""

MOST_BETWEEN = 6
"""Words that what is asked for may take up within the sentence or before the rest of it."""

_DOES = set_of("do does did")
_IS = set_of("is are ist sind")
_AMOUNTS = ("beträgt", "betragen", "lautet", "lauten", "lasts", "last")
"""What a statement may have for the "is" of a question about a value."""

_WORD = regex(r"\w+(?:[.\-–/_'’:+@]\w+)*")
_MARKS = regex(r"[\s>*_#]*(?:[-+•]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+)?[*_]*")
_ASKS = regex(
    r"^\s*(?P<word>when|where|who|what|which|how\s+(?:long|much|many|often|far|fast|high|big|large|old|deep|wide)"
    r"|wann|wo|wer|was|welche[rsnm]?|wie\s+(?:lange?|oft|weit|schnell|hoch|groß|alt|tief|breit|teuer)|wie\s?viele?)\b(?P<rest>[^?]+)\??\s*$",
    re.IGNORECASE,
)
_WHICH = set_of("which welche welcher welches welchen welchem")
"""Ask for one of what the noun behind them names, which has to stand by what is told; "what" may."""

_OF_A_NOUN = _WHICH | {"what", "how many", "how much"}
"""What a noun may stand behind, before the verb that is moved."""

_NO_ONE = FUNCTION_WORDS | set_of(
    """
    each other another same different certain one ones several many few both following given respective relevant
    andere anderer anderen anderes gleiche gleichen bestimmte mehrere viele wenige beide beiden folgende folgenden jeder
    """
)
"""Words that name nothing: "every form", "the following one", "this"."""

_GERMAN = regex(r"^\s*w(?:ann|o|er|as|ie|ieviele?|elche[rsnm]?)\b", re.IGNORECASE)
_PLACE = regex(
    r"\W*(?:in|at|on|near|from|to|under|behind|beside|next|inside|outside|within|between|opposite|im|am|an|auf|bei|beim|vor|hinter"
    r"|neben|über|unter|zwischen|gegenüber|zu[rm]?)\b",
    re.IGNORECASE,
)
_SOMEBODY = regex(
    r"\W*(?:(?:the|an?|only|any|every|all|each|both|der|die|das|eine?|nur|jede[rs]?|alle)\b|(?!(?i:it|he|she|they|we|you|this"
    r"|that|these|there|es|er|sie|wir)\b)[A-ZÄÖÜ])"
)
_TELLS = regex(
    r"\b(?:that|which|who|whom|whether|if|when|because|as|nobody|says?|said|claims?|believes?|thinks?|dass|ob|wenn|weil|sagt|meint)\b",
    re.IGNORECASE,
)
"""What makes a clause of its own of what stands before the words of a question."""

_ELSEWHERE = regex(r"\b(?:there|dort|dorthin)\b", re.IGNORECASE)
"""Points at a place told of before, which may be another."""

_VALUE = regex(
    r"\W*(?:(?:about|around|at\s+(?:least|most)|up\s+to|currently|now|only|still|between|from|approximately|roughly|exactly|etwa|rund|ca\.?"
    r"|mindestens|höchstens|bis\s+zu|derzeit|nur)\s+)*(?:[€$£]\s?)?(?:(?:EUR|USD|GBP|CHF)\s?)?(?:\d|(?-i:[A-ZÄÖÜ]))",
    re.IGNORECASE,
)
"""How a figure or a name begins."""


def _has_number(text: str) -> bool:
    return bool(quantities_in(text))


def has_time(text: str) -> bool:
    """Whether `text` names a time or a date."""
    return bool(dates_in(text)) or says_time(text)


KINDS: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "when": has_time,
        "wann": has_time,
        "where": lambda text: _PLACE.match(text) is not None,
        "wo": lambda text: _PLACE.match(text) is not None,
        "who": lambda text: _SOMEBODY.match(text) is not None,
        "wer": lambda text: _SOMEBODY.match(text) is not None,
        "how long": says_how_long,
        "wie lange": says_how_long,
        "wie lang": says_how_long,
        "how often": says_how_often,
        "wie oft": says_how_often,
    }
)
"""Whether a text is of the kind that a question asks for; of any other it has to be a number."""


Key = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question: its word ("how long"), the verb that is moved, if any, the words before it and those after it, and
    all of it behind its word as it stands; a German one says by its articles who does what."""

    word: str
    verb: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    rest: str
    german: bool


@dataclass(frozen=True, slots=True)
class _Word:
    key: Key
    start: int
    end: int


def said_there(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the one sentence, in the selected current packets, that says in the words of `question` what it asks for.

    None where there is none, or several that don't say the same.
    """
    asked = _parsed(question)
    if asked is None:
        return None
    found: dict[str, Unit] = {}
    for packet in packets:
        passage = packet.passage
        if packet.selected and passage.freshness is Freshness.ACTIVE and passage.kind is not ChunkKind.CODE:
            wordings = (asked, *_without_names(asked, passage))
            for unit in sentences_of(packet):
                if not is_question(unit.text) and _says(unit.text, wordings):
                    found.setdefault(" ".join(folded(unit.text)), unit)
    return next(iter(found.values())) if len(found) == 1 else None


def _without_names(asked: _Asked, passage: Passage) -> Iterator[_Asked]:
    """Yield a question without what names the document or section that a passage is of, where something else is left:
    "the warranty of the HX40" is "the warranty" in the manual of the HX40; not in that of HX40 and HX60, nor in a
    section about something that isn't asked about."""
    title, heading = passage.title.text, passage.heading
    file = " ".join(words_of(file_name(passage.uri)))
    called = {word.key for word in _words(f"{title}\n{heading}\n{file}")}
    told_about = {word.key for word in _words(heading)} - {word.key for word in _words(title)}
    if len(designated(title)) > 1 or (told_about and told_about.isdisjoint(map(_key, asked.after))):
        return
    named = [place for place, word in enumerate(asked.after) if _key(word) in called]
    for count in range(min(len(named), MOST_NAMED), 0, -1):
        for left in combinations(named, count):
            kept = tuple(word for place, word in enumerate(asked.after) if place not in _with_lead(asked.after, left))
            told = any(word not in FUNCTION_WORDS and word not in PREPOSITIONS for word in kept)
            if told and not asked.german:
                yield replace(asked, after=kept)


def _with_lead(words: Sequence[str], left: Sequence[int]) -> frozenset[int]:
    """Return the places `left` and those of the prepositions right before: "of" in "of the HX40"."""
    return frozenset((*left, *(place - 1 for place in left if place and words[place - 1] in PREPOSITIONS)))


def _parsed(question: str) -> _Asked | None:
    """Return a question taken apart, None where it isn't one that a statement in its words answers."""
    found = _ASKS.match(question)
    words = () if found is None else tuple(word for word in folded(found["rest"]) if word not in DROPPED_WORDS)
    if found is None or len(words) < 2 or refers_back(question) or not NEGATIONS.isdisjoint(words):
        return None
    rest = found["rest"].strip().casefold()
    word, german = " ".join(found["word"].casefold().split()), _GERMAN.match(question) is not None
    places = [int(word in _WHICH)] if german else [place for place, one in enumerate(words[:4]) if one in AUXILIARIES]
    if word in _WHICH and 0 in places:
        return None
    if places and (places[0] == 0 or word in _OF_A_NOUN):
        at = places[0]
        return _Asked(word, words[at], words[:at], words[at + 1 :], rest, german) if words[at + 1 :] else None
    return _Asked(word, "", (), words, rest, german) if word in ("who", "what") or word in _WHICH else None


def _says(text: str, wordings: Sequence[_Asked]) -> bool:
    """Whether a sentence says what is asked in one of its wordings."""
    marks = _MARKS.match(text)
    said = text[marks.end() if marks else 0 :]
    words = list(_words(said))
    return any(_answers(said, words, asked) for asked in wordings)


def _answers(said: str, words: Sequence[_Word], asked: _Asked) -> bool:
    """Whether a sentence has the words of a question, and something of its kind where they leave it open."""
    if not _in_tense([said[word.start : word.end].casefold() for word in words], words, asked):
        return False
    counted = {_key(word) for word in asked.before}
    between = (gap for gap in _gaps(said, words, asked) if counted <= {word.key for word in _words(_near(gap))})
    return any(_is_of_kind(gap, asked) for gap in (*between, *_subjects(said, words, asked)))


def _in_tense(said: Sequence[str], words: Sequence[_Word], asked: _Asked) -> bool:
    """Whether a sentence tells of the time that is asked about: "opens" answers "does open", "opened" "did open"."""
    if asked.german or (asked.verb and asked.verb not in _DOES):
        return True
    past = asked.verb == "did"
    for word in asked.after:
        there = [one for one, told in zip(said, words, strict=True) if told.key == _key(word)]
        other = [one for one in there if (one in (f"{word}s", f"{word}es") if past else _is_past(one, word))]
        if there and other == there:
            return False
    return True


def _is_past(said: str, asked: str) -> bool:
    return said.endswith("ed") and not asked.endswith(("ed", "eds"))


def _gaps(text: str, words: Sequence[_Word], asked: _Asked) -> Iterator[str]:
    """Yield what a sentence says between the words of a question, or behind them, where it begins with them."""
    if not asked.verb or (asked.word == "wer" and not text.casefold().startswith(asked.rest.partition(" ")[2])):
        return
    keys, after = [word.key for word in words], [_key(word) for word in asked.after]
    verbs = [asked.verb, *(_AMOUNTS if asked.verb in _IS and asked.word not in ("who", "wer") else ())]
    moved = [[] if verb in _DOES else [_key(verb)] for verb in verbs]
    for place in range(len(after), 0, -1):
        heads, tail = [[*after[:place], *verb] for verb in moved], after[place:]
        head = next((head for head in heads if keys[: len(head)] == head), None)
        if head is None:
            continue
        behind = text[words[len(head) - 1].end :]
        if not tail:
            yield behind
        elif keys[len(head) : len(head) + len(tail)] == tail:
            yield text[words[len(head) + len(tail) - 1].end :]
        elif asked.after[place] in PREPOSITIONS or (asked.german and len(tail) == 1):
            for between in range(1, MOST_BETWEEN + 1):
                at = len(head) + between
                if keys[at : at + len(tail)] == tail:
                    yield text[words[len(head) - 1].end : words[at].start]


def _subjects(text: str, words: Sequence[_Word], asked: _Asked) -> Iterator[str]:
    """Yield what a sentence says before the words of a question, or behind "by": who does what is asked."""
    keys, after = [word.key for word in words], [_key(word) for word in asked.after]
    if asked.verb and asked.before:
        after = [*map(_key, asked.before), _key(asked.verb), *after]
    elif asked.verb and (asked.german or asked.word == "who"):
        after = [_key(asked.verb), *after]
    elif asked.verb:
        return
    for place in range(1, MOST_BETWEEN + 1):
        if (
            len(after) > 1
            and keys[place : place + len(after)] == after
            and (not asked.german or asked.rest in text.casefold())
        ):
            before = text[: words[place].start]
            if not _TELLS.search(before) and "," not in before and NEGATIONS.isdisjoint(folded(before)):
                yield before
    for place in range(1, len(after)) if asked.word == "who" else ():
        for verb in ("is", "was", "were"):
            head = [*after[place:], _key(verb), *after[:place], _key("by")]
            if keys[: len(head)] == head:
                yield text[words[len(head) - 1].end :]


def _is_of_kind(gap: str, asked: _Asked) -> bool:
    """Whether what a sentence says in the place that a question leaves open is of the kind that is asked for."""
    near = _near(gap)
    if _ELSEWHERE.search(near):
        return False
    if asked.word in _WHICH or (asked.word == "what" and asked.before):
        return _names_one(near, but=asked.before) and NEGATIONS.isdisjoint(folded(near))
    if asked.word in ("what", "was"):
        open_ = asked.verb in _DOES or not asked.verb
        return _names_one(near) if open_ else bool(near.strip(" .,;:")) and _VALUE.match(near) is not None
    return KINDS.get(asked.word, _has_number)(near)


def _names_one(text: str, but: Sequence[str] = ()) -> bool:
    """Whether a text has a word that names something, `but` the words of a question."""
    known = {_key(word) for word in but}
    return any(word not in _NO_ONE and _key(word) not in known for word in folded(text))


def _near(gap: str) -> str:
    return " ".join(gap.split()[:MOST_BETWEEN])


def _words(text: str) -> Iterator[_Word]:
    """Yield the words of a text that count, with their places."""
    for found in _WORD.finditer(text):
        word = found[0].casefold().replace("–", "-")
        if word not in DROPPED_WORDS:
            yield _Word(_key(word), found.start(), found.end())


@lru_cache(maxsize=4096)
def _key(word: str) -> Key:
    """Return what tells a word from others: of those that ask the same one for all, else the stems of its parts."""
    alike = ALIKE_WORDS.get(word)
    return (alike,) if alike else tuple(term_keys(word)) or (word,)
