"""Missing restrictors are a scope raise: "only in adults" must not become a rule for everyone (H4).

A word that announces a restriction (`only`, `unless`, `nur`) is missed wherever the claim says the rest. A
plain prepositional phrase (`in adults`, `bei Kindern`) is missed only where the claim otherwise repeats its
evidence word for word: in a free wording nobody can tell it from a detail that was left out rightly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from aver.patterns import regex
from aver.stages.atoms.axes import Axis, Modality, Scope
from aver.stages.atoms.cues import word_set
from aver.stages.force.linking import Linked
from aver.stages.force.raises import Raise
from aver.stages.force.statement import Statement
from aver.stages.force.tense import times

_ONLY_WORDS = "only just solely exclusively merely nur lediglich ausschließlich bloß allein"
_ONLY = frozenset(_ONLY_WORDS.split())
_JOINING = frozenset(("and", "or", "but", "und", "oder", "aber", "sowie", "as", "while", "which", "that"))
_EDITORIAL = regex(
    r"\w+\s+(?:(?:otherwise|nicht\s+anders|not\s+otherwise)\s+)?(?:stated|noted|indicated|specified|given|shown|mentioned|marked"
    r"|angegeben|vermerkt|gekennzeichnet|ausgewiesen)(?:\s+otherwise)?\b",
    re.IGNORECASE,
)
"""A reservation about the text, not about what it tells: "unless stated otherwise"."""

HOST = 0.5
"""Share of what is restricted that the claim must carry."""
GONE = 0.34
"""Share of the restriction's own content words up to which it counts as dropped."""
LONGEST_PHRASE = 6
"""Words of a phrase that "only" restricts; longer, it is a clause."""
WEAK = 2
"""Level up to which a cue in the run is itself what the claim lost; it is compared as a cue."""
NEAR = 0.55
"""Closeness from which a deleted phrase is a deletion and no free wording."""
OWN_WORDS = 0.75
"""Coverage below which a free wording has so many words of its own that one may well be the restriction."""
REPEATS = 0.9
"""Coverage of the claim that goes with it."""


def raised_by_unsaying(linked: Linked) -> Iterator[Raise]:
    """Yield a modal raise where the evidence says whose statement it is and the claim makes it a fact."""
    evidence = linked.evidence
    for start, end in evidence.spans("ATTRIBUTIONS"):
        own = evidence.within(start, end)
        if not own or linked.claim.spans("ATTRIBUTIONS"):
            continue
        near = [n for n in evidence.clause(evidence.clauses[own[-1]]) if n not in own and evidence.words[n].content]
        near = [n for n in near if abs(n - own[0]) <= LONGEST_PHRASE]
        rest = [n for n in range(len(evidence.words)) if n not in own and n not in near]
        if near and not any(n in linked.carried for n in near) and linked.share(rest) >= HOST:
            place = len(linked.claim.text.rstrip(" .!?"))
            last = evidence.words[max(near[-1], own[-1])].end
            yield Raise(
                axis=Axis.MODALITY,
                claimed=int(Modality.PLAIN),
                stated=int(Modality.HEDGED),
                start=place,
                end=place,
                instead=evidence.text[start:last],
                source=(start, last),
            )


def raised_by_dropping(linked: Linked) -> Iterator[Raise]:
    """Yield one raise for each restriction of the evidence that the claim drops."""
    dropped: list[tuple[int, int]] = []
    for first, last in _announced(linked):
        if not any(a <= first <= b for a, b in dropped):
            dropped.append((first, last))
    if linked.closeness >= NEAR and linked.coverage >= REPEATS:
        dropped += [gap for gap in _deleted_phrases(linked) if not any(a <= gap[1] and gap[0] <= b for a, b in dropped)]
    for first, last in dropped:
        yield _raise(linked, first, last)


def _announced(linked: Linked) -> Iterator[tuple[int, int]]:
    """Yield first and last word of every announced restriction that is not kept."""
    evidence = linked.evidence
    reworded = linked.closeness < NEAR and linked.coverage < OWN_WORDS
    for start, end in evidence.spans("RESTRICTORS"):
        own = evidence.within(start, end)
        if not own or own[0] in linked.in_order.values() or _is_in_a_cue(evidence, start, end):
            continue
        if _EDITORIAL.match(evidence.text, start):
            continue
        tail = [n for n in evidence.clause(evidence.clauses[own[-1]]) if n > own[-1]]
        host = list(range(own[0])) or list(range(tail[-1] + 1 if tail else own[-1] + 1, len(evidence.words)))
        if evidence.words[own[0]].folded in _ONLY:
            governed = tail[:4] or host
            if linked.claim.spans("RESTRICTORS"):
                continue
            if linked.share(governed) >= HOST:
                yield own[0], own[-1]
            elif linked.share(host) >= HOST and not _is_clause(evidence, tail):
                yield own[0], tail[-1] if tail else own[-1]
        elif linked.share(tail) > GONE or linked.share(host) < HOST or _own_restriction(linked):
            continue
        elif not reworded and not _is_event(evidence, own, tail):
            yield own[0], tail[-1] if tail else own[-1]


