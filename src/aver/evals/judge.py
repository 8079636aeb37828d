"""A chat model's opinion of released answers: asked for by hand, versioned, and never a measurement (N3).

A prompt is a file that is never changed, named by its version; its digest stands in every row. What the model said is
kept as it came. A refusal, a reply that does not read as asked for and a call that failed are outcomes of their own:
none of them ever stands in for a verdict. Nothing else in Aver reads these rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files

from aver.errors import BadInput, ModelFailed
from aver.evals.foreign import Record
from aver.evals.questions import UNANSWERED_IS_RIGHT, Question
from aver.evals.rows import HINT, Row, released
from aver.ports import Chat
from aver.stages.deliberation.replies import read_reply
from aver.stages.deliberation.schemas import schema_text
from aver.stages.injection.compiling import tokens_of
from aver.stages.injection.escaping import element, escape
from aver.values.chat import Budget, ChatFailure, ChatFailureKind, ChatRequest
from aver.values.sealed import Sealed

PROMPTS = ("supported.v1", "right.v1")
"""Every version there is; `right` needs labels, `supported` none."""

ATTEMPTS = 2
GIVE_UP_AFTER = 3
"""Calls in a row that met no working server; after them the run ends."""

_MALFORMED = frozenset({ChatFailureKind.BROKEN_JSON, ChatFailureKind.WRONG_SCHEMA, ChatFailureKind.TOO_LONG})


class Ruling(StrEnum):
    """What a model may say."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNSURE = "unsure"


class Opinion(StrEnum):
    """What became of asking: a ruling, or why there is none."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNSURE = "unsure"
    REFUSED = "refused"
    BROKEN = "broken"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReply:
    """The reply that is asked for."""

    reason: str
    verdict: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """One asking about one answer; `said` holds every reply as it came, `failure` what the last attempt failed on.

    `repeat` counts from 0, `prompt_sha256` is the digest of the instructions, `tokens` the sum over all attempts.
    """

    id: str
    repeat: int
    opinion: Opinion
    reason: str
    said: tuple[str, ...]
    failure: str | None
    model: str
    prompt: str
    prompt_sha256: str
    tokens: int


@cache
def instructions_of(prompt: str) -> str:
    """Return the words of a version. Raises BadInput for one that there is none of."""
    if prompt not in PROMPTS:
        raise BadInput(f"there is no judge's prompt {prompt!r}", hint=f"there are: {', '.join(PROMPTS)}")
    return files("aver.evals").joinpath("prompts", f"{prompt}.md").read_text(encoding="utf-8")


def digest_of(prompt: str) -> str:
    """Return the SHA-256 of the words of a version. Raises BadInput as `instructions_of` does."""
    return hashlib.sha256(instructions_of(prompt).encode()).hexdigest()


def judgeable(rows: Sequence[Row], questions: Sequence[Question], prompt: str) -> tuple[tuple[Row, Question], ...]:
    """Return the released answers that a prompt has what it takes to judge, in the order of the rows."""
    asked = {question.id: question for question in questions}
    pairs = ((row, asked[row.id]) for row in rows if row.id in asked and released(row).answered)
    return tuple((row, question) for row, question in pairs if prompt != "right.v1" or _labelled(question))


def judge(
    answers: Sequence[tuple[Row, Question]],
    chat: Chat,
    *,
    prompt: str,
    budget: Budget,
    repeats: int = 1,
    known: Collection[tuple[str, int]] = (),
) -> Iterator[Judgment]:
    """Yield `repeats` judgments of each answer as they come, but for those `known` by id and repeat.

    Raises BadInput for an unknown prompt and ModelFailed where the server fails several times in a row.
    """
    instructions = instructions_of(prompt)
    digest = digest_of(prompt)
    outages = 0
    for row, question in answers:
        request = ChatRequest(
            voice="judge",
            prompt=prompt,
            instructions=instructions,
            data=_data(row, question, prompt),
            schema=schema_text(JudgeReply),
            max_tokens=budget.reply_tokens,
        )
        for repeat in range(repeats):
            if (row.id, repeat) in known:
                continue
            heard = _heard(request, chat, budget)
            yield Judgment(
                id=row.id,
                repeat=repeat,
                opinion=heard.opinion,
                reason="" if heard.reply is None else heard.reply.reason,
                said=heard.said,
                failure=None if heard.failure is None else heard.failure.value,
                model=chat.chat_id,
                prompt=prompt,
                prompt_sha256=digest,
                tokens=heard.tokens,
            )
            outages = outages + 1 if heard.outage else 0
            if outages >= GIVE_UP_AFTER:
                told = f"the judge failed {outages} times in a row: {heard.failure}"
                raise ModelFailed(told, hint="look at [models.chat] and at its server; what was judged is kept")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """What came of one asking, both attempts together."""

    reply: JudgeReply | None
    failure: ChatFailureKind | None
    said: tuple[str, ...]
    tokens: int

    @property
    def opinion(self) -> Opinion:
        if self.reply is not None:
            return Opinion(self.reply.verdict.value)
        if self.failure is ChatFailureKind.REFUSAL:
            return Opinion.REFUSED
        return Opinion.BROKEN if self.failure in _MALFORMED else Opinion.FAILED

    @property
    def outage(self) -> bool:
        return self.opinion is Opinion.FAILED and self.failure is not ChatFailureKind.BUDGET


def _heard(request: ChatRequest, chat: Chat, budget: Budget) -> _Heard:
    """Ask once, and once more where the reply doesn't read as asked for; not at all with more data than `budget`."""
    said: list[str] = []
    failure, tokens = None, 0
    if sum(tokens_of(part.text) for part in request.data) > budget.prompt_tokens:
        return _Heard(reply=None, failure=ChatFailureKind.BUDGET, said=(), tokens=0)
    for _ in range(ATTEMPTS):
        completion = chat.complete(replace(request, after=failure))
        tokens += completion.usage.total
        if isinstance(completion, ChatFailure):
            failure = completion.kind
        else:
            said.append(completion.text.text)
            read = read_reply(completion.text.text, JudgeReply)
            if isinstance(read, JudgeReply):
                return _Heard(reply=read, failure=None, said=tuple(said), tokens=tokens)
            failure = read
        if failure not in _MALFORMED:
            break
    return _Heard(reply=None, failure=failure, said=tuple(said), tokens=tokens)


def _data(row: Row, question: Question, prompt: str) -> tuple[Sealed, ...]:
    """Return question, claims, quotes and, for `right`, references, each escaped so that it can't leave its element."""
    answer = Record(place=f"row `{row.id}`, `result`", fields=row.result, hint=HINT).record("answer")
    claims = [claim.optional_text("text") or "" for claim in answer.records("claims")]
    quotes = dict.fromkeys(cited.quote for cited in released(row).cited if cited.quote)
    parts = [element("question", escape(question.question))]
    parts += [element("claim", escape(claim)) for claim in claims]
    parts += [element("quote", escape(quote)) for quote in quotes]
    if prompt == "right.v1":
        known = (*question.gold_spans, *((question.answer,) if question.answer else ()))
        parts += [element("reference", escape(one)) for one in known]
        parts += ["<unanswerable/>"] if question.kind in UNANSWERED_IS_RIGHT else []
    return tuple(Sealed(part) for part in parts)


def _labelled(question: Question) -> bool:
    return bool(question.gold_spans or question.answer) or question.kind in UNANSWERED_IS_RIGHT
