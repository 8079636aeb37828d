"""What may be trained on: the licence gate, the 13-word gate, and the parting by group."""

from __future__ import annotations

import ast
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from aver_training.contamination import RUN, HeldOut, development_texts, runs
from aver_training.data import SHARES, Question, licence_allows, load_claims, load_questions, only, part_of
from hypothesis import given
from hypothesis import strategies as st

TRAINING = Path(__file__).resolve().parents[2] / "training/aver_training"
WITH_TORCH = {
    "packed",
    "reranker",
    "model",
    "loop",
    "train_reader",
    "train_entailment",
    "train_german",
    "static_table",
    "export",
    "average",
    "compact",
    "released",
}
WORDS = st.lists(st.sampled_from([f"w{n}" for n in range(200)]), min_size=RUN, max_size=40)


def written(path: Path, rows: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)


def asked(**changes: Any) -> dict[str, Any]:
    row = {
        "id": "1",
        "question": "Who wrote it?",
        "context": "It was written by Ada. Nobody read it.",
        "answers": [{"text": "Ada", "start": 18}],
        "title": "It",
        "lang": "en",
        "source": "squad1.1",
        "licence": "CC BY-SA 4.0",
        "licence_clear": True,
    }
    return row | changes


def question(group: str, context: str, *negatives: str) -> Question:
    return Question(
        source="s", group=group, text="?", context=context, heading="", grade=2, answers=None, negatives=negatives
    )


@pytest.mark.parametrize("licence", ["CC BY-NC 4.0", "CC BY-NC-SA 4.0", "research, non-commercial", ""])
def test_a_licence_that_forbids_release_is_refused(licence: str) -> None:
    assert not licence_allows({"licence": licence, "licence_clear": True})


@pytest.mark.parametrize("clear", [False, None, "true", 1])
def test_only_a_licence_marked_clear_is_let_through(clear: object) -> None:
    assert not licence_allows({"licence": "MIT", "licence_clear": clear})
    assert licence_allows({"licence": "MIT", "licence_clear": True})


@given(WORDS, WORDS)
def test_a_shared_run_of_thirteen_words_is_found_wherever_it_stands(held: list[str], around: list[str]) -> None:
    borrowed = held[-RUN:]
    gate = HeldOut([" ".join(held)])
    assert gate.touches(", ".join([*around, *borrowed]).upper())


@given(WORDS, WORDS)
def test_texts_without_a_shared_run_do_not_touch(held: list[str], other: list[str]) -> None:
    windows = {tuple(held[i : i + RUN]) for i in range(len(held) - RUN + 1)}
    shared = any(tuple(other[i : i + RUN]) in windows for i in range(len(other) - RUN + 1))
    assert HeldOut([" ".join(held)]).touches(" ".join(other)) == shared


def test_twelve_words_have_no_run() -> None:
    assert runs(" ".join("word" for _ in range(RUN - 1))).size == 0


def test_a_long_licence_and_pages_marked_as_trained_on_are_no_development_text(tmp_path: Path) -> None:
    long = " ".join(f"term{n}" for n in range(20))
    written(
        tmp_path / "a.jsonl.gz",
        [{"licence": long, "text": "short"}, {"headings_in_train": True, "text": "open page"}, {"s": ["one", "two"]}],
    )
    assert list(development_texts(tmp_path)) == ["short", "one two"]


def test_questions_come_with_spans_and_what_was_left_out_is_counted(tmp_path: Path) -> None:
    leaked = " ".join(f"leak{n}" for n in range(RUN))
    base = {"lang": "en", "source": "squad", "licence": "CC BY-SA 4.0", "licence_clear": True, "title": "It"}
    written(tmp_path / "dev/d.jsonl.gz", [{"text": f"before {leaked} after"}])
    written(
        tmp_path / "train/rerank.jsonl.gz",
        [
            {**base, "query": "Who wrote it?", "passage": "Another text.", "grade": 0},
            {**base, "query": "Other?", "passage": f"so {leaked} it says", "grade": 2},
            {**base, "query": "Other?", "passage": "A fine text.", "grade": 2, "licence_clear": False},
        ],
    )
    written(tmp_path / "train/qa.jsonl.gz", [asked()])
    read, dropped = load_questions(tmp_path)
    assert [(one.text, one.answers, one.negatives) for one in read] == [
        ("Who wrote it?", ((18, 21),), ("Another text.",))
    ]
    assert dropped.counts == (("squad", "development text", 1), ("squad", "licence", 1))


def test_claims_are_grouped_by_page_and_else_by_evidence(tmp_path: Path) -> None:
    base = {"lang": "en", "licence": "MIT", "licence_clear": True, "label": "entail", "hypothesis": "h"}
    written(tmp_path / "dev/d.jsonl.gz", [{"text": "nothing"}])
    written(
        tmp_path / "train/nli.jsonl.gz",
        [{**base, "source": "v", "premise": "p1", "page": "Page"}, {**base, "source": "m", "premise": "p2"}],
    )
    claims, _ = load_claims(tmp_path)
    assert [claim.group for claim in claims] == ["nli:Page", "nli:p2"]


def test_parts_have_their_shares_and_never_move() -> None:
    counts = Counter(part_of(f"title:{n}") for n in range(20_000))
    for part, share in SHARES:
        assert abs(counts[part] / 20_000 - share) < 0.01
    assert [part_of(f"title:{n}") for n in range(5)] == [part_of(f"title:{n}") for n in range(5)]


def test_a_passage_of_another_part_is_no_negative() -> None:
    groups = {part_of(f"g{n}"): f"g{n}" for n in range(200)}
    theirs = "A passage of another part that is long enough to be known by its last eighty characters, surely."
    mine = question(groups["fit"], "mine", f"Title. {theirs}", "free text")
    (kept,) = only("fit", [mine, question(groups["test"], theirs)])
    assert kept.negatives == ("free text",)


def test_only_the_training_commands_import_torch() -> None:
    for path in TRAINING.glob("*.py"):
        imported = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module)
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
        heavy = {name.partition(".")[0] for name in imported} & {"torch", "transformers", "safetensors"}
        modules = {name.removeprefix("aver_training.") for name in imported if name.startswith("aver_training.")}
        if path.stem not in WITH_TORCH:
            assert not heavy, path
            assert not modules & WITH_TORCH, path
