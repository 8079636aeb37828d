"""The rules of scoring, each one by hand."""

from __future__ import annotations

import pytest
from made_rows import GOLD, LURE, fact, result, row

from aver.evals.matching import counted, fold, holds_answer, touches
from aver.evals.questions import Question
from aver.evals.rows import released
from aver.evals.score import Judgement, judge, score


def judged(question: Question, **given: object) -> Judgement:
    quotes = given.pop("quotes", ())
    outcome = given.pop("outcome", "ANSWER")
    return judge(question, released(row("f1", result(outcome, *quotes, **given))))  # type: ignore[misc, arg-type]


def trap(**fields: object) -> Question:
    labels = {"kind": "trap", "expected_stance": "REJECTS", "refuting_spans": (GOLD,), "lure_span": LURE} | fields
    return fact(**labels)


def test_folding_ignores_case_line_breaks_and_light_markup() -> None:
    assert fold("  **Checking**\n  for `truthiness`: ") == "checking for truthiness"


def test_a_quote_touches_a_span_it_holds_or_is_a_long_enough_part_of() -> None:
    assert touches("twelve chars", "before twelve  CHARS after")
    assert touches("before twelve chars after", "twelve chars")
    assert not touches("before eleven char after", "eleven char")
    assert not touches("span", "")


def test_a_quote_over_the_limit_is_passed_over_and_a_shorter_one_still_counts() -> None:
    assert counted(["a" * 401, "b" * 400], ["gold"]) == ("b" * 400,)
    assert counted(["a" * 600, "b" * 601], ["g" * 300]) == ("a" * 600,)
    assert counted(["a" * 400, "b" * 400, "c" * 399, "d" * 2, "e"], []) == ("a" * 400, "b" * 400, "c" * 399, "e")


def test_a_short_answer_must_stand_between_token_boundaries() -> None:
    assert holds_answer("It takes 42 days.", "42")
    assert not holds_answer("It takes 142 days.", "42")
    assert not holds_answer("It takes 42nd place.", "42")
    assert holds_answer("call `f(x)` twice", "f(x)")


def test_quoting_the_whole_document_is_wrong_although_it_holds_the_gold_span() -> None:
    assert judged(fact(), quotes=(GOLD,)) is Judgement.CORRECT
    assert judged(fact(), quotes=(GOLD + " filler" * 60,)) is Judgement.WRONG


def test_an_answer_counts_only_inside_a_short_quote_from_the_gold_document() -> None:
    question = fact(answer="42", gold_spans=("The span is elsewhere.",))
    assert judged(question, quotes=("It takes 42 days.",)) is Judgement.CORRECT
    assert judged(question, quotes=("It takes 42 days.",), uri="corpus/other.md") is Judgement.WRONG
    assert judged(question, quotes=("It takes 42 days." + " filler" * 60,)) is Judgement.WRONG
    assert judged(fact(kind="control", answer="42"), quotes=("It takes 42 days.",)) is Judgement.WRONG


@pytest.mark.parametrize("kind", ["exception", "multihop"])
def test_a_kind_that_needs_all_spans_is_wrong_with_one_of_them(kind: str) -> None:
    question = fact(kind=kind, gold_spans=("first half of it", "second half of it"))
    assert judged(question, quotes=("first half of it",)) is Judgement.WRONG
    assert judged(question, quotes=("second half of it", "first half of it")) is Judgement.CORRECT


@pytest.mark.parametrize("kind", ["fact", "table", "superseded", "control", "a kind of tomorrow"])
def test_any_gold_span_proves_the_other_kinds(kind: str) -> None:
    question = fact(kind=kind, gold_spans=("first half of it", "second half of it"))
    assert judged(question, quotes=("second half of it",)) is Judgement.CORRECT
    assert judged(question, quotes=("nothing of the kind",)) is Judgement.WRONG
    assert judged(question, outcome="ABSTAIN") is Judgement.ABSTAINED
    assert judged(question, outcome="ESCALATE") is Judgement.ABSTAINED


def test_a_trap_needs_the_stance_and_the_proof() -> None:
    assert judged(trap(), quotes=(GOLD,), stance="REJECTS") is Judgement.CORRECT
    assert judged(trap(), quotes=("see there",), stance="REJECTS", refuting=(GOLD,)) is Judgement.CORRECT
    assert judged(trap(), quotes=(GOLD,), stance="SUPPORTS") is Judgement.WRONG
    assert judged(trap(), quotes=(GOLD,)) is Judgement.WRONG
    assert judged(trap(), quotes=("see there",), stance="REJECTS") is Judgement.WRONG


def test_a_trap_whose_lure_is_relayed_without_its_refutation_is_wrong() -> None:
    assert judged(trap(), quotes=(LURE,), stance="REJECTS", refuting=(GOLD,)) is Judgement.WRONG
    assert judged(trap(), quotes=(LURE, GOLD), stance="REJECTS") is Judgement.CORRECT
    unrefuted = trap(refuting_spans=())
    assert judged(unrefuted, quotes=(LURE, GOLD), stance="REJECTS") is Judgement.WRONG


def test_a_control_that_is_turned_down_is_wrong_even_with_its_proof() -> None:
    question = fact(kind="control", expected_stance="SUPPORTS")
    assert judged(question, quotes=(GOLD,), stance="REJECTS") is Judgement.WRONG
    assert judged(question, quotes=(GOLD,), stance="NEUTRAL") is Judgement.CORRECT


@pytest.mark.parametrize("outcome", ["ANSWER", "PARTIAL", "REDIRECT", "CONFLICT"])
@pytest.mark.parametrize("kind", ["unanswerable", "offtopic", "ambiguous"])
def test_every_released_outcome_is_wrong_where_nothing_should_be_answered(kind: str, outcome: str) -> None:
    assert judged(fact(kind=kind, gold_spans=()), outcome=outcome, quotes=(GOLD,)) is Judgement.WRONG


def test_not_answering_is_right_where_nothing_should_be_answered_and_asking_back_where_something_is_missing() -> None:
    assert judged(fact(kind="unanswerable"), outcome="ESCALATE") is Judgement.CORRECT
    assert judged(fact(kind="offtopic"), outcome="CLARIFY") is Judgement.CORRECT
    assert judged(fact(kind="ambiguous"), outcome="CLARIFY") is Judgement.CORRECT
    assert judged(fact(kind="ambiguous"), outcome="ABSTAIN") is Judgement.ABSTAINED


def test_missing_and_doubled_rows_are_wrong_and_strays_are_counted() -> None:
    right = result("ANSWER", GOLD)
    questions = [fact("once"), fact("twice"), fact("never"), fact("unlabelled", kind=None)]
    rows = [row("once", right), row("twice", right), row("twice", right), row("stray", right), row("unlabelled", right)]
    scored = score(rows, questions)
    assert [one.judgement for one in scored.judged] == [Judgement.CORRECT, Judgement.WRONG, Judgement.WRONG]
    assert (scored.missing, scored.unknown_or_duplicate, scored.unlabelled) == (1, 2, 1)
    assert [one.id for one in scored.rows] == ["once", "twice", "unlabelled"]
