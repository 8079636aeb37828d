"""What a reader is shown of a passage, and what its reading says about the passage and its units.

A passage is read under its title and section path, the way readers are trained; a span it finds there
is only used where it lies in the passage itself. Where the question names the file by its number, the number
goes in front: a text rarely says of itself that it is "PEP 601".
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.atoms.language import SURE, Language, language_of
from aver.stages.payloads import without_orders
from aver.stages.planning.words import FUNCTION_WORDS
from aver.values.evidence import Passage
from aver.values.pairs import Reading

_LETTERS_OR_DIGITS = regex(r"[^\W\d_]+|\d+")

_ABBREVIATION = regex(r"\b(?=[A-Za-z]*[A-Z][A-Za-z]*[A-Z])[A-Za-z]{3,6}\b")
"""A word of letters, two of them capitals."""

LOGIT_RANGE = 6.0
"""Logits of a reader are cut at this and brought into [0, 1]; beyond it its calibration has seen nothing."""


def heading_of(passage: Passage, asked: str = "") -> str:
    """Return the title and section path of a passage on one line; a path that begins with the title stands alone.

    In front stands what the question `asked` calls the file or its title by, if it does.
    """
    title, path = " ".join(passage.title.text.split()), passage.section_path.text
    if path.casefold().startswith(title.casefold()):
        title = ""
    heading = " > ".join(part for part in (title, path) if part)
    return ": ".join(part for part in (called_in(asked, passage), heading) if part)


def called_in(question: str, passage: Passage) -> str:
    """Return the words of `question` that name the file of `passage` by its number, or its title by first letters, ""
    where none do."""
    return numbered_in(question, passage.uri) or abbreviated_in(question, passage.title.text)


def abbreviated_in(question: str, title: str) -> str:
    """Return the word of `question` that has the first letters of words of `title` that stand together: LBP for "The
    Lightweight Beacon Protocol", ToS for "Terms of Service"; "" where none has, or the title says it itself."""
    asked = _ABBREVIATION.findall(question)
    if not asked:
        return ""
    words = [word for word in _LETTERS_OR_DIGITS.findall(title) if word[0].isupper() or word in FUNCTION_WORDS]
    known = {word.casefold() for word in words}
    every = "".join(word[0] for word in words).casefold()
    capitals = "".join(word[0] for word in words if word[0].isupper()).casefold()
    short = (word for word in asked if word.casefold() not in known)
    return next((word for word in short if word.casefold() in every or word.casefold() in capitals), "")


def numbered_in(question: str, uri: str) -> str:
    """Return the words of `question` that name the file at `uri` by its number, "" where none do.

    "PEP 601" and "pep-0601" name `pep-0601.rst`, "RFC 2350" names `rfc2350.txt`: a word and the number behind it.
    """
    parts = _LETTERS_OR_DIGITS.findall(file_name(uri))
    for word, number in pairwise(parts):
        if number.isdecimal() and not word.isdecimal():
            said = re.search(
                rf"(?<!\w){re.escape(word)}[ \t_.#-]?0*{number.lstrip('0') or '0'}(?!\w)", question, re.IGNORECASE
            )
            if said is not None:
                return said.group()
    return ""


def read_text(passage: Passage, asked: str) -> str:
    """Return what a reader is shown for `asked`: heading, header rows that stand elsewhere, the passage's own words.

    Sentences that set a machine's instructions aside are blanks in it.
    """
    return _before(passage, asked) + without_orders(passage.text.text, asked)


def _before(passage: Passage, asked: str) -> str:
    return "".join(f"{part}\n" for part in (heading_of(passage, asked), passage.header.text) if part)


def readable(question: str, passages: Sequence[Passage], languages: Collection[Language]) -> tuple[Passage, ...]:
    """Return the passages that a reader of `languages` may be shown for `question`: those in its language.

    A text too short to tell by counts as one that is read. A reader of English misjudges German, and none was fitted
    for quotes in another language than the question (0010-reader.md).
    """
    asked = language_of(question)
    read = set(languages) if asked is None else {asked} & set(languages)
    if not read:
        return ()
    return tuple(passage for passage in passages if language_of(passage.text.text, lead=SURE) in {None, *read})


def span_read(passage: Passage, reading: Reading, asked: str) -> tuple[int, int] | None:
    """Return the span a reader found for `asked`, canonical offsets; None where the passage itself holds none."""
    if reading.start is None or reading.end is None:
        return None
    offset = passage.start - len(_before(passage, asked))
    start, end = reading.start + offset, reading.end + offset
    return (start, end) if passage.start <= start < end <= passage.end else None


def reading_features(reading: Reading | None) -> dict[str, float]:
    """Return a reading's signals about its passage, each in [0, 1]; 0 where nothing was read."""
    if reading is None:
        return {"on_topic": 0.0, "answers": 0.0, "margin": 0.0}
    return {
        "on_topic": _level(_logit(reading.relevance)),
        "answers": _level(_logit(reading.answerable)),
        "margin": _level(reading.margin / 2),
    }


def holds_span(passage: Passage, start: int, end: int, readings: Mapping[str, Reading], *, asked: str) -> float:
    """Return the share of the span read in a passage for `asked` that `[start, end)` holds, in [0, 1]."""
    reading = readings.get(passage.chunk)
    found = None if reading is None else span_read(passage, reading, asked)
    if found is None:
        return 0.0
    return max(0, min(end, found[1]) - max(start, found[0])) / (found[1] - found[0])


def _logit(probability: float) -> float:
    held = min(max(probability, 1e-6), 1.0 - 1e-6)
    return math.log(held / (1.0 - held))


def _level(logit: float) -> float:
    return round(0.5 + min(max(logit, -LOGIT_RANGE), LOGIT_RANGE) / (2 * LOGIT_RANGE), 6)
