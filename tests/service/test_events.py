"""An answer as server-sent events: nothing is lost, doubled or shown to others, whoever breaks off (L3)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from aver.app import asking_tools
from aver.flows.answering import recorded_run
from aver.service.desk import Bounds
from aver.service.event_stream import wants_events
from aver.service.run_events import HEARTBEAT
from aver.stages.identity import key_holder
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.service.conftest import HOLDERS, Served, open_service

QUESTION = "How long is the notice period of employees?"
EVENTS = {"Accept": "text/event-stream"}
Event = tuple[str, str, Any]


def parsed(body: str) -> list[Event]:
    """Return (id, name, data) of every event, comments left out."""
    found = []
    for block in body.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if fields:
            found.append((fields["id"], fields["event"], json.loads(fields["data"])))
    return found


def ask(served: Served, name: str = "reader", after: str | None = None) -> list[Event]:
    headers = EVENTS | ({"Last-Event-ID": after} if after else {})
    answer = served[name].post("/v1/ask", json={"question": QUESTION}, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    return parsed(answer.text)


def test_the_steps_come_in_order_and_the_answer_last(served: Served) -> None:
    events = ask(served)
    names = [name for _, name, _ in events]
    assert names[:2] == ["asked", "planned"]
    assert names[-2:] == ["decided", "answer"]
    run = events[0][2]["run_id"]
    shown = served["reader"].get(f"/v1/runs/{run}").json()
    assert [data for _, _, data in events[:-1]] == [one | {"run_id": run} for one in shown["events"]]
    assert events[-1][2] | {"timings_ms": {}} == shown["result"]
    assert len({identity for identity, _, _ in events}) == len(events)


def test_from_whatever_event_one_goes_on_the_rest_follows_once(served: Served) -> None:
    whole = [(identity, name, untimed(data)) for identity, name, data in ask(served)]
    for place, (identity, _, _) in enumerate(whole):
        assert [(i, n, untimed(d)) for i, n, d in ask(served, after=identity)] == whole[place + 1 :]


def untimed(data: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without its milliseconds, which the log doesn't vouch for; a step as it is."""
    return {name: value for name, value in data.items() if name != "timings_ms"}


def test_going_on_asks_nothing_again_and_works_after_the_service_was_started_anew(
    own: Callable[[Bounds], Served],
) -> None:
    first = own(Bounds())
    whole = ask(first)
    with ExitStack() as stack:
        second = open_service(first.folder, stack)
        runs = len(second.app.run_log.runs(holder("reader")))
        assert [event[:2] for event in ask(second, after=whole[2][0])] == [event[:2] for event in whole[3:]]
        assert len(second.app.run_log.runs(holder("reader"))) == runs == 1


def holder(name: str) -> Any:
    tenant, user, groups, roles, clearance = HOLDERS[name]
    return key_holder(tenant=tenant, user=user, groups=groups, roles=roles, clearance=clearance)


