"""One logical database over three servers: the answers of a single file, each transaction on one server (M3)."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from aver.errors import BadConfiguration, BadInput, ShardAway, StoreUnreachable
from aver.flows.ask import ask
from aver.flows.spreading import spread
from aver.flows.tools import ask_tools
from aver.stages.analyser import term_keys
from aver.store import schema, segments
from aver.store.home import create_home, open_current
from aver.store.keys import KeyStore
from aver.store.presence import enter
from aver.store.shards import over_shards
from aver.store.store import Store
from aver.store.writing import add_version
from aver.testing import HashEmbedder
from aver.values.governance import Caller
from aver.values.identity import baseline_tenant
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.depth import deep
from tests.log.scenario import log_on, run_once
from tests.logical import COUNT, Logical, let_in
from tests.store import test_both_alike
from tests.store.adapters import APPLICATION, once
from tests.store.corpus import eligibility, governed, new_version, open_store
from tests.store.test_both_alike import AT, observed, step
from tests.store.test_partitions import listening, work_through
from tests.store.test_row_security import opened

pytestmark = pytest.mark.deep

SHARD = re.compile(r"_s(\d)$")


@pytest.fixture
def forgetful(logical: Logical) -> Iterator[Store]:
    """The application's store, as if nobody had thought of the tenant in any query."""
    store = opened(logical.url.replace("//aver@", f"//{APPLICATION}@"), forgetful=True)
    store.transactions = type(store.transactions)(over_shards(store.transactions.engine))
    yield store
    store.close()


def found(store: Store, tenant: str) -> list[tuple[str, str]]:
    hits = store.search_lexical(set(term_keys("refund policy")), 9, eligible=eligibility("ann", tenant=tenant))
    return [(hit.chunk, hit.score.hex()) for hit in hits]


def foreign(plan: Any) -> Iterator[dict[str, str]]:
    """Yield every part of a plan that a shard is asked for."""
    for part in plan.values() if isinstance(plan, dict) else plan if isinstance(plan, list) else ():
        yield from foreign(part)
    if isinstance(plan, dict) and "Remote SQL" in plan:
        yield plan


def version(uri: str, *paragraphs: str, tenant: str) -> Any:
    return new_version(uri, paragraphs, governed("ann", tenant=tenant))


@pytest.mark.parametrize(
    ("seed", "role"),
    [
        (2, APPLICATION),
        (3, "aver"),
        *((seed, APPLICATION) for seed in range(4, 4 + deep(10))),
    ],
)
@once
def test_tenants_on_three_servers_get_what_one_file_gives_to_the_bit(
    logical: Logical, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, role: str
) -> None:
    for name, value in (("SEAL_AT", 7), ("MERGE_AT", 3), ("VECTOR_BLOCK_ROWS", 4)):
        monkeypatch.setattr(segments, name, value)
    tenants = logical.tenants(f"alike{seed} ")
    monkeypatch.setattr(test_both_alike, "TENANTS", tenants)
    one, other = open_store(tmp_path), logical.open(role)
    for number in range(15):
        assert step(one, seed, number) == step(other, seed, number)
    newcomer = logical.open(role)
    assert observed(one, seed) == observed(other, seed) == observed(newcomer, seed)
    asked = Inquiry(question=Sealed("What is the annual refund policy of the sensor window?"))
    for tenant in tenants:
        caller = Caller(user="ann", tenant=tenant, principals=frozenset({"ann"}))
        told = [
            [*ask(asked, caller, replace(ask_tools(store, HashEmbedder()), now=lambda: AT))] for store in (one, other)
        ]
        assert told[0] == told[1]
    held = [[bool(rows) for rows in logical.rows(tenant)] for tenant in tenants]
    assert held == [[number == shard for number in range(COUNT)] for shard in range(COUNT)]
    for store in (one, other, newcomer):
        store.close()


@once
def test_every_statement_about_a_tenant_goes_to_its_server_and_names_it_there(
    logical: Logical, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "SEAL_AT", 3)
    store, (_, tenant, _) = logical.open("aver"), logical.tenants("plan")
    with listening(store, monkeypatch) as asked:
        work_through(store, tenant)
        run_once(log_on(store.transactions), caller=Caller(user="ann", tenant=tenant, principals=frozenset({"ann"})))
    looked, unnamed = 0, []
    with psycopg.connect(logical.url) as server:
        for statement, values in asked:
            if statement.split()[0] not in ("SELECT", "UPDATE", "DELETE", "WITH"):
                continue
            (plan,) = server.execute(b"EXPLAIN (VERBOSE, FORMAT JSON) " + statement.encode(), values).fetchone() or ()
            scans = [*foreign(plan)]
            assert {SHARD.search(one["Relation Name"])[1] for one in scans} <= {"1"}, (statement, plan)  # type: ignore[index]
            remote = [one["Remote SQL"] for one in scans]
            unnamed += [one for one in remote if not re.search(r"\b(tenant|name|ctid) = ", one)]
            looked += len(remote)
    store.close()
    assert unnamed == []
    assert looked > 40


