"""Documents come in as jobs beside the asks, in the open and only where they may (A9, L2, L3)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from aver.flows.jobs.ingest_asked import Asked
from aver.flows.tools import utc_now
from aver.service.desk import Bounds
from aver.service.sparing import AT_ONCE
from aver.stages.identity import caller_of, key_holder
from aver.values.jobs import JobKind
from tests.service.conftest import Served, open_service
from tests.service.test_events import parsed

TEXT = b"# Canteen\n\nThe canteen of the annex opens at seven in the morning.\n"
BINARY = {"Content-Type": "application/octet-stream"}
QUESTION = "When does the canteen of the annex open?"
MINE = {"readers": ["user:hugo"]}


def upload(served: Served, name: str = "canteen.md", body: bytes = TEXT, who: str = "hugo", **more: Any) -> Any:
    params = {"name": name, **MINE, **more}
    return served[who].post("/v1/documents", params=params, content=body, headers=BINARY)


def over(served: Served, job: str, who: str = "hugo") -> dict[str, Any]:
    """Wait until a job is over, at most a minute."""
    for _ in range(600):
        found: dict[str, Any] = served[who].get(f"/v1/jobs/{job}").json()
        if found["state"] not in ("running", "interrupted"):
            return found
        time.sleep(0.1)
    raise AssertionError("the job never ended")


def folder_of(served: Served, *, tenant: str = "more", files: int = 3) -> Path:
    """Return a folder that may be ingested, with some documents in it."""
    folder = served.folder / tenant / "handbook"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(files):
        (folder / f"rule{number}.md").write_text(f"# Rule {number}\n\nRule {number} is about bicycles.\n")
    return folder


def test_an_upload_is_ingested_and_then_found_by_whom_it_names(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    begun = upload(served)
    assert (begun.status_code, begun.headers["location"]) == (202, f"/v1/jobs/{begun.json()['id']}")
    done = over(served, begun.json()["id"])
    assert (done["state"], done["done"], done["failed"], done["detail"]) == ("done", 1, 0, "")
    shown = served["hugo"].get(f"/v1/documents/{begun.json()['document_id']}").json()
    assert (shown["uri"], shown["governance"]["origin_system"]) == ("upload://hugo/canteen.md", "upload")
    assert "seven" in served["hugo"].post("/v1/ask", json={"question": QUESTION}).json()["answer"]["text"]
    for other in ("reader", "eve", "foreign"):
        assert served[other].get(f"/v1/documents/{begun.json()['document_id']}").status_code == 404
        assert "seven" not in served[other].post("/v1/retrieve", json={"query": QUESTION}).text
    assert list((served.folder / "home" / "uploads").iterdir()) == []
    assert str(served.folder) not in begun.text + str(done)


def test_the_same_name_again_is_a_new_version_and_another_user_s_is_another_document(
    own: Callable[[Bounds], Served],
) -> None:
    served = own(Bounds())
    first = upload(served).json()
    over(served, first["id"])
    second = upload(served, body=TEXT.replace(b"seven", b"eight")).json()
    over(served, second["id"])
    theirs = upload(served, who="admin", readers=["user:local"]).json()
    over(served, theirs["id"], who="admin")
    assert first["document_id"] == second["document_id"] != theirs["document_id"]
    shown = served["hugo"].get(f"/v1/documents/{first['document_id']}").json()
    assert shown["version"] == 2
    assert served["reader"].get(f"/v1/documents/{theirs['document_id']}").json()["version"] == 1


def test_a_folder_is_ingested_below_the_roots_of_the_tenant_and_nowhere_else(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    folder, other = folder_of(served), folder_of(served, tenant="others")
    (served.folder / "more" / "way-out").symlink_to(served.folder / "docs")
    (folder / "broken.pdf").write_bytes(b"no pdf")
    begun = served["hugo"].post("/v1/ingest", json={"path": str(folder), **MINE})
    assert begun.status_code == 202
    done = over(served, begun.json()["id"])
    assert (done["state"], done["done"], done["failed"]) == ("done", 4, 1)
    assert done["detail"] == "broken.pdf: UnreadableDocument"
    uris = [one["uri"] for one in served["hugo"].get("/v1/documents").json()["documents"]]
    assert {"rule0.md", "rule1.md", "rule2.md"} <= set(uris)
    refused = [
        served["hugo"].post("/v1/ingest", json={"path": path})
        for path in (
            str(folder / "absent"),
            str(other),
            str(served.folder / "docs"),
            str(served.folder / "more" / "way-out" / "hr"),
            f"{folder}/../../docs",
            "handbook",
            "/etc",
            "\x00",
        )
    ]
    assert {(one.status_code, one.content) for one in refused} == {(404, refused[0].content)}
    assert served["hugo"].post("/v1/ingest", json={"path": str(folder), "meta": "/etc/passwd"}).status_code == 404


@pytest.mark.parametrize("name", ["../x.md", "/x.md", "a//x.md", "a/./x.md", "a\\b.md", "x\n.md", "\u202ex.md", ""])
def test_a_name_that_could_mean_another_place_is_refused(served: Served, name: str) -> None:
    assert upload(served, name=name).status_code == 422


def test_what_no_parser_takes_and_what_has_another_kind_or_size_is_refused_before_there_is_a_job(
    own: Callable[[Bounds], Served],
) -> None:
    served = own(Bounds(upload_bytes=1000))
    assert upload(served, name="x.exe").status_code == 422
    assert upload(served, readers=["hugo"]).status_code == 422
    assert served["hugo"].post("/v1/documents", params={"name": "x.md"}, json={}).status_code == 415

    def pieces() -> Any:
        yield from (b"x" * 400 for _ in range(4))

    for body in (b"x" * 2000, pieces()):
        assert upload(served, body=body).status_code == 413
    assert served["hugo"].post("/v1/ingest", json={"path": str(folder_of(served)), "profile": "x"}).status_code == 422
    assert served["hugo"].get("/v1/jobs").json() == {"jobs": [], "next": None}
    assert list((served.folder / "home" / "uploads").iterdir()) == []


class Held:
    """Parsers that wait until they are let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go = threading.Event()
        self.thread = ""

    def hold(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from aver.service import ingesting

        whole = ingesting.ingest_under

        def held(*words: Any, **named: Any) -> Any:
            self.thread = threading.current_thread().name
            self.begun.set()
            assert self.go.wait(60)
            return whole(*words, **named)

        monkeypatch.setattr(ingesting, "ingest_under", held)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Held()
    made.hold(monkeypatch)
    yield made
    made.go.set()


def test_asks_are_answered_while_an_ingest_is_under_way_and_waiting_ones_are_bounded(
    own: Callable[[Bounds], Served], held: Held
) -> None:
    served = own(Bounds(workers=1, jobs_waiting=2))
    first = upload(served).json()
    assert held.begun.wait(60)
    second = upload(served, name="second.md").json()
    full = upload(served, name="third.md")
    assert (full.status_code, full.headers["retry-after"]) == (429, "2")
    assert upload(served, who="foreign").status_code == 202
    assert served["hugo"].post("/v1/ask", json={"question": QUESTION}).status_code == 200
    assert served["hugo"].delete(f"/v1/jobs/{second['id']}").json()["state"] == "running"
    held.go.set()
    assert (over(served, first["id"])["state"], over(served, second["id"])["state"]) == ("done", "cancelled")
    assert held.thread == "ingest-worker_0"
    assert served["hugo"].get(f"/v1/documents/{second['document_id']}").status_code == 404
    assert served["hugo"].delete(f"/v1/jobs/{first['id']}").json()["state"] == "done"


def test_an_ingest_hands_the_encoder_a_few_texts_at_a_time(
    own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = own(Bounds())
    sizes: list[int] = []
    whole = served.app.embedder.encode

    def noting(texts: Any) -> Any:
        if threading.current_thread().name.startswith("ingest"):
            sizes.append(len(texts))
        return whole(texts)

    monkeypatch.setattr(served.app.embedder, "encode", noting)
    folder = folder_of(served, files=11)
    job = served["hugo"].post("/v1/ingest", json={"path": str(folder), **MINE}).json()["id"]
    assert over(served, job)["done"] == 11
    assert max(sizes) <= AT_ONCE < 11 <= sum(sizes)
    found = served["hugo"].post("/v1/retrieve", json={"query": "Rule 10 about bicycles", "document": "rule10.md"})
    assert "Rule 10" in found.json()["packets"][0]["content"]["raw_text"]


def test_a_job_that_a_service_left_is_taken_up_by_the_next_one(own: Callable[[Bounds], Served], held: Held) -> None:
    served = own(Bounds())
    first = upload(served).json()
    assert held.begun.wait(60)
    second = upload(served, name="second.md").json()
    stopping = threading.Thread(target=served.application.state.desk.ingesting.close)
    stopping.start()
    held.go.set()
    stopping.join(60)
    states = [served["hugo"].get(f"/v1/jobs/{one['id']}").json()["state"] for one in (first, second)]
    assert states[1] == "interrupted"
    with ExitStack() as stack:
        again = open_service(served.folder, stack)
        for one in (first, second):
            done = over(again, one["id"])
            assert (done["state"], done["done"], done["failed"]) == ("done", 1, 0)
            assert again["hugo"].get(f"/v1/documents/{one['document_id']}").status_code == 200
        steps = [one["step"] for one in again["hugo"].get(f"/v1/jobs/{second['id']}").json()["events"]]
        assert (steps[0], steps[-1], "resumed" in steps) == ("begun", "done", True)
    assert list((served.folder / "home" / "uploads").iterdir()) == []


def test_a_job_whose_service_was_killed_is_taken_up_too(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    copy = served.folder / "home" / "uploads" / "copy"
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(TEXT)
    asked = Asked(paths=(str(copy),), readers="user:hugo", uri="upload://hugo/killed.md", served=True)
    hugo = key_holder(tenant="default", user="hugo", groups=["hr"], roles=["admin"], clearance=2)
    killed = served.app.jobs.begin(JobKind.INGEST, asdict(asked), hugo, now=utc_now)
    killed.lock.release()
    with ExitStack() as stack:
        again = open_service(served.folder, stack)
        assert over(again, killed.id)["state"] == "done"
        assert "upload://hugo/killed.md" in again["hugo"].get("/v1/documents").text
    assert not copy.exists()


def test_a_folder_that_may_no_longer_be_ingested_is_not_when_its_turn_comes(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    asked = Asked(paths=(str(served.folder / "docs"),), readers="user:hugo", served=True)
    hugo = key_holder(tenant="default", user="hugo", groups=["hr"], roles=["admin"], clearance=2)
    left = served.app.jobs.begin(JobKind.INGEST, asdict(asked), hugo, now=utc_now)
    left.lock.release()
    with ExitStack() as stack:
        again = open_service(served.folder, stack)
        ended = over(again, left.id)
        assert (ended["state"], ended["detail"], ended["done"]) == ("failed", "NotFound", 0)


def test_a_job_of_the_command_line_is_left_to_whoever_began_it(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    local = caller_of("local", tenant="default")
    left = served.app.jobs.begin(JobKind.INGEST, {"paths": [str(served.folder)]}, local, now=utc_now)
    left.lock.release()
    with ExitStack() as stack:
        again = open_service(served.folder, stack)
        assert again["admin"].get(f"/v1/jobs/{left.id}").json()["state"] == "interrupted"


def test_the_steps_of_a_job_come_as_events_and_from_whatever_event_the_rest_follows_once(
    own: Callable[[Bounds], Served],
) -> None:
    served = own(Bounds())
    job = upload(served).json()["id"]
    answer = served["hugo"].get(f"/v1/jobs/{job}/stream")
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = parsed(answer.text)
    assert (events[0][1], events[-1][1]) == ("begun", "done")
    shown = served["hugo"].get(f"/v1/jobs/{job}").json()["events"]
    assert [data for _, _, data in events] == [{"job_id": job, **one} for one in shown]
    for place, (identity, _, _) in enumerate(events):
        rest = served["hugo"].get(f"/v1/jobs/{job}/stream", headers={"Last-Event-ID": identity})
        assert parsed(rest.text) == events[place + 1 :]
    for wrong in ("x", "job_" + "0" * 32 + ":1", f"{job}:x"):
        refused = served["hugo"].get(f"/v1/jobs/{job}/stream", headers={"Last-Event-ID": wrong})
        assert refused.status_code == 422


def test_jobs_are_listed_by_page_newest_first_and_only_one_s_own(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    made = [upload(served, name=f"{number}.md").json()["id"] for number in range(3)]
    whole = served["hugo"].get("/v1/jobs").json()
    assert ({one["id"] for one in whole["jobs"]}, whole["next"]) == (set(made), None)
    found, after = [], ""
    while after is not None:
        page = served["hugo"].get("/v1/jobs", params={"limit": 1, "after": after}).json()
        found += [one["id"] for one in page["jobs"]]
        after = page["next"]
    assert found == [one["id"] for one in whole["jobs"]]
    for other in ("admin", "foreign", "reader"):
        assert not {one["id"] for one in served[other].get("/v1/jobs").json()["jobs"]} & set(made)
        hidden = served[other].get("/v1/jobs", params={"after": made[0]})
        absent = served[other].get("/v1/jobs", params={"after": "job_" + "0" * 32})
        assert (hidden.status_code, hidden.content) == (absent.status_code, absent.content) == (404, absent.content)


def test_a_copy_that_nobody_waits_for_is_deleted_after_a_day(own: Callable[[Bounds], Served]) -> None:
    import os

    served = own(Bounds())
    folder = served.folder / "home" / "uploads"
    folder.mkdir(exist_ok=True)
    for name, age in (("old", 90_000), ("new", 10)):
        (folder / name).write_bytes(b"x")
        os.utime(folder / name, (time.time() - age, time.time() - age))
    with ExitStack() as stack:
        open_service(served.folder, stack)
        assert [one.name for one in folder.iterdir()] == ["new"]
