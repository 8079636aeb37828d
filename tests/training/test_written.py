"""The written questions: what they say stands in their documents, and none is about a development document."""

from __future__ import annotations

from pathlib import Path

import pytest
from aver_training.data import part_of, read_rows
from aver_training.written import FILED, PASSAGES, QUESTIONS, documents, file_of
from stance_real import asked_about

from aver.evals.questions import Question, read_questions

UNSEEN = sorted(QUESTIONS.glob("*.jsonl"))
LEARNED = sorted((QUESTIONS / "fit").glob("*.jsonl"))
GERMAN = sorted((QUESTIONS / "crossing").glob("*.jsonl"))


def row(source: str, name: str, passage: str) -> dict[str, object]:
    field, _ = PASSAGES[source]
    return {"source": source, field: name, "passage": passage, "query": "What is it? – It", "label": 1}


def test_every_question_has_an_id_of_its_own_and_gold_spans_exactly_where_it_can_be_answered() -> None:
    found = [question for file in (*UNSEEN, *LEARNED, *GERMAN) for question in read_questions(file)]
    assert len({question.id for question in found}) == len(found) > 3000
    for question in found:
        assert bool(question.gold_spans) == bool(question.doc) == (question.kind != "unanswerable")


def test_a_document_is_put_together_in_the_half_that_its_group_belongs_to() -> None:
    rows = [row("haystack-docs-headings", f"guides/page-{number}.mdx", f"Text {number}.") for number in range(60)]
    learned, unseen = documents(rows, fit=True), documents(rows, fit=False)
    assert set(learned) | set(unseen) == {f"docs/guides-page-{number}.md" for number in range(60)}
    assert not set(learned) & set(unseen)
    assert {part_of(one.group) for one in learned.values()} == {"fit"}
    assert learned["docs/guides-page-1.md"].text.startswith("# page 1\n\n## What is it?\n\nText 1.")


def test_a_question_stands_over_no_passage_that_answers_it() -> None:
    rows = [row("squad", f"Article_{number}", f"Text {number}.") for number in range(30)]
    learned = documents(rows, fit=True)
    assert learned and not documents(rows, fit=False)
    assert {one.text.split("\n", 1)[1].strip() for one in learned.values()} <= {
        f"Text {number}." for number in range(30)
    }


def test_a_document_without_a_name_or_with_too_few_sections_is_left_out() -> None:
    assert not documents([row("haystack-docs-headings", "", "Text.")], fit=True)
    few = [row("medquad", "Gout", f"Text {number}.") for number in range(3)]
    assert not documents(few, fit=True) and not documents(few, fit=False)


@pytest.mark.deep
@pytest.mark.parametrize("file", [*UNSEEN, *LEARNED, *GERMAN], ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_gold_span_stands_in_its_document_and_no_development_question_names_it(file: Path, shared: Path) -> None:
    made = {} if file.stem in FILED else _made(shared, fit=file in LEARNED)
    named = asked_about(shared / "questions" / "dev.jsonl")
    for question in read_questions(file):
        if question.doc is not None:
            asked = question.docs or (question.doc,)
            text = "\n".join(
                made[one] if made else file_of(one, shared / "corpora").read_text("utf-8") for one in asked
            )
            assert question.doc not in named
            assert _spans(question) <= {span for span in _spans(question) if span in text}, question.id


@pytest.mark.parametrize("corpus", FILED)
def test_no_document_is_learned_from_that_others_are_measured_on(corpus: str) -> None:
    learned, unseen = (
        {doc for one in read_questions(folder / f"{corpus}.jsonl") for doc in one.docs}
        for folder in (QUESTIONS / "fit", QUESTIONS)
    )
    assert learned and unseen and not learned & unseen


def _spans(question: Question) -> set[str]:
    return {*question.gold_spans, *question.refuting_spans, *([question.lure_span] if question.lure_span else [])}


def _made(shared: Path, *, fit: bool) -> dict[str, str]:
    rows = read_rows(shared / "data/train/rerank.jsonl.gz")
    return {path: one.text for path, one in documents(rows, fit=fit).items()}
