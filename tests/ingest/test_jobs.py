"""A job says what became of it, whatever happens, and goes on from there (A9)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aver.errors import BadInput, EncoderMismatch, HomeBusy, NotFound
from aver.flows.ingest_outcomes import Progress
from aver.flows.jobs.ingesting import ingest_job
from aver.flows.jobs.reembedding import reembed
from aver.flows.jobs.working import worked_on
from aver.index.vectors import to_fixed
from aver.stages.analyser import term_keys
from aver.store import jobs, reembedding, segments
from aver.store.doctor import examine
from aver.store.home import open_home
from aver.store.jobs import JobLog, JobWriter, lock_of
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.governance import Caller, Eligibility
from aver.values.jobs import JobKind, JobState, JobStep, Tally
from tests.cli.conftest import Command
from tests.ingest.folders import Home
from tests.store.adapters import url_of

LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local"}))
ANN = Caller(user="ann", tenant="default", principals=frozenset({"user:ann"}))
ELIGIBLE = Eligibility(
    tenant="default", principals=frozenset({"user:local"}), clearance=1, as_of="2026-06-01", policy_version="1"
)
FILES = {f"{n:02}.md": f"# Page {n}\n\nText of page {n}, and a sensor.\n" for n in range(20)}


def now() -> str:
    return "2026-01-01T00:00:00Z"


def log_of(home: Home) -> JobLog:
    return JobLog(transactions=home.transactions)


def begun(home: Home, kind: JobKind = JobKind.INGEST) -> JobWriter:
    return log_of(home).begin(kind, {"paths": ["files"]}, LOCAL, now=now)


@pytest.fixture(autouse=True)
def _told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "EVERY_SECONDS", 0.0)


def test_a_job_that_is_done_has_its_counts_its_events_and_no_lock(home: Home) -> None:
    home.write({**FILES, "bad.pdf": "no pdf"})
    job = begun(home)
    ingest_job(job, [home.folder], home.recipe(), tools=home.tools())
    known = log_of(home).job(LOCAL, job.id)
    assert (known.state, known.tally, known.attempts) == (JobState.DONE, Tally(done=21, total=21, failed=1), 1)
    steps = [event.step for event in log_of(home).events(LOCAL, job.id)]
    assert (steps[0], steps[-1]) == (JobStep.BEGUN, JobStep.DONE)
    assert set(steps[1:-1]) == {JobStep.PROGRESSED}
    assert [event.seq for event in log_of(home).events(LOCAL, job.id)] == list(range(1, len(steps) + 1))
    assert not home.transactions.is_locked(lock_of(job.id))
    assert [*(home.folder.parent / "home").glob("jobs/*")] == []
    with pytest.raises(BadInput):
        log_of(home).resume(LOCAL, job.id, now=now)


def test_cancelling_from_elsewhere_stops_between_documents_and_the_rest_is_resumed(home: Home) -> None:
    home.write(FILES)
    job = begun(home)

    def cancel(progress: Progress) -> None:
        if progress.done == 3:
            assert log_of(home).cancel(LOCAL, job.id, at=now()).state is JobState.RUNNING

    summary = ingest_job(job, [home.folder], home.recipe(), tools=home.tools(), on_progress=cancel)
    assert summary.interrupted and 3 <= len(summary.outcomes) < 20
    assert log_of(home).job(LOCAL, job.id).state is JobState.CANCELLED
    known, again = log_of(home).resume(LOCAL, job.id, now=now)
    assert dict(known.arguments) == {"paths": ["files"]}
    rest = ingest_job(again, [home.folder], home.recipe(), tools=home.tools())
    assert rest.counts()["added"] + len(summary.stored) == 20
    done = log_of(home).job(LOCAL, job.id)
    assert (done.state, done.attempts) == (JobState.DONE, 2)


def test_an_interrupt_leaves_a_cancelled_job_and_an_error_a_failed_one_with_its_class_only(home: Home) -> None:
    home.write(FILES)
    job = begun(home)

    def interrupt(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    assert ingest_job(job, [home.folder], home.recipe(), tools=home.tools(), on_progress=interrupt).interrupted
    assert log_of(home).job(LOCAL, job.id).state is JobState.CANCELLED
    other = begun(home)
    with pytest.raises(ZeroDivisionError), worked_on(other):
        raise ZeroDivisionError("Text of page 3")
    failed = log_of(home).job(LOCAL, other.id)
    assert (failed.state, failed.detail, failed.resumable) == (JobState.FAILED, "ZeroDivisionError", True)


def test_a_job_at_work_is_nobody_elses_and_one_whose_process_is_gone_is_interrupted(home: Home) -> None:
    job = begun(home)
    assert log_of(home).job(LOCAL, job.id).state is JobState.RUNNING
    with pytest.raises(HomeBusy):
        log_of(home).resume(LOCAL, job.id, now=now)
    job.lock.release()
    assert log_of(home).job(LOCAL, job.id).state is JobState.INTERRUPTED
    assert log_of(home).cancel(LOCAL, job.id, at=now()).state is JobState.CANCELLED
    with pytest.raises(BadInput):
        log_of(home).cancel(LOCAL, job.id, at=now())


def test_jobs_of_others_are_not_found(home: Home) -> None:
    job = begun(home)
    assert log_of(home).jobs(ANN) == ()
    for ask in (log_of(home).job, log_of(home).events):
        with pytest.raises(NotFound):
            ask(ANN, job.id)
    with pytest.raises(NotFound):
        log_of(home).cancel(replace(LOCAL, tenant="other"), job.id, at=now())


class OtherEmbedder(HashEmbedder):
    """Another encoder: the same words in other places, so its ranks agree and its vectors don't."""

    encoder_id = "hash-words-384:2"

    def encode(self, texts: list[str]) -> np.ndarray:  # type: ignore[override,type-arg]
        return np.roll(super().encode(texts), 7, axis=1)


