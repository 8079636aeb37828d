"""A small pack as its owner writes it, and the means to change one thing in it."""

from __future__ import annotations

SMALL = """
name = "small"
title = "A small pack"
counted = "object"

[thresholds]
release = 0.7

[words]
separators = ["per"]
negations = ["no", "not"]

[[words.scales]]
word = "k"
factor = 1000

[[units]]
name = "object"
spellings = ["object", "objects"]

[[units]]
name = "dozen"
spellings = ["dozen"]
equals = "object"
factor = 12

[[products]]
name = "A-1"
words = ["A-1"]

[[products]]
name = "A-1-L"
words = ["A-1-L"]
family = "A-1"

[[parameters]]
name = "product"
kind = "enum"
question = "Which?"
frage = "Welches?"

[[parameters]]
name = "rate"
kind = "quantity"
unit = "object/hour"
alone = true
minimum = 1
maximum = 1000000
question = "How many?"
frage = "Wie viele?"

[[parameters]]
name = "gap"
kind = "quantity"
unit = "mm"
alone = true
question = "How wide?"
frage = "Wie breit?"

[[parameters]]
name = "warmth"
kind = "quantity"
unit = "°C"
alone = true
question = "How warm?"
frage = "Wie warm?"

[[parameters]]
name = "colour"
kind = "enum"
question = "Which colour?"
frage = "Welche Farbe?"
choices = [{ name = "red", words = ["red", "rot"] }, { name = "blue", words = ["blue", "blau"] }]

[[parameters]]
name = "wet"
kind = "boolean"
question = "Is it wet?"
frage = "Ist es nass?"
yes = ["wet"]
no = ["dry"]

[[tasks]]
name = "choice"
words = [["which"]]
deciding = ["rate"]

[[tasks.ways]]
words = [["one"], ["need"]]
without = ["product"]
about = ["gap"]

[[attributes]]
name = "weight"
words = ["heavy"]
rows = ["Weight"]

[[topics]]
name = "danger"
words = ["danger*"]

[[tools]]
name = "spread"
meaning = "Gap for each object"
formula = "gap * rate / (rate + rate)"
unit = "mm"

[[tools]]
name = "length"
meaning = "Gaps of one hour, one behind the other"
formula = "gap * rate * hours / one"
unit = "m"
facts = [
  { name = "hours", unit = "hour", meaning = "Hours, from a document" },
  { name = "one", unit = "object", value = 1, meaning = "One object for one gap" },
]
"""


def changed(before: str, after: str) -> str:
    """Return the small pack with one text in it replaced by another."""
    assert before in SMALL
    return SMALL.replace(before, after, 1)
