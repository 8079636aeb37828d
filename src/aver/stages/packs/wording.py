"""Where the words of a pack stand in an inquiry.

A word may end or begin with `*` for any further letters (`Klarglas*`), a space in it stands for spaces or a hyphen.
The longest word at a place is the one that stands there, so "clear glass" is not also "glass".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aver.patterns import regex
from aver.values.readings import Span

_CLAUSE_ENDS = regex(r"[,;.!?](?=\s|$)|\n|(?<=\s)(?:and|und|at|bei|with|mit|or|oder)(?=\s)", re.IGNORECASE)
_BETWEEN = regex(r"\b(?:between|zwischen)\s(?:(?!\b(?:and|und)\b)[^,;.!?\n])*$", re.IGNORECASE)
LOOK_BACK = 200
"""Code points around a place in which the rest of its clause is looked for."""
LONGEST_SPELLING = 80
"""Code points within which the spelling of a unit ends."""
SLIP_FROM = 5
"""Letters from which a part of a word may have a slip: of a shorter one, one letter makes another word."""
COMPOUND_FROM = 4
"""Letters from which a word may be the beginning or end of a compound."""
DENIALS = (
    "anything but", "everything but", "all but", "no longer", "never again", "not a single", "by no means",
    "except for", "exception of", "aside from", "excluding", "free of", "free from", "bis auf", "Ausnahme von",
    "Ausnahme der",
    "nicht mehr", "nie mehr", "nie wieder", "keinesfalls", "keineswegs", "niemals", "auf keinen Fall", "abgesehen von",
)  # fmt: skip
"""What denies the choice that follows, in any domain; a pack adds the negations of its own."""
_DENIALS_AFTER = (
    "ruled out", "excluded", "out of the question", "does not occur", "doesn't occur", "ausgeschlossen", "entfällt",
    "entfallen", "fällt weg", "fallen weg", "kommt nicht vor", "kommen nicht vor", "nicht in Frage", "nicht infrage",
)  # fmt: skip
"""What denies, at the end of its clause or before its end, the choice that stands before it."""
_WRITTEN_OUT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_UMLAUT = regex("[äöüß]", re.IGNORECASE)
_CODE = regex(r"[A-Za-z]\d")
_ONLY = regex(r"\s+(?:only|nur|just|bloß)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place that says one of the words in `words`: the positions in the list that was looked for."""

    span: Span
    words: frozenset[int]


def mentions(words: Sequence[str], text: str) -> tuple[Mention, ...]:
    """Return the places of `words` in `text`, in order and apart; a word listed twice is found for both."""
    found = [
        (match.start(), -match.end(), number)
        for number, word in enumerate(words)
        for match in _pattern(word).finditer(text)
    ]
    kept: list[Mention] = []
    for start, end in sorted({(start, end) for start, end, _ in found}):
        if not kept or start >= kept[-1].span.end:
            numbers = frozenset(number for one, other, number in found if (one, other) == (start, end))
            kept.append(Mention(span=Span(start=start, end=-end), words=numbers))
    return tuple(kept)


def owned(words: Iterable[tuple[str, Sequence[str]]], text: str) -> tuple[tuple[Span, frozenset[str]], ...]:
    """Return the places of `text` that say a word, each with the names of those that the word is one of."""
    pairs = [(name, word) for name, own in words for word in own]
    found = mentions([word for _, word in pairs], text)
    return tuple((one.span, frozenset(pairs[number][0] for number in one.words)) for one in found)


def nearly_said(words: Sequence[str], text: str) -> bool:
    """Whether one of `words` stands in `text`, a slip of one letter in each of its longer parts aside."""
    if mentions(words, text):
        return True
    said = [one.casefold() for one in re.findall(r"[^\W\d_]+", text)]
    return any(
        all(_nearly(part, one) for part, one in zip(parts, said[start:], strict=False))
        for word in words
        if not any(sign.isdigit() for sign in word)
        for parts in [word.casefold().split()]
        for start in range(len(said) - len(parts) + 1)
    )


def stands_among(word: str, words: Iterable[str]) -> bool:
    """Whether one of `words` is `word`, or a compound that begins or ends with it ("Strom" in "Ausgangsstrom")."""
    ends = len(word) >= COMPOUND_FROM
    return any(word == one or (ends and (one.startswith(word) or one.endswith(word))) for one in words)


