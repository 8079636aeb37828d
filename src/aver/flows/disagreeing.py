"""Where the evidence for a part of the question disagrees: among the packets, and with what would be quoted (E5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aver.flows.gathering import Quoted, Ranked, best_of
from aver.stages.asked_there import answered_differently
from aver.stages.by_words import latest
from aver.stages.checks.asked_values_stand_in_evidence import asked_values_stand_in_evidence
from aver.stages.checks.profiles import Context, Question
from aver.stages.conflicts import conflicts_in, contradiction, said_otherwise, sides_quoted
from aver.stages.quotation import QuotedUnit, Unit, support_features
from aver.stages.tuning import Tuning
from aver.values.answers import Claim, Verdict
from aver.values.conflicts import ConflictPacket
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import Plan


def disagreements(
    lists: Sequence[Ranked], packets: Sequence[EvidencePacket], plan: Plan, tuning: Tuning
) -> tuple[ConflictPacket, ...]:
    """Return the conflicts among `packets` about every part that must be covered (E5)."""
    required = {part.number for part in plan.required}
    return tuple(
        conflict
        for one in lists
        if one.part.number in required
        for conflict in _disagreement(
            one, latest(one.part.text.text, packets, as_of=plan.as_of), tuning, as_of=plan.as_of
        )
    )


def contradictions(
    quoted: Sequence[Quoted],
    conflicts: Sequence[ConflictPacket],
    packets: Sequence[EvidencePacket],
    plan: Plan,
    tuning: Tuning,
) -> tuple[ConflictPacket, ...]:
    """Return the conflicts between what would be released for a part and what another document says best about it,
    for the parts that `conflicts` doesn't settle already."""
    disputed = {conflict.sub_question for conflict in conflicts}
    found: list[ConflictPacket] = []
    for one in quoted:
        unit, support = best_of(one, tuning, alone=len(quoted) == 1) if one.units else (None, 0.0)
        if unit is None or one.part.number in disputed or support < tuning.thresholds.release:
            continue
        current = {packet.packet for packet in latest(one.part.text.text, packets, as_of=plan.as_of)}
        others = (other for other in _best_of_others(one, unit, tuning) if other.packet.packet in current)
        told = (contradiction(one.part.text.text, unit, other, sub_question=one.part.number) for other in others)
        conflicting = [conflict for conflict in told if conflict is not None]
        found += _standing(one.part.text.text, conflicting, packets, as_of=plan.as_of)[:1]
    return tuple(found)


def _best_of_others(one: Quoted, quote: Unit, tuning: Tuning) -> Iterator[Unit]:
    """Yield the best unit of each document but that of `quote`, where it may answer a part at all."""
    by_document: dict[str, list[QuotedUnit]] = {}
    for found in one.units:
        by_document.setdefault(found.unit.packet.passage.document, []).append(found)
    by_document.pop(quote.packet.passage.document, None)
    quoting = tuning.quoting(read=one.read, crossed=one.units[0].crossed)
    for units in by_document.values():
        if quoting.support.probability(support_features(units)) >= tuning.contradicting:
            yield units[0].unit


def _disagreement(
    ranked: Ranked, packets: Sequence[EvidencePacket], tuning: Tuning, *, as_of: str
) -> tuple[ConflictPacket, ...]:
    asked, number = ranked.part.text.text, ranked.part.number
    readings = {found.fused.chunk: found.reading for found in ranked.scored if found.reading is not None}
    least = tuning.contested
    return (
        answered_differently(asked, packets, sub_question=number)
        or conflicts_in(asked, packets, sub_question=number, least=least, readings=readings)
        or _standing(asked, said_otherwise(asked, packets, sub_question=number, least=least), packets, as_of=as_of)
    )


def _standing(
    asked: str, conflicts: Sequence[ConflictPacket], packets: Sequence[EvidencePacket], *, as_of: str
) -> tuple[ConflictPacket, ...]:
    """Return the `conflicts` of which each side could be released as what is `asked`: who is about a sibling of it
    contradicts nobody."""
    by_id = {packet.packet: packet for packet in packets}
    return tuple(
        conflict
        for conflict in conflicts
        if all(
            asked_values_stand_in_evidence(side, by_id, _asking(asked, side, as_of)).verdict is Verdict.PASS
            for side in sides_quoted([conflict], packets)
        )
    )


def _asking(asked: str, side: Claim, as_of: str) -> Context:
    return Context(confirmed=frozenset(), asked=Question(parts={side.sub_question: asked}, as_of=as_of))
