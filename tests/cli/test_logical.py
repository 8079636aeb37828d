"""One logical database from the command line: made in two commands, asked like a folder, verified, emptied (M3)."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.cli.conftest import Command
from tests.logical import Logical, let_in, logical  # noqa: F401
from tests.store.adapters import APPLICATION

pytestmark = pytest.mark.deep

QUESTION = "How many days of leave a year?"
MOMENT = re.compile(r'"\d{4}-\d\d-\d\dT[\d:.]+Z"')
OF_ONE_RUN = {"run_id", "caller", "timings_ms"}


def told(aver: Command, *words: str) -> list[Any]:
    """Return what a question and a search get, without moments."""
    got = [aver(*asked, *words, "--json").out for asked in (("ask", QUESTION), ("search", "leave a year"))]
    return [json.loads(MOMENT.sub('""', one)) for one in got]


def test_a_logical_database_is_made_in_two_commands_and_asked_like_a_folder(
    aver: Command,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    logical: Logical,  # noqa: F811
) -> None:
    filled = ("ingest", folder, "--readers", "group:staff", "--jobs", "1")
    monkeypatch.setenv("AVER_HOME", str(tmp_path / "folder"))
    aver("init")
    aver(*filled)
    there = told(aver, "--as", "ann", "--groups", "staff")

    urls = [f"{server.url}&options=-csearch_path%3Dcli" for server in (logical.coordinator, *logical.shards)]
    for url in urls:
        with closing(psycopg.connect(url, autocommit=True)) as admin:
            admin.execute("CREATE SCHEMA cli")
    monkeypatch.setenv("AVER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("AVER_STORE_URL", urls[0])
    monkeypatch.setenv("AVER_IDENTITY_MODE", "token")
    made = aver("tenants", "spread", *(word for url in urls[1:] for word in ("--over", url)), "--json")
    assert [one["schema"] for one in made.json["shards"]] == ["cli"] * 3
    assert aver("init").status == 0
    let_in(*urls[1:], urls[0])
    monkeypatch.setenv("AVER_STORE_URL", urls[0].replace("//aver@", f"//{APPLICATION}@"))
    key = aver("keys", "create", "--as", "ann", "--groups", "staff", "--roles", "reader,admin,auditor", "--json").json
    monkeypatch.setenv("AVER_TOKEN", key["token"])
    aver(*filled)
    for before, after in zip(there, told(aver), strict=True):
        assert {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)} <= OF_ONE_RUN
    seen = aver("doctor", "--deep", "--json").json
    assert seen["problems"] == [] and seen["checked"]["documents"] == 2
    assert aver("runs", "verify").status == 0
    (leave,) = (one for one in aver("documents", "list", "--json").json["documents"] if one["uri"] == "leave.md")
    assert aver("documents", "delete", leave["document_id"]).status == 0
    assert "twenty-eight" not in aver("ask", QUESTION, "--json").out
    assert "refuses this to the role" in aver("doctor", "--rebuild").err
    monkeypatch.setenv("AVER_STORE_URL", urls[0])
    assert "one tenant's at a time" in aver("doctor", "--rebuild").err
    assert aver("doctor", "--json").json["checked"]["documents"] == 1
