from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from fit_stance import ROLES, STANCES
from stance_logistic import logistic, softmax
from stance_real import CASES, asked_about, labels

from aver.stages.asserting import asks_whether


def test_every_label_has_a_span_a_known_stance_and_a_role_that_may_go_with_it() -> None:
    for one in (*labels("real"), *labels("written")):
        assert one.start < one.end
        assert one.stance in STANCES
        assert one.role in ROLES
        assert (one.role == "AUTHOR_POSITION") == (one.stance == "SUPPORTS")
        assert all(start < end for start, end in one.refuting)


def test_every_passage_and_sentence_stands_where_its_label_says() -> None:
    for one in labels("written"):
        text = (CASES / "documents" / one.doc).read_text(encoding="utf-8")
        assert all(text[start:end].strip() for start, end in ((one.start, one.end), *one.refuting))
        assert max(one.end, *(end for _, end in one.refuting), 0) <= len(text)


def test_what_a_passage_says_is_labelled_for_questions_of_yes_or_no_alone() -> None:
    rows = [
        json.loads(line)
        for name in ("real", "written")
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    said = [row for row in rows if "says" in row]
    assert {row["says"] for row in said} == {"yes", "no", "other"}
    assert len(said) > 2000 and all(asks_whether(row["question"]) for row in said)


def test_no_passage_is_asked_the_same_question_twice() -> None:
    asked = [(one.doc, one.start, one.question) for one in (*labels("real"), *labels("written"))]
    assert len(asked) == len(set(asked))


def test_no_development_question_names_a_labelled_document(shared: Path) -> None:
    assert not asked_about(shared / "questions" / "dev.jsonl") & {one.doc for one in labels("real")}


def test_a_logistic_model_finds_the_side_of_a_line() -> None:
    rows = np.random.default_rng(0).normal(size=(400, 2))
    wanted = (rows[:, 0] > rows[:, 1]).astype(np.int64)
    model = logistic(rows, wanted, 2, np.ones(400), decay=1e-4)
    said = softmax(rows @ model[:-1] + model[-1]).argmax(axis=1)
    assert (said == wanted).mean() > 0.97
