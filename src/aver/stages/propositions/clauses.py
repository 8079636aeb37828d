"""Take a sentence apart into main clauses, its leading condition and its trailing qualifier, by closed word lists.

Cutting too little is a clumsy statement, cutting too much a false one. So a cut needs a finite verb on both
sides and nothing subordinate before it (what somebody "says that" holds only under the saying), a choice
("or") is never cut, and where the subject of a clause can't be told the sentence stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.propositions import lexicon as lex

LONGEST_SENTENCE = 2_000
"""Code points; a longer one stays whole."""

LONGEST_SUBJECT = 12
"""Words; a longer stretch before the verb is no plain subject."""

SUBJECT_TURN = 8
"""Words within which a clause after a joint must show its verb."""

CLOSED = regex(r"\([^()]*\)|\[[^\[\]]*\]|`[^`]*`|\"[^\"]*\"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A main clause; `subject` is its own, or the one it shares with the clause before (then `shared`)."""

    start: int
    end: int
    subject: Span | None
    shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence taken apart; the qualifier is the condition or exception it ends with."""

    clauses: tuple[Clause, ...]
    condition: Span | None = None
    qualifier: Span | None = None


def take_apart(text: str, start: int, end: int) -> Sentence:
    """Return the parts of the sentence `[start, end)`; there is always one clause."""
    if end - start > LONGEST_SENTENCE:
        return Sentence(clauses=(Clause(start=start, end=end, subject=None),))
    closed = [match.span() for match in CLOSED.finditer(text, start, end)]
    condition = _leading(text, start, end, closed)
    begin = start if condition is None else _skip(text, condition[1], end)
    qualifier = _trailing(text, begin, end, closed)
    stop = end if qualifier is None else begin + len(text[begin : qualifier[0]].rstrip(" \t\n,"))
    clauses = tuple(_clauses(text, begin, stop, closed))
    if qualifier is not None and not _may_share(text, clauses[-1].start, *qualifier):
        clauses = (Clause(start=begin, end=stop, subject=subject_of(text, begin, stop)),)
    return Sentence(clauses=clauses, condition=condition, qualifier=qualifier)


def subject_of(text: str, start: int, end: int) -> Span | None:
    """Return the stretch before the first finite verb where that is a plain subject, else None."""
    verb = lex.finite(text, start, end)
    if verb is None or verb.start == start:
        return None
    stretch = list(lex.words(text, start, verb.start))
    after = lex.first_word(text, verb.end, end)
    marked = any(mark in text[start : verb.start] for mark in ",;:()")
    if not 0 < len(stretch) <= LONGEST_SUBJECT or marked or after in lex.AFTER_VERB_SUBJECTS:
        return None
    if not any(len(word.low) > 1 and word.low.isalpha() for word in stretch):
        return None
    if stretch[0].low in lex.PREPOSITIONS or any(word.low in lex.SUBORDINATES for word in stretch):
        return None
    later = lex.PERSONAL | lex.DEMONSTRATIVE
    if any(word.low in later for word in stretch[1:]) or (len(stretch) > 1 and stretch[0].low in lex.PERSONAL):
        return None
    return stretch[0].start, stretch[-1].end


def _leading(text: str, start: int, end: int, closed: list[Span]) -> Span | None:
    """Return the condition a sentence begins with, its comma included: both sides of the comma have a verb."""
    if lex.first_word(text, start, end) not in lex.CONDITION and not lex.LONG_CONDITION.match(text, start):
        return None
    for comma in re.finditer(r",\s", text[start:end]):
        place = start + comma.start()
        goes_on = lex.first_word(text, place + 1, end) in {"and", "or", "but", "und", "oder", "aber", *lex.RELATIVES}
        noun = text[place + 1 : end].split(maxsplit=2)
        article = len(noun) > 1 and noun[1][:1].isupper() and noun[0].lower() in lex.RELATIVES
        if _inside(place, closed) or (goes_on and not article):
            continue
        if lex.finite(text, start, place) and lex.finite(text, place + 1, end):
            return start, place + 1
    return None


def _trailing(text: str, start: int, end: int, closed: list[Span]) -> Span | None:
    """Return the condition or exception a sentence ends with, its closing stop included."""
    for match in lex.TRAILING.finditer(text, start, end):
        begin = match.start("opening")
        if not _inside(begin, closed) and lex.finite(text, start, begin) is not None:
            return (begin, end) if len(text[begin:end].split()) > 1 else None
    return None


def _may_share(text: str, last: int, start: int, end: int) -> bool:
    """Say whether a qualifier may be put to every clause, which makes each of them say less and none more.

    "Only if" would say more, and "unless they agree" something else where "they" are others.
    """
    opening = {word.low for word, _ in zip(lex.words(text, start, end), range(4), strict=False)}
    near = {word.low for word in lex.words(text, last, end)}
    return not (opening & lex.PERSONAL or near & {"only", "nur"})


def _clauses(text: str, start: int, end: int, closed: list[Span]) -> Iterator[Clause]:
    subject = subject_of(text, start, end)
    begin, shared = start, False
    for joint in lex.JOINT.finditer(text, start, end):
        if _inside(joint.start(), closed) or not _may_cut(text, start, joint.start()):
            continue
        if lex.finite(text, begin, joint.start()) is None:
            continue
        going_on = subject is not None and joint["word"] is not None and _goes_on(text, joint.end(), end)
        own = None if going_on else _own_subject(text, joint, end)
        if not going_on and own is None:
            continue
        yield Clause(start=begin, end=joint.start(), subject=subject, shared=shared)
        begin, subject, shared = joint.end(), subject if going_on else own, going_on
    yield Clause(start=begin, end=end, subject=subject, shared=shared)


def _goes_on(text: str, start: int, end: int) -> bool:
    """Say whether a verb opens the stretch and no subject of its own follows it."""
    opening = [word.low for word, _ in zip(lex.words(text, start, end), range(2), strict=False)]
    return len(opening) == 2 and opening[0] in lex.OPENS_PREDICATE and opening[1] not in lex.AFTER_VERB_SUBJECTS


def _own_subject(text: str, joint: re.Match[str], end: int) -> Span | None:
    """Return the subject of the clause after a comma and "and", or a semicolon, where its verb comes soon."""
    own = subject_of(text, joint.end(), end)
    marked = joint["comma"] is not None or joint["semicolon"] is not None
    return own if own is not None and marked and len(text[own[0] : own[1]].split()) < SUBJECT_TURN else None


def _may_cut(text: str, start: int, place: int) -> bool:
    """Say whether what stands before a joint is a plain main clause: nothing subordinate, no verb-first condition.

    "Sind die Kosten gedeckt, ..." and "Should the tenant pay, ..." are conditions without an "if".
    """
    opens = not re.search(r",\s*\Z", text[max(0, start - 3) : start])
    for word in lex.words(text, start, place):
        if word.low in lex.SUBORDINATES or (opens and word.low in lex.OPENS_PREDICATE):
            return False
        opens = text[word.end - 1] in ",;:" or (opens and not word.low.isalpha())
    return re.search(r",\s+(?:den|dem|deren|dessen|denen|der|die|das|in|mit)\s+[a-zäöüß]", text[start:place]) is None


def _inside(place: int, closed: list[Span]) -> bool:
    return any(start < place < end for start, end in closed)


def _skip(text: str, place: int, end: int) -> int:
    """Return where the words after a comma begin."""
    rest = text[place:end]
    return place + len(rest) - len(rest.lstrip(", \t\n"))
