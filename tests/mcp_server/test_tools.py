"""Every tool answers what the command line prints, with the decision and citations that hold (L4)."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from aver.channels.frozen_claims import claim_passage
from aver.flows.claim_access import Desk
from aver.flows.claims import history
from aver.flows.documents import versions_of
from aver.mcp_server.results import NOTICE, output_schema
from aver.mcp_server.tools import TOOLS
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from tests.depth import the_rest_deep
from tests.mcp_server.conftest import Offered
from tests.service.conftest import AT
from tests.service.test_routes import QUESTION, printed, without

LOCAL = caller_of("local", tenant="default")
CLAIM = "The notice period of employees is four weeks."
VOLATILE = ("run_id", "run_ids", "timings_ms", "caller")


@pytest.fixture(scope="module")
def places(offered: Offered, claims: dict[str, str]) -> dict[str, str]:
    packet = offered.found("reader", "search", query=QUESTION, document="notice.md")["result"]["packets"][0]
    return {"doc": packet["corpus_object_id"], "chk": packet["chunk_id"], "clm": claims["open"]}


def same(places: dict[str, str], run: str) -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Return for every tool arguments, and the words that have the command line do the same."""
    return {
        "search": ({"query": QUESTION, "k": 2}, ["search", QUESTION, "-k", "2"]),
        "ask": ({"question": QUESTION}, ["ask", QUESTION]),
        "validate": ({"chunk_id": places["chk"], "query": CLAIM}, ["validate", places["chk"], CLAIM]),
        "quick": ({"document": places["doc"], "query": CLAIM}, ["quick", CLAIM, "--doc", places["doc"]]),
        "verify": ({"answer": {"claims": [CLAIM]}}, ["verify", "ANSWER"]),
        "documents": ({}, ["documents", "list"]),
        "claims": ({"claim_id": places["clm"]}, ["claims", "history", places["clm"]]),
        "replay": ({"run_id": run}, ["runs", "replay", run]),
    }


@pytest.mark.parametrize("tool", the_rest_deep([one.name for one in TOOLS], 3))
def test_a_tool_answers_what_the_command_line_prints(offered: Offered, places: dict[str, str], tool: str) -> None:
    run = offered.found("reader", "ask", question=QUESTION)["result"]["run_id"]
    arguments, words = same(places, run)[tool]
    answer = offered.folder / "answer.json"
    answer.write_text(json.dumps({"claims": [CLAIM]}), encoding="utf-8")
    said = printed(*(str(answer) if word == "ANSWER" else word for word in words))
    result = offered.found("reader", tool, **arguments)["result"]
    assert without(result, "next", *VOLATILE) == without(said, *VOLATILE)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda one: one.name)
@pytest.mark.parametrize("mode", the_rest_deep(["auto", "legacy"]))
def test_every_result_has_a_decision_and_citations_that_stand_verbatim(
    offered: Offered, places: dict[str, str], tool: Any, mode: str
) -> None:
    run = offered.found("reader", "ask", question=QUESTION)["result"]["run_id"]
    (result,) = offered.calls("reader", (tool.name, same(places, run)[tool.name][0]), mode=mode)
    found = result.structured_content
    jsonschema.validate(found, output_schema(tool))
    decides = tool.name in ("ask", "replay")
    assert found["decision"]["outcome"] == ("ANSWER" if decides else None)
    assert bool(found["citations"]) == (tool.name in ("search", "ask", "verify", "claims", "replay"))
    for one in found["citations"]:
        assert one["quote"] == text_of(offered, one)[one["span"]["start"] : one["span"]["end"]] != ""
    (content,) = result.content
    notice, opening, data, closing = content.text.split("\n")
    assert (notice, opening, closing) == (NOTICE, "<data>", "</data>")
    assert json.loads(data) == {name: found[name] for name in ("decision", "result")}


