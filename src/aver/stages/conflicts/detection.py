"""From what packets say to conflict packets: block, compare, count origins, order by weight (E5).

Statements agree or not by typed comparison; those that agree make one side. Copies of one text, whole or nearly,
are one origin, so that repeating a value makes it no truer. Text that has been replaced takes part in no conflict:
the version order has settled that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.stages.conflicts.comparing import comparable, same_value
from aver.stages.conflicts.statements import Statement, statements_in
from aver.stages.planning.words import content, folded
from aver.stages.quotation import Unit
from aver.stages.reading import heading_of, span_read
from aver.stages.wanted import ValueKind, Wanted, wanted_of
from aver.values.conflicts import ConflictKind, ConflictPacket, Side
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.pairs import Reading
from aver.values.sealed import Sealed

COPY = 0.8
"""Share of three-word shingles from which two texts are copies of one origin (Broder 1997, resemblance)."""

SAME_WORDS = 0.6
"""Share of content words from which an affirmed and a negated sentence are about the same thing."""

LEAST_SHARE = 0.35
"""A packet takes part whose relevance is at least this share of the best packet's."""


def conflicts_in(
    question: str,
    packets: Sequence[EvidencePacket],
    *,
    sub_question: int = 0,
    least: float = 0.0,
    readings: dict[str, Reading] | None = None,
) -> tuple[ConflictPacket, ...]:
    """Return the conflict about what `question` asks among current `packets`, none where they agree.

    `least` is the relevance below which a packet takes no part. One document disagreeing with itself is no
    conflict between sources; which of its cases is meant is asked by `ambiguities_in`.
    """
    wanted = wanted_of(question)
    if wanted is None:
        return ()
    current = [packet for packet in packets if packet.passage.freshness is Freshness.ACTIVE]
    floor = max([least, *(LEAST_SHARE * packet.score for packet in current[:1])])
    heard = statements_in(
        [one for one in current if one.score >= floor], wanted, _spans(current, readings or {}, question)
    )
    sides = _sides(heard, wanted)
    if len(sides) < 2 or len({side[0].packet.passage.document for side in sides}) < 2:
        return ()
    if wanted.kind is ValueKind.POLARITY and not _opposed(sides):
        return ()
    ordered = sorted((_side(side) for side in sides), key=_weightiest)
    attribute = " ".join(sorted(wanted.attribute))
    return (
        ConflictPacket(
            kind=_conflict(wanted.kind), sub_question=sub_question, attribute=attribute, sides=tuple(ordered)
        ),
    )


def _spans(packets: Sequence[EvidencePacket], readings: dict[str, Reading], asked: str) -> dict[str, tuple[int, int]]:
    found = {}
    for packet in packets:
        reading = readings.get(packet.passage.chunk)
        span = None if reading is None or reading.answerable < 0.5 else span_read(packet.passage, reading, asked)
        if span is not None:
            found[packet.passage.chunk] = span
    return found


def _sides(heard: Sequence[Statement], wanted: Wanted) -> list[list[Statement]]:
    """Group statements that agree; a value that fits two sides joins the first, what measures something else none."""
    sides: list[list[Statement]] = []
    for one in heard:
        if sides and not comparable(sides[0][0].value, one.value):
            continue
        home = next((side for side in sides if same_value(wanted.kind, side[0].value, one.value)), None)
        if home is None:
            sides.append([one])
        else:
            home.append(one)
    return sides


def _opposed(sides: Sequence[Sequence[Statement]]) -> bool:
    """Whether a yes and a no say nearly the same but for the negation: two rules may differ without opposing."""
    one, two = (content(side[0].unit.text) for side in sides[:2])
    return len(one & two) >= SAME_WORDS * len(one | two)


def _side(statements: Sequence[Statement]) -> Side:
    first = max(statements, key=lambda one: (one.packet.passage.authority, one.packet.score))
    packets = tuple(one.packet for one in statements)
    return side_of(first.unit, value=first.value, label=heading_of(first.packet.passage), packets=packets)


def side_of(unit: Unit, *, value: str, label: str, packets: Sequence[EvidencePacket]) -> Side:
    """Return the side of a conflict that says `value` in `unit`, as all of `packets` do."""
    passage = unit.packet.passage
    return Side(
        value=Sealed(value, passage.document),
        label=Sealed(label, passage.document),
        packet=unit.packet.packet,
        start=unit.start,
        end=unit.end,
        packets=tuple(one.packet for one in packets),
        origins=origins(packets),
        authority=passage.authority,
        valid_from=passage.valid_from,
    )


def origins(packets: Sequence[EvidencePacket]) -> int:
    """Return how many independent texts `packets` are: one document, or near copies of one text, count once."""
    kept: list[tuple[str, frozenset[tuple[str, ...]]]] = []
    for packet in packets:
        shingles = _shingles(packet.passage.text.text)
        if not any(packet.passage.document == document or _copies(shingles, other) for document, other in kept):
            kept.append((packet.passage.document, shingles))
    return len(kept)


def _shingles(text: str) -> frozenset[tuple[str, ...]]:
    words = folded(text)
    return frozenset(zip(words, words[1:], words[2:], strict=False)) or frozenset({tuple(words)})


def _copies(one: frozenset[tuple[str, ...]], two: frozenset[tuple[str, ...]]) -> bool:
    return len(one & two) >= COPY * len(one | two)


def _weightiest(side: Side) -> tuple[float, int, str, str]:
    newest = "".join(chr(0x10FFFF - ord(letter)) for letter in side.valid_from or "")
    return -side.authority, -side.origins, newest, side.packet


def _conflict(kind: ValueKind) -> ConflictKind:
    match kind:
        case ValueKind.POLARITY:
            return ConflictKind.POLARITY
        case ValueKind.DATE:
            return ConflictKind.INTERVAL
        case ValueKind.NUMBER | ValueKind.NAME | ValueKind.PLACE | ValueKind.PHRASE:
            return ConflictKind.VALUE


def with_sides_selected(
    packets: Sequence[EvidencePacket], conflicts: Sequence[ConflictPacket]
) -> tuple[EvidencePacket, ...]:
    """Return `packets` with every side's packet selected and marked with those that contradict it."""
    against = {
        side.packet: tuple(other.packet for other in conflict.sides if other.packet != side.packet)
        for conflict in conflicts
        for side in conflict.sides
    }
    return tuple(
        replace(packet, selected=True, contradicted_by=against[packet.packet]) if packet.packet in against else packet
        for packet in packets
    )
