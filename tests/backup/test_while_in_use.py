"""A backup is one moment of a home that others are writing to, and holds nobody up for longer than that (A9)."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import asdict
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Connection

from aver.config import read_settings
from aver.flows import backup
from aver.flows.backup import back_up
from aver.flows.backup_restore import restore
from aver.flows.jobs.ingest_asked import Asked
from aver.store.jobs import JobLog, JobWriter
from aver.values.jobs import JobKind, JobState, JobStep
from tests.backup.homes import AT, Place, files_of
from tests.ingest.test_kill import LOCAL, Aver, state, write


def backups_while(aver: Aver, files: Path) -> list[Path]:
    """Ingest the files in another process, a chunk a commit, and return the backups taken meanwhile."""
    settings = read_settings(aver.folder / "home", aver.environment({}))
    taken: list[Path] = []
    words = ("ingest", str(files), "--readers", "user:local", "--jobs", "1")
    process = aver.begin(*words, AVER_INGEST_BATCH_CHUNKS="1")
    for number in range(200):
        archive = aver.folder / f"{number}.zip"
        back_up(settings, archive, at=AT)
        taken.append(archive)
        if any(job.state is JobState.DONE for job in aver.jobs()):
            break
        time.sleep(0.01)
    process.communicate()
    assert process.returncode == 0
    return taken


@pytest.mark.deep
def test_a_backup_taken_during_an_ingest_restores_sound_and_its_job_goes_on_to_the_same_store(tmp_path: Path) -> None:
    files = write(tmp_path / "files", 24)
    for number in range(5):
        aver = Aver(tmp_path / f"busy{number}")
        aver.init()
        by_size = {
            counted(files_of(archive.read_bytes())["aver.db"], "document", tmp_path): archive
            for archive in backups_while(aver, files)
        }
        expected = state(aver.folder / "home")
        part = [archive for count, archive in sorted(by_size.items()) if 0 < count < len(expected["ids"])]
        if part:
            break
    assert part, f"no backup was taken in the middle: {sorted(by_size)}"
    other = Aver(tmp_path / "other")
    environment = other.environment({"XDG_CONFIG_HOME": str(aver.folder / "config")})
    restore(part[len(part) // 2], other.folder / "home", environment)
    (job,) = other.jobs()
    assert job.state is JobState.INTERRUPTED
    other.finish(files)
    assert state(other.folder / "home") == expected


def test_every_job_under_way_finds_its_upload_in_a_backup_taken_at_any_moment(tmp_path: Path) -> None:
    place = Place(tmp_path)
    home = place.make()
    uploads = place.home / "uploads"
    uploads.mkdir()
    jobs, done = JobLog(transactions=home), threading.Event()

    def taken_in(name: str) -> JobWriter:
        """Take an upload in as a service does: first the file, then the job."""
        (uploads / name).write_text(name)
        asked = Asked(paths=(str(uploads / name),), uri=f"upload://local/{name}.md", served=True)
        return jobs.begin(JobKind.INGEST, asdict(asked), LOCAL, now=lambda: AT)

    def work() -> None:
        for number in count():
            if done.is_set():
                return
            taken_in(str(number)).end(JobStep.DONE)
            (uploads / str(number)).unlink()
            time.sleep(0.01)

    waiting, worker = taken_in("waiting"), threading.Thread(target=work)
    worker.start()
    try:
        met = [uploads_met(place.back_up(), tmp_path) for _ in range(5)]
    finally:
        done.set()
        worker.join()
    waiting.lock.release()
    home.engine.dispose()
    assert min(met) >= 1


def uploads_met(archive: bytes, folder: Path) -> int:
    """Return how many jobs under way a backup holds; each has its upload, and there is no other."""
    files = files_of(archive)
    (folder / "look.db").write_bytes(files["aver.db"])
    with closing(sqlite3.connect(folder / "look.db")) as database:
        rows = database.execute("SELECT arguments FROM job WHERE state = 'running'").fetchall()
    names = {Path(json.loads(arguments)["paths"][0]).name for (arguments,) in rows}
    assert {path.removeprefix("uploads/"): data for path, data in files.items() if path.startswith("uploads/")} == {
        name: name.encode() for name in names
    }
    return len(names)


def test_others_write_while_the_database_is_copied_and_nothing_of_it_is_in_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tmp_path)
    home, known = place.make(), backup.copy_snapshot

    def copied(connection: Connection, target: Path) -> None:
        with home.write() as writing:
            writing.exec_driver_sql("INSERT INTO tenant (name, sequence) VALUES ('late', 1)")
        known(connection, target)

    monkeypatch.setattr(backup, "copy_snapshot", copied)
    counts = [tenants_in(place.back_up(), tmp_path)]
    monkeypatch.undo()
    counts.append(tenants_in(place.back_up(), tmp_path))
    assert counts == [0, 1]
    home.engine.dispose()


def tenants_in(archive: bytes, folder: Path) -> int:
    return counted(files_of(archive)["aver.db"], "tenant", folder)


def counted(database: bytes, table: str, folder: Path) -> int:
    (folder / "look.db").write_bytes(database)
    with closing(sqlite3.connect(folder / "look.db")) as opened:
        return int(opened.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
