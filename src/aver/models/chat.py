"""A chat model behind any OpenAI-compatible server: OpenAI, Ollama, LM Studio, vLLM and the like (M4).

One call is one bounded thing: it has its place in a bounded queue, a deadline from the moment it is asked,
and a most of bytes that are read. Whatever a server does, what comes back is a reply or a named failure;
nothing it says about itself is kept. The client is the extra `aver[chat]`, imported when the first model
is opened.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from aver.errors import BadConfiguration, MissingExtra
from aver.model_settings import ChatSettings
from aver.models.chat_wire import completion_of
from aver.models.weights import named_pool
from aver.stages.injection.compiling import tokens_of
from aver.values.chat import Budget, ChatFailure, ChatFailureKind, ChatRequest, Completion, Usage
from aver.values.sealed import drawn_from

SEED = 0
CONNECT_SECONDS = 10.0
_BYTES = 65_536
_BYTES_PER_TOKEN = 512
"""A streamed token comes in an object of its own, of some 300 bytes."""

_PAUSE_AFTER = (ChatFailureKind.OVERLOAD, ChatFailureKind.CONNECTION, ChatFailureKind.SERVER)
_NOTES = {
    ChatFailureKind.BROKEN_JSON: 'Your last reply was not valid JSON. Escape every backslash (\\\\) and quote (\\").',
    ChatFailureKind.WRONG_SCHEMA: "Your last reply did not have the form that is asked for.",
    ChatFailureKind.TOO_LONG: "Your last reply was too long. Say less.",
}
_FORM = "Reply with one JSON object that is valid against this JSON Schema, and with nothing else:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where a model is and how it is asked.

    `seconds` bound one call, waiting included; `waiting` calls may queue behind `workers`; `pause` is the
    wait in seconds before a second attempt at a busy server. `structure` is what the server understands of
    structured output ("json_schema", "json_object", "none"), `delivery` whether it sends a reply "whole" or
    as a "stream".
    """

    base_url: str
    model: str
    api_key: str = ""
    seconds: float = 60.0
    workers: int = 1
    waiting: int = 8
    pause: float = 1.0
    structure: str = "json_schema"
    delivery: str = "whole"


