"""Polarity: a negation or an opposite word that only one side has turns the claim against its evidence."""

from __future__ import annotations

from collections.abc import Iterator

from aver.stages.atoms.axes import Axis, Modality
from aver.stages.atoms.cues import opposites
from aver.stages.force.linking import Linked
from aver.stages.force.raises import Contradiction
from aver.stages.force.statement import Statement

NEAR = 0.5
"""Closeness from which opposite words stand in the same place of the same statement."""
LOOSE = 0.6
"""Coverage that a freely worded claim needs before a negation on one side counts."""
REPEATS = 0.8
"""Closeness from which another name in the same place is another name and no other word for it."""
_PREFIXES = ("un", "in", "im", "non", "dis", "ir", "il", "nicht")


def contradictions(linked: Linked) -> Iterator[Contradiction]:
    """Yield where the claim negates what the evidence affirms, or the reverse, has an opposite word or another name."""
    if is_unsettled(linked):
        return
    yield from _exchanged(linked)
    ours, theirs = _negations(linked.claim), _negations(linked.evidence)
    flips = [place for place in ours if _only_in_claim(linked, place, theirs)]
    losses = [place for place in theirs if _only_in_evidence(linked, place, ours)]
    swaps = list(_opposites(linked))
    words = linked.claim.words
    if (len(flips) + len(losses) + len(swaps)) % 2 == 0:
        return
    for place in flips:
        yield Contradiction(start=words[place].start, end=words[place].end, kind="negation")
    for place in losses:
        at = _counterpart(linked, place)
        yield Contradiction(start=words[at].start, end=words[at].end, kind="negation")
    for at in swaps:
        yield Contradiction(start=words[at].start, end=words[at].end, kind="opposite")


def is_unsettled(linked: Linked) -> bool:
    """Whether claim and evidence share so little that a negation on one side alone cannot be placed."""
    loose = linked.closeness < NEAR and linked.coverage < LOOSE
    return loose and len(_negations(linked.claim)) % 2 != len(_negations(linked.evidence)) % 2


def _exchanged(linked: Linked) -> Iterator[Contradiction]:
    """Yield the capitalised words that stand where the evidence, else word for word the same, has another."""
    if linked.closeness < REPEATS:
        return
    claim, evidence = linked.claim, linked.evidence
    for number in range(1, len(claim.words) - 1):
        before, after = linked.in_order.get(number - 1), linked.in_order.get(number + 1)
        if number in linked.links or before is None or after != before + 2 or before + 1 in linked.carried:
            continue
        ours, theirs = claim.words[number], evidence.words[before + 1]
        if claim.text[ours.start].isupper() and evidence.text[theirs.start].isupper():
            yield Contradiction(start=ours.start, end=ours.end, kind="name")


def _negations(statement: Statement) -> list[int]:
    cues = [cue for cue in statement.cues if (cue.axis, cue.level) != (Axis.MODALITY, Modality.PLAIN)]
    phrases = [*((cue.start, cue.end) for cue in cues), *statement.spans("IDIOMS"), *statement.bounds]
    spans = [
        (start, end)
        for start, end in statement.spans("NEGATIONS")
        if not any(a <= start and end <= b and b - a > end - start for a, b in phrases)
    ]
    return [places[0] for start, end in spans if (places := statement.within(start, end))]


def _governed(statement: Statement, place: int) -> list[int]:
    """Return the content words next to a negation in its clause: two after it, and in German two before."""
    clause = [n for n in statement.clause(statement.clauses[place]) if statement.words[n].content and n != place]
    after = [n for n in clause if n > place][:2]
    before = [n for n in clause if n < place][-2:]
    return after + before if statement.language == "de" or not after else after


def _only_in_claim(linked: Linked, place: int, theirs: list[int]) -> bool:
    if place in linked.in_order:
        return False
    governed = [linked.links[n] for n in _governed(linked.claim, place) if n in linked.links]
    return bool(governed) and not any(_near(linked.evidence, n, theirs, linked, side="evidence") for n in governed)


def _only_in_evidence(linked: Linked, place: int, ours: list[int]) -> bool:
    if place in linked.in_order.values():
        return False
    governed = set(_governed(linked.evidence, place))
    carried = [n for n, other in linked.links.items() if other in governed]
    return bool(carried) and not any(_near(linked.claim, n, ours, linked, side="claim") for n in carried)


def _near(statement: Statement, number: int, negations: list[int], linked: Linked, *, side: str) -> bool:
    """Whether a negation that has no partner on the other side stands in the clause of word `number` or beside it."""
    paired = set(linked.in_order.values()) if side == "evidence" else set(linked.in_order)
    clause = statement.clauses[number]
    return any(n not in paired and abs(statement.clauses[n] - clause) <= 1 for n in negations)


def _counterpart(linked: Linked, place: int) -> int:
    governed = set(_governed(linked.evidence, place))
    return next(n for n, other in sorted(linked.links.items()) if other in governed)


def _opposites(linked: Linked) -> Iterator[int]:
    if linked.closeness < NEAR:
        return
    pairs = opposites(linked.claim.language)
    cues = {
        n for cue in linked.claim.cues if cue.axis is not Axis.RELATION for n in linked.claim.within(cue.start, cue.end)
    }
    free = [w.folded for n, w in enumerate(linked.evidence.words) if n not in linked.carried]
    for number, word in enumerate(linked.claim.words):
        if (
            number not in linked.links
            and number not in cues
            and any(_opposed(word.folded, other, pairs) for other in free)
        ):
            yield number


def _opposed(one: str, other: str, pairs: frozenset[tuple[str, str]]) -> bool:
    return (one, other) in pairs or any(
        longer == prefix + shorter for longer, shorter in ((one, other), (other, one)) for prefix in _PREFIXES
    )
