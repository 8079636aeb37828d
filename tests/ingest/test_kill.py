"""An ingest with two workers that is killed, again and again, ends as one that wasn't (A9)."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from aver.index.vectors import to_fixed
from aver.stages.analyser import term_keys
from aver.store import schema
from aver.store.doctor import examine
from aver.store.home import create_home, open_home
from aver.store.jobs import JobLog
from aver.store.keys import KeyStore
from aver.store.store import Store
from aver.store.versions import versions_where
from aver.testing import HashEmbedder
from aver.values.governance import Caller, Eligibility
from aver.values.jobs import Job, JobState
from tests.depth import deep, the_rest_deep
from tests.forked import Forked
from tests.ingest.kill_worker import STEPS, main
from tests.store.adapters import mostly_once, once, url_of

LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local"}))
QUESTIONS = ("refund of a glass window", "page 7 policy", "annual sensor", "Rückgabe binnen 14 Tagen")
ELIGIBLE = Eligibility(
    tenant="default", principals=frozenset({"user:local"}), clearance=1, as_of="2026-06-01", policy_version="1"
)


@dataclass(frozen=True)
class Aver:
    """Command lines of processes that may die, on one home."""

    folder: Path

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        places = {"AVER_HOME": str(self.folder / "home"), "XDG_CONFIG_HOME": str(self.folder / "config")}
        token = self.folder / "token"
        shared = {"AVER_STORE_URL": url_of(self.folder / "home"), "AVER_IDENTITY_MODE": "token"}
        return {**os.environ, **places, **more} | (shared | {"AVER_TOKEN": token.read_text()} if token.exists() else {})

    def begin(self, *words: str, **more: str) -> Forked:
        process = Forked(main, *words, environment=self.environment(more))
        assert process.stdout.readline() == b"ready\n"
        return process

    def run(self, *words: str, **more: str) -> int | None:
        process = self.begin(*words, **more)
        process.communicate()
        return process.returncode

    def init(self) -> None:
        url = url_of(self.folder / "home")
        home = create_home(self.folder / "home", encoder=HashEmbedder.encoder_id, url=url)
        if url:
            keys = KeyStore(write=home.write, read=home.read)
            (self.folder / "token").write_text(keys.create(LOCAL, note="", at="2026-01-01T00:00:00Z")[1])
        home.engine.dispose()

    def jobs(self) -> tuple[Job, ...]:
        home = open_home(self.folder / "home", encoder=HashEmbedder.encoder_id, url=url_of(self.folder / "home"))
        try:
            return JobLog(transactions=home).jobs(LOCAL)
        finally:
            home.engine.dispose()

    def ingest(self, files: Path) -> Forked:
        return self.begin("ingest", str(files), "--readers", "user:local", "--jobs", "2")

    def finish(self, files: Path) -> Job:
        """Resume what was interrupted, or start where nothing was begun, and return the one job of the home."""
        found = self.jobs()
        if not found:
            self.ingest(files).communicate()
        elif found[0].state is not JobState.DONE:
            assert found[0].state is JobState.INTERRUPTED
            assert self.run("jobs", "resume", found[0].id) == 0
        (job,) = self.jobs()
        return job


def write(folder: Path, documents: int) -> Path:
    """Write documents of four formats, some of them unreadable; a few share their text."""
    chosen = random.Random(4)
    words = [
        "refund",
        "annual",
        "monthly",
        "sensor",
        "glass",
        "window",
        "policy",
        "Rückgabe",
        "binnen",
        "Tagen",
        "Vertrag",
    ]
    for n in range(documents):
        body = "\n\n".join(" ".join(chosen.choices(words, k=30)) + f" page {n % 97}." for _ in range(1 + n % 4))
        name, content = f"{n:03}.md", f"# Page {n}\n\n## Part\n\n{body}\n"
        if n % 10 == 3:
            name, content = f"{n:03}.html", f"<h1>Page {n}</h1><p>{body}</p>"
        elif n % 10 == 6:
            name, content = f"{n:03}.csv", f"name,value\nsensor {n},{n}\nglass,{n % 7}\n"
        elif n % 50 == 9:
            name, content = f"{n:03}.pdf", "no pdf"
        path = folder / f"d{n % 5}" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def state(home: Path) -> dict[str, Any]:
    """Return everything of a home that must not depend on how often its ingest was killed."""
    embedder = HashEmbedder()
    store = Store(open_home(home, encoder=embedder.encoder_id, url=url_of(home)), dimension=embedder.dimension)
    try:
        report = examine(store.transactions, encoder=embedder.encoder_id, dimension=384, deep=True)
        assert report.problems == ()
        with store.transactions.read() as connection:
            versions = tuple(versions_where(connection))
            texts = connection.execute(select(schema.version.c.uri, schema.version.c.text)).all()
            chunks = sorted(connection.execute(select(schema.chunk.c.id)).scalars())
            tails = connection.execute(select(func.count()).select_from(schema.tail)).scalar_one()
            made = connection.execute(
                select(schema.version.c.id, *schema.enrichment.c["kind", "producer", "payload", "vectors"]).join(
                    schema.version, schema.version.c.key == schema.enrichment.c.version
                )
            ).all()
            alive = connection.execute(select(func.sum(schema.segment.c.alive))).scalar() or 0
        assert len(chunks) == len(set(chunks)) == tails + alive
        ranks = [
            [
                (hit.chunk, hit.score)
                for hit in (
                    *store.search_lexical(term_keys(question), 20, eligible=ELIGIBLE),
                    *store.search_dense(to_fixed(embedder.encode([question]))[0], 20, eligible=ELIGIBLE),
                )
            ]
            for question in QUESTIONS
        ]
    finally:
        store.close()
    ids = sorted((one.uri, one.id, one.document, one.number, one.content_hash) for one in versions)
    enriched = sorted(map(tuple, made))
    return {"ids": ids, "enriched": enriched, "texts": sorted(map(tuple, texts)), "chunks": chunks, "ranks": ranks}


def undisturbed(folder: Path, files: Path) -> tuple[dict[str, Any], float, Job]:
    """Return the state after an ingest that nobody kills, the seconds it took, and its job."""
    aver = Aver(folder)
    aver.init()
    began = time.monotonic()
    aver.ingest(files).communicate()
    seconds = time.monotonic() - began
    (job,) = aver.jobs()
    return state(folder / "home"), seconds, job


def rounds(tmp_path: Path, documents: int, times: int) -> int:
    """Kill and resume ingests, each twice at a random moment; return how many kills met their process.

    On a machine whose load falls meanwhile a process may be done before its moment: then the moments come sooner, and
    rounds follow until `times` kills have met, at most five times as many.
    """
    files = write(tmp_path / "files", documents)
    expected, seconds, whole = undisturbed(tmp_path / "undisturbed", files)
    assert len(expected["ids"]) == documents - whole.tally.failed
    chosen, met = random.Random(20), 0
    for number in range(5 * times):
        if met >= times and number >= times:
            break
        aver = Aver(tmp_path / f"round{number}")
        aver.init()
        process = aver.ingest(files)
        for _ in range(2):
            time.sleep(chosen.random() * seconds * 0.7)
            process.kill()
            process.communicate()
            killed = process.returncode == -signal.SIGKILL
            met, seconds = met + killed, seconds if killed else 0.8 * seconds
            found = aver.jobs()
            if not found or found[0].state is not JobState.INTERRUPTED:
                break
            process = aver.begin("jobs", "resume", found[0].id)
        if process.returncode is None:
            process.kill()
            process.communicate()
        job = aver.finish(files)
        assert (job.state, job.tally) == (JobState.DONE, whole.tally)
        assert state(aver.folder / "home") == expected
        assert not [*(aver.folder / "home").glob("jobs/*")]
    return met


@pytest.mark.deep
def test_an_ingest_killed_at_random_moments_resumes_to_the_same_store(tmp_path: Path) -> None:
    assert rounds(tmp_path, 32, 2) >= 2


@once
@pytest.mark.deep
def test_five_hundred_documents_killed_in_twenty_rounds_are_neither_lost_nor_doubled(tmp_path: Path) -> None:
    assert rounds(tmp_path, deep(500), deep(20)) >= deep(20)


@mostly_once
@pytest.mark.parametrize("step", the_rest_deep(STEPS))
def test_an_ingest_killed_at_any_step_resumes_to_the_same_store(
    tmp_path: Path, step: str, whole: tuple[Path, dict[str, Any]]
) -> None:
    files, expected = whole
    aver = Aver(tmp_path)
    aver.init()
    died = aver.run("ingest", str(files), "--readers", "user:local", "--jobs", "2", AVER_TEST_DIE_AT=step)
    assert died == -signal.SIGKILL
    assert aver.finish(files).state is JobState.DONE
    assert state(tmp_path / "home") == expected


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("whole")
    files = write(folder / "files", 60)
    return files, undisturbed(folder, files)[0]
