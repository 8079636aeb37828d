"""What is hidden looks like what isn't there, through every tool and for every kind of key (C5, L4)."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from mcp_types import CallToolResult

from aver.mcp_server.tools import TOOLS
from tests.depth import the_rest_deep
from tests.mcp_server.conftest import Offered

BONUS = "How much does the secret bonus pool hold for the hydrofoil team?"
WORDS = "The secret bonus pool holds 900 crowns for the hydrofoil team."
ABSENT = {"doc": "doc_" + "0" * 32, "chk": "chk_" + "0" * 32, "run": "run_" + "0" * 32, "clm": "clm_" + "0" * 32}
OTHERS = ["reader", "eve", "foreign", "auditor", "admin"]


def _verified(source: str) -> dict[str, Any]:
    return {"answer": {"claims": [{"text": WORDS, "citations": [{"source": source, "quote": WORDS}]}]}}


NAMED = {
    "search": lambda ids: [{"query": "x", "document": ids["doc"]}],
    "ask": lambda ids: [{"question": "x", "document": ids["doc"]}, {"question": BONUS, "document": ids["doc"]}],
    "validate": lambda ids: [{"chunk_id": ids["chk"], "query": WORDS}],
    "quick": lambda ids: [{"document": ids["doc"], "query": WORDS}],
    "verify": lambda ids: [_verified(ids["doc"]), _verified(ids["chk"])],
    "documents": lambda ids: [{"document_id": ids["doc"]}],
    "claims": lambda ids: [{"claim_id": ids["clm"]}],
    "replay": lambda ids: [{"run_id": ids["run"]}],
}
"""Arguments for every tool that name something by its id."""
UNNAMED: dict[str, list[dict[str, Any]]] = {
    "search": [{"query": BONUS}, {"query": BONUS, "document": "hr/bonus.md"}, {"query": BONUS, "k": 200}],
    "ask": [{"question": BONUS}, {"question": BONUS, "mode": "vanilla"}, {"question": BONUS, "document": "bonus.md"}],
    "validate": [],
    "quick": [{"document": "hr/bonus.md", "query": "The pool is large."}],
    "verify": [{"answer": {"claims": ["The pool holds 900 crowns."]}}, {"answer": {"answer": "900 [hr/bonus.md]."}}],
    "documents": [{}, {"document_id": "hr/bonus.md"}, {"after": "hr/bonus.m"}],
    "claims": [{}, {"states": ["frozen", "candidate", "in_review", "unfrozen", "rejected", "retired"]}],
    "replay": [],
}
"""Arguments that come near what is hidden without an id of it."""


@pytest.fixture(scope="module")
def secrets(offered: Offered, claims: dict[str, str]) -> dict[str, str]:
    """What only hugo may read: a document, a chunk of it, a run about it and a claim that cites it."""
    result = offered.found("hugo", "search", query=BONUS)["result"]
    packet = result["packets"][0]
    assert "hydrofoil" in packet["content"]["raw_text"]
    return {
        "doc": packet["corpus_object_id"],
        "chk": packet["chunk_id"],
        "run": result["run_id"],
        "clm": claims["secret"],
    }


def said(result: CallToolResult, *ids: str) -> str:
    """Return the whole of a result without the ids that were asked for and those of new runs."""
    whole = result.model_dump(mode="json")
    text = json.dumps({name: whole[name] for name in ("content", "structured_content", "is_error")})
    for one in ids:
        text = text.replace(one, "ID")
    text = re.sub(r"run_[0-9a-f]{32}", "RUN", text)
    return re.sub(r'(\\?"timings_ms\\?": ?)\{[^}]*\}', r"\1{}", text)


def test_every_tool_that_is_listed_is_attacked(offered: Offered) -> None:
    listed = {one.name for one in offered.tools("reader")}
    assert listed == set(NAMED) == set(UNNAMED) == {one.name for one in TOOLS}
    assert listed == {"search", "ask", "validate", "quick", "verify", "documents", "claims", "replay"}


def test_whoever_may_read_it_gets_through_every_row(offered: Offered, secrets: dict[str, str]) -> None:
    rows = [(tool, given) for tool, make in NAMED.items() for given in make(secrets)]
    results = offered.calls("hugo", *rows)
    assert [one.is_error for one in results] == [False] * len(rows)
    assert sum("900 crowns" in said(one) for one in results) >= 4


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("tool", NAMED)
def test_the_hidden_and_the_absent_answer_alike(
    offered: Offered, secrets: dict[str, str], name: str, tool: str
) -> None:
    for hidden, absent in zip(NAMED[tool](secrets), NAMED[tool](ABSENT), strict=True):
        seen, unseen = offered.calls(name, (tool, hidden), (tool, absent))
        assert said(seen, *secrets.values()) == said(unseen, *ABSENT.values())
        assert "hr/bonus.md" not in said(seen)
        if tool != "verify" or name in ("auditor", "admin"):
            kind = json.loads(seen.content[0].text)["error"]["kind"]
            assert (seen.is_error, kind) == (True, "NotAllowed" if name in ("auditor", "admin") else "NotFound")


@pytest.mark.parametrize("name", the_rest_deep(OTHERS))
def test_no_tool_shows_a_word_of_what_is_hidden(
    offered: Offered, secrets: dict[str, str], claims: dict[str, str], name: str
) -> None:
    rows = [(tool, given) for tool, several in UNNAMED.items() for given in several]
    for (tool, given), result in zip(rows, offered.calls(name, *rows), strict=True):
        text = said(result)
        assert result.is_error == (
            name in ("auditor", "admin") or ("bonus.md" in json.dumps(given) and tool != "verify")
        )
        for one in (*secrets.values(), "900 crowns for", "has a pool"):
            assert one not in text
        assert "hr/bonus.md" not in text or "hr/bonus.md" in json.dumps(given)
    mine = offered.calls("reader", ("claims", {}))[0].structured_content
    assert [one["claim_id"] for one in mine["result"]["claims"]] == [claims["open"]]
