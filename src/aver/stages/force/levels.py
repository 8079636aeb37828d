"""Compare levels cue by cue: a weak cue of the evidence must not be lost, a strong one of the claim not be added.

A lost "may" counts where the claim carries what it governs, and is kept by any cue of the claim that is as
weak. Every word may speak on several axes ("tends to" hedges and restricts); kept on one, it is kept. What holds
"for now" may be told as holding "currently": neither says anything of later.
"""

from __future__ import annotations

from collections.abc import Iterator

from aver.stages.atoms.axes import PLAIN, Axis, Relation, Temporal
from aver.stages.atoms.cues import Cue
from aver.stages.force.linking import Linked
from aver.stages.force.raises import Raise
from aver.stages.force.tense import is_past, times

LADDERS = (Axis.MODALITY, Axis.SCOPE, Axis.TEMPORAL)
"""The axes on which a statement without a cue has a level of its own in the middle."""
NEXT_WORDS = 3
"""Content words after a quantifier among which the one that it quantifies stands."""
CARRIED = 0.5
"""Share of what a cue governs that the claim must carry before the cue is missed."""
LOOSE = 0.6
"""Closeness below which a claim is a free wording, and any cue as weak will do."""
_WEAKEST = {Axis.MODALITY: 2, Axis.SCOPE: 4, Axis.TEMPORAL: 2}
"""Up to this level a cue of the evidence has to be kept."""


def raised_levels(linked: Linked) -> Iterator[Raise]:
    """Yield the raises of modality, scope and temporal validity that cues show."""
    lost = [cue for axis in LADDERS for cue in linked.evidence.on(axis) if _is_lost(linked, cue)]
    lost = [cue for cue in lost if not _kept_elsewhere(linked, cue)]
    added = [cue for axis in LADDERS for cue in linked.claim.on(axis) if _is_added(linked, cue)]
    for cue in _one_a_span(lost, linked):
        stronger = next((a for a in added if a.axis is cue.axis), None)
        yield _lost(linked, cue, stronger)
    axes_lost = {cue.axis for cue in lost}
    for span in dict.fromkeys((cue.start, cue.end) for cue in added):
        here = [cue for cue in added if (cue.start, cue.end) == span]
        if not any(cue.axis in axes_lost for cue in here):
            yield _added(_speaking(here, linked))


def _is_lost(linked: Linked, cue: Cue) -> bool:
    return cue.level <= _WEAKEST[cue.axis] and _governs_the_claim(linked, cue) and not _is_kept(linked, cue)


def _governs_the_claim(linked: Linked, cue: Cue) -> bool:
    """Whether the claim carries what `cue` speaks of: the next content words, and enough of its clause."""
    evidence = linked.evidence
    own = evidence.within(cue.start, cue.end)
    if not own:
        return False
    governed = [n for n in evidence.clause(evidence.clauses[own[0]]) if n not in own]
    if cue.axis is Axis.TEMPORAL and (host := _host(linked, own)):
        return linked.share(host) >= CARRIED
    if sum(evidence.words[n].content for n in governed) < 2:
        governed += evidence.clause(evidence.clauses[own[-1]] + 1)
    after = [n for n in governed if n > own[-1] and evidence.words[n].content][:NEXT_WORDS]
    if evidence.language == "de" or not after:
        after = [n for n in governed if evidence.words[n].content]
    nearest = after[:1] if linked.closeness >= LOOSE and evidence.language != "de" else after
    return any(n in linked.carried for n in nearest) and linked.share(governed) >= CARRIED


def _host(linked: Linked, own: list[int]) -> list[int]:
    """Return the clause that a limit with a clause of its own ("Until version 3 is out, ...") belongs to."""
    evidence = linked.evidence
    clause = evidence.clauses[own[0]]
    if evidence.clause(clause)[0] != own[0]:
        return []
    return evidence.clause(clause + 1) if clause == 0 else evidence.clause(clause - 1)


