"""One document is asked as a whole by a job that outlives its service and shows nobody what they may not read (L2)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from aver.app import keys_of
from aver.flows.tools import utc_now
from aver.service.desk import Bounds, Desk
from aver.stages.identity import caller_of, key_holder
from aver.values.codec import encode
from aver.values.jobs import JobKind
from tests.cli.asking_home import a_home, aver
from tests.service.conftest import Served, open_service
from tests.service.test_events import parsed
from tests.service.test_ingesting import over

QUESTION = "How long is the notice period of employees?"
BONUS = "How much does the bonus pool hold?"


def document_of(served: Served, uri: str, who: str = "reader") -> str:
    for one in served[who].get("/v1/documents").json()["documents"]:
        if one["uri"] == uri:
            return str(one["document_id"])
    raise AssertionError(uri)


def asked(served: Served, document: str, question: str = QUESTION, who: str = "reader", **more: Any) -> Any:
    return served[who].post(f"/v1/documents/{document}/ask", json={"question": question}, **more)


def test_the_job_comes_to_the_answer_that_a_question_to_that_document_alone_has(served: Served) -> None:
    document = document_of(served, "leave/notice.md")
    begun = asked(served, document)
    assert (begun.status_code, begun.headers["location"]) == (202, f"/v1/jobs/{begun.json()['id']}")
    assert begun.json()["arguments"] == {"question": QUESTION, "document": document, "mode": "auto", "parameters": {}}
    done = over(served, begun.json()["id"], "reader")
    straight = served["reader"].post("/v1/ask", json={"question": QUESTION, "document": document}).json()
    different = {"run_id": None, "timings_ms": None}
    assert done["result"] | different == straight | different
    assert (done["kind"], done["state"], done["detail"]) == ("ask", "done", done["result"]["run_id"])
    events = parsed(served["reader"].get(f"/v1/jobs/{done['id']}/stream").text)
    assert [one["step"] for one in done["events"]] == [name for _, name, _ in events]
    assert (events[0][1], events[-1][1], events[-1][2]["detail"]) == ("begun", "done", done["detail"])


def test_what_another_document_says_is_no_answer(served: Served) -> None:
    other = next(
        one["document_id"]
        for one in served["reader"].get("/v1/documents").json()["documents"]
        if one["uri"] != "leave/notice.md"
    )
    done = over(served, asked(served, other).json()["id"], "reader")
    cited = [one for claim in (done["result"]["answer"] or {"claims": []})["claims"] for one in claim["citations"]]
    assert {one["document_id"] for one in cited} <= {other}


def test_a_document_is_hidden_and_absent_alike_and_a_wrong_question_begins_no_job(served: Served) -> None:
    bonus = document_of(served, "hr/bonus.md", "hugo")
    for name in ("reader", "eve", "foreign"):
        hidden, absent = asked(served, bonus, who=name), asked(served, "doc_" + "0" * 32, who=name)
        assert (hidden.status_code, hidden.content) == (404, absent.content)
    assert asked(served, bonus, question=" ", who="hugo").status_code == 422
    assert asked(served, bonus, who="auditor").status_code == 403
    assert BONUS not in served["hugo"].get("/v1/jobs").text


def test_only_its_own_caller_sees_the_job_and_without_the_role_to_read_nobody_its_answer(served: Served) -> None:
    document = document_of(served, "leave/notice.md")
    job = asked(served, document).json()["id"]
    over(served, job, "reader")
    for name in ("hugo", "eve", "foreign"):
        assert served[name].get(f"/v1/jobs/{job}").status_code == 404
    shown = served["admin"].get(f"/v1/jobs/{job}")
    assert (shown.status_code, shown.json()["state"], shown.json()["result"]) == (200, "done", None)


def test_sent_again_with_its_key_it_is_the_same_job(served: Served) -> None:
    document, key = document_of(served, "leave/notice.md"), {"Idempotency-Key": "once-asked"}
    first, again = (asked(served, document, headers=key).json()["id"] for _ in range(2))
    assert first == again
    assert asked(served, document, question=BONUS, headers=key).status_code == 409


class HeldRun:
    """A run whose first step waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Event()
        self.go = threading.Event()
        self.thread = ""
        whole = Desk.answer

        def answer(desk: Desk, *words: Any, on_event: Callable[[Any], None] = lambda _: None) -> Any:
            def told(recorded: Any) -> None:
                self.thread = threading.current_thread().name
                self.begun.set()
                assert self.go.wait(60)
                on_event(recorded)

            return whole(desk, *words, on_event=told)

        monkeypatch.setattr(Desk, "answer", answer)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = HeldRun(monkeypatch)
    yield made
    made.go.set()


