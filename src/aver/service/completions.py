"""A run in the shape of an OpenAI chat completion, so that chat front ends work: citations as annotations (L6).

The text is rendered from the log and sent only once it was decided on: the pieces of a stream are pieces of that. What
front ends don't know stands in the field `aver`: run, decision, citations and the rest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from aver.errors import AverError
from aver.service.desk import Desk
from aver.service.event_stream import HEARTBEAT, HEARTBEAT_SECONDS
from aver.service.problems import encoded
from aver.stages.render import render
from aver.stages.wire import ask_json
from aver.values.events import Event
from aver.values.inquiry import Mode

MODELS: Mapping[str, Mode] = {
    "aver": Mode.AUTO,
    "aver-quote": Mode.QUOTE,
    "aver-deliberate": Mode.DELIBERATE,
    "aver-vanilla": Mode.VANILLA,
}
PIECE = 80
"""Code points of a piece of a stream."""
DONE = b"data: [DONE]\n\n"
_LOG = logging.getLogger("aver.service")
_BESIDE = ("decision", "stance", "conflicts", "clarify", "redirect", "degraded")


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a run came to: the text, its annotations and what stands beside it."""

    run: str
    model: str
    text: str
    annotations: tuple[dict[str, Any], ...]
    usage: dict[str, int]
    aver: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Return the object `chat.completion`."""
        message = {"role": "assistant", "content": self.text, "refusal": None, "annotations": list(self.annotations)}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return {**_head(self.run, self.model, "chat.completion"), "choices": [choice], "usage": self.usage} | {
            "aver": self.aver
        }

    def chunks(self, *, with_usage: bool) -> Iterator[dict[str, Any]]:
        """Yield the objects `chat.completion.chunk`: the text in pieces, then annotations and what stands beside."""
        head = _head(self.run, self.model, "chat.completion.chunk")
        ends = [*range(0, len(self.text), PIECE), len(self.text)]
        for start, end in pairwise(ends):
            yield {**head, "choices": [_delta({"content": self.text[start:end]})]}
        last = _delta({"annotations": list(self.annotations)}, finish="stop")
        yield {**head, "choices": [last], "aver": self.aver}
        if with_usage:
            yield {**head, "choices": [], "usage": self.usage}


def completion(run: str, events: Sequence[Event], model: str) -> Completion:
    """Return the completion of a run, given its events."""
    whole, text = ask_json(run, events, timings_ms={}), render(events)
    claims = (whole["answer"] or {"claims": []})["claims"]
    citations = [one for claim in claims for one in claim["citations"]]
    read, wrote = whole["tokens"].get("chat_prompt", 0), whole["tokens"].get("chat_completion", 0)
    return Completion(
        run=run,
        model=model,
        text=text,
        annotations=tuple(_annotations(text, citations)),
        usage={"prompt_tokens": read, "completion_tokens": wrote, "total_tokens": read + wrote},
        aver={"run_id": run, **{name: whole[name] for name in _BESIDE}, "citations": citations},
    )


async def streamed(
    desk: Desk, model: str, ask: Callable[[], Completion], *, with_usage: bool
) -> AsyncGenerator[bytes, None]:
    """Yield the frames of a completion: comments until it is decided, then its chunks. A lost reader ends no run."""
    opening = _head("", model, "chat.completion.chunk") | {"choices": [_delta({"role": "assistant", "content": ""})]}
    yield _frame(opening)
    asking = asyncio.ensure_future(desk.work(ask))
    try:
        while not (await asyncio.wait({asking}, timeout=HEARTBEAT_SECONDS))[0]:
            yield HEARTBEAT
        fault = asking.exception()
        if fault is not None:
            _LOG.error("a completion failed with %s", type(fault).__name__)
            said = fault.message if isinstance(fault, AverError) else "something went wrong inside"
            yield _frame({"error": {"message": said, "type": "server_error", "code": type(fault).__name__}})
            return
        for chunk in asking.result().chunks(with_usage=with_usage):
            yield _frame(chunk)
        yield DONE
    finally:
        await asyncio.wait({asking})


def _annotations(text: str, citations: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield where each quote stands in the text; one that doesn't stand there as it is, is cited in `aver` alone."""
    at = 0
    for one in citations:
        start = text.find(one["quote"], at)
        start = text.find(one["quote"]) if start < 0 else start
        if start >= 0:
            at = start + len(one["quote"])
            place = {"start_index": start, "end_index": at, "title": one["title"], "url": one["uri"]}
            yield {"type": "url_citation", "url_citation": place}


def _head(run: str, model: str, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{run}", "object": kind, "created": int(time.time()), "model": model}


def _delta(delta: dict[str, Any], *, finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}


def _frame(payload: Mapping[str, Any]) -> bytes:
    return b"data: " + encoded(payload) + b"\n\n"
