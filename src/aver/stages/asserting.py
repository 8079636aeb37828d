"""From a question to the proposition it asks about, and from a proposition to its negation, in English and German.

By grammar alone: a yes/no question has its verb put behind its subject, "why" and "how" questions presuppose
theirs, every other wh-question asserts nothing and gives None, as does a question whose subject can't be told
from its predicate. A noun phrase stands for its existence. Nothing is guessed: no model is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.patterns import regex
from aver.stages.asserting_words import (
    ADVERBS,
    AUXILIARIES,
    BE,
    DETERMINERS,
    GERMAN,
    GERMAN_FINITE,
    GERMAN_MODAL,
    GERMAN_PRONOUNS,
    LEADING,
    NEGATIVES,
    OPENINGS,
    PREDICATIVE,
    PREPOSITIONS,
    PRESUPPOSING,
    PRONOUNS,
    VERBS,
    WH,
)
from aver.stages.propositions.lexicon import SUBORDINATES

_TAG = regex(r"[,\s-]+(?:right|correct|or\s+not|isn't\s+it|is\s+it|oder|oder\s+nicht|richtig|nicht\s+wahr)\s*$", re.I)
_OUTER = "\"'“”„‚‘’«»()[]{}*_.,;:!?…"


def proposition_of(asked: str) -> str | None:
    """Return what a yes/no, "why" or "how" question is about as a statement; a statement is returned as it is."""
    text = _TAG.sub("", " ".join(asked.split()).rstrip("?!. ")).rstrip(" ,")
    words = text.split()
    if not any(sign.isalnum() for sign in text):
        return None
    first = _low(words[0])
    if first in PRESUPPOSING and len(words) > 2 and _low(words[1]) in AUXILIARIES | GERMAN_FINITE:
        return proposition_of(" ".join(words[1:]) + "?")
    if _asks_for_a_part(words):
        return None
    if first in OPENINGS and "," in text:
        opening, rest = text.split(",", 1)
        inner = proposition_of(rest + "?")
        return None if inner is None else f"{opening}, {_lowered(inner)}"
    if first in AUXILIARIES:
        words[0] = (_affirmed(words[0]) or [words[0]])[0]
        return _inverted(words, _subject_end(_low(words[0]), words))
    if first in GERMAN_FINITE:
        return _inverted(words, _german_subject_end(words))
    return text


def asks_whether(asked: str) -> bool:
    """Whether a question asks if something holds, so that a document can take a stance on it."""
    first = asked.split(maxsplit=1)[0].casefold() if asked.strip() else ""
    return first not in PRESUPPOSING and proposition_of(asked) is not None


def negated(proposition: str) -> str:
    """Return the proposition that says the opposite; one that is negated already loses its negation.

    Raises ValueError for a text without words.
    """
    text = " ".join(proposition.split()).rstrip("?!. ")
    words = text.split()
    if not words:
        raise ValueError("there is nothing to negate")
    begin, end = _main_clause(words)
    for place in range(begin, end):
        if (freed := _affirmed(words[place])) is not None:
            return " ".join([*words[:place], *freed, *words[place + 1 :]])
    if _is_german(words):
        return _german_negated(words, begin)
    found = _english_negated(words, begin, end) or _english_negated(words, begin, len(words))
    if found is None and _low(words[begin]) in DETERMINERS | PRONOUNS:
        return f"it is not true that {text}"
    return found or " ".join([*words[:begin], "no", *words[begin:]])


def _asks_for_a_part(words: Sequence[str]) -> bool:
    """Say whether a wh-word opens a question, alone, with a verb drawn to it, or behind prepositions: "what's the fee",
    "by how many", "bis zu welchem Alter"."""
    lows = [_low(word) for word in words]
    led = next((place for place, low in enumerate(lows) if low not in LEADING), 0)
    asked = lows[led].removesuffix("'s").removesuffix("'re")
    return asked in WH and (asked != "was" or _is_german(words))


def _lowered(text: str) -> str:
    """Return what stood at the beginning of a sentence as it stands inside one."""
    return text[:1].lower() + text[1:] if _low(text.split()[0]) in DETERMINERS | PRONOUNS | GERMAN else text


def _low(word: str) -> str:
    return word.lower().strip(_OUTER).replace("’", "'")


def _inverted(words: Sequence[str], end: int | None) -> str | None:
    """Put the verb that opens a question behind its subject, which ends before `end`."""
    if end is None or end >= len(words):
        return None
    verb = words[0].lower()
    subject = " ".join(words[1:end])
    if _low(words[1]) in DETERMINERS | PRONOUNS | GERMAN:
        subject = subject[:1].upper() + subject[1:]
    return f"{subject} {verb} {' '.join(words[end:])}"


def _subject_end(auxiliary: str, words: Sequence[str]) -> int | None:
    """Return where the predicate begins that belongs to the auxiliary `words[0]`, None where it can't be told."""
    lows = [_low(word) for word in words]
    if len(lows) > 2 and lows[1] in PRONOUNS:
        return 2
    begins = _begins_after_be if auxiliary in BE else _begins_after_do
    for place in range(2, len(words)):
        if not _is_attributive(lows, place) and begins(lows, place):
            return place
    later = range(2, len(words))
    if auxiliary in BE:
        return next((place for place in later if lows[place] in PREPOSITIONS - {"of"}), None)
    objects = (place - 1 for place in later if lows[place] in DETERMINERS and lows[place - 1] not in PREPOSITIONS)
    return next((place for place in objects if place >= 2 and lows[place - 1] not in DETERMINERS), None)


