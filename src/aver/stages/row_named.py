"""The row of a table that a question names, where a word or two of the question stand nowhere in the table.

"Which WASI SDK version goes with Python 3.14?" names a row ("3.14", and no other row has that cell) and a column ("WASI
SDK"); "goes" stands nowhere. Words are compared by their stems. Numbers and names may not be left over: the same table
of another year is another table. A question that compares rows, orders or counts them asks for no row. What becomes of
it is measured by `benchmarks/row_lookup.py`.

A column is asked for by its header. One of prices may be asked for by "cost" alone ("Was kostet eine Tageskarte?"), and
none needs to be where a row's name is all that is said ("What should I do about BH-310?").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations, pairwise

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.other_case import says_how_often
from aver.stages.planning.words import (
    AUXILIARIES,
    LIMITS,
    NEGATIONS,
    PREPOSITIONS,
    folded,
    is_german,
    names,
    numbers,
    phrase,
    set_of,
)
from aver.stages.priced import OPENS, asks_a_price, is_hours, is_price, price_words
from aver.stages.quotation import Unit, rows_of
from aver.stages.row_columns import (
    DEFINITE,
    TIME,
    gives_time,
    has_blank,
    has_value,
    is_of_another,
    is_of_another_row,
)
from aver.stages.stems import Stems, stems
from aver.stages.table_rows import SPELT_OUT, cells_within, header_rows, titles_over
from aver.values.evidence import EvidencePacket, Passage

NAMED = 0.65
"""How likely a row that is named answers (docs/decisions/0015-row-lookup.md)."""

MOST_LEFT = 2
"""Words of a question that may stand nowhere in the table: with three, one row more is right, one wrong."""

COUNTS = set_of("total sum average difference summe insgesamt durchschnitt unterschied")

_BETWEEN_ROWS = COUNTS | set_of(
    """
    same previous next preceding following other another else besides both either different earlier later prior then
    together altogether combined compared versus average each per ever list consecutive top best worst
    highest lowest largest smallest biggest greatest longest shortest fewest fastest slowest youngest newest earliest
    cheapest heaviest lightest strongest weakest deepest tallest widest closest nearest furthest farthest busiest
    gleich gleiche gleichen selbe selben vorige vorherige nächste nächsten folgende andere anderen anderer sonst beide
    entweder verschieden früher später dann zusammen verglichen jeweils pro liste beste besten schlechteste
    höchste höchsten niedrigste niedrigsten größte größten kleinste kleinsten längste kürzeste schnellste langsamste
    jüngste neueste früheste billigste schwerste leichteste tiefste
    """
)
_LASTING = regex(r"^\s*(?:how\s+long|wie\s+lange|(?:until|till|from|bis|ab)\s+(?=wh?[ea]nn?\b))", re.IGNORECASE)
"""The beginning of a question whose words bound nothing."""

_DOES = set_of("do does did hat haben tut")
_WHICH = set_of("which what welche welcher welches welchen welchem was")
_OF_THE_COLUMN = regex(
    r"^\s*(?:who(?:m|se)?|why|how(?!\s+(?:many|much|long)\b)|we[rmn]|wessen|warum|weshalb|wieso|wie(?!\s?(?:viel|lange)))\b",
    re.IGNORECASE,
)
"""Begins a question about what a column states rather than for it: "who approves the refund policy of ...?"."""
HOW_GREAT = regex(r"^\s*(?:wie\s+(?:hoch|groß)|how\s+(?:high|large|big))\s+(?=(?:ist|sind|is|are)\b)", re.IGNORECASE)
"""Asks for the one figure of what is called by name."""

_PER = regex(r"\b(?:per|pro|each|je)\s+\w+", re.IGNORECASE)
"""What a value is for one of: "per hour"."""

_UNIT_BEHIND = regex(rf"\W*{_PER.pattern}\W*$", re.IGNORECASE)
"""The same behind the name of a row: "Technician, per hour"."""

_HOW_LONG = regex(r"^\s*(?:how\s+long|wie\s+lang(?:e)?)\b", re.IGNORECASE)
_HOW_OFTEN = regex(r"^\s*(?:how\s+often|wie\s+oft)\b", re.IGNORECASE)

_ALONE = regex(
    r"^\s*(?:(?:what|which|was|welche[rsnm]?)\b|how\s+much\s+(?:is|are)\b|wie\s*viel\s+ist\b|wie\s+(?:hoch|groß)\b"
    r"|how\s+(?:high|large|big)\b)",
    re.IGNORECASE,
)
"""Begins a question that a whole row answers, whose name is all that it says."""

_KINDS = set_of(
    """
    tier plan level category class group band version edition package zone use type kind tariff model variant grade
    option rate stufe klasse gruppe kategorie paket modell variante tarif
    """
)
"""What the columns of a table may be, whatever each is called."""

_OF_A_YEAR = stems(
    "much many use usage consumption have had get got record report reach total amount viel viele haben hat betrug"
)
"""What may be left over of a question about a year, whose row says nothing else of what is asked."""

_YEAR = regex(r"(?:19|20)\d\d(?:[/–-]\d\d(?:\d\d)?)?")
_CODE = regex(r"[\d_()./]|[a-z][A-Z]")
_COUNTED = regex(
    r"\b(?:how\s+m(?:any|uch)|(?:number|amount)\s+of|wie\s?viele?|(?:an)?zahl\s+(?:der|von))\s+([\w'’-]+)",
    re.IGNORECASE,
)

_CONDITION = regex(r"^\W*[^\W\d][\w()]{0,11}\s*[=≤≥<>]\s*")
"""The symbol before a condition: "IOUT = 500 mA"."""

_ASIDE = regex(r"(?<=\w)\s*\([^()]{1,40}\)\s*$")
"""What the name of a row adds in brackets: "P1 (service down)"."""

_PARAMETERS = set_of("parameter parameters characteristic characteristics symbol kenngröße kenngrößen")
_SYMBOL = regex(r"(?<=[a-z]),?\s+[A-Z](?:[A-Za-z]{0,4}[A-Z0-9])[A-Za-z0-9()]{0,4}\s*$")
"""The symbol of a parameter behind its name: "Supply voltage VDD"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row, the stems of its cells that the question names, those of the header that it asks for, and what is left.

    `valued` says that it has the price or the hours that are asked, `titled` that the words of a header ask for it,
    `elsewhere` are those of cells of any row that the question holds whole, `other` says that another column or row is
    meant, `dated` that only its year tells the row from others, `figures` that a cell beside those named has any,
    `measured` that one has a unit, `often` that one says how often, `blank` that one is empty whose title is asked for,
    `alone` that the question says only what it is called.
    """

    unit: Unit
    named: Stems
    column: Stems
    valued: bool
    titled: bool
    left: Stems
    elsewhere: Stems
    other: bool
    dated: bool
    figures: bool
    measured: bool
    often: bool
    blank: bool
    alone: bool


def row_named(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the one row of those tables that `question` names with a column of it, None where there is none."""
    return _only_row(question, packets) if _may_name(question, packets) else None


