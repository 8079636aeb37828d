"""What is asked, and how the question was understood."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.sealed import Sealed


class Mode(StrEnum):
    """How to answer: `auto` picks the best configured way, `quote` needs no chat model, `deliberate` debates it."""

    AUTO = "auto"
    QUOTE = "quote"
    DELIBERATE = "deliberate"
    VANILLA = "vanilla"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """One question. `document` scopes it to one document id, `as_of` is an ISO date, `k` the packets wanted."""

    question: Sealed
    mode: Mode = Mode.AUTO
    document: str | None = None
    as_of: str | None = None
    k: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SubQuestion:
    """A part of the question that must be covered by evidence of its own; the original is number 0."""

    number: int
    text: Sealed
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The question taken apart."""

    sub_questions: tuple[SubQuestion, ...]
    as_of: str
