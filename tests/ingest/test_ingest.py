"""Ingest end to end: idempotent, versioned, every file accounted for, a bad one isolated (A9, A10, A12)."""

from __future__ import annotations

import importlib
import json
import pkgutil
import threading
from pathlib import Path

import pytest

import aver.parsers
from aver.errors import BadInput, BadMetadata, LegalHold, NotFound, TooLarge, UnreadableDocument
from aver.flows.deletion import delete
from aver.flows.documents import documents, versions_of
from aver.flows.ingest_outcomes import Progress
from aver.flows.ingest_walk import DEEPEST
from aver.parsers.identities import PARSERS
from aver.stages.analyser import term_keys
from aver.stages.chunking import ChunkOptions
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from aver.stages.metadata import rules_of
from aver.store.doctor import examine
from aver.store.writing import Change
from aver.values.governance import Caller, Governance, Status
from tests.ingest.folders import Home

LOCAL = caller_of("local", tenant="default")
ANN = caller_of("local", tenant="default", user="ann")
TODAY = "2026-06-01"
FILES = {
    "refunds.md": "# Refunds\n\nAn annual plan is refunded within 14 days.\n",
    "hr/pay.md": "# Pay bands\n\nBand three is paid 4,000 euros.\n",
    "old.rst": "Old rules\n=========\n\n:Status: Superseded\n:Superseded-By: new.rst\n\nClaims within 60 days.\n",
    "new.rst": "New rules\n=========\n\n:Status: Active\n\nClaims within 30 days.\n",
}


def rules(*plain: dict[str, object]):
    return rules_of(json.dumps({"rule": plain}).encode(), "meta.json")


def found(home: Home, words: str, caller: Caller = LOCAL) -> list[str]:
    """The uris of the passages that a search by words finds, best first."""
    eligible = eligibility_of(caller, as_of=TODAY)
    hits = home.store.search_lexical(set(term_keys(words)), 5, eligible=eligible)
    return [one.uri for one in home.store.passages([hit.chunk for hit in hits], eligible=eligible)]


def problems(home: Home) -> list[str]:
    report = examine(home.transactions, encoder=home.embedder.encoder_id, dimension=384, deep=True)
    return [f"{one.kind}: {one.where}: {one.detail}" for one in report.problems]


def test_a_folder_becomes_searchable_documents_and_every_file_is_accounted_for(home: Home) -> None:
    home.write({**FILES, ".hidden/x.md": "x", "notes.xyz": "x", "empty.md": ""})
    summary = home.ingest()
    assert {one.uri: one.change for one in summary.stored} == dict.fromkeys([*FILES, "empty.md"], Change.ADDED)
    assert {one.uri: one.reason for one in summary.skipped} == {".hidden": "hidden", "notes.xyz": "no parser for .xyz"}
    assert summary.failed == ()
    assert sum(summary.counts().values()) == len(summary.outcomes) == 7
    assert found(home, "annual refund")[0] == "refunds.md"
    assert [one.uri for one in documents(home.store, LOCAL, today=TODAY)] == sorted([*FILES, "empty.md"])
    assert problems(home) == []


def test_ingesting_again_neither_parses_nor_embeds(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    before, parsed = home.embedder.encoded, len(home.parsed)
    again = home.ingest()
    assert {one.change for one in again.stored} == {Change.UNCHANGED}
    assert (home.embedder.encoded, len(home.parsed)) == (before, parsed)


def test_every_parser_is_named_so_that_nothing_is_read_twice() -> None:
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(aver.parsers.__path__, "aver.parsers.")
        if not found.name.endswith(".worker")
    ]
    assert {module.PARSER for module in modules if hasattr(module, "PARSER")} == PARSERS


