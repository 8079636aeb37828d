"""The doctor finds every kind of planted damage, and a rebuilt index is the old one (A9, architecture.md)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import text

from aver.errors import HomeMissing, StoreDamaged
from aver.flows.deletion import delete
from aver.stages.analyser import term_keys
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from aver.store import segments
from aver.store.doctor import examine, open_unchecked
from aver.store.engine import Transactions
from aver.store.problems import Problem, ProblemKind
from aver.store.rebuilding import rebuild
from aver.testing import HashEmbedder
from tests.ingest.folders import Home
from tests.store.adapters import mostly_once, once, spoken, unguarded

LOCAL = caller_of("local", tenant="default")
PAGES = {f"{number:02}.md": f"# Page {number}\n\nSensor {number} keeps window w{number}.\n" for number in range(24)}


@pytest.fixture
def filled(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with sealed segments, dead slots and a tail."""
    monkeypatch.setattr(segments, "SEAL_AT", 8)
    monkeypatch.setattr(segments, "MERGE_AT", 4)
    home.write(PAGES)
    home.ingest(batch_chunks=3)
    delete(home.store, LOCAL, "03.md", at="2026-02-01T00:00:00Z")
    home.write({"extra.md": "# Extra\n\nIn the tail.\n"})
    home.ingest(home.folder / "extra.md")
    return home


def found(home: Home, encoder: str = HashEmbedder.encoder_id, *, deep: bool = True) -> tuple[Problem, ...]:
    return examine(home.transactions, encoder=encoder, dimension=384, deep=deep).problems


def kinds(home: Home) -> set[ProblemKind]:
    return {problem.kind for problem in found(home)}


def harm(home: Home, *statements: str, **values: object) -> None:
    with home.transactions.engine.connect() as connection, unguarded(connection):
        for statement in statements:
            named = {name: value for name, value in values.items() if f":{name}" in statement}
            assert connection.execute(text(spoken(statement)), named).rowcount > 0, statement


def hits(home: Home) -> list[tuple[str, float]]:
    eligible = eligibility_of(LOCAL, as_of="2026-06-01")
    dense = home.store.search_dense(
        np.rint(home.embedder.encode(["sensor 7 window"])[0] * 32767).astype(np.int16), 30, eligible=eligible
    )
    lexical = home.store.search_lexical(set(term_keys("sensor 7 window")), 30, eligible=eligible)
    return [(hit.chunk, hit.score) for hit in (*dense, *lexical)]


def test_a_sound_home_has_no_problems_and_says_what_was_looked_at(filled: Home) -> None:
    report = examine(filled.transactions, encoder=HashEmbedder.encoder_id, dimension=384)
    assert report.problems == ()
    checked = dict(report.checked)
    assert checked["chunks"] == checked["documents"] == 24
    assert checked["segments"] >= 1


DAMAGE = {
    "a chunk's index row is gone": ("DELETE FROM tail", {ProblemKind.NOT_INDEXED}),
    "a chunk is gone": (
        "DELETE FROM chunk WHERE key = (SELECT max(key) FROM chunk)",
        {ProblemKind.ORPHAN},
    ),
    "a version is gone": (
        "DELETE FROM version WHERE uri = '05.md'",
        {ProblemKind.ORPHAN, ProblemKind.LINK},
    ),
    "a document is gone": ("DELETE FROM document WHERE uri = '05.md'", {ProblemKind.LINK}),
    "a posting block is gone": (
        "DELETE FROM posting WHERE term = (SELECT max(term) FROM posting)",
        {ProblemKind.TERMS},
    ),
    "a posting block is cut": ("UPDATE posting SET block = substr(block, 1, length(block) - 1)", {ProblemKind.BLOB}),
    "a posting names a slot outside": ("UPDATE posting SET block = x'ffff01'", {ProblemKind.POSTING}),
    "a frequency is another": (
        "UPDATE posting SET block = x'000009' WHERE term = (SELECT min(term) FROM posting WHERE length(block) = 3)",
        {ProblemKind.TERMS},
    ),
    "a frequency is zero": ("UPDATE posting SET block = x'000000'", {ProblemKind.POSTING}),
    "vectors are gone": ("DELETE FROM vector_block", {ProblemKind.BLOB}),
    "vectors are cut": ("UPDATE vector_block SET vectors = substr(vectors, 3)", {ProblemKind.BLOB}),
    "vectors are zero": ("UPDATE vector_block SET vectors = zeroblob(length(vectors))", {ProblemKind.VECTOR}),
    "a tail vector is short": ("UPDATE tail SET vector = substr(vector, 3)", {ProblemKind.BLOB}),
    "a tail vector is zero": ("UPDATE tail SET vector = zeroblob(length(vector))", {ProblemKind.VECTOR}),
    "tail terms do not rise": (
        "UPDATE tail SET terms = zeroblob(length(terms))",
        {ProblemKind.POSTING, ProblemKind.TERMS},
    ),
    "a tail row names another chunk": (
        "UPDATE tail SET id = randomblob(16)",
        {ProblemKind.IDENTITY, ProblemKind.ORPHAN, ProblemKind.NOT_INDEXED},
    ),
    "segment columns are cut": ("UPDATE segment SET lengths = substr(lengths, 9)", {ProblemKind.BLOB}),
    "a length is another": ("UPDATE tail SET length = length + 1", {ProblemKind.TERMS}),
    "alive is miscounted": ("UPDATE segment SET alive = alive + 1", {ProblemKind.COUNT}),
    "the text was changed": ("UPDATE version SET text = replace(text, 'Sensor', 'Censor')", {ProblemKind.TERMS}),
    "the text was cut": ("UPDATE version SET text = ''", {ProblemKind.SPAN}),
    "a version claims other bytes": (
        "UPDATE version SET content_hash = 'x' WHERE uri = '05.md'",
        {ProblemKind.IDENTITY},
    ),
    "a chunk claims another place": (
        "UPDATE chunk SET detail = json_set(detail, '$.chunk.start', 1)",
        {ProblemKind.IDENTITY, ProblemKind.SPAN, ProblemKind.TERMS},
    ),
    "a chunk cannot be read": ("UPDATE chunk SET detail = '{}'", {ProblemKind.BLOB}),
    "the encoder is another": ("UPDATE home SET value = 'e5' WHERE name = 'encoder'", {ProblemKind.ENCODER}),
    "one version has another encoder": (
        "UPDATE version SET pipeline = 'p s a e5' WHERE uri = '05.md'",
        {ProblemKind.ENCODER},
    ),
    "the analyser is another": ("UPDATE home SET value = 'none' WHERE name = 'analyser'", {ProblemKind.FACT}),
    "a fact is gone": ("DELETE FROM home WHERE name = 'id'", {ProblemKind.FACT}),
    "the migration is unknown": ("UPDATE alembic_version SET version_num = '9999'", {ProblemKind.SCHEMA}),
}


