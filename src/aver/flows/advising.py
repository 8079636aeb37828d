"""A chat model's part in finding evidence: other wordings to search by, and a say in the order of passages (B5, E1).

Both are off by default and touch nothing but what is found and in which order: eligibility, checks and the gate never
hear of them. A passage can talk to whoever grades it, so a grade is one vote beside the order that it came in by. Where
the model can't be heard, everything goes on as without it, and the run says so.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from aver.flows.consulting import Meter, Speak, consult
from aver.flows.gathering import GatherTools, Ranked, weights_of
from aver.stages.deliberation.prompting import grader_prompt, reworder_prompt
from aver.stages.deliberation.replies import GradeReply, RewordReply
from aver.stages.planning import with_rewrites, worded
from aver.stages.reading import read_text
from aver.stages.relevance import question_terms
from aver.stages.reranking import Reranker, dealt_anew, in_both_orders
from aver.values.chat import Budget
from aver.values.deliberation import Voice, VoiceFailure
from aver.values.events import Event, Graded, Planned, Reworded
from aver.values.governance import Eligibility
from aver.values.inquiry import Plan
from aver.values.sealed import Sealed

HIGHEST = 3
"""The grade of a passage that holds the whole answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advisor:
    """A chat model that may be asked while evidence is looked for, and what that may cost."""

    chat: Speak
    meter: Meter


def advisor_within(chat: Speak, budget: Budget) -> Advisor:
    """Return an advisor who may spend half of a run's budget: the rest is for whoever words the answer."""
    return Advisor(chat=chat, meter=Meter(replace(budget, calls=budget.calls // 2, tokens=budget.tokens // 2)))


def left_of(budget: Budget, advisor: Advisor | None) -> Meter:
    """Return what an advisor has left of a run's budget."""
    if advisor is None:
        return Meter(budget)
    spent = advisor.meter
    return Meter(replace(budget, calls=budget.calls - spent.calls, tokens=budget.tokens - spent.spent.total))


def advised_plan(
    plan: Plan, eligibility: Eligibility, tools: GatherTools, advisor: Advisor | None
) -> Generator[Event, None, Plan]:
    """Yield what the model words for searching, and return the plan in which that votes."""
    wanted, asked = tools.tuning.rewordings, plan.sub_questions[0].text
    if advisor is None or not wanted:
        return plan
    before = advisor.meter.spent
    heard = consult(advisor.chat, Voice.REWORDER, reworder_prompt(asked, wanted), RewordReply, meter=advisor.meter)
    usage = advisor.meter.since(before)
    if isinstance(heard, VoiceFailure):
        yield Reworded(by="", rewrites=(), failure=heard, usage=usage)
        return plan
    weights = question_terms(asked.text, weights_of(asked, eligibility, tools)).weights
    said = [(one.means, one.text) for one in heard.reply.wordings]
    rewrites = worded(asked, said, weights, wanted=wanted, source=heard.source)
    yield Reworded(by=heard.model, rewrites=rewrites, usage=usage)
    grown = with_rewrites(plan, rewrites)
    if grown != plan:
        yield Planned(plan=grown)
    return grown


def advised_order(
    lists: tuple[Ranked, ...], tools: GatherTools, advisor: Advisor | None
) -> Generator[Event, None, tuple[Ranked, ...]]:
    """Yield how the model grades the best candidates of every part, and return the parts with that as one more vote."""
    if advisor is None or Reranker.UTILITY not in tools.tuning.rerankers:
        return lists
    graded: list[Ranked] = []
    for one in lists:
        event = _graded(one, tools.tuning.depth, advisor)
        yield event
        graded.append(_in_order_of(event, one))
    return tuple(graded)


def _graded(ranked: Ranked, depth: int, advisor: Advisor) -> Graded:
    best = ranked.scored[:depth]
    shown = [Sealed(read_text(one.passage, ranked.part.text.text), one.passage.document) for one in best]
    prompt, fit = grader_prompt(ranked.part, shown, budget=advisor.meter.budget.prompt_tokens)
    left_out = tuple(one.fused.chunk for number, one in enumerate(best) if number not in fit)
    before = advisor.meter.spent
    heard = consult(advisor.chat, Voice.GRADER, prompt, GradeReply, meter=advisor.meter)
    usage = advisor.meter.since(before)
    if isinstance(heard, VoiceFailure):
        return Graded(by="", sub_question=ranked.part.number, grades=(), failure=heard, usage=usage, left_out=left_out)
    said = {one.passage: one.grade for one in heard.reply.grades if 0 <= one.grade <= HIGHEST}
    grades = tuple((best[number].fused.chunk, said[number]) for number in fit if number in said)
    return Graded(by=heard.model, sub_question=ranked.part.number, grades=grades, usage=usage, left_out=left_out)


def _in_order_of(event: Graded, ranked: Ranked) -> Ranked:
    """Return the candidates with the grades as a vote; those without one stay where they are."""
    grades = dict(event.grades)
    mine = [one for one in ranked.scored if one.fused.chunk in grades]
    order = in_both_orders(mine, [grades[one.fused.chunk] for one in mine])
    return replace(ranked, scored=dealt_anew(ranked.scored, order))
