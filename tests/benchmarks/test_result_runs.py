"""Runs behind docs/results.md are those of one code, whole, and drawn alike every time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.result_runs import ABLATIONS, RUNS, begin, code_of, drawn, read, rows_of
from benchmarks.result_tables import OURS

from aver.evals.rows import Row, write_rows
from benchmarks import result_runs, results
from tests.evals.made_rows import GOLD, result, row


def write(place: Path, run: str, rows: list[Row], part: str = "questions") -> None:
    path = rows_of(place, run, part)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as out:
        write_rows(rows, out)


def a_set(work: Path) -> Path:
    """A set of two questions, one of them for insiders."""
    place = work / "dev"
    place.mkdir(parents=True)
    for part, id in (("questions", "a"), ("questions-insiders", "b")):
        label = {"id": id, "question": "Why?", "kind": "fact", "doc": "doc.md", "gold_spans": [GOLD]}
        (place / f"{part}.jsonl").write_text(json.dumps(label) + "\n", encoding="utf-8")
    return place


def test_what_other_code_left_is_moved_aside_and_what_the_same_code_left_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "eval"
    for code in ("one", "one", "two"):
        monkeypatch.setattr(result_runs, "code_digest", lambda code=code: code)
        begin(work)
        (work / "dev").mkdir(exist_ok=True)
        with (work / "dev" / "rows").open("a", encoding="utf-8") as file:
            file.write(code)
    assert code_of(work) == "two" and (work / "dev" / "rows").read_text(encoding="utf-8") == "two"
    assert (work / "earlier" / "one" / "dev" / "rows").read_text(encoding="utf-8") == "oneone"


def test_the_digest_of_the_code_is_of_what_answers_and_not_of_the_edges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ("src/aver/stages/gate.py", "src/aver/web/pages.py", "benchmarks/dev_sets.py")
    files += ("benchmarks/surgery_sources.py", "packages/aver-models/src/aver_models/manifest.json")
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a", encoding="utf-8")
    monkeypatch.setattr(result_runs, "ROOT", tmp_path)
    first = result_runs.code_digest()
    changed = {}
    for name in files:
        (tmp_path / name).write_text("b", encoding="utf-8")
        changed[name] = result_runs.code_digest() != first
        (tmp_path / name).write_text("a", encoding="utf-8")
    assert changed == {name: "web" not in name for name in files}


def test_a_run_is_read_with_the_rows_of_both_callers_and_left_out_where_it_was_cut_short(tmp_path: Path) -> None:
    place = a_set(tmp_path)
    write(place, OURS, [row("a", result("ANSWER", GOLD))])
    write(place, OURS, [row("b", result("ABSTAIN"))], "questions-insiders")
    write(place, "bm25", [row("a", result("ANSWER", GOLD))])
    runs = read(tmp_path, "dev", RUNS)
    assert list(runs) == [OURS] and [one.judgement.value for one in runs[OURS].judged] == ["correct", "abstained"]


def test_a_sample_keeps_the_order_and_is_drawn_alike_every_time() -> None:
    lines = [str(number) for number in range(50)]
    few = drawn(lines, 5)
    assert len(few) == 5 and few == sorted(few, key=int) and few == drawn(lines, 5)
    assert drawn(lines, 0) == lines and drawn(lines[:3], 5) == lines[:3]


def test_every_stage_but_calibration_is_switched_off_in_one_run_of_the_verified_mode() -> None:
    assert {name.removeprefix("without ") for name in ABLATIONS} >= {"lexical", "dense", "reader", "stance"}
    assert all(options[:4] == RUNS[OURS] for options in ABLATIONS.values()) and "without calibration" not in ABLATIONS


def test_the_page_holds_every_set_with_its_ablations_and_says_whose_rows_they_are(tmp_path: Path) -> None:
    place = a_set(tmp_path)
    (place / "questions-insiders.jsonl").unlink()
    write(place, OURS, [row("a", result("ANSWER", GOLD))])
    write(place, "vanilla-4", [row("a", result("ANSWER", "Something else entirely, at length."))])
    write(place, "without reader", [row("a", result("ABSTAIN"))])
    (place / "spent.json").write_text('{"ingest": 60.0, "verified": 120.0}', encoding="utf-8")
    (tmp_path / "code").write_text("0123456789ab", encoding="utf-8")
    page = results.page(tmp_path)
    assert "Rows of code 0123456789ab; this page was written at " in page and "3 processor minutes" in page
    assert "| Development questions | 1; 1 | 0; 1 | 1; 0 |" in page
    assert "| without reader | 1 | +0.0 points [+0.0, +0.0] (0 / 0) | 1.000 | -100.0 points" in page
