"""The definition of a term that a question asks about (G5): '"Term" means five years from and including 1 March 2025.'

What a contract or a statute means by a word stands in one sentence that says so, and answers what the word is, how long
or how much it is, whatever it resembles. The rest of the question has to stand there or in the titles above, and no
other definition of the term may be among the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aver.patterns import regex
from aver.stages.answer_type import matches_expected_type
from aver.stages.planning.words import LIMITS, NEGATIONS, content, folded
from aver.stages.quotation import Unit, units_of
from aver.values.evidence import EvidencePacket, Freshness

DEFINED = 0.65
"""How likely the definition answers, as that of a row that is named (`row_named.NAMED`)."""

_OPEN, _CLOSE = '["“„«]', '["”“»]'
_DEFINES = regex(
    rf"^(?:[-*+•]\s+|\(?\w{{1,3}}[.)]\s+)?(?:the\s+|der\s+|die\s+|das\s+)?[*_]*{_OPEN}(?P<term>[^\"“”„«»\n]{{2,60}}){_CLOSE}[*_]*"
    r"\s*,?\s*(?:(?:shall\s+)?means?\b|(?:refers?|shall\s+refer)\b[^.]{0,20}\s+to\b|(?:is|are)\s+defined\s+as\b"
    r"|bedeutet\b|bezeichnet\b|meint\b|ist\b|sind\b)",
    re.IGNORECASE,
)
_MEASURING = content(
    "long much many last lasts begin begins start starts end ends day week month year time amount lange viel viele hoch"
    " dauert beginnt endet tag woche monat jahr zeit betrag"
)
"""What a question about a term asks in beside it: how long it lasts, when it begins, how much it is a year."""

_MEANING = content("mean means meant meaning definition defined bedeutet bedeuten bedeutung heißt gemeint definition")
_ASKS = regex(
    r"^\s*(?:(?:what|was)\b|how\s+(?:long|much|many|large|high|big)\b|wie\s+(?:lange?|viele?|hoch|groß)\b|when\b|wann\b|who\b|wer\b)",
    re.IGNORECASE,
)


def defined_there(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the one definition, in the selected current packets, of the term that `question` asks about, else None."""
    if not _ASKS.match(question) or not (NEGATIONS | LIMITS).isdisjoint(folded(question)):
        return None
    found: dict[str, Unit] = {}
    for packet in packets:
        if packet.selected and packet.passage.freshness is Freshness.ACTIVE:
            for unit in _definitions(question, packet):
                found.setdefault(" ".join(unit.text.casefold().split()), unit)
    return next(iter(found.values())) if len(found) == 1 else None


def _definitions(question: str, packet: EvidencePacket) -> Iterator[Unit]:
    """Yield the definitions of a term that the question holds whole, if it asks of nothing else."""
    asked, passage = content(question), packet.passage
    around = content(f"{passage.title.text} {passage.section_path.text}")
    for unit in units_of(packet):
        defining = _DEFINES.match(unit.text)
        if defining is None:
            continue
        term = content(defining["term"])
        rest = asked - term - content(unit.text[defining.end() :]) - around - _MEANING
        if term and term <= asked and rest <= _MEASURING and matches_expected_type(question, unit.text) > 0:
            yield unit
