"""A run as spans: one for each step, nested, timed, and without a word of anybody (M6)."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from aver.service.spans import Spans, spans_to
from tests.cli.asking_home import a_home
from tests.service.conftest import Served, open_service

QUESTION = "How long is the notice period of employees?"


@pytest.fixture
def told(tmp_path: Path) -> Iterator[tuple[Served, Callable[[], tuple[ReadableSpan, ...]]]]:
    """A service, and what returns the spans that it told since the last look."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    def fresh() -> tuple[ReadableSpan, ...]:
        found = tuple(exporter.get_finished_spans())
        exporter.clear()
        return found

    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path))
        yield open_service(folder, stack, spans=Spans(provider)), fresh


def test_each_step_of_a_run_is_a_span_below_that_of_the_run(told: Any) -> None:
    served, fresh = told
    asked = served["reader"].post("/v1/ask", json={"question": QUESTION}).json()
    *steps, whole = fresh()
    assert whole.name == "aver.run"
    assert (whole.attributes["aver.run_id"], whole.attributes["aver.outcome"]) == (asked["run_id"], "ANSWER")
    assert whole.attributes["thread.name"].startswith("service-worker")
    shown = served["reader"].get(f"/v1/runs/{asked['run_id']}").json()["events"]
    assert [one.name for one in steps] == [f"aver.{one['kind'].lower()}" for one in shown]
    assert {one.parent.span_id for one in steps} == {whole.context.span_id}
    times = [(one.start_time, one.end_time) for one in steps]
    assert all(end == start for (_, end), (start, _) in pairwise(times))
    assert (whole.start_time, whole.end_time) == (times[0][0], times[-1][1])
    assert all(start <= end for start, end in times)


def test_deliberation_says_what_each_voice_could_see(told: Any) -> None:
    served, fresh = told
    answer = served["reader"].post(
        "/v1/ask", json={"question": QUESTION, "mode": "deliberate", "document": "notice.md"}
    )
    assert answer.status_code == 200
    access = {one.name: one.attributes["evidence_access"] for one in fresh() if "evidence_access" in one.attributes}
    assert access == {
        "aver.proposed": "FULL_HIERARCHY",
        "aver.challenged": "MACRO_ONLY",
        "aver.synthesised": "FULL_HIERARCHY_PLUS_DEBATE",
    }


def _told(span: Any) -> str:
    """Return all that a span says but for its random ids and its times, whose digits may spell anything."""
    said = json.loads(span.to_json())
    for one in (said, said["attributes"]):
        for key in [key for key in one if key.endswith(("id", "context", "time"))]:
            del one[key]
    return json.dumps(said)


def test_no_span_holds_a_word_a_user_or_a_tenant(told: Any) -> None:
    served, fresh = told
    served["hugo"].post("/v1/ask", json={"question": "How much does the bonus pool hold for the hydrofoil team?"})
    said = "".join(map(_told, fresh()))
    assert "aver.retrieved" in said
    assert not any(word in said for word in ("hydrofoil", "bonus", "hugo", '"default"', "900"))


def test_a_run_that_fails_is_a_span_that_says_so(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    served, fresh = told

    def broken(*_words: Any, **_named: Any) -> Any:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr("aver.service.desk.answer", broken)
    assert served["reader"].post("/v1/ask", json={"question": QUESTION}).status_code == 500
    (whole,) = fresh()
    assert (whole.status.status_code, whole.status.description) == (StatusCode.ERROR, "ZeroDivisionError")
    assert "secret" not in whole.to_json()


def test_spans_reach_an_endpoint_over_http_at_the_latest_when_the_service_ends(tmp_path: Path) -> None:
    posted: list[tuple[str, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            posted.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        with ExitStack() as stack:
            folder = stack.enter_context(a_home(tmp_path))
            spans = spans_to(f"http://127.0.0.1:{server.server_address[1]}/v1/traces")
            served = open_service(folder, stack, spans=spans)
            assert served["reader"].post("/v1/ask", json={"question": QUESTION}).status_code == 200
        server.shutdown()
    assert {path for path, _ in posted} == {"/v1/traces"}
    assert b"aver.retrieved" in b"".join(body for _, body in posted)
