"""A request that is sent again with its idempotency key is done once and answered alike (L2)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from aver.service.desk import Bounds
from aver.stages.identity import key_holder
from aver.store.once import OnceLog
from tests.service.conftest import Served
from tests.service.test_claims import CLAIM
from tests.service.test_ingesting import BINARY, TEXT, folder_of

KEY = {"Idempotency-Key": "one"}
QUESTION = {"question": "How long is the notice period of employees?"}


def creations(served: Served) -> dict[str, tuple[str, dict[str, Any], Callable[[dict[str, Any]], Any]]]:
    """Return who sends what, by path, and what names what was made."""
    run = served["reader"].post("/v1/ask", json=QUESTION).json()["run_id"]
    return {
        "/v1/ask": ("reader", {"json": QUESTION}, lambda made: made["run_id"]),
        "/v1/feedback": ("reader", {"json": {"run_id": run, "correct": True}}, lambda made: made["run_id"]),
        "/v1/claims": ("reviewer", {"json": CLAIM}, lambda made: made["claim_id"]),
        "/v1/ingest": ("hugo", {"json": {"path": str(folder_of(served))}}, lambda made: made["id"]),
        "/v1/documents": (
            "hugo",
            {"params": {"name": "x.md"}, "content": TEXT, "headers": BINARY},
            lambda made: made["id"],
        ),
    }


def test_what_is_sent_again_is_done_once_and_another_request_with_that_key_is_a_conflict(
    own: Callable[[Bounds], Served],
) -> None:
    served = own(Bounds())
    for path, (name, request, identity) in creations(served).items():
        headers = request.get("headers", {}) | {"Idempotency-Key": f"key-of-{path}"}
        first, again = (served[name].post(path, **request | {"headers": headers}) for _ in range(2))
        assert first.status_code in (200, 201, 202), path
        assert (again.status_code, identity(again.json())) == (first.status_code, identity(first.json())), path
        assert again.json() | {"timings_ms": {}} == first.json() | {"timings_ms": {}}, path
        changed = request | ({"content": b"# Other\n"} if "content" in request else {"json": changed_in(request)})
        conflict = served[name].post(path, **changed | {"headers": headers})
        assert (conflict.status_code, conflict.json()["type"]) == (409, "urn:aver:problem:conflict"), path
        assert served[name].post(path, **request).status_code in (200, 201, 202, 422), path
    assert len(served["hugo"].get("/v1/jobs").json()["jobs"]) == 4


def changed_in(request: dict[str, Any]) -> dict[str, Any]:
    """Return a body that asks for something else and is as sound."""
    body = dict(request["json"])
    for name in ("question", "statement", "path"):
        if name in body:
            body[name] += " "
    if "correct" in body:
        body["correct"] = not body["correct"]
    return body


def test_a_key_is_its_caller_s_own_and_free_again_where_nothing_was_made(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    made = [served[name].post("/v1/ask", json=QUESTION, headers=KEY).json() for name in ("reader", "foreign", "eve")]
    assert len({one["run_id"] for one in made}) == 3
    wrong = served["reader"].post(
        "/v1/ask", json=QUESTION | {"document": "nothing"}, headers={"Idempotency-Key": "two"}
    )
    assert wrong.status_code == 404
    assert served["reader"].post("/v1/ask", json=QUESTION, headers={"Idempotency-Key": "two"}).status_code == 200
    assert served["reader"].post("/v1/ask", json=QUESTION, headers={"Idempotency-Key": "a b"}).status_code == 422
    events = {"Accept": "text/event-stream", **KEY}
    assert served["reader"].post("/v1/ask", json=QUESTION, headers=events).status_code == 422


def test_an_answer_sent_again_holds_no_word_that_was_deleted_meanwhile(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    first = served["hugo"].post("/v1/ask", json={"question": "Who gets the secret bonus pool?"}, headers=KEY)
    assert "hydrofoil" in first.text
    document = first.json()["answer"]["claims"][0]["citations"][0]["document_id"]
    assert served["hugo"].delete(f"/v1/documents/{document}").status_code == 200
    again = served["hugo"].post("/v1/ask", json={"question": "Who gets the secret bonus pool?"}, headers=KEY)
    assert (again.status_code, again.json()["run_id"]) == (200, first.json()["run_id"])
    assert "hydrofoil" not in again.text
    with served.app.store.transactions.read() as connection:
        rows = connection.exec_driver_sql("SELECT made FROM done_once").scalars().all()
    assert "hydrofoil" not in "".join(rows)


def test_a_request_that_is_under_way_is_not_begun_again(
    own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = own(Bounds())
    begun, go = threading.Event(), threading.Event()
    from aver.service import operations

    whole = operations.asked

    def held(*words: Any) -> Any:
        begun.set()
        assert go.wait(60)
        return whole(*words)

    monkeypatch.setattr(operations, "asked", held)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(lambda: served["reader"].post("/v1/ask", json=QUESTION, headers=KEY))
        assert begun.wait(60)
        second = served["reader"].post("/v1/ask", json=QUESTION, headers=KEY)
        go.set()
        assert (first.result().status_code, second.status_code) == (200, 409)


def test_a_key_is_free_after_a_day_and_sooner_where_its_process_was_killed(own: Callable[[Bounds], Served]) -> None:
    log = OnceLog(write=own(Bounds()).app.run_log.write)
    ann = key_holder(tenant="default", user="ann", groups=[], roles=["reader"], clearance=1)
    assert log.begin(ann, "k", "a", at="2026-05-01T10:00:00Z") is None
    assert log.begin(ann, "k", "a", at="2026-05-01T10:11:00Z") is None
    log.complete(ann, "k", {"id": 1})
    assert log.begin(ann, "k", "a", at="2026-05-02T10:10:00Z") == {"id": 1}
    assert log.begin(ann, "k", "b", at="2026-05-02T10:12:00Z") is None
