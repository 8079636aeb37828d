"""The chat adapter against a server that does everything wrong: a reply or a named failure, in time (M4, M5)."""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from aver.errors import MissingExtra
from aver.models.chat import OpenAICompatibleChat, Server
from aver.testing.chat_server import (
    Behaviour,
    ChatServer,
    Fails,
    Floods,
    HangsUp,
    Refuses,
    Says,
    Sends,
    Stalls,
    Streams,
)
from aver.values.chat import ChatFailure, ChatFailureKind, ChatRequest, Completion, Replied
from aver.values.sealed import Sealed

pytest.importorskip("openai", reason="the extra aver[chat] is not installed")

SCHEMA = json.dumps({"type": "object", "properties": {}, "required": [], "additionalProperties": False})


def request(**changes: Any) -> ChatRequest:
    given: dict[str, Any] = {
        "voice": "drafter",
        "prompt": "drafter.v1",
        "instructions": "Be exact.",
        "data": (Sealed("<question>x</question>"), Sealed("<evidence>y</evidence>", "doc_1")),
        "schema": SCHEMA,
        "max_tokens": 50,
    }
    return ChatRequest(**{**given, **changes})


def asked(behaviour: Behaviour, **server: Any) -> Completion:
    with ChatServer(lambda _: behaviour) as loopback:
        settings: dict[str, Any] = {"base_url": loopback.base_url, "model": "m", "seconds": 5.0, **server}
        return OpenAICompatibleChat(Server(**settings)).complete(request())


def test_a_reply_comes_back_with_its_tokens_and_under_the_documents_it_was_made_from() -> None:
    said = asked(Says('{"claims": []}'))
    assert isinstance(said, Replied)
    assert said.text == Sealed('{"claims": []}', "doc_1")
    assert (said.usage.prompt, said.usage.completion, said.usage.estimated) == (100, 20, False)


def test_a_streamed_reply_is_the_same_as_a_whole_one() -> None:
    said = asked(Streams('{"claims": ["ä"]}', pieces=7), delivery="stream")
    assert isinstance(said, Replied)
    assert (said.text.text, said.usage.total) == ('{"claims": ["ä"]}', 120)


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (Refuses(), ChatFailureKind.REFUSAL),
        (Says("…", finish="content_filter"), ChatFailureKind.REFUSAL),
        (Says('{"claims": [', finish="length"), ChatFailureKind.TOO_LONG),
        (Floods(40_000_000), ChatFailureKind.TOO_LONG),
        (Fails(429), ChatFailureKind.OVERLOAD),
        (Fails(503, "<html>busy</html>"), ChatFailureKind.OVERLOAD),
        (Fails(500), ChatFailureKind.SERVER),
        (Fails(400), ChatFailureKind.REJECTED),
        (Fails(401), ChatFailureKind.REJECTED),
        (Fails(307), ChatFailureKind.REJECTED),
        (HangsUp(), ChatFailureKind.CONNECTION),
        (Streams("half", whole=False), ChatFailureKind.SERVER),
        (Sends(b"<html>hello</html>", "text/html"), ChatFailureKind.SERVER),
        (Sends(b'{"choices": null}'), ChatFailureKind.SERVER),
        (Sends(b'{"choices": [{"message": {"content": ["no", "text"]}}]}'), ChatFailureKind.SERVER),
        (Sends(b'{"choices": ["no object"]}'), ChatFailureKind.SERVER),
        (Sends(b"\xff\xfe"), ChatFailureKind.SERVER),
        (Sends(b"[" * 100_000), ChatFailureKind.TOO_LONG),
        (Sends(b"[" * 60_000), ChatFailureKind.SERVER),
        (Sends(b'{"error": {"message": "no such model"}}'), ChatFailureKind.SERVER),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, ChatFailureKind) else value.value,
)
def test_every_way_a_server_fails_has_its_name(behaviour: Behaviour, kind: ChatFailureKind) -> None:
    said = asked(behaviour)
    assert isinstance(said, ChatFailure)
    assert said.kind is kind


