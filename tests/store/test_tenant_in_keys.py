"""A home from before the tenant stood in every key keeps its rows, keys and order, and goes on (migration 0012)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, inspect, select, text

from aver.errors import StoreDamaged
from aver.stages.analyser import term_keys
from aver.store import schema, segments
from aver.store.carrying import Carried, held
from aver.store.claim_tables import claim_anchor
from aver.store.engine import Transactions
from aver.store.home import DATABASE, create_home, open_current
from aver.store.metadata import METADATA
from aver.store.row_security import guard
from aver.store.store import Store
from tests.log.scenario import log_on, run_once
from tests.store.adapters import on_postgresql, on_server, triggers, url_of
from tests.store.corpus import DIMENSION, eligibility, governed, new_version

SQLITE = """
CREATE TABLE posting (segment INTEGER NOT NULL, term INTEGER NOT NULL, block BLOB NOT NULL,
  PRIMARY KEY (segment, term), FOREIGN KEY (segment) REFERENCES segment (key)) WITHOUT ROWID;
CREATE TABLE vector_block (segment INTEGER NOT NULL, number INTEGER NOT NULL, vectors BLOB NOT NULL,
  PRIMARY KEY (segment, number), FOREIGN KEY (segment) REFERENCES segment (key));
"""
POSTGRESQL = Path(__file__).with_name("tables_0011.sql")
BLOCKS = ("posting", "vector_block")
LARGE = ("version", "chunk", "tail", "segment", *BLOCKS, "enrichment", "run_event", "run_payload")
WHOLE = ("claim_anchor", "review_item", "feedback")
TERMS = set(term_keys("refund glass 3"))


def filled(folder: Path) -> Store:
    """Return the store of a home with rows in every table that the migration changes."""
    store = Store(create_home(folder, encoder="e", url=url_of(folder)), dimension=DIMENSION)
    for tenant in ("t", "other", "ü"):
        for number in range(3):
            words = [f"refund {number} {part} of glass" for part in range(4)]
            store.add([new_version(f"{number}.md", words, governed("ann", tenant=tenant))])
    run_once(log_on(store.transactions))
    with store.transactions.write() as connection:
        key = connection.execute(select(schema.version.c.key).where(schema.version.c.tenant == "t").limit(1)).scalar()
        there = {"tenant": "t", "claim": "c", "number": 1, "place": 0, "version": key, "start": 0, "end": 1}
        connection.execute(insert(claim_anchor).values(**there, although_superseded=False))
    return store


def put_back(connection: Connection) -> None:
    """Bring the tables to what migration 0011 left."""
    names = (*LARGE, *WHOLE) if on_postgresql() else BLOCKS
    made = POSTGRESQL.read_text() if on_postgresql() else SQLITE
    rows = {name: connection.execute(select(METADATA.tables[name])).mappings().all() for name in names}
    for name in reversed(names):
        connection.execute(text(f"DROP TABLE {name} {'CASCADE' if on_postgresql() else ''}"))
    for statement in made.split(";\n"):
        if statement.strip():
            connection.execute(text(statement))
    for name in names:
        old = {column["name"] for column in inspect(connection).get_columns(name)}
        for row in rows[name]:
            values = {column: value for column, value in row.items() if column in old}
            columns = ", ".join(f'"{column}"' for column in values)
            marks = ", ".join(f":{column}" for column in values)
            connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({marks})"), values)
        guard(connection, METADATA.tables[name])
    connection.execute(text("UPDATE alembic_version SET version_num = '0011'"))


def contents(transactions: Transactions) -> tuple[Carried, ...]:
    with transactions.read() as connection:
        return held(connection)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(segments, "SEAL_AT", 8)
    return filled(tmp_path)


def test_every_row_is_there_afterwards_and_the_home_goes_on(tmp_path: Path, old: Store) -> None:
    before, eligible = contents(old.transactions), eligibility("ann")
    with old.transactions.read() as connection:
        guards = triggers(connection)
    hits = old.search_lexical(TERMS, 9, eligible=eligible)
    assert {one.table for one in before if one.rows} >= {*LARGE} - {"enrichment"}
    with old.transactions.write() as connection:
        put_back(connection)
    old.close()
    store = Store(open_current(tmp_path, url=url_of(tmp_path)), dimension=DIMENSION)
    assert contents(store.transactions) == before
    with store.transactions.read() as connection:
        assert triggers(connection) == guards
        assert not [name for name in inspect(connection).get_table_names() if name.startswith("old_")]
    assert store.search_lexical(TERMS, 9, eligible=eligible) == hits
    store.add([new_version("new.md", ["refund 3 of glass"], governed("ann"))])
    assert store.search_lexical(TERMS, 9, eligible=eligible) != hits
    store.close()


@on_server
def test_the_tables_are_those_of_a_home_just_made(tmp_path: Path, old: Store) -> None:
    described = (
        "SELECT tablename, regexp_replace(indexdef, ' ON .* USING', '') FROM pg_indexes "
        "WHERE schemaname = current_schema()",
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE connamespace = current_schema()::regnamespace AND contype IN ('p', 'f', 'u') AND conparentid = 0",
        "SELECT tablename, rowsecurity FROM pg_tables WHERE schemaname = current_schema()",
        "SELECT tablename, qual FROM pg_policies WHERE schemaname = current_schema()",
    )
    with old.transactions.write() as connection:
        new = [sorted(map(tuple, connection.exec_driver_sql(one))) for one in described]
        put_back(connection)
        assert [sorted(map(tuple, connection.exec_driver_sql(one))) for one in described] != new
    old.close()
    store = Store(open_current(tmp_path, url=url_of(tmp_path)), dimension=DIMENSION)
    with store.transactions.read() as connection:
        assert [sorted(map(tuple, connection.exec_driver_sql(one))) for one in described] == new
    store.close()


def test_a_block_of_no_segment_stops_it_and_nothing_was_changed(tmp_path: Path, old: Store) -> None:
    astray = "INSERT INTO posting (segment, term, block) VALUES (99, 1, 'x')"
    with old.transactions.write() as connection:
        put_back(connection)
        if on_postgresql():
            connection.execute(text("ALTER TABLE posting DROP CONSTRAINT posting_segment_fkey"))
            connection.execute(text(astray))
    old.close()
    if not on_postgresql():
        with closing(sqlite3.connect(tmp_path / DATABASE)) as unchecked, unchecked:
            unchecked.execute(astray)
    for _ in range(2):
        with pytest.raises(StoreDamaged, match="1 rows of posting"):
            open_current(tmp_path, url=url_of(tmp_path))
