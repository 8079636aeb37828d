"""What a reviewer accepts, edits or rejects becomes questions that a run is judged by and thresholds are fitted on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aver.evals.calibrate import samples_of
from aver.evals.questions import read_questions
from aver.evals.rows import read_rows
from aver.evals.score import score
from tests.cli.asking_home import a_home, aver
from tests.cli.test_claims import QUOTE, a_candidate

MANAGERS = "Managers give three months of notice."


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with a_home(tmp_path) as folder:
        yield folder


def cases(home: Path, *words: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    out = home / "cases.jsonl"
    said = aver("eval", "cases", "--out", str(out), "--json", *words)
    assert said.status == 0, said.err
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()], said.json


def decided(home: Path, how: str, *words: str, quote: str = QUOTE) -> str:
    name = a_candidate(home, quote)
    assert aver("review", "next").status == 0
    said = aver("review", how, name, *words)
    assert said.status == 0, said.err
    return name


def test_nothing_that_still_waits_is_a_case(home: Path) -> None:
    a_candidate(home)
    assert cases(home)[0] == []


@pytest.mark.deep
def test_an_accepted_claim_is_a_labelled_question_that_thresholds_are_fitted_on(home: Path) -> None:
    questions, rows = home / "cases.jsonl", home / "rows.jsonl"
    fitted = []
    for claims in ((), (QUOTE,), (MANAGERS,)):
        for quote in claims:
            decided(home, "accept", quote=quote)
        found, told = cases(home)
        assert (told["reviewed"], told["labelled"]) == (len(found), len(found))
        if found:
            assert aver("eval", "run", str(questions), "--out", str(rows)).status == 0
            fitted.append(samples_of(score(read_rows(rows), read_questions(questions))))
    assert [len(samples) for samples in fitted] == [1, 2]
    assert not any(sample.wrong for samples in fitted for sample in samples)
    case = next(one for one in cases(home)[0] if one["claim"] == QUOTE)
    assert case["question"] == "The notice period of employees is four weeks?"
    assert (case["kind"], case["gold_spans"], case["doc"]) == ("control", [QUOTE], "leave/notice.md")


def test_an_edit_labels_the_corrected_words_and_leaves_the_first_ones_to_a_person(home: Path) -> None:
    name = decided(home, "edit", "--statement", "Employees give four weeks of notice.", "--reason", "clumsy")
    found = {one["id"]: one for one in cases(home)[0]}
    assert found[f"{name}.2"]["kind"] == "control" and found[f"{name}.2"]["gold_spans"] == [QUOTE]
    first = found[f"{name}.1"]
    assert "kind" not in first and first["lure_span"] == QUOTE
    assert first["notes"] == "superseded / by version 2 / Employees give four weeks of notice."


def test_a_rejection_is_no_label_and_keeps_the_reason(home: Path) -> None:
    decided(home, "reject", "--reason", "that is the old contract")
    ((case,), told) = cases(home)
    assert "kind" not in case and case["notes"] == "rejected / that is the old contract"
    assert (told["labelled"], told["reviewed"]) == (0, 1)
    ran = aver("eval", "run", str(home / "cases.jsonl"), "--json")
    assert ran.status == 0 and ran.json["counts"]["unlabelled"] == 1


def test_what_is_taken_out_of_service_or_whose_source_has_changed_labels_nothing(home: Path) -> None:
    name = decided(home, "accept")
    (home / "docs" / "leave" / "notice.md").write_text("# Notice periods\n\nFive weeks.\n", encoding="utf-8")
    assert aver("ingest", str(home / "docs"), "--meta", str(home / "meta.toml")).status == 0
    assert cases(home)[0] == []
    assert aver("claims", "unfreeze", name, "--reason", "five weeks now").status == 0
    ((case,), _) = cases(home)
    assert "kind" not in case and case["notes"] == "unfrozen / five weeks now"


def test_a_reader_who_may_not_know_of_a_claim_gets_no_case_of_it(home: Path) -> None:
    decided(home, "accept")
    assert len(cases(home)[0]) == 1
    assert cases(home, "--as", "nobody", "--groups", "none")[0] == []
