"""Statements of two documents about the same thing that can't both answer: "The deposit is 10 euros", "15 euros" (E5).

What a question asks for needn't be told from its words here. Two sentences of the same words but for the figures, or
for a denial, disagree about all that the question names whatever it asks. Where one would be quoted as the answer, the
best that another document says is held against it, however worded. A row of a table says one thing in each cell: what
its first cell names, and what stands over the column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.atoms.conversion import dimensions_of, in_base
from aver.stages.atoms.dates import dates_in
from aver.stages.atoms.number_words import NUMBER_WORD
from aver.stages.atoms.quantities import Quantity, quantities_in
from aver.stages.conflicts.detection import side_of
from aver.stages.conflicts.statements import denies
from aver.stages.framing import leaned_on
from aver.stages.in_force import of_no_force
from aver.stages.planning.words import PREPOSITIONS, content, folded, set_of
from aver.stages.quotation import Unit, units_of
from aver.stages.reading import heading_of
from aver.stages.replacing import PERSON
from aver.stages.stems import Stems, stems
from aver.stages.table_rows import cells_within, titles_over
from aver.stages.wanted import ValueKind, asks_yes_or_no, is_question, wanted_of
from aver.values.chunks import ChunkKind
from aver.values.conflicts import ConflictKind, ConflictPacket
from aver.values.evidence import EvidencePacket, Freshness

LEAST_WORDS = 2
"""Words beside the value that two statements of the same words have in common."""

ALIKE = 0.5
"""Share of their words that those have in common, where only one of the two says more than the other."""

NAMED, SAID = 0.75, 0.5
"""Shares of a question's words that stand in a statement or above it, and in itself."""

WHETHER = 0.66
"""Share of the words of a question for yes or no that both statements must have."""

SHORT = 16
"""Words of a sentence that says little beside its value."""

_COUNTS = regex(rf"\d|{NUMBER_WORD.pattern}", NUMBER_WORD.flags)
_FIGURE = regex(r"\d+")
_NUMBERED = regex(r"\W*(?:\d+\.)*\d+[.)]?\s(?=\W*[^\W\d])")
_BOUNDING = set_of(
    "about approximately around circa per roughly some up maximum minimum least most etwa rund circa bis"
)
_ON_A_CONDITION = (PREPOSITIONS - set_of("of to by von zu")) | set_of("if when where unless without wenn falls ohne")

_MEASURES = stems(
    "second minute hour day week month year euro dollar pound percent sekunde stunde tag woche monat jahr prozent"
)
"""Stand with the number in a statement, and behind "how many" in a question."""

_DEGREES = stems(
    "long much many far often old big large high deep wide fast heavy hot cold"
    " lange viel viele oft weit hoch tief schnell schwer alt groß"
)
"""What a question asks "how" by, and a statement needn't have."""

_PRICES = stems("price prices cost costs fee fees charge charges preis preise kosten kostet gebühr")
_ALLOWS = regex(
    r"\b(?:may|can(?:not)?|allow\w*|permit\w*|forbid\w*|prohibit\w*|banned|darf|dürfen|erlaubt|verboten|untersagt|gestattet)\b",
    re.IGNORECASE,
)
_YEARLY = regex(
    r"\b(?:annual(?:ly)?|yearly|(?:per|an?|each|every|pro|im|jedes)\s+(?:year|annum|jahr)|jährlich\w*)\b", re.IGNORECASE
)
_ALIKE = ((_ALLOWS, -1), (_YEARLY, -2))
_PRICE = -3
"""Stand for all the words that say whether something is allowed, that it is so by the year, and what it costs; a stem
is never negative."""

_NAME, _LASTING = "name", ("time", "calendar")
"""The dimension that stands for somebody's name, and those of lengths of time."""

Value = tuple[str, tuple[Fraction | str, ...]]


@dataclass(frozen=True, slots=True)
class _Said:
    """What a sentence or cell says: of what (`words`), the values, whether it denies, the words above it too, and the
    figures of the question that stand there, "AquaLift 400"; `bare` where it says nothing that isn't asked about: "Up
    to 50 schedules"."""

    unit: Unit
    words: Stems
    values: Mapping[Value, str]
    denies: bool
    known: Stems
    numbered: frozenset[str]
    bare: bool = False

    def beside(self, other: _Said) -> Mapping[Value, str]:
        """Return the values, as they are written, that `other` doesn't give."""
        return {value: literal for value, literal in self.values.items() if value not in other.values}


