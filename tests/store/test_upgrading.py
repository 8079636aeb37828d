"""A logical database is brought to a later version's tables server by server, and no half of it is served (M3)."""

from __future__ import annotations

import json
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from aver.errors import BadConfiguration, BadInput, FromLaterVersion, HomeBusy, PartlyUpgraded, StoreUnreachable
from aver.flows import spreading
from aver.flows.spreading import spread
from aver.stages.analyser import term_keys
from aver.store import postgresql, segments
from aver.store.doctor import open_unchecked
from aver.store.home import create_home, open_current
from aver.store.metadata import METADATA
from aver.store.presence import enter
from aver.store.store import Store
from aver.store.whole_tables import OF_NO_TENANT, tables_of_tenants
from aver.testing import HashEmbedder
from tests import newer
from tests.debian import programs
from tests.depth import deep
from tests.forked import Forked
from tests.log.scenario import log_on, run_once
from tests.logical import Logical, beside, let_in, room
from tests.store import test_both_alike
from tests.store.adapters import APPLICATION, once
from tests.store.corpus import eligibility
from tests.store.test_both_alike import observed, step

pytestmark = pytest.mark.deep

SEED = 5
Rows = list[dict[str, list[str]]]


@pytest.fixture
def older(logical: Logical, tmp_path: Path) -> Iterator[Logical]:
    """A logical database of this version with rows on every server."""
    with beside(logical, tmp_path / "home") as made:
        yield made


def filled(older: Logical, seed: int, monkeypatch: pytest.MonkeyPatch, steps: int = 12) -> tuple[str, ...]:
    """Let a history happen to a tenant of each server; return the tenants."""
    for name, value in (("SEAL_AT", 7), ("MERGE_AT", 3), ("VECTOR_BLOCK_ROWS", 4)):
        monkeypatch.setattr(segments, name, value)
    tenants = older.tenants(f"t{seed} ")
    monkeypatch.setattr(test_both_alike, "TENANTS", tenants)
    with closing(older.open()) as store:
        for number in range(steps):
            step(store, seed, number)
        run_once(log_on(store.transactions))
    return tenants


def held(older: Logical) -> Rows:
    """Return every row of every server with the columns that this version knows."""
    own = tuple(METADATA.tables[name] for name in OF_NO_TENANT)
    return [
        _rows(url, tables)
        for url, tables in ((older.url, own), *((url, tables_of_tenants()) for url in older.shard_urls))
    ]


def _rows(url: str, tables: tuple[Any, ...]) -> dict[str, list[str]]:
    with psycopg.connect(url) as asked:
        found = {}
        for table in tables:
            names = ", ".join(f'"{column.name}"' for column in table.c)
            rows = asked.execute(f"SELECT {names} FROM {table.name}".encode()).fetchall()
            found[table.name] = sorted(map(repr, rows))
        return found


def upgraded(older: Logical, folder: Path, at: str = "") -> Any:
    """Spread as the later version; return what it said, None where it was killed."""
    with Forked(newer.spread_as_newer, folder, older.settings, older.shard_urls, at) as process:
        said = process.communicate()
    assert process.returncode == (0 if said else -9)
    return json.loads(said) if said else None


def looked(older: Logical, folder: Path, tenants: tuple[str, ...], seed: int = SEED, role: str = APPLICATION) -> Any:
    url = older.url.replace("//aver@", f"//{role}@")
    with Forked(newer.look_as_newer, folder, older.settings, url, tenants, seed) as process:
        return json.loads(process.communicate())


def assert_whole(older: Logical, folder: Path, tenants: tuple[str, ...], before: Rows, seen: str, seed: int) -> None:
    """Every row is there and was changed as the migration says; answers are the same, and documents come in."""
    assert held(older) == before
    let_in(*older.shard_urls, older.url)
    got = looked(older, folder, tenants, seed)
    assert got["seen"] == seen and got["notes"] == ["noted"]
    assert all(rows == shelved == remarked for rows, shelved, remarked in got["left"])
    assert sum(rows for rows, *_ in got["left"]) == sum(len(one.get("version", ())) for one in before) > 0


def ways_in(older: Logical) -> tuple[Any, ...]:
    home, url = older.settings.home, older.url
    return (
        lambda: open_current(home, url=url),
        lambda: open_unchecked(home, url=url),
        lambda: create_home(home, encoder=HashEmbedder.encoder_id, url=url),
        lambda: spread(older.settings, older.shard_urls),
    )


