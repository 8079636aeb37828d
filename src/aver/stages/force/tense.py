"""Temporal validity beyond cues: a dated past must not become an undated present, an end date not be dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.patterns import regex
from aver.stages.atoms.axes import Axis, Temporal
from aver.stages.atoms.cues import word_set
from aver.stages.force.linking import Linked
from aver.stages.force.past_forms import is_verb, past_only, pasts_of
from aver.stages.force.raises import Raise
from aver.stages.force.statement import Statement

_YEAR = regex(r"(?<![\w.,/-])(?:1[5-9]|20)\d\d(?![\w%]|[.,]\d)")
_ENDS = regex(
    r"\b(?:until|till|through|up to|by|before|as of|expires?(?: on| in)?"
    r"|bis(?: zum| zur| ende| einschließlich)?|vor|stand|spätestens)"
    r"\s+(?:(?:the|end|of|dem|zum|ende|early|late|mid)\s+)*$",
    re.IGNORECASE,
)
NEAR = 0.7
"""Closeness from which a claim repeats its evidence so nearly that a changed tense is meant."""


def raised_tense(linked: Linked) -> Iterator[Raise]:
    """Yield the raises that tense and dates show."""
    dated = times(linked.evidence)
    flip = _present_for_past(linked)
    if flip is not None:
        undated = bool(dated) and not times(linked.claim)
        if undated or linked.closeness >= NEAR or linked.evidence.on(Axis.TEMPORAL):
            word, theirs = linked.claim.words[flip[0]], linked.evidence.words[flip[1]]
            yield Raise(
                axis=Axis.TEMPORAL,
                claimed=int(Temporal.PLAIN),
                stated=int(Temporal.PAST),
                start=word.start,
                end=word.end,
                instead=linked.evidence.text[theirs.start : theirs.end],
                source=(theirs.start, theirs.end),
            )
            return
    yield from _dropped_dates(linked)


def _dropped_dates(linked: Linked) -> Iterator[Raise]:
    evidence = linked.evidence
    if times(linked.claim) or _speaks_of_the_past(linked.claim):
        return
    for start, end in times(evidence):
        limit = _ENDS.search(evidence.text[:start])
        here = [n for n in evidence.within(0, len(evidence.text)) if not start <= evidence.words[n].start < end]
        clause = _around(evidence, start)
        if linked.share([n for n in here if evidence.clauses[n] == clause]) < 0.6:
            continue
        if limit is None and linked.closeness < NEAR:
            continue
        kept = {cue.level for cue in linked.claim.on(Axis.TEMPORAL) if cue.level <= Temporal.RECENT}
        if not kept:
            first = limit.start() if limit else _with_preposition(evidence.text, start)
            place = len(linked.claim.text.rstrip(" .!?"))
            yield Raise(
                axis=Axis.TEMPORAL,
                claimed=int(Temporal.PLAIN),
                stated=int(Temporal.PROVISIONAL),
                start=place,
                end=place,
                instead=evidence.text[first:end],
                source=(first, end),
            )
            return


def _with_preposition(text: str, start: int) -> int:
    found = re.search(
        r"\b(?:in|on|at|since|during|im|am|seit|ab|vom|from|year|jahr)\s+(?:(?:the|year|jahr|dem)\s+)*$",
        text[:start],
        re.I,
    )
    return found.start() if found else start


def _around(statement: Statement, place: int) -> int:
    return next((statement.clauses[n] for n, word in enumerate(statement.words) if word.end > place), 0)


def times(statement: Statement) -> list[tuple[int, int]]:
    """Return the spans of the dates and bare years of a statement, times of day left out."""
    spans = [(date.start, date.end) for date in statement.dates if date.readings]
    years = (found.span() for found in _YEAR.finditer(statement.text))
    return spans + [(a, b) for a, b in years if not any(start <= a < end for start, end in spans)]


def _present_for_past(linked: Linked) -> tuple[int, int] | None:
    """Return a present verb of the claim and the past verb of the evidence in whose place it stands."""
    claim, evidence = linked.claim, linked.evidence
    past, present = word_set("PAST_VERBS", evidence.language), word_set("PRESENT_VERBS", claim.language)
    for ours, word in enumerate(claim.words):
        if word.folded not in present or ours in linked.in_order:
            continue
        before, after = linked.in_order.get(ours - 1), linked.in_order.get(ours + 1)
        theirs = after - 1 if after else before + 1 if before is not None and _ends_clause(claim, ours) else -1
        if 0 <= theirs < len(evidence.words) and evidence.words[theirs].folded in past:
            return ours, theirs
    return _present_verb_for_past(linked)


def _ends_clause(statement: Statement, number: int) -> bool:
    clauses = statement.clauses
    return number + 1 >= len(clauses) or clauses[number + 1] != clauses[number]


def _present_verb_for_past(linked: Linked) -> tuple[int, int] | None:
    """The same for full verbs, in the same place or beside it: `requires` for `required`, `geht` for `ging`."""
    claim, evidence = linked.claim, linked.evidence
    if claim.language != evidence.language or linked.closeness < NEAR:
        return None
    for ours, word in enumerate(claim.words):
        pasts = pasts_of(word.folded, claim.language)
        here = (theirs for theirs in _places(linked, ours) if evidence.words[theirs].folded in pasts)
        theirs = next((theirs for theirs in here if is_verb(evidence, theirs)), None)
        if theirs is not None and is_verb(claim, ours):
            return ours, theirs
    return None


def _places(linked: Linked, ours: int) -> Iterator[int]:
    """Yield the evidence words that a claim word may stand for: its partner, or what its neighbours' partners leave."""
    if ours in linked.in_order:
        yield linked.in_order[ours]
        return
    before, after = linked.in_order.get(ours - 1), linked.in_order.get(ours + 1)
    if before is not None and before + 1 < len(linked.evidence.words):
        yield before + 1
    if after:
        yield after - 1


def _speaks_of_the_past(statement: Statement) -> bool:
    return is_past(statement) or any(word.folded.endswith("ed") for word in statement.words)


def is_past(statement: Statement) -> bool:
    """Whether an auxiliary or a cue puts the statement in the past."""
    past = word_set("PAST_VERBS", statement.language) | past_only(statement.language)
    cues = statement.on(Axis.TEMPORAL)
    return any(word.folded in past for word in statement.words) or any(cue.level == Temporal.PAST for cue in cues)
