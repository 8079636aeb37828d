"""Commands end to end: exit statuses, one JSON object on stdout, one-line errors with a hint (L1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from aver.cli.doctor import SHOWN, lines_of
from aver.cli.main import build
from aver.store.problems import Problem, ProblemKind
from tests.cli.conftest import Command
from tests.depth import the_rest_deep


def test_the_version_is_printed(aver: Command) -> None:
    from aver import __version__

    ran = aver("--version")
    assert (ran.status, ran.out) == (0, f"aver {__version__}\n")


def test_init_makes_a_home_with_commented_settings_and_a_key_outside_it(aver: Command, tmp_path: Path) -> None:
    ran = aver("init", "--json")
    assert ran.status == 0
    assert tomllib.loads((tmp_path / "home" / "aver.toml").read_text())["identity"]["mode"] == "local"
    key = Path(ran.json["ledger_key"])
    assert key.is_file() and tmp_path / "config" in key.parents
    assert key.stat().st_mode & 0o077 == 0


def test_init_again_keeps_the_settings_and_the_home(aver: Command, tmp_path: Path) -> None:
    first = aver("init", "--json").json
    (tmp_path / "home" / "aver.toml").write_text("[ingest]\njobs = 1\n")
    again = aver("init", "--json").json
    assert again["home_id"] == first["home_id"]
    assert not again["settings_written"]
    assert (tmp_path / "home" / "aver.toml").read_text() == "[ingest]\njobs = 1\n"


def test_ingest_reports_every_file_and_succeeds_although_one_is_bad(aver: Command, folder: Path) -> None:
    aver("init")
    ran = aver("ingest", folder, "--json", "--jobs", "1")
    assert ran.status == 0
    assert {one["uri"]: one["result"] for one in ran.json["documents"]} == {"leave.md": "added", "old.md": "added"}
    assert [(one["uri"], one["error"]) for one in ran.json["failed"]] == [("fake.pdf", "UnreadableDocument")]
    assert ran.json["counts"]["failed"] == 1
    again = aver("ingest", folder, "--jobs", "1")
    assert "2 unchanged, 1 failed" in again.out
    assert "fake.pdf" in again.out


def test_ingest_of_nothing_readable_fails(aver: Command, folder: Path) -> None:
    aver("init")
    assert aver("ingest", folder / "fake.pdf").status == 1


@pytest.mark.parametrize("words", [("--profile", "legal"), ("--chunker", "semantic"), ("--chunker", "proposition")])
def test_a_profile_or_a_chunker_says_how_documents_are_cut(aver: Command, folder: Path, words: tuple[str, str]) -> None:
    aver("init")
    said = aver("ingest", folder, *words, "--json").json
    assert said["counts"]["added"] == 2
    assert said["chunks"] > 0


@pytest.mark.parametrize(
    "words", [("--profile", "poetry"), ("--chunker", "axe"), ("--profile", "legal", "--chunker", "page")]
)
def test_an_unknown_way_to_cut_is_refused_with_the_known_ones(
    aver: Command, folder: Path, words: tuple[str, ...]
) -> None:
    aver("init")
    said = aver("ingest", folder, *words)
    assert said.status == 1
    assert "hint:" in said.err


def test_documents_are_listed_shown_and_deleted_with_a_receipt(aver: Command, folder: Path) -> None:
    aver("init")
    aver("ingest", folder, "--jobs", "1")
    listed = aver("documents", "list", "--json").json["documents"]
    assert [one["uri"] for one in listed] == ["leave.md", "old.md"]
    shown = aver("documents", "show", listed[1]["document_id"], "--json").json
    assert (shown["governance"]["status"], shown["governance"]["superseded_by"]) == ("superseded", ["leave.md"])
    assert aver("documents", "history", "leave.md", "--json").json["versions"][0]["version"] == 1
    receipt = aver("documents", "delete", "leave.md", "--json").json
    assert receipt["receipt_id"].startswith("rcp_")
    assert receipt["removed"]["chunks"] == 1
    assert [one["uri"] for one in aver("documents", "list", "--json").json["documents"]] == ["old.md"]
    assert "old.md" in aver("documents", "list").out
    assert "superseded" in aver("documents", "show", "old.md").out
    assert "old.md" not in aver("documents", "history", "old.md").err


def test_identity_options_decide_what_is_seen(aver: Command, folder: Path) -> None:
    aver("init")
    aver("ingest", folder, "--jobs", "1", "--readers", "group:hr")
    assert aver("documents", "list", "--json").json["documents"] == []
    assert len(aver("documents", "list", "--json", "--groups", "hr").json["documents"]) == 2
    assert len(aver("documents", "list", "--json", "--as", "ann", "--groups", "hr").json["documents"]) == 2
    assert aver("documents", "list", "--json", "--as", "ann").json["documents"] == []
    assert aver("documents", "list", "--json", "--groups", "hr", "--tenant", "other").json["documents"] == []
    assert aver("documents", "list", "--json", "--groups", "hr", "--clearance", "0").json["documents"] == []


def test_a_missing_document_is_one_line_with_a_hint_and_an_object_with_json(aver: Command) -> None:
    aver("init")
    ran = aver("documents", "show", "doc_0", "--json")
    assert ran.status == 1
    assert ran.json["error"]["kind"] == "NotFound"
    reason, hint = ran.err.splitlines()
    assert reason == "aver: no document 'doc_0'"
    assert hint.startswith("  hint: ")
    assert "Traceback" not in ran.err


def test_without_a_home_every_command_says_how_to_make_one(aver: Command, folder: Path) -> None:
    for words in (("documents", "list"), ("ingest", folder), ("doctor",)):
        ran = aver(*words)
        assert ran.status == 1
        assert "no Aver home" in ran.err
        assert "aver init" in ran.err


def test_bad_metadata_stops_ingest_before_anything_is_read(aver: Command, folder: Path, tmp_path: Path) -> None:
    aver("init")
    (tmp_path / "meta.toml").write_text(
        '[[rule]]\nglob = "**"\nreaders = ["user:a"]\n[[rule]]\nglob = "**"\nstatus = "old"\n'
    )
    ran = aver("ingest", folder, "--meta", tmp_path / "meta.toml")
    assert ran.status == 1
    assert ran.err.startswith("aver: meta.toml: rule 2: status = 'old'")
    assert "superseded" in ran.err
    assert aver("documents", "list", "--json").json["documents"] == []


def test_bad_settings_name_the_file_and_the_key(aver: Command, tmp_path: Path) -> None:
    aver("init")
    (tmp_path / "home" / "aver.toml").write_text("[ingest]\njob = 1\n")
    ran = aver("documents", "list")
    assert ran.status == 1
    assert "aver.toml" in ran.err and "'job'" in ran.err and "'jobs'" in ran.err


def test_in_another_identity_mode_naming_a_caller_is_refused(aver: Command, tmp_path: Path) -> None:
    aver("init")
    (tmp_path / "home" / "aver.toml").write_text('[identity]\nmode = "token"\n')
    ran = aver("documents", "list", "--as", "ann")
    assert ran.status == 1
    assert "local mode only" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("nothing",),
        ("documents", "show"),
        ("ingest",),
        ("ingest", "x", "--jobs", "0"),
        ("runs", "list", "--limit", "9" * 20),
    ],
)
def test_wrong_usage_has_exit_status_2(aver: Command, words: tuple[str, ...]) -> None:
    assert aver(*words).status == 2


def test_a_fault_is_one_line_without_a_traceback_unless_asked_for(
    aver: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*given: object, **named: object) -> object:
        raise ZeroDivisionError("oops")

    aver("init")
    monkeypatch.setattr("aver.app.open_home", fault)
    ran = aver("documents", "list")
    assert ran.status == 1
    assert "Traceback" not in ran.err
    assert "ZeroDivisionError" in ran.err and "--debug" in ran.err
    with pytest.raises(ZeroDivisionError):
        aver("documents", "list", "--debug")


def test_a_damaged_database_is_named_as_that_by_every_command(aver: Command, folder: Path, tmp_path: Path) -> None:
    aver("init")
    aver("ingest", folder, "--jobs", "1")
    database = tmp_path / "home" / "aver.db"
    for damage in (b"no database " * 500, database.read_bytes()[:40_960]):
        database.write_bytes(damage)
        for words in (("documents", "list"), ("ask", "How many days?"), ("keys", "list")):
            ran = aver(*words, "--json")
            assert (ran.status, ran.json["error"]["kind"]) == (1, "StoreDamaged")
            assert "aver doctor" in ran.err


def test_a_full_disk_is_named_as_that_and_leaves_the_home_sound(
    aver: Command, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aver.store import sqlite

    aver("init")
    aver("documents", "list")
    (tmp_path / "long.md").write_text("".join(f"# Part {n}\n\nRule {n} asks for {n} crowns.\n\n" for n in range(3_000)))
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_PRAGMAS", (*sqlite._PRAGMAS, "PRAGMA max_page_count=1"))
        ran = aver("ingest", tmp_path / "long.md", "--jobs", "1", "--json")
        assert ran.status == 1
        assert "disk is full" in ran.out
        assert "make room" in ran.out
    assert aver("doctor").status == 0
    assert aver("ingest", folder, "--jobs", "1").status == 0


def test_documents_whose_names_begin_like_ids_are_found_by_them(aver: Command, tmp_path: Path) -> None:
    aver("init")
    (tmp_path / "doc_readme.md").write_text("# Toll\n\nThe toll is 61 crowns.\n")
    aver("ingest", tmp_path / "doc_readme.md", "--jobs", "1")
    shown = aver("documents", "show", "doc_readme.md", "--json").json
    assert shown["uri"] == "doc_readme.md"
    assert aver("documents", "history", shown["document_id"]).status == 0
    assert aver("documents", "delete", "doc_readme.md").status == 0


@pytest.mark.parametrize("encoding", the_rest_deep(["latin-1:strict", "utf-8:strict", "ascii:strict"]))
@pytest.mark.parametrize("name", ["price-\u201cnew\u201d.json", "byte-\udcff.json"])
def test_an_encoding_that_lacks_a_character_costs_no_output(tmp_path: Path, encoding: str, name: str) -> None:
    words = [sys.executable, "-m", "aver", "verify", name]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"}
    ran = subprocess.run([*words, "--json"], env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 1
    assert b"Traceback" not in ran.stderr
    assert name in json.loads(ran.stdout.decode(encoding.partition(":")[0]))["error"]["message"]


@pytest.mark.parametrize("encoding", the_rest_deep(["latin-1", "ascii"]))
def test_a_terminal_of_another_encoding_shows_what_it_can(tmp_path: Path, encoding: str) -> None:
    claim = "The notice period is four weeks."
    given = {"claims": [{"text": claim, "citations": [{"source": "a"}]}], "sources": [{"id": "a", "text": claim}]}
    (tmp_path / "given.json").write_text(json.dumps(given))
    words = [sys.executable, "-m", "aver", "verify", "given.json"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    ran = subprocess.run(words, env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert f"?{claim}?".encode() in ran.stdout


def test_doctor_finds_no_problem_in_a_sound_home_and_rebuilds_it(aver: Command, folder: Path) -> None:
    aver("init")
    chunks = aver("ingest", folder, "--jobs", "1", "--json").json["chunks"]
    found = aver("doctor", "--json").json
    assert found["problems"] == []
    assert set(found["models"]) == {"embedder", "reader", "entailment"}
    assert found["models"]["reader"] in aver("doctor").out
    ran = aver("doctor", "--rebuild", "--deep", "--json")
    assert (ran.status, ran.json["rebuilt_chunks"], ran.json["problems"]) == (0, chunks, [])


def test_doctor_fails_on_a_damaged_home_and_names_the_damage(aver: Command, folder: Path, tmp_path: Path) -> None:
    import sqlite3

    aver("init")
    aver("ingest", folder, "--jobs", "1")
    with sqlite3.connect(tmp_path / "home" / "aver.db") as connection:
        connection.execute("DELETE FROM tail")
    connection.close()
    ran = aver("doctor", "--json")
    assert ran.status == 1
    assert {one["kind"] for one in ran.json["problems"]} == {"not_indexed"}
    assert "--rebuild" in aver("doctor").out
    assert aver("doctor", "--rebuild").status == 0


def commands() -> list[tuple[str, ...]]:
    """Every command line prefix that has a help page of its own."""
    import typer.main

    found: list[tuple[str, ...]] = []
    group = typer.main.get_group(build())
    for name, command in group.commands.items():
        inner = getattr(command, "commands", None)
        found += [(name, one) for one in inner] if inner else [(name,)]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help_with_an_example_and_the_shared_options(aver: Command, words: tuple[str, ...]) -> None:
    ran = aver(*words, "--help")
    assert ran.status == 0
    assert f"Example: aver {' '.join(words)}".split() == ran.out[ran.out.index("Example: ") :].split()[: 2 + len(words)]
    for option in ("--json", "--home", "--help"):
        assert option in ran.out


def test_the_contract_of_commands_is_complete() -> None:
    contract = """init ingest documents search ask validate quick compare claims review runs eval verify feedback keys
        backup restore migrate serve mcp enrich doctor jobs tenants reembed answers approximate"""
    assert {words[0] for words in commands()} == set(contract.split())


HEAVY = ("onnxruntime", "numpy", "sqlalchemy", "docutils", "liteparse", "lxml", "alembic")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom aver.cli.main import run\nrun(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip().endswith("[]")


def test_opening_a_home_to_ask_loads_no_parser() -> None:
    code = "import sys, aver.app\nprint([name for name in sys.modules if name.startswith('aver.parsers.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_doctor_lists_a_few_problems_of_a_kind_and_counts_the_rest() -> None:
    problems = [Problem(kind=ProblemKind.TERMS, where=f"chk_{n}", detail="differ") for n in range(SHOWN + 3)]
    lines = list(lines_of(problems))
    assert len(lines) == SHOWN + 1
    assert lines[-1].startswith("terms: 3 more")
