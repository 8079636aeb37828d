"""Every route answers what the command line prints for the same caller, and explains what was asked wrongly (L2)."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest

from aver.cli.main import run
from aver.service.examples import SUBMISSION
from tests.service.conftest import Served

QUESTION = "How long is the notice period of employees?"


def printed(*words: str) -> Any:
    """Return what the command line prints for the local user, whom the key `reader` stands for."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        assert run([*words, "--json"]) == 0
    return json.loads(out.getvalue())


def without(payload: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if name not in names}


def test_documents_are_those_of_the_command_line(served: Served) -> None:
    listed = printed("documents", "list")["documents"]
    assert served["reader"].get("/v1/documents").json() == {"documents": listed, "next": None}
    shown = served["reader"].get(f"/v1/documents/{listed[0]['document_id']}").json()
    assert shown == printed("documents", "show", listed[0]["uri"])


def test_pages_of_one_document_add_up_to_the_list(served: Served) -> None:
    whole = served["reader"].get("/v1/documents").json()["documents"]
    found: list[Any] = []
    after: str | None = ""
    while after is not None:
        page = served["reader"].get("/v1/documents", params={"limit": 1, "after": after}).json()
        found += page["documents"]
        after = page["next"]
    assert len(found) == 3
    assert found == whole


def test_a_question_goes_on_from_a_run_of_the_callers_own(served: Served) -> None:
    first = served["reader"].post("/v1/ask", json={"question": QUESTION}).json()["run_id"]
    later = {"question": "Does it still apply?", "conversation": first}

    assert served["reader"].post("/v1/ask", json=later).json()["clarify"] == []
    assert served["eve"].post("/v1/ask", json=later).status_code == 404
    assert served["reader"].post("/v1/ask", json={**later, "conversation": "run_none"}).status_code == 404


def test_a_domain_pack_reads_the_question_as_on_the_command_line(served: Served) -> None:
    asked = {"question": "Can the NS-R200 protect people?", "pack": "sensors", "parameters": {"material": "pet"}}
    answer = served["reader"].post("/v1/ask", json=asked).json()
    said = printed("ask", asked["question"], "--pack", "sensors", "--param", "material=pet")  # type: ignore[arg-type]

    assert (answer["decision"]["outcome"], answer["decision"]["reasons"]) == ("ESCALATE", ["needs_expert"])
    assert answer["parameters"] == said["parameters"]


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"pack": "none"}, 404),
        ({"parameters": {"material": "pet"}}, 422),
        ({"pack": "sensors", "parameters": {"material": "gold"}}, 422),
        ({"pack": "sensors", "parameters": {"colour": "red"}}, 422),
    ],
)
def test_what_a_pack_does_not_have_is_named(served: Served, wrong: dict[str, Any], status: int) -> None:
    answer = served["reader"].post("/v1/ask", json={"question": QUESTION, **wrong})

    assert answer.status_code == status
    assert status == 404 or answer.json()["hint"]


def test_an_answer_is_that_of_the_command_line_and_can_be_shown_and_replayed(served: Served) -> None:
    answer = served["reader"].post("/v1/ask", json={"question": QUESTION}).json()
    volatile = ("run_id", "timings_ms", "caller")
    assert answer["decision"]["outcome"] == "ANSWER"
    assert "four weeks" in answer["answer"]["text"]
    said = printed("ask", QUESTION)
    assert without(answer, *volatile) == without(said, *volatile)
    assert answer["caller"]["principals"] == ["user:local"]
    shown = served["reader"].get(f"/v1/runs/{answer['run_id']}").json()
    assert shown == printed("runs", "show", answer["run_id"])
    replayed = served["reader"].get(f"/v1/runs/{answer['run_id']}/replay").json()
    assert replayed["identical"] is True
    assert replayed == printed("runs", "replay", answer["run_id"])


def test_evidence_and_its_chunks_are_those_of_the_command_line(served: Served) -> None:
    found = served["reader"].post("/v1/retrieve", json={"query": QUESTION, "document": "notice.md"}).json()
    said = printed("search", QUESTION, "--doc", "notice.md")
    assert without(found, "run_id") == without(said, "run_id")
    chunk = served["reader"].get(f"/v1/chunks/{found['packets'][0]['chunk_id']}").json()
    assert chunk["text"] == found["packets"][0]["content"]["raw_text"]
    assert [one["title"] for one in chunk["ancestors"]] == ["Notice periods", "Notice periods", "Employees"]
    for above, below in zip(chunk["ancestors"], [*chunk["ancestors"][1:], chunk], strict=True):
        assert above["span"]["start"] <= below["span"]["start"] <= below["span"]["end"] <= above["span"]["end"]


