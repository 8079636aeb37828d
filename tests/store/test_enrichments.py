"""What is made of a version is read under the version's eligibility and goes with it (A7, A9, C2, C5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select, text

from aver.errors import StoreDamaged
from aver.store import schema
from aver.store.enrichments import enrichment_problems, save_enrichment, versions_lacking
from aver.store.home import create_home, open_home
from aver.store.problems import ProblemKind
from aver.store.revisions import newest
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.documents import Synthetic
from aver.values.enrichment import EnrichmentKind, Unenriched, pack, unpack
from aver.values.identity import document_id
from tests.store.adapters import unguarded, url_of
from tests.store.corpus import eligibility, governed, new_version, open_store

KIND = EnrichmentKind.LIFELINES
ANN = eligibility("user:ann")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path)
    made.add([new_version("open.md", ["the policy"], governed("user:ann"))])
    made.add([new_version("closed.md", ["annual refund"], governed("user:bob"))])
    yield made
    made.close()


def lacking(store: Store, producer: str = "one") -> dict[str, Unenriched]:
    return {one.uri: one for one in store.lacking("t", KIND, producer)}


def save(store: Store, made_of: Unenriched, payload: bytes = b"", *, producer: str = "one") -> bool:
    with store.transactions.write() as connection:
        return save_enrichment(
            connection, made_of, kind=KIND, producer=producer, payload=payload or pack(()), at="2026-01-01T00:00:00Z"
        )


def read(store: Store, *uris: str, producer: str = "one") -> list[str]:
    documents = [document_id(tenant="t", uri=uri) for uri in uris]
    return [one.uri for one in store.enrichments(KIND, producer, documents, eligible=ANN)]


def test_an_enrichment_is_read_only_by_those_who_may_read_its_version(store: Store) -> None:
    for one in lacking(store).values():
        assert save(store, one)
    assert read(store, "closed.md", "open.md", "missing.md") == ["open.md"]


def test_reading_keeps_the_order_asked_and_names_a_document_once(store: Store) -> None:
    store.add([new_version("b.md", ["of glass"], governed("user:ann"))])
    for one in lacking(store).values():
        save(store, one)
    assert read(store, "b.md", "open.md", "b.md") == ["b.md", "open.md"]


def test_of_two_versions_the_eligible_one_is_read(store: Store) -> None:
    save(store, lacking(store)["open.md"])
    store.add([new_version("open.md", ["the new policy"], governed("user:bob"))])
    for one in lacking(store).values():
        save(store, one)
    found = store.enrichments(KIND, "one", [document_id(tenant="t", uri="open.md")], eligible=ANN)
    mine = store.documents(eligible=ANN)
    assert [one.version for one in found] == [one.id for one in mine if one.uri == "open.md"]


def test_what_another_producer_made_counts_as_missing_until_it_is_replaced(store: Store) -> None:
    save(store, lacking(store)["open.md"])
    assert set(lacking(store)) == {"closed.md"}
    assert set(lacking(store, "two")) == {"closed.md", "open.md"}
    assert read(store, "open.md", producer="two") == []
    save(store, lacking(store, "two")["open.md"], producer="two")
    assert read(store, "open.md") == []
    assert read(store, "open.md", producer="two") == ["open.md"]


def test_what_was_made_of_a_version_that_changed_since_is_not_stored(store: Store) -> None:
    listed = lacking(store)["open.md"]
    with store.transactions.write() as connection:
        change_governance(connection, [listed.key], governed("user:ann", "user:cat"))
    assert not save(store, listed)
    assert "open.md" in lacking(store)


def test_what_was_made_of_a_deleted_version_is_not_stored(store: Store) -> None:
    listed = lacking(store)["open.md"]
    delete(store)
    assert not save(store, listed)


def delete(store: Store) -> dict[str, int]:
    receipt = store.delete(
        document_id(tenant="t", uri="open.md"), tenant="t", actor="ann", at="2026-02-01", erase=lambda *_: 0
    )
    return dict(receipt.removed)


def test_deleting_a_document_removes_what_was_made_of_it_and_says_so(store: Store) -> None:
    save(store, lacking(store)["open.md"])
    assert delete(store)["enrichments"] == 1
    with store.transactions.read() as connection:
        assert connection.execute(select(schema.enrichment)).all() == []


def test_reading_a_file_anew_removes_what_was_made_of_the_old_reading(store: Store) -> None:
    save(store, lacking(store)["open.md"])
    again = new_version("open.md", ["the policy"], governed("user:ann"))
    store.add([_with_pipeline(again)])
    assert "open.md" in lacking(store)
    assert read(store, "open.md") == []


def _with_pipeline(version: object) -> object:
    from dataclasses import replace

    return replace(version, pipeline="other")  # type: ignore[type-var]


def test_a_tenant_s_work_list_holds_none_of_another_s(store: Store) -> None:
    store.add([new_version("far.md", ["glass"], governed("user:ann", tenant="far"))])
    with store.transactions.read() as connection:
        assert [one.uri for one in versions_lacking(connection, "far", KIND, "one")] == ["far.md"]
    assert "far.md" not in lacking(store)


DAMAGE = {
    "UPDATE enrichment SET version = 999": ProblemKind.ORPHAN,
    "UPDATE enrichment SET tenant = 'other'": ProblemKind.LINK,
    "UPDATE enrichment SET payload = :zero": ProblemKind.BLOB,
}


@pytest.mark.parametrize("statement", DAMAGE)
def test_the_doctor_finds_damaged_enrichments(store: Store, statement: str) -> None:
    save(store, lacking(store)["open.md"])
    with store.transactions.engine.connect() as connection, unguarded(connection):
        assert list(enrichment_problems(connection)) == []
        connection.execute(text(statement), {"zero": b"\0"} if ":zero" in statement else {})
        assert [one.kind for one in enrichment_problems(connection)] == [DAMAGE[statement]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A value as a producer may pack it."""

    label: Synthetic
    score: float


def test_a_packed_value_comes_back_as_it_was() -> None:
    value = (Noted(label=Synthetic(label="ü"), score=0.5),)
    assert unpack(tuple[Noted, ...], pack(value)) == value


@pytest.mark.parametrize(
    "payload", [b"", b"{}", pack(())[:-2], pack((Noted(label=Synthetic(label="x"), score=1.0), 7))]
)
def test_bytes_that_nobody_packed_are_refused(payload: bytes) -> None:
    with pytest.raises(StoreDamaged):
        unpack(tuple[Noted, ...], payload)


def test_a_home_of_the_first_schema_is_brought_up_to_date_when_opened(tmp_path: Path) -> None:
    transactions = create_home(tmp_path, encoder="one", url=url_of(tmp_path))
    with transactions.write() as connection:
        connection.execute(text("DROP TABLE enrichment"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    transactions.engine.dispose()
    opened = open_home(tmp_path, encoder="one", url=url_of(tmp_path))
    with opened.read() as connection:
        assert connection.execute(select(schema.enrichment)).all() == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest()
    opened.engine.dispose()
