"""Questions that lie beside rows are the questions that were asked."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.evals.kept import keep_questions, last_rows, questions_path, remember_rows
from aver.evals.questions import Question, read_questions

TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(str.strip)
QUESTIONS = st.lists(
    st.builds(
        Question,
        id=TEXT,
        question=TEXT,
        kind=st.none() | TEXT,
        doc=TEXT,
        scope=st.none() | st.just("document"),
        answer=st.none() | TEXT,
        gold_spans=st.lists(TEXT, max_size=3).map(tuple),
        refuting_spans=st.lists(TEXT, max_size=3).map(tuple),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one.id,
)


@given(QUESTIONS)
def test_what_is_kept_reads_back_as_it_was(questions: list[Question]) -> None:
    with TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.jsonl"
        keep_questions(rows, questions)
        assert read_questions(questions_path(rows)) == tuple(questions)


def test_what_is_kept_is_not_taken_for_rows(tmp_path: Path) -> None:
    keep_questions(tmp_path / "rows.jsonl", [Question(id="q1", question="Who?")])
    assert list(tmp_path.glob("*.jsonl")) == []


def test_a_home_that_evaluated_nothing_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="remembers no evaluation"):
        last_rows(tmp_path)


def test_the_last_rows_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "rows.jsonl").write_text("{}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    remember_rows(tmp_path, Path("rows.jsonl"))
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert last_rows(tmp_path) == tmp_path / "rows.jsonl"
