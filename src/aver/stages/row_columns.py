"""What the columns of a row hold of what a question asks for: a price, hours, a time of day, nothing, another thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from aver.patterns import regex
from aver.stages.checks.asked_cell import is_blank
from aver.stages.planning.words import LIMITS, folded, set_of
from aver.stages.priced import is_amount, is_price
from aver.stages.stems import Stems, stems

Texts = Mapping[int, str]
"""What the cells of a row, or the titles above them, say by column."""

DEFINITE = set_of("the my our your der die das dem den mein meine unser unsere ihr ihre")
TIME = stems("time uhr")
"""What "What time ...?" asks for."""

_WHEN = regex(r"^\s*(?:when|(?:at\s+)?what\s+time|wann|um\s+wie\s?viel\s+uhr)\b", re.IGNORECASE)
_TIME_OF_DAY = regex(r"\W*\d{1,2}(?:[:.]\d\d|\s*[ap]\.?m\b|\s+uhr\b)", re.IGNORECASE)

_OF_PRICES = stems(
    "price fee cost tariff fare rent rate eur usd gbp chf euro dollar pound pence cent preis gebühr kosten entgelt "
    "tarif miete"
)
"""What the title of a column of prices may say beside what they are for."""


def has_blank(cells: Texts, titles: Texts, wanted: Stems) -> bool:
    """Whether one of the `cells` of a row is empty, or a dash, whose title has a word that is `wanted`."""
    return any(is_blank(cell) and stems(titles.get(column, "")) & wanted for column, cell in cells.items())


def has_value(cells: Texts, titles: Texts, asked: Stems, named: Stems, is_asked: Callable[[str, str], bool]) -> bool:
    """Whether the `cells` of a row beside those `named` hold what a title and a cell say to be of the kind asked for:
    one where the columns' titles are `asked`, else one for each title."""
    beside = {column: text for column, text in cells.items() if not stems(text) or not stems(text) <= named}
    wanted = asked - named - stems("per pro je")
    titled = {column for column in beside if not stems(titles.get(column, "")).isdisjoint(wanted)}

    def has_it(column: int) -> bool:
        is_sum = is_asked is is_price and column in titled and is_amount(beside[column])
        return is_sum or is_asked(titles.get(column, ""), beside[column])

    found = {beside[column] for column in titled or beside if has_it(column)}
    return len(found) == 1 if titled else bool(found)


def gives_time(cells: Texts, titles: Texts, question: str) -> bool:
    """Whether "When is the first ...?" is asked, and the one column that is called so gives a row's time of day."""
    bounds = LIMITS & frozenset(folded(question))
    if not bounds or not _WHEN.match(question):
        return False
    found = [cell for column, cell in cells.items() if bounds <= frozenset(folded(titles.get(column, "")))]
    return len(found) == 1 and _TIME_OF_DAY.match(found[0]) is not None


def is_of_another(titles: Texts, question: str, left: Stems, *, priced: bool) -> bool:
    """Whether words `left` of a question ask for another thing than a column it shares words with: "a child single" for
    "Adult single", "the delivery price" for "Price"; of prices already where each says something that the other
    doesn't, "an adult return" too."""
    asked = stems(question)
    shared = [title for title in titles.values() if stems(title) & asked]
    if priced and left and shared and all(stems(title) - asked - _OF_PRICES for title in shared):
        return True
    narrowed = frozenset[int]().union(*(then for before, then in _pairs(question) if before & left))
    others = (then for title in shared for before, then in _pairs(title) if before and not before & asked)
    return any(then & narrowed for then in (*others, *(stems(title) & _OF_PRICES for title in shared)))


def is_of_another_row(question: str, column: Stems, named: Stems) -> bool:
    """Whether a word of the `column` asked for makes another thing of what a row is called, `named`, and more of its
    words ask about that: "the extension of the deputy plant manager"."""
    words = folded(question)
    triples = zip(words, map(stems, words[1:]), map(stems, words[2:]), strict=False)
    return any(one in DEFINITE and two & column and column - two and three & named for one, two, three in triples)


def _pairs(text: str) -> Iterator[tuple[Stems, Stems]]:
    return pairwise(map(stems, folded(text)))
