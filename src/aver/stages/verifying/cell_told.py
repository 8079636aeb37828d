"""Whether a claim gives a cell of a table by the names of its row and column, and says nothing else (H1).

"Statistics gives 9 credits" is the row "Statistics" under "Credits". A scorer of sentences makes little of a row; the
table says what it says, so what is named whole, and alone, needs no scorer. Words that bound, deny or hedge make more
of a cell than stands there, and so does a word that neither the table nor its headings have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.atoms.units import units_in
from aver.stages.checks.asked_cell import is_blank
from aver.stages.checks.cited import cells_read
from aver.stages.item_named import LABELLED, lead_of
from aver.stages.planning.words import base, content, folded, set_of
from aver.stages.table_rows import SPELT_OUT, body_cells, in_a_table, labels_over, short_titles, titles_over
from aver.stages.verifying.welding import Cited, name_of_row, plain_words, units_told

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

_SAFE = set_of(
    """
    a an the of for in at on to by with per as and is are was were be been has have had does do did it its their there
    der die das den dem des ein eine einer eines einem einen für in im am an auf zu zum zur bei mit von vom pro je und
    ist sind war waren wird wurde hat haben hatte es sich
    """
)
"""Words of no content that neither bound nor deny nor compare."""

_OPERATORS = regex(
    r"\b(?:not|no|never|only|all|every|each|any|if|unless|except|without|about|around|approximately|nearly|least|most|more|less|up\s+to"
    r"|over|under|above|below|than|before|after|until|since|between|from|nicht|kein\w*|nur|alle\w*|jede\w*|wenn|falls|außer|ohne|etwa"
    r"|rund|ca|mindestens|höchstens|mehr|weniger|bis|über|unter|ab|vor|nach|seit|zwischen)\b",
    re.IGNORECASE,
)
"""What bounds or limits a cell, which a claim that gives it must say too."""

_DEPENDS = regex(r"\b(?:richte[nt]|unterscheide[nt])\s+sich\s+nach\b", re.IGNORECASE)
"""Leads into cases, and bounds none of them."""

_LED = regex(
    r"\b(?P<by>to|from|by|for|of|in|with|zu|von|für|bei|mit)\s+(?:(?:the|an?|der|die|das|den|dem)\s+)?(?P<what>\w+)",
    re.IGNORECASE,
)
_CONDITIONS = regex(r"\b(?:test\s+)?conditions?\b|\bbedingung(?:en)?\b", re.IGNORECASE)
_LETTER = regex(r"[B-HJ-Z]|[A-Z]{2,3}")
"""A code; "A" and "I" begin a sentence too."""

_MARKED = regex(r"(?:[*†‡¹⁴⁵⁶⁷⁸⁹]|(?<!m)[²³])\s*$|\[\w{1,3}\]\s*$|^\s*[(\-−–]")
"""A note belongs to the cell, or it is less than nothing."""


def told_by_names(claim: str, cited: Sequence[Cited]) -> str:
    """Return how a claim names what is `cited` and gives it, "" where it does more or less than that."""
    if tells_a_cell(claim, cited):
        return "the claim gives a cell by its row and column"
    return "the claim gives an item by its label and lead-in" if tells_an_item(claim, cited) else ""


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
    beside = [
        passage.text.text[first - passage.start : last - passage.start] for first, last in labels_over(passage, start)
    ]
    beside += _conditions(row, titles)
    if not plain_words("\n".join(beside)) <= said:
        return False
    values = {column: cell for column, cell in row.items() if column != label and not is_blank(cell)}
    beside += [cell for cell in values.values() if units_in(cell) and not quantities_in(cell)]
    around = "\n".join((passage.title.text, passage.section_path.text, titles.get(label, ""), row[label], *beside))
    return any(
        _is_named(claim, column, values, titles)
        and _leads_alike(claim, f"{row[label]}\n{titles.get(column, '')}")
        and units_told(claim) <= units_in("\n".join((cell, row[label], titles.get(column, ""), *beside)))
        and _gives(claim, cell, f"{around}\n{titles.get(column, '')}")
        for column, cell in values.items()
    )


def tells_an_item(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether the one item of a list that is `cited` is named whole by `claim`, with a word of what leads into the
    list, and the claim gives what stands behind its label."""
    if len(cited) != 1 or in_a_table(*cited[0]):
        return False
    passage, start, end = cited[0]
    found = LABELLED.fullmatch(passage.text.text[start - passage.start : end - passage.start])
    lead = lead_of(passage, start) if found else ""
    if found is None or not lead or _OPERATORS.search(_DEPENDS.sub("", lead)):
        return False
    label, value, said = found["label"], found["value"], plain_words(claim)
    name = plain_words(label)
    if not name or not name <= said or (plain_words(lead) - name).isdisjoint(said):
        return False
    around = "\n".join((passage.title.text, passage.section_path.text, lead, label))
    told = units_told(claim) <= units_in(f"{value}\n{label}\n{lead}")
    return told and _leads_alike(claim, label) and _gives(claim, value, around)


