"""Reading question sets: every fault names its line and field."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from aver.errors import BadInput
from aver.evals.questions import Blind, Question, blind, read_questions

GOOD = {"id": "q1", "question": "What?", "kind": "fact", "gold_spans": ["because"], "doc": "a.md"}


def written(folder: Path, *lines: object) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines), encoding="utf-8")
    return path


def test_questions_are_read_in_file_order_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    questions = read_questions(written(tmp_path, GOOD, "", GOOD | {"id": "q0"}, ""))
    assert [question.id for question in questions] == ["q1", "q0"]
    assert questions[0].gold_spans == ("because",)
    assert questions[0].kind == "fact"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (GOOD | {"id": "q1"}, ("line 2", "`id`", "repeats")),
        ({"question": "What?"}, ("line 2", "`id`", "missing")),
        ({"id": "q2", "question": " "}, ("line 2", "`question`", "empty")),
        ({"id": 7, "question": "What?"}, ("line 2", "`id`", "string, not int")),
        (GOOD | {"id": "q2", "gold_spans": "because"}, ("line 2", "`gold_spans`", "list, not str")),
        (GOOD | {"id": "q2", "refuting_spans": [None]}, ("line 2", "`refuting_spans`", "strings")),
        ({"id": "q2", "question": "What?", "scope": "document"}, ("line 2", "`doc`", "scope")),
        ("[1]", ("line 2", "list, not an object")),
        ('{"id": ', ("line 2", "isn't JSON")),
    ],
)
def test_a_faulty_line_is_named_with_its_field(tmp_path: Path, line: object, says: tuple[str, ...]) -> None:
    with pytest.raises(BadInput) as caught:
        read_questions(written(tmp_path, GOOD, line))
    assert all(part in caught.value.message for part in says)
    assert caught.value.hint


def test_a_missing_an_empty_and_a_wrongly_encoded_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't be read"):
        read_questions(tmp_path / "nowhere.jsonl")
    with pytest.raises(BadInput, match="no questions"):
        read_questions(written(tmp_path, "", ""))
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "\xe9"}')
    with pytest.raises(BadInput, match="UTF-8 at byte 8"):
        read_questions(tmp_path / "latin.jsonl")


def test_the_blind_half_has_the_four_fields_of_the_contract_and_doc_only_when_scoped() -> None:
    assert [field.name for field in fields(Blind)] == ["id", "question", "scope", "doc"]
    open_question = Question(id="q", question="What?", kind="fact", doc="a.md", answer="42")
    assert blind(open_question) == Blind(id="q", question="What?")
    scoped = Question(id="q", question="What?", kind="fact", doc="a.md", scope="document")
    assert blind(scoped) == Blind(id="q", question="What?", scope="document", doc="a.md")


@pytest.mark.shared
def test_the_shared_question_set_is_read_whole(shared: Path) -> None:
    path = shared / "questions" / "dev.jsonl"
    questions = read_questions(path)
    raw = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    names = {field.name for field in fields(Question)} - {"scope"}
    assert len(questions) == len(raw)
    for question, line in zip(questions, raw, strict=True):
        assert set(line) <= names
        for name in line:
            value = getattr(question, name)
            assert (list(value) if isinstance(value, tuple) else value) == line[name]