@pytest.mark.parametrize("dribble", [False, True])
def test_a_server_that_stalls_or_dribbles_costs_no_more_than_the_deadline(dribble: bool) -> None:
    before = time.monotonic()
    said = asked(Stalls(20.0, dribble=dribble), seconds=0.6)
    assert isinstance(said, ChatFailure)
    assert said.kind is ChatFailureKind.TIMEOUT
    assert time.monotonic() - before < 6.0


def test_a_closed_port_is_a_failed_connection() -> None:
    with ChatServer(lambda _: Says("")) as loopback:
        address = loopback.base_url
    said = OpenAICompatibleChat(Server(base_url=address, model="m", seconds=5.0)).complete(request())
    assert isinstance(said, ChatFailure)
    assert said.kind is ChatFailureKind.CONNECTION


def test_absurd_token_counts_are_estimated_or_capped() -> None:
    body = {"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": 10**30, "completion_tokens": 1}}
    said = asked(Sends(json.dumps(body).encode()))
    assert isinstance(said, Replied)
    assert said.usage.prompt == 1_000_000_000
    body["usage"] = {"prompt_tokens": -5, "completion_tokens": "many"}
    said = asked(Sends(json.dumps(body).encode()))
    assert isinstance(said, Replied)
    assert said.usage.estimated
    assert said.usage.prompt > 0


def test_instructions_and_data_travel_in_separate_messages_with_deterministic_parameters() -> None:
    with ChatServer(lambda _: Says("{}")) as loopback:
        OpenAICompatibleChat(Server(base_url=loopback.base_url, model="m")).complete(request())
    (sent,) = loopback.requests
    system, user = sent["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert system["content"].startswith("Be exact.")
    assert "<question>" not in system["content"]
    assert user["content"] == "<question>x</question>\n<evidence>y</evidence>"
    assert (sent["temperature"], sent["seed"], sent["max_tokens"]) == (0.0, 0, 50)
    assert sent["response_format"]["json_schema"]["schema"] == json.loads(SCHEMA)
    assert sent["response_format"]["json_schema"]["strict"] is True


def test_a_second_attempt_says_what_was_wrong_with_the_first_in_words_of_ours() -> None:
    with ChatServer(lambda _: Says("{}")) as loopback:
        chat = OpenAICompatibleChat(Server(base_url=loopback.base_url, model="m"))
        chat.complete(request(after=ChatFailureKind.BROKEN_JSON))
    assert "not valid JSON" in loopback.requests[0]["messages"][0]["content"]


def test_more_calls_than_the_queue_holds_are_turned_away_at_once() -> None:
    release = threading.Event()
    names: set[str] = set()

    def slow(_: dict[str, Any]) -> Behaviour:
        names.update(thread.name for thread in threading.enumerate())
        release.wait(10)
        return Says("{}")

    with ChatServer(slow) as loopback:
        chat = OpenAICompatibleChat(Server(base_url=loopback.base_url, model="m", workers=1, waiting=1))
        said: list[Completion] = []
        threads = [threading.Thread(target=lambda: said.append(chat.complete(request()))) for _ in range(2)]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 5
        while chat._places._value and time.monotonic() < deadline:
            time.sleep(0.01)
        turned_away = chat.complete(request())
        release.set()
        for thread in threads:
            thread.join()
    assert turned_away == ChatFailure(kind=ChatFailureKind.OVERLOAD)
    assert [type(one) for one in said] == [Replied, Replied]
    assert "chat-worker-0" in names


def test_a_missing_client_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "openai":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra) as raised:
        OpenAICompatibleChat(Server(base_url="http://127.0.0.1:9/v1", model="m"))
    assert "aver[chat]" in raised.value.hint


def test_nothing_of_the_client_is_imported_until_a_model_is_opened() -> None:
    code = "import sys, aver.flows.deliberate, aver.models.chat; sys.exit('openai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