def _conditions(row: Mapping[int, str], titles: Mapping[int, str]) -> list[str]:
    """Return the cells that say under which conditions the values of a row hold."""
    return [cell for column, cell in row.items() if _CONDITIONS.search(titles.get(column, ""))]


def _leads_alike(claim: str, names: str) -> bool:
    """Whether what a small word leads to in the `names` of row and column is led to by it in a claim, and nothing else
    of them by that word: "exports to Sweden" of Norway are none of Sweden to Norway."""
    said, told = (
        {(one["by"].casefold(), one["what"].casefold()) for one in _LED.finditer(text)} for text in (claim, names)
    )
    words = plain_words(names)
    return told <= said and not any(by in {other for other, _ in told} and what in words for by, what in said - told)


def _is_one_of_its_kind(row: Mapping[int, str], rows: Sequence[Mapping[int, str]]) -> bool:
    """Whether no other row has the label of this one."""
    label = row[min(row)].casefold().strip()
    return sum(cells.get(min(cells, default=0), "").casefold().strip() == label for cells in rows) == 1


def _is_named(claim: str, column: int, values: Mapping[int, str], titles: Mapping[int, str]) -> bool:
    """Whether a claim has all words of a column's title, or its unit, where the title is one word and no other column
    has that unit."""
    title = plain_words(name_of_row(titles.get(column, "")))
    telling = title - _GENERIC or title
    if telling and telling <= plain_words(claim) | short_titles(claim):
        return True
    units = units_told(claim)
    others = units_in("\n".join(f"{titles.get(at, '')} {cell}" for at, cell in values.items() if at != column))
    return len(title) == 1 and bool(units) and units <= units_told(values[column]) and units.isdisjoint(others)


def _gives(claim: str, cell: str, named: str) -> bool:
    """Whether a claim gives what a cell holds, whole, and nothing but what is `named` around it."""
    told = f"{named}\n{cell}"
    spelt = {word for short in short_titles(told) for word in SPELT_OUT[short]}
    known = _SAFE | frozenset(folded(told)) | plain_words(claim) | spelt
    if _MARKED.search(cell) or any(not _may_stand(word, known) for word in folded(claim)):
        return False
    if any(one[0].casefold() not in claim.casefold() for one in _OPERATORS.finditer(cell)):
        return False
    if not plain_words(claim) <= plain_words(told) | _PLAIN | _KINDS | spelt:
        return False
    figures, given = quantities_in(cell), quantities_in(claim)
    if not figures and _LETTER.fullmatch(cell.strip()):
        return re.search(rf"(?<!\w){cell.strip()}(?!\w)", claim) is not None
    if not figures:
        return bool(plain_words(cell)) and plain_words(cell) <= plain_words(claim)
    return all(any(set(one.values) & set(other.values) for other in given) for one in figures)


def _may_stand(word: str, known: frozenset[str]) -> bool:
    """Whether a word of a claim is one of content, judged as such, a figure or unit, or one of those `known`."""
    return (
        word in known
        or base(word) in known
        or len(word) == 1
        or word[0].isdigit()
        or bool(units_in(word))
        or bool(content(word))
    )