def _is_kept(linked: Linked, cue: Cue) -> bool:
    if cue.axis is Axis.TEMPORAL and (times(linked.claim) or is_past(linked.claim)):
        return True
    most = Temporal.RECENT if (cue.axis, cue.level) == (Axis.TEMPORAL, Temporal.PROVISIONAL) else cue.level
    weak = [other for other in linked.claim.on(cue.axis) if other.level <= most]
    if linked.closeness < LOOSE:
        return any(other.level <= _WEAKEST[cue.axis] for other in linked.claim.on(cue.axis))
    own = set(linked.evidence.within(cue.start, cue.end))
    others = {
        n
        for other in linked.evidence.on(cue.axis)
        if other is not cue
        for n in linked.evidence.within(other.start, other.end)
    }
    return any(_partners(linked, other) & own or not _partners(linked, other) & others for other in weak)


def _partners(linked: Linked, cue: Cue) -> set[int]:
    """Return the evidence words to which the words of a claim's cue are linked in order."""
    return {linked.in_order[n] for n in linked.claim.within(cue.start, cue.end) if n in linked.in_order}


def _kept_elsewhere(linked: Linked, cue: Cue) -> bool:
    twins = [c for c in linked.evidence.cues if c.axis in LADDERS and c.start < cue.end and cue.start < c.end]
    return any(twin.axis is not cue.axis and _is_kept(linked, twin) for twin in twins)


def _is_added(linked: Linked, cue: Cue) -> bool:
    if cue.level <= PLAIN[cue.axis] or (linked.closeness < LOOSE and _is_soft(linked, cue)):
        return False
    if all(n in linked.links or n in linked.in_order for n in linked.claim.within(cue.start, cue.end)):
        return False
    soft = linked.evidence.spans("SOFT")
    firm = (c for c in linked.evidence.on(cue.axis) if not any(a <= c.start and c.end <= b for a, b in soft))
    return not any(other.level >= cue.level for other in firm)


def _is_soft(linked: Linked, cue: Cue) -> bool:
    return any(start <= cue.start and cue.end <= end for start, end in linked.claim.spans("SOFT"))


def _one_a_span(lost: list[Cue], linked: Linked) -> list[Cue]:
    """Return one cue for each place: where one speaks on two axes, the one that the claim raises."""
    places: dict[tuple[int, int], list[Cue]] = {}
    for cue in lost:
        places.setdefault((cue.start, cue.end), []).append(cue)
    raised = {cue.axis for cue in linked.claim.cues if _is_ladder(cue) and _is_added(linked, cue)}
    return [next((cue for cue in here if cue.axis in raised), here[0]) for here in places.values()]


def _is_ladder(cue: Cue) -> bool:
    return cue.axis in LADDERS


def _speaking(here: list[Cue], linked: Linked) -> Cue:
    """Return the cue of the axis on which the evidence speaks too, else of scope, else the first."""
    of_evidence = {cue.axis for cue in linked.evidence.cues}
    if linked.evidence.dates:
        of_evidence.add(Axis.TEMPORAL)
    order = sorted(here, key=lambda cue: (cue.axis not in of_evidence, cue.axis is not Axis.SCOPE))
    return order[0]


def _lost(linked: Linked, cue: Cue, stronger: Cue | None) -> Raise:
    words, span = linked.evidence.text[cue.start : cue.end], (cue.start, cue.end)
    if stronger is not None:
        return Raise(
            axis=cue.axis,
            claimed=stronger.level,
            stated=cue.level,
            start=stronger.start,
            end=stronger.end,
            instead=words,
            source=span,
        )
    place = _place_of(linked, cue)
    level = PLAIN[cue.axis]
    return Raise(axis=cue.axis, claimed=level, stated=cue.level, start=place, end=place, instead=words, source=span)


def _place_of(linked: Linked, cue: Cue) -> int:
    """Return where in the claim the lost words belong: before the first claim word linked to what follows them."""
    own = linked.evidence.within(cue.start, cue.end)
    following = ((theirs, ours) for ours, theirs in linked.links.items() if theirs > own[-1])
    ours = min(following, default=None)
    return linked.claim.words[ours[1]].start if ours else len(linked.claim.text)


def _added(cue: Cue) -> Raise:
    return Raise(axis=cue.axis, claimed=cue.level, stated=PLAIN[cue.axis], start=cue.start, end=cue.end, instead="")


def relation_level(cues: tuple[Cue, ...]) -> int:
    """Return the strongest relation among `cues`, `Relation.NONE` where there is none."""
    return max((cue.level for cue in cues if cue.axis is Axis.RELATION), default=int(Relation.NONE))