@once
def test_windows_kept_for_comparison_lie_with_their_tenant(logical: Logical) -> None:
    tenants = (*logical.tenants("window"), "ä", "")
    assert logical.shards_of([baseline_tenant(one) for one in tenants]) == logical.shards_of(tenants)


@once
def test_a_transaction_changes_rows_of_one_server_and_of_nothing_else(logical: Logical) -> None:
    here, there, _ = logical.tenants("only")
    for role in (APPLICATION, "aver"):
        store = logical.open(role)
        with pytest.raises(BadInput, match="many tenants"), store.transactions.write(here) as connection:
            connection.execute(schema.tenant.insert().values(name=here, sequence=1))
            connection.execute(schema.tenant.insert().values(name=there, sequence=1))
        with pytest.raises(BadInput, match=r"many tenants|refuses this"), store.transactions.write() as connection:
            connection.execute(schema.tenant.update().values(sequence=9))
        with pytest.raises(BadInput, match="many tenants"), store.transactions.write(here) as connection:
            connection.execute(schema.home.insert().values(name=here, value=""))
        store.close()
    assert logical.rows(here) == logical.rows(there) == [{}] * COUNT


@once
def test_with_policies_at_either_end_nothing_of_another_tenant_is_seen_and_with_neither_it_is(
    logical: Logical, forgetful: Store
) -> None:
    tenants = logical.tenants("hidden")
    neighbour = logical.tenants("next")[0]
    store = logical.open()
    for tenant in (*tenants, neighbour):
        store.add([version("one.md", f"secret of {tenant}", tenant=tenant)])
    store.close()

    def told() -> set[str]:
        with forgetful.transactions.read(tenants[0]) as connection:
            texts = connection.exec_driver_sql("SELECT text FROM version WHERE text LIKE 'secret of %%'")
            return {one.removeprefix("secret of ") for one in texts.scalars()}

    def guarded(*urls: str, on: bool) -> None:
        for url in urls:
            with closing(psycopg.connect(url, autocommit=True)) as owner:
                owner.execute(f"ALTER TABLE version {'ENABLE' if on else 'DISABLE'} ROW LEVEL SECURITY")

    shards = [shard.url for shard in logical.shards]
    everybody = {*tenants, neighbour}
    try:
        assert told() == {tenants[0]}
        guarded(logical.url, on=False)
        assert told() == {tenants[0]}
        guarded(*shards, on=False)
        assert told() == everybody
        guarded(logical.url, on=True)
        assert told() == {tenants[0]}
    finally:
        guarded(logical.url, *shards, on=True)
    with forgetful.transactions.read() as connection:
        assert everybody <= set(connection.exec_driver_sql("SELECT tenant FROM version").scalars())


@once
def test_what_the_coordinator_holds_of_another_tenant_is_hidden_by_a_policy_as_on_one_server(
    logical: Logical, forgetful: Store
) -> None:
    mine, other, _ = logical.tenants("key")
    keys = KeyStore(write=forgetful.transactions.write, read=forgetful.transactions.read)
    callers = [Caller(user="u", tenant=tenant, principals=frozenset({"u"})) for tenant in (mine, other)]
    made = [keys.create(caller, note="", at=AT) for caller in callers]
    with forgetful.transactions.read(mine) as connection:
        assert connection.exec_driver_sql("SELECT id FROM api_key").scalars().all() == [made[0][0].id]
    assert [keys.of_token(token, at=AT) for _, token in made] == [key for key, _ in made]


@once
def test_a_server_that_is_away_is_named_while_tenants_of_the_others_are_answered(logical: Logical) -> None:
    tenants = logical.tenants("away")
    store = logical.open()
    for tenant in tenants:
        store.add([version("one.md", "refund policy", tenant=tenant)])
    before = {tenant: found(store, tenant) for tenant in tenants}
    logical.shards[1].kill()
    try:
        for late in (store, logical.open()):
            with pytest.raises(ShardAway, match="shard_1") as refused:
                found(late, tenants[1])
            assert "served" in refused.value.hint
            with pytest.raises(ShardAway):
                late.add([version("two.md", "refund", tenant=tenants[1])])
            for tenant in (tenants[0], tenants[2]):
                assert found(late, tenant) == before[tenant] != []
                late.add([version("two.md", "another refund policy", tenant=tenant)])
                late.delete(late.latest(tenant, "two.md").document, tenant=tenant, actor="a", at=AT, erase=lambda *_: 0)
            enter(late.transactions, log_on(late.transactions)).release()
    finally:
        logical.shards[1].start()
    assert {tenant: found(store, tenant) for tenant in tenants} == before
    store.close()


