"""Over HTTP every message is answered as whoever holds the token that came with it, and as nobody else (L4, L9)."""

from __future__ import annotations

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from aver.app import keys_of
from aver.flows.tools import utc_now
from aver.stages.identity import key_holder
from tests.mcp_server.conftest import Offered
from tests.mcp_server.test_attacks import BONUS

HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def message(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def post(offered: Offered, token: str | None, body: Any, **headers: str) -> httpx2.Response:
    own = {"Authorization": f"Bearer {token}"} if token else {}
    content = body if isinstance(body, str) else json.dumps(body)
    return httpx2.post(offered.url, content=content, headers={**HEADERS, **own, **headers}, timeout=60)


def test_without_a_token_that_holds_nothing_is_listed_and_nothing_called(offered: Offered) -> None:
    for token in (None, "", "aver_0_0", "x" * 600):
        for method in ("initialize", "tools/list", "tools/call", "server/discover", "ping"):
            answer = post(offered, token, {"jsonrpc": "2.0", "id": 1, "method": method})
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, 'Bearer realm="aver"')
            assert "jsonrpc" not in answer.text


def test_messages_of_one_connection_are_each_answered_as_their_own_caller(offered: Offered) -> None:
    body = message("search", {"query": BONUS})
    with httpx2.Client(headers=HEADERS, timeout=60) as client:
        for name, seen in (("hugo", True), ("eve", False), ("hugo", True), ("foreign", False)):
            own = {"Authorization": f"Bearer {offered.tokens[name]}", "Mcp-Session-Id": "of-hugo"}
            answer = client.post(offered.url, json=body, headers=own)
            assert answer.status_code == 200
            assert "mcp-session-id" not in answer.headers
            assert ("hydrofoil team." in answer.text) == seen


def test_callers_who_ask_at_once_are_not_mixed_up(offered: Offered) -> None:
    names = ["hugo", "eve", "reader", "hugo", "foreign", "eve"] * 3
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda name: offered.call(name, "documents").structured_content, names))
    for name, one in zip(names, found, strict=True):
        uris = {document["uri"] for document in one["result"]["documents"]}
        assert ("hr/bonus.md" in uris) == (name == "hugo")
        assert (uris == set()) == (name == "eve")


def test_a_key_revoked_in_the_middle_of_a_conversation_ends_it(offered: Offered) -> None:
    caller = key_holder(tenant="default", user="hugo", groups=["hr"], roles=["reader"], clearance=2)
    key, token = keys_of(offered.app).create(caller, note="", at=utc_now())
    assert "hydrofoil team." in post(offered, token, message("search", {"query": BONUS})).text
    keys_of(offered.app).revoke(key.id, at=utc_now())
    assert post(offered, token, message("search", {"query": BONUS})).status_code == 401


def test_a_key_without_the_role_of_a_reader_may_list_the_tools_and_call_none(offered: Offered) -> None:
    for name in ("auditor", "admin"):
        assert len(offered.tools(name)) == 8
        result = offered.call(name, "documents")
        assert (result.is_error, json.loads(result.content[0].text)["error"]["kind"]) == (True, "NotAllowed")


def test_a_page_of_another_origin_is_turned_away_whatever_it_holds(offered: Offered) -> None:
    token, host = offered.tokens["reader"], offered.url.split("/")[2]
    body = message("documents", {})
    assert post(offered, token, body, Origin=f"http://{host}").status_code == 200
    for origin in ("http://evil.example", "null", f"http://{host}.evil.example", "http://127.0.0.1:1"):
        answer = post(offered, token, body, Origin=origin)
        assert (answer.status_code, answer.headers["content-type"]) == (403, "application/problem+json")
        assert "jsonrpc" not in answer.text


def test_there_is_no_stream_and_no_session_to_take_over(offered: Offered) -> None:
    own = {**HEADERS, "Authorization": f"Bearer {offered.tokens['reader']}", "Mcp-Session-Id": "of-hugo"}
    assert httpx2.get(offered.url, headers=own).status_code == 405
    assert httpx2.delete(offered.url, headers=own).status_code == 405


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        "1e999",
        "[" * 5_000,
        '{"jsonrpc":"2.0","id":{},"method":"tools/call"}',
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\\ud800","arguments":{}}}',
        '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    ],
)
@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28", "1999-01-01", "\u00e4"])
def test_no_body_is_a_fault_of_the_service(offered: Offered, body: str, version: str) -> None:
    headers = {"MCP-Protocol-Version": version.encode("latin-1").decode("latin-1")}
    own = {**HEADERS, **headers, "Authorization": f"Bearer {offered.tokens['reader']}"}
    answer = httpx2.post(offered.url, content=body, headers=[(k, v.encode("latin-1")) for k, v in own.items()])
    assert answer.status_code < 500
    assert "Traceback" not in answer.text


def test_half_a_surrogate_pair_is_answered(offered: Offered) -> None:
    body = json.dumps(message("search", {"query": "half \ud800 pair"}))
    answer = post(offered, offered.tokens["reader"], body)
    assert answer.status_code < 500


def test_a_fault_inside_is_an_error_of_the_tool_without_a_word_of_it(
    offered: Offered, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: object) -> Any:
        raise RuntimeError("900 crowns")

    monkeypatch.setattr("aver.service.operations.retrieved", fault)
    with caplog.at_level(logging.INFO):
        result = offered.call("reader", "search", query="x")
    assert result.is_error
    assert json.loads(result.content[0].text)["error"]["message"] == "this can't be done now"
    assert "a tool failed with RuntimeError" in caplog.text
    assert "900 crowns" not in caplog.text + result.content[0].text


def test_a_failing_part_is_an_error_of_the_tool_that_names_no_place(
    offered: Offered, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aver.errors import BadConfiguration, StoreDamaged

    for kind in (BadConfiguration, StoreDamaged):

        def fails(*_: object, kind: type[BadConfiguration] | type[StoreDamaged] = kind) -> Any:
            raise kind("/srv/home/aver.db is broken", hint="restore /srv/backup")

        monkeypatch.setattr("aver.service.operations.retrieved", fails)
        result = offered.call("reader", "search", query="x")
        assert result.is_error
        assert "/srv" not in result.content[0].text


def test_a_full_service_turns_a_call_away(offered: Offered, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(offered.application.state.desk), "is_full", property(lambda _: True))
    answer = post(offered, offered.tokens["reader"], message("documents", {}))
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def test_the_openapi_and_the_other_routes_know_nothing_of_it(offered: Offered) -> None:
    paths = httpx2.get(offered.url.replace("/mcp", "/openapi.json")).json()["paths"]
    assert "/mcp" not in paths


def test_who_was_shown_which_version_is_there_for_auditors(offered: Offered) -> None:
    shown = offered.found("hugo", "search", query=BONUS)["citations"][0]
    own = {"Authorization": f"Bearer {offered.tokens['auditor']}"}
    views = httpx2.get(offered.url.replace("/mcp", "/v1/audit/views"), params={"user": "hugo"}, headers=own).json()[
        "views"
    ]
    assert views[0]["operation"] == "/mcp"
    assert shown["version_id"] in [one["version_id"] for one in views[0]["documents"]]