def _is_attributive(lows: Sequence[str], place: int) -> bool:
    """Say whether a word stands inside a noun phrase: "the closed", "from lazily imported"."""
    before = place - 2 if lows[place - 1].endswith("ly") else place - 1
    return lows[before] in PREPOSITIONS | DETERMINERS


def _begins_after_do(lows: Sequence[str], place: int) -> bool:
    """After "does" or a modal the predicate begins with a bare verb, or an adverb before it."""
    following = lows[place + 1] if place + 1 < len(lows) else ""
    adverb = lows[place].endswith("ly") or lows[place] in ADVERBS
    return lows[place] in VERBS | NEGATIVES or (adverb and following in VERBS)


def _begins_after_be(lows: Sequence[str], place: int) -> bool:
    """After a form of "be" or "have" it begins with a participle, an adjective, an adverb, or a new noun phrase."""
    return lows[place] in DETERMINERS | NEGATIVES or PREDICATIVE.fullmatch(lows[place]) is not None


def _german_subject_end(words: Sequence[str]) -> int | None:
    """A German subject is a pronoun, or ends with its first run of capitalised words and a genitive after it."""
    lows = [_low(word) for word in words]
    if len(lows) > 2 and lows[1] in GERMAN_PRONOUNS:
        return 2
    place = 1
    while place < len(words) and not words[place][:1].isupper():
        place += 1
    place += 1
    while lows[1] not in GERMAN and place < len(words) and words[place][:1].isupper():
        place += 1
    if place < len(words) - 1 and lows[place] in ("des", "der") and words[place + 1][:1].isupper():
        place += 2
    return place if place < len(words) else None


def _main_clause(words: Sequence[str]) -> tuple[int, int]:
    """Return where the main clause begins and ends: behind an opening and its comma, before the next conjunction."""
    begin = 0
    if _low(words[0]) in OPENINGS:
        begin = next((place + 1 for place, word in enumerate(words[:-1]) if word.endswith(",")), 0)
    later = range(begin + 2, len(words))
    return begin, next((place for place in later if _low(words[place]) in SUBORDINATES - {"both"}), len(words))


def _affirmed(word: str) -> list[str] | None:
    """Return what stays of a negating word, None for any other word."""
    low = _low(word)
    if low == "cannot":
        return ["can"]
    if low.endswith("n't"):
        stem = {"can't": "can", "won't": "will", "shan't": "shall"}.get(low, low.removesuffix("n't"))
        return [stem]
    if low.startswith("kein"):
        return ["ein" + low.removeprefix("kein")]
    return [] if low in NEGATIVES else None


def _english_negated(words: Sequence[str], begin: int, end: int) -> str | None:
    for place in range(begin + 1, end):
        low = _low(words[place])
        if low in AUXILIARIES:
            auxiliary = ["cannot"] if low == "can" else [words[place], "not"]
            return " ".join([*words[:place], *auxiliary, *words[place + 1 :]])
    for place in range(begin + 1, end):
        support = _do_support(_low(words[place - 1]), _low(words[place]))
        if support is not None:
            return " ".join([*words[:place], *support, *words[place + 1 :]])
        if _past_of(_low(words[place])) and place > begin + 1:
            return " ".join([*words[:place], "not", *words[place:]])
    return None


def _do_support(before: str, word: str) -> list[str] | None:
    """Return the negated form of a main verb in the present, None for what isn't surely one."""
    if before in DETERMINERS - PRONOUNS | PREPOSITIONS:
        return None
    base = next(
        (one for one in (word.removesuffix("s"), word.removesuffix("es")) if one != word and one in VERBS), None
    )
    if base is None and before in ("it", "he", "she") and word.endswith("s"):
        base = word.removesuffix("s")
    if base is not None:
        return ["does", "not", base]
    plural = before in PRONOUNS or (before.endswith("s") and word not in PREPOSITIONS | {"like"})
    return ["do", "not", word] if word in VERBS and plural else None


def _past_of(word: str) -> bool:
    return any(one != word and one in VERBS for one in (word.removesuffix("d"), word.removesuffix("ed")))


def _german_negated(words: Sequence[str], begin: int) -> str:
    for place in range(begin, len(words)):
        low = _low(words[place])
        if low not in GERMAN_FINITE:
            continue
        following = _low(words[place + 1]) if place + 1 < len(words) else ""
        if re.fullmatch(r"eine?[mnrs]?", following):
            return " ".join([*words[: place + 1], f"k{following}", *words[place + 2 :]])
        framed = low in GERMAN_MODAL and place + 1 < len(words) and re.fullmatch(r"\w+(?:en|t)", _low(words[-1]))
        cut = len(words) - 1 if framed else place + 1 if low in ("ist", "sind", "war", "waren") else len(words)
        return " ".join([*words[:cut], "nicht", *words[cut:]])
    return " ".join([*words[:begin], "kein", *words[begin:]])


def _is_german(words: Sequence[str]) -> bool:
    return sum(_low(word) in GERMAN for word in words) > sum(_low(word) in DETERMINERS | AUXILIARIES for word in words)
