"""The item of a list that a question names by its label, where what leads into the list says the rest (G5).

"class B: 90 euros" under "The fee for a permit depends on the class of the vehicle:" is the fee for class B. The
question has to hold the label as it stands; what else it holds has to stand in the lead-in or in titles, at least one
word of it in the lead-in. A list is one of labels where two of its items have them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.answer_type import matches_expected_type
from aver.stages.field_named import SAYS_NOTHING, asks_for_one
from aver.stages.framing import frame_of, led_by
from aver.stages.planning.words import NEGATIONS, folded, phrase
from aver.stages.priced import asks_a_price, is_price, price_words
from aver.stages.quotation import Unit, units_of
from aver.stages.row_named import HOW_GREAT, NAMED, is_plain
from aver.stages.stems import stems
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage

ITEM_NAMED = NAMED
"""How likely such an item answers: as a row of a table that is named by as much."""

LABELLED = regex(
    r"[\s>*+•–▪◦\-]*(?:\(?(?:\d{1,2}|[a-z])[.)]\s+)?[*_]{0,2}(?P<label>[^:\n*_]{1,40}?)[*_]{0,2}(?::[*_]{0,2}|\s[–—])\s+"
    r"(?P<value>\S.*)",
    re.DOTALL,
)
"""An item of a list that has a label."""

_MOST_WORDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    """An item of a list with its label and what stands behind that."""

    unit: Unit
    label: tuple[str, ...]
    value: str


def item_named(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the one item of the current lists that `question` names, None where there is none or several."""
    if not asks_for_one(question):
        return None
    current = (
        one for one in packets if one.passage.kind is ChunkKind.PROSE and one.passage.freshness is Freshness.ACTIVE
    )
    found = {one.unit.text: one.unit for packet in current for one in _named(question, packet)}
    return next(iter(found.values())) if len(found) == 1 else None


def _named(question: str, packet: EvidencePacket) -> list[_Item]:
    """Return the items whose labels stand in `question`, the longest of them and one of a list, if it asks for what
    their lists tell."""
    asked = phrase(question)
    items = [item for unit in units_of(packet) if (item := _item(unit)) is not None]
    held = [one for one in items if f" {' '.join(one.label)} " in asked]
    leads = {one.unit.start: lead_of(packet.passage, one.unit.start) for one in items} if held else {}
    longest = [one for one in held if not any(set(one.label) < set(other.label) for other in held)]
    alone = [one for one in longest if sum(leads[other.unit.start] == leads[one.unit.start] for other in longest) == 1]
    among = [one for one in alone if sum(lead == leads[one.unit.start] for lead in leads.values()) > 1]
    return [one for one in among if _is_asked(question, one, leads[one.unit.start], packet.passage)]


def _item(unit: Unit) -> _Item | None:
    found = LABELLED.match(unit.text)
    label = tuple(folded(found["label"])) if found else ()
    return _Item(unit=unit, label=label, value=found["value"]) if found and 0 < len(label) <= _MOST_WORDS else None


def lead_of(passage: Passage, start: int) -> str:
    """Return what leads into the list whose item stands at `start`, "" where that stands in none."""
    text = passage.text.text
    inside = [text[first - passage.start : last - passage.start] for first, last in frame_of(passage, start)]
    return "\n".join(inside) or led_by(passage, start)


def _is_asked(question: str, item: _Item, lead: str, passage: Passage) -> bool:
    """Whether what `question` says beside the label stands in what leads into the list, or in titles."""
    words = frozenset(folded(question)) - frozenset(item.label) - frozenset(folded(lead))
    if not is_plain(words) or not NEGATIONS.isdisjoint(folded(lead)):
        return False
    if matches_expected_type(question, f": {item.value}") == 0:
        return False
    left = stems(HOW_GREAT.sub("", question)) - stems(" ".join(item.label)) - SAYS_NOTHING
    if asks_a_price(question) and is_price(lead, item.value):
        left -= stems(price_words(question)) - stems(lead)
    titles = stems(f"{passage.title.text} {passage.section_path.text} {file_name(passage.uri)}")
    return bool(left & stems(lead)) and left <= stems(lead) | titles