def test_verdicts_are_those_of_the_command_line(served: Served) -> None:
    query = "The notice period is four weeks."
    chunk = served["reader"].post("/v1/retrieve", json={"query": QUESTION}).json()["packets"][0]["chunk_id"]
    validated = served["reader"].post("/v1/validate", json={"chunk_id": chunk, "query": query}).json()
    assert validated == printed("validate", chunk, query)
    scored = served["reader"].post("/v1/validate/quick", json={"query": query, "document": "notice.md"}).json()
    assert scored == printed("quick", query, "--doc", "notice.md")


def test_an_answer_is_verified_against_its_own_sources(served: Served) -> None:
    found = served["reader"].post("/v1/verify", json=SUBMISSION).json()
    assert (found["released"], found["run_ids"]) == (1, [])
    wrong = {"claims": ["The notice period is nine weeks."], "sources": SUBMISSION["sources"]}
    assert served["reader"].post("/v1/verify", json=wrong).json()["released"] == 0


def test_an_answer_without_sources_is_verified_against_what_the_caller_may_read(served: Served) -> None:
    claim = {"claims": ["The secret bonus pool holds 900 crowns for the hydrofoil team."]}
    hugo = served["hugo"].post("/v1/verify", json=claim).json()
    eve = served["eve"].post("/v1/verify", json=claim).json()
    assert (hugo["released"], eve["released"]) == (1, 0)
    assert len(hugo["run_ids"]) == 1
    assert "hydrofoil" not in json.dumps(eve["claims"][0]["evidence"])


def test_feedback_is_kept_and_only_on_a_run_of_one_s_own(served: Served) -> None:
    run_id = served["reader"].post("/v1/ask", json={"question": QUESTION}).json()["run_id"]
    said = {"run_id": run_id, "correct": True, "note": "yes"}
    assert served["reader"].post("/v1/feedback", json=said).json()["outcome"] == "ANSWER"
    assert served["eve"].post("/v1/feedback", json=said).status_code == 404


@pytest.mark.parametrize("mode", ["auto", "quote", "deliberate", "vanilla"])
def test_every_mode_answers(served: Served, mode: str) -> None:
    answer = served["reader"].post("/v1/ask", json={"question": QUESTION, "mode": mode})
    assert (answer.status_code, answer.json()["decision"]["outcome"]) == (200, "ANSWER")


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("/v1/ask", {}, "body.question"),
        ("/v1/ask", {"question": "x", "mode": "magic"}, "body.mode"),
        ("/v1/ask", {"question": "x", "k": 0}, "body.k"),
        ("/v1/ask", {"question": "x", "k": "4"}, "body.k"),
        ("/v1/ask", {"question": "x", "tenant": "other"}, "body.tenant"),
        ("/v1/ask", {"question": "x" * 4001}, "body.question"),
        ("/v1/ask", [], "body"),
        ("/v1/retrieve", {"query": "x", "as_of": "yesterday"}, "body.as_of"),
        ("/v1/feedback", {"run_id": "run_1", "correct": "yes"}, "body.correct"),
        ("/v1/verify?least=2", {"claims": ["x"]}, "query.least"),
    ],
)
def test_what_is_asked_wrongly_is_named_and_not_repeated(served: Served, path: str, body: Any, named: str) -> None:
    answer = served["reader"].post(path, json=body)
    problem = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert named in [one["field"] for one in problem["errors"]]
    assert {"type", "title", "status", "detail"} <= problem.keys()
    assert "magic" not in answer.text
    assert "yesterday" not in answer.text


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/ask", {"question": "  "}),
        ("/v1/ask", {"question": "x", "as_of": "2026-02-31"}),
        ("/v1/verify", {}),
        ("/v1/verify", {"claims": [{"text": 3}]}),
        ("/v1/verify?profile=wizard", {"claims": ["x"]}),
    ],
)
def test_what_has_the_right_form_and_makes_no_sense_is_refused_with_a_hint(
    served: Served, path: str, body: dict[str, Any]
) -> None:
    answer = served["reader"].post(path, json=body)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert answer.json()["hint"]


def test_a_method_that_a_resource_does_not_know_is_named_with_those_it_knows(served: Served) -> None:
    answer = served["reader"].put("/v1/documents", json={})
    assert (answer.status_code, answer.json()["title"]) == (405, "Method Not Allowed")
    assert answer.headers["allow"] == "GET"
