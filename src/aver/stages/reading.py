"""What a reader is shown of a passage, and what its reading says about the passage and its units.

A passage is read under its title and section path, the way readers are trained; a span it finds there
is only used where it lies in the passage itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from aver.stages.atoms.language import language_of
from aver.values.evidence import Passage
from aver.values.pairs import Reading

LOGIT_RANGE = 6.0
"""Logits of a reader are cut at this and brought into [0, 1]; beyond it its calibration has seen nothing."""


def heading_of(passage: Passage) -> str:
    """Return the title and section path of a passage on one line; a path that begins with the title stands alone."""
    title, path = " ".join(passage.title.text.split()), passage.section_path.text
    if path.casefold().startswith(title.casefold()):
        return path
    return " > ".join(part for part in (title, path) if part)


def read_text(passage: Passage) -> str:
    """Return what a reader is shown: heading, header rows that stand elsewhere, the passage's own words."""
    return _before(passage) + passage.text.text


def _before(passage: Passage) -> str:
    return "".join(f"{part}\n" for part in (heading_of(passage), passage.header.text) if part)


def readable(question: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return the passages a reader may be shown: it reads English only, and misjudges German (0010-reader.md)."""
    if language_of(question) == "de":
        return ()
    return tuple(passage for passage in passages if language_of(passage.text.text) != "de")


def span_read(passage: Passage, reading: Reading) -> tuple[int, int] | None:
    """Return the span a reader found, in canonical offsets; None where it found none in the passage's own words."""
    if reading.start is None or reading.end is None:
        return None
    offset = passage.start - len(_before(passage))
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


def holds_span(passage: Passage, start: int, end: int, readings: Mapping[str, Reading]) -> float:
    """Return the share of the span read in a passage that `[start, end)` holds, in [0, 1]."""
    reading = readings.get(passage.chunk)
    found = None if reading is None else span_read(passage, reading)
    if found is None:
        return 0.0
    return max(0, min(end, found[1]) - max(start, found[0])) / (found[1] - found[0])


def _logit(probability: float) -> float:
    held = min(max(probability, 1e-6), 1.0 - 1e-6)
    return math.log(held / (1.0 - held))


def _level(logit: float) -> float:
    return round(0.5 + min(max(logit, -LOGIT_RANGE), LOGIT_RANGE) / (2 * LOGIT_RANGE), 6)
