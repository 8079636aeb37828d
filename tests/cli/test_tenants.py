"""Tenants on several servers: found by the directory, moved whole, and living on one server at every moment (M3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import Connection

from aver.config import Settings
from aver.errors import BadInput, HomeBusy, StoreDamaged, TenantElsewhere, TenantMoving
from aver.flows import moving_tenants
from aver.flows.moving_tenants import move_tenant, place
from aver.stages.analyser import term_keys
from aver.store.carrying import held_of
from aver.store.directory import Directory
from aver.store.engine import Transactions, open_engine
from aver.store.home import create_home, open_current
from aver.store.job_queue import put, take
from aver.store.jobs import JobLog
from aver.store.signing import signing_key
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.governance import Caller
from aver.values.jobs import JobKind
from tests.cli.conftest import Command
from tests.cli.move_worker import STEPS, main, settings_of
from tests.forked import Forked
from tests.store.adapters import POSTGRESQL, on, url_of
from tests.store.corpus import DIMENSION, eligibility, governed, new_version

pytestmark = pytest.mark.deep

ACME = "acme"
ANN = Caller(user="ann", tenant=ACME, principals=frozenset({"user:ann"}))


@dataclass(frozen=True)
class Servers:
    """Two servers with a home each, and a directory."""

    one: str
    two: str
    settings: Settings

    def open(self, url: str) -> Store:
        return Store(open_current(self.settings.home, url=url), dimension=DIMENSION)

    def rows(self, url: str, tenant: str = ACME) -> dict[str, tuple[int, str]]:
        """Return what a server holds of a tenant, live or not."""
        engine = open_engine(Path("unused"), url)
        with Transactions(engine).read() as connection:
            found = {one.table: (one.rows, one.digest) for one in held_of(connection, tenant) if one.rows}
        engine.dispose()
        return found

    def alive(self, tenant: str = ACME) -> list[str]:
        """Return the servers that answer for a tenant."""
        return [url for url in (self.one, self.two) if answers(self.open(url), tenant)]


def answers(store: Store, tenant: str = ACME) -> bool:
    try:
        store.latest(tenant, "0.md")
    except (TenantElsewhere, TenantMoving):
        return False
    return True


def version(uri: str, *paragraphs: str, tenant: str = ACME) -> Any:
    return new_version(uri, paragraphs, governed("ann", tenant=tenant))


def ranks(store: Store) -> list[tuple[str, str]]:
    hits = store.search_lexical(term_keys("refund policy"), 9, eligible=eligibility("ann", tenant=ACME))
    return [(hit.chunk, hit.score.hex()) for hit in hits]


def made_url(folder: Path) -> str:
    folder.mkdir()
    return url_of(folder)


@contextmanager
def a_directory(server: str) -> Iterator[str]:
    """Yield the url of an empty schema for a directory."""
    base, name = server.partition("&options")[0], f"d{uuid4().hex}"
    with psycopg.connect(base, autocommit=True) as admin:
        admin.execute(f"CREATE SCHEMA {name}")
        yield f"{base}&options=-csearch_path%3D{name}"
        admin.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    with on(POSTGRESQL), ExitStack() as stack:
        one, two = (made_url(tmp_path / name) for name in ("one", "two"))
        directory = stack.enter_context(a_directory(one))
        settings = settings_of(tmp_path / "home", directory, tmp_path / "signing.key")
        for url in (one, two):
            home = create_home(tmp_path / "home", encoder=HashEmbedder.encoder_id, url=url)
            signing_key(home, tmp_path / "signing.key", shared=True)
            with home.write() as connection:
                connection.exec_driver_sql("SELECT setval(pg_get_serial_sequence('version', 'key'), 3)")
        made = Servers(one=one, two=two, settings=settings)
        store = made.open(one)
        for number in range(4):
            store.add([version(f"{number}.md", f"refund policy {number}"), version(f"{number}.md", "b", tenant="b")])
        JobLog(transactions=store.transactions).add(JobKind.INGEST, {}, ANN, at="2026", state=STATE)
        store.close()
        for tenant in (ACME, "b"):
            place(settings, tenant, one)
        place(settings, "c", two)
        own = made.open(two)
        with pytest.raises(TenantElsewhere):
            own.add([version("0.md", "refund")])
        yield made


STATE = "done"


def test_a_moved_tenant_answers_as_before_and_leaves_nothing_behind(servers: Servers) -> None:
    before, rows, others = ranks(servers.open(servers.one)), servers.rows(servers.one), servers.rows(servers.one, "b")
    stale = servers.open(servers.one)
    assert ranks(stale) == before != []
    moved = move_tenant(servers.settings, ACME, servers.two)
    assert {one.table: (one.rows, one.digest) for one in moved.tables if one.rows} == rows == servers.rows(servers.two)
    assert servers.rows(servers.one) == {} and servers.rows(servers.one, "b") == others
    assert ranks(servers.open(servers.two)) == before
    assert servers.alive() == [servers.two] and servers.alive("b") == [servers.one]
    for late in (lambda: ranks(stale), lambda: stale.add([version("9.md", "refund")])):
        with pytest.raises(TenantElsewhere):
            late()
    servers.open(servers.two).add([version("9.md", "refund policy nine")])
    assert len(ranks(servers.open(servers.two))) == len(before) + 1
    move_tenant(servers.settings, ACME, servers.one)
    assert servers.alive() == [servers.one] and ranks(stale) == ranks(servers.open(servers.one))
    stale.add([version("10.md", "refund policy ten")])


def test_while_a_tenant_moves_it_is_read_at_the_old_server_and_changed_nowhere(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ranks(servers.open(servers.one))
    old, new = servers.open(servers.one), servers.open(servers.two)
    seen: list[str] = []

    def looked(step: Callable[..., Any], name: str) -> Callable[..., Any]:
        def then(*words: Any, **named: Any) -> Any:
            made = step(*words, **named)
            seen.append(name)
            live, other = (old, new) if "flip" not in seen else (new, old)
            assert ranks(live) == before
            with pytest.raises(TenantElsewhere):
                ranks(other)
            if live is old:
                with pytest.raises(TenantMoving, match="moved to another server"):
                    live.add([version("9.md", "refund")])
                with pytest.raises(TenantMoving), live.transactions.write():
                    pass
                live.add([version("9.md", f"b {len(seen)}", tenant="b")])
            return made

        return then

    for owner, name in ((moving_tenants, "_brought"), (moving_tenants, "hold"), (Directory, "flip")):
        monkeypatch.setattr(owner, name, looked(getattr(owner, name), name) if name != "hold" else getattr(owner, name))
    monkeypatch.setattr(moving_tenants, "_finish", looked(moving_tenants._finish, "finish"))
    move_tenant(servers.settings, ACME, servers.two)
    assert seen == ["_brought", "flip", "finish"]
    assert len(ranks(new)) == len(before)
    new.add([version("9.md", "refund")])


@pytest.mark.parametrize("step", STEPS)
def test_a_mover_that_is_killed_leaves_one_live_place_and_can_go_on(servers: Servers, step: str) -> None:
    before, rows = ranks(servers.open(servers.one)), servers.rows(servers.one)
    with Forked(main, servers.settings, servers.two, step) as mover:
        pass
    assert mover.returncode == -9
    (live,) = servers.alive()
    found = Directory(servers.settings.store.directory).find(ACME)
    assert found is not None and found.url == live
    assert ranks(servers.open(live)) == before and servers.rows(live) == rows
    if step == "source told":
        with pytest.raises(TenantMoving):
            servers.open(live).add([version("9.md", "another policy")])
        with pytest.raises(BadInput, match="isn't over"):
            place(servers.settings, ACME, live)
    else:
        servers.open(live).add([version("9.md", "another policy")])
    move_tenant(servers.settings, ACME, servers.two)
    assert servers.alive() == [servers.two] and servers.rows(servers.one) == {}
    assert len(ranks(servers.open(servers.two))) == len(before) + (step != "source told")
    assert move_tenant(servers.settings, ACME, servers.two).tables == ()


def test_a_tenant_lives_on_one_server_however_it_is_placed(servers: Servers) -> None:
    with pytest.raises(BadInput, match="lives on another server"):
        place(servers.settings, ACME, servers.two)
    assert place(servers.settings, ACME, servers.one).url == servers.one
    place(servers.settings, "new", servers.two)
    assert servers.alive("new") == [servers.two]


def test_rows_that_did_not_come_by_a_move_are_not_overwritten(servers: Servers) -> None:
    engine = open_engine(Path("unused"), servers.two)
    Store(Transactions(engine), dimension=DIMENSION).add([version("own.md", "refund")])
    engine.dispose()
    with pytest.raises(BadInput, match="of its own"):
        move_tenant(servers.settings, ACME, servers.two)
    assert servers.alive() == [servers.one]


def test_servers_that_sign_with_other_keys_or_rows_that_arrive_changed_are_refused(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = servers.rows(servers.one)
    carry = moving_tenants.carry_tenant

    def altered(giving: Connection, taking: Connection, tenant: str) -> Any:
        made = carry(giving, taking, tenant)
        taking.exec_driver_sql("UPDATE version SET title = 'changed' WHERE uri = '1.md'")
        return made

    with monkeypatch.context() as patch:
        patch.setattr(moving_tenants, "carry_tenant", altered)
        with pytest.raises(StoreDamaged, match="version arrived changed"):
            move_tenant(servers.settings, ACME, servers.two)
    assert servers.rows(servers.two) == {} and servers.alive() == [servers.one]
    home = open_engine(Path("unused"), servers.two)
    with Transactions(home).write() as connection:
        connection.exec_driver_sql("UPDATE home SET value = 'other' WHERE name = 'signer'")
    home.dispose()
    with pytest.raises(BadInput, match="differ in their signer"):
        move_tenant(servers.settings, ACME, servers.two)
    assert servers.rows(servers.one) == rows and servers.alive() == [servers.one]


def test_a_move_waits_for_writers_under_way(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving_tenants, "WAIT_SECONDS", 0.2)
    store = servers.open(servers.one)
    with store.transactions.write(ACME), pytest.raises(HomeBusy):
        move_tenant(servers.settings, ACME, servers.two)
    move_tenant(servers.settings, ACME, servers.two)


def test_a_mover_that_lost_its_lock_changes_nothing_and_what_was_written_meanwhile_is_kept(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = moving_tenants._brought

    def cut_off(*words: Any) -> Any:
        made = brought(*words)
        with psycopg.connect(servers.one, autocommit=True) as admin:
            held = "locktype = 'advisory' AND mode = 'ExclusiveLock' AND pid <> pg_backend_pid()"
            admin.execute(f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE {held}")
            while admin.execute(f"SELECT FROM pg_locks WHERE {held}").fetchall():
                pass
        servers.open(servers.one).add([version("9.md", "another policy")])
        return made

    with monkeypatch.context() as patch:
        patch.setattr(moving_tenants, "_brought", cut_off)
        with pytest.raises(HomeBusy, match="broke"):
            move_tenant(servers.settings, ACME, servers.two)
    assert servers.alive() == [servers.one]
    kept = ranks(servers.open(servers.one))
    move_tenant(servers.settings, ACME, servers.two)
    assert ranks(servers.open(servers.two)) == kept and len(kept) == 5


def test_workers_take_no_job_of_a_tenant_that_lives_elsewhere(servers: Servers) -> None:
    here = JobLog(transactions=servers.open(servers.one).transactions)
    name = put(here, JobKind.INGEST, {}, ANN, at="2026-01-01T00:00:00Z").id
    moved = Transactions(open_engine(Path("unused"), servers.one))
    with moved.write() as connection:
        connection.exec_driver_sql("UPDATE tenant_place SET state = 'arrived'")
    directory = Directory(servers.settings.store.directory)
    found = directory.find(ACME)
    assert found is not None and directory.flip(found, home="elsewhere", url=servers.two)
    assert take(here, (JobKind.INGEST,), now=lambda: "2026") is None
    assert directory.flip(directory.find(ACME) or found, home=found.home, url=servers.one)
    taken = take(here, (JobKind.INGEST,), now=lambda: "2026")
    assert taken is not None and taken[0].id == name
    moved.engine.dispose()


def test_the_command_line_finds_a_tenant_where_the_directory_says(
    aver: Command, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with on(POSTGRESQL), ExitStack() as stack:
        one, two = (made_url(tmp_path / name) for name in ("one", "two"))
        directory = stack.enter_context(a_directory(one))
        monkeypatch.setenv("AVER_IDENTITY_MODE", "token")
        monkeypatch.setenv("AVER_IDENTITY_TENANT", ACME)
        monkeypatch.setenv("AVER_LEDGER_KEY", str(tmp_path / "signing.key"))
        for url in (two, one):
            monkeypatch.setenv("AVER_STORE_URL", url)
            assert aver("init").status == 0
        key = aver("keys", "create", "--as", "ann", "--groups", "staff", "--roles", "reader,admin", "--json").json
        monkeypatch.setenv("AVER_TOKEN", key["token"])
        monkeypatch.delenv("AVER_STORE_URL")
        monkeypatch.setenv("AVER_STORE_DIRECTORY", directory)
        lost = aver("documents", "list")
        assert lost.status != 0 and "aver tenants place" in lost.err
        assert aver("tenants", "place", ACME, "--at", one).status == 0
        assert aver("ingest", folder, "--readers", "group:staff", "--jobs", "1", "--json").json["counts"]["added"] == 2
        asked = aver("ask", "How many days of leave a year?", "--json").json
        moved = aver("tenants", "move", ACME, "--to", two, "--json").json
        assert moved["runs"] == 1 and moved["rows"] > 10
        listed = aver("tenants", "list", "--json").json
        assert listed == {"tenants": [{"tenant": ACME, "url": two, "left": ""}]}
        again = aver("ask", "How many days of leave a year?", "--json").json
        assert "Everybody has twenty-eight days of leave a year." in str(asked) and parts(again) == parts(asked) != []
        assert aver("runs", "verify").status == 0
        assert aver("doctor", "--deep", "--json").json["problems"] == []
        monkeypatch.setenv("AVER_STORE_URL", one)
        refused = aver("documents", "list")
        assert refused.status != 0 and "AVER_TOKEN holds none" in refused.err


def parts(asked: Any) -> list[str]:
    """Return the ids of all that an answer rests on."""
    return re.findall(r"\b(?!run)[a-z]+_[0-9a-f]{32}", str(asked))
