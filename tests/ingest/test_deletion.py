"""A deletion leaves nothing behind, not a byte, and tells nothing of versions that are not the caller's (A9, C5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from aver.errors import LegalHold, NotFound
from aver.flows.answering import answer
from aver.flows.deletion import delete, delete_expired
from aver.flows.documents import documents, versions_of
from aver.flows.tools import ask_tools
from aver.flows.vanilla import bring_up_to_date
from aver.stages.metadata import Rule, rules_of
from aver.store import schema
from aver.store.doctor import examine
from aver.store.problems import ProblemKind
from aver.store.reembedding import embed_batch
from aver.store.run_log import RunLog
from aver.store.run_tables import run_payload
from aver.values.governance import Caller
from aver.values.identity import document_id
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.depth import the_rest_deep
from tests.ingest.folders import Home, made_home
from tests.store.adapters import bytes_of, spoken

LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local", "group:local"}))
ANN = Caller(user="ann", tenant="default", principals=frozenset({"user:ann"}))
AT = "2026-02-01T00:00:00Z"
SECRET = "Zanzibarprotokoll"
SHARED = "Common words that both versions hold about quarterly sensors."


def rules(*plain: dict[str, object]) -> tuple[Rule, ...]:
    return rules_of(json.dumps({"rule": list(plain)}).encode(), "meta.json")


def log_of(home: Home) -> RunLog:
    return RunLog(write=home.transactions.write, read=home.transactions.read, key=b"k" * 32)


def asked(home: Home, question: str, caller: Caller) -> str:
    inquiry = Inquiry(question=Sealed(question), as_of="2026-01-31", k=4)
    tools = replace(ask_tools(home.store, home.embedder), now=lambda: "2026-01-31T00:00:00Z")
    return answer(log_of(home), inquiry, caller, tools).run


def words_of(home: Home, run: str, uri: str = "x.md") -> set[str]:
    """Return the words of a document that are still held for a run."""
    word, name = run_payload.c, document_id(tenant="default", uri=uri)
    with home.transactions.read() as connection:
        rows = connection.execute(select(word.text).where(word.run == run, word.document == name))
        return {text.decode() for text in rows.scalars() if text is not None}


def sound(home: Home) -> bool:
    return not examine(home.transactions, encoder=home.embedder.encoder_id, dimension=384, deep=True).problems


def test_no_byte_of_a_deleted_document_is_left_in_the_home(home: Home, tmp_path: Path) -> None:
    table = f"# Codes\n\nThe {SECRET} applies.\n\n| name | code |\n|---|---|\n| {SECRET} | 4711 |\n"
    home.write({"codes.md": table, "other.md": "# Other\n\nThe sensor of a window.\n"})
    home.ingest()
    run = asked(home, f"Which protocol applies, {SECRET.lower()}?", LOCAL)
    bring_up_to_date(home.store, home.embedder, "default")
    embed_batch(home.transactions, encode=home.embedder.encode, encoder="next-encoder:1")
    assert SECRET in " ".join(words_of(home, run, "codes.md"))
    assert SECRET.encode() in bytes_of(tmp_path / "home")
    receipt = delete(home.store, LOCAL, "codes.md", at=AT)
    assert {"versions", "chunks", "characters", "tail_rows", "waiting_vectors", "enrichments"} <= {
        name for name, _ in receipt.removed
    }
    assert words_of(home, run, "codes.md") == set()
    left = bytes_of(tmp_path / "home")
    assert SECRET.encode() not in left
    assert b"sensor of a window" in left
    assert sound(home)


@pytest.mark.parametrize("hidden", the_rest_deep(["held", "absent", "older", "newer"], 2))
def test_deleting_looks_the_same_whether_or_not_others_have_versions(tmp_path: Path, hidden: str) -> None:
    assert outcome(tmp_path / "with", hidden) == outcome(tmp_path / "without", "absent")


def outcome(folder: Path, hidden: str) -> tuple[object, ...]:
    """Return everything that the one who deletes can observe of it."""
    folder.mkdir()
    home = made_home(folder)
    mine = {"glob": "**", "readers": ["user:local"]}
    others = {"glob": "**", "readers": ["user:ann"], "legal_hold": hidden == "held"}
    turns: list[tuple[str, dict[str, object]]] = [(f"# X\n\nMine, and {SHARED}\n", mine)]
    if hidden in ("older", "held"):
        turns.insert(0, (f"# X\n\nTheirs, and {SHARED}\n", others))
    if hidden == "newer":
        turns.append((f"# X\n\nTheirs, and {SHARED}\n", others))
    for text, rule in turns:
        home.write({"x.md": text})
        home.ingest(rules=rules(rule))
    before = [(one.id, one.number) for one in versions_of(home.store, LOCAL, "x.md")]
    listed = [(one.id, one.number) for one in documents(home.store, LOCAL, today="2026-02-01")]
    run = asked(home, "What are the common words about quarterly sensors?", LOCAL)
    receipt = delete(home.store, LOCAL, "x.md", at=AT)
    with pytest.raises(NotFound) as gone:
        delete(home.store, LOCAL, "x.md", at=AT)
    left = documents(home.store, ANN, today="2026-02-01")
    assert [one.uri for one in left] == ([] if hidden == "absent" else ["x.md"])
    assert sound(home)
    seen = (before, listed, receipt, gone.value.message, words_of(home, run), home.embedder.encoded > 0)
    home.store.close()
    return seen


def test_a_run_keeps_what_its_own_caller_may_still_read_and_nothing_else(home: Home) -> None:
    home.write({"x.md": f"# X\n\nMine, and {SHARED}\n"})
    home.ingest(rules=rules({"glob": "**", "readers": ["user:local"]}))
    mine = asked(home, "What are the common words about quarterly sensors?", LOCAL)
    home.write({"x.md": f"# X\n\nTheirs, and {SHARED}\n"})
    home.ingest(rules=rules({"glob": "**", "readers": ["user:ann"]}))
    theirs = asked(home, "What are the common words about quarterly sensors?", ANN)
    kept = words_of(home, theirs)
    assert words_of(home, mine) and any(SHARED in one for one in kept)
    delete(home.store, LOCAL, "x.md", at=AT)
    assert words_of(home, mine) == set()
    assert any(SHARED in one for one in words_of(home, theirs))


def test_a_held_version_of_ones_own_is_not_deleted(home: Home) -> None:
    home.write({"x.md": "# X\n\nOne.\n"})
    home.ingest(rules=rules({"glob": "**", "legal_hold": True}))
    home.write({"x.md": "# X\n\nTwo.\n"})
    home.ingest()
    with pytest.raises(LegalHold):
        delete(home.store, LOCAL, "x.md", at=AT)
    assert len(versions_of(home.store, LOCAL, "x.md")) == 2


def test_what_is_past_its_retention_goes_and_what_is_held_is_told(home: Home) -> None:
    home.write({name: f"# {name}\n\nText of {name}.\n" for name in ("old.md", "new.md", "held.md", "plain.md")})
    home.ingest(
        rules=rules(
            {"glob": "*.md", "retention": "2026-01-31"},
            {"glob": "new.md", "retention": "2026-02-01"},
            {"glob": "held.md", "legal_hold": True},
        )
    )
    home.ingest(home.folder / "plain.md")
    done = delete_expired(home.store, LOCAL, today="2026-02-01", at=AT)
    assert [one.uri for one in done.receipts] == ["old.md"]
    assert done.held == ("held.md",)
    assert delete_expired(home.store, ANN, today="2027-01-01", at=AT).receipts == ()
    assert sorted(one.uri for one in documents(home.store, LOCAL, today="2026-02-01")) == [
        "held.md",
        "new.md",
        "plain.md",
    ]


def _words_left(home: Home) -> None:
    with home.transactions.write() as connection:
        name = document_id(tenant="default", uri="gone.md")
        row = {"tenant": "default", "id": "rcp_1", "document": name, "at": AT, "actor": "user:local", "body": "{}"}
        connection.execute(insert(schema.receipt).values(row))
        word = {"tenant": "default", "run": "run_1", "commitment": "c", "document": name, "salt": b"s", "text": b"left"}
        connection.execute(insert(run_payload).values(word))


def _vector_left(home: Home) -> None:
    embed_batch(home.transactions, encode=home.embedder.encode, encoder="next-encoder:1")
    with home.transactions.write() as connection:
        connection.exec_driver_sql(spoken("UPDATE waiting_vector SET id = randomblob(16)"))


def _windows_left(home: Home) -> None:
    bring_up_to_date(home.store, home.embedder, "default")
    with home.transactions.write() as connection:
        connection.exec_driver_sql("UPDATE version SET document = 'doc_x' WHERE tenant = 'default'")
        connection.exec_driver_sql("UPDATE document SET id = 'doc_x' WHERE tenant = 'default'")


@pytest.mark.parametrize("leave", [_words_left, _vector_left, _windows_left])
def test_the_doctor_finds_what_a_deletion_left(home: Home, leave: Callable[[Home], None]) -> None:
    home.write({"x.md": "# X\n\nOne.\n"})
    home.ingest()
    leave(home)
    report = examine(home.transactions, encoder=home.embedder.encoder_id, dimension=384)
    assert ProblemKind.ORPHAN in {problem.kind for problem in report.problems}
