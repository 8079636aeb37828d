"""Either of explicit predicates and row-level security keeps tenants apart; without both, the same look leaks (C5)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, select

from aver.errors import BadConfiguration
from aver.stages.analyser import term_keys
from aver.store import schema
from aver.store.engine import Transactions, Way, open_engine
from aver.store.enrichments import save_enrichment
from aver.store.feedback import FeedbackLog, Verdict
from aver.store.home import create_home, open_current
from aver.store.jobs import JobLog
from aver.store.metadata import METADATA
from aver.store.partitions import partitions_of
from aver.store.row_security import EVERY_TENANT
from aver.store.store import Store
from aver.store.views import Shown, ViewLog
from aver.values.enrichment import EnrichmentKind
from aver.values.governance import Caller
from aver.values.identity import baseline_tenant
from aver.values.jobs import JobKind
from tests.log.scenario import KEY, log_on, run_once
from tests.store.adapters import APPLICATION, let_in, on_server, url_of
from tests.store.corpus import DIMENSION, eligibility, governed, new_version, vector_of

AT = "2026-01-01T00:00:00Z"
WORDS = {"t": "refund of glass", "other": "refund of sensors"}
ANN = {tenant: Caller(user="ann", tenant=tenant, principals=frozenset({"ann"})) for tenant in WORDS}
_TENANT_IS = re.compile(r'((?:\w+\.)?tenant) = (%\(\w+\)s(?:::\w+)?(?: COLLATE "C")?)')


@pytest.fixture
def owner(tmp_path: Path) -> str:
    """The owner's url of a home whose application has a role of its own, with a document of each of two tenants."""
    url = url_of(tmp_path / "home")
    create_home(tmp_path / "home", encoder="e", url=url).engine.dispose()
    let_in(url)
    store = opened(as_application(url))
    for tenant, words in WORDS.items():
        store.add([new_version("one.md", [words], governed("ann", tenant=tenant))])
        JobLog(transactions=store.transactions).begin(JobKind.INGEST, {}, ANN[tenant], now=lambda: AT)
        recorded(store, tenant)
    store.close()
    return url


def ways_of(store: Store) -> dict[str, Way]:
    return {"write": store.transactions.write, "read": store.transactions.read}


def recorded(store: Store, tenant: str) -> None:
    """Leave a finished run of ann with a verdict on it, a view, and something made of her document."""
    run = run_once(log_on(store.transactions), caller=ANN[tenant])[0].run
    verdict = Verdict(
        tenant=tenant,
        run=run,
        user="ann",
        at=AT,
        correct=True,
        note="",
        outcome="Answer",
        confidence=0.9,
        form="",
        promised=0.1,
        calibration="",
    )
    ways = ways_of(store)
    FeedbackLog(**ways).add(verdict)
    kind = EnrichmentKind.SUMMARIES
    (version,) = store.lacking(tenant, kind, "test")
    with store.transactions.write(tenant) as connection:
        assert save_enrichment(connection, version, kind=kind, producer="test", payload=b"", at=AT)
        shown = [Shown(document=version.document, version=version.version, content_hash="")]
        ViewLog(**ways, key=KEY).append(connection, ANN[tenant], "ask", shown, at=AT)


def told(store: Store) -> dict[str, int]:
    """Return how many of each kind of what was recorded ann of the tenant `t` gets to see."""
    ways = ways_of(store)
    return {
        "runs": len(log_on(store.transactions).runs(ANN["t"])),
        "verdicts": len(FeedbackLog(**ways).verdicts("t")),
        "views": len(ViewLog(**ways, key=KEY).views("t", limit=9)),
        "lacking": len(store.lacking("t", EnrichmentKind.SUMMARIES, "another")),
        "versions": len(store.newest("t")),
    }


def as_application(url: str) -> str:
    return url.replace("//aver@", f"//{APPLICATION}@")


def opened(url: str, *, forgetful: bool = False) -> Store:
    """Return the store at `url`; `forgetful`: as if nobody had thought of the tenant in any query."""
    engine = open_engine(Path(), url)
    if forgetful:

        @event.listens_for(engine, "before_cursor_execute", retval=True)
        def _forget(_one: Any, _two: Any, statement: str, parameters: Any, *_: Any) -> tuple[str, Any]:
            return _TENANT_IS.sub(r"(\1 = \2 OR TRUE)", statement), parameters

    return Store(Transactions(engine), dimension=DIMENSION)


