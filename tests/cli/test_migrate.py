"""`aver migrate`: a whole home into PostgreSQL and back, the same to the bit; refused where it would overwrite (M2)."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aver.config import Settings, ledger_key_path
from aver.errors import BadInput, HomeBusy, StoreDamaged
from aver.flows import moving
from aver.flows.moving import move_home
from aver.index.vectors import to_fixed
from aver.stages.analyser import term_keys
from aver.store.carrying import held
from aver.store.engine import Transactions, open_engine
from aver.store.home import open_current
from aver.store.presence import NAME
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.governance import Eligibility
from tests.cli.asking_home import aver as said
from tests.cli.conftest import Command
from tests.store.adapters import POSTGRESQL, on, url_of

EMBEDDER = HashEmbedder()
QUOTE = "Everybody who works here is granted twenty-eight days of leave a year."
ELIGIBLE = Eligibility(
    tenant="default", principals=frozenset({"group:staff"}), clearance=1, as_of="2026-06-01", policy_version="1"
)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with on(POSTGRESQL):
        yield url_of(tmp_path / "target")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a home that holds documents, a deletion, a claim, a run and a job."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aver.app.BuiltinEmbedder", lambda workers: HashEmbedder())
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("AVER_HOME", str(folder / "home"))
        (folder / "handbook").mkdir()
        (folder / "handbook" / "leave.md").write_text(f"# Leave\n\n{QUOTE}\n")
        (folder / "handbook" / "old.md").write_text("# Old leave\n\nTwenty days a year.\n")
        assert said("init").status == 0
        staff = ("--readers", "group:staff")
        assert said("ingest", str(folder / "handbook"), *staff, "--jobs", "1").status == 0
        cite = ("--cites", "leave.md", "--quote", QUOTE, "--groups", "staff")
        assert said("claims", "author", "There are 28 days of leave.", *cite, *staff).status == 0
        listed = said("documents", "list", "--groups", "staff", "--json").json["documents"]
        (old,) = (one for one in listed if one["uri"] == "old.md")
        assert said("documents", "delete", old["document_id"], "--groups", "staff").status == 0
        as_staff = ("--groups", "staff", "--json")
        assert QUOTE in said("ask", "How many days of leave a year is everybody who works here granted?", *as_staff).out
    return folder


@pytest.fixture
def home(aver: Command, made: Path, tmp_path: Path) -> Path:
    """A home of the test's own, and the key that signs for it."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "home"


def ranks(home: Path, url: str = "") -> list[tuple[str, str]]:
    store = Store(open_current(home, url=url), dimension=EMBEDDER.dimension)
    query = to_fixed(EMBEDDER.encode(["days of leave"]))[0]
    found = (
        *store.search_lexical(term_keys("days of leave a year"), 20, eligible=ELIGIBLE),
        *store.search_dense(query, 20, eligible=ELIGIBLE),
    )
    store.close()
    return [(hit.chunk, hit.score.hex()) for hit in found]


def tables(home: Path, url: str = "") -> dict[str, tuple[int, str]]:
    transactions = open_current(home, url=url)
    with transactions.read() as connection:
        found = {one.table: (one.rows, one.digest) for one in held(connection)}
    transactions.engine.dispose()
    found.pop("home")
    return found


def is_sound(aver: Command) -> bool:
    doctor, runs = aver("doctor", "--deep", "--json"), aver("runs", "verify")
    assert runs.status == 0, runs.err + runs.out
    return bool(doctor.json["problems"] == [])


