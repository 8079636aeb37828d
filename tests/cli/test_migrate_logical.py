"""`aver migrate` into a logical database and out of it: tenant by tenant, verified, a home only at the end (M3)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from aver.errors import BadInput, HomeMissing, StoreDamaged
from aver.flows.moving import move_home
from aver.flows.moving_tenants import place
from aver.flows.spreading import spread
from aver.store import carrying
from aver.store.home import create_home, open_current, open_home
from aver.store.schema import home as facts_of_home
from aver.store.tenant_places import DIRECTORY
from aver.testing import HashEmbedder
from tests.cli import migrate_worker
from tests.cli.conftest import Command
from tests.cli.test_migrate import home, is_sound, made, ranks, settings_of, tables, url  # noqa: F401
from tests.forked import Forked
from tests.logical import Logical, let_in, logical, room  # noqa: F401
from tests.store.adapters import APPLICATION

pytestmark = pytest.mark.deep


@pytest.fixture
def empty(logical: Logical, tmp_path: Path) -> Iterator[Logical]:  # noqa: F811
    """A logical database that was spread and holds no home."""
    with room(logical, tmp_path / "unused") as there:
        spread(there.settings, there.shard_urls)
        let_in(*there.shard_urls, there.url)
        yield there


@pytest.fixture
def many(aver: Command, home: Path, empty: Logical, tmp_path: Path) -> Path:  # noqa: F811
    """A home in a folder with a tenant for each server, beside the one that is there."""
    for tenant in empty.tenants("t"):
        assert added(aver, tmp_path, tenant, "refund.md", "# Refunds\n\nGlass is taken back for a month.\n") == 0
    return home


def added(aver: Command, folder: Path, tenant: str, name: str, words: str) -> int:
    """Let a tenant of a home in a folder have a document; return the exit status."""
    there = folder / f"of {tenant} {name}"
    there.mkdir()
    (there / name).write_text(words)
    return aver("ingest", there, "--tenant", tenant, "--readers", "group:staff", "--jobs", "1").status


def test_a_home_moved_into_a_logical_database_and_back_is_the_same_to_the_bit_and_goes_on_in_both(
    aver: Command, many: Path, empty: Logical, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = aver("keys", "create", "--as", "ann", "--groups", "staff", "--roles", "reader,admin,auditor", "--json").json
    before, rows = ranks(many), tables(many)
    moved = aver("migrate", "--to", empty.url, "--json")
    assert moved.status == 0, moved.err
    assert [moved.json[name] for name in ("documents", "claims", "runs", "jobs")] == [4, 1, 1, 4]
    assert ranks(many) == before == ranks(many, empty.url) != []
    assert tables(many) == rows == tables(many, empty.url)
    held = [[bool(there) for there in empty.rows(tenant)] for tenant in empty.tenants("t")]
    assert held == [[number == shard for number in range(3)] for shard in range(3)]

    monkeypatch.setenv("AVER_STORE_URL", empty.url.replace("//aver@", f"//{APPLICATION}@"))
    monkeypatch.setenv("AVER_IDENTITY_MODE", "token")
    monkeypatch.setenv("AVER_TOKEN", key["token"])
    assert is_sound(aver)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "sick.md").write_text("# Sick leave\n\nSix weeks are paid.\n")
    assert aver("ingest", tmp_path / "more", "--readers", "group:staff", "--jobs", "1").status == 0
    assert "Six weeks" in aver("ask", "How many weeks of sick leave are paid?", "--json").out
    assert is_sound(aver)

    monkeypatch.setenv("AVER_STORE_URL", empty.url)
    then, rows, back = ranks(many, empty.url), tables(many, empty.url), tmp_path / "back"
    moved = aver("migrate", "--to", back, "--json")
    assert moved.status == 0, moved.err
    assert ranks(back) == then != before and tables(back) == rows


def test_a_home_on_one_server_moves_over_several_and_back(home: Path, url: str, empty: Logical) -> None:  # noqa: F811
    move_home(settings_of(home), url)
    rows = tables(home)
    moved = move_home(settings_of(home, url), empty.url)
    assert tables(home, empty.url) == rows
    with pytest.raises(BadInput, match="home in that database"):
        move_home(settings_of(home, empty.url), url)
    with closing(psycopg.connect(empty.coordinator.url, autocommit=True)) as admin:
        admin.execute(f"CREATE SCHEMA {empty.schema}_one".encode())
        one = f"{empty.coordinator.url}&options=-csearch_path%3D{empty.schema}_one"
        try:
            assert move_home(settings_of(home, empty.url), one).tables == moved.tables
            assert tables(home, one) == rows
            with pytest.raises(BadInput, match="another of the same"):
                move_home(settings_of(home, url), one)
        finally:
            admin.execute(f"DROP SCHEMA {empty.schema}_one CASCADE".encode())


def test_a_coordinator_that_sorts_as_in_german_takes_a_home_in_and_gives_it_back(
    aver: Command,
    home: Path,  # noqa: F811
    logical: Logical,  # noqa: F811
    tmp_path: Path,
) -> None:
    for tenant in ("a", "B", "ä", "Z"):
        assert added(aver, tmp_path, tenant, "refund.md", "# Refunds\n\nFor a month.\n") == 0
    rows = tables(home)
    with room(logical, tmp_path / "unused") as there, closing(psycopg.connect(logical.url, autocommit=True)) as admin:
        admin.execute("CREATE DATABASE german TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de'")
        try:
            german = there.coordinator.url.replace("/postgres?", "/german?")
            spread(replace(there.settings, store=replace(there.settings.store, url=german)), there.shard_urls)
            move_home(settings_of(home), german)
            assert tables(home, german) == rows
            move_home(settings_of(home, german), str(tmp_path / "back"))
        finally:
            admin.execute("DROP DATABASE german WITH (FORCE)")
    assert tables(tmp_path / "back") == rows


@pytest.mark.parametrize("at", migrate_worker.STEPS)
def test_a_move_that_is_killed_is_no_home_yet_and_goes_on(many: Path, empty: Logical, at: str) -> None:
    rows = tables(many)
    with Forked(migrate_worker.main, settings_of(many), empty.url, at) as mover:
        pass
    assert mover.returncode == -9
    for way in (create_home, open_home):
        with pytest.raises(HomeMissing, match="being moved into") as refused:
            way(many, encoder=HashEmbedder.encoder_id, url=empty.url)
        assert "goes on" in refused.value.hint
    assert move_home(settings_of(many), empty.url).runs == 1
    assert tables(many) == rows == tables(many, empty.url)
    open_home(many, encoder=HashEmbedder.encoder_id, url=empty.url).engine.dispose()


def test_what_changed_after_a_move_was_cut_short_is_not_mixed_with_what_came(
    aver: Command, many: Path, empty: Logical, tmp_path: Path
) -> None:
    with Forked(migrate_worker.main, settings_of(many), empty.url, "every tenant brought"):
        pass
    tenant = empty.tenants("t")[0]
    assert added(aver, tmp_path, tenant, "late.md", "# Late\n\nGlass is not taken back.\n") == 0
    with pytest.raises(BadInput, match=f"tenant {tenant} has changed"):
        move_home(settings_of(many), empty.url)


@pytest.mark.parametrize("name", ["version", "api_key"])
def test_rows_that_arrive_changed_are_noticed_and_the_database_is_no_home(
    aver: Command, many: Path, empty: Logical, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    aver("keys", "create", "--as", "ann", "--roles", "reader")
    insert = carrying.insert_rows

    def altered(connection: Any, table: Any, rows: Any) -> None:
        if table.name == name:
            rows = [tuple("other" if one in ("Leave", "ann") else one for one in row) for row in rows]
        insert(connection, table, rows)

    with monkeypatch.context() as patch:
        patch.setattr(carrying, "insert_rows", altered)
        with pytest.raises(StoreDamaged, match="arrived changed"):
            move_home(settings_of(many), empty.url)
    with pytest.raises(HomeMissing):
        open_home(many, encoder=HashEmbedder.encoder_id, url=empty.url)
    assert move_home(settings_of(many), empty.url).runs == 1


def test_a_log_that_does_not_verify_is_not_moved(many: Path, empty: Logical) -> None:
    with closing(sqlite3.connect(many / "aver.db")) as database, database:
        database.execute("UPDATE run_payload SET text = x'00'")
    with pytest.raises(StoreDamaged, match="run_"):
        move_home(settings_of(many), empty.url)
    assert empty.rows("default") == [{}] * 3


def test_another_home_is_not_overwritten_and_one_of_a_directory_stays(
    home: Path,  # noqa: F811
    url: str,  # noqa: F811
    empty: Logical,
) -> None:
    move_home(settings_of(home), url)
    with open_current(home, url=url).write() as connection:
        connection.execute(facts_of_home.insert().values(name=DIRECTORY, value=url))
    with pytest.raises(BadInput, match="found by a directory"):
        move_home(settings_of(home, url), empty.url)
    create_home(home, encoder=HashEmbedder.encoder_id, url=empty.url).engine.dispose()
    with pytest.raises(BadInput, match="deals its tenants itself"):
        place(replace(there := settings_of(home), store=replace(there.store, directory=url)), "t", empty.url)
    with pytest.raises(BadInput, match="there is a home in that database"):
        move_home(settings_of(home), empty.url)
