"""The line of a record that a question names by its key (G5): "Serial number: 22-00871" under "Device: FM-22".

The question has to hold the key whole. What else it holds has to stand in what the record is called by, in titles, or
in one more field of the record, and no other record may fit. A question of yes or no, one that compares, limits or
denies is never looked up so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.answer_type import matches_expected_type
from aver.stages.planning.references import refers_back
from aver.stages.planning.words import AUXILIARIES, folded, is_german, names, numbers
from aver.stages.priced import asks_a_price, is_price, price_words
from aver.stages.quotation import Unit
from aver.stages.records import Field, Record, key_words, records_in, unit_of
from aver.stages.row_named import NAMED, is_plain
from aver.stages.stems import Stems, stems
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage

FIELD_NAMED = NAMED
"""How likely such a line answers: as a row of a table that is named by as much."""

_ASKS = regex(
    r"^\s*(?:(?:until|till|since|from|bis|ab|seit)\s+)?(?:what|which|when|who|whom|where"
    r"|how\s+(?:much|many|long|often|high|large|big|old|heavy|fast|deep|wide)|was|welche[rsnm]?|wann|wer|wo|wie"
    r"\s?(?:viele?|hoch|lange?|oft|groß|alt|schwer|schnell|tief|breit))\b",
    re.IGNORECASE,
)
SAYS_NOTHING = stems(
    """
    set configured given specified listed value setting entry field used have has stated recorded number many much long
    often take last dauert eingestellt wert eintrag angegeben feld hat nummer viele lange oft
    """
)
"""Words of a question that need stand nowhere."""


def field_named(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the one line of the current records that `question` names, None where there is none or several."""
    if not asks_for_one(question):
        return None
    words = folded(question)
    found: tuple[dict[str, Unit], dict[str, Unit]] = ({}, {})
    for packet in packets:
        passage = packet.passage
        if passage.kind is ChunkKind.PROSE and passage.freshness is Freshness.ACTIVE:
            for record in records_in(passage.text.text):
                named = _named(question, words, record, passage)
                if named is not None:
                    line, called = named
                    unit = Unit(packet=packet, start=passage.start + line.start, end=passage.start + line.end)
                    found[not called].setdefault(" ".join((*(one.value for one in record.naming), unit.text)), unit)
    units = [*(found[0] or found[1]).values()]
    return units[0] if len(units) == 1 else None


def asks_for_one(question: str) -> bool:
    """Whether a question may ask for what stands behind one name: not whether something holds, nor of what was said."""
    words = folded(question)
    whether = bool(words) and words[0] in AUXILIARIES and not is_german(question)
    return _ASKS.match(question) is not None and not whether and not refers_back(question)


def _named(question: str, words: Sequence[str], record: Record, passage: Passage) -> tuple[Field, bool] | None:
    """Return the field of a record that a question asks for, if it names the record and no other field as much, and
    whether it does by what the record is called."""
    asked = stems(question)
    line = _asked_for(words, asked, record)
    if line is None or not _asks_plainly(words, line):
        return None
    if matches_expected_type(question, f": {line.value} {unit_of(line.key)}") == 0:
        return None
    left = asked - _key(line.key) - SAYS_NOTHING
    if asks_a_price(question) and is_price(line.key, line.value):
        left -= stems(price_words(question))
    telling = stems(" ".join((*names(question), *numbers(question))))
    if _is_of(left, line, record, passage, telling):
        return line, True
    others = (one for one in record.fields if one is not line and one not in record.naming)
    by = ((_key(one.key) - SAYS_NOTHING, _said(one)) for one in others)
    fits = any(key and key <= left and _is_of(left - said, line, record, passage, telling) for key, said in by)
    return (line, False) if fits else None


def _asks_plainly(words: Sequence[str], line: Field) -> bool:
    """Whether a question limits, denies and compares nothing but in the words of a field's key."""
    beside = frozenset(words) - frozenset(folded(f"{key_words(line.key)} {unit_of(line.key)}"))
    return is_plain(beside)


def _asked_for(words: Sequence[str], asked: Stems, record: Record) -> Field | None:
    """Return the field whose key a question holds whole, of several the one that it holds first."""
    keys = {line: key for line in record.fields if (key := _key(line.key)) and line.value and line not in record.naming}
    held = {line: key for line, key in keys.items() if key <= asked}
    whole = [line for line, key in held.items() if not any(key < other for other in held.values())]
    places = {line: [place for place, word in enumerate(words) if stems(word) & held[line]] for line in whole}
    first = min((min(at) for at in places.values() if at), default=0)
    found = [line for line, at in places.items() if first in at]
    return found[0] if len(found) == 1 else None


def _is_of(left: Stems, line: Field, record: Record, passage: Passage, telling: Stems) -> bool:
    """Whether what is `left` of a question stands in what a record is called by, or in the titles above it.

    A record that bears a number of its own is not the one that a title names: "PEP: 999" under "Amending PEP 387".
    """
    naming = [one for one in record.naming if one is not line]
    rest = left - frozenset[int]().union(*map(_said, naming))
    if rest & telling and any(re.search(r"\d", one.value or one.key) for one in naming):
        return False
    return rest <= stems(f"{passage.title.text} {passage.section_path.text} {file_name(passage.uri)}")


def _said(line: Field) -> Stems:
    return _key(line.key) | stems(line.value)


def _key(key: str) -> Stems:
    return stems(key_words(key))
