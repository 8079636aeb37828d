"""Write the answer as prose, last and from the log alone (G4).

Every statement is a released claim with the line it stands on; a text that has been replaced is said to be.
A refusal says which check failed, in words that would be the same whatever the caller may not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from aver.stages.citing import as_they_stand, place_of
from aver.stages.framing import led_in_elsewhere
from aver.stages.gate import called_replaced
from aver.stages.standing import NOT_ITS_OWN
from aver.stages.transcript import Transcript, transcript_of
from aver.values.answers import (
    Abstain,
    Answered,
    Citation,
    Claim,
    ClaimKind,
    Clarify,
    Conflicting,
    Escalate,
    Partial,
    Reason,
    Redirect,
    Verdict,
)
from aver.values.events import Event
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.stance import ArgumentativeRole, DocumentStance, Stance

_WHY = {
    Reason.NO_EVIDENCE: "nothing that you may read speaks to it",
    Reason.INSUFFICIENT: "no statement found stands up to the checks",
    Reason.SUPERSEDED: "the only text found has been replaced or is said to be, and nothing that replaced it answers",
    Reason.CONFLICT: "the sources disagree",
    Reason.FORCE: "the sources say less than the answer would",
    Reason.WALL: "a rule that no evidence outvotes stands against it",
    Reason.COMPUTED: "the value was computed and stands in no source",
    Reason.LOW_CONFIDENCE: "the confidence is below what is asked for",
    Reason.AMBIGUOUS: "the question can be read in more than one way",
    Reason.NEEDS_EXPERT: "the subject is marked for an expert",
    Reason.DEGRADED: "a part of the search did not work",
    Reason.STANCE_PENDING: "what the whole document holds has not been settled",
    Reason.OFF_TOPIC: "the documents are about something else",
}
_FAILED = {
    "ids_resolve": "a cited source was not among the evidence",
    "spans_lie_in_passage": "a cited place lies outside its source",
    "quotes_are_verbatim": "a quotation differs from its source",
    "still_eligible": "a source could not be confirmed",
    "numbers_stand_in_evidence": "a number does not stand in its source",
    "dates_stand_in_evidence": "a date does not stand in its source",
    "names_stand_in_evidence": "a name does not stand in its source",
    "negations_kept": "a negation differs from the source's",
    "force_not_exceeded": "the claim says more than its source",
    "not_superseded": "another text of the documents says that what was found was replaced",
    "exceptions_kept": "an exception of the source is left out",
    "asked_values_stand_in_evidence": "the evidence is about another thing, or tells only what somebody says of it",
    "document_stands_behind": "the document as a whole may not stand behind what it says there",
}
_NO_LONGER = {
    Freshness.SUPERSEDED: "superseded: this text has been replaced",
    Freshness.ARCHIVED: "archived: this text is no longer maintained",
}


def render(events: Sequence[Event]) -> str:
    """Return the answer of a run as plain text, or what was decided instead of one."""
    transcript = transcript_of(events)
    match transcript.decision:
        case None:
            return "No answer: the run ended before anything was decided."
        case Answered(reasons=reasons):
            return _joined([_again(transcript), _statements(transcript, transcript.released), _pending(reasons)])
        case Partial(gaps=gaps, reasons=reasons):
            said = (_again(transcript), _statements(transcript, transcript.released), _gap(transcript, gaps))
            return _joined([*said, _pending(reasons)])
        case Clarify(questions=questions):
            return "\n".join([f"{q.question}{_choices(str(choice) for choice in q.choices)}" for q in questions])
        case Redirect(variant=variant, citation=citation):
            leads = f"This does not apply here; see {variant}."
            alone = "" if citation in [cited for _, cited in transcript.forbidding] else _quoted(transcript, citation)
            return _joined([leads, alone, _rules(transcript), _going_by(transcript)])
        case Conflicting(packets=packets):
            return _conflict(transcript, packets)
        case Abstain(reasons=reasons):
            refused = f"No answer: {because(reasons)}.{_checks(transcript, reasons)}"
            rules = _rules(transcript) if Reason.WALL in reasons else ""
            return _joined([refused, rules, _old(transcript, reasons), _unread(transcript, reasons)])
        case Escalate(reasons=reasons):
            return _joined([f"A person has to decide: {because(reasons)}.", _unread(transcript, reasons)])
        case _:
            assert_never(transcript.decision)


def _again(transcript: Transcript) -> str:
    """Say that an earlier answer is served while the language model is out (K3)."""
    if transcript.replayed_from is None:
        return ""
    return f"Answered before, in {transcript.replayed_from}; the language model can't be heard now."


def _pending(reasons: tuple[Reason, ...]) -> str:
    """Say that a passage was quoted without knowing what its document holds in the end."""
    if Reason.STANCE_PENDING not in reasons:
        return ""
    return "Not examined: whether the document as a whole stands behind this passage."


def _statements(transcript: Transcript, claims: Iterable[Claim]) -> str:
    """Write what `claims` say; a sentence that answers two parts of the question is said once."""
    return _joined(dict.fromkeys(_statement(transcript, claim) for claim in claims))


def _statement(transcript: Transcript, claim: Claim) -> str:
    verdict = next((one.stance for one in transcript.judgements if one.settled and one.claim == claim.number), None)
    opening = "" if verdict is None else opening_of(verdict)
    return "\n".join(part for part in (opening, _words(transcript, claim)) if part)


def opening_of(stance: Stance) -> str:
    """Say first where the document stands (G5); nothing where it simply says what is quoted."""
    match stance.document_stance:
        case DocumentStance.REJECTS:
            return "The document rejects this:"
        case DocumentStance.MIXED:
            return "The document holds this in part:"
        case DocumentStance.SUPPORTS if stance.role is not ArgumentativeRole.BACKGROUND_FACTUAL:
            return "The document stands behind this:"
        case DocumentStance.NEUTRAL if stance.qualifying and stance.role in NOT_ITS_OWN:
            return "The document takes no position on this:"
        case DocumentStance.SUPPORTS | DocumentStance.NEUTRAL | DocumentStance.OFF_TOPIC:
            return ""
        case _:
            assert_never(stance.document_stance)


def _words(transcript: Transcript, claim: Claim) -> str:
    if claim.kind is ClaimKind.QUOTE and claim.citations:
        return _as_quoted(transcript, claim.citations)
    quotes = [_quoted(transcript, citation) for citation in claim.citations]
    said = f"{claim.text} (computed, no source)" if not quotes else str(claim.text)
    return "\n".join([said, *quotes])


def _as_quoted(transcript: Transcript, citations: Sequence[Citation]) -> str:
    """Write quotes as they stand in their passages, with what leads into the first of them from elsewhere."""
    packet = transcript.packet(citations[0].packet)
    leads = led_in_elsewhere(packet.passage, citations[0].start) if packet else ""
    found = as_they_stand(citations)
    last = {one.packet: at for at, one in enumerate(found)}
    quotes = [_quoted(transcript, one, limited=last[one.packet] == at) for at, one in enumerate(found)]
    return "\n".join([f"  Under: “{leads}”", *quotes] if leads else quotes)


def _quoted(transcript: Transcript, citation: Citation, *, limited: bool = True) -> str:
    packet = transcript.packet(citation.packet)
    lines = [f"“{citation.quote}”", f"  — {place_of(citation)}{_state(packet)}"]
    qualifier = str(packet.passage.qualifier).strip() if packet and limited else ""
    return "\n".join([*lines, f"  Limited by: “{qualifier}”"] if qualifier else lines)


def _state(packet: EvidencePacket | None) -> str:
    state = _NO_LONGER.get(packet.passage.freshness) if packet else None
    return f" [{state}]" if state else ""


def _gap(transcript: Transcript, gaps: tuple[int, ...]) -> str:
    open_parts = [str(question.text) for question in transcript.questions if question.number in gaps]
    return _joined(f"Not answered: {part}" for part in open_parts) or "A part of the question is not answered."


def _choices(choices: Iterable[str]) -> str:
    written = ", ".join(choices)
    return f" ({written})" if written else ""


def _conflict(transcript: Transcript, packets: tuple[str, ...]) -> str:
    said = (*transcript.released, *called_replaced(transcript.drafted, transcript.findings))
    shown = {citation.packet for claim in said for citation in claim.citations}
    others = [packet for name in packets if name not in shown and (packet := transcript.packet(name))]
    sides = [_statements(transcript, said), *(_side(packet) for packet in others)]
    return _joined(["The sources disagree.", *sides])


def _side(packet: EvidencePacket) -> str:
    return f"“{packet.passage.text}”\n  — {place_of(packet.passage)}{_state(packet)}"


def because(reasons: Sequence[Reason]) -> str:
    """Return why nothing is released, in words that would be the same whatever the caller may not read."""
    return "; ".join(_WHY[reason] for reason in reasons) or "nothing was found that could be checked"


def _checks(transcript: Transcript, reasons: tuple[Reason, ...]) -> str:
    if Reason.INSUFFICIENT not in reasons:
        return ""
    failed = {found.check for found in transcript.findings if found.verdict is Verdict.FAIL}
    words = [failing(check) for check in sorted(failed)]
    return f" What failed: {'; '.join(dict.fromkeys(words))}." if words else ""


def failing(check: str) -> str:
    """Return what it means that a check failed."""
    return _FAILED.get(check, "a check failed")


def _old(transcript: Transcript, reasons: tuple[Reason, ...]) -> str:
    """Say what the replaced text says, as what it said (definitions.md, "Governance")."""
    if Reason.SUPERSEDED not in reasons:
        return ""
    old = [p for p in transcript.packets if p.selected and p.passage.freshness is Freshness.SUPERSEDED]
    if old:
        return f"The old text said:\n{_side(old[0])}"
    said = _joined(_words(transcript, claim) for claim in called_replaced(transcript.drafted, transcript.findings))
    return f"What was found, and what is said of it:\n{said}" if said else ""


def _rules(transcript: Transcript) -> str:
    """Say which constraints stand against the inquiry, each with the words it rests on."""
    return _joined(f"{said}\n{_quoted(transcript, citation)}" for said, citation in transcript.forbidding)


def _going_by(transcript: Transcript) -> str:
    """Say what of the question a redirection goes by, so that whoever asked sees what it doesn't."""
    read = transcript.asked.inquiry.parameters if transcript.asked else None
    known = "; ".join(f"{one.parameter} {one.value}" for one in (read.known if read else ()))
    return f"This goes by: {known}." if known else ""


def _unread(transcript: Transcript, reasons: tuple[Reason, ...]) -> str:
    """Say which words may be conditions that keep a wall from leading anywhere (I3)."""
    read = transcript.asked.inquiry.parameters if transcript.asked else None
    if read is None or not read.unread or {Reason.WALL, Reason.NEEDS_EXPERT}.isdisjoint(reasons):
        return ""
    return f"Not read, and perhaps a condition: {'; '.join(f'“{words}”' for words in read.unread)}."


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
