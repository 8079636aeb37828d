"""`aver ask --mode deliberate`: offline, with a model of one's own, and with a model that is not there (M4, G3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aver.testing.chat_server import Behaviour, ChatServer, Refuses, Says
from tests.cli.asking_home import Said, a_home, aver

NOTICE = "How long is the notice period of employees?"
SENTENCE = "The notice period of employees is four weeks."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("deliberate")) as folder:
        yield folder


def asked(*more: str) -> Said:
    return aver("ask", NOTICE, "--mode", "deliberate", *more)


def steps(said: Said) -> list[str]:
    return [line.split()[1] for line in said.out.splitlines() if line[:3].strip().isdecimal()]


def test_offline_the_voices_are_rules_and_the_answer_is_the_quote(home: Path) -> None:
    said = asked("--events")
    assert steps(said)[-5:] == ["proposed", "challenged", "synthesised", "checked", "decided"]
    assert "by quotation, unverified" in said.out
    assert SENTENCE in said.out


def test_a_deliberation_replays_from_the_command_line(home: Path) -> None:
    run = asked("--json").json["run_id"]
    assert "identical" in aver("runs", "replay", run).out


def drafting(body: dict[str, Any]) -> Behaviour:
    """Quote the one sentence where it stands, challenge nothing."""
    evidence = body["messages"][1]["content"]
    if body["response_format"]["json_schema"]["name"] == "critic":
        return Says('{"challenges": []}')
    packet = evidence[: evidence.rindex(SENTENCE)].rsplit('<evidence id="', 1)[1].split('"')[0]
    claim = {"text": SENTENCE, "sub_question": 0, "citations": [{"packet": packet, "quote": SENTENCE}]}
    return Says(json.dumps({"claims": [claim]}))


def test_a_model_of_ones_own_needs_two_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai", reason="the extra aver[chat] is not installed")
    with ChatServer(drafting) as loopback:
        monkeypatch.setenv("AVER_MODELS_CHAT_BASE_URL", loopback.base_url)
        monkeypatch.setenv("AVER_MODELS_CHAT_MODEL", "mine")
        said = asked("--events")
        plain = aver("ask", NOTICE, "--events")
        quoted = aver("ask", NOTICE, "--mode", "quote", "--events")
    assert loopback.requests[0]["model"] == "mine"
    assert "1 claim by mine, unverified" in said.out
    assert "1 claim by mine, unverified" in plain.out
    assert "by quotation, unverified" in quoted.out


def test_a_model_that_refuses_is_named_as_degraded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai", reason="the extra aver[chat] is not installed")
    with ChatServer(lambda _: Refuses()) as loopback:
        monkeypatch.setenv("AVER_MODELS_CHAT_BASE_URL", loopback.base_url)
        monkeypatch.setenv("AVER_MODELS_CHAT_MODEL", "mine")
        result = asked("--json").json
    assert {"stage": "chat:proposer", "reason": "refusal"} in result["degraded"]
    assert "degraded" in result["decision"]["reasons"]


def test_half_a_setting_is_one_line_with_a_hint(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AVER_MODELS_CHAT_MODEL", "mine")
    said = asked()
    assert said.status == 1
    assert "base_url" in said.err
    assert "Traceback" not in said.err
