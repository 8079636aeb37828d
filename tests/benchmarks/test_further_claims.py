"""Sets of claims are scored by side, drawn alike every time, and read as their labels mean them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from benchmarks.further_claims import (
    Case,
    balanced,
    case,
    climate_fever,
    compared,
    drawn,
    everything,
    figures,
    overlapping,
    pairs,
    scifact,
    scored,
    summedits,
    verified,
    wice,
)

from aver.values.pairs import Entailed
from aver.values.verification import GivenSource

EVIDENCE = "The warranty of the pump lasts two years. It doesn't cover the seals."


class Scripted:
    """A scorer that finds a claim entailed with a set probability, and keeps what it was asked."""

    entailment_id = "scripted"

    def __init__(self, entailed: float) -> None:
        self.entailed, self.asked = entailed, list[tuple[str, str]]()

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        self.asked += [(claim, text) for text in evidence]
        left = 1.0 - self.entailed
        return tuple(Entailed(entailed=self.entailed, neutral=left, contradicted=0.0) for _ in evidence)


def shared(place: Path, sets: Mapping[str, Sequence[Mapping[str, Any]]]) -> Path:
    folder = place / "data" / "dev"
    folder.mkdir(parents=True)
    for name, rows in sets.items():
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as out:
            out.writelines(json.dumps(row) + "\n" for row in rows)
    return place


def many(supported: int, unsupported: int) -> list[Case]:
    sides = [True] * supported + [False] * unsupported
    return [case(f"Claim {n} holds.", EVIDENCE, supported=side) for n, side in enumerate(sides)]


def test_figures_count_each_side_by_itself() -> None:
    cases = many(2, 4)
    accuracy, false, passed = figures(cases, [True, False, True, False, False, False])
    assert (accuracy.value, accuracy.count) == (0.625, 6)
    assert (false.value, false.count) == (0.25, 4)
    assert (passed.value, passed.count) == (0.5, 2)
    assert accuracy.low is not None
    assert accuracy.high is not None
    assert accuracy.low < 0.625 < accuracy.high


def test_balanced_accuracy_is_a_half_where_everything_passes_however_uneven_the_sides() -> None:
    found = balanced("balanced accuracy", [True] * 3, [True] * 9)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_balanced_accuracy_of_one_side_alone_has_no_value() -> None:
    assert balanced("balanced accuracy", [True], []).value is None


def test_a_draw_is_even_in_order_and_the_same_every_time() -> None:
    cases = many(9, 30)
    chosen = drawn(cases, most=10)
    assert chosen == drawn(cases, most=10)
    assert [one.supported for one in chosen] == [True] * 9 + [False] * 10
    places = [cases.index(one) for one in chosen]
    assert places == sorted(places)
    assert places != list(range(19))


def test_a_set_says_how_many_were_drawn_and_gives_every_way_the_same_figures() -> None:
    found = compared("Made", "Does it hold?", many(1, 2), {"none": lambda _: False, "all": everything})
    assert "1 of 1 supported cases, 2 of 2 others" in found.about
    assert [way.ours for way in found.ways] == [True, False]
    assert [[figure.value for figure in way.figures] for way in found.ways] == [[0.5, 0.0, 0.0], [0.5, 1.0, 1.0]]
    assert len({tuple(figure.name for figure in way.figures) for way in found.ways}) == 1


def test_aver_without_a_scorer_passes_what_stands_there_and_with_one_what_it_says_unless_a_check_fails() -> None:
    repeated = case("The warranty of the pump lasts two years.", EVIDENCE, supported=True)
    reworded = case("The pump has a warranty that runs for two years.", EVIDENCE, supported=True)
    altered = case("The warranty of the pump lasts three years.", EVIDENCE, supported=False)
    yes, no = Scripted(0.9), Scripted(0.1)
    assert [verified(one, entailment=None) for one in (repeated, reworded, altered)] == [True, False, False]
    assert [verified(one, entailment=yes) for one in (repeated, reworded, altered)] == [True, True, False]
    assert not verified(reworded, entailment=no)


@pytest.mark.parametrize(("entailed", "passes"), [(0.59, False), (0.6, True)])
def test_the_scorer_alone_reads_all_sources_at_once_and_has_to_reach_the_threshold_of_the_product(
    entailed: float, passes: bool
) -> None:
    scorer = Scripted(entailed)
    sources = (GivenSource(id="1", text="It lasts."), GivenSource(id="2", text="It leaks."))
    assert scored(case("It is fine.", sources, supported=True), entailment=scorer) is passes
    assert scorer.asked == [("It is fine.", "It lasts.\n\nIt leaks.")]


def _sentence(article: str, text: str) -> dict[str, str]:
    return {"article": article, "evidence": text}


@pytest.mark.parametrize(
    ("claim", "passes"),
    [
        ("The pumps have a long warranty.", True),
        ("The pump whistles loudly at night.", False),
        ("It is what it is.", False),
    ],
)
def test_word_overlap_counts_content_words_by_their_stems(claim: str, passes: bool) -> None:
    assert overlapping(case(claim, EVIDENCE, supported=True)) is passes


def test_every_sentence_of_a_summary_has_to_pass(tmp_path: Path) -> None:
    summary = "The warranty of the pump lasts two years. It covers the seals."
    rows = [{"doc": EVIDENCE, "summary": summary, "label": 0}, {"doc": EVIDENCE, "summary": EVIDENCE, "label": 1}]
    altered, same = summedits("news", shared(tmp_path, {"summedits_news": rows}))
    assert [len(one.answer.claims) for one in (altered, same)] == [2, 2]
    assert [one.supported for one in (altered, same)] == [False, True]
    assert [verified(one, entailment=None) for one in (altered, same)] == [False, True]


def test_only_full_support_counts_and_each_claim_once(tmp_path: Path) -> None:
    rows = [
        {"claim": "One.", "evidence": ["a"], "label": "supported"},
        {"claim": "One.", "evidence": ["b", "c"], "label": "supported"},
        {"claim": "Two.", "evidence": ["d"], "label": "partially_supported"},
    ]
    found = list(wice("wice_chunks_dev", shared(tmp_path, {"wice_chunks_dev": rows})))
    assert [(one.evidence, one.supported) for one in found] == [("b\n\nc", True), ("d", False)]


def test_disputed_and_open_claims_count_as_unsupported_and_titles_stand_above_their_texts(tmp_path: Path) -> None:
    sentences = [_sentence("Pump", "It lasts."), _sentence("", "It leaks.")]
    labels = ("SUPPORTS", "DISPUTED", "NOT_ENOUGH_INFO", "REFUTES")
    rows = [{"claim": "It lasts.", "claim_label": label, "evidences": sentences} for label in labels]
    found = list(climate_fever(shared(tmp_path, {"climate_fever_dev": rows})))
    assert [one.supported for one in found] == [True, False, False, False]
    assert found[0].evidence == "Pump\nIt lasts.\n\nIt leaks."


def test_a_scientific_claim_is_asked_once_of_all_the_abstracts_it_cites(tmp_path: Path) -> None:
    corpus = [{"doc_id": id, "title": f"Title {id}", "abstract": [f"Text {id}.", "More."]} for id in ("1", "2")]
    row: dict[str, Any] = {"id": "7", "claim": "It works.", "label": "SUPPORT", "cited_doc_ids": ["1", "2"]}
    claims = [row, row, {**row, "id": "8", "label": None}]
    found = list(scifact(shared(tmp_path, {"scifact_corpus": corpus, "scifact_claims_dev": claims})))
    assert [one.supported for one in found] == [True, False]
    assert found[0].evidence == "Title 1\nText 1. More.\n\nTitle 2\nText 2. More."


def test_only_entailed_hypotheses_are_supported_and_equal_pairs_count_once(tmp_path: Path) -> None:
    labels = ("entail", "entail", "neutral", "contradict")
    rows = [{"premise": "It lasts.", "hypothesis": f"It {label}s.", "label": label} for label in labels]
    found = list(pairs("mnli_dev2k", shared(tmp_path, {"mnli_dev2k": rows})))
    assert [(one.answer.claims[0].text, one.supported) for one in found] == [
        ("It entails.", True),
        ("It neutrals.", False),
        ("It contradicts.", False),
    ]
