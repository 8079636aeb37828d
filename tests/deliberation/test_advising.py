"""A chat model's part in finding evidence: more votes and an order, never a decision (B5, B6, E1, F3)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aver.flows.advising import HIGHEST
from aver.flows.answering import Answered, answer, replay_run
from aver.stages.reranking import Reranker
from aver.store.store import Store
from aver.values.chat import Budget, ChatFailureKind, ChatRequest
from aver.values.events import Graded, Planned, Retrieved, Reworded, Selected
from aver.values.inquiry import FROM_MODEL, Means, Mode
from tests.deliberation.debating import PLANS, QUESTION, drafts, fails, says, scripted, shown, tools
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import governed, new_version

KEPT = "By when can money for monthly plans be refunded?"
LOST = "When are plans given back?"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("plans.md", list(PLANS), governed("ann"))])
    found.add(
        [new_version("notes.md", ["Monthly plans are sold in June.", "Refunded money is blue."], governed("ann"))]
    )
    return found


def _asked(store: Store, *, mode: Mode = Mode.AUTO, budget: Budget | None = None, **voices: Any) -> Answered:
    made = tools(store, scripted(**voices), budget=budget or Budget())
    tuning = replace(made.tuning, rewordings=FROM_MODEL, rerankers=(Reranker.UTILITY,))
    return answer(log_over(store), inquiry(QUESTION, mode=mode), caller("ann"), replace(made, tuning=tuning))


def _rewords(*wordings: tuple[Means, str]) -> Callable[[ChatRequest], str]:
    return says({"wordings": [{"means": means.value, "text": text} for means, text in wordings]})


def _grades(grade: Callable[[str], int]) -> Callable[[ChatRequest], str]:
    def script(request: ChatRequest) -> str:
        passages = shown(request).findall("passage")
        said = [{"passage": int(one.get("number") or 0), "grade": grade("".join(one.itertext()))} for one in passages]
        return json.dumps({"grades": said})

    return script


def _one(given: Answered, kind: type[Any]) -> Any:
    (event,) = [event for event in given.events if isinstance(event, kind)]
    return event


def test_a_wording_that_keeps_the_question_is_searched_beside_it_and_the_others_are_named(store: Store) -> None:
    given = _asked(store, reworder=_rewords((Means.PARAPHRASE, KEPT), (Means.STEP_BACK, LOST)))

    reworded = _one(given, Reworded)
    assert [one.dropped for one in reworded.rewrites] == ["", "loses the term monthly"]
    plan = [event.plan for event in given.events if isinstance(event, Planned)][-1]
    assert [(part.text.text, part.required, part.from_model) for part in plan.sub_questions] == [
        (QUESTION, True, False),
        (KEPT, False, True),
    ]
    assert {result.sub_question for result in _one(given, Retrieved).channels} == {0, 1}
    assert replay_run(log_over(store), caller("ann"), given.run).verdict == "identical"


def test_grades_have_a_say_in_the_order_and_nothing_else(store: Store) -> None:
    liked = _asked(store, grader=_grades(lambda text: HIGHEST if "blue" in text else 0))
    plain = _asked(store, grader=says({"grades": []}))

    def places(given: Answered) -> dict[str, int]:
        candidates = _one(given, Selected).candidates
        return {one.chunk: place for place, one in enumerate(candidates)}

    blue = next(chunk for chunk, grade in _one(liked, Graded).grades if grade == HIGHEST)
    assert places(liked)[blue] < places(plain)[blue]
    assert places(liked).keys() == places(plain).keys()
    assert {one.relevance for one in _one(liked, Selected).candidates} == {
        one.relevance for one in _one(plain, Selected).candidates
    }
    assert replay_run(log_over(store), caller("ann"), liked.run).verdict == "identical"


@pytest.mark.parametrize("voice", ["reworder", "grader"])
@pytest.mark.parametrize("kind", list(ChatFailureKind))
def test_without_the_model_everything_goes_on_as_without_help_and_says_so(
    store: Store, voice: str, kind: ChatFailureKind
) -> None:
    given = _asked(store, **{voice: fails(kind)})

    assert [claim.text.text for claim in given.events[-1].released] == [PLANS[0]]  # type: ignore[union-attr]
    assert {"stage": f"chat:{voice}", "reason": kind.value} in given.as_json()["degraded"]


def test_a_grade_that_is_none_and_a_passage_that_was_not_shown_are_left_out(store: Store) -> None:
    said = [{"passage": 0, "grade": 9}, {"passage": 99, "grade": 3}, {"passage": -1, "grade": 3}]
    given = _asked(store, grader=says({"grades": said}))

    assert _one(given, Graded).grades == ()


def test_helping_spends_at_most_half_of_what_a_question_may_cost(store: Store) -> None:
    given = _asked(store, budget=Budget(calls=2), reworder=fails(ChatFailureKind.BROKEN_JSON))

    assert _one(given, Reworded).failure.attempts == 1
    assert _one(given, Graded).failure.kind is ChatFailureKind.BUDGET
    assert [claim.text.text for claim in given.events[-1].released] == [PLANS[0]]  # type: ignore[union-attr]


def test_quoting_asks_no_chat_model(store: Store) -> None:
    given = _asked(store, mode=Mode.QUOTE, reworder=fails(ChatFailureKind.SERVER), grader=fails(ChatFailureKind.SERVER))

    assert not [event for event in given.events if isinstance(event, Reworded | Graded)]
    assert given.as_json()["degraded"] == []


def test_what_helping_cost_is_counted_with_the_rest(store: Store) -> None:
    given, without = (
        _asked(store),
        answer(log_over(store), inquiry(QUESTION), caller("ann"), tools(store, scripted(drafter=drafts(PLANS[0])))),
    )

    assert given.as_json()["tokens"]["chat_prompt"] > without.as_json()["tokens"]["chat_prompt"]
