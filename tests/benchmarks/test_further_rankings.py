"""Retrieval sets become files and questions as their judgements say, and ways are compared by what they put first."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from math import log2
from pathlib import Path
from typing import Any

import pytest
from benchmarks.further_ranking_ways import (
    OURS,
    READ,
    Home,
    Query,
    compared,
    figures,
    opened,
    rankings_of,
    searched,
)
from benchmarks.further_rankings import MEASURES, SHORTEST, judged, known_items, scifact, trecqa, xquad

LONG = "The lid is screwed on by hand and never by force. " * (1 + SHORTEST // 50)
FILES = {
    "qx0.md": "# Refunds\n\nA refund is paid within thirty days after the goods came back.\n",
    "qx1.md": "# Batteries\n\nThe battery of the sensor lasts for two years and is replaced by the maker.\n",
    "qx2.md": "# Parking\n\nVisitors park behind the hall; the gate closes at eight in the evening.\n",
}
ASKED = Query(text="How long does the battery last?", gains={"qx1.md": 1.0})


def put(shared: Path, name: str, *rows: Mapping[str, Any]) -> None:
    """Write a development set."""
    place = shared / "data" / "dev"
    place.mkdir(parents=True, exist_ok=True)
    with gzip.open(place / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return opened(FILES, tmp_path_factory.mktemp("home"))


def test_of_a_test_collection_grades_above_zero_are_relevant_and_queries_without_any_are_left_out(
    tmp_path: Path,
) -> None:
    put(tmp_path, "small_docs", *({"id": one, "title": "A title", "text": f"A title and {one}"} for one in "123"))
    put(tmp_path, "small_queries", *({"id": one, "text": f"about {one}"} for one in "ab"))
    grades = (("a", "1", 4), ("a", "2", -1), ("a", "3", 1), ("b", "2", -1))
    put(tmp_path, "small_qrels", *({"query": q, "doc": doc, "grade": grade} for q, doc, grade in grades))
    found = judged(tmp_path, "small", 10)
    assert found.queries == (Query(text="about a", gains={"qx1.md": 1.0, "qx3.md": 1.0}),)
    assert found.files["qx2.md"] == "# A title\n\nand 2\n"


def test_a_claim_that_stands_twice_is_asked_once_with_everything_that_it_cites(tmp_path: Path) -> None:
    put(tmp_path, "scifact_corpus", *({"doc_id": one, "title": one, "abstract": ["It", "holds."]} for one in "xyz"))
    cited = (("Water is wet.", ["x"]), ("Water is wet.", ["x", "y"]), ("Nothing is cited.", []))
    put(tmp_path, "scifact_claims_dev", *({"claim": claim, "cited_doc_ids": ids} for claim, ids in cited))
    found = scifact(tmp_path)
    assert found.queries == (Query(text="Water is wet.", gains={"qxx.md": 1.0, "qxy.md": 1.0}),)
    assert list(found.files) == ["qxx.md", "qxy.md", "qxz.md"] and found.files["qxz.md"] == "# z\n\nIt holds.\n"


def test_sentences_are_ordered_among_the_candidates_of_their_question_where_right_and_wrong_ones_are(
    tmp_path: Path,
) -> None:
    labels = (("Who?", "Ann.", 1), ("Who?", "Rain.", 0), ("Who?", "Ann.", 0), ("When?", "Rain.", 0), ("Why?", "So.", 1))
    put(tmp_path, "trecqa_dev", *({"query": q, "passage": text, "label": label} for q, text, label in labels))
    found = trecqa(tmp_path)
    assert found.queries == (Query(text="Who?", gains={"qx0.md": 1.0}, among=("qx0.md", "qx1.md")),)
    assert set(found.files.values()) == {"Ann.\n", "Rain.\n", "So.\n"}


def test_german_questions_are_answered_by_the_paragraph_with_their_id_in_either_language(tmp_path: Path) -> None:
    put(
        tmp_path,
        "xquad_de_en_dev",
        {"id": "1", "lang": "de", "question": "Wann? ", "context": "Im Mai."},
        {"id": "1", "lang": "en", "question": "When?", "context": "In May."},
        {"id": "2", "lang": "en", "question": "Where?", "context": "In Rome."},
    )
    german, english = (xquad(tmp_path, language) for language in ("de", "en"))
    assert german.queries == english.queries == (Query(text="Wann?", gains={"qx0.md": 1.0}),)
    assert german.files == {"qx0.md": "Im Mai.\n"} and set(english.files.values()) == {"In May.\n", "In Rome.\n"}


def test_a_section_is_asked_for_by_a_heading_that_its_file_does_not_hold() -> None:
    law = f"# Jar Act\n\nIn force.\n\n## Part 1\n\n### § 12a Lids\n\n{LONG}\n\n### § 13 Labels\n\nToo short.\n"
    twice = f"# Notes\n\n## Usage\n\n{LONG}\n\n## Usage\n\n{LONG}\n"
    rst = f"====\nJars\n====\n\nOpening\n-------\n\n{LONG}\n"
    pages = [
        {"path": "law.md", "text": law, "title": "Jar\n  Act", "headings_in_train": False},
        {"path": "twice.md", "text": twice, "headings_in_train": False},
        {"path": "jars.rst", "text": rst, "headings_in_train": False},
        {"path": "trained.md", "text": law, "headings_in_train": True},
    ]
    found = known_items(pages, 10)
    assert [(one.text, *one.gains) for one in found.queries] == [
        ("Lids – Jar Act", "qx0.md"),
        ("Opening – Jars", "qx1.md"),
    ]
    assert found.files == {"qx0.md": f"# Jar Act\n\n{LONG.strip()}\n", "qx1.md": f"# Jars\n\n{LONG.strip()}\n"}


def test_the_figures_are_means_over_queries_of_the_first_ten_places() -> None:
    queries = (Query(text="one", gains={"a": 1.0, "b": 1.0}), Query(text="two", gains={"c": 1.0}))
    late = [f"x{number}" for number in range(10)]
    ndcg, recall, first = figures(queries, [("x", "a"), (*late, "c")])
    assert ndcg.value == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)) / 2)
    assert (recall.value, first.value) == (0.25, 0.25) and [one.count for one in (ndcg, recall, first)] == [2, 2, 2]


def test_that_all_were_found_where_there_is_one_each_has_an_exact_interval() -> None:
    queries = (Query(text="one", gains={"a": 1.0}), Query(text="two", gains={"c": 1.0}))
    recall = figures(queries, [("x", "a"), ("c",)])[1]
    assert (recall.value, recall.count, recall.high) == (1.0, 2, 1.0) and recall.low == pytest.approx(0.158, abs=1e-3)


def test_every_way_puts_the_document_that_answers_first_and_asking_reads_no_other_than_those_named(home: Home) -> None:
    found = rankings_of(searched(ASKED, home), READ)
    assert list(found) == list(READ) and {ranking[0] for ranking in found.values()} == {"qx1.md"}
    others = Query(text=ASKED.text, gains={}, among=("qx0.md", "qx2.md"))
    narrowed = rankings_of(searched(others, home), READ)
    assert set(narrowed[OURS]) == set(narrowed["vectors"]) == {"qx0.md", "qx2.md"}
    assert not any("qx1.md" in ranking for ranking in narrowed.values())


def test_all_ways_have_the_same_figures_and_ours_comes_first(home: Home) -> None:
    ways = compared((ASKED,), home, READ)
    assert [way.ours for way in ways] == [True, *[False] * (len(READ) - 1)]
    assert {tuple(one.name for one in way.figures) for way in ways} == {("nDCG@10", "recall@10", "MRR@10")}
    assert all(one.value == 1.0 for way in ways for one in way.figures)


def test_the_sets_are_named_as_files_can_be() -> None:
    assert len(MEASURES) == 8 and all(name.replace("-", "").isalnum() for name in MEASURES)
