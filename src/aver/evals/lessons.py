"""What a labelled question teaches about the order of its candidates, and what was learned as a tenant's settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from aver.evals.learning import Learned, Lesson
from aver.evals.questions import DOCUMENT_SCOPE, Question
from aver.evals.retrieval import holds_gold
from aver.flows.ask import AskTools
from aver.flows.candidates import candidates_of
from aver.flows.tenant_sections import digest_of
from aver.stages.learning import judged_together, signals
from aver.tenant_settings import RankingSettings
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode
from aver.values.sealed import Sealed


def lesson_of(question: Question, caller: Caller, tools: AskTools, *, document: Callable[[str], str]) -> Lesson:
    """Return the candidates for a labelled question, found and ordered as asking does without a learned order.

    `document` gives the id for a path that a question is scoped to.
    """
    tools = replace(tools, tuning=replace(tools.tuning, learned=None, rerankers=()))
    scope = document(question.doc) if question.scope == DOCUMENT_SCOPE and question.doc else None
    asked = Inquiry(question=Sealed(question.question), mode=Mode.QUOTE, document=scope)
    found = candidates_of(asked, caller, tools)
    together = judged_together(found.parts[-1].scored, tools.tuning.depth)
    return Lesson(
        id=question.id,
        group=question.doc or question.id,
        rows=tuple(signals(one, k=tools.tuning.blend.k, as_of=found.plan.as_of) for one in together),
        gold=tuple(holds_gold(question, one.passage.text.text) for one in together),
    )


def settings_of(found: Learned, *, reader: str, at: str, evidence: str) -> RankingSettings:
    """Return what a learned order sets; `reader` is that in use, `at` the moment, `evidence` what it rests on."""
    weights = " ".join(repr(weight) for weight in found.weights)
    made = RankingSettings(weights=weights, reader=reader, at=at, evidence=evidence)
    return replace(made, version=f"rank_{digest_of(made)}")