def said_otherwise(
    question: str, packets: Sequence[EvidencePacket], *, sub_question: int = 0, least: float = 0.0
) -> tuple[ConflictPacket, ...]:
    """Return the conflict of the first statements of two current documents that speak of all that `question` names and
    say the same of it but for a value, or, where it asks for yes or no, but for a denial; () where no two do.

    Both answer with at least the probability `least`.
    """
    asked, whether = _words(question) - _DEGREES, asks_yes_or_no(question)
    figures = frozenset(_FIGURE.findall(question))
    units = (unit for one in packets if one.score >= least for unit in units_of(one))
    found = [one for unit in units if whether or _COUNTS.search(unit.text) for one in _told(unit, asked, figures)]
    for one, two in combinations(found, 2):
        if _are_apart(asked, one, two) and _same_but_for_it(question, one, two, whether=whether):
            return (_conflict(question, one, two, sub_question),)
    return ()


def contradiction(question: str, quote: Unit, other: Unit, *, sub_question: int = 0) -> ConflictPacket | None:
    """Return the conflict between a `quote` that answers and the best that another document says, None where the two
    don't speak of the same things that `question` names, or agree.

    They disagree where they have other values of one dimension, or, of a question for yes or no, where one denies.
    """
    asked, whether = _words(question) - _DEGREES, asks_yes_or_no(question)
    figures = frozenset(_FIGURE.findall(question))
    for one, two in product(_told(quote, asked, figures), _told(other, asked, figures)):
        told = _says_the_opposite(asked, one, two) if whether else _answers_otherwise(question, one, two)
        if told and _are_apart(asked, one, two):
            return _conflict(question, one, two, sub_question)
    return None


def _conflict(question: str, one: _Said, two: _Said, sub_question: int) -> ConflictPacket:
    denied = one.denies != two.denies
    return ConflictPacket(
        kind=ConflictKind.POLARITY if denied else ConflictKind.VALUE,
        sub_question=sub_question,
        attribute=" ".join(sorted(content(question))),
        sides=tuple(
            side_of(
                said.unit,
                value=("no" if said.denies else "yes") if denied else ", ".join(said.beside(other).values()),
                label=heading_of(said.unit.packet.passage),
                packets=[said.unit.packet],
            )
            for said, other in sorted(((one, two), (two, one)), key=lambda pair: -pair[0].unit.packet.passage.authority)
        ),
    )


def _told(unit: Unit, asked: Stems, figures: Set[str]) -> Iterator[_Said]:
    """Yield what a sentence or row of a current document says about what is `asked`, if it has enough of its words;
    `figures` are those of the question."""
    passage = unit.packet.passage
    if passage.freshness is not Freshness.ACTIVE or of_no_force(passage) or not asked:
        return
    elsewise = sum(word < 0 for word in asked)
    for text in _texts(unit):
        if len(asked & stems(text)) + elsewise < SAID * len(asked):
            continue
        words = _words(text)
        bare = bool(words) and words <= asked and passage.kind is not ChunkKind.TABLE
        if is_question(text) or not (bare or len(asked & words) >= max(1, SAID * len(asked))):
            continue
        above = "\n".join((passage.title.text, passage.section_path.text, file_name(passage.uri), _led(unit)))
        known = words | _words(above)
        if bare or len(asked & known) >= NAMED * len(asked):
            numbered = frozenset(figures & set(_FIGURE.findall(f"{above}\n{text}")))
            yield _Said(unit, words, _values(text), denies(text), known, numbered, bare)


def _texts(unit: Unit) -> Iterator[str]:
    """Yield a sentence without its number; a row once whole and once for each cell behind the first, with its title."""
    passage = unit.packet.passage
    yield _NUMBERED.sub("", unit.text, count=1) if _NUMBERED.match(unit.text) else unit.text
    row = cells_within(passage, unit.start, unit.end)
    titles = titles_over(passage, row) if row else {}
    for column in sorted(row)[1:]:
        yield f"{row[min(row)]} | {titles.get(column, '')} | {row[column]}"


def _led(unit: Unit) -> str:
    """Return the sentences that `unit` can't be understood without."""
    passage = unit.packet.passage
    spans = leaned_on(passage, unit.start, unit.end)
    return "\n".join(passage.text.text[start - passage.start : end - passage.start] for start, end in spans)


def _are_apart(asked: Stems, one: _Said, two: _Said) -> bool:
    """Whether two statements are of two documents that name the same of what is `asked`."""
    first, second = one.unit.packet.passage, two.unit.packet.passage
    if first.document == second.document or one.numbered != two.numbered:
        return False
    mine, theirs = asked & one.known, asked & two.known
    bare = (one.bare and mine <= theirs) or (two.bare and theirs <= mine)
    return mine == theirs or (bare and not content(first.title.text).isdisjoint(content(second.title.text)))


