"""The service takes on what it can: sizes, times and numbers are bounded, and the rest is turned away (M5)."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from aver.service.desk import Bounds
from tests.service.conftest import Served

QUESTION = {"query": "How long is the notice period?"}


def test_a_body_that_is_too_large_is_refused_announced_or_not(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds(body_bytes=1000))
    body = b'{"query": "' + b"x" * 2000 + b'"}'

    def pieces() -> Iterator[bytes]:
        yield from (body[at : at + 100] for at in range(0, len(body), 100))

    for content in (body, pieces()):
        headers = {"Content-Type": "application/json"}
        answer = served["reader"].post("/v1/retrieve", content=content, headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (413, "urn:aver:problem:request-entity-too-large")
    assert served["reader"].post("/v1/retrieve", json=QUESTION).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_of_another_kind_is_refused(served: Served, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = served["reader"].post("/v1/retrieve", content=b'{"query": "x"}', headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (415, "application/problem+json")


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"query": NaN}', b'{"query": "\\ud800"}', b""])
def test_a_body_that_is_no_json_of_ours_is_refused(served: Served, body: bytes) -> None:
    answer = served["reader"].post("/v1/retrieve", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"


class Held:
    """A search that waits, on a worker's thread, until it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()
        self.threads: list[str] = []

    def __call__(self, *_: Any) -> dict[str, Any]:
        self.threads.append(threading.current_thread().name)
        self.begun.release()
        assert self.go.wait(60)
        return {"held": True}


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, at most twenty seconds."""
    for _ in range(2_000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never held")


def test_what_goes_beyond_is_turned_away_and_what_is_in_hand_is_finished(
    own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = own(Bounds(workers=1, waiting=2, per_tenant=2))
    held = Held()
    monkeypatch.setattr("aver.service.operations.retrieved", held)

    def search(name: str) -> Any:
        return served[name].post("/v1/retrieve", json=QUESTION)

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(search, "reader")
        assert held.begun.acquire(timeout=60)
        second = pool.submit(search, "hugo")
        until(lambda: served.in_hand == 2)
        tenant_is_full = search("reader")
        third = pool.submit(search, "foreign")
        until(lambda: served.in_hand == 3)
        full = search("foreign")
        ready, live = served["nobody"].get("/readyz"), served["nobody"].get("/healthz")
        held.go.set()
        assert [one.result().status_code for one in (first, second, third)] == [200, 200, 200]
    assert (tenant_is_full.status_code, full.status_code) == (429, 503)
    assert tenant_is_full.headers["retry-after"] == full.headers["retry-after"] == "2"
    assert (live.status_code, ready.status_code, ready.json()["checks"]["room"]) == (200, 503, "failing")
    assert set(held.threads) == {"service-worker_0"}
    assert search("reader").status_code == 200


def test_a_service_that_can_not_read_its_store_is_not_ready(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    assert served["nobody"].get("/readyz").json()["checks"] == {"room": "ok", "store": "ok", "models": "ok"}
    served.application.state.readiness._until = 0.0
    served.app.store.transactions.engine.dispose()
    (served.folder / "home" / "aver.db").rename(served.folder / "gone.db")
    for path in (served.folder / "home").glob("aver.db-*"):
        path.unlink()
    answer = served["nobody"].get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["store"]) == (503, "failing")
    assert served["nobody"].get("/healthz").status_code == 200


def test_a_body_that_does_not_arrive_is_given_up(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds(body_seconds=0.05))
    sent: list[Any] = []

    async def never() -> Any:
        await asyncio.sleep(20)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"authorization", f"Bearer {served.tokens['reader']}".encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/v1/ask", "headers": headers, "query_string": b""}
    asyncio.run(served.application(scope, never, send))
    assert sent[0]["status"] == 408


def test_a_bug_answers_with_a_problem_that_says_nothing_of_it(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: Any) -> None:
        raise ZeroDivisionError("secret words of a document")

    monkeypatch.setattr("aver.service.operations.retrieved", fault)
    answer = served["reader"].post("/v1/retrieve", json=QUESTION)
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert "secret" not in answer.text + caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_the_event_loop_goes_on_while_workers_work(
    own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = own(Bounds(workers=1))
    held = Held()
    monkeypatch.setattr("aver.service.operations.retrieved", held)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: served["reader"].post("/v1/retrieve", json=QUESTION))
        assert held.begun.acquire(timeout=60)
        assert served["nobody"].get("/healthz").status_code == 200
        held.go.set()
        assert waiting.result().status_code == 200
