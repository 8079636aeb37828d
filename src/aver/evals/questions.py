"""Labelled questions, and the blind half of each that the engine may see.

A `Question` is the whole label record. `blind` takes from it id, question, scope and, when scoped, the
document - the only thing an evaluation ever hands to the engine (interface.md, "`aver eval run`").
A question without a kind is run but not scored.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aver.errors import BadInput
from aver.evals.foreign import Record, read_lines

HINT = "each line is one JSON object with at least `id` and `question`; `scope: document` also needs `doc`"

DOCUMENT_SCOPE = "document"
"""The one scope that narrows a question to its `doc`; every other value searches the whole home."""

ALL_SPANS_NEEDED = frozenset({"exception", "multihop"})
"""Kinds whose gold spans are all needed; for the others any one proves the answer."""

UNANSWERED_IS_RIGHT = frozenset({"unanswerable", "offtopic", "ambiguous"})
"""Kinds whose questions should not be answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """What the engine gets to see; `doc` is set only where `scope` is `document`."""

    id: str
    question: str
    scope: str | None = None
    doc: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One labelled question; the fields are those of the question sets' README.

    `variant` says what question surgery did to it (aver.evals.surgery).
    """

    id: str
    question: str
    kind: str | None = None
    corpus: str | None = None
    scope: str | None = None
    doc: str | None = None
    docs: tuple[str, ...] = ()
    claim: str | None = None
    expected_stance: str | None = None
    expected_decision: str | None = None
    answer: str | None = None
    gold_spans: tuple[str, ...] = ()
    refuting_spans: tuple[str, ...] = ()
    role_of_lure: str | None = None
    lure_span: str | None = None
    notes: str | None = None
    variant: str | None = None


def blind(question: Question) -> Blind:
    """Return the question without its labels."""
    doc = question.doc if question.scope == DOCUMENT_SCOPE else None
    return Blind(id=question.id, question=question.question, scope=question.scope, doc=doc)


def read_questions(path: Path) -> tuple[Question, ...]:
    """Return the questions of a JSON Lines file in file order.

    Raises BadInput, naming line and field, for a field of the wrong type, a missing id or question, a scope of
    `document` without `doc`, an id that comes twice, and a file without questions.
    """
    questions: dict[str, Question] = {}
    for record in read_lines(path, hint=HINT):
        question = _question(record)
        if question.id in questions:
            raise record.fault("id", f"repeats `{question.id}`")
        questions[question.id] = question
    if not questions:
        raise BadInput(f"{path.name} holds no questions", hint=HINT)
    return tuple(questions.values())


def _question(record: Record) -> Question:
    optional = record.optional_text
    question = Question(
        id=record.text("id"),
        question=record.text("question"),
        kind=optional("kind"),
        corpus=optional("corpus"),
        scope=optional("scope"),
        doc=optional("doc"),
        docs=record.texts("docs"),
        claim=optional("claim"),
        expected_stance=optional("expected_stance"),
        expected_decision=optional("expected_decision"),
        answer=optional("answer"),
        gold_spans=record.texts("gold_spans"),
        refuting_spans=record.texts("refuting_spans"),
        role_of_lure=optional("role_of_lure"),
        lure_span=optional("lure_span"),
        notes=optional("notes"),
        variant=optional("variant"),
    )
    if question.scope == DOCUMENT_SCOPE and not question.doc:
        raise record.fault("doc", "is missing although `scope` is `document`")
    return question