def hits(store: Store, embedder: HashEmbedder) -> list[tuple[str, float]]:
    query = to_fixed(embedder.encode(["text of page 7"]))[0]
    dense = store.search_dense(query, 5, eligible=ELIGIBLE)
    lexical = store.search_lexical(term_keys("page 7"), 5, eligible=ELIGIBLE)
    return [(hit.chunk, hit.score) for hit in (*dense, *lexical)]


def test_a_home_moves_to_another_encoder_in_one_commit_and_serves_until_then(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "SEAL_AT", 8)
    monkeypatch.setattr(reembedding, "BATCH", 6)
    home.write(FILES)
    home.ingest()
    other, before = OtherEmbedder(), hits(home.store, home.embedder)
    job, seen = begun(home, JobKind.REEMBED), []

    def stop_or_go_on(tally: Tally) -> None:
        assert hits(home.store, home.embedder) == before
        seen.append(tally.done)
        if tally.done == 12:
            log_of(home).cancel(LOCAL, job.id, at=now())

    assert not reembed(job, home.transactions, other, on_progress=stop_or_go_on)
    assert log_of(home).job(LOCAL, job.id).state is JobState.CANCELLED
    home.write({"late.md": "# Late\n\nWritten meanwhile.\n", "00.md": "# Page 0\n\nChanged meanwhile.\n"})
    home.ingest()
    before = hits(home.store, home.embedder)
    embedded = other.encoded
    again = log_of(home).resume(LOCAL, job.id, now=now)[1]
    assert reembed(again, home.transactions, other, on_progress=lambda tally: None)
    assert other.encoded - embedded == 22 - embedded
    assert hits(home.store, other) == before
    assert not examine(home.transactions, encoder=other.encoder_id, dimension=384, deep=True).problems
    with pytest.raises(EncoderMismatch):
        folder = home.folder.parent / "home"
        open_home(folder, encoder=home.embedder.encoder_id, url=url_of(folder))


def test_the_commands_list_show_cancel_and_resume(aver: Command, folder: Path) -> None:
    aver("init")
    name = aver("ingest", folder, "--jobs", "1", "--json").json["job"]
    (listed,) = aver("jobs", "list", "--json").json["jobs"]
    assert (listed["id"], listed["state"], listed["done"], listed["failed"]) == (name, "done", 3, 1)
    assert listed["arguments"]["paths"] == [str(folder)]
    shown = aver("jobs", "show", name, "--json").json
    assert shown["events"][0]["step"] == "begun"
    assert "state: done" in aver("jobs", "show", name).out
    assert name in aver("jobs", "list").out
    assert aver("jobs", "resume", name).status == aver("jobs", "cancel", name).status == 1
    assert aver("jobs", "show", "job_0").status == 1
    assert "already" in aver("reembed").out


def test_a_cancelled_ingest_is_resumed_from_the_command_line(
    aver: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aver.flows.jobs import ingesting

    aver("init")
    (folder / "meta.json").write_text(json.dumps({"rule": [{"glob": "leave.md", "readers": ["user:ann"]}]}))

    def interrupted(*words: object, **named: object) -> None:
        raise KeyboardInterrupt

    whole = ingesting.ingest_entries
    monkeypatch.setattr(ingesting, "ingest_entries", interrupted)
    assert aver("ingest", folder, "--jobs", "1", "--meta", folder / "meta.json").status != 0
    monkeypatch.setattr(ingesting, "ingest_entries", whole)
    (listed,) = aver("jobs", "list", "--json").json["jobs"]
    assert listed["state"] == "cancelled"
    resumed = aver("jobs", "resume", listed["id"], "--json").json
    assert resumed["job"] == listed["id"]
    assert resumed["counts"]["added"] == 2
    assert [one["uri"] for one in aver("documents", "list", "--json").json["documents"]] == ["old.md"]
