"""What is said to a chat model and what comes of it: a reply, or a failure that has a name.

A failure is a value: it is recorded, it degrades the answer, and it never stands in for a verdict. What
is sent is kept apart in two channels: `instructions` are ours, `data` is everybody else's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from aver.values.sealed import Sealed


class ChatFailureKind(StrEnum):
    """What went wrong with a call; `budget` means that it was not made."""

    TIMEOUT = "timeout"
    CONNECTION = "connection"
    OVERLOAD = "overload"
    SERVER = "server"
    REJECTED = "rejected"
    REFUSAL = "refusal"
    TOO_LONG = "too_long"
    BROKEN_JSON = "broken_json"
    WRONG_SCHEMA = "wrong_schema"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens in and out; `estimated` where the server did not say."""

    prompt: int = 0
    completion: int = 0
    estimated: bool = False

    @property
    def total(self) -> int:
        """Tokens in and out together."""
        return self.prompt + self.completion


NOTHING_SPENT = Usage()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One call. `data` parts are escaped elements, each under the document it shows; `schema` is JSON text.

    `voice` says who speaks, `prompt` which version of its instructions, `after` what the first attempt
    failed on (None: this is the first).
    """

    voice: str
    prompt: str
    instructions: str
    data: tuple[Sealed, ...]
    schema: str
    max_tokens: int
    after: ChatFailureKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """What the model said, unread and unverified. `model` is the configured name, not what a server claims."""

    text: Sealed
    usage: Usage
    model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatFailure:
    """A call that came to nothing, and what it cost."""

    kind: ChatFailureKind
    usage: Usage = NOTHING_SPENT


Completion: TypeAlias = Replied | ChatFailure


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most that one run may ask of a chat model; `prompt_tokens` bounds the data of one call."""

    calls: int = 8
    tokens: int = 48_000
    prompt_tokens: int = 6_000
    reply_tokens: int = 1_500
