"""The marked questions as scenes, each asked both ways and judged by its labels, and what went wrong.

Nothing here decides what is shown as right: the judgement is the evaluation's, over what was released.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aver.evals.matching import touched
from aver.evals.questions import Question, read_questions
from aver.evals.rows import Released, Row, released
from aver.evals.score import Judgement, judge
from aver.flows.answering import Answered

FOLDER = Path(__file__).parent
QUESTIONS = FOLDER / "questions.jsonl"
CORPUS = FOLDER / "corpus"
META = FOLDER / "meta.toml"

RESTRICTED = "restricted page"

_LURED: Mapping[str, str] = MappingProxyType(
    {
        "steelman": "relays a conjecture that the paper states at its strongest and then refutes",
        "welded half-truths": "gives the 14 days of monthly plans as the rule for annual ones",
        "transparent-object wall": "recommends by figures that hold for opaque objects only",
        "superseded rule": "relays a rule that says of itself that it has been replaced",
    }
)
_BASELESS: Mapping[str, str] = MappingProxyType(
    {
        "computed value": "gives figures that are not the one asked for: it stands nowhere and has to be computed",
        RESTRICTED: "shows what this reader may not read",
        "unanswerable": "passes the nearest sentence off as the answer: no document answers this",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One question of the demonstration: its family, its labels, and who asks (None: the local user)."""

    family: str
    question: Question
    groups: str | None = None
    clearance: int | None = None


def scenes() -> tuple[Scene, ...]:
    """Return the marked questions in file order, the restricted one followed by its reader's."""
    labels = {question.id: question for question in read_questions(QUESTIONS)}
    records = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    found: list[Scene] = []
    for record in records:
        if "demo" in record:
            found.append(Scene(family=record["demo"], question=labels[record["id"]]))
        elif found and found[-1].family == RESTRICTED and record["question"] == found[-1].question.question:
            found.append(_by_a_member(labels[record["id"]], record["caller"]))
    return tuple(found)


def _by_a_member(question: Question, caller: Mapping[str, Any]) -> Scene:
    return Scene(family=RESTRICTED, question=question, groups=",".join(caller["groups"]), clearance=caller["clearance"])


def judged(question: Question, answered: Answered) -> tuple[Judgement, Released]:
    """Return the evaluation's judgement on an answer, and what was released."""
    told = answered.as_json()
    given = released(Row(id=question.id, result=told, packets=(), latency_ms=0.0))
    if question.expected_decision == given.outcome == "REDIRECT":
        quote = told["redirect"]["citation"]["quote"]
        return (Judgement.CORRECT if touched(question.gold_spans[0], [quote]) else Judgement.WRONG), given
    return judge(question, given), given


def what_went_wrong(scene: Scene, given: Released) -> str:
    """Return in one line why a released answer that was judged wrong is wrong."""
    question, quotes = scene.question, [cited.quote for cited in given.cited]
    if question.lure_span and touched(question.lure_span, quotes) and scene.family in _LURED:
        return _LURED[scene.family]
    if scene.family in _BASELESS:
        return _BASELESS[scene.family]
    if question.kind == "trap" and given.stance != question.expected_stance:
        return "quotes a sentence without saying what the document as a whole holds on the matter"
    return f"does not answer the question; the documents say: {question.answer}"
