"""Claim and citation pairs: blind, complete, counted."""

from __future__ import annotations

import json
from dataclasses import fields, replace
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
from aver.evals.laundering_check import check_pair


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
    assert values["ALL"] == [0.5, 0.5, 0.5, 1 / 6, None]
    assert values["modality"] == [1.0, 1.0, 0.5, 0.0, None]
    assert values["numeric"] == [0.0, 0.0, None, 1 / 3, None]
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


def test_a_twin_that_does_not_score_higher_violates_monotonicity_and_so_does_a_missing_row() -> None:
    twins = {"right": (0.9, 0.1), "tied": (0.4, 0.4), "reversed": (0.1, 0.9), "lost": (0.9, None)}
    pairs, rows = [], []
    for twin, scores in twins.items():
        for label, score in zip(("supported", "overclaimed"), scores, strict=True):
            pairs.append(replace(pair(f"{twin} {label}", label), twin=twin))
            if score is not None:
                rows.append(PairRow(id=f"{twin} {label}", checked=Checked(verdict="supported", axis=None, score=score)))
    everything = summarise_pairs(rows, pairs)[0]
    assert everything.measure("monotonicity_violations").value == 0.75


@pytest.mark.parametrize(
    ("claim", "span", "verdict", "axis"),
    [
        ("The fee may rise.", "The fee might rise.", "supported", None),
        ("The fee will rise.", "The fee may rise.", "overclaimed", "modality"),
        ("The fee is 12 euros.", "The fee is about 12 euros.", "overclaimed", "numeric"),
        ("The fee is 13 euros.", "The fee is 12 euros.", "overclaimed", "numeric"),
        ("The fee rose on 3 May 2021.", "The fee rose on 3 May 2020.", "overclaimed", "temporal"),
        ("The fee does not rise.", "The fee does rise.", "contradicted", None),
        ("The fee goes to ACME Corp.", "The fee goes to the museum.", "not_established", None),
    ],
)
def test_a_pair_gets_the_verdict_of_the_checks_that_answers_go_through(
    claim: str, span: str, verdict: str, axis: str | None
) -> None:
    found = check_pair(BlindPair(id="x", claim=claim, cited_span=span))
    assert (found.verdict, found.axis) == (verdict, axis)
