"""What something costs and when it is open: how either is asked for, and which cells and fields tell it.

The column may be called anything: "What does a day ticket cost?" asks for the fee.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.planning.words import content, set_of

_PRICED = regex(
    r"\b(?:costs?|kosten|kostet)\b|^\s*how\s+much\s+(?:is|are)\b|\bwie\s+teuer\s+(?:ist|sind)\b", re.IGNORECASE
)
"""Asks for a price, whatever the column of prices is called."""

OPENS = regex(
    r"^\s*(?:when|(?:at\s+)?what\s+time|how\s+late|(?:until|till|from)\s+when|(?:bis\s+|ab\s+)?wann|um\s+wie\s?viel\s+uhr)\b"
    r"[^?]*?\b(?P<how>open|opens|close|closes|closed|available|staffed|geöffnet|offen|öffnet|schließt|erreichbar|besetzt)\b",
    re.IGNORECASE,
)
"""Asks for the hours of something, whatever their column is called."""

_HOURS = content(
    "hours times opening open availability öffnungszeiten zeiten uhrzeiten geöffnet sprechzeiten servicezeiten"
)
_FROM_TO = regex(
    r"\b\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]\.?m\.?)?\s*(?:to|until|till|bis|[-–])\s*\d{1,2}(?:[:.]\d\d|\s*[ap]\.?m\b|\s*(?:uhr|h)\b)",
    re.IGNORECASE,
)
"""From one time of day to another."""

_PRICE = set_of(
    """
    price fee cost tariff fare rent preis gebühr kosten entgelt tarif miete
    """
)
_MONEY = regex(
    r"[$€£¥]\s?\d|\d\s?(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|NOK|SEK|DKK|JPY|CAD|AUD|Euro|euros?|dollars?|pounds?|pence|cents?|Franken|francs?"
    r"|kron(?:er|or|en)|yen|rupees?|zł)\b)"
)

_AMOUNT = regex(r"\s*\d{1,3}(?:[ ,.']?\d{3})*[.,]\d\d\s*")


def is_amount(cell: str) -> bool:
    """Whether a cell is a number with two decimals, as sums of money are written where the currency goes without
    saying."""
    return _AMOUNT.fullmatch(cell) is not None


def is_price(title: str, cell: str) -> bool:
    """Whether a cell is a price, by its currency or by the title above it."""
    return _MONEY.search(cell) is not None or not _PRICE.isdisjoint(content(title))


def is_hours(title: str, cell: str) -> bool:
    """Whether a cell says when something is open, by its times or by the title above it."""
    return _FROM_TO.search(cell) is not None or not _HOURS.isdisjoint(content(title))


def tells_hours(question: str, text: str) -> bool:
    """Whether `question` asks when something opens or closes and `text` says from when to when."""
    return OPENS.match(question) is not None and _FROM_TO.search(text) is not None


def asks_a_price(question: str) -> bool:
    """Whether `question` asks what something costs, in that word, or how much it is."""
    return _PRICED.search(question) is not None


def price_words(question: str) -> str:
    """Return the words by which `question` asks what something costs."""
    return " ".join(_PRICED.findall(question))
