"""What an answer is verified against: passages, the units a claim may stand in, and which of them lie nearest.

A unit is a sentence, or a row of a table. Nearness is the share of the claim's words, each weighted by how rare it
is among the units, that the unit holds; it only decides what is looked at first, never what is supported.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from aver.stages.anothers_words import quoted_within, said_by_another
from aver.stages.atoms.language import language_of
from aver.stages.atoms.words import words_in
from aver.stages.citing import citation_of
from aver.stages.framing import frame_of
from aver.stages.packets import packet_of
from aver.stages.records import record_at, with_fields
from aver.stages.sentences import split
from aver.stages.struck import is_struck, without_struck
from aver.values.answers import Citation
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Passage

MOST_UNITS = 20_000
"""Units that are looked at; what lies behind them supports nothing and is counted."""


@dataclass(frozen=True, slots=True)
class Span:
    """`[start, end)` in the canonical text of the passage with that number."""

    passage: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Packets by place, their units in order, the stems of each unit and how many units hold a stem.

    `numbered` says that `[2]` means the second document; `cut` counts units beyond `MOST_UNITS`.
    """

    packets: tuple[EvidencePacket, ...]
    units: tuple[Span, ...]
    stems: tuple[frozenset[str], ...]
    held_by: dict[str, int]
    numbered: bool = True
    cut: int = 0

    def words(self, span: Span) -> str:
        """Return the text at a span without what is struck there."""
        passage = self.packets[span.passage].passage
        return without_struck(passage.text.text, span.start - passage.start, span.end - passage.start)

    def cite(self, span: Span) -> Citation:
        """Return the citation of a span."""
        return citation_of(self.packets[span.passage], span.start, span.end)

    def whole(self, citation: Citation) -> bool:
        """Whether a citation begins where a unit begins and ends where one ends."""
        here = [unit for unit in self.units if self.packets[unit.passage].packet == citation.packet]
        return any(unit.start == citation.start for unit in here) and any(unit.end == citation.end for unit in here)

    def touched(self, citation: Citation) -> tuple[Span, ...]:
        """Return the units that share a code point with a citation."""
        return tuple(
            unit
            for unit in self.units
            if self.packets[unit.passage].packet == citation.packet
            and unit.start < citation.end
            and citation.start < unit.end
        )

    def widened(self, citation: Citation) -> Citation:
        """Return the citation of the whole sentences or rows that a citation touches: what it is to be read as."""
        touched = self.touched(citation)
        if not touched:
            return citation
        start, end = min(unit.start for unit in touched), max(unit.end for unit in touched)
        return self.cite(Span(touched[0].passage, min(start, citation.start), max(end, citation.end)))

    def frame(self, span: Span) -> tuple[Span, ...]:
        """Return what stands over a unit and says how it is to be read, such as the lead-in of its list."""
        found = frame_of(self.packets[span.passage].passage, span.start)
        return tuple(Span(span.passage, start, end) for start, end in found if end <= span.start)

    def leads(self, unit: Span) -> bool:
        """Whether a unit stands over the next one of its passage and says how that is to be read."""
        after = self.units.index(unit) + 1
        following = self.units[after] if after < len(self.units) else unit
        framing = self.frame(following) if following.passage == unit.passage and following != unit else ()
        return any(one.start < unit.end and unit.start < one.end for one in framing)

    def under_another(self, citations: Sequence[Citation], stems: frozenset[str]) -> bool:
        """Whether any of `stems` stands in a passage of `citations` under, or in, another lead-in or label than theirs.

        False where they cite no item, row, lead-in or label.
        """
        cited = [unit for citation in citations for unit in self.touched(citation)]
        own = {one for unit in cited for one in (*self.frame(unit), *((unit,) if self.leads(unit) else ()))}
        if not own or not stems:
            return False
        near = {unit.passage for unit in cited}
        held = (unit for unit, has in zip(self.units, self.stems, strict=True) if unit.passage in near and has & stems)
        return any(self._is_anothers(unit, own) for unit in held if unit not in cited)

    def _is_anothers(self, unit: Span, own: set[Span]) -> bool:
        if any(one.start < unit.end and unit.start < one.end for one in own):
            return False
        return not own.issuperset(self.frame(unit)) or self.leads(unit)

    def says_another(self, citations: Sequence[Citation], claim: str) -> bool:
        """Whether any of `citations` is somebody else's words, and `claim` doesn't say so."""
        cited = ((unit, self.packets[unit.passage].passage) for one in citations for unit in self.touched(one))
        return any(
            said_by_another(passage, unit.start, claim) or quoted_within(self.words(unit), claim)
            for unit, passage in cited
        )

    def places(self, citations: Sequence[Citation]) -> tuple[tuple[Passage, int, int], ...]:
        """Return the units that `citations` touch, as passages and spans of them."""
        touched = (unit for citation in citations for unit in self.touched(citation))
        return tuple((self.packets[one.passage].passage, one.start, one.end) for one in touched)

    def documents(self) -> tuple[str, ...]:
        """Return the ids of the documents in the order in which their passages stand."""
        return tuple(dict.fromkeys(packet.passage.document for packet in self.packets))