@once
def test_what_a_server_was_killed_in_is_seen_whole_or_not_at_all(logical: Logical) -> None:
    _, _, tenant = logical.tenants("killed")
    store = logical.open()
    store.add([version("one.md", "refund policy", tenant=tenant)])
    before, rows = found(store, tenant), logical.rows(tenant)
    with pytest.raises(StoreUnreachable), store.transactions.write(tenant) as connection:
        add_version(connection, version("two.md", "refund policy of glass", "refund of windows", tenant=tenant))
        logical.shards[2].kill()
        add_version(connection, version("three.md", "refund", tenant=tenant))
    logical.shards[2].start()
    assert found(store, tenant) == before and logical.rows(tenant) == rows
    with pytest.raises(StoreUnreachable, match="not known"), store.transactions.write(tenant) as connection:
        add_version(connection, version("two.md", "refund policy of glass", "refund of windows", tenant=tenant))
        logical.shards[2].kill()
    logical.shards[2].start()
    assert found(store, tenant) == before and logical.rows(tenant) == rows
    store.add([version("two.md", "refund policy of glass", tenant=tenant)])
    assert len(found(store, tenant)) == 2
    store.close()


@pytest.mark.parametrize("seed", range(deep(8)))
@once
def test_whatever_is_killed_while_it_commits_keeps_what_was_acknowledged_and_only_whole(
    logical: Logical, seed: int
) -> None:
    victim = logical.coordinator if seed % 4 == 3 else logical.shards[1]
    tenant, store, acknowledged = logical.tenants(f"crash{seed} ")[1], logical.open(), 0
    killing = threading.Timer(random.Random(seed).uniform(0.05, 0.8), victim.kill)
    killing.start()
    with pytest.raises(StoreUnreachable):
        for number in range(1_000):
            store.add([version(f"{number}.md", "refund policy", "of glass", tenant=tenant)])
            acknowledged += 1
    killing.join()
    victim.start()
    held = len(store.newest(tenant))
    assert held - acknowledged in (0, 1)
    rows = dict.fromkeys(("document", "version"), held) | dict.fromkeys(("chunk", "tail"), 2 * held) | {"tenant": 1}
    assert logical.rows(tenant) == [{}, rows if held else {}, {}]
    store.add([version("more.md", "refund policy", tenant=tenant)])
    store.close()


@once
def test_the_same_command_again_keeps_every_row_and_goes_on_numbering(logical: Logical) -> None:
    tenant = logical.tenants("again")[0]
    store = logical.open("aver")
    store.add([version("one.md", "refund policy", tenant=tenant)])
    before = found(store, tenant)
    urls = [shard.url for shard in logical.shards]
    spread(logical.settings, urls)
    let_in(logical.url)
    store.add([version("two.md", "refund policy two", tenant=tenant)])
    keys = [one.key for one in store.newest(tenant)]
    assert len(found(store, tenant)) == 2 == len(set(keys)) and before[0][0] in dict(found(store, tenant))
    with pytest.raises(BadInput, match="not shard 1"):
        spread(logical.settings, urls[::-1])
    with pytest.raises(BadInput, match="over 3 servers"):
        spread(logical.settings, urls[:2])
    with pytest.raises(BadInput, match="two servers"):
        spread(logical.settings, [urls[0], urls[0]])
    store.close()


@once
def test_a_coordinator_of_another_version_is_not_migrated(logical: Logical) -> None:
    with closing(psycopg.connect(logical.url, autocommit=True)) as admin:
        known = admin.execute("SELECT version_num FROM alembic_version").fetchone()
        try:
            admin.execute("UPDATE alembic_version SET version_num = '0001'")
            with pytest.raises(BadConfiguration, match="another version"):
                logical.open("aver")
        finally:
            admin.execute("UPDATE alembic_version SET version_num = %s", known)
    logical.open("aver").close()


@once
def test_a_server_of_a_logical_database_is_no_home_and_a_home_becomes_none(logical: Logical, tmp_path: Path) -> None:
    shard = logical.shards[0].url
    with pytest.raises(BadConfiguration, match="a shard"):
        create_home(tmp_path, encoder="e", url=shard)
    home = f"{logical.url}&options=-csearch_path%3Dplain"
    for url in (logical.url, shard):
        with closing(psycopg.connect(url, autocommit=True)) as admin:
            admin.execute("CREATE SCHEMA IF NOT EXISTS plain")
    create_home(tmp_path, encoder="e", url=home).engine.dispose()
    settings = replace(logical.settings, store=replace(logical.settings.store, url=home))
    urls = [one.url for one in logical.shards]
    with pytest.raises(BadInput, match="holds a home"):
        spread(settings, urls)
    open_current(tmp_path, url=home).engine.dispose()
    with psycopg.connect(logical.url, autocommit=True) as admin:
        admin.execute("DROP SCHEMA plain CASCADE; CREATE SCHEMA plain")
    with pytest.raises(BadInput, match="is not shard"):
        spread(settings, urls)
