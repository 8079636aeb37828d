"""A home in PostgreSQL from the command line: made, filled and asked with a key, from more than one folder (M2, L9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.cli.conftest import Command
from tests.store.adapters import APPLICATION, POSTGRESQL, let_in, on, url_of

EVERYBODY = ("--readers", "group:staff")


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with on(POSTGRESQL):
        url = url_of(tmp_path / "home")
        monkeypatch.setenv("AVER_STORE_URL", url)
        monkeypatch.setenv("AVER_IDENTITY_MODE", "token")
        yield url


@pytest.fixture
def token(aver: Command, url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    assert aver("init").status == 0
    made = aver("keys", "create", "--as", "ann", "--groups", "staff", "--roles", "reader,admin,auditor", "--json").json
    monkeypatch.setenv("AVER_TOKEN", made["token"])
    return str(made["token"])


@pytest.mark.parametrize("role", ["aver", APPLICATION])
def test_a_home_in_postgresql_is_filled_asked_verified_and_emptied(
    aver: Command, token: str, folder: Path, url: str, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_in(url)
    monkeypatch.setenv("AVER_STORE_URL", url.replace("//aver@", f"//{role}@"))
    added = aver("ingest", folder, *EVERYBODY, "--jobs", "1", "--json")
    assert added.json["counts"]["added"] == 2
    asked = aver("ask", "How many days of leave a year?", "--json").json
    assert "Everybody has twenty-eight days of leave a year." in str(asked)
    assert aver("doctor", "--deep", "--json").json["problems"] == []
    assert aver("runs", "verify").status == 0
    (job,) = aver("jobs", "list", "--json").json["jobs"]
    assert job["state"] == "done"
    (leave,) = (one for one in aver("documents", "list", "--json").json["documents"] if one["uri"] == "leave.md")
    assert aver("documents", "delete", leave["document_id"]).status == 0
    assert "twenty-eight" not in aver("ask", "How many days of leave a year?", "--json").out


def test_a_home_is_searched_by_a_graph_only_where_it_was_asked_for_and_says_so(
    aver: Command, token: str, folder: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    aver("ingest", folder, *EVERYBODY, "--jobs", "1")
    exact = aver("ask", "How many days of leave a year?", "--json").json
    monkeypatch.setenv("AVER_STORE_UNSAFE_APPROXIMATE", "on")
    refused = aver("ask", "How many days of leave a year?")
    assert refused.status == 1 and "unsafe_approximate" in refused.err and "aver approximate" in refused.err
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    assert aver("approximate", "--json").json["vectors"] > 0
    near = aver("ask", "How many days of leave a year?", "--json").json
    assert near["approximate"] == ["dense"] and near["answer"]["text"] == exact["answer"]["text"]
    assert "outside non-interference" in aver("ask", "How many days of leave a year?").out
    assert aver("search", "leave", "--json").json["approximate"] == ["dense"]
    assert aver("doctor", "--json").json["problems"] == []
    assert aver("approximate", "--drop", "--json").json == {"dropped": True}
    monkeypatch.setenv("AVER_STORE_URL", "")
    monkeypatch.setenv("AVER_IDENTITY_MODE", "local")
    assert "unsafe_approximate needs a home in PostgreSQL" in aver("init").err


def test_a_second_folder_on_the_same_database_is_the_same_home(
    aver: Command, token: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aver("ingest", folder, *EVERYBODY, "--jobs", "1")
    monkeypatch.setenv("AVER_HOME", str(tmp_path / "elsewhere"))
    assert {one["uri"] for one in aver("documents", "list", "--json").json["documents"]} == {"leave.md", "old.md"}


def test_a_host_without_the_key_that_signs_is_told_and_makes_no_other(
    aver: Command, token: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "other host"))
    refused = aver("ask", "How many days?")
    assert refused.status != 0 and "signed with a key" in refused.err
    assert not [*(tmp_path / "other host").rglob("*.key")]


def test_a_host_with_another_key_does_not_sign(aver: Command, token: str, tmp_path: Path) -> None:
    (key,) = (tmp_path / "config").rglob("ledger-*.key")
    key.write_bytes(bytes(32))
    refused = aver("ask", "How many days?")
    assert refused.status != 0 and "is not the one that signs" in refused.err


@pytest.mark.parametrize("words", [("--as", "ann"), ("--groups", "staff"), ("--tenant", "other"), ("--clearance", "3")])
def test_nobody_names_themselves_on_a_home_that_others_share(aver: Command, token: str, words: tuple[str, str]) -> None:
    refused = aver("documents", "list", *words)
    assert refused.status != 0 and "aver keys create" in refused.err


@pytest.mark.parametrize("given", ["", "aver_0000000000000000_x", "nonsense"])
def test_without_a_key_that_holds_nothing_is_opened(
    aver: Command, token: str, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AVER_TOKEN", given)
    refused = aver("documents", "list")
    assert refused.status != 0 and "AVER_TOKEN" in refused.err


def test_a_database_without_a_home_is_not_taken_for_one(
    aver: Command, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AVER_STORE_URL", url.partition("&")[0])
    refused = aver("keys", "list")
    assert refused.status != 0 and "aver init" in refused.err


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("AVER_STORE_URL", "mysql://db/aver", "names no PostgreSQL"),
        ("AVER_STORE_URL", "postgresql://aver@/x?host=/nowhere", "no connection to PostgreSQL"),
        ("AVER_IDENTITY_MODE", "local", 'mode = "token"'),
    ],
)
def test_what_cannot_be_opened_says_what_to_change(
    aver: Command, url: str, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable, value)
    refused = aver("init")
    assert refused.status != 0 and said in refused.err
