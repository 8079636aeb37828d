"""`aver eval run --jobs` asks the home itself in several processes, with the models that ship."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.asking_home import DOCUMENTS, aver

pytestmark = pytest.mark.deep

ASKED = (
    "How long is the notice period of employees?",
    "How long does parental leave last?",
    "Who painted the Mona Lisa?",
    "What does the secret bonus pool hold?",
)


def told(path: Path) -> list[dict[str, Any]]:
    """The rows without what no two runs share."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        del row["latency_ms"], row["result"]["run_id"], row["result"]["timings_ms"]
    return rows


def test_two_processes_write_the_rows_of_one_in_its_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("AVER_HOME", str(tmp_path / "home"))
    for uri, text in DOCUMENTS.items():
        (tmp_path / "docs" / uri).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / uri).write_text(text, encoding="utf-8")
    assert aver("init").status == 0 and aver("ingest", str(tmp_path / "docs")).status == 0
    lines = [{"id": f"q{number}", "question": one, "kind": "fact"} for number, one in enumerate(ASKED)]
    questions = tmp_path / "q.jsonl"
    questions.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert aver("eval", "run", str(questions), "--out", str(one)).status == 0
    said = aver("eval", "run", str(questions), "--out", str(two), "--jobs", "2", "--json")
    assert said.status == 0, said.err
    assert said.json["counts"]["failed"] == 0 and "4/4" in said.err
    assert told(one) == told(two)
    kept, three, four = tmp_path / "readings", tmp_path / "three.jsonl", tmp_path / "four.jsonl"
    for rows in (three, four):
        told_to = ("--out", str(rows), "--readings", str(kept), "--jobs", "2")
        assert aver("eval", "run", str(questions), *told_to).status == 0
    assert told(one) == told(three) == told(four)
    assert not any(one.encode() in kept.read_bytes() for one in ("notice", "Mona Lisa", "bonus"))
