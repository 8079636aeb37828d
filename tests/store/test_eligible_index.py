"""The index against a brute-force oracle, through every change of the store (C2, C3, C5, D1, D2)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from aver.stages.analyser import term_keys
from aver.store import schema, segments
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.governance import Governance
from aver.values.identity import document_id
from tests.depth import deep
from tests.store.adapters import once
from tests.store.corpus import (
    WORDS,
    OracleRow,
    brute_bm25,
    brute_cosine,
    brute_reach,
    eligibility,
    governed,
    new_version,
    open_store,
    ranked,
    vector_of,
)

paragraphs = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=1, max_size=4)
readers = st.sets(st.sampled_from(("ann", "bob", "group:hr")), max_size=2)
CALLERS = (("ann",), ("bob",), ("ann", "group:hr"), ("nobody",))


def lexical_pairs(store: Store, query: str, k: int, *who: str) -> list[tuple[str, float]]:
    hits = store.search_lexical(set(term_keys(query)), k, eligible=eligibility(*who))
    return [(hit.chunk, hit.score) for hit in hits]


def dense_pairs(store: Store, query: str, k: int, *who: str) -> list[tuple[str, float]]:
    return [(hit.chunk, hit.score) for hit in store.search_dense(vector_of(query), k, eligible=eligibility(*who))]


class IndexMachine(RuleBasedStateMachine):
    """Every caller's answers equal the oracle's over what that caller may read, whatever happened before."""

    uris = Bundle("uris")

    @initialize()
    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = open_store(Path(self.folder.name))
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(segments, "SEAL_AT", 6)
        self.patch.setattr(segments, "MERGE_AT", 3)
        self.patch.setattr(segments, "VECTOR_BLOCK_ROWS", 4)
        self.history: dict[str, list[tuple[list[str], Governance]]] = {}
        self.serial = 0

    @rule(target=uris, texts=paragraphs, who=readers)
    def ingest(self, texts: list[str], who: set[str]) -> str:
        self.serial += 1
        uri = f"doc-{self.serial}.md"
        self.store.add([new_version(uri, texts, governed(*who))])
        self.history[uri] = [(texts, governed(*who))]
        return uri

    @rule(uri=uris, texts=paragraphs, who=readers)
    def supersede(self, uri: str, texts: list[str], who: set[str]) -> None:
        self.store.add([new_version(uri, texts, governed(*who))])
        self.history[uri] = [(old, rule) for old, rule in self.history[uri] if old != texts]
        self.history[uri].append((texts, governed(*who)))

    @rule(uri=uris, who=readers)
    def change_readers(self, uri: str, who: set[str]) -> None:
        known = self.store.latest("t", uri)
        assert known is not None
        with self.store.transactions.write() as connection:
            change_governance(connection, [known.key], governed(*who))
        self.history[uri][-1] = (self.history[uri][-1][0], governed(*who))

    @rule(uri=consumes(uris))
    def delete(self, uri: str) -> None:
        document = document_id(tenant="t", uri=uri)
        self.store.delete(document, tenant="t", actor="ann", at="2026-01-01T00:00:00Z", erase=lambda *_: 0)
        del self.history[uri]

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = open_store(Path(self.folder.name))

    def rows_for(self, who: tuple[str, ...]) -> list[OracleRow]:
        rows: list[OracleRow] = []
        listed = {one.uri: one for one in self.store.documents(eligible=eligibility(*who))}
        for uri, versions in self.history.items():
            readable = [texts for texts, rule in versions if rule.readers & set(who)]
            assert (uri in listed) == bool(readable)
            if readable:
                rows += self.chunk_rows(listed[uri].key, readable[-1])
        return rows

    def chunk_rows(self, version: int, texts: list[str]) -> list[OracleRow]:
        with self.store.transactions.read() as connection:
            chunk = schema.chunk.c
            ids = connection.execute(select(chunk.id).where(chunk.version == version).order_by(chunk.start)).scalars()
            return [OracleRow(f"chk_{raw.hex()}", text) for raw, text in zip(ids, texts, strict=True)]

    @invariant()
    def every_caller_sees_the_oracle(self) -> None:
        if not hasattr(self, "store"):
            return
        for who in CALLERS:
            rows = self.rows_for(who)
            for query in ("refund of the annual policy", "glass x86_64"):
                assert lexical_pairs(self.store, query, 5, *who) == ranked(brute_bm25(rows, query), 5)
                reach = self.store.search_terms(set(term_keys(query)), 5, eligible=eligibility(*who))[1]
                assert reach == pytest.approx(brute_reach(rows, query), abs=1e-6)
                assert dense_pairs(self.store, query, 5, *who) == ranked(brute_cosine(rows, query), 5)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.patch.undo()
            self.folder.cleanup()


def test_every_caller_finds_what_the_oracle_finds_after_any_history() -> None:
    run_state_machine_as_test(IndexMachine, settings=settings(max_examples=4, stateful_step_count=12, deadline=None))


@once
@pytest.mark.deep
def test_every_caller_finds_what_the_oracle_finds_after_many_long_histories() -> None:
    run_state_machine_as_test(
        IndexMachine, settings=settings(max_examples=deep(300), stateful_step_count=25, deadline=None)
    )
