"""Every operation, attacked by every role and from the tenant beside: a table held against the routes (C5, L9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from aver.service.door import PUBLIC
from tests.service.conftest import HOLDERS, Served
from tests.service.rows import ROWS, Row
from tests.service.test_claims import candidate
from tests.service.test_ingesting import over, upload

BONUS = "How much does the secret bonus pool hold for the hydrofoil team?"
KNOWING = ("hugo", "rita")
"""Who may read what the others may not."""
HIDDEN = "The secret bonus pool holds 900 crowns for the hydrofoil team."
WORDS = ("hydrofoil", "900 crowns for", "bonus.md", "secret-plan")
ABSENT = {kind: f"{kind}_{'0' * 32}" for kind in ("doc", "chk", "run", "job", "clm")} | {
    "dir": "/nowhere",
    "uri": "nowhere.md",
}


def operations(served: Served) -> set[tuple[str, str]]:
    """Return every operation of the application, whether it is described or not."""
    found = set()
    for one in iter_route_contexts(served.application.routes):
        if one.path not in PUBLIC:
            found |= {(method, str(one.path)) for method in (one.methods or ()) if method != "HEAD"}
    return found


def test_every_operation_has_a_row_and_every_row_an_operation(served: Served) -> None:
    rows = [(row.method, row.path) for row in ROWS]
    assert len(set(rows)) == len(rows)
    assert set(rows) == operations(served)
    described = served["nobody"].get("/openapi.json").json()["paths"]
    assert operations(served) | {("GET", path) for path in PUBLIC} == {
        (method.upper(), path) for path, methods in described.items() for method in methods
    } | {("GET", "/openapi.json")}


@pytest.fixture(scope="module")
def secrets(served: Served) -> dict[str, str]:
    """What only hugo may know of: a document, a chunk of it, a run and a claim about it, a job, and a folder."""
    found = served["hugo"].post("/v1/retrieve", json={"query": BONUS}).json()
    packet = found["packets"][0]
    assert "hydrofoil" in packet["content"]["raw_text"]
    job = upload(served, name="secret-plan.md").json()["id"]
    over(served, job)
    return ABSENT | {
        "doc": packet["corpus_object_id"],
        "chk": packet["chunk_id"],
        "run": found["run_id"],
        "job": job,
        "clm": candidate(served, HIDDEN, "hr/bonus.md"),
        "dir": str(served.folder / "docs"),
        "uri": "hr/bonus.md",
    }


def told(answer: Any) -> tuple[int, bytes, dict[str, str]]:
    return answer.status_code, answer.content, dict(answer.headers)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.path}")
def test_only_the_roles_of_a_row_get_past_the_door_and_nobody_is_told_hidden_from_absent(
    served: Served, secrets: dict[str, str], row: Row
) -> None:
    assert served["nobody"].request(**row.request(secrets)).status_code == 401
    for name, (tenant, _, _, roles, _) in HOLDERS.items():
        hidden = served[name].request(**row.request(secrets)) if name not in KNOWING else None
        absent = served[name].request(**row.request(ABSENT))
        if row.roles.isdisjoint(roles) or (row.own_tenant and tenant != "default"):
            assert absent.status_code == 403, name
            assert hidden is None or told(hidden) == told(absent), name
        elif row.names:
            assert absent.status_code == 404, name
            if hidden is not None and row.shown_to.isdisjoint(roles):
                assert told(hidden) == told(absent), name
        else:
            assert absent.status_code in (200, 202), name
        if hidden is not None:
            assert not any(word in one.text for one in (hidden, absent) for word in WORDS), name


def test_an_auditor_of_the_tenant_sees_kinds_and_hashes_of_a_run_and_no_words(
    served: Served, secrets: dict[str, str]
) -> None:
    seen = served["auditor"].get(f"/v1/runs/{secrets['run']}")
    assert (seen.status_code, seen.json()["question"]) == (200, None)
    assert {"seq", "kind", "hash", "milliseconds"} == seen.json()["events"][0].keys()
    assert served["foreign"].get(f"/v1/runs/{secrets['run']}").status_code == 404


def lists(client: Any) -> Iterator[Any]:
    """Yield answers that name nothing and must show nothing of others."""
    yield client.get("/v1/documents")
    yield client.get("/v1/jobs")
    yield client.get("/v1/claims")
    yield client.post("/v1/retrieve", json={"query": BONUS})
    yield client.post("/v1/ask", json={"question": BONUS, "mode": "vanilla"})
    yield client.post("/v1/verify", json={"claims": ["The pool holds 900 crowns."]})


@pytest.mark.parametrize("name", ["reader", "eve", "foreign"])
def test_no_list_and_no_answer_shows_a_word_of_what_is_hidden(
    served: Served, secrets: dict[str, str], name: str
) -> None:
    for answer in lists(served[name]):
        assert answer.status_code == 200
        assert not any(one in answer.text for one in ("900 crowns for", "hr/bonus.md", "secret-plan", secrets["job"]))


def test_a_uri_that_is_hidden_names_nothing_either(served: Served) -> None:
    for uri in ("hr/bonus.md", "bonus.md", "upload://hugo/secret-plan.md"):
        answer = served["eve"].post("/v1/ask", json={"document": uri, "question": BONUS})
        assert answer.status_code == 404
        assert "bonus" not in answer.text
