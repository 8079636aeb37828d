"""Figures of small runs worked out by hand."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from made_rows import GOLD, fact, packet, result, row

from aver.evals.questions import Question
from aver.evals.retrieval import TEXT_LIMIT, gold_rank, ranking
from aver.evals.rows import Row
from aver.evals.score import score
from aver.evals.summary import HEADLINE, Summary, summarise, summary_json
from aver.stages.metrics import clopper_pearson

OTHER = "Something else entirely is said in this packet."


def summary_of(*pairs: tuple[Question, Row | None]) -> Summary:
    return summarise(score([row for _, row in pairs if row], [question for question, _ in pairs]))


def test_the_gold_rank_is_that_of_the_first_selected_packet_holding_the_span() -> None:
    cut = packet(GOLD, 1, selected=False)
    assert gold_rank(fact(), [cut, packet(OTHER), packet(f"So: {GOLD.upper()}")]) == 2
    assert gold_rank(fact(), [cut, packet(OTHER)]) is None
    assert gold_rank(fact(), [packet("x" * TEXT_LIMIT + GOLD)]) is None
    assert gold_rank(fact(gold_spans=()), [packet(GOLD)]) is None


def test_a_question_that_needs_all_spans_is_hit_where_the_last_of_them_stands() -> None:
    both = fact(kind="multihop", gold_spans=("first half of it", "second half of it"))
    packets = [packet("the second half of it"), packet(OTHER), packet("the first half of it")]
    assert gold_rank(both, packets) == 3
    assert gold_rank(both, packets[:2]) is None
    assert gold_rank(fact(gold_spans=both.gold_spans), packets) == 1


def test_a_ranking_counts_each_span_once_and_misses_in_the_ideal() -> None:
    question = fact(gold_spans=("first half of it", "second half of it", "never found at all"))
    packets = [
        packet("first half of it"),
        packet("first half of it again"),
        packet(OTHER),
        packet("half of it, second half of it"),
    ]
    one = ranking(question, packets)
    assert one.gains == (1.0, 1.0, 0.0, 1.0)
    assert one.new_spans == (1.0, 0.0, 0.0, 1.0)
    assert one.ideal == (1.0,) * 4
    assert one.spans == 3


def test_retrieval_figures_of_two_questions_are_the_means_worked_by_hand() -> None:
    first = row("a", result("ABSTAIN"), packet(OTHER), packet(GOLD))
    second = row("b", result("ABSTAIN"), packet(OTHER))
    group = summary_of((fact("a"), first), (fact("b"), second)).group("ALL")
    expected = {
        "hit@1": 0.0,
        "hit@4": 0.5,
        "recall@4": 0.5,
        "precision@4": (0.25 + 0) / 2,
        "mrr": (1 / 2 + 0) / 2,
        "ndcg@10": (1 / math.log2(3) + 0) / 2,
    }
    assert {name: group.measure(name).value for name in expected} == pytest.approx(expected)
    assert all(group.measure(name).count == 2 for name in expected)


def test_the_headline_counts_wrong_answers_among_released_ones_and_lost_rows_with_them() -> None:
    summary = summary_of(
        (fact("right"), row("right", result("ANSWER", GOLD))),
        (fact("wrong"), row("wrong", result("ANSWER", OTHER))),
        (fact("held"), row("held", result("ABSTAIN"))),
        (fact("quiet", kind="unanswerable", gold_spans=()), row("quiet", result("ABSTAIN"))),
        (fact("lost"), None),
    )
    headline = summary.run.measure(HEADLINE)
    assert (headline.value, headline.count) == (2 / 3, 3)
    assert (headline.low, headline.high) == clopper_pearson(2, 3)
    everything = summary.group("ALL")
    assert [everything.measure(name).value for name in ("correct", "wrong", "abstained")] == [0.4, 0.4, 0.2]
    assert summary.group("fact").size == 4
    assert summary.run.measure("released").value == 2 / 4


def test_stance_deflection_traps_and_controls_are_counted_over_their_own_questions() -> None:
    trap = fact("t", kind="trap", expected_stance="REJECTS", refuting_spans=(GOLD,))
    control = fact("c", kind="control", expected_stance="SUPPORTS")
    summary = summary_of(
        (trap, row("t", result("ANSWER", GOLD, stance="REJECTS"))),
        (control, row("c", result("ANSWER", GOLD, stance="NEUTRAL"))),
        (fact("u", kind="unanswerable", gold_spans=()), row("u", result("ANSWER", GOLD))),
        (fact("o", kind="offtopic", gold_spans=()), row("o", result("ABSTAIN"))),
        (fact("m", kind="ambiguous", gold_spans=()), row("m", result("ESCALATE"))),
    )
    values = {one.name: (one.value, one.count) for one in summary.run.measures}
    assert values["stance_accuracy"] == (0.5, 2)
    assert values["correct_deflection"] == (2 / 3, 3)
    assert values["trap_rejection"] == values["control_assertion"] == (1.0, 1)


def test_citation_accuracy_and_support_are_means_over_answers() -> None:
    summary = summary_of(
        (fact("a"), row("a", result("ANSWER", GOLD, OTHER))),
        (fact("b"), row("b", result("ANSWER", GOLD, verdicts=("pass", "not_run")))),
        (fact("c"), row("c", result("ANSWER", GOLD + OTHER * 20, verdicts=()))),
        (fact("d"), row("d", result("ABSTAIN", GOLD))),
    )
    citation, support = summary.run.measure("citation_accuracy"), summary.run.measure("support_rate")
    assert (citation.value, citation.count) == (pytest.approx((0.5 + 1 + 0) / 3), 3)
    assert (support.value, support.count) == (pytest.approx(1 / 3), 3)


def test_latency_conflict_and_degraded_cover_unlabelled_questions_too() -> None:
    unlabelled = fact("u", kind=None)
    summary = summary_of(
        (fact("a"), row("a", result("CONFLICT"), latency_ms=10)),
        (unlabelled, row("u", result("ABSTAIN", degraded=("embed",)), latency_ms=30)),
        (fact("b"), row("b", result("ABSTAIN"), latency_ms=20)),
    )
    values = {one.name: one.value for one in summary.run.measures}
    assert (values["latency_p50_ms"], values["latency_p95_ms"]) == (20, 30)
    assert values["conflict_outcome"] == values["degraded"] == 1 / 3
    assert (summary.unlabelled, summary.failed, summary.group("ALL").size) == (1, 0, 2)


def test_a_figure_without_cases_has_no_value_and_every_other_lies_in_its_interval() -> None:
    summary = summary_of((fact("a"), row("a", result("ANSWER", GOLD), packet(GOLD))))
    measures = [one for group in (*summary.groups, summary.run) for one in group.measures]
    assert summary.run.measure("stance_accuracy").value is None
    for one in measures:
        if one.count == 0:
            assert (one.value, one.low, one.high) == (None, None, None)
        else:
            assert one.value is not None and one.low is not None and one.high is not None
            assert one.low <= one.value <= one.high


def test_the_summary_is_json_with_count_and_interval_for_every_figure() -> None:
    summary = summary_of((fact("a"), row("a", result("ANSWER", GOLD), packet(GOLD))), (fact("b"), None))
    read = json.loads(json.dumps(summary_json(summary), allow_nan=False))
    assert read["counts"] == {"rows": 1, "missing": 1, "unknown_or_duplicate": 0, "unlabelled": 0, "failed": 0}
    assert read["headline"][HEADLINE]["value"] == 0.5
    assert list(read["kinds"]) == ["ALL", "fact"]
    figures = [*read["run"].values(), *(v for k in read["kinds"].values() for v in k.values() if isinstance(v, dict))]
    assert all(set(figure) == {"value", "n", "ci95"} for figure in figures)


def test_an_unlabelled_set_is_summarised_without_a_verdict() -> None:
    summary = summary_of((fact("u", kind=None), row("u", result("ANSWER", GOLD))))
    assert summary.group("ALL").size == 0
    assert summary.run.measure(HEADLINE).value is None


def test_the_page_on_evaluation_explains_every_figure_there_is() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "evaluation.md").read_text(encoding="utf-8")
    tables = page.split("## How to read the figures")[1].split("## What is not here")[0]
    first_cells = [line.split("|")[1] for line in tables.splitlines() if line.startswith("| ")]
    explained = {name for cell in first_cells for name in re.findall("`([^`]+)`", cell)}
    summary = summary_of((fact("a"), row("a", result("ANSWER", GOLD), packet(GOLD))))
    names = {one.name for group in (*summary.groups, summary.run) for one in group.measures}
    assert names == explained