def _same_but_for_it(question: str, one: _Said, two: _Said, *, whether: bool) -> bool:
    """Whether two statements are of the same words, and have other values or one of them alone a denial."""
    shared = len(one.words & two.words)
    within = one.words <= two.words or two.words <= one.words
    if not within or shared < LEAST_WORDS or shared < ALIKE * len(one.words | two.words):
        return False
    return whether if one.denies != two.denies else _other_values(question, one, two)


def _asked_for(question: str) -> Callable[[str], bool]:
    """Return which dimensions of values can be what `question` asks for: no length of time is a day, somebody's name is
    asked for by "who" alone, and no value where it asks for a place."""
    wanted = wanted_of(question)
    kind = None if wanted is None else wanted.kind
    if kind in (ValueKind.NAME, ValueKind.PLACE):
        return lambda unit: kind is ValueKind.NAME and unit == _NAME
    if kind is ValueKind.DATE:
        return lambda unit: unit not in (*_LASTING, _NAME)
    if wanted is not None and wanted.lasting:
        return lambda unit: unit in _LASTING
    return lambda unit: unit != _NAME


def _says_the_opposite(asked: Stems, one: _Said, two: _Said) -> bool:
    """Whether one of two statements about whether something is so denies it, and both have most words of it."""
    return one.denies != two.denies and all(len(asked & said.words) >= WHETHER * len(asked) for said in (one, two))


def _answers_otherwise(question: str, one: _Said, two: _Said) -> bool:
    """Whether two statements have other values, and `question` asks for a number or a day, or both are too short to be
    about much else."""
    wanted = wanted_of(question)
    valued = wanted is not None and wanted.kind in (ValueKind.NUMBER, ValueKind.DATE)
    short = max(len(folded(said.unit.text)) for said in (one, two)) <= SHORT
    return (valued or short) and _other_values(question, one, two)


def _other_values(question: str, one: _Said, two: _Said) -> bool:
    """Whether two statements have values of one dimension, which may be what `question` asks for, none the other's, and
    neither is about a case of its own."""
    may_be = _asked_for(question)
    mine, theirs = one.beside(two), two.beside(one)
    units = {unit for unit, _ in mine if may_be(unit)} & {unit for unit, _ in theirs}
    return bool(units) and not any(
        _on_a_condition(said.unit.text, said.words - other.words) for said, other in ((one, two), (two, one))
    )


def _on_a_condition(text: str, more: Stems) -> bool:
    """Whether a word that one of two statements has `more` stands where it tells a case: "for students"."""
    words = folded(text)
    return any(
        not stems(word).isdisjoint(more) and not _ON_A_CONDITION.isdisjoint(words[max(0, place - 3) : place])
        for place, word in enumerate(words)
    )


def _values(text: str) -> Mapping[Value, str]:
    """Return the values of a text, each as it is written there."""
    found = [(_value(one), one.start, one.end) for one in quantities_in(text) if _stands_alone(text, one.start)]
    found += [(("", (text[one.start : one.end].casefold(),)), one.start, one.end) for one in dates_in(text)]
    found += [((_NAME, (one[0].casefold(),)), *one.span()) for one in PERSON.finditer(text)]
    return {value: text[start:end] for value, start, end in found}


def _stands_alone(text: str, start: int) -> bool:
    """Whether the number at `start` isn't the end of a name: "LX-10"."""
    return not (start and (text[start - 1].isalnum() or text[start - 1] in "-_/"))


def _value(one: Quantity) -> Value:
    """Return a quantity so that those of one dimension compare: "2 hours" and "120 minutes"."""
    numbers = (*one.values, *(one.upper or ()))
    base = tuple(None if one.unit is None else in_base(number, one.unit) for number in numbers)
    if one.unit is None or not base or None in base:
        return one.unit or "", tuple(map(str, numbers)) or (one.literal.casefold(),)
    return " ".join(dimensions_of(one.unit) or ()), tuple(number for number in base if number is not None)


def _words(text: str) -> Stems:
    """Return the stems of a text without its values and units, those that say alike what it costs or allows as one."""
    quantities = (one for one in quantities_in(text) if _stands_alone(text, one.start))
    spans = [*((one.start, one.end) for one in quantities), *((one.start, one.end) for one in dates_in(text))]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    alike = {_PRICE} if not stems(text).isdisjoint(_PRICES) else set()
    for pattern, key in _ALIKE:
        text, found = pattern.subn(" ", text)
        alike |= {key} if found else set()
    words = stems(" ".join(word for word in re.findall(r"[\w'’-]+", text) if word.casefold() not in _BOUNDING))
    return (words - _PRICES - _MEASURES) | alike
