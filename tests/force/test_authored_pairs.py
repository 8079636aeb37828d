"""Pairs by three authors who saw no code: an honest claim and one that says more, each beside its evidence (H4).

What is pinned was measured and is far from what is wanted; docs/force.md says what falls short.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aver.evals.laundering import OVERCLAIMED, SUPPORTED, Pair, read_pairs, run_pairs, summarise_pairs
from aver.evals.laundering_check import check_pair

pytestmark = pytest.mark.deep

FILES = sorted((Path(__file__).parent / "authored").glob("*.jsonl"))
NEAR = ("near", "light")


def worded(*wordings: str) -> tuple[Pair, ...]:
    rows = [json.loads(line) for file in FILES for line in file.read_text(encoding="utf-8").splitlines()]
    chosen = {row["id"] for row in rows if row["wording"] in wordings}
    return tuple(pair for file in FILES for pair in read_pairs(file) if pair.seen.id in chosen)


def test_every_pair_has_an_honest_claim_and_one_that_says_more_of_the_same_evidence() -> None:
    found: dict[str | None, list[Pair]] = {}
    for pair in worded("near", "light", "free"):
        found.setdefault(pair.twin, []).append(pair)
    assert len(found) == 360
    for honest, more in found.values():
        assert (honest.label, more.label) == (SUPPORTED, OVERCLAIMED)
        assert (honest.axis, honest.seen.cited_span) == (more.axis, more.seen.cited_span)


def test_of_near_wordings_no_fewer_are_told_apart_than_were_measured() -> None:
    pairs = worded(*NEAR)
    (of_all, *_) = summarise_pairs(list(run_pairs(pairs, check_pair)), pairs)
    value = {measure.name: round((measure.value or 0.0) * 240) for measure in of_all.measures}
    assert value["overclaims_caught"] >= 167
    assert value["supported_accepted"] >= 184
    assert value["monotonicity_violations"] <= 23


def test_an_overclaim_in_free_words_passes_once_in_a_hundred_at_most() -> None:
    """They share too little with their evidence to be compared, so honest ones are doubted as well."""
    pairs = worded("free")
    (of_all, *_) = summarise_pairs(list(run_pairs(pairs, check_pair)), pairs)
    caught = next(measure.value for measure in of_all.measures if measure.name == "overclaims_caught")
    assert caught is not None and caught >= 0.99