def seen(store: Store) -> set[str]:
    """Return every text and name that ann of the tenant `t` gets to see."""
    eligible = eligibility("ann")
    hits = store.search_lexical(set(term_keys("refund glass sensors")), 10, eligible=eligible)
    near = store.search_dense(vector_of("refund"), 10, eligible=eligible)
    passages = store.passages([hit.chunk for hit in (*hits, *near)], eligible=eligible)
    jobs = JobLog(transactions=store.transactions).jobs(ANN["t"])
    latest = store.latest("t", "one.md")
    with store.transactions.read("t") as connection:
        texts = connection.execute(select(schema.version.c.text).where(schema.version.c.tenant == "t")).scalars().all()
    return {*texts, *(one.text.text for one in passages), f"{len(jobs)} jobs", str(latest and latest.governance.tenant)}


MINE = {"refund of glass", "1 jobs", "t"}


@pytest.mark.parametrize(
    ("role", "forgetful"),
    [(APPLICATION, False), (APPLICATION, True), ("aver", False)],
    ids=("both", "server", "queries"),
)
@on_server
def test_with_either_of_the_two_nothing_of_another_tenant_is_seen(owner: str, role: str, forgetful: bool) -> None:
    store = opened(owner.replace("//aver@", f"//{role}@"), forgetful=forgetful)
    assert seen(store) == MINE
    assert set(told(store).values()) == {1}
    store.close()


@on_server
def test_without_both_the_same_look_leaks(owner: str) -> None:
    store = opened(owner, forgetful=True)
    assert "refund of sensors" in seen(store)
    assert "2 jobs" in seen(store)
    assert told(store) == {"runs": 2, "verdicts": 2, "views": 2, "lacking": 2, "versions": 1}
    store.close()


@on_server
def test_a_deletion_by_the_application_takes_the_windows_kept_for_comparison_along(owner: str) -> None:
    store = opened(as_application(owner))
    store.add([new_version("one.md", [WORDS["t"]], governed("ann", tenant=baseline_tenant("t")))])
    document = store.newest("t")[0].document
    receipt = store.delete(document, tenant="t", actor="user:ann", at=AT, erase=lambda *_: 0)
    assert dict(receipt.removed)["versions"] == 2
    with store.transactions.read(EVERY_TENANT) as connection:
        assert set(connection.execute(select(schema.version.c.tenant)).scalars()) == {"other"}
    store.close()


@on_server
def test_every_table_with_rows_of_a_tenant_is_guarded_and_shows_nothing_to_who_names_none(owner: str) -> None:
    with psycopg.connect(as_application(owner)) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND rowsecurity")
        inside = {name for table in METADATA.sorted_tables for name in partitions_of(table)}
        assert {name for (name,) in rows} == (METADATA.tables.keys() - {"home"}) | inside
        for table in ("version", "chunk", "tail", "job", "tenant"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


@on_server
def test_a_transaction_of_one_tenant_writes_no_row_of_another(owner: str) -> None:
    store = opened(as_application(owner))
    refused = pytest.raises(Exception, match="row-level security")
    with refused, store.transactions.write("t") as connection:
        connection.execute(schema.tenant.insert().values(name="third", sequence=1))
    with store.transactions.write("t") as connection:
        changed = connection.execute(
            schema.version.update().values(title="taken").where(schema.version.c.tenant != "t")
        )
        assert changed.rowcount == 0
    with store.transactions.read(EVERY_TENANT) as connection:
        assert set(connection.execute(select(schema.version.c.title)).scalars()) == {"one.md"}
    store.close()


@on_server
def test_after_an_upgrade_the_application_says_that_the_owner_is_needed(owner: str) -> None:
    with psycopg.connect(owner, autocommit=True) as admin:
        admin.execute("UPDATE alembic_version SET version_num = '0009'")
    with pytest.raises(BadConfiguration, match="may not change them"):
        open_current(Path(), url=as_application(owner))
    open_current(Path(), url=owner).engine.dispose()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (x int)",
        "DROP TABLE job",
        "TRUNCATE job",
        "ALTER TABLE version DISABLE ROW LEVEL SECURITY",
        "UPDATE run_event SET kind = 'x'",
        "DELETE FROM run_head",
        "DELETE FROM claim_event",
        "DELETE FROM document_view",
        "UPDATE alembic_version SET version_num = '0001'",
        "SET ROLE aver",
        "SELECT text FROM version_p0",
        "DELETE FROM run_payload_p1",
    ],
)
@on_server
def test_the_application_can_do_no_more_than_it_needs(owner: str, statement: str) -> None:
    with psycopg.connect(as_application(owner)) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement.encode())
