"""What a model may say, and the strict reading of it: valid JSON of exactly the schema, or nothing.

Nothing is repaired. A backslash of LaTeX that makes a string invalid, a code fence, a comment, a second
value, a repeated key or a number that JSON does not have is `broken_json`; another shape, an unknown
field or more than a reply may hold is `wrong_schema`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from aver.errors import BadInput
from aver.patterns import regex
from aver.values.chat import ChatFailureKind
from aver.values.codec import decode
from aver.values.deliberation import ChallengeKind
from aver.values.inquiry import Means

MAX_ITEMS = 24
"""Items of any list in a reply; more is a model that has lost its way."""

MAX_TEXT = 2_000
"""Code points of any text in a reply."""

_UNWRITABLE = regex(r"[\x00\x1b\ud800-\udfff]")
"""What no text of a reply holds: NUL, the escape that steers terminals, halves of a surrogate pair."""

Reply = TypeVar("Reply")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The id of an evidence packet and words that should stand in it."""

    packet: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One statement and what it rests on."""

    text: str
    sub_question: int
    citations: tuple[Cited, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReply:
    """What proposer and drafter say."""

    claims: tuple[Stated, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAs:
    """A value of a parameter, and the words of the question that say it."""

    parameter: str
    words: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InquiryReply:
    """What an inquirer reads in a question."""

    readings: tuple[ReadAs, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """Another wording of the question, and which kind it is."""

    means: Means
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewordReply:
    """What a reworder makes of a question."""

    wordings: tuple[Worded, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """How far a passage helps, from 0 to 3."""

    passage: int
    grade: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeReply:
    """What a grader says of the passages."""

    grades: tuple[Grade, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged:
    """One challenge of a position, and the words of a summary it rests on."""

    claim: int
    kind: ChallengeKind
    summary: str
    quote: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CritiqueReply:
    """What a critic says."""

    challenges: tuple[Challenged, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A ruling on a challenge; a rejection names the packet and the words in it that rebut the challenge."""

    challenge: int
    accept: bool
    reason: str
    packet: str
    quote: str


class Change(StrEnum):
    """What a synthesiser may do to a claim."""

    WEAKEN = "weaken"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """A change to a claim."""

    claim: int
    change: Change
    text: str
    citations: tuple[Cited, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SynthesisReply:
    """What a synthesiser says."""

    rulings: tuple[Ruled, ...]
    revisions: tuple[Revised, ...]


class _NotJson(ValueError):
    """A value that Python's reader would let through and JSON does not have."""


def read_reply(text: str, type_: type[Reply]) -> Reply | ChatFailureKind:
    """Return the reply in `text`, which must be one JSON value of exactly `type_`'s schema, or what is wrong."""
    try:
        structure = json.loads(text, parse_constant=_refuse, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError):
        return ChatFailureKind.BROKEN_JSON
    if not _within_limits(structure):
        return ChatFailureKind.WRONG_SCHEMA
    try:
        reply: Reply = decode(type_, structure)
    except BadInput:
        return ChatFailureKind.WRONG_SCHEMA
    return reply


def _refuse(constant: str) -> Any:
    raise _NotJson(constant)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _NotJson("a key stands twice")
    return found


def _within_limits(structure: Any) -> bool:
    """Whether no list or text is longer than a reply may hold; a class name of ours is no part of any schema."""
    if isinstance(structure, str):
        return len(structure) <= MAX_TEXT and not _UNWRITABLE.search(structure)
    if isinstance(structure, list):
        return len(structure) <= MAX_ITEMS and all(map(_within_limits, structure))
    if isinstance(structure, dict):
        return "@" not in structure and all(map(_within_limits, structure.values()))
    return True
