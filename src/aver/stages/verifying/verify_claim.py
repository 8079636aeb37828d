"""One claim of somebody else's answer: its own citations first, what the sources say otherwise second (H1-H4).

Where an answer cites, its citations decide: support found elsewhere is shown and releases nothing. Where it does not,
the nearest evidence decides, unless the profile asks for citations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from aver.stages.checks.cited import evidence_of, over, slice_of
from aver.stages.checks.profiles import finding
from aver.stages.confidence import deciding
from aver.stages.force.weaker import overreaches, weaker_wording
from aver.stages.levels import demanded, levels_of
from aver.stages.verifying.finding_evidence import best_evidence, minimal, speaking_against
from aver.stages.verifying.ground import Ground
from aver.stages.verifying.judging import LEVELS_MET, REQUIRED, Judged, Scorer, judge, verdict_of
from aver.stages.verifying.resolving import Resolved, resolved
from aver.values.answers import Citation, Verdict
from aver.values.evidence import Passage
from aver.values.sealed import Sealed
from aver.values.stance import Stance
from aver.values.verification import (
    CheckedCitation,
    ClaimVerdict,
    Excess,
    GivenClaim,
    Level,
    VerifiedClaim,
)

NOTHING_AGAINST = "no_source_speaks_against"
"""A finding that can only doubt: the scorer alone settles nothing (H5)."""

Stances: TypeAlias = Callable[[str, Citation], Stance | None]
"""A claim and where it stands to where that document stands, None where nobody has judged it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judges:
    """Who is asked beside the checks: the scorer and the stances, each None where there is none; and the profile."""

    scorer: Scorer | None = None
    stances: Stances | None = None
    profile: str = "general"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cited:
    """A given citation with the spans it leads to and the levels that hold."""

    at: Resolved
    spans: tuple[Citation, ...]
    levels: frozenset[Level]

    @property
    def broken(self) -> bool:
        """Whether it names something that isn't there: then it counts at every level, and against the claim."""
        return self.at.citation is not None and not self.at.exact


def verify_claim(number: int, given: GivenClaim, ground: Ground, judges: Judges) -> VerifiedClaim:
    """Return what verifying `given` shows; it always has a finding from every check. Raises BadInput for a profile."""
    demand = demanded(judges.profile)
    own = [_cited(number, given.text, resolved(one, given.text, ground), ground, judges) for one in given.citations]
    counted = [one for one in own if demand <= one.levels or one.broken]
    if own:
        judged = judge(number, given.text, _spans(counted or own), ground, judges.scorer)
    else:
        judged = best_evidence(number, given.text, ground, judges.scorer)
    kept = minimal(judged, ground, judges.scorer).claim.citations if judged.supported else judged.claim.citations
    checked = _checked(judged, own, counted, ground, judges)
    judged = _with_stance(judged, ground, judges)
    judged = _adding(judged, LEVELS_MET, *_levels_met(demand, own, counted))
    against = speaking_against(judged, ground, judges.scorer) if judged.supported else ()
    speaks = f"{len(against)} near passages speak against it" if against else "no near passage speaks against it"
    judged = _adding(judged, NOTHING_AGAINST, Verdict.DOUBT if against else Verdict.PASS, speaks)
    elsewhere = best_evidence(number, given.text, ground, judges.scorer) if own and not judged.supported else None
    excesses = _excesses(judged, ground, judges)
    evidence = _as_they_stand(kept, ground)
    return _report(judged, evidence, checked=checked, excesses=excesses, elsewhere=elsewhere, against=against)


def _report(
    judged: Judged,
    evidence: tuple[Citation, ...],
    *,
    checked: tuple[CheckedCitation, ...],
    excesses: tuple[tuple[Excess, ...], str | None],
    elsewhere: Judged | None,
    against: tuple[Citation, ...],
) -> VerifiedClaim:
    verdict, axis = verdict_of(judged)
    text, released = judged.claim.text.text, bool(deciding([judged.claim], judged.findings, REQUIRED))
    return VerifiedClaim(
        number=judged.claim.number,
        text=text,
        verdict=verdict if released or verdict is not ClaimVerdict.SUPPORTED else ClaimVerdict.NOT_ESTABLISHED,
        axis=axis,
        released=released,
        score=judged.score,
        entailed=None if judged.entailed is None else judged.entailed.entailed,
        citations=checked,
        evidence=evidence,
        findings=judged.findings,
        excesses=excesses[0],
        weaker=excesses[1],
        elsewhere=elsewhere.claim.citations if elsewhere is not None and elsewhere.supported else (),
        against=against,
    )