def test_a_changed_file_is_a_new_version_and_changing_it_back_reinstates_the_old(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    home.write({"refunds.md": "# Refunds\n\nAn annual plan is refunded within 30 days.\n"})
    assert home.ingest().counts()["new_version"] == 1
    assert len(versions_of(home.store, LOCAL, "refunds.md")) == 2
    home.write({"refunds.md": FILES["refunds.md"]})
    assert home.ingest().counts()["reinstated"] == 1
    newest, older = versions_of(home.store, LOCAL, "refunds.md")
    assert (newest.number, older.number) == (2, 1)
    assert problems(home) == []


def test_other_sizes_index_anew_without_a_new_version(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    assert home.ingest(options=ChunkOptions(target_tokens=60)).counts()["reindexed"] == len(FILES)
    assert len(versions_of(home.store, LOCAL, "refunds.md")) == 1
    assert problems(home) == []


def test_other_rules_change_governance_without_parsing_and_keep_what_the_document_narrowed(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    parsed = len(home.parsed)
    summary = home.ingest(rules=rules({"glob": "**", "readers": ["user:ann"]}))
    assert summary.counts()["governance"] == len(FILES)
    assert len(home.parsed) == parsed
    assert found(home, "annual refund", LOCAL) == []
    assert found(home, "annual refund", ANN)[0] == "refunds.md"
    (old,) = versions_of(home.store, ANN, "old.rst")
    assert (old.governance.status, old.governance.superseded_by) == (Status.SUPERSEDED, ("new.rst",))
    assert home.ingest(rules=rules({"glob": "**", "readers": ["user:ann"]})).counts()["unchanged"] == len(FILES)


def test_a_bad_file_fails_by_name_and_the_rest_goes_on(home: Home) -> None:
    home.write({**FILES, "fake.pdf": "no pdf", "huge.md": "x" * 100_001, "program.md": b"\x7fELF....."})
    summary = home.ingest()
    assert {one.uri: type(one.error) for one in summary.failed}.keys() == {"fake.pdf", "huge.md", "program.md"}
    assert all(one.uri in one.error.message and one.error.hint for one in summary.failed)
    assert any(isinstance(one.error, TooLarge) for one in summary.failed)
    assert len(summary.stored) == len(FILES)
    assert problems(home) == []


def test_a_fault_in_a_parser_is_that_files_failure(home: Home) -> None:
    def fault(uri: str) -> None:
        if uri == "refunds.md":
            raise ZeroDivisionError("oops")

    home.write(FILES)
    home.on_parse = fault
    (failed,) = home.ingest().failed
    assert failed.uri == "refunds.md"
    assert isinstance(failed.error, UnreadableDocument)
    assert "ZeroDivisionError" in failed.error.message


def test_a_file_that_gets_worse_keeps_its_stored_version(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    home.write({"refunds.md": b"\x7fELF....."})
    assert len(home.ingest().failed) == 1
    assert found(home, "annual refund")[0] == "refunds.md"


def test_a_document_the_store_refuses_does_not_take_its_batch_along(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aver.flows import ingest_store

    real = ingest_store.add_version

    def refuse_one(connection: object, new: object) -> Change:
        if new.uri == "hr/pay.md":  # type: ignore[attr-defined]
            raise ValueError("refused")
        return real(connection, new)  # type: ignore[arg-type]

    monkeypatch.setattr(ingest_store, "add_version", refuse_one)
    home.write(FILES)
    summary = home.ingest(batch_chunks=1000)
    assert [one.uri for one in summary.failed] == ["hr/pay.md"]
    assert len(summary.stored) == len(FILES) - 1
    assert problems(home) == []


def test_two_files_with_one_uri_are_not_mixed_up(home: Home, tmp_path: Path) -> None:
    home.write({"a/x.md": "# One\n\nFirst.\n", "b/x.md": "# Two\n\nSecond.\n"})
    summary = home.ingest(home.folder / "a", home.folder / "b")
    assert [one.uri for one in summary.stored] == ["x.md"]
    assert [type(one.error) for one in summary.failed] == [BadInput]


def test_a_single_file_has_its_name_as_uri_and_a_missing_path_is_an_error(home: Home) -> None:
    home.write({"sub/x.md": "# X\n\nText.\n"})
    assert [one.uri for one in home.ingest(home.folder / "sub" / "x.md").stored] == ["x.md"]
    with pytest.raises(BadInput, match=r"nowhere\.md"):
        home.ingest(home.folder / "nowhere.md")


def test_links_that_leave_the_folder_are_refused_and_those_within_are_files(home: Home, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n\nOutside.\n")
    home.write({"a.md": "# A\n\nText.\n"})
    (home.folder / "out.md").symlink_to(tmp_path / "secret.md")
    (home.folder / "in.md").symlink_to(home.folder / "a.md")
    (home.folder / "broken.md").symlink_to(home.folder / "gone.md")
    (home.folder / "loop").symlink_to(home.folder)
    summary = home.ingest()
    assert [one.uri for one in summary.stored] == ["a.md", "in.md"]
    assert {one.uri: one.reason for one in summary.skipped} == {
        "out.md": "a link that leaves the ingested folder",
        "broken.md": "a broken link",
        "loop": "a link to a folder",
    }


def test_folders_without_end_fail_as_one_and_the_rest_goes_on(home: Home) -> None:
    home.write(FILES)
    deep = home.folder
    for _ in range(DEEPEST + 1):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "deep.md").write_text("# Deep\n\nToo deep.\n")
    summary = home.ingest()
    (failed,) = summary.failed
    assert isinstance(failed.error, TooLarge)
    assert len(summary.stored) == len(FILES)


def test_a_name_with_control_characters_is_refused(home: Home) -> None:
    home.write({"a\x1b[31m.md": "text"})
    (failed,) = home.ingest().failed
    assert failed.error.message.isprintable()


def test_readers_are_who_the_rules_say_and_nobody_without_a_default(home: Home) -> None:
    home.write(FILES)
    nobody = Governance(tenant="default", readers=frozenset())
    home.ingest(defaults=nobody, rules=rules({"glob": "hr/**", "readers": ["group:hr"]}))
    assert documents(home.store, LOCAL, today=TODAY) == ()
    hr = caller_of("local", tenant="default", groups=["hr"])
    assert [one.uri for one in documents(home.store, hr, today=TODAY)] == ["hr/pay.md"]


def test_a_document_cannot_give_itself_readers_or_tenant(home: Home) -> None:
    home.write(
        {"x.md": "---\ntenant: other\nreaders: user:ann\nclassification: public\nauthority: 1\n---\n\n# X\n\nT.\n"}
    )
    home.ingest()
    (version,) = versions_of(home.store, LOCAL, "x.md")
    assert version.governance == Governance(tenant="default", readers=frozenset({"user:local"}))


def test_a_nonsense_date_is_a_warning_of_its_document(home: Home) -> None:
    home.write({"x.md": "---\nvalid_until: some day\n---\n\n# X\n\nText.\n"})
    (stored,) = home.ingest().stored
    assert "bad_date" in [warning.code for warning in stored.warnings]


def test_rules_that_contradict_each_other_fail_their_file_only(home: Home) -> None:
    home.write(FILES)
    summary = home.ingest(
        rules=rules({"glob": "**", "valid_from": "2025-01-01"}, {"glob": "hr/*", "valid_until": "2024-01-01"})
    )
    assert [(one.uri, type(one.error)) for one in summary.failed] == [("hr/pay.md", BadMetadata)]
    assert len(summary.stored) == len(FILES) - 1


def test_a_rule_that_matches_nothing_is_told(home: Home) -> None:
    home.write(FILES)
    summary = home.ingest(rules=rules({"glob": "**"}, {"glob": "rh/**", "readers": []}))
    assert [rule.number for rule in summary.unused_rules] == [2]


def test_progress_counts_up_to_every_file(home: Home) -> None:
    home.write({**FILES, "fake.pdf": "x", "z.xyz": ""})
    seen: list[Progress] = []
    home.ingest(on_progress=seen.append)
    assert [one.done for one in seen] == [1, 2, 3, 4, 5, 6]
    assert (seen[-1].total, seen[-1].failed) == (6, 1)


def test_an_interrupt_leaves_whole_documents_and_the_next_run_goes_on(home: Home) -> None:
    home.write({f"{number:02}.md": f"# Page {number}\n\nText of page {number}.\n" for number in range(40)})

    def interrupt(progress: Progress) -> None:
        if progress.done == 5:
            raise KeyboardInterrupt

    stopped = home.ingest(on_progress=interrupt, batch_chunks=2)
    assert stopped.interrupted
    assert 5 <= len(stopped.stored) < 40
    assert problems(home) == []
    rest = home.ingest()
    assert not rest.interrupted
    assert rest.counts()["unchanged"] + rest.counts()["added"] == 40
    assert rest.counts()["unchanged"] >= len(stopped.stored)


def test_few_files_are_under_way_at_a_time_however_many_there_are(home: Home) -> None:
    home.write({f"{number:03}.md": f"# Page {number}\n\nText {number}.\n" for number in range(120)})
    lock, committed, worst = threading.Lock(), 0, 0

    def moved(progress: Progress) -> None:
        nonlocal committed
        committed = progress.done

    def parsing(uri: str) -> None:
        nonlocal worst
        with lock:
            worst = max(worst, len(home.parsed) - committed)

    home.on_parse = parsing
    home.ingest(on_progress=moved, batch_chunks=4)
    assert committed == 120
    assert worst < 40


def test_deleting_gives_a_receipt_and_leaves_nothing_behind(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    receipt = delete(home.store, LOCAL, "refunds.md", at="2026-02-01T00:00:00Z")
    assert receipt.uri == "refunds.md"
    assert dict(receipt.removed)["versions"] == 1
    assert found(home, "annual refund") == []
    with pytest.raises(NotFound):
        versions_of(home.store, LOCAL, receipt.document)
    assert problems(home) == []
    assert home.ingest().counts()["added"] == 1


def test_what_is_not_yours_to_read_is_not_found_and_not_deleted(home: Home) -> None:
    home.write(FILES)
    home.ingest()
    with pytest.raises(NotFound) as hidden:
        delete(home.store, ANN, "refunds.md", at="2026-02-01T00:00:00Z")
    with pytest.raises(NotFound) as missing:
        delete(home.store, ANN, "nothing.md", at="2026-02-01T00:00:00Z")
    assert hidden.value.message.replace("refunds", "nothing") == missing.value.message
    assert len(documents(home.store, LOCAL, today=TODAY)) == len(FILES)


def test_a_held_document_is_not_deleted(home: Home) -> None:
    home.write(FILES)
    home.ingest(rules=rules({"glob": "refunds.md", "legal_hold": True}))
    with pytest.raises(LegalHold):
        delete(home.store, LOCAL, "refunds.md", at="2026-02-01T00:00:00Z")
    assert found(home, "annual refund")[0] == "refunds.md"