class OpenAICompatibleChat:
    """The port `Chat` over HTTP. May be used from many threads; `workers` calls run at a time (M5).

    Raises MissingExtra when made without the extra `aver[chat]`.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._openai, self._http = _client_libraries()
        self._pool = named_pool("chat-worker", server.workers)
        self._places = threading.BoundedSemaphore(server.workers + server.waiting)

    @property
    def chat_id(self) -> str:
        """The model's configured name; the address is nobody's business."""
        return self._server.model

    def complete(self, request: ChatRequest) -> Completion:
        """Return the reply or the failure of one call, within the server's `seconds`."""
        deadline = time.monotonic() + self._server.seconds
        if request.after in _PAUSE_AFTER:
            time.sleep(min(self._server.pause, self._server.seconds / 2))
        client = self._client()
        if not self._places.acquire(blocking=False):
            _closed(client)
            return ChatFailure(kind=ChatFailureKind.OVERLOAD)
        running: Future[Completion] = self._pool.submit(self._call, client, request, deadline)
        running.add_done_callback(lambda _: self._places.release())
        try:
            return running.result(timeout=max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            running.cancel()
            return ChatFailure(kind=ChatFailureKind.TIMEOUT, usage=_estimate(request))
        finally:
            _closed(client)

    def _client(self) -> Any:
        seconds = self._server.seconds
        timeout = self._openai.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
        return self._openai.OpenAI(
            base_url=self._server.base_url,
            api_key=self._server.api_key or "none",
            max_retries=0,
            timeout=timeout,
            http_client=self._openai.DefaultHttpxClient(follow_redirects=False, timeout=timeout),
        )

    def _call(self, client: Any, request: ChatRequest, deadline: float) -> Completion:
        """Make the call; every way it can fail has its name."""
        try:
            return self._received(client, request, deadline)
        except _TooLong:
            kind = ChatFailureKind.TOO_LONG
        except (self._openai.APITimeoutError, self._http.TimeoutException, TimeoutError):
            kind = ChatFailureKind.TIMEOUT
        except self._openai.APIStatusError as error:
            kind = _kind_of(error.status_code)
        except (self._openai.OpenAIError, self._http.HTTPError, OSError):
            kind = ChatFailureKind.CONNECTION
        return ChatFailure(kind=kind, usage=_estimate(request))

    def _received(self, client: Any, request: ChatRequest, deadline: float) -> Completion:
        raw = client.chat.completions.with_streaming_response
        with raw.create(**_body(self._server, request)) as response:
            streamed = "text/event-stream" in response.headers.get("content-type", "")
            body = _bounded(response.iter_bytes(), _BYTES + _BYTES_PER_TOKEN * request.max_tokens, deadline)
        return completion_of(
            body,
            streamed=streamed,
            sent=_estimate(request).prompt,
            model=self._server.model,
            source=drawn_from(part.document for part in request.data),
        )


class _TooLong(Exception):
    """A body beyond what a reply may weigh."""


def _client_libraries() -> tuple[ModuleType, ModuleType]:
    """Return the client, and the HTTP library it stands on (whose errors come through while a body is read)."""
    try:
        import httpx2
        import openai
    except ImportError as error:
        raise MissingExtra(
            "a chat model is configured but its client is not installed", hint="pip install 'aver[chat]'"
        ) from error
    return openai, httpx2


def _body(server: Server, request: ChatRequest) -> dict[str, Any]:
    """Return the arguments of the call: deterministic as far as a server allows, instructions apart from data."""
    notes = [_NOTES[request.after]] if request.after in _NOTES else []
    system = "\n\n".join([request.instructions, f"{_FORM}\n{request.schema}", *notes])
    body: dict[str, Any] = {
        "model": server.model,
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": "\n".join(part.text for part in request.data)},
        ],
        "temperature": 0.0,
        "seed": SEED,
        "max_tokens": request.max_tokens,
    }
    if server.structure == "json_schema":
        named = {"name": request.voice, "strict": True, "schema": json.loads(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    elif server.structure == "json_object":
        body["response_format"] = {"type": "json_object"}
    if server.delivery == "stream":
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return body


def _bounded(chunks: Iterator[bytes], most: int, deadline: float) -> bytes:
    """Return the whole body. Raises _TooLong beyond `most` bytes and TimeoutError beyond the deadline."""
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > most:
            raise _TooLong
        if time.monotonic() > deadline:
            raise TimeoutError
    return bytes(body)


def _kind_of(status: int) -> ChatFailureKind:
    if status in (429, 503):
        return ChatFailureKind.OVERLOAD
    if status in (408, 504):
        return ChatFailureKind.TIMEOUT
    return ChatFailureKind.SERVER if status >= 500 else ChatFailureKind.REJECTED


def _estimate(request: ChatRequest) -> Usage:
    sent = tokens_of(request.instructions) + sum(tokens_of(part.text) for part in request.data)
    return Usage(prompt=sent, estimated=True)


def _closed(client: Any) -> None:
    """Close the connection, which also ends a call that nobody waits for any more."""
    close: Callable[[], None] = client.close
    with suppress(Exception):
        close()


def chat_from(settings: ChatSettings, environment: Mapping[str, str]) -> OpenAICompatibleChat | None:
    """Return the chat model that the settings name, None where they name none.

    Raises BadConfiguration for half a setting, a variable without a key or an address that is none, and
    MissingExtra.
    """
    if not settings.base_url and not settings.model:
        return None
    if not settings.base_url or not settings.model:
        raise BadConfiguration("[models.chat] needs both base_url and model", hint="set both, or neither")
    if not settings.base_url.startswith(("http://", "https://")):
        raise BadConfiguration(
            f"[models.chat] base_url = {settings.base_url!r} is no address", hint="http://... or https://..."
        )
    name = settings.api_key_variable
    if name and not environment.get(name):
        raise BadConfiguration(f"the variable {name} holds no key", hint="set it, or empty api_key_variable")
    return OpenAICompatibleChat(
        Server(
            base_url=settings.base_url,
            model=settings.model,
            api_key=environment.get(name, "") if name else "",
            seconds=settings.seconds,
            workers=settings.workers,
            waiting=settings.waiting,
            structure=settings.structure,
            delivery=settings.delivery,
        )
    )


def budget_from(settings: ChatSettings) -> Budget:
    """Return what one question may ask of the chat model."""
    return Budget(
        calls=settings.calls,
        tokens=settings.run_tokens,
        prompt_tokens=settings.prompt_tokens,
        reply_tokens=settings.max_tokens,
    )
