"""Claim and citation pairs: blind, complete, counted."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from aver.errors import BadInput
from aver.evals.laundering import (
    BlindPair,
    Checked,
    Pair,
    PairRow,
    PairVerdict,
    pair_line,
    pairs_json,
    read_pairs,
    run_pairs,
    summarise_pairs,
)


def pair(id: str, label: str, axis: str = "modality") -> Pair:
    return Pair(seen=BlindPair(id=id, claim="It must.", cited_span="It may."), axis=axis, label=label)


def says(verdict: PairVerdict, axis: str | None = None) -> Checked:
    return Checked(verdict=verdict, axis=axis, score=0.5)


def test_the_checker_never_sees_axis_label_or_pair() -> None:
    seen: list[BlindPair] = []

    def spy(blind: BlindPair) -> Checked:
        seen.append(blind)
        return says("supported")

    rows = list(run_pairs([pair("a", "overclaimed"), pair("b", "supported")], spy))
    assert [field.name for field in fields(BlindPair)] == ["id", "claim", "cited_span", "doc"]
    assert seen == [BlindPair(id=id, claim="It must.", cited_span="It may.") for id in "ab"]
    assert list(json.loads(pair_line(rows[0]))) == ["id", "verdict", "axis", "score"]


def test_a_check_that_raises_is_not_established_counted_and_catches_nothing() -> None:
    def failing(blind: BlindPair) -> Checked:
        raise RuntimeError("model is out")

    pairs = [pair("a", "overclaimed")]
    rows = list(run_pairs(pairs, failing))
    line = json.loads(pair_line(rows[0]))
    assert (line["verdict"], line["degraded"]) == ("not_established", "RuntimeError: model is out")
    everything = summarise_pairs(rows, pairs)[0]
    assert [everything.measure(name).value for name in ("failed", "overclaims_caught")] == [1.0, 0.0]


def test_the_figures_are_those_counted_by_hand() -> None:
    pairs = [
        pair("caught", "overclaimed"),
        pair("misnamed", "overclaimed"),
        pair("let through", "overclaimed", "numeric"),
        pair("lost", "overclaimed", "numeric"),
        pair("accepted", "supported"),
        pair("refused", "supported", "numeric"),
    ]
    verdicts = {
        "caught": says("overclaimed", "modality"),
        "misnamed": says("contradicted", "numeric"),
        "let through": says("supported"),
        "accepted": says("supported"),
        "refused": says("not_established"),
    }
    groups = summarise_pairs([PairRow(id=id, checked=one) for id, one in verdicts.items()], pairs)
    values = {group.name: [measure.value for measure in group.measures] for group in groups}
    assert values["ALL"] == [0.5, 0.5, 0.5, 1 / 6]
    assert values["modality"] == [1.0, 1.0, 0.5, 0.0]
    assert values["numeric"] == [0.0, 0.0, None, 1 / 3]
    assert pairs_json(groups)["numeric"]["n"] == 3


def test_an_unknown_label_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"id": "a", "claim": "c", "cited_span": "s", "label": "maybe"}', encoding="utf-8")
    with pytest.raises(BadInput, match="line 1: field `label` is `maybe`"):
        read_pairs(path)


@pytest.mark.shared
def test_the_shared_pairs_are_read_whole(shared: Path) -> None:
    pairs = read_pairs(shared / "questions" / "dev-laundering.jsonl")
    assert {pair.label for pair in pairs} == {"supported", "overclaimed"}
    assert sum(pair.label == "supported" for pair in pairs) * 2 == len(pairs)
