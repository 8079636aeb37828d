"""Whose votes count for which part, and how the parts share the few packets that are handed on (B4, B6, E3).

A part is answered from its own searches; the original from its own and those of its rewrites, which together weigh
half of it. The parts then take turns, so that none is crowded out by an easier one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from aver.values.evidence import ChannelResult
from aver.values.inquiry import Plan, SubQuestion

Candidate = TypeVar("Candidate")


def searched_parts(plan: Plan) -> tuple[SubQuestion, ...]:
    """Return what is ranked for itself: every required part, and the original as typed."""
    return (*(part for part in plan.required if part.number), plan.sub_questions[0])


def votes_for(part: SubQuestion, results: Sequence[ChannelResult], plan: Plan) -> tuple[ChannelResult, ...]:
    """Return the results that vote for `part`: its own, and for the original those of the rewrites too."""
    voting = {part.number}
    if part.number == 0:
        voting |= {one.number for one in plan.sub_questions if not one.required}
    return tuple(result for result in results if result.sub_question in voting)


def shares(plan: Plan) -> Mapping[int, float]:
    """Return the weight of each sub-question's votes where it isn't 1."""
    return {one.number: one.weight for one in plan.sub_questions if one.weight != 1.0}


def taking_turns(lists: Sequence[tuple[int, Sequence[Candidate]]]) -> tuple[tuple[Candidate, int], ...]:
    """Return the candidates of all `(part, candidates)` lists, best first in turn, each with its part's number."""
    longest = max((len(candidates) for _, candidates in lists), default=0)
    return tuple(
        (candidates[turn], number) for turn in range(longest) for number, candidates in lists if turn < len(candidates)
    )
