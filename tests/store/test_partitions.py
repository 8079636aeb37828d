"""On PostgreSQL large tables lie in partitions by tenant; a statement about one tenant reads one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, select

from aver.stages.analyser import term_keys
from aver.store import schema, segments
from aver.store.enrichments import clear_enrichments, save_enrichment
from aver.store.metadata import METADATA
from aver.store.partitions import is_in_partitions, key_columns, partitions_of
from aver.store.postgresql import Postgresql
from aver.store.store import Store
from aver.values.enrichment import EnrichmentKind
from tests.log.scenario import CALLER, log_on, run_once
from tests.store.adapters import on_server
from tests.store.corpus import eligibility, governed, new_version, open_store, vector_of

AT = "2026-01-01T00:00:00Z"
LARGE = [table for table in METADATA.sorted_tables if is_in_partitions(table)]
PARTITION = re.compile(r"\b(\w+)_p(\d)\b")
Asked = tuple[str, Any]


@contextmanager
def listening(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Asked]]:
    """Collect every statement sent with its parameters."""
    asked: list[Asked] = []
    fetch = Postgresql.fetch

    def told(self: Postgresql, connection: Connection, statement: str, values: Sequence[object]) -> Sequence[Any]:
        asked.append((statement.replace("?", "%s"), values))
        return fetch(self, connection, statement, values)

    def sent(_one: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        asked.extend((statement, one) for one in (parameters if many else [parameters]))

    event.listen(store.transactions.engine, "before_cursor_execute", sent)
    monkeypatch.setattr(Postgresql, "fetch", told)
    yield asked
    event.remove(store.transactions.engine, "before_cursor_execute", sent)


def work_through(store: Store, tenant: str) -> None:
    """Do what a tenant's day is made of: ingest, search, read, enrich, ask, delete."""
    for number in range(3):
        words = [f"refund of glass {number}", "annual policy"]
        store.add([new_version(f"{number}.md", words, governed("ann", tenant=tenant))])
    store.add([new_version("0.md", ["refund of windows"], governed("ann", tenant=tenant))])
    store.add([new_version("1.md", ["refund of glass 1", "annual policy"], governed("ann", "bob", tenant=tenant))])
    eligible = eligibility("ann", tenant=tenant)
    hits = store.search_lexical(set(term_keys("refund glass")), 9, eligible=eligible)
    store.search_dense(vector_of("refund"), 9, eligible=eligible)
    assert store.passages([hit.chunk for hit in hits], eligible=eligible)
    store.confirmed([hit.chunk for hit in hits], eligible=eligible)
    document, version = (one := store.documents(eligible=eligible)[0]).document, one.id
    store.document(one)
    store.chunks_holding(version, [(0, 6)], eligible=eligible)
    store.texts([document], eligible=eligible)
    store.contents([document], eligible=eligible)
    (lacking, *_) = store.lacking(tenant, EnrichmentKind.SUMMARIES, "test")
    with store.transactions.write(tenant) as connection:
        assert save_enrichment(connection, lacking, kind=EnrichmentKind.SUMMARIES, producer="test", payload=b"", at=AT)
        clear_enrichments(connection, tenant, [lacking.key])
    store.enrichments(EnrichmentKind.SUMMARIES, "test", [document], eligible=eligible)
    store.delete(document, tenant=tenant, actor="user:ann", at=AT, erase=lambda *_: 0)


@on_server
def test_every_statement_about_one_tenant_touches_one_partition_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(segments, "SEAL_AT", 3)
    store = open_store(tmp_path)
    with listening(store, monkeypatch) as asked:
        work_through(store, "t")
        run = run_once(log := log_on(store.transactions))[0].run
        log.events(CALLER, run)
    touched: set[str] = set()
    with psycopg.connect(open_url(store)) as server:
        for statement, values in asked:
            if statement.split()[0] not in ("SELECT", "UPDATE", "DELETE", "WITH"):
                continue
            plan = server.execute(b"EXPLAIN " + statement.encode(), values).fetchall()
            found = {name: set[str]() for name, _ in PARTITION.findall(str(plan))}
            for name, number in PARTITION.findall(str(plan)):
                found[name].add(number)
            assert all(len(numbers) == 1 for numbers in found.values()), (statement, plan)
            touched.update(found)
    store.close()
    assert touched == {table.name for table in LARGE}


def open_url(store: Store) -> str:
    """Return how the store's own server and schema are reached."""
    with store.transactions.engine.connect() as connection:
        info = connection.connection.driver_connection.info  # type: ignore[union-attr]
        (home,) = connection.exec_driver_sql("SELECT current_schema()").one()
        return f"host={info.host} port={info.port} user={info.user} dbname={info.dbname} options='-csearch_path={home}'"


@on_server
def test_rows_lie_in_the_partition_of_their_tenant_and_keys_begin_with_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    for tenant in "abcdefgh":
        store.add([new_version("one.md", ["refund of glass"], governed("ann", tenant=tenant))])
    placed: dict[str, set[str]] = {}
    with store.transactions.read() as connection:
        for row in connection.exec_driver_sql("SELECT tableoid::regclass::text, tenant FROM version"):
            placed.setdefault(row[0], set()).add(row[1])
        for row in connection.exec_driver_sql("SELECT tableoid::regclass::text, tenant FROM chunk"):
            assert row[1] in placed[row[0].replace("chunk", "version")]
        keys = (
            "SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
        )
        for table in METADATA.sorted_tables:
            first = connection.exec_driver_sql(f"{keys} WHERE i.indisprimary AND i.indrelid = '{table.name}'::regclass")
            assert [*first.scalars()] == [*key_columns(table)][:1], table.name
    assert set(placed) <= set(partitions_of(schema.version)) and len(placed) > 1
    assert set().union(*placed.values()) == set("abcdefgh")
    store.close()


@pytest.mark.parametrize(
    "statement",
    ["UPDATE run_event SET kind = 'x'", "DELETE FROM run_event", "TRUNCATE run_event"],
)
@on_server
def test_what_only_grows_grows_only_by_the_name_of_a_partition_too(tmp_path: Path, statement: str) -> None:
    store = open_store(tmp_path)
    run_once(log_on(store.transactions))
    with store.transactions.read() as connection:
        (held,) = connection.exec_driver_sql("SELECT DISTINCT tableoid::regclass::text FROM run_event").one()
    for name in ("run_event", held):
        with psycopg.connect(open_url(store)) as owner, pytest.raises(psycopg.Error, match="append-only"):
            owner.execute(statement.replace("run_event", name).encode())
    store.close()


def test_a_row_of_one_tenant_can_not_hang_on_one_of_another(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.add([new_version("one.md", ["refund of glass"], governed("ann"))])
    with store.transactions.read() as connection:
        key = connection.execute(select(schema.version.c.key)).scalar_one()
    row = {"kind": "summaries", "producer": "", "payload": b"", "vectors": b"", "created_at": AT}
    with pytest.raises(Exception, match=r"(?i)foreign key"), store.transactions.write() as connection:
        connection.execute(schema.enrichment.insert().values(tenant="t", version=key + 1, **row))
    store.close()
