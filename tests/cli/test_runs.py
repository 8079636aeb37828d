"""`aver runs`: what was said can be shown, replayed and verified, and damage is named."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aver.values.forms import Form
from tests.cli.asking_home import a_home, aver
from tests.depth import the_rest_deep

NOTICE = "How long is the notice period of employees?"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with a_home(tmp_path) as folder:
        yield folder


def asked(*more: str) -> str:
    run: str = aver("ask", NOTICE, "--json", *more).json["run_id"]
    return run


def changed(home: Path, statement: str, *values: object) -> None:
    """Change the store as somebody would who owns the file: the triggers that keep it append-only go first."""
    with sqlite3.connect(home / "home" / "aver.db") as database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        assert database.execute(statement, values).rowcount > 0


def test_the_list_shows_the_newest_runs_with_outcome_and_question(home: Path) -> None:
    run = asked()
    (listed,) = aver("runs", "list", "--json").json["runs"]
    assert (listed["run_id"], listed["outcome"], listed["question"]) == (run, "ANSWER", NOTICE)
    assert run in aver("runs", "list").out


def test_the_list_can_be_of_one_outcome(home: Path) -> None:
    answered = asked()
    other = aver("ask", "xylophone zeppelin quasar", "--json").json

    listed = aver("runs", "list", "--outcome", other["decision"]["outcome"], "--json").json["runs"]
    assert [one["run_id"] for one in listed] == [other["run_id"]]
    assert [one["run_id"] for one in aver("runs", "list", "--outcome", "answer", "--json").json["runs"]] == [answered]
    refused = aver("runs", "list", "--outcome", "SURE")
    assert refused.status == 1
    assert "ESCALATE" in refused.err


@pytest.mark.parametrize("form", the_rest_deep(Form))
def test_what_a_run_holds_is_printed_as_xml_in_every_form(home: Path, form: Form) -> None:
    run = asked()
    shown = aver("runs", "prompt", run, "--form", form.value, "--tokens", "4000")
    assert shown.out.strip() == aver("runs", "prompt", run, "--form", form.value, "--json").json["prompt"]
    parsed = ElementTree.fromstring(shown.out)
    cited = {one.get("evidence") for one in parsed.iter("citation")}
    answer = aver("runs", "show", run, "--json").json["result"]["answer"]
    released = {one["packet_id"] for claim in answer["claims"] for one in claim["citations"]}
    assert cited == (released if form is Form.CITATIONS else set())


def test_a_prompt_within_few_tokens_names_what_it_left_out(home: Path) -> None:
    parsed = ElementTree.fromstring(aver("runs", "prompt", asked(), "--tokens", "1").out)
    assert parsed.findall(".//evidence") == []
    assert parsed.get("left_out")


def test_what_is_handed_over_has_the_evidence_and_what_failed(home: Path) -> None:
    run = aver("ask", "How long is the notice period of 17 employees?", "--json").json
    package = aver("runs", "handoff", run["run_id"], "--json").json

    assert package["decision"] == run["decision"]
    assert package["question"] == "How long is the notice period of 17 employees?"
    assert package["evidence"][0]["text"]
    failed = {one["check"] for draft in package["drafts"] for one in draft["failed"]}
    assert "asked_values_stand_in_evidence" in failed
    assert run["run_id"] in package["reply"]
    shown = aver("runs", "handoff", run["run_id"]).out
    assert "asked_values_stand_in_evidence" in shown
    assert aver("runs", "handoff", run["run_id"], "--as", "somebody").status == 1


def test_show_has_the_steps_and_the_answer(home: Path) -> None:
    run = asked()
    shown = aver("runs", "show", run)
    assert shown.out.split()[1] == "asked"
    assert "“The notice period of employees is four weeks.”" in shown.out
    as_json = aver("runs", "show", run, "--json").json
    assert as_json["result"]["answer"]["claims"][0]["citations"][0]["uri"] == "leave/notice.md"
    assert as_json["events"][-1]["kind"] == "Decided"


def test_replay_is_identical_and_shows_the_decision(home: Path) -> None:
    said = aver("runs", "replay", asked())
    assert said.status == 0
    assert "identical\nANSWER  stance_pending\nconfidence: extraction 1.00" in said.out


def test_somebody_elses_run_shows_kinds_and_hashes_and_no_words(home: Path) -> None:
    run = asked()
    said = aver("runs", "show", run, "--as", "ann")
    assert said.status == 0
    assert "kinds and hashes only" in said.out and "decided" in said.out
    assert "notice" not in said.out and "four weeks" not in said.out


def test_an_unknown_run_is_not_found(home: Path) -> None:
    for command in ("show", "replay", "verify"):
        said = aver("runs", command, "run_00000000000000000000000000000000")
        assert said.status == 1 and "no run" in said.err


def test_words_of_a_document_that_was_closed_since_are_withheld(home: Path) -> None:
    run = asked()
    (home / "meta.toml").write_text('[[rule]]\nglob = "**"\nreaders = ["group:hr"]\n', encoding="utf-8")
    closed = aver("ingest", str(home / "docs"), "--meta", str(home / "meta.toml"))
    assert closed.status == 0
    for command in ("show", "replay"):
        for form in ([], ["--json"]):
            said = aver("runs", command, run, *form)
            assert said.status == 0
            assert "four weeks" not in said.out


def test_words_of_a_version_that_was_closed_stay_withheld_when_a_later_one_is_open(home: Path) -> None:
    run = asked()
    (home / "meta.toml").write_text('[[rule]]\nglob = "**"\nreaders = ["group:hr"]\n', encoding="utf-8")
    assert aver("ingest", str(home / "docs"), "--meta", str(home / "meta.toml")).status == 0
    (home / "docs" / "leave" / "notice.md").write_text("# Notice periods\n\nAsk the works council.\n", encoding="utf-8")
    assert aver("ingest", str(home / "docs")).status == 0
    assert aver("documents", "show", "leave/notice.md").status == 0
    for command in ("show", "replay", "handoff", "prompt"):
        said = aver("runs", command, run, "--json")
        assert said.status == 0
        assert "four weeks" not in said.out


def test_after_a_deletion_the_chain_verifies_and_the_receipt_stands_for_the_words(home: Path) -> None:
    run = asked()
    receipt = aver("documents", "delete", "leave/notice.md", "--json").json["receipt_id"]
    said = aver("runs", "replay", run)
    assert said.status == 0
    assert f"payload erased, receipt {receipt}" in said.out
    assert "ANSWER" in said.out and "four weeks" not in said.out
    assert aver("runs", "verify").status == 0


def test_verify_names_run_event_and_damage_and_replay_refuses(home: Path) -> None:
    run = asked()
    first = aver("runs", "show", run, "--json").json["events"][0]["seq"]
    other = 'CAST(replace(CAST(body AS TEXT), \'"user":"local"\', \'"user":"other"\') AS BLOB)'
    changed(home, f"UPDATE run_event SET body = {other} WHERE kind = 'Asked'")
    for words in (["verify"], ["verify", run], ["replay", run]):
        said = aver("runs", *words)
        assert said.status == 1
        assert f"{run} event {first}: changed event" in said.out
    (problem,) = aver("runs", "verify", "--json").json["problems"]
    assert (problem["run_id"], problem["event"], problem["damage"]) == (run, first, "changed event")


def test_a_run_cut_off_the_ledger_is_found_with_the_head_kept_elsewhere(home: Path) -> None:
    asked()
    last = asked()
    kept = home / "heads.json"
    assert aver("runs", "head", "--out", str(kept)).status == 0
    assert aver("runs", "verify", "--head", str(kept)).status == 0
    for table in ("run_head", "run_event", "run_payload", "run"):
        changed(home, f"DELETE FROM {table} WHERE run = ?", last)
    assert aver("runs", "verify").status == 0
    found = aver("runs", "verify", "--head", str(kept))
    assert found.status == 1
    assert last in found.out and "ledger" in found.out


def test_the_head_is_printed_as_json_without_a_file(home: Path) -> None:
    run = asked()
    assert [head["run"] for head in aver("runs", "head").json["heads"]] == [run]


def test_a_file_that_is_no_ledger_is_bad_input(home: Path) -> None:
    wrong = home / "wrong.json"
    for content in ("not json", json.dumps({"format": "other"})):
        wrong.write_text(content, encoding="utf-8")
        said = aver("runs", "verify", "--head", str(wrong))
        assert said.status == 1 and "Traceback" not in said.err


def test_a_home_whose_key_is_gone_is_never_signed_with_another(home: Path) -> None:
    run = asked()
    (key,) = (home / "config" / "aver").glob("ledger-*.key")
    kept = key.rename(home / "kept.key")
    refused = aver("ask", NOTICE)
    assert (refused.status, str(key) in refused.err) == (1, True)
    assert not key.exists()
    kept.rename(key)
    assert aver("runs", "verify", run).status == 0


def test_an_exported_head_is_never_passed_over_for_one_run(home: Path) -> None:
    run = asked()
    kept = home / "heads.json"
    assert aver("runs", "head", "--out", str(kept)).status == 0
    refused = aver("runs", "verify", run, "--head", str(kept))
    assert (refused.status, refused.out) == (2, "")