def _only_row(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    telling = _telling(question)
    rows = (row for one in packets for row in _rows_named(question, one) if not row.left & telling)
    found = {" ".join(row.unit.text.split()): row for row in rows}
    best = max(found.values(), key=lambda row: len(row.named), default=None)
    if best is None or sum(len(row.named) == len(best.named) for row in found.values()) > 1:
        return None
    apart = all(row.named <= best.named for row in found.values())
    return best.unit if apart and _is_asked(question, best) else None


def rows_alike(question: str, packet: EvidencePacket) -> tuple[Unit, ...]:
    """Return the rows of a table that `question` names by what all of them are called, each with a value of its own in
    the column that it asks for; none where it names one row alone."""
    if not _may_name(question, [packet]) or _only_row(question, [packet]) is not None:
        return ()
    rows = list(_rows_named(question, packet, alone=False))
    most = max((len(row.named) for row in rows), default=0)
    alike = [row for row in rows if len(row.named) == most]
    is_asked = all(row.named == alike[0].named and not row.alone and _is_asked(question, row) for row in alike)
    return tuple(row.unit for row in alike) if len(alike) > 1 and is_asked else ()


def _may_name(question: str, packets: Sequence[EvidencePacket]) -> bool:
    """Whether `question` may ask for what one row states: it doesn't compare rows, or ask whether something holds."""
    is_valued = any(one.match(question) for one in (HOW_GREAT, _HOW_OFTEN, OPENS))
    titled = frozenset(word for one in packets for word in folded(words_over(one.passage)[0]))
    words = folded(_without_units(question, packets))
    bounding = folded(_without_units(_LASTING.sub("", question), packets))
    if not is_plain(frozenset(bounding) - titled - _in_names(question, packets)) or (
        _OF_THE_COLUMN.search(question) and not is_valued
    ):
        return False
    return bool(words) and (words[0] not in AUXILIARIES or (words[0] in _WHICH and is_german(question)))


def _in_names(question: str, packets: Sequence[EvidencePacket]) -> frozenset[str]:
    """Return the words of the rows' names that `question` holds whole: "below 95 %" is a row there."""
    asked = phrase(question)
    names_of_rows = (folded(cells[0]) for one in packets for row in rows_of(one) if (cells := _cells_of(row, one)))
    return frozenset(word for name in names_of_rows if f" {' '.join(name)} " in asked for word in name)


def is_plain(words: Set[str]) -> bool:
    """Whether words of a question limit, deny, compare, order and count nothing that it asks about."""
    return (LIMITS | NEGATIONS | _BETWEEN_ROWS).isdisjoint(words)


def _without_units(question: str, packets: Sequence[EvidencePacket]) -> str:
    """Return `question` without the "per hour" that a table says too: it is no question about each hour."""
    said = " ".join(f"{one.passage.text.text} {' '.join(words_over(one.passage))}" for one in packets).casefold()
    return _PER.sub(lambda found: "" if found[0].casefold() in said else found[0], question)


def _is_asked(question: str, row: _Row) -> bool:
    """Whether a column of the row is asked for, and what is left over neither tells tables apart nor is much."""
    telling = _telling(question)
    is_valued = asks_a_price(question) or OPENS.match(question) is not None
    counted = None if is_valued else _COUNTED.search(question)
    if row.alone:
        return _ALONE.match(question) is not None and (row.figures or not HOW_GREAT.match(question))
    counting = row.column | (row.named if row.titled else frozenset())
    if counted is not None and not (row.figures and stems(counted[1]) & counting):
        return False
    if (is_valued and not row.valued) or (_HOW_OFTEN.match(question) and not row.often):
        return False
    if row.blank or row.other or (_HOW_LONG.match(question) and not row.measured):
        return False
    most = MOST_LEFT if row.titled and not (row.dated and row.left - _OF_A_YEAR) else 0
    return (
        (bool(row.column) or row.valued)
        and len(row.left) <= most
        and not row.left & (telling | row.elsewhere)
        and not _is_narrowed(question, row)
    )


def _telling(question: str) -> Stems:
    """Return the names and numbers of a question: a table that has them nowhere is another table."""
    return stems(" ".join((*names(question), *numbers(question))))


def _is_narrowed(question: str, row: _Row) -> bool:
    """Whether what is left over narrows the row or asks beside it: "... plans for universities", "which court ...?".

    It does as a phrase of its own, up to a preposition or from one to the next; right behind "which" or "what"; and
    behind the row's name, where only the verb of "does it last?" may stand, and what a column is one of ("the Premium
    tier").
    """
    words = folded(question)
    held = [stems(word) for word in words]
    kinds = {place for place in range(1, len(words)) if words[place] in _KINDS and held[place - 1] & row.column}
    left = [bool(keys & row.left) and place not in kinds for place, keys in enumerate(held)]
    last = _last_of(row.named, held)
    asked = any(word in _WHICH and beside for word, beside in zip(words, left[1:], strict=False))
    if asked or sum(left[last + 1 :]) > (not _DOES.isdisjoint(words[:last])):
        return True
    starts = [place for place, word in enumerate(words) if word in PREPOSITIONS]
    phrases = (frozenset[int]().union(*held[start:end]) for start, end in pairwise((0, *starts, len(words))))
    return any(keys and keys <= row.left for keys in phrases)


def _rows_named(question: str, packet: EvidencePacket, *, alone: bool = True) -> Iterator[_Row]:
    """Yield the rows with a cell that `question` holds whole; if it names one row `alone`, a cell or two that no other
    row has."""
    asked, words = stems(HOW_GREAT.sub("", question)), frozenset(folded(question))
    header, around = map(stems, words_over(packet.passage))
    opens = OPENS.match(question)
    priced = opens is None and asks_a_price(question)
    is_wanted = opens is not None or priced
    is_asked, by = (is_price, stems(price_words(question))) if opens is None else (is_hours, stems(opens["how"]))
    of_parameters = not _PARAMETERS.isdisjoint(folded(words_over(packet.passage)[0]))
    rows = [
        (row, [_called(text, asked, is_parameter=of_parameters) for text in _cells_of(row, packet)])
        for row in rows_of(packet)
    ]
    every = [{cell for _, cell in cells} for _, cells in rows]
    elsewhere = frozenset[int]().union(*(cell for cells in every for cell in cells if cell <= asked))
    for row, cells in rows:
        whole = [(text, cell) for text, cell in cells if cell and cell <= asked]
        naming = [(text, cell) for text, cell in whole if _names(text, words)]
        if len(cells) < 2 or not naming or (alone and not _tells([cell for _, cell in naming], every)):
            continue
        named = frozenset[int]().union(*(cell for _, cell in whole))
        undated = [cell for text, cell in naming if not _is_year(text)]
        beside = [text for text, cell in cells if not (cell and cell <= named)]
        values = cells_within(packet.passage, row.start, row.end)
        titles = titles_over(packet.passage, values)
        has_time = gives_time(values, titles, question)
        has_one = has_time or (is_wanted and has_value(values, titles, asked, named, is_asked))
        valued = TIME if has_time else by if has_one else frozenset[int]()
        column = (asked - named) & (header | valued)
        left = asked - named - header - around - stems(row.text) - valued
        yield _Row(
            unit=row,
            named=named,
            column=column,
            valued=has_one,
            titled=has_time or not header.isdisjoint(asked - named),
            left=left,
            elsewhere=elsewhere,
            other=is_of_another_row(question, column, named) or is_of_another(titles, question, left, priced=priced),
            dated=not _tells(undated, every),
            figures=any(re.search(r"\d", text) for text in beside),
            measured=any(one.unit for text in beside for one in quantities_in(text)),
            often=any(says_how_often(text) for text in beside),
            blank=has_blank(values, titles, asked - named),
            alone=not has_time
            and bool(cells[0][1])
            and cells[0][1] <= named
            and asked - named <= around & _behind(question, named)
            and _is_called(question, cells[0][0]),
        )


def _called(text: str, asked: Stems, *, is_parameter: bool) -> tuple[str, Stems]:
    """Return what a cell says and its stems, without the "per hour" or "(service down)" at its end, the "IOUT =" before
    it or, of a parameter, its symbol, if that isn't `asked`."""
    bare = _ASIDE.sub("", _UNIT_BEHIND.sub("", _CONDITION.sub("", text)))
    bare = _SYMBOL.sub("", bare) if is_parameter else bare
    whole, named = stems(text), stems(bare)
    return (text, whole) if not named or (whole <= asked and whole != named) else (bare, named)


def _tells(naming: Sequence[Stems], rows: Sequence[Set[Stems]]) -> bool:
    """Whether the cells that name a row stand in one of the `rows` alone: one of them, or two together."""
    sets = chain(([cell] for cell in naming), combinations(naming, 2))
    return any(sum(row >= {*cells} for row in rows) == 1 for cells in sets)


def _is_called(question: str, name: str) -> bool:
    """Whether the thing that `name` is called is asked about, not what such a thing is: "the docstring", E-104."""
    first = next(iter(folded(name)), "")
    pairs = pairwise(word for word in folded(question) if word not in LIMITS)
    return _CODE.search(name) is not None or any(word == first and before in DEFINITE for before, word in pairs)


def _behind(question: str, named: Stems) -> Stems:
    """Return the stems of the words that stand behind the last one `named`: "of the NL-340"."""
    held = [stems(word) for word in folded(question)]
    return frozenset[int]().union(*held[_last_of(named, held) + 1 :])


def _last_of(named: Stems, held: Sequence[Stems]) -> int:
    """Return the place of the last word whose stems are `named`, the end where there is none."""
    return max((place for place, keys in enumerate(held) if keys & named), default=len(held))


def words_over(passage: Passage) -> tuple[str, str]:
    """Return what the header rows of a table say, and what its titles and the sentence before it do."""
    said = passage.text.text
    heads = [said[start - passage.start : end - passage.start] for start, end in header_rows(passage)]
    header = " ".join((*heads, passage.header.text))
    cells = (folded(cell) for cell in re.split(r"[|\t\n]", header))
    spelt = (word for words in cells if len(words) == 1 for word in SPELT_OUT.get(words[0], ()))
    titles = (passage.title.text, passage.section_path.text, passage.lead_in.text)
    return " ".join((header, *spelt)), " ".join(titles)


def _cells_of(row: Unit, packet: EvidencePacket) -> list[str]:
    passage = packet.passage
    places = (
        (start - passage.start, end - passage.start)
        for _, _, start, end, _ in passage.table_cells
        if row.start <= start < end <= row.end
    )
    return [passage.text.text[start:end] for start, end in places]


def _names(text: str, words: frozenset[str]) -> bool:
    """Whether a cell whose stems are all asked can name its row: a place in a list can't, a code is said exactly."""
    if not any(letter.isalpha() for letter in text) and "." not in text.strip(".") and not _is_year(text):
        return False
    return not _CODE.search(text) or words.issuperset(folded(text))


def _is_year(text: str) -> bool:
    return _YEAR.fullmatch(text.strip()) is not None
