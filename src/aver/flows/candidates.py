"""The candidates of a question as asking finds and orders them, without a run: what is learned from is what is used."""

from __future__ import annotations

from dataclasses import dataclass

from aver.flows.ask import AskTools
from aver.flows.gathering import Ranked, ranked, searched
from aver.stages.eligibility import eligibility_of
from aver.stages.planning import plan_of
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """How a question was taken apart, what was open to it, and the candidates of its parts; the whole comes last."""

    plan: Plan
    eligibility: Eligibility
    parts: tuple[Ranked, ...]


def candidates_of(inquiry: Inquiry, caller: Caller, tools: AskTools) -> Candidates:
    """Return the candidates of an inquiry; nothing is recorded, and no chat model is asked."""
    today = tools.now()[:10]
    plan = plan_of(inquiry, today=today, catalogue=tools.catalogue)
    documents = None if inquiry.document is None else (inquiry.document,)
    eligibility = eligibility_of(caller, as_of=plan.as_of, documents=documents)
    plan, results = searched(plan, eligibility, tools)
    parts = ranked(plan, results, eligibility, tools, today=today)
    return Candidates(plan=plan, eligibility=eligibility, parts=parts)
