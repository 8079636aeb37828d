"""`aver eval judge` asks a server that is configured for it, and what comes of it decides nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aver.testing.chat_server import Behaviour, ChatServer, Refuses, Says
from tests.cli.asking_home import a_home, aver

NOTICE = {
    "id": "notice",
    "question": "How long is the notice period of employees?",
    "kind": "fact",
    "doc": "leave/notice.md",
    "answer": "four weeks",
}
PARENTAL = {"id": "parental", "question": "How long does parental leave last?", "kind": "unanswerable"}
MANAGERS = {"id": "managers", "question": "How much notice do managers give?", "kind": "fact", "doc": "leave/notice.md"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("judge")) as folder:
        lines = "\n".join(map(json.dumps, (NOTICE, PARENTAL, MANAGERS)))
        (folder / "q.jsonl").write_text(lines, encoding="utf-8")
        asked = aver("eval", "run", str(folder / "q.jsonl"), "--mode", "vanilla", "--out", str(folder / "rows.jsonl"))
        assert asked.status == 0, asked.err
        yield folder


def script(request: dict[str, Any]) -> Behaviour:
    shown = request["messages"][1]["content"]
    if "managers" in shown:
        return Refuses()
    if "parental" in shown:
        return Says('{"reason": "broken \\x"}')
    return Says('{"reason": "the quote says so", "verdict": "reject"}')


def test_verdicts_refusals_and_broken_replies_come_over_the_wire_as_what_they_are(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openai", reason="the extra aver[chat] is not installed")
    out = home / "judgments.jsonl"
    with ChatServer(script) as loopback:
        monkeypatch.setenv("AVER_MODELS_CHAT_BASE_URL", loopback.base_url)
        monkeypatch.setenv("AVER_MODELS_CHAT_MODEL", "mine")
        where = ("--questions", str(home / "q.jsonl"), "--out", str(out))
        said = aver("eval", "judge", str(home / "rows.jsonl"), *where, "--json")
        assert said.status == 0, said.err
        assert "opinion" in aver("eval", "judge", str(home / "rows.jsonl"), *where, "--repeat", "2").out.splitlines()[0]
    assert said.json["opinions"] == {"accept": 0, "reject": 1, "unsure": 0, "refused": 1, "broken": 1, "failed": 0}
    assert said.json["asked_of"] == ["mine"] and said.json["prompts"][0].startswith("supported.v1 sha256 ")
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(one["id"], one["opinion"]) for one in rows[::2]] == [
        ("notice", "reject"),
        ("parental", "broken"),
        ("managers", "refused"),
    ]
    assert rows[2]["said"] == ['{"reason": "broken \\x"}'] * 2
    labels = home / "labels.jsonl"
    labels.write_text('{"id": "notice", "label": "right", "category": "too strict"}\n', encoding="utf-8")
    held = aver("eval", "agreement", str(out), "--labels", str(labels), "--json").json
    assert held["table"]["right"]["reject"] == 1 and held["too_strict"]["value"] == 1.0
    assert held["rejections"] == {"too strict": 1} and held["repeatable"]["value"] == 1.0
    assert "notice right reject the quote says so" in aver("eval", "agreement", str(out), "--labels", str(labels)).out
    _goes_on_where_it_stopped(home, out, monkeypatch)
    refused = aver("eval", "calibrate", str(out), "--questions", str(home / "q.jsonl"))
    assert refused.status == 1 and "`result` is missing" in refused.err


def _goes_on_where_it_stopped(home: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two judgments stand; of those that are cut away one had failed, and both are asked for again."""
    whole = out.read_text(encoding="utf-8").splitlines()
    failed = json.dumps(json.loads(whole[2]) | {"opinion": "failed"})
    out.write_text("\n".join([*whole[:2], failed]) + "\n", encoding="utf-8")
    words = ("--questions", str(home / "q.jsonl"), "--out", str(out), "--repeat", "2", "--resume")
    other = aver("eval", "judge", str(home / "rows.jsonl"), *words, "--prompt", "right.v1")
    assert other.status == 1 and "by supported.v1" in other.err
    asked: list[str] = []

    def counting(request: dict[str, Any]) -> Behaviour:
        asked.append(request["messages"][1]["content"])
        return script(request)

    with ChatServer(counting) as loopback:
        monkeypatch.setenv("AVER_MODELS_CHAT_BASE_URL", loopback.base_url)
        assert aver("eval", "judge", str(home / "rows.jsonl"), *words).status == 0
    assert not any("employees" in one for one in asked)
    assert sorted(out.read_text(encoding="utf-8").splitlines()) == sorted(whole)


def test_without_a_model_of_ones_own_there_is_no_judge_and_no_run_asks_for_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = ("--questions", str(home / "q.jsonl"), "--out", str(home / "none.jsonl"))
    said = aver("eval", "judge", str(home / "rows.jsonl"), *where)
    assert said.status == 1 and "none is configured" in said.err and not (home / "none.jsonl").exists()
    pytest.importorskip("openai", reason="the extra aver[chat] is not installed")
    with ChatServer(script) as loopback:
        monkeypatch.setenv("AVER_MODELS_CHAT_BASE_URL", loopback.base_url)
        monkeypatch.setenv("AVER_MODELS_CHAT_MODEL", "mine")
        assert aver("eval", "run", str(home / "q.jsonl"), "--limit", "1").status == 0
        assert aver("eval", "report", str(home / "rows.jsonl"), "--questions", str(home / "q.jsonl")).status == 0
        assert loopback.requests == []
