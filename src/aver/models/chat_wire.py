"""Bytes of a chat completion, whole or streamed, as what was said; anything else is the server's failure.

The body is read by hand because a server may send anything: HTML with status 200, half an object, lists
where texts belong. Only the four things needed are looked at, and each is checked to be what it should.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from aver.stages.injection.compiling import tokens_of
from aver.values.chat import ChatFailure, ChatFailureKind, Completion, Replied, Usage
from aver.values.sealed import Sealed

MOST_TOKENS = 1_000_000_000
"""A server that reports more is not believed beyond this."""

_REFUSED = frozenset({"content_filter"})
_CUT = frozenset({"length"})


def completion_of(body: bytes, *, streamed: bool, sent: int, model: str, source: str | None) -> Completion:
    """Return what a server's `body` says. `sent` is the estimate of tokens sent, for a server that doesn't count."""
    try:
        parts = list(_parts(body.decode("utf-8"), streamed=streamed))
        text, refusal, finish = _said(parts)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return ChatFailure(kind=ChatFailureKind.SERVER, usage=Usage(prompt=sent, estimated=True))
    usage = _usage(parts, sent, text)
    if refusal or finish in _REFUSED:
        return ChatFailure(kind=ChatFailureKind.REFUSAL, usage=usage)
    if finish in _CUT:
        return ChatFailure(kind=ChatFailureKind.TOO_LONG, usage=usage)
    return Replied(text=Sealed(text, source), usage=usage, model=model)


def _parts(text: str, *, streamed: bool) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a body: one, or one per `data:` line of an event stream."""
    lines = [text] if not streamed else [line[5:].strip() for line in text.splitlines() if line.startswith("data:")]
    for line in lines:
        if line == "[DONE]":
            return
        part = _object(json.loads(line))
        if part.get("error"):
            raise ValueError("an error with status 200")
        yield part
    if streamed:
        raise ValueError("the stream ended early")


def _said(parts: list[dict[str, Any]]) -> tuple[str, str, str]:
    """Return the first choice's text, its refusal and why it finished."""
    text, refusal, finish = "", "", ""
    choices = [_object(part["choices"][0]) for part in parts if part.get("choices")]
    if not choices:
        raise KeyError("choices")
    for choice in choices:
        message = _object(choice.get("delta") or choice.get("message") or {})
        text += _text(message, "content")
        refusal += _text(message, "refusal")
        finish = _text(choice, "finish_reason") or finish
    return text, refusal, finish


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("not a chat completion")
    return value


def _text(holder: dict[str, Any], name: str) -> str:
    value = holder.get(name)
    if value is not None and not isinstance(value, str):
        raise TypeError(name)
    return value or ""


def _usage(parts: list[dict[str, Any]], sent: int, text: str) -> Usage:
    """Return the last usage reported, else the estimate."""
    reported: dict[str, Any] = next(
        (part["usage"] for part in reversed(parts) if isinstance(part.get("usage"), dict)), {}
    )
    counts = [reported.get(name) for name in ("prompt_tokens", "completion_tokens")]
    if all(type(count) is int and count >= 0 for count in counts):
        prompt, completion = (min(int(count or 0), MOST_TOKENS) for count in counts)
        return Usage(prompt=prompt, completion=completion)
    return Usage(prompt=sent, completion=tokens_of(text), estimated=True)
