"""Ask a chat model under a budget: one attempt, one retry, then a failure that is written down.

The model is a callable whose every call is an effect of the run. A reply counts only if it reads strictly
as the schema that was asked for; nothing stands in for one that doesn't.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from aver.stages.deliberation.prompting import Prompt
from aver.stages.deliberation.replies import read_reply
from aver.stages.deliberation.schemas import schema_text
from aver.stages.injection.compiling import tokens_of
from aver.values.chat import (
    NOTHING_SPENT,
    Budget,
    ChatFailure,
    ChatFailureKind,
    ChatRequest,
    Completion,
    Replied,
    Usage,
)
from aver.values.deliberation import Voice, VoiceFailure
from aver.values.sealed import drawn_from

ATTEMPTS = 2
_FINAL = (ChatFailureKind.REFUSAL, ChatFailureKind.REJECTED)
"""What asking again would not change."""

Speak = Callable[[ChatRequest], Completion]
Reply = TypeVar("Reply")


@dataclass(slots=True)
class Meter:
    """What a run has asked of its chat model so far, held against its budget."""

    budget: Budget
    calls: int = 0
    spent: Usage = NOTHING_SPENT

    def allows(self, request: ChatRequest) -> bool:
        """Whether one more call fits, counted as if the reply were as long as it may be."""
        sent = tokens_of(request.instructions) + sum(tokens_of(part.text) for part in request.data)
        worst = self.spent.total + sent + request.max_tokens
        return self.calls < self.budget.calls and worst <= self.budget.tokens

    def charge(self, usage: Usage) -> None:
        """Count one call."""
        self.calls += 1
        self.spent = Usage(
            prompt=self.spent.prompt + usage.prompt,
            completion=self.spent.completion + usage.completion,
            estimated=self.spent.estimated or usage.estimated,
        )

    def since(self, before: Usage) -> Usage:
        """Return what was spent after `before`, an earlier `spent`."""
        return Usage(
            prompt=self.spent.prompt - before.prompt,
            completion=self.spent.completion - before.completion,
            estimated=self.spent.estimated,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard(Generic[Reply]):
    """A reply that reads as asked for, the model that gave it and the documents it was shown."""

    reply: Reply
    model: str
    source: str | None


def consult(
    chat: Speak, voice: Voice, prompt: Prompt, type_: type[Reply], *, meter: Meter
) -> Heard[Reply] | VoiceFailure:
    """Return what the model says as `type_`, or what its last attempt failed on.

    A refusal is an answer of its kind and isn't asked for twice; a call beyond the budget isn't made.
    """
    source = drawn_from(part.document for part in prompt.data)
    failed, made = ChatFailureKind.BUDGET, 0
    while made < ATTEMPTS:
        request = _request(voice, prompt, schema_text(type_), meter, after=failed if made else None)
        if not meter.allows(request):
            break
        completion = chat(request)
        meter.charge(completion.usage)
        made += 1
        reply = _read(completion, type_)
        if not isinstance(reply, ChatFailureKind):
            return Heard(reply=reply, model=completion.model if isinstance(completion, Replied) else "", source=source)
        failed = reply
        if failed in _FINAL:
            break
    return VoiceFailure(voice=voice, kind=failed, attempts=made)


def _request(voice: Voice, prompt: Prompt, schema: str, meter: Meter, *, after: ChatFailureKind | None) -> ChatRequest:
    return ChatRequest(
        voice=voice.value,
        prompt=prompt.name,
        instructions=prompt.instructions,
        data=prompt.data,
        schema=schema,
        max_tokens=meter.budget.reply_tokens,
        after=after,
    )


def _read(completion: Completion, type_: type[Reply]) -> Reply | ChatFailureKind:
    match completion:
        case ChatFailure(kind=kind):
            return kind
        case Replied(text=text):
            return read_reply(text.text, type_)
        case _:
            assert_never(completion)