@pytest.mark.parametrize("at", newer.STEPS)
@once
def test_an_upgrade_that_is_killed_serves_nobody_by_halves_and_goes_on(
    older: Logical, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    tenants = filled(older, SEED, monkeypatch)
    open_before = older.open()
    seen, before = newer.digest(observed(open_before, SEED)), held(older)
    assert looked(older, tmp_path, tenants)["error"] == "BadConfiguration"
    assert upgraded(older, tmp_path, at) is None
    assert held(older) == before
    if at in newer.BEFORE:
        assert newer.digest(observed(open_before, SEED)) == newer.digest(observed(older.open(), SEED)) == seen
    else:
        for way in ways_in(older):
            with pytest.raises(FromLaterVersion):
                way()
        for tenant in (*tenants, "*"):
            with pytest.raises(PartlyUpgraded) as refused, open_before.transactions.read(tenant):
                pass
            assert "tenants spread" in refused.value.hint
        refused_newer = looked(older, tmp_path, tenants, role="aver")
        assert refused_newer["error"] == "PartlyUpgraded" and "tenants spread" in refused_newer["hint"]
    assert upgraded(older, tmp_path) == {}
    assert_whole(older, tmp_path, tenants, before, seen, SEED)
    with pytest.raises(PartlyUpgraded, match="another version"):
        observed(open_before, SEED)
    open_before.close()


def survives(logical: Logical, seed: int) -> None:
    """Let a random history be upgraded, cut short at random places."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        with beside(logical, folder / "home") as older:
            tenants = filled(older, seed, patch, rng.randint(6, 20))
            with closing(older.open()) as store:
                seen, before = newer.digest(observed(store, seed)), held(older)
            for at in rng.choices([*newer.STEPS], k=rng.randint(1, 4)):
                upgraded(older, folder, at)
                assert held(older) == before
            assert upgraded(older, folder) == {}
            assert_whole(older, folder, tenants, before, seen, seed)


@pytest.mark.parametrize("seed", range(2 + deep(10)))
@once
def test_rows_survive_an_upgrade_wherever_it_is_cut_short(logical: Logical, seed: int) -> None:
    survives(logical, seed)


@once
def test_what_is_upgraded_has_the_tables_of_what_the_later_version_makes(
    logical: Logical, older: Logical, tmp_path: Path
) -> None:
    assert upgraded(older, tmp_path) == {}
    with room(logical, tmp_path / "other") as made:
        assert upgraded(made, tmp_path) == {}
        for server in (logical.coordinator, *logical.shards):
            there, wanted = (statements(server.url, one.schema) for one in (older, made))
            assert there == wanted, there ^ wanted
            assert any("remark" in statement for statement in there)


@once
def test_what_was_spread_in_part_is_finished_by_a_later_version(
    logical: Logical, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> None:
        raise ZeroDivisionError

    with room(logical, tmp_path / "home") as made:
        with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
            patch.setattr(spreading, "_coordinate", failing)
            spread(made.settings, made.shard_urls)
        assert upgraded(made, tmp_path) == {}
        for server in (logical.coordinator, *logical.shards):
            assert any("TABLE x.remark" in statement for statement in statements(server.url, made.schema))


def statements(url: str, name: str) -> set[str]:
    """Return what makes all that lies in a schema."""
    program = (programs() or Path()) / "pg_dump"
    asked = [str(program), "--schema-only", "--no-owner", "--no-acl", "-n", name, url]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.replace(name, "x")
    said = re.sub(r"^(--|\\|SET |SELECT ).*$", "", told, flags=re.MULTILINE)
    return {statement.strip() for statement in re.split(r";\n\n", said)}


@once
def test_an_upgrade_is_alone_and_touches_nothing_where_a_server_is_away_or_another(
    older: Logical, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(older, SEED, monkeypatch)
    before = held(older)
    store = older.open("aver")
    seen = observed(store, SEED)
    at_work = enter(store.transactions, log_on(store.transactions))
    assert upgraded(older, tmp_path)["error"] == HomeBusy.__name__
    at_work.release()
    older.shards[1].kill()
    try:
        assert upgraded(older, tmp_path)["error"] == StoreUnreachable.__name__
    finally:
        older.shards[1].start()
    with Forked(newer.spread_as_newer, tmp_path, older.settings, older.shard_urls[::-1], "") as process:
        assert json.loads(process.communicate())["error"] == BadInput.__name__
    assert observed(store, SEED) == observed(older.open(), SEED) == seen and held(older) == before
    store.close()


@once
def test_whoever_is_being_served_is_waited_for_and_named(older: Logical, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "_BEGIN_WRITE", postgresql._BEGIN_WRITE.replace("60s", "300ms"))
    store = older.open("aver")
    for tenant in ("t", "*"):
        with store.transactions.read(tenant), pytest.raises(HomeBusy, match="tables of the coordinator"):
            spread(older.settings, older.shard_urls)
    spread(older.settings, older.shard_urls)
    store.close()


@once
def test_a_server_that_a_backup_brought_back_to_other_tables_is_not_asked(
    older: Logical, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenants = filled(older, SEED, monkeypatch)
    store: Store = older.open()
    with closing(psycopg.connect(older.shard_urls[1], autocommit=True)) as admin:
        (body,) = admin.execute("SELECT pg_get_functiondef('aver_hear'::regproc)").fetchone() or ("",)
        admin.execute(body.replace("<> '0", "<> '9").encode())
    terms = term_keys("refund policy")
    for tenant, refused in zip(tenants, (False, True, False), strict=True):
        if refused:
            with pytest.raises(PartlyUpgraded, match="another version"):
                store.search_lexical(terms, 9, eligible=eligibility("ann", tenant=tenant))
        else:
            store.search_lexical(terms, 9, eligible=eligibility("ann", tenant=tenant))
    store.close()


@once
def test_an_empty_server_in_the_place_of_one_with_rows_is_refused(older: Logical) -> None:
    with closing(psycopg.connect(older.shard_urls[2], autocommit=True)) as admin:
        admin.execute(f"ALTER SCHEMA {older.schema} RENAME TO {older.schema}_kept".encode())
        admin.execute(f"CREATE SCHEMA {older.schema}".encode())
        try:
            with pytest.raises(BadInput, match="server 3 is empty"):
                spread(older.settings, older.shard_urls)
        finally:
            admin.execute(f"DROP SCHEMA {older.schema}".encode())
            admin.execute(f"ALTER SCHEMA {older.schema}_kept RENAME TO {older.schema}".encode())
    spread(older.settings, older.shard_urls)


@once
def test_an_older_coordinator_names_the_command_that_upgrades_it(older: Logical) -> None:
    with closing(psycopg.connect(older.url, autocommit=True)) as admin:
        admin.execute("UPDATE alembic_version SET version_num = '0001'")
    for way in ways_in(older)[:3]:
        with pytest.raises(BadConfiguration, match="another version") as refused:
            way()
        assert "tenants spread" in refused.value.hint
