"""An answered question as its page shows it: what was released and, kept well apart, what was looked at and was not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aver.stages.citing import as_they_stand, citation_of, place_of
from aver.stages.framing import led_in_elsewhere
from aver.stages.gate import called_replaced
from aver.stages.render import because, opening_of
from aver.stages.standing import packet_holding, verdict_spans
from aver.stages.transcript import Degraded, Transcript, transcript_of
from aver.stages.wire import outcome_of
from aver.values.answers import (
    Abstain,
    Answered,
    Citation,
    Claim,
    ClaimKind,
    Clarification,
    Clarify,
    Conflicting,
    Decision,
    Finding,
    Partial,
    Reason,
    Redirect,
)
from aver.values.claims import claim_uri
from aver.values.events import Event
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.inquiry import Inquiry, Mode
from aver.values.stance import Stance
from aver.web import wording
from aver.web.passages import Shown, passage_shown
from aver.web.reaching import Reachable

_STATES = {
    Freshness.ACTIVE: "",
    Freshness.SUPERSEDED: "This text has been replaced.",
    Freshness.ARCHIVED: "This text is no longer maintained.",
}

_CLAIMS = claim_uri("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite:
    """A citation with its evidence; `quotes` are its words and those cited with it from its passage, as they stand.

    `place` names where it stands, `under` what leads into it from elsewhere, `limit` what limits it elsewhere.
    """

    citation: Citation
    quotes: tuple[str, ...]
    place: str
    shown: Shown
    state: str
    limit: str
    under: str = ""

    @property
    def claim(self) -> str:
        """The name of the claim that is cited, empty where a document is."""
        return self.citation.uri.removeprefix(_CLAIMS) if self.citation.uri.startswith(_CLAIMS) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One claim: the document's stance in words first, what was said, and what each check came to."""

    opening: str
    claim: Claim
    said: str
    cites: tuple[Cite, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What one document holds on a claim, with the sentences that decide it."""

    claim: int
    stance: Stance
    deciding: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """Sides that can't all hold: what they are about, and each side's value, name and evidence."""

    about: str
    sides: tuple[tuple[str, str, Cite], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """Everything that the page of an answer shows; `why` says why nothing, or not all, was released."""

    run: str
    inquiry: Inquiry | None
    decision: Decision | None
    outcome: str
    why: str
    statements: tuple[Statement, ...]
    gaps: tuple[str, ...]
    stances: tuple[Held, ...]
    disagreements: tuple[Disagreement, ...]
    questions: tuple[Clarification, ...]
    redirect: tuple[str, Cite] | None
    rules: tuple[tuple[str, Cite], ...]
    withheld: tuple[Statement, ...]
    old: tuple[Cite, ...]
    degraded: tuple[Degraded, ...]
    reachable: Reachable

    @property
    def is_verified(self) -> bool:
        """Whether anything was checked: the baseline checks nothing."""
        return self.inquiry is None or self.inquiry.mode is not Mode.VANILLA


def answer_view(run: str, events: Sequence[Event], *, reachable: Reachable) -> AnswerView:
    """Return what the page of a run shows, as its log says, with links and pictures of what is `reachable`."""
    found = transcript_of(events)
    decision = found.decision
    reasons = () if decision is None else decision.reasons
    released = {claim.number for claim in found.released}
    return AnswerView(
        run=run,
        inquiry=found.asked.inquiry if found.asked else None,
        decision=decision,
        outcome="" if decision is None else outcome_of(decision),
        why="" if isinstance(decision, Answered) and not reasons else because(reasons),
        statements=tuple(_statement(found, claim) for claim in found.released),
        gaps=_gaps(found),
        stances=tuple(_held(found, one.claim, one.stance) for one in found.judgements if one.settled and one.stance),
        disagreements=_disagreements(found),
        questions=decision.questions if isinstance(decision, Clarify) else (),
        redirect=_redirect(found),
        rules=_rules(found),
        withheld=tuple(_statement(found, claim) for claim in found.drafted if claim.number not in released),
        old=_old(found, reasons),
        degraded=found.degraded,
        reachable=reachable,
    )


def _statement(found: Transcript, claim: Claim) -> Statement:
    judged = next((one.stance for one in found.judgements if one.settled and one.claim == claim.number), None)
    quoted = claim.kind is ClaimKind.QUOTE and bool(claim.citations)
    return Statement(
        opening="" if judged is None else opening_of(judged).rstrip(":"),
        claim=claim,
        said="" if quoted else str(claim.text),
        cites=tuple(_cite(found, *of_one) for of_one in _by_passage(claim)),
        findings=tuple(one for one in found.findings if one.claim == claim.number),
    )


def _by_passage(claim: Claim) -> tuple[tuple[Citation, ...], ...]:
    """Return the citations of a quote by passage, of any other claim one by one."""
    if claim.kind is not ClaimKind.QUOTE:
        return tuple((one,) for one in claim.citations)
    packets = dict.fromkeys(one.packet for one in claim.citations)
    return tuple(tuple(one for one in claim.citations if one.packet == packet) for packet in packets)


def _cite(found: Transcript, citation: Citation, *beside: Citation) -> Cite:
    packet = found.packet(citation.packet)
    quotes, place = tuple(str(one.quote) for one in as_they_stand((citation, *beside))), place_of(citation, below=" › ")
    if packet is None:
        return Cite(citation=citation, quotes=quotes, place=place, shown=Shown(), state="", limit="")
    passage = packet.passage
    return Cite(
        citation=citation,
        quotes=quotes,
        place=place,
        shown=passage_shown(passage, *((one.start, one.end) for one in (citation, *beside))),
        under=led_in_elsewhere(passage, citation.start),
        state=_STATES[passage.freshness],
        limit="" if passage.qualifier.erased is not None else str(passage.qualifier).strip(),
    )


def _held(found: Transcript, claim: int, stance: Stance) -> Held:
    spans = ((one, packet_holding(found.packets, stance.document, one)) for one in verdict_spans(stance))
    deciding = tuple(_cite(found, citation_of(packet, one.start, one.end)) for one, packet in spans if packet)
    return Held(claim=claim, stance=stance, deciding=deciding)


def _gaps(found: Transcript) -> tuple[str, ...]:
    open_ = found.decision.gaps if isinstance(found.decision, Partial) else ()
    return tuple(str(one.text) for one in found.questions if one.number in open_)


def _disagreements(found: Transcript) -> tuple[Disagreement, ...]:
    if not isinstance(found.decision, Conflicting):
        return ()
    if not found.conflicts:
        packets = [packet for name in found.decision.packets if (packet := found.packet(name))]
        return (Disagreement(about="", sides=tuple(("", "", _whole(found, packet)) for packet in packets)),)
    return tuple(
        Disagreement(
            about=f"{one.attribute}: {wording.conflict(one.kind)}",
            sides=tuple(
                (str(side.value), str(side.label), _cite(found, citation_of(packet, side.start, side.end)))
                for side in one.sides
                if (packet := found.packet(side.packet))
            ),
        )
        for one in found.conflicts
    )


def _redirect(found: Transcript) -> tuple[str, Cite] | None:
    if not isinstance(found.decision, Redirect):
        return None
    return str(found.decision.variant), _cite(found, found.decision.citation)


def _rules(found: Transcript) -> tuple[tuple[str, Cite], ...]:
    """Return the constraints that stand against what was asked, where they decided; a redirection shows its own."""
    match found.decision:
        case Abstain():
            shown = found.forbidding
        case Redirect(citation=own):
            shown = tuple((said, citation) for said, citation in found.forbidding if citation != own)
        case _:
            shown = ()
    return tuple((str(said), _cite(found, citation)) for said, citation in shown)


def _old(found: Transcript, reasons: tuple[Reason, ...]) -> tuple[Cite, ...]:
    """Return what the replaced text said, where that is all there is (definitions.md, "Governance")."""
    if Reason.SUPERSEDED not in reasons:
        return ()
    old = [one for one in found.packets if one.selected and one.passage.freshness is Freshness.SUPERSEDED]
    said = (
        _cite(found, citation)
        for claim in called_replaced(found.drafted, found.findings)
        for citation in claim.citations
    )
    return tuple(_whole(found, packet) for packet in old[:1]) or tuple(said)


def _whole(found: Transcript, packet: EvidencePacket) -> Cite:
    return _cite(found, citation_of(packet, packet.passage.start, packet.passage.end))