@pytest.mark.deep
def test_a_home_moved_into_postgresql_and_back_is_the_same_to_the_bit_and_goes_on_in_both(
    aver: Command, home: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = aver("keys", "create", "--as", "ann", "--groups", "staff", "--roles", "reader,admin,auditor", "--json").json
    before, rows = ranks(home), tables(home)
    moved = aver("migrate", "--to", url, "--json")
    assert moved.status == 0, moved.err
    counted = [moved.json[name] for name in ("documents", "claims", "runs", "jobs")]
    assert counted == [1, 1, 1, 1]
    assert ranks(home) == before == ranks(home, url) != []
    assert tables(home) == rows == tables(home, url)
    assert is_sound(aver)

    monkeypatch.setenv("AVER_STORE_URL", url)
    monkeypatch.setenv("AVER_IDENTITY_MODE", "token")
    monkeypatch.setenv("AVER_TOKEN", token["token"])
    assert is_sound(aver)
    assert "28 days" in aver("claims", "list").out
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "sick.md").write_text("# Sick leave\n\nSix weeks are paid.\n")
    added = aver("ingest", tmp_path / "more", "--readers", "group:staff", "--jobs", "1", "--json")
    assert added.json["counts"]["added"] == 1
    assert "Six weeks" in aver("ask", "How many weeks of sick leave are paid?", "--json").out
    assert is_sound(aver)

    then, rows = ranks(home, url), tables(home, url)
    back = tmp_path / "back"
    moved = aver("migrate", "--to", back, "--json")
    assert moved.status == 0, moved.err
    assert [path.name for path in back.iterdir()] == ["aver.db"]
    assert ranks(back) == then != before
    assert tables(back) == rows
    for name in ("AVER_STORE_URL", "AVER_IDENTITY_MODE", "AVER_TOKEN"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AVER_HOME", str(back))
    assert is_sound(aver)
    assert "Six weeks" in aver("ask", "How many weeks of sick leave are paid?", "--groups", "staff", "--json").out
    assert is_sound(aver)


def settings_of(home: Path, url: str = "") -> Settings:
    from aver.config import read_settings

    given = {"AVER_STORE_URL": url, "AVER_IDENTITY_MODE": "token"} if url else {}
    return read_settings(home, {"XDG_CONFIG_HOME": str(home.parent / "config"), **given})


def test_what_is_not_empty_is_not_touched(home: Path, url: str, tmp_path: Path) -> None:
    move_home(settings_of(home), url)
    kept = tables(home, url)
    with pytest.raises(BadInput, match="there is a home in that database"):
        move_home(settings_of(home), url)
    with pytest.raises(BadInput, match=r"there is a home in .* already"):
        move_home(settings_of(home, url), str(home))
    with pytest.raises(BadInput, match="another of the same"):
        move_home(settings_of(home), str(tmp_path / "elsewhere"))
    assert tables(home, url) == kept == tables(home)
    assert not (tmp_path / "elsewhere").exists()


def test_nobody_else_may_be_at_work_in_the_home(home: Path, url: str) -> None:
    transactions = open_current(home)
    lock = transactions.lock(NAME)
    lock.share()
    with pytest.raises(HomeBusy):
        move_home(settings_of(home), url)
    lock.release()
    transactions.engine.dispose()
    assert move_home(settings_of(home), url).runs == 1


@pytest.mark.parametrize("statement", ["UPDATE run_payload SET text = x'00'", "UPDATE run SET outcome = 'Abstain'"])
def test_a_log_that_does_not_verify_is_not_moved(home: Path, url: str, statement: str) -> None:
    with sqlite3.connect(home / "aver.db") as database:
        database.execute(statement)
    database.close()
    with pytest.raises(StoreDamaged, match="run_"):
        move_home(settings_of(home), url)
    assert rows_in(home, url) == 0


def test_a_move_that_fails_leaves_nothing_behind_and_can_be_begun_again(
    home: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> int:
        raise ZeroDivisionError

    kept = tables(home)
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_verified", failing)
        with pytest.raises(ZeroDivisionError):
            move_home(settings_of(home), url)
    assert rows_in(home, url) == 0 and tables(home) == kept
    assert move_home(settings_of(home), url).runs == 1
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_verified", failing)
        with pytest.raises(ZeroDivisionError):
            move_home(settings_of(home, url), str(tmp_path / "back"))
    assert [*(tmp_path / "back").iterdir()] == []
    move_home(settings_of(home, url), str(tmp_path / "back"))
    assert tables(tmp_path / "back") == kept


def test_rows_that_arrive_changed_are_noticed(home: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from aver.store import carrying

    def altered(connection: Any, table: Any, rows: Any) -> None:
        if table.name == "version":
            rows = [tuple("Twenty-nine" if one == "Leave" else one for one in row) for row in rows]
        insert(connection, table, rows)

    insert = carrying.insert_rows
    monkeypatch.setattr(carrying, "insert_rows", altered)
    with pytest.raises(StoreDamaged, match="version arrived changed"):
        move_home(settings_of(home), url)
    assert rows_in(home, url) == 0


def test_the_target_is_signed_with_the_same_key_and_no_other(home: Path, url: str) -> None:
    moved = move_home(settings_of(home), url)
    key = ledger_key_path(settings_of(home), moved.home_id)
    key.write_bytes(bytes(32))
    with pytest.raises(Exception, match="not the one that signs"):
        move_home(settings_of(home, url), str(home.parent / "back"))


def rows_in(home: Path, url: str) -> int:
    engine = open_engine(home, url)
    with Transactions(engine).read() as connection:
        found = sum(one.rows for one in held(connection))
    engine.dispose()
    return found
