"""`aver mcp` as a process of its own: one caller over the standard streams, spoken to by the real client (L4, L9)."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp_types import CallToolResult, Tool

from aver.app import open_app
from aver.config import read_settings
from aver.mcp_server.tools import TOOLS
from aver.store.views import ViewLog
from tests.cli.asking_home import DOCUMENTS, META, aver
from tests.mcp_server.conftest import Call, conversation
from tests.mcp_server.test_attacks import BONUS

AVER = [sys.executable, "-m", "aver.cli.main"]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A home with the built-in encoder, ingested by processes of its own."""
    folder = tmp_path_factory.mktemp("stdio")
    for uri, text in DOCUMENTS.items():
        path = folder / "docs" / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "meta.toml").write_text(META, encoding="utf-8")
    found = {**os.environ, "AVER_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "config")}
    for words in (["init"], ["ingest", str(folder / "docs"), "--meta", str(folder / "meta.toml")]):
        subprocess.run([*AVER, *words], env=found, check=True, capture_output=True)
    yield found


def talk(
    environment: dict[str, str], *calls: Call, options: tuple[str, ...] = (), mode: str = "auto"
) -> tuple[list[Tool], list[CallToolResult]]:
    command = StdioServerParameters(command=AVER[0], args=[*AVER[1:], "mcp", *options], env=environment)
    return asyncio.run(conversation(command, calls, mode=mode))


@pytest.mark.deep
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_program_asks_as_the_local_user(environment: dict[str, str], mode: str) -> None:
    tools, (answer, found) = talk(
        environment,
        ("ask", {"question": "How long is the notice period of employees?"}),
        ("documents", {}),
        mode=mode,
    )
    assert [one.name for one in tools] == [one.name for one in TOOLS]
    assert answer.structured_content["decision"]["outcome"] == "ANSWER"
    assert "four weeks" in answer.structured_content["citations"][0]["quote"]
    assert answer.structured_content["result"]["caller"]["principals"] == ["group:local", "user:local"]
    assert [one["uri"] for one in found.structured_content["result"]["documents"]] == [
        "leave/notice.md",
        "leave/parental.md",
        "odd/escape.md",
    ]


@pytest.mark.deep
def test_a_program_asks_as_whom_the_command_line_names(environment: dict[str, str]) -> None:
    hugo = ("--as", "hugo", "--groups", "hr", "--clearance", "2")
    for options, seen in ((hugo, 1), (("--as", "eve"), 0), (("--tenant", "other"), 0)):
        _, (found, evidence) = talk(environment, ("documents", {}), ("search", {"query": BONUS}), options=options)
        assert len(found.structured_content["result"]["documents"]) == seen
        assert ("hydrofoil" in json.dumps(evidence.structured_content["result"]["packets"])) == bool(seen)


@pytest.mark.deep
def test_a_run_of_one_conversation_is_replayed_in_the_next_without_a_model(environment: dict[str, str]) -> None:
    _, (answer,) = talk(environment, ("ask", {"question": "How long does parental leave last?"}))
    run = answer.structured_content["result"]["run_id"]
    _, (replayed,) = talk(environment, ("replay", {"run_id": run}))
    assert replayed.structured_content["result"]["identical"] is True
    assert replayed.structured_content["decision"] == answer.structured_content["decision"]
    _, (hidden,) = talk(environment, ("replay", {"run_id": run}), options=("--as", "eve"))
    assert hidden.is_error


def at_once(environment: dict[str, str], calls: int, tool: str, arguments: dict[str, Any]) -> list[Any]:
    """Return the answers to `calls` that are sent without waiting, after something that isn't JSON at all."""
    opening: list[Any] = [
        {
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
    ]
    params = {"name": tool, "arguments": arguments}
    sent = [{"id": n, "method": "tools/call", "params": params} for n in range(1, calls + 1)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*AVER, "mcp"], env=environment, text=True, **pipes) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        try:
            process.stdin.write("not JSON at all\n")
            for one in [*opening, *sent]:
                process.stdin.write(json.dumps({"jsonrpc": "2.0", **one}) + "\n")
            process.stdin.flush()
            answers: dict[int, Any] = {}
            while len(answers) < calls + 1:
                one = json.loads(process.stdout.readline())
                if one.get("id") is not None:
                    answers[one["id"]] = one
            process.stdin.close()
            assert process.wait(timeout=60) == 0
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()
    assert not any("error" in one for one in answers.values())
    return [answers[number]["result"] for number in range(1, calls + 1)]


def test_calls_sent_at_once_are_all_answered_and_the_process_ends_as_done(environment: dict[str, str]) -> None:
    assert not any(one.get("isError") for one in at_once(environment, 8, "documents", {}))


@pytest.mark.deep
def test_more_calls_at_once_than_it_takes_on_are_told_that_it_is_busy(environment: dict[str, str]) -> None:
    narrow = {"AVER_SERVICE_WORKERS": "1", "AVER_SERVICE_WAITING": "1"}
    found = at_once(environment | narrow, 30, "ask", {"question": "How long is the notice period of employees?"})
    busy = [one for one in found if one.get("isError")]
    assert {json.loads(one["content"][0]["text"])["error"]["kind"] for one in busy} == {"Busy"}
    answered = [one["structuredContent"]["decision"]["outcome"] for one in found if not one.get("isError")]
    assert len(answered) >= 2
    assert set(answered) == {"ANSWER"}


def test_a_home_that_is_not_there_or_asks_for_tokens_is_a_typed_error(tmp_path: Path) -> None:
    assert aver("mcp", "--home", str(tmp_path / "none"), "--json").json["error"]["kind"] == "HomeMissing"
    home = tmp_path / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
        assert aver("init", "--home", str(home)).status == 0
        settings = home / "aver.toml"
        settings.write_text(settings.read_text().replace('mode = "local"', 'mode = "token"'))
        assert aver("mcp", "--home", str(home), "--json").json["error"]["kind"] == "NotAllowed"


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aver.cli.mcp.find_spec", lambda _: None)
    ran = aver("mcp", "--json")
    assert (ran.status, ran.json["error"]["kind"]) == (1, "MissingExtra")
    assert "pip install 'aver[mcp]'" in ran.json["error"]["hint"]


def test_the_standard_streams_need_no_web_framework_and_the_command_line_no_protocol() -> None:
    said = "import sys; {}; print(sorted(one for one in ('fastapi', 'mcp') if one in sys.modules))"
    for imported, loaded in (("import aver.mcp_server.stdio", "['mcp']"), ("import aver.cli.main", "[]")):
        ran = subprocess.run([sys.executable, "-c", said.format(imported)], capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == loaded


@pytest.mark.deep
def test_who_was_shown_which_version_is_recorded_before_it_is_sent(environment: dict[str, str]) -> None:
    talk(environment, ("documents", {"document_id": "leave/notice.md"}), ("claims", {}), options=("--as", "vera"))
    talk(environment, ("documents", {"document_id": "leave/notice.md"}))
    home = Path(environment["AVER_HOME"])
    app = open_app(home, read_settings(home, environment))
    log = ViewLog(write=app.run_log.write, read=app.run_log.read, key=app.run_log.key)
    mine = log.views("default", limit=50, before=None, user="local", document=None)
    assert mine[0].operation == "mcp documents"
    assert len(mine[0].shown) == 1
    assert log.views("default", limit=50, before=None, user="vera", document=None) == ()
    app.store.close()
    app.presence.release()
