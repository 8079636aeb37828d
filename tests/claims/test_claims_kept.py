"""Claims as a home keeps them: migrated, verified by the doctor, found under another encoder too (A9, J4)."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from aver.flows.claim_search import frozen_claims
from aver.flows.claims import author, correct, propose, unfreeze
from aver.flows.review import accept, reject
from aver.stages.eligibility import eligibility_of
from aver.store.claim_index import ClaimIndex
from aver.store.claim_tables import TABLES
from aver.store.doctor_claims import claim_problems
from aver.store.home import create_home, open_home
from aver.store.problems import ProblemKind
from aver.testing import HashEmbedder
from tests.claims.desks import GLASS, RANGE, RATE, a_draft, a_store, desk, governed, live, read_from, write
from tests.store.adapters import triggers, url_of


def test_a_home_from_before_claims_gets_their_tables_with_their_guards(tmp_path: Path) -> None:
    transactions = create_home(tmp_path, encoder="one", url=url_of(tmp_path))
    with transactions.write() as connection:
        for table in reversed(TABLES):
            connection.execute(text(f"DROP TABLE {table.name}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0005'"))
    transactions.engine.dispose()
    opened = open_home(tmp_path, encoder="one", url=url_of(tmp_path))
    assert {table.name for table in TABLES} <= set(inspect(opened.engine).get_table_names())
    with opened.read() as connection:
        found = triggers(connection)
    assert {"claim_version_refuses_update", "claim_event_refuses_delete", "claim_version_words_only_go"} <= set(found)
    opened.engine.dispose()


class OtherEmbedder(HashEmbedder):
    encoder_id = "other-words-384:1"


def test_claims_are_found_under_another_encoder_as_soon_as_it_is_asked(tmp_path: Path) -> None:
    who = desk(a_store(tmp_path))
    names = set(live(who, RATE, RANGE))
    eligible = eligibility_of(who.caller, as_of="2026-06-01")
    index = ClaimIndex(who.store)
    for embedder in (HashEmbedder(), OtherEmbedder(), HashEmbedder()):
        found = frozen_claims(index, embedder, RATE, 5, eligible=eligible)
        assert {one.claim.id for one in found} == names
    last = HashEmbedder()
    frozen_claims(index, last, RATE, 5, eligible=eligible)
    assert last.encoded == 1


DAMAGE = {
    "UPDATE claim_standing SET state = 'unfrozen' WHERE state = 'frozen'": ProblemKind.CLAIM,
    "DELETE FROM claim_standing": ProblemKind.LINK,
    "UPDATE claim_source SET document = 'doc_0'": ProblemKind.LINK,
    "UPDATE claim_anchor SET start = start + 1": ProblemKind.SPAN,
}


@pytest.mark.parametrize("statement", DAMAGE)
def test_the_doctor_finds_damaged_claims_and_none_in_sound_ones(tmp_path: Path, statement: str) -> None:
    who = desk(a_store(tmp_path))
    first, second = live(who, RATE, RANGE)
    correct(who, first, a_draft())
    unfreeze(who, second)
    accept(who, [second])
    author(who, a_draft("Mine.", quotes=()), own=governed("team"))
    (third,) = (one.id for one in propose(who, [read_from(who.store, "sheet.md", GLASS)]))
    reject(who, third, reason="no")
    write(who.store, "sheet.md", ["Datasheet", RATE])
    with who.store.transactions.write() as connection:
        assert list(claim_problems(connection)) == []
        connection.execute(text(statement))
        assert DAMAGE[statement] in {one.kind for one in claim_problems(connection)}