def test_a_run_that_was_cut_off_ends_as_abandoned_for_whoever_goes_on(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    caller = holder("reader")
    inquiry = Inquiry(question=Sealed(QUESTION))
    steps = recorded_run(served.app.run_log, inquiry, caller, asking_tools(served.app, tenant="default"))
    cut = [next(steps) for _ in range(3)]
    assert served.app.run_log.close_unfinished() == (cut[0].run,)
    events = ask(served, after=f"{cut[0].run}:{cut[0].seq}")
    assert [name for _, name, _ in events][-2:] == ["abandoned", "answer"]
    assert events[-1][2]["decision"]["outcome"] == "ABSTAIN"
    with pytest.raises(Exception, match="went on elsewhere"):
        list(steps)


def test_a_run_that_its_caller_stops_ends_as_abandoned_and_nobody_else_s_is_stopped(
    own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = own(Bounds())
    stops = served.application.state.desk.stops
    answers: list[Any] = []
    whole = type(stops).passed

    def passed(self: Any, step: Any) -> None:
        if not answers:
            stops._at_work.add(step.run)
            for name in ("eve", "foreign", "auditor", "hugo"):
                assert served[name].post(f"/v1/runs/{step.run}/stop").status_code in (403, 404)
            answers.append(served["reader"].post(f"/v1/runs/{step.run}/stop").json())
        whole(self, step)

    monkeypatch.setattr(type(stops), "passed", passed)
    events = ask(served)
    assert answers == [{"run_id": events[0][2]["run_id"], "stops": True}]
    assert [name for _, name, _ in events] == ["asked", "answer"]
    assert events[-1][2]["answer"] is None
    run = events[0][2]["run_id"]
    assert [one["kind"] for one in served["reader"].get(f"/v1/runs/{run}").json()["events"]] == ["Asked", "Abandoned"]
    assert served["reader"].post(f"/v1/runs/{run}/stop").json() == {"run_id": run, "stops": False}
    assert [name for _, name, _ in ask(served, after=events[0][0])] == ["abandoned", "answer"]


def test_a_reader_that_is_lost_ends_no_run_and_finds_the_rest_later(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    sent: list[bytes] = []
    lost = asyncio.Event()
    body = json.dumps({"question": QUESTION}).encode()
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        if messages:
            return messages.pop()
        await lost.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            assert not lost.is_set()
            sent.append(message["body"])
            lost.set()
            await asyncio.sleep(30)

    headers = {
        "authorization": f"Bearer {served.tokens['reader']}",
        "content-type": "application/json",
        "accept": "text/event-stream",
    }
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/v1/ask", "headers": raw, "query_string": b""}
    asyncio.run(asyncio.wait_for(served.application(scope, receive, send), 60))
    (first,) = parsed(sent[0].decode())
    rest = ask(served, after=first[0])
    assert [name for _, name, _ in rest][-2:] == ["decided", "answer"]
    assert served.in_hand == 0


def test_a_heartbeat_is_no_event(served: Served) -> None:
    assert parsed(HEARTBEAT.decode()) == []


@pytest.mark.parametrize("after", ["nonsense", "run_1:2", "run_" + "0" * 32, "run_" + "0" * 32 + ":x"])
def test_an_id_that_is_none_of_ours_is_refused(served: Served, after: str) -> None:
    headers = EVENTS | {"Last-Event-ID": after}
    answer = served["reader"].post("/v1/ask", json={"question": QUESTION}, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


@pytest.mark.parametrize("name", ["eve", "foreign", "hugo"])
def test_nobody_goes_on_with_the_run_of_another(served: Served, name: str) -> None:
    run = ask(served)[0][0]
    answers = [
        served[name].post("/v1/ask", json={"question": "x"}, headers=EVENTS | {"Last-Event-ID": after})
        for after in (run, "run_" + "0" * 32 + ":1")
    ]
    assert [one.status_code for one in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def test_what_can_not_be_asked_is_a_problem_and_no_stream(served: Served) -> None:
    for body, status in (({"question": " "}, 422), ({"question": "x", "document": "doc_0"}, 404), ({}, 422)):
        answer = served["reader"].post("/v1/ask", json=body, headers=EVENTS)
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


def test_a_run_that_fails_ends_with_what_it_came_to(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr("aver.flows.ask.plan_of", fault, raising=True)
    events = ask(served)
    assert [name for _, name, _ in events] == ["asked", "failed", "answer"]
    assert events[-1][2]["decision"]["outcome"] == "ABSTAIN"
    assert "secret" not in json.dumps(events)


def test_a_stream_that_breaks_off_is_in_the_service_s_log_without_its_words(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    place = ask(served)[0][0]

    def fault(*_: Any) -> bytes:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr("aver.service.run_events._answer", fault)
    headers = EVENTS | {"Last-Event-ID": place}
    answer = served["reader"].post("/v1/ask", json={"question": "x"}, headers=headers)
    assert "answer" not in [name for _, name, _ in parsed(answer.text)]
    assert "ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        ("text/event-stream", True),
        ("application/json, TEXT/EVENT-STREAM;q=0.5", True),
        ("application/json", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_events_are_sent_to_whoever_asks_for_them(accept: str, wanted: bool) -> None:
    assert wants_events(accept) is wanted