@mostly_once
@pytest.mark.parametrize("what", DAMAGE)
def test_planted_damage_is_found(filled: Home, what: str) -> None:
    statement, expected = DAMAGE[what]
    harm(filled, statement)
    assert expected & kinds(filled), found(filled)


def test_a_chunk_indexed_twice_is_found(filled: Home) -> None:
    with filled.transactions.read() as connection:
        row = segments.unpack_rows(*connection.execute(text("SELECT ids, versions, lengths FROM segment")).first())
    slot = int(np.flatnonzero(row.versions >= 0)[0])
    harm(
        filled,
        "UPDATE tail SET id = :id, version = :version",
        id=row.ids[slot].astype(">u8").tobytes(),
        version=int(row.versions[slot]),
    )
    assert ProblemKind.INDEXED_TWICE in kinds(filled)


def test_a_dead_slot_that_keeps_anything_is_found(filled: Home) -> None:
    with filled.transactions.read() as connection:
        rows = connection.execute(text("SELECT key, ids, versions, lengths FROM segment")).all()
    key, slot = next(
        (row.key, int(np.flatnonzero(parts.versions < 0)[0]))
        for row in rows
        if ((parts := segments.unpack_rows(row.ids, row.versions, row.lengths)).versions < 0).any()
    )
    block = np.asarray([slot], "<u2").tobytes() + b"\x01"
    values = "SELECT tenant, key, 7, :block FROM segment WHERE key = :key"
    harm(filled, f"INSERT INTO posting (tenant, segment, term, block) {values}", key=key, block=block)
    assert ProblemKind.DEAD_SLOT in kinds(filled)


@once
def test_a_damaged_file_is_found(filled: Home, tmp_path: Path) -> None:
    with filled.transactions.read() as connection:
        page = connection.execute(text("SELECT rootpage FROM sqlite_master WHERE name = 'chunk_by_version'")).scalar()
    filled.store.close()
    path = tmp_path / "home" / "aver.db"
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(data)
    transactions: Transactions = open_unchecked(tmp_path / "home")
    problems = examine(transactions, encoder="x", dimension=384).problems
    assert {problem.kind for problem in problems} == {ProblemKind.FILE}


@once
def test_what_is_no_home_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(HomeMissing):
        open_unchecked(tmp_path)
    (tmp_path / "aver.db").write_bytes(b"not a database, but long enough to be one" * 100)
    with pytest.raises(StoreDamaged):
        open_unchecked(tmp_path)


def test_a_rebuilt_index_answers_as_the_old_one_did(filled: Home) -> None:
    before = hits(filled)
    assert before
    harm(filled, "DELETE FROM tail", "DELETE FROM posting")
    assert found(filled)
    assert rebuild(filled.transactions, encode=filled.embedder.encode, encoder=filled.embedder.encoder_id) == 24
    assert found(filled) == ()
    assert hits(filled) == before


def test_rebuilding_moves_a_home_to_another_encoder_and_ingest_then_finds_nothing_to_do(filled: Home) -> None:
    filled.embedder.encoder_id = "hash-words-384:2"
    rebuild(filled.transactions, encode=filled.embedder.encode, encoder="hash-words-384:2")
    assert found(filled, "hash-words-384:2") == ()
    (filled.folder / "03.md").unlink()
    assert filled.ingest().counts()["unchanged"] == 24


def test_a_rebuild_that_fails_leaves_the_index_as_it_was(filled: Home) -> None:
    before = hits(filled)

    def fail(texts: object) -> np.ndarray:
        raise MemoryError

    with pytest.raises(MemoryError):
        rebuild(filled.transactions, encode=fail, encoder="hash-words-384:2")
    assert hits(filled) == before
    assert found(filled) == ()