def _cited(number: int, text: str, at: Resolved, ground: Ground, judges: Judges) -> _Cited:
    """Return a given citation with what is read for it: the sentences around the span it names, else those of its
    source that carry the claim. A span that is wrong is left as it is, for the checks to fail on.
    """
    if at.citation is not None:
        spans: tuple[Citation, ...] = (ground.widened(at.citation) if at.exact else at.citation,)
    else:
        spans = best_evidence(number, text, ground, judges.scorer, within=at.within).claim.citations
    passage = _passage(spans, ground) if at.within else None
    return _Cited(at=at, spans=spans, levels=levels_of(at.given, passage, at.citation if at.exact else None))


def _passage(spans: Sequence[Citation], ground: Ground) -> Passage | None:
    wanted = spans[0].packet if spans else None
    return next((packet.passage for packet in ground.packets if packet.packet == wanted), None)


def _spans(cited: Sequence[_Cited]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(span for one in cited for span in one.spans))


def _levels_met(demand: frozenset[Level], own: Sequence[_Cited], counted: Sequence[_Cited]) -> tuple[Verdict, str]:
    wanted = " and ".join(sorted(demand))
    if not demand:
        return Verdict.PASS, "the profile asks for no level"
    reaching = [one for one in counted if not one.broken]
    if reaching:
        return Verdict.PASS, f"{len(reaching)} of {len(own)} citations reach {wanted}"
    return Verdict.FAIL, f"no citation reaches {wanted}"


def _checked(
    judged: Judged, own: Sequence[_Cited], counted: Sequence[_Cited], ground: Ground, judges: Judges
) -> tuple[CheckedCitation, ...]:
    """Return the given citations with their levels, and which of them a supported claim needs."""
    checked = []
    for one in own:
        alone = _supports(judged, [one], ground, judges)
        rest = [other for other in counted if other is not one]
        needed = judged.supported and one in counted and (alone or not _supports(judged, rest, ground, judges))
        checked.append(
            CheckedCitation(
                given=one.at.given,
                resolved=next(iter(_as_they_stand(_named(one), ground)), None),
                levels=one.levels | {Level.CLAIM} if alone else one.levels,
                needed=needed,
            )
        )
    return tuple(checked)


def _named(cited: _Cited) -> tuple[Citation, ...]:
    return cited.spans if cited.at.citation is None else (cited.at.citation,)


def _supports(judged: Judged, cited: Sequence[_Cited], ground: Ground, judges: Judges) -> bool:
    spans = _spans(cited)
    if not spans:
        return False
    if spans == judged.claim.citations:
        return judged.supported
    return judge(judged.claim.number, judged.claim.text.text, spans, ground, judges.scorer).supported


def _with_stance(judged: Judged, ground: Ground, judges: Judges) -> Judged:
    """Return what is judged with the stance of the first document it cites, where somebody can tell it."""
    citations = judged.claim.citations
    if judges.stances is None or not judged.supported or not citations:
        return judged
    stance = judges.stances(judged.claim.text.text, citations[0])
    if stance is None:
        return judged
    known = {judged.claim.number: stance}
    return judge(judged.claim.number, judged.claim.text.text, citations, ground, judges.scorer, stances=known)


def _adding(judged: Judged, name: str, verdict: Verdict, reason: str) -> Judged:
    return replace(judged, findings=(*judged.findings, finding(judged.claim, name, verdict, reason)))


def _excesses(judged: Judged, ground: Ground, judges: Judges) -> tuple[tuple[Excess, ...], str | None]:
    """Return where the claim goes too far, and a wording that its evidence carries: its own where mending fails.

    None is offered where a line over the evidence limits it, such as the label of its row: no wording of one sentence
    is sure to place that limit.
    """
    packets = {packet.packet: packet for packet in ground.packets}
    evidence = evidence_of(judged.claim, packets)
    if judged.force is None or not judged.force.raises or evidence is None:
        return (), None
    text, citations = judged.claim.text.text, judged.claim.citations
    found = (Excess(axis=one.axis, words=one.words, evidence=one.evidence) for one in overreaches(text, judged.force))
    if any(over(one, packets[one.packet].passage) for one in citations):
        return tuple(found), None
    weaker = weaker_wording(text, evidence)
    if weaker is None or not judge(judged.claim.number, weaker, citations, ground, judges.scorer).supported:
        weaker = _own_words(citations, ground)
    return tuple(found), weaker


def _as_they_stand(citations: Sequence[Citation], ground: Ground) -> tuple[Citation, ...]:
    """Return the citations that lie in a passage, each with the words that stand there and not those it was given."""
    passages = {packet.packet: packet.passage for packet in ground.packets}
    slices = ((one, slice_of(one, passages[one.packet])) for one in citations if one.packet in passages)
    return tuple(replace(one, quote=Sealed(text, one.document)) for one, text in slices if text is not None)


def _own_words(citations: Sequence[Citation], ground: Ground) -> str | None:
    """Return what is cited, word for word, where it is whole sentences or rows that really stand there."""
    standing = _as_they_stand(citations, ground)
    if not standing or len(standing) < len(citations) or not all(map(ground.whole, standing)):
        return None
    return " ".join(" ".join(one.quote.text.split()) for one in standing)