def test_a_cancelled_question_is_left_between_two_steps_and_those_that_wait_are_bounded(
    own: Callable[[Bounds], Served], held: HeldRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aver.store.jobs.EVERY_SECONDS", 0.0)
    served = own(Bounds(jobs_waiting=1))
    document = document_of(served, "leave/notice.md")
    job = asked(served, document).json()["id"]
    assert held.begun.wait(60)
    full = asked(served, document)
    assert (full.status_code, full.headers["retry-after"]) == (429, "2")
    assert served["reader"].delete(f"/v1/jobs/{job}").status_code == 200
    held.go.set()
    ended = over(served, job, "reader")
    assert (ended["state"], ended["result"], held.thread[:15]) == ("cancelled", None, "question-worker")
    (run,) = served.app.run_log.runs(
        key_holder(tenant="default", user="local", groups=[], roles=["reader"], clearance=1)
    )
    kinds = [one["kind"] for one in served["reader"].get(f"/v1/runs/{run.run}").json()["events"]]
    assert kinds == ["Asked", "Abandoned"]


def test_a_question_that_a_service_left_is_answered_by_the_next_as_whoever_asked_it(
    own: Callable[[Bounds], Served], held: HeldRun
) -> None:
    served = own(Bounds())
    bonus = document_of(served, "hr/bonus.md", "hugo")
    job = asked(served, bonus, question=BONUS, who="hugo").json()["id"]
    assert held.begun.wait(60)
    stopping = threading.Thread(target=served.application.state.desk.questions.close)
    stopping.start()
    served.application.state.desk.questions._leaving.wait(60)
    held.go.set()
    stopping.join(60)
    assert served["hugo"].get(f"/v1/jobs/{job}").json()["state"] == "interrupted"
    with ExitStack() as stack:
        again = open_service(served.folder, stack)
        done = over(again, job, "hugo")
        assert (done["state"], done["result"]["decision"]["outcome"]) == ("done", "ANSWER")
        assert "900 crowns" in done["result"]["answer"]["text"]
        assert "resumed" in [one["step"] for one in done["events"]]


def test_the_command_line_shows_the_job_of_a_service_and_leaves_going_on_to_that(tmp_path: Path) -> None:
    with a_home(tmp_path) as folder, ExitStack() as stack:
        served = open_service(folder, stack)
        local = caller_of("local", tenant="default")
        asked_for = {"question": QUESTION, "mode": "auto", "document": "leave/notice.md", "caller": encode(local)}
        left = served.app.jobs.begin(JobKind.ASK, asked_for, local, now=utc_now)
        left.lock.release()
        shown = aver("jobs", "show", left.id, "--json").json
        assert (shown["state"], "caller" in shown["arguments"]) == ("interrupted", False)
        refused = aver("jobs", "resume", left.id, "--json")
        assert (refused.status, refused.json["error"]["kind"]) == (1, "BadInput")
        assert aver("jobs", "cancel", left.id, "--json").json["state"] == "cancelled"


def test_the_answer_is_read_under_what_its_caller_may_read_when_they_read_it(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    hugo = key_holder(tenant="default", user="hugo", groups=["hr"], roles=["reader"], clearance=2)
    killed = served.app.jobs.begin(
        JobKind.ASK,
        {"question": BONUS, "mode": "auto", "document": "hr/bonus.md", "caller": encode(hugo)},
        hugo,
        now=utc_now,
    )
    killed.lock.release()
    with ExitStack() as stack:
        again = open_service(served.folder, stack)
        assert "900 crowns" in str(over(again, killed.id, "hugo")["result"])
        less = key_holder(tenant="default", user="hugo", groups=[], roles=["reader"], clearance=2)
        again.tokens["left-hr"] = keys_of(again.app).create(less, note="x", at=utc_now())[1]
        shown = again["left-hr"].get(f"/v1/jobs/{killed.id}").json()
        assert (shown["state"], "900 crowns" in str(shown)) == ("done", False)
