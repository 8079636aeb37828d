"""`aver eval cases` turns verdicts into questions that `aver eval run` judges, and shows nobody what is closed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.asking_home import a_home, aver


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with a_home(tmp_path) as folder:
        yield folder


def asked(question: str, verdict: str, *words: str, note: str = "") -> str:
    run = str(aver("ask", question, "--json", *words).json["run_id"])
    assert aver("feedback", run, verdict, "--note", note, *words).status == 0
    return run


def cases(home: Path, *words: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    out = home / "cases.jsonl"
    said = aver("eval", "cases", "--out", str(out), "--json", *words)
    assert said.status == 0, said.err
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()], said.json


def test_a_right_answer_becomes_gold_that_a_run_is_judged_by(home: Path) -> None:
    run = asked("How long is the notice period of employees?", "--correct")
    (case,), told = cases(home)
    assert case["id"] == run and case["kind"] == "fact" and case["doc"].endswith("leave/notice.md")
    assert case["gold_spans"] == ["The notice period of employees is four weeks."]
    assert (told["labelled"], told["left_out"]) == (1, 0)
    judged = aver("eval", "run", str(home / "cases.jsonl"), "--json").json
    assert judged["kinds"]["ALL"]["correct"]["value"] == 1.0


def test_a_wrong_answer_keeps_its_quote_as_a_lure_and_waits_for_a_label(home: Path) -> None:
    asked("How long is the notice period of employees?", "--wrong", note="it is five weeks now")
    (case,), told = cases(home)
    assert "kind" not in case and case["lure_span"] == "The notice period of employees is four weeks."
    assert case["notes"] == "it is five weeks now" and told["labelled"] == 0


def test_withholding_that_was_right_makes_a_question_unanswerable(home: Path) -> None:
    asked("How much is the hydrofoil bonus of the moon?", "--correct", "--as", "nobody")
    assert cases(home)[0] == []
    ((case,), told) = cases(home, "--as", "nobody")
    assert case["kind"] == "unanswerable" and case["gold_spans"] == [] and told["labelled"] == 1


def test_a_run_whose_document_is_closed_now_is_left_out(home: Path) -> None:
    asked("What holds the secret bonus pool?", "--correct", "--groups", "hr,local", "--clearance", "3")
    records, told = cases(home)
    assert (records, told["left_out"]) == ([], 1)
    assert "900 crowns" in json.dumps(cases(home, "--groups", "hr,local", "--clearance", "3")[0])


def test_of_several_verdicts_on_a_run_the_last_is_the_label(home: Path) -> None:
    run = asked("How long is the notice period of employees?", "--wrong")
    assert aver("feedback", run, "--correct").status == 0
    (case,), _ = cases(home)
    assert case["kind"] == "fact"