def _nearly(part: str, said: str) -> bool:
    stem = part.strip("*")
    if len(stem) < SLIP_FROM or part[:1] == "*":
        return says(part, said)
    ends = range(len(stem) - 1, len(stem) + 2) if part[-1:] == "*" else (len(said),)
    return any(_one_slip(stem, said[:end]) for end in ends)


def _one_slip(one: str, other: str) -> bool:
    """Whether a letter too many, too few, another or two in each other's place makes one of the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    left, right = one[start:], other[start:]
    swapped = left[2:] == right[2:] and left[:2] == right[1::-1]
    return left[1:] == right[1:] or left[1:] == right or left == right[1:] or swapped


def says(word: str, text: str) -> bool:
    """Whether `text` as a whole is the word."""
    return _pattern(word).fullmatch(text) is not None


def ending_at(word: str, text: str, position: int) -> int | None:
    """Return where `word` ends that starts at `position` of `text`, None where it doesn't; a digit may stand before."""
    found = _pattern(word).match(text[position : position + LONGEST_SPELLING])
    return None if found is None else position + found.end()


def clause_ends(text: str, start: int, end: int) -> tuple[Span, ...]:
    """Return what ends a clause between `start` and `end`: punctuation, "with" and the like, an "and" that joins.

    A full stop in a number isn't followed by a space; the "and" of "between this and that" ends nothing.
    """
    found = _CLAUSE_ENDS.finditer(text, start, end)
    return tuple(
        Span(start=one.start(), end=one.end())
        for one in found
        if one[0].lower() not in ("and", "und")
        or _BETWEEN.search(text[max(0, one.start() - LOOK_BACK) : one.start()]) is None
    )


def starts_in(span: Span, places: Iterable[Span]) -> bool:
    """Whether `span` begins in one of `places`."""
    return any(place.start <= span.start < place.end for place in places)


def negated(text: str, span: Span, negations: Sequence[str], *, within: int = 1) -> bool:
    """Whether a negation stands in the clause before `span`, at most `within` words away; "not only" is none."""
    begin = max(0, span.start - LOOK_BACK)
    ends = clause_ends(text, begin, span.start)
    clause = text[ends[-1].end if ends else begin : span.start]
    places = mentions(negations, clause)
    if not places:
        return False
    rest = clause[places[-1].span.end :]
    return len(rest.split()) <= within and _ONLY.match(rest) is None


def negated_after(text: str, span: Span, negations: Sequence[str]) -> bool:
    """Whether the clause of `span` ends in a negation and a word at most ("im Freien setzen wir ihn nicht ein").

    So does one that rules out what it speaks of. What such a negation denies is open.
    """
    limit = min(len(text), span.end + LOOK_BACK)
    ends = clause_ends(text, span.end, limit)
    clause = text[span.end : ends[0].start if ends else limit]
    places = mentions(negations, clause)
    if mentions(_DENIALS_AFTER, clause):
        return True
    return bool(places) and len(clause[places[-1].span.end :].split()) <= 1


@lru_cache(maxsize=1 << 14)
def _pattern(word: str) -> re.Pattern[str]:
    """Return what finds `word`; a code such as NS-R200 is not found in the longer code NS-R200-S.

    Umlauts may be written out ("Empfaenger"), and the hyphens of a code left out or put as spaces ("NSR200 S").
    """
    parts = [re.escape(part).replace(r"\*", r"\w*") for part in word.split()]
    if _CODE.search(word):
        parts = [part.replace(r"\-", r"[\s\-]?") for part in parts]
    middle = r"[\s\-]+".join(parts)
    middle = _UMLAUT.sub(lambda one: f"(?:{one[0]}|{_WRITTEN_OUT[one[0].lower()]})", middle)
    before = r"(?<!\w)" if word[:1].isalnum() or word[:1] == "*" else ""
    after = r"(?!\w)" if word[-1:].isalnum() or word[-1:] == "*" else ""
    if any(sign.isdigit() for sign in word):
        after += r"(?!-(?:[A-Z]|\d){1,3}(?!\w))"
    return re.compile(f"{before}{middle}{after}", re.IGNORECASE)