def _is_in_a_cue(evidence: Statement, start: int, end: int) -> bool:
    """Whether the word is part of a longer cue ("without exception"), which is compared as such; "may only" is none."""
    cues = (cue for cue in evidence.cues if (cue.axis, cue.level) != (Axis.MODALITY, Modality.PLAIN))
    return any(cue.start <= start and end <= cue.end and cue.end - cue.start > end - start for cue in cues)


def _is_clause(evidence: Statement, tail: list[int]) -> bool:
    """Whether what follows is a statement of its own ("but only trams are permitted") and no restriction."""
    finite = word_set("PAST_VERBS", evidence.language) | word_set("PRESENT_VERBS", evidence.language)
    return len(tail) > LONGEST_PHRASE or any(evidence.words[n].folded in finite for n in tail)


def _is_event(evidence: Statement, own: list[int], tail: list[int]) -> bool:
    """Whether "when she was 15" tells when something happened, or the restriction belongs to another conjunct."""
    past = word_set("PAST_VERBS", evidence.language)
    joined = own[0] > 0 and evidence.words[own[0] - 1].folded in ("and", "or", "und", "oder")
    return joined or any(evidence.words[n].folded in past for n in tail)


def _own_restriction(linked: Linked) -> bool:
    """Whether the claim has a restriction in words of its own, which may well be the same one."""
    claim = linked.claim
    for start, end in claim.spans("RESTRICTORS"):
        own = claim.within(start, end)
        if own and own[0] not in linked.in_order:
            return True
    return False


def _deleted_phrases(linked: Linked) -> Iterator[tuple[int, int]]:
    evidence = linked.evidence
    opening = {n for start, end in evidence.spans("NARROWING") for n in evidence.within(start, end)}
    for first, last in _gaps(linked):
        content = [n for n in range(first, last + 1) if evidence.words[n].content]
        if not content or not _same_sentence_part(evidence, first, last):
            continue
        moved = any(n in linked.carried for n in content)
        narrows = first in opening or _ends_the_sentence(evidence, first, last)
        if narrows and not moved and not _joins(evidence, last) and not _spoken_for(evidence, content):
            yield first, last


def _ends_the_sentence(evidence: Statement, first: int, last: int) -> bool:
    """Whether the run is a phrase of two words or more that closes a sentence without a comma before it."""
    if last + 1 < len(evidence.words) or last - first < 1 or first == 0:
        return False
    gap = evidence.text[evidence.words[first - 1].end : evidence.words[first].start]
    return not gap.strip() and evidence.words[first].folded not in _JOINING


def _joins(evidence: Statement, last: int) -> bool:
    """Whether the run ends in a conjunction: then it is one of several members, not a limit on the rest."""
    return evidence.words[last].folded in ("and", "or", "und", "oder")


def _spoken_for(evidence: Statement, content: list[int]) -> bool:
    """Whether the run is a cue, a date or the bound of a number, which other rules compare."""
    spans = [(cue.start, cue.end) for cue in evidence.cues] + list(evidence.bounds) + times(evidence)
    covered = [any(a <= evidence.words[n].start < b for a, b in spans) for n in content]
    weak = {n for cue in evidence.cues if cue.level <= WEAK for n in evidence.within(cue.start, cue.end)}
    return all(covered) or any(n in weak for n in content)


def _gaps(linked: Linked) -> Iterator[tuple[int, int]]:
    """Yield the runs of evidence words that the claim leaves out without putting anything in their place."""
    order = sorted(linked.in_order.items())
    for (ours, theirs), (our_next, their_next) in pairwise(order):
        if our_next == ours + 1 and their_next > theirs + 1:
            yield theirs + 1, their_next - 1
    if order and order[0][0] == 0 and order[0][1] > 0:
        yield 0, order[0][1] - 1
    if order and order[-1][0] == len(linked.claim.words) - 1 and order[-1][1] < len(linked.evidence.words) - 1:
        yield order[-1][1] + 1, len(linked.evidence.words) - 1


def _same_sentence_part(evidence: Statement, first: int, last: int) -> bool:
    """Whether the run is one phrase and not the rest of a sentence with clauses of its own."""
    return evidence.clauses[last] - evidence.clauses[first] <= 1 and last - first < 12


def _raise(linked: Linked, first: int, last: int) -> Raise:
    words = linked.evidence.words
    place = _place(linked, first, last)
    source = words[first].start, words[last].end
    return Raise(
        axis=Axis.SCOPE,
        claimed=int(Scope.PLAIN),
        stated=int(Scope.SOME),
        start=place,
        end=place,
        instead=linked.evidence.text[source[0] : source[1]],
        source=source,
    )


def _place(linked: Linked, first: int, last: int) -> int:
    """Return where in the claim the dropped words belong: after what precedes them, else before what follows."""
    back = {theirs: ours for ours, theirs in linked.in_order.items()}
    before = next((back[n] for n in range(first - 1, -1, -1) if n in back), None)
    if before is not None:
        return linked.claim.words[before].end
    after = next((back[n] for n in range(last + 1, len(linked.evidence.words)) if n in back), None)
    return linked.claim.words[after].start if after is not None else len(linked.claim.text.rstrip(" .!?"))
