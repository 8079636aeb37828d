"""Compare a claim with its evidence on all five axes (H4): pure, total, no model.

What is compared are levels of aligned words, so a claim passes however it is worded as long as it is no
stronger. Two texts that share too little, or stand in different languages, are not compared: `comparable`
says so, and the answer is then nobody's pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import language_of
from aver.stages.force.levels import raised_levels
from aver.stages.force.linking import Linked, link
from aver.stages.force.numeric import raised_numbers
from aver.stages.force.polarity import contradictions, is_unsettled
from aver.stages.force.raises import Contradiction, Raise
from aver.stages.force.relation import raised_relation
from aver.stages.force.restrictors import raised_by_dropping, raised_by_unsaying
from aver.stages.force.statement import read
from aver.stages.force.tense import raised_tense

RULES: tuple[Callable[[Linked], Iterator[Raise]], ...] = (
    raised_relation,
    raised_numbers,
    raised_by_dropping,
    raised_by_unsaying,
    raised_levels,
    raised_tense,
)
"""One rule per way of saying too much; of two that speak of the same words the first counts."""

LEAST = 0.3
"""Coverage below which claim and evidence have too little in common to compare their force."""

_FIGURE = regex(r"\d")
_CONDITION = regex(
    r"\b(?:if|unless|except\w*|provided\s+that|other\s+than|excluding|as\s+long\s+as"
    r"|wenn|falls|sofern|soweit|solange|außer|ausgenommen\w*|es\s+sei\s+denn|mit\s+ausnahme)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Force:
    """What the comparison shows. `support` in [0, 1] orders claims over one evidence: above 0.5 nothing is wrong.

    `repeated` is the share of the claim's content words that the evidence has too, or has another word for that is
    known to be of the same force ("presumably" for "in all likelihood").
    """

    raises: tuple[Raise, ...]
    contradictions: tuple[Contradiction, ...]
    comparable: bool
    coverage: float
    closeness: float
    repeated: float
    support: float

    @property
    def axis(self) -> Axis | None:
        """The axis of the first raise."""
        return self.raises[0].axis if self.raises else None


def compare(claim: str, evidence: str) -> Force:
    """Return how the force of `claim` stands to that of `evidence`."""
    if claim.split() == evidence.split():
        return Force(
            raises=(), contradictions=(), comparable=True, coverage=1.0, closeness=1.0, repeated=1.0, support=1.0
        )
    theirs = language_of(evidence)
    ours = language_of(claim) or theirs or "en"
    linked = link(read(claim, ours), read(evidence, theirs or ours))
    comparable = linked.coverage >= LEAST and not is_unsettled(linked) and ours == (theirs or ours)
    raises = _distinct(rule(linked) for rule in RULES) if comparable else ()
    against = tuple(contradictions(linked)) if comparable else ()
    return Force(
        raises=raises,
        contradictions=against,
        comparable=comparable,
        coverage=round(linked.coverage, 6),
        closeness=round(linked.closeness, 6),
        repeated=round(_repeated(linked), 6),
        support=_support(linked, raises, against),
    )


def _distinct(found: Iterator[Iterator[Raise]]) -> tuple[Raise, ...]:
    kept: list[Raise] = []
    for raises in found:
        for one in raises:
            if not any(_same(one, other) for other in kept):
                kept.append(one)
    return tuple(kept)


def _same(one: Raise, other: Raise) -> bool:
    """Whether two raises speak of the same words, of the evidence or of the claim."""
    if one.source is not None and other.source is not None:
        return one.source[0] < other.source[1] and other.source[0] < one.source[1]
    return one.start < other.end and other.start < one.end


def _repeated(linked: Linked) -> float:
    """Return the share of the claim's content words that are linked, bound a number, or are a cue as strong as one of
    the evidence: what another rule has compared. A figure counts only in its place, and nothing where the claim
    leaves out a condition.
    """
    claim, levels = linked.claim, {(cue.axis, cue.level) for cue in linked.evidence.cues}
    if len(_CONDITION.findall(claim.text)) < len(_CONDITION.findall(linked.evidence.text)):
        return 0.0
    matched = [(cue.start, cue.end) for cue in claim.cues if (cue.axis, cue.level) in levels]
    known: set[int] = set().union(*(claim.within(*span) for span in (*matched, *claim.bounds)))
    known |= {n for n in linked.links if n in linked.in_order or not _FIGURE.search(claim.words[n].folded)}
    content = [n for n, word in enumerate(claim.words) if word.content]
    return sum(n in known for n in content) / len(content) if content else 0.0


def _support(linked: Linked, raises: tuple[Raise, ...], against: tuple[Contradiction, ...]) -> float:
    """Return the upper half of [0, 1] for clean claims, ordered by likeness; the lower half by excess for the rest."""
    alike = 0.6 * linked.coverage + 0.4 * linked.closeness
    excess = sum(max(1, one.claimed - one.stated) for one in raises) + 3 * len(against)
    return round(0.5 + 0.5 * alike if not excess else 0.5 * alike / (1 + excess), 6)
