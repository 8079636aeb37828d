"""Claims by a chat model: drafted from packets, cited, and worth what two calibrated readings say.

A model's claim is a claim like any other and goes through the same checks. How surely the source says it
is the entailment model's word (1 where the claim is a whole sentence of it); how surely that answers the
question is the reader's. Without them only a claim that lies where quotation would quote has any support.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from aver.flows.consulting import Meter, Speak, consult
from aver.stages.checks.cited import evidence_of, names_around
from aver.stages.confidence import is_verbatim
from aver.stages.deliberation.citing import claims_of
from aver.stages.deliberation.prompting import Prompt, drafter_prompt
from aver.stages.deliberation.replies import DraftReply
from aver.values.answers import Claim, Finding
from aver.values.deliberation import Voice, VoiceFailure
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import SubQuestion
from aver.values.pairs import Entailed, Reading
from aver.values.sealed import Sealed, drawn_from

Entail = Callable[[Sealed, tuple[Sealed, ...]], tuple[Entailed, ...]]
Read = Callable[[Sealed, tuple[Sealed, ...]], tuple[Reading, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Claims that nobody has checked, who drafted them, and the ids of packets that did not fit."""

    by: str
    claims: tuple[Claim, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Readers:
    """The models that say what a claim is worth, None where one isn't installed, and what quotation claimed."""

    entail: Entail | None
    read: Read | None
    quoted: tuple[Claim, ...] = ()


def draft(
    questions: Sequence[SubQuestion], packets: Sequence[EvidencePacket], chat: Speak, *, meter: Meter
) -> Draft | VoiceFailure:
    """Return what a chat model claims from the selected packets, or why it could not be heard."""
    prompt = drafter_prompt(questions, packets, budget=meter.budget.prompt_tokens)
    return drafted(Voice.DRAFTER, prompt, questions, packets, chat, meter=meter)


def drafted(
    voice: Voice,
    prompt: Prompt,
    questions: Sequence[SubQuestion],
    packets: Sequence[EvidencePacket],
    chat: Speak,
    *,
    meter: Meter,
) -> Draft | VoiceFailure:
    """Return the claims that `voice` makes when sent `prompt`, or why it could not be heard."""
    heard = consult(chat, voice, prompt, DraftReply, meter=meter)
    if isinstance(heard, VoiceFailure):
        return heard
    claims = claims_of(heard.reply, packets, questions, source=heard.source)
    return Draft(by=heard.model, claims=claims, left_out=prompt.left_out)


def supported(
    claims: Sequence[Claim],
    findings: Sequence[Finding],
    packets: Sequence[EvidencePacket],
    questions: Sequence[SubQuestion],
    readers: Readers,
) -> tuple[Claim, ...]:
    """Return the claims with their support in [0, 1]: the lower of "the source says it" and "it answers".

    `findings` are those of the deterministic checks; a claim whose evidence can't be read has none.
    """
    by_packet = {packet.packet: packet for packet in packets}
    asked = {part.number: part.text for part in questions}
    return tuple(
        replace(claim, support=_support(claim, findings, by_packet, asked[claim.sub_question], readers))
        for claim in claims
    )


def _support(
    claim: Claim,
    findings: Sequence[Finding],
    packets: dict[str, EvidencePacket],
    asked: Sealed,
    readers: Readers,
) -> float:
    words = evidence_of(claim, packets)
    if words is None:
        return 0.0
    documents = drawn_from(citation.document for citation in claim.citations)
    said = 1.0 if _is_a_quote(claim, findings) else _entailed(claim, Sealed(words, documents), readers)
    if said <= 0.0:
        return 0.0
    evidence = Sealed(f"{names_around(claim, packets)}\n{words}", documents)
    return min(said, _answers(claim, asked, evidence, readers))


def _is_a_quote(claim: Claim, findings: Sequence[Finding]) -> bool:
    """Whether the claim is one of its quotes whole; a part of a sentence can say the opposite of it."""
    words = claim.text.text.split()
    return is_verbatim(claim, findings) and any(words == citation.quote.text.split() for citation in claim.citations)


def _entailed(claim: Claim, evidence: Sealed, readers: Readers) -> float:
    return 0.0 if readers.entail is None else readers.entail(claim.text, (evidence,))[0].entailed


def _answers(claim: Claim, asked: Sealed, evidence: Sealed, readers: Readers) -> float:
    if readers.read is not None:
        return readers.read(asked, (evidence,))[0].answerable
    return max((one.support for one in readers.quoted if _meets(claim, one)), default=0.0)


def _meets(claim: Claim, quoted: Claim) -> bool:
    """Whether `claim` cites words of what quotation claims for the same part of the question."""
    return claim.sub_question == quoted.sub_question and any(
        cited.version == other.version and cited.start < other.end and other.start < cited.end
        for cited in claim.citations
        for other in quoted.citations[:1]
    )