def ground_of(passages: Sequence[Passage], *, tenant: str = "", numbered: bool = True) -> Ground:
    """Return `passages` as ground to verify on; erased ones hold no units."""
    packets = tuple(
        packet_of(one, rank=rank, score=0.0, selected=True, sub_question=0, rationale="given", tenant=tenant)
        for rank, one in enumerate(passages, 1)
    )
    found = [
        (Span(place, passage.start + start, passage.start + end), without_struck(passage.text.text, start, end))
        for place, passage in enumerate(passages)
        if not passage.text.erased
        for start, end in _units(passage)
    ]
    stems = tuple(stems_of(text) for _, text in found[:MOST_UNITS])
    return Ground(
        packets=packets,
        units=tuple(unit for unit, _ in found[:MOST_UNITS]),
        stems=stems,
        held_by=Counter(stem for one in stems for stem in one),
        numbered=numbered,
        cut=max(0, len(found) - MOST_UNITS),
    )


def nearest(claim: str, ground: Ground, *, within: frozenset[int] | None = None) -> tuple[tuple[float, Span], ...]:
    """Return the units, those of the passages `within` alone if given, by how much of `claim` they hold in [0, 1].

    Of equally near ones the shorter comes first, then the one that stands first.
    """
    wanted = stems_of(claim)
    weights = {stem: math.log(1 + len(ground.units) / (1 + ground.held_by.get(stem, 0))) for stem in wanted}
    total = sum(weights.values()) or 1.0
    scored = (
        (round(sum(weights[stem] for stem in wanted & stems) / total, 6), unit)
        for unit, stems in zip(ground.units, ground.stems, strict=True)
        if within is None or unit.passage in within
    )
    return tuple(sorted(scored, key=lambda one: (-one[0], one[1].end - one[1].start, one[1].passage, one[1].start)))


def around(unit: Span, ground: Ground, *, reach: int = 1) -> tuple[Span, ...]:
    """Return the unit with `reach` neighbours on either side in the same passage: the window it is read in.

    The line of a record is read with those by which that is called.
    """
    passage = ground.packets[unit.passage].passage
    if passage.kind is ChunkKind.PROSE and record_at(passage.text.text, unit.start - passage.start) is not None:
        return tuple(one for one in ground.units if one == unit or one in ground.frame(unit))
    place = ground.units.index(unit)
    near = ground.units[max(0, place - reach) : place + reach + 1]
    return tuple(one for one in near if one.passage == unit.passage)


def in_context(citations: Sequence[Citation], ground: Ground, *, reach: int) -> str:
    """Return a line for each unit that `citations` touch and `reach` neighbours on either side in the same passage."""
    touched = (unit for citation in citations for unit in ground.touched(citation))
    near = {one for unit in touched for one in around(unit, ground, reach=reach)}
    return "\n".join(map(ground.words, sorted(near, key=lambda one: (one.passage, one.start))))


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of the content words of a text."""
    return frozenset(word.stem for word in words_in(text, language_of(text) or "en") if word.content)


def _units(passage: Passage) -> list[tuple[int, int]]:
    text = passage.text.text
    if passage.kind is not ChunkKind.TABLE:
        sentences = split(text, language=language_of(text) or "en")
        spans = with_fields(sentences, text) if passage.kind is ChunkKind.PROSE else sentences
        return [(start, end) for start, end in spans if not is_struck(text, start, end)]
    units: list[tuple[int, int]] = []
    place = 0
    for line in text.splitlines(keepends=True):
        kept = line.strip()
        first = place + line.index(kept) if kept else place
        if any(first <= start - passage.start < first + len(kept) for _, _, start, _, _ in passage.table_cells):
            units.append((first, first + len(kept)))
        else:
            units += split(line, start=place, language=language_of(text) or "en")
        place += len(line)
    return [(start, end) for start, end in units if any(sign.isalnum() for sign in text[start:end])]
