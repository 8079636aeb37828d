"""Whether a claim gives a cell of a table by the names of its row and column, and says nothing else (H1).

"Statistics gives 9 credits" is the row "Statistics" under "Credits". A scorer of sentences makes little of a row; the
table says what it says, so what is named whole, and alone, needs no scorer. Words that bound, deny or hedge make more
of a cell than stands there, and so does a word that neither the table nor its headings have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aver.stages.atoms.quantities import quantities_in
from aver.stages.atoms.units import units_in
from aver.stages.checks.asked_cell import is_blank
from aver.stages.checks.cited import cells_read
from aver.stages.planning.words import content
from aver.stages.table_rows import body_cells, titles_over
from aver.stages.verifying.welding import Cited, name_of_row, plain_words

_PLAIN = content(
    """
    give gives gave take takes took cost costs amount amounts amounted last lasts lasted lie lies lay stand stands stood
    equal equals show shows weigh weighs weighed reach reaches reached contain contains contained carry carries offer
    offers have has had hold holds held run runs ran measure measures come comes came value values figure number
    betragen beträgt betrug kosten kostet kostete haben hat hatte geben gibt gab dauern dauert dauerte liegen liegt lag
    wiegen wiegt wog enthalten enthält enthielt wert zahl
    """
)
"""Words that say of a thing that it has a value."""

_KINDS = content("tier plan level category class zone variant model option tariff kategorie klasse stufe tarif modell")
"""What rows and columns may be, whatever each is called."""

_GENERIC = content("time duration period amount value number price fee dauer zeit betrag wert anzahl preis")
"""Words of a title that a claim needn't say: its value does."""

_OPERATORS = re.compile(
    r"\b(?:not|no|never|none|only|all|every|each|any|always|may|might|can|could|should|must|shall|will|would|if|unless|except"
    r"|without|about|around|approximately|nearly|almost|roughly|least|most|more|less|fewer|up\s+to|over|under|above|below|than|before"
    r"|after|until|since|between|from|total|together|average|both|nicht|kein\w*|nie|nur|alle\w*|jede\w*|immer|kann|können|darf|dürfen"
    r"|soll\w*|muss|müssen|wird|werden|würde\w*|wenn|falls|außer|ohne|etwa|rund|circa|ca|fast|mindestens|höchstens|mehr|weniger|bis|über"
    r"|unter|als|vor|nach|seit|zwischen|insgesamt|beide\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(?:[*†‡¹⁴⁵⁶⁷⁸⁹]|(?<!m)[²³])\s*$|\[\w{1,3}\]\s*$|^\s*[(\-−–]")
"""A note belongs to the cell, or it is less than nothing."""


def tells_a_cell(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether the one row that is `cited` is named whole by `claim`, with a column, and the claim gives that cell."""
    if len(cited) != 1:
        return False
    passage, start, end = cited[0]
    row = cells_read(claim, passage, start, end)
    if len(row) < 2 or not _is_one_of_its_kind(row, [cells for _, cells in body_cells(passage)]):
        return False
    label, titles = min(row), titles_over(passage, row)
    name, said = plain_words(name_of_row(row[label])), plain_words(claim)
    if not name or not name <= said:
        return False
    values = {column: cell for column, cell in row.items() if column != label and not is_blank(cell)}
    around = f"{passage.title.text}\n{passage.section_path.text}\n{titles.get(label, '')}\n{row[label]}"
    return any(
        _is_named(claim, column, values, titles) and _gives(claim, cell, f"{around}\n{titles.get(column, '')}")
        for column, cell in values.items()
    )


def _is_one_of_its_kind(row: Mapping[int, str], rows: Sequence[Mapping[int, str]]) -> bool:
    """Whether no other row has the label of this one."""
    label = row[min(row)].casefold().strip()
    return sum(cells.get(min(cells, default=0), "").casefold().strip() == label for cells in rows) == 1


def _is_named(claim: str, column: int, values: Mapping[int, str], titles: Mapping[int, str]) -> bool:
    """Whether a claim has all words of a column's title, or its unit, where the title is one word and no other column
    has that unit."""
    title = plain_words(name_of_row(titles.get(column, "")))
    telling = title - _GENERIC or title
    if telling and telling <= plain_words(claim):
        return True
    units = _units(claim)
    others = units_in("\n".join(f"{titles.get(at, '')} {cell}" for at, cell in values.items() if at != column))
    return len(title) == 1 and bool(units) and units <= _units(values[column]) and units.isdisjoint(others)


def _gives(claim: str, cell: str, named: str) -> bool:
    """Whether a claim gives what a cell holds, whole, and nothing but what is `named` around it."""
    told = f"{named}\n{cell}"
    if _MARKED.search(cell) or any(one[0].casefold() not in told.casefold() for one in _OPERATORS.finditer(claim)):
        return False
    if any(one[0].casefold() not in claim.casefold() for one in _OPERATORS.finditer(cell)):
        return False
    if not plain_words(claim) <= plain_words(told) | _PLAIN | _KINDS:
        return False
    figures, given = quantities_in(cell), quantities_in(claim)
    if not figures:
        return bool(plain_words(cell)) and plain_words(cell) <= plain_words(claim)
    return all(any(set(one.values) & set(other.values) for other in given) for one in figures)


def _units(text: str) -> frozenset[str]:
    return frozenset(one.unit for one in quantities_in(text) if one.unit)
