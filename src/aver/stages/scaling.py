"""What a table's figures are counted in where a text beside it says so: "in thousands of euros", "EUR million" (H1).

48,210 under "Amounts in thousands of euros" is no 48,210 euros. A claim that names an amount of money is compared with
the row as it is to be read: "48,210 thousand euros".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.atoms.units import CURRENCIES, units_in

_SCALES = {
    "thousand": r"thousands?|tausend|tsd\.?|['’]?000s?|1[,.]000s?|k|t(?=EUR\b|€)",
    "million": r"millions?|millionen|mio\.?|mn|mm|m",
    "billion": r"billions?|milliarden|mrd\.?|bn",
}
_MONEY = {
    "euros": r"euros?|EUR|€",
    "dollars": r"(?:US\s?)?dollars?|US\s?\$|USD|\$",
    "GBP": r"pounds?(?:\s+sterling)?|GBP|£",
    "CHF": r"(?:Swiss\s+)?francs?|CHF|(?:Schweizer\s+)?Franken",
    "yen": r"yen|JPY|¥",
}


def _any(names: dict[str, str], group: str) -> str:
    return "|".join(f"(?P<{group}{place}>{pattern})" for place, pattern in enumerate(names.values()))


_TOLD = regex(
    rf"(?<![\w.,])(?<!\d\s)(?:(?:{_any(_SCALES, 's')})\s?(?:of\s+)?(?:{_any(_MONEY, 'm')})"
    rf"|(?:{_any(_MONEY, 'n')})\s?(?:in\s+)?(?:{_any(_SCALES, 't')}))(?!\w)",
    re.IGNORECASE,
)
_CURRENCIES = CURRENCIES | {"chf"}
_BARE = regex(r"[(\-−–+]?\s?\d{1,3}(?:[.,'’\s]?\d{3})*(?:[.,]\d+)?\s?\)?")
"""A cell that holds a figure and nothing else; brackets make it less than nothing."""


def scale_told(texts: Iterable[str]) -> str:
    """Return in what the figures beside `texts` are counted ("thousand euros"), "" where none says so or two differ."""
    found = {_named(one) for text in texts for one in _TOLD.finditer(text)}
    return found.pop() if len(found) == 1 else ""


def counts_money(claim: str) -> bool:
    """Whether a claim names an amount of money, or an amount in thousands or millions."""
    return any(one.scaled or one.unit in _CURRENCIES for one in quantities_in(claim))


def scale_for(general: str, *, label: str, title: str) -> str:
    """Return in what the figures of a row and a column are counted: what its `label` or `title` says, else what holds
    for the whole table, in `general`, where neither has a unit of its own."""
    own = scale_told([label, title])
    measured = units_in(label) or any(unit not in _CURRENCIES for unit in units_in(title))
    return own or ("" if measured else general)


def written_out(cell: str, scale: str) -> str:
    """Return a cell with what its figure is counted in, where it holds a figure and nothing else."""
    plain = cell.strip()
    if not scale or not _BARE.fullmatch(plain):
        return cell
    return f"{plain[:-1]} {scale})" if plain.endswith(")") else f"{plain} {scale}"


def _named(found: re.Match[str]) -> str:
    told = {name: value for name, value in found.groupdict().items() if value}
    scale = next(list(_SCALES)[int(name[1:])] for name in told if name[0] in "st")
    money = next(list(_MONEY)[int(name[1:])] for name in told if name[0] in "mn")
    return f"{scale} {money}"