def text_of(offered: Offered, citation: dict[str, Any]) -> str:
    """Return the canonical text of the version that is cited, which may be a claim."""
    if citation["uri"].startswith("aver://claims/"):
        desk = Desk(store=offered.app.store, caller=LOCAL, at=AT)
        (claim,), _ = history(desk, citation["uri"].rsplit("/", 1)[1])
        return claim_passage(claim, eligibility_of(LOCAL, as_of=AT[:10])).text.text
    versions = versions_of(offered.app.store, LOCAL, citation["document_id"])
    return offered.app.store.document(next(one for one in versions if one.id == citation["version_id"])).text


def test_claims_are_listed_by_page_and_state(offered: Offered, claims: dict[str, str]) -> None:
    listed = offered.found("reader", "claims")["result"]
    assert (listed["claims"], listed["next"]) == (printed("claims", "list", "--state", "frozen")["claims"], None)
    assert [one["claim_id"] for one in listed["claims"]] == [claims["open"]]
    assert offered.found("reader", "claims", after=claims["open"])["result"]["claims"] == []
    assert offered.found("reader", "claims", states=["rejected"])["result"]["claims"] == []
    every = ["frozen", "candidate", "in_review", "unfrozen", "rejected", "retired"]
    assert offered.found("reader", "claims", states=every)["result"] == listed


def test_pages_of_documents_add_up_to_the_list(offered: Offered) -> None:
    whole = offered.found("reader", "documents")["result"]["documents"]
    first = offered.found("reader", "documents", limit=1)["result"]
    rest = offered.found("reader", "documents", after=first["next"])["result"]
    assert len(whole) == 3
    assert first["documents"] + rest["documents"] == whole
    one = offered.found("reader", "documents", document_id=whole[0]["uri"])["result"]
    assert one == {"documents": whole[:1], "next": None}


def test_a_tool_describes_its_arguments_and_its_result_and_promises_to_change_nothing(offered: Offered) -> None:
    for one in offered.tools("reader"):
        jsonschema.Draft202012Validator.check_schema(one.input_schema)
        jsonschema.Draft202012Validator.check_schema(one.output_schema)
        assert one.input_schema["additionalProperties"] is False
        assert one.description and one.title
        assert all('"description"' in json.dumps(field) for field in one.input_schema["properties"].values())
        assert (one.annotations.read_only_hint, one.annotations.destructive_hint) == (True, False)


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        ("ask", {}, "question"),
        ("ask", {"question": "x", "mode": "magic"}, "mode"),
        ("ask", {"question": "x", "tenant": "other"}, "tenant"),
        ("ask", {"question": "x", "as_groups": ["hr"]}, "as_groups"),
        ("ask", {"question": "x" * 4001}, "question"),
        ("search", {"query": "x", "k": "4"}, "k"),
        ("search", {"query": "x", "as_of": "yesterday"}, "as_of"),
        ("verify", {"answer": "prose"}, "answer"),
        ("verify", {"answer": {}, "least": 2}, "least"),
        ("documents", {"limit": 501}, "limit"),
        ("claims", {"states": ["asleep"]}, "states.0"),
        ("replay", {"run_id": ""}, "run_id"),
    ],
)
def test_what_is_asked_wrongly_is_named_and_not_repeated(
    offered: Offered, tool: str, arguments: dict[str, Any], named: str
) -> None:
    result = offered.call("reader", tool, **arguments)
    error = json.loads(result.content[0].text)["error"]
    assert (result.is_error, error["kind"]) == (True, "BadInput")
    assert named in error["message"]
    assert error["hint"]
    for value in ("magic", "yesterday", "asleep", "prose", "xxxx"):
        assert value not in error["message"]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("ask", {"question": "  "}),
        ("ask", {"question": "x", "as_of": "2026-02-31"}),
        ("verify", {"answer": {}}),
        ("verify", {"answer": {"claims": ["x"]}, "profile": "wizard"}),
    ],
)
def test_what_has_the_right_form_and_makes_no_sense_is_refused_with_a_hint(
    offered: Offered, tool: str, arguments: dict[str, Any]
) -> None:
    result = offered.call("reader", tool, **arguments)
    error = json.loads(result.content[0].text)["error"]
    assert (result.is_error, error["kind"]) == (True, "BadInput")
    assert error["hint"]
