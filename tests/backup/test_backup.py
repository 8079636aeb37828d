"""A home goes into one archive and comes back whole, or not at all (L1, M1, A9)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
from sqlalchemy import text

from aver.errors import BadInput, FromLaterVersion, HomeBusy, HomeMissing, StoreDamaged
from aver.flows import backup
from aver.flows.backup import back_up
from aver.flows.jobs.ingest_asked import Asked, asked_of
from aver.store.home import open_current
from aver.store.job_tables import job, job_event
from aver.store.jobs import JobLog
from aver.store.locks import FileLock
from aver.store.presence import NAME
from aver.store.revisions import newest
from aver.store.views import view_row
from aver.values.governance import Caller
from aver.values.jobs import JobKind, JobState, JobStep
from tests.backup.homes import AT, Place, files_of, said_by
from tests.cli.conftest import Command

LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local"}))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path)
    made.make().engine.dispose()
    return made


def test_a_home_with_documents_runs_and_settings_comes_back_sound_and_verified(
    aver: Command, folder: Path, tmp_path: Path
) -> None:
    aver("init")
    aver("ingest", folder, "--jobs", "1")
    asked = aver("ask", "How many days of leave are there?", "--json").json
    made = aver("backup", "b.zip", "--json")
    assert made.status == 0
    assert (made.json["files"], made.json["left_out"], made.json["ledger_key_in_archive"]) == (2, [], False)
    assert (tmp_path / "b.zip").stat().st_mode & 0o077 == 0
    back = aver("restore", "b.zip", "--home", tmp_path / "again", "--json")
    assert (back.status, back.json["home_id"], back.json["ledger_key_fits"]) == (0, made.json["home_id"], True)
    for words in (("doctor", "--deep"), ("runs", "verify"), ("runs", "replay", asked["run_id"])):
        assert aver(*words, "--home", tmp_path / "again").status == 0
    shown = aver("documents", "list", "--json", "--home", tmp_path / "again").json["documents"]
    assert shown == aver("documents", "list", "--json").json["documents"]
    assert (tmp_path / "again").stat().st_mode & 0o077 == 0
    assert {path.name for path in tmp_path.iterdir()} == {"home", "again", "config", "handbook", "b.zip"}


def test_a_home_that_is_there_is_refused_and_with_replace_set_aside_whole(aver: Command, tmp_path: Path) -> None:
    aver("init")
    aver("backup", "b.zip")
    (tmp_path / "home" / "aver.toml").write_text("[ingest]\njobs = 5\n")
    ran = aver("restore", "b.zip", "--json")
    assert (ran.status, ran.json["error"]["kind"]) == (1, "BadInput")
    assert "--replace" in ran.err
    ran = aver("restore", "b.zip", "--replace", "--json")
    assert "jobs = 5" not in (tmp_path / "home" / "aver.toml").read_text()
    assert "jobs = 5" in (Path(ran.json["set_aside"]) / "aver.toml").read_text()
    assert aver("doctor").status == 0


def test_an_empty_folder_is_a_place_for_a_home(place: Place) -> None:
    (place.folder / "again").mkdir()
    place.restore(place.back_up())
    assert (place.folder / "again" / "aver.toml").read_text() == "[ingest]\njobs = 3\n"


def test_a_home_in_which_somebody_works_is_not_replaced(place: Place) -> None:
    archive = place.back_up()
    lock = FileLock(place.home / NAME)
    lock.share()
    before = place.contents() | {"given.zip"}
    with pytest.raises(HomeBusy):
        place.restore(archive, "home", replacing=True)
    lock.release()
    assert place.contents() == before


def test_where_the_last_renaming_fails_the_home_that_was_there_is_back(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, known = place.back_up(), Path.replace

    def replace(path: Path, target: Path) -> Path:
        if ".restoring-" in path.name:
            raise OSError(16, "Device or resource busy")
        return known(path, target)

    before = place.contents() | {"given.zip"}
    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(BadInput) as refused:
        place.restore(archive, "home", replacing=True)
    assert "volume" in refused.value.hint
    assert place.contents() == before
    open_current(place.home).engine.dispose()


def test_what_is_done_is_told_up_to_the_last_byte(place: Place) -> None:
    told: list[tuple[int, int]] = []
    made = back_up(place.settings, place.archive, at=AT, on_progress=lambda *moved: told.append(moved))
    place.restore(place.archive.read_bytes(), on_progress=lambda *moved: told.append(moved))
    assert told.count((made.bytes, made.bytes)) == 2
    assert all(0 < done <= total for done, total in told)


def test_ctrl_c_in_the_middle_leaves_no_archive_and_no_home(place: Place) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(place.settings, place.archive, at=AT, on_progress=stop)
    assert place.contents() == {"home", "config"}
    archive = place.back_up()
    for name, options in (("again", {}), ("home", {"replacing": True})):
        with pytest.raises(KeyboardInterrupt):
            place.restore(archive, name, on_progress=stop, **options)
        assert place.contents() == {"home", "config", "backup.zip", "given.zip"}
    assert (place.home / "aver.toml").read_text() == "[ingest]\njobs = 3\n"


def test_packs_sources_and_evaluations_go_along_and_what_belongs_to_processes_does_not(place: Place) -> None:
    for path in ("packs/glass/pack.toml", "evaluation/rows.jsonl", "sources.toml"):
        (place.home / path).parent.mkdir(parents=True, exist_ok=True)
        (place.home / path).write_text(path)
    for path in ("in-use.lock", "served.lock", "jobs/job_1.lock", ".aver.toml.x7", "answers.verified.json.new"):
        (place.home / path).parent.mkdir(parents=True, exist_ok=True)
        (place.home / path).write_text(path)
    (place.home / "shared").symlink_to(place.folder)
    (place.home / "line\nbreak").write_text("x")
    archive = place.back_up()
    kept = {"packs/glass/pack.toml", "evaluation/rows.jsonl", "sources.toml", "aver.db", "aver.toml"}
    assert set(files_of(archive)) == kept
    assert said_by(archive)["left_out"] == ["line\\nbreak", "shared"]
    place.restore(archive)
    restored = {path.relative_to(place.folder / "again") for path in (place.folder / "again").rglob("*.*")}
    assert {path.as_posix() for path in restored} == kept


def test_a_declared_sqlite_file_is_copied_with_what_lies_in_its_journal_only(place: Place) -> None:
    with closing(sqlite3.connect(place.home / "crm.db", isolation_level=None)) as crm:
        crm.execute("PRAGMA journal_mode=WAL")
        crm.execute("CREATE TABLE customer (name TEXT)")
        crm.execute("INSERT INTO customer VALUES ('Ann')")
        crm.execute("BEGIN")
        crm.execute("INSERT INTO customer VALUES ('nobody yet')")
        archive = place.back_up()
    assert set(files_of(archive)) == {"aver.db", "aver.toml", "crm.db"}
    place.restore(archive)
    with closing(sqlite3.connect(place.folder / "again" / "crm.db")) as crm:
        assert crm.execute("SELECT name FROM customer").fetchall() == [("Ann",)]


def test_an_upload_that_waits_goes_along_and_its_job_finds_it_at_the_new_place(place: Place) -> None:
    home = open_current(place.home)
    (place.home / "uploads").mkdir()
    for name, words in (("aa", "waits"), ("bb", "of no job"), ("cc", "is done")):
        (place.home / "uploads" / name).write_text(words)
    jobs = JobLog(transactions=home)
    begun = {
        name: jobs.begin(
            JobKind.INGEST,
            asdict(Asked(paths=(str(place.home / "uploads" / name),), uri=f"upload://local/{name}.md", served=True)),
            LOCAL,
            now=lambda: AT,
        )
        for name in ("aa", "cc")
    }
    elsewhere = jobs.begin(JobKind.INGEST, asdict(Asked(paths=("/srv/handbook",))), LOCAL, now=lambda: AT)
    begun["cc"].end(JobStep.DONE)
    archive = place.back_up()
    assert set(files_of(archive)) == {"aver.db", "aver.toml", "uploads/aa"}
    place.restore(archive)
    again = open_current(place.folder / "again")
    found = JobLog(transactions=again)
    waiting = found.job(LOCAL, begun["aa"].id)
    assert waiting.state is JobState.INTERRUPTED
    (path,) = asked_of(dict(waiting.arguments)).there()
    assert path == place.folder / "again" / "uploads" / "aa"
    assert path.read_text() == "waits"
    assert asked_of(dict(found.job(LOCAL, elsewhere.id).arguments)).paths == ("/srv/handbook",)
    for one in (home, again):
        one.engine.dispose()


def test_without_the_key_that_signs_runs_a_restore_is_refused_unless_told(
    aver: Command, folder: Path, tmp_path: Path
) -> None:
    key = Path(aver("init", "--json").json["ledger_key"])
    aver("ingest", folder, "--jobs", "1")
    aver("ask", "How many days of leave are there?")
    aver("backup", "b.zip")
    words = ("restore", "b.zip", "--home", tmp_path / "again")
    kept = key.read_bytes()
    for wrong in (None, bytes(32)):
        key.unlink(missing_ok=True)
        if wrong is not None:
            key.write_bytes(wrong)
        ran = aver(*words)
        assert ran.status == 1
        assert str(key) in ran.err and "--unsafe-without-key" in ran.err
        assert not (tmp_path / "again").exists()
    ran = aver(*words, "--unsafe-without-key")
    assert ran.status == 0
    assert "UNSAFE" in ran.out
    assert aver("runs", "verify", "--home", tmp_path / "again").status == 1
    key.write_bytes(kept)
    assert aver("runs", "verify", "--home", tmp_path / "again").status == 0


def test_a_home_restored_without_its_key_goes_on_with_a_new_one(aver: Command, folder: Path, tmp_path: Path) -> None:
    key = Path(aver("init", "--json").json["ledger_key"])
    aver("ingest", folder, "--jobs", "1")
    aver("ask", "How many days of leave are there?")
    aver("backup", "b.zip")
    key.unlink()
    assert aver("restore", "b.zip", "--home", tmp_path / "again", "--unsafe-without-key").status == 0
    assert aver("ask", "How many days of leave are there?", "--home", tmp_path / "again").status == 0


def test_a_key_inside_the_home_is_told_of_and_found_again(aver: Command, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "aver.toml").write_text('[ledger]\nkey = "signing.key"\n')
    aver("init")
    assert "forge" in aver("backup", "b.zip").out
    found = aver("restore", "b.zip", "--home", tmp_path / "again", "--json").json
    assert (found["ledger_key"], found["ledger_key_fits"]) == (str(tmp_path / "again" / "signing.key"), True)


def test_an_archive_is_never_overwritten_and_never_lies_in_the_home(place: Place) -> None:
    kept = place.back_up()
    for archive in (place.archive, place.home / "b.zip", place.folder / "nowhere" / "b.zip"):
        with pytest.raises(BadInput):
            back_up(place.settings, archive, at=AT)
    assert place.archive.read_bytes() == kept
    assert place.contents() == {"home", "config", "backup.zip"}


def test_there_is_no_backup_of_what_is_no_home(tmp_path: Path) -> None:
    place = Place(tmp_path)
    with pytest.raises(HomeMissing):
        back_up(place.settings, place.archive, at=AT)
    assert place.contents() == set()


@pytest.mark.parametrize(("begin", "end"), [(8_192, 40_960), (4_096, 12_288), (4_096, None), (100, 4_096)])
def test_there_is_no_backup_of_a_damaged_home(place: Place, begin: int, end: int | None) -> None:
    damaged = bytearray((place.home / "aver.db").read_bytes())
    damaged[begin:end] = bytes(len(damaged[begin:end]))
    (place.home / "aver.db").write_bytes(damaged)
    with pytest.raises(StoreDamaged):
        place.back_up()
    assert place.contents() == {"home", "config"}


def test_a_home_with_more_files_than_a_restore_would_read_is_not_backed_up(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", 100)
    with pytest.raises(BadInput):
        place.back_up()
    assert place.contents() == {"home", "config"}


EARLIER = {"0008": (view_row,), "0002": (view_row, job_event, job)}
"""Migrations, and the tables that came after them."""


@pytest.mark.parametrize("version", EARLIER)
def test_a_home_of_an_earlier_version_is_backed_up_as_it_is_and_migrated_when_it_is_opened(
    place: Place, version: str
) -> None:
    home = open_current(place.home)
    with home.write() as connection:
        for table in EARLIER[version]:
            connection.execute(text(f"DROP TABLE {table.name}"))
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
    archive = place.back_up()
    asked = text("SELECT version_num FROM alembic_version")
    with home.read() as connection:
        assert connection.execute(asked).scalar() == version
    home.engine.dispose()
    place.restore(archive)
    again = open_current(place.folder / "again")
    with again.read() as connection:
        assert connection.execute(asked).scalar() == newest()
    again.engine.dispose()


def test_a_backup_of_a_home_that_a_later_version_wrote_is_not_restored_by_this_one(place: Place) -> None:
    home = open_current(place.home)
    with home.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    home.engine.dispose()
    archive = place.back_up()
    with pytest.raises(FromLaterVersion):
        place.restore(archive)
    assert not (place.folder / "again").exists()


def test_a_home_in_postgresql_is_left_to_its_own_tools(aver: Command, tmp_path: Path) -> None:
    aver("init")
    aver("backup", "b.zip")
    (tmp_path / "home" / "aver.toml").write_text(
        '[store]\nurl = "postgresql://aver@db.example/aver"\n[identity]\nmode = "token"\n'
    )
    ran = aver("backup", "c.zip")
    assert ran.status == 1
    assert "pg_dump" in ran.err and not (tmp_path / "c.zip").exists()


def test_a_backup_is_not_restored_where_the_environment_names_another_store(
    aver: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aver("init")
    aver("backup", "b.zip")
    monkeypatch.setenv("AVER_STORE_URL", "postgresql://aver@db.example/aver")
    monkeypatch.setenv("AVER_IDENTITY_MODE", "token")
    ran = aver("restore", "b.zip", "--home", tmp_path / "again")
    assert ran.status == 1
    assert "pg_restore" in ran.err and not (tmp_path / "again").exists()
