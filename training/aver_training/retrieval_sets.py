"""The collections on which a reranker is judged: queries, documents, and which answer which.

Each is small enough to search exactly. None of it was trained on. The two `held_out` ones are the test part of the
training file: the prior's weight is chosen there, so that the development sets only measure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver_training.data import part_of, read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """`queries` are `(id, text)`; `gains` map query id to document id to a gain above 0."""

    name: str
    documents: Mapping[str, str]
    queries: tuple[tuple[str, str], ...]
    gains: Mapping[str, Mapping[str, float]]


def squad(data: Path) -> Collection:
    """The answerable questions of the six development articles over their 321 paragraphs."""
    rows = list(read_rows(data / "dev/squad_dev.jsonl.gz"))
    return _by_context("squad_dev", rows, rows)


def xquad_german(data: Path) -> Collection:
    german, _ = _xquad(data)
    return _by_context("xquad_de_de", german, german)


def xquad_german_to_english(data: Path) -> Collection:
    german, english = _xquad(data)
    return _by_context("xquad_de_en", german, english)


def squad_held_out(data: Path) -> Collection:
    """The test part's articles among all of the training file's paragraphs."""
    rows = [row for row in read_rows(data / "train/qa.jsonl.gz") if row["source"] == "squad1.1"]
    asked = [row for row in rows if part_of(f"title:{row['title']}") == "test"]
    return _by_context("squad_held_out", asked, rows)


def nq_held_out(data: Path) -> Collection:
    rows = [row for row in read_rows(data / "train/qa.jsonl.gz") if row["source"] == "nq-oracle"]
    asked = [row for row in rows if part_of(f"text:{row['context']}") == "test"]
    return _by_context("nq_held_out", asked, rows)


def cranfield(data: Path) -> Collection:
    """Grades 1 (complete answer) to 4 (minimum interest) all count as relevant; -1 is left out (data README)."""
    return _trec("cranfield", data, lambda row: float(row["grade"] > 0))


def med(data: Path) -> Collection:
    return _trec("med", data, lambda row: float(row["grade"] > 0))


HELD_OUT = ("squad_held_out", "nq_held_out")

ALL: Mapping[str, Callable[[Path], Collection]] = {
    "squad_held_out": squad_held_out,
    "squad_dev": squad,
    "nq_held_out": nq_held_out,
    "xquad_de_de": xquad_german,
    "xquad_de_en": xquad_german_to_english,
    "med": med,
    "cranfield": cranfield,
}


def _xquad(data: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    rows = list(read_rows(data / "dev/xquad_de_en_dev.jsonl.gz"))
    english = {row["id"]: row for row in rows if row["lang"] == "en"}
    german = [row for row in rows if row["lang"] == "de" and row["id"] in english]
    return german, [english[row["id"]] for row in german]


def _by_context(name: str, asked: list[dict[str, Any]], held: list[dict[str, Any]]) -> Collection:
    """Every answerable question of `asked` is answered by the context of the record of `held` with its id."""
    contexts = {text: f"p{place:05d}" for place, text in enumerate(sorted({row["context"] for row in held}))}
    home = {row["id"]: contexts[row["context"]] for row in held}
    answerable = [row for row in asked if row["answers"]]
    return Collection(
        name=name,
        documents={key: text for text, key in contexts.items()},
        queries=tuple((row["id"], row["question"].strip()) for row in answerable),
        gains={row["id"]: {home[row["id"]]: 1.0} for row in answerable},
    )


def _trec(name: str, data: Path, gain: Callable[[Mapping[str, Any]], float]) -> Collection:
    gains: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for row in read_rows(data / f"dev/{name}_qrels.jsonl.gz"):
        if gain(row) > 0:
            gains[row["query"]][row["doc"]] = gain(row)
    queries = [(row["id"], row["text"]) for row in read_rows(data / f"dev/{name}_queries.jsonl.gz")]
    return Collection(
        name=name,
        documents={row["id"]: row["text"] for row in read_rows(data / f"dev/{name}_docs.jsonl.gz")},
        queries=tuple((key, text) for key, text in queries if key in gains),
        gains=dict(gains),
    )
