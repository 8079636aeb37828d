"""Relation: an association must not become a cause, nor a cause a proof.

The study named in the evidence caps what it can show: without a randomised or controlled arm, what was
observed together was observed together (COLING 2020: 22 % of press releases cross that line).
"""

from __future__ import annotations

from collections.abc import Iterator

from aver.stages.atoms.axes import Axis, Relation
from aver.stages.atoms.cues import Cue
from aver.stages.force.levels import relation_level
from aver.stages.force.linking import Linked
from aver.stages.force.raises import Raise

MEETS = 0.5
"""Share of the claim's content words that the evidence must carry before a cause read into it counts."""


def raised_relation(linked: Linked) -> Iterator[Raise]:
    """Yield at most one raise: the strongest relation of the claim against what the evidence can show."""
    ours = linked.claim.on(Axis.RELATION)
    if any(cue.level == Relation.ASSOCIATED for cue in ours):
        ours = tuple(cue for cue in ours if cue.level >= Relation.CAUSES)
    claimed = max(ours, key=lambda cue: cue.level, default=None)
    if claimed is None or claimed.level <= Relation.ASSOCIATED:
        return
    weak = _weak(linked)
    stated = _stated(linked, weak)
    if stated == Relation.NONE and _speaks_of_certainty(linked, claimed):
        return
    if not _exceeds(claimed, stated, linked):
        return
    yield Raise(
        axis=Axis.RELATION,
        claimed=claimed.level,
        stated=stated,
        start=claimed.start,
        end=claimed.end,
        instead=linked.evidence.text[weak.start : weak.end] if weak else "",
        source=(weak.start, weak.end) if weak else None,
    )


def _weak(linked: Linked) -> Cue | None:
    """Return the weak relation of the evidence that the claim gives up, if there is one."""
    ours = {cue.level for cue in linked.claim.on(Axis.RELATION)}
    weak = [cue for cue in linked.evidence.on(Axis.RELATION) if cue.level <= Relation.CONTRIBUTES]
    return next((cue for cue in weak if not any(level <= cue.level for level in ours)), None)


def _stated(linked: Linked, weak: Cue | None) -> int:
    if weak is not None and not _explicit(linked):
        return weak.level
    level = relation_level(linked.evidence.cues)
    if linked.evidence.spans("STUDIES") and not linked.evidence.spans("TRIALS"):
        return min(level, int(Relation.ASSOCIATED))
    return level


def _explicit(linked: Linked) -> bool:
    """Whether the evidence itself states a cause and not only what changed."""
    return any(cue.level >= Relation.CAUSES for cue in linked.evidence.on(Axis.RELATION))


def _exceeds(claimed: Cue, stated: int, linked: Linked) -> bool:
    if claimed.level <= stated or (claimed.level == Relation.CAUSES and stated == Relation.CHANGES):
        return False
    words = linked.claim.within(claimed.start, claimed.end)
    if stated == Relation.NONE:
        carried = all(n in linked.in_order for n in words)
        return claimed.level >= Relation.CAUSES and not carried and linked.coverage >= MEETS
    return True


def _speaks_of_certainty(linked: Linked, claimed: Cue) -> bool:
    """Whether the words are as much of the modal axis ("proves that"), which then compares them."""
    modal = linked.claim.on(Axis.MODALITY)
    return any(cue.start < claimed.end and claimed.start < cue.end for cue in modal)
