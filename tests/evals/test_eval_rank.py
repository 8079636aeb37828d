"""An order is learned from labelled questions, priced on those it never saw, and used for its tenant alone (E1)."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.asking_home import a_home, aver
from tests.stages.test_selection import scored

from aver.config import read_settings
from aver.errors import BadConfiguration
from aver.evals.learning import LEAST, Learned, Lesson, fitted, learned
from aver.evals.lessons import settings_of
from aver.flows.learned_order import order_in_force
from aver.flows.tenant_sections import write_section
from aver.stages.learning import IN_USE, SIGNALS, LearnedOrder, in_learned_order
from aver.tenant_settings import RankingSettings
from aver.values.pairs import Reading

AUTHORITY, RELEVANCE = SIGNALS.index("authority"), SIGNALS.index("relevance")
TODAY = "2026-06-01"


def lessons(number: int, *, telling: bool, seed: int = 3) -> list[Lesson]:
    """Return lessons of eight candidates in order of relevance; gold is the one of most authority, or any."""
    drawn = random.Random(seed)
    made = []
    for n in range(number):
        rows = [[drawn.random() for _ in SIGNALS] for _ in range(8)]
        rows.sort(key=lambda row: -row[RELEVANCE])
        best = max(range(8), key=lambda place: rows[place][AUTHORITY]) if telling else drawn.randrange(8)
        gold = tuple(place == best for place in range(8))
        made.append(Lesson(id=f"q{n}", group=f"doc{n % 30}", rows=tuple(map(tuple, rows)), gold=gold))
    return made


def test_what_tells_gold_apart_is_learned_and_found_sooner_on_questions_never_seen() -> None:
    found = learned(lessons(120, telling=True))

    assert found is not None and found.better
    assert max(range(len(SIGNALS)), key=lambda place: found.weights[place]) == AUTHORITY
    before, after = found.before[0].value, found.after[0].value
    assert before is not None and after is not None and after > 0.9 > before


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(5))
def test_where_nothing_tells_gold_apart_nothing_is_claimed(seed: int) -> None:
    found = learned(lessons(120, telling=False, seed=seed))

    assert found is not None and not found.better


def test_too_few_questions_teach_nothing() -> None:
    silent = [replace(one, gold=(False,) * 8) for one in lessons(200, telling=True)]

    assert learned(lessons(LEAST - 1, telling=True)) is None
    assert learned([*lessons(LEAST - 1, telling=True), *silent]) is None


def test_the_order_does_not_hang_on_the_order_of_the_questions() -> None:
    given_ = lessons(60, telling=True)

    forward, backward = learned(given_), learned(given_[::-1])
    assert forward is not None and backward is not None
    assert forward.weights == pytest.approx(backward.weights, abs=1e-5)


@pytest.mark.parametrize("ridge", [0.01, 1.0, 100.0])
def test_the_weights_have_the_least_loss(ridge: float) -> None:
    given_ = lessons(50, telling=True)
    rows = np.concatenate([[np.subtract(one.rows[one.gold.index(True)], row) for row in one.rows] for one in given_])
    pairs = rows[np.abs(rows).sum(axis=1) > 0]
    spread = np.sqrt((pairs**2).mean(axis=0))

    def loss(weights: np.ndarray) -> float:
        pull = ridge / 2 * float((((weights - np.array(IN_USE)) * spread) ** 2).sum())
        return pull + float(np.logaddexp(0, -pairs @ weights).sum()) / 7

    best = fitted(given_, ridge)
    for place in range(len(SIGNALS)):
        for step in (-0.01, 0.01):
            moved = best.copy()
            moved[place] += step
            assert loss(moved) > loss(best)


def test_a_strong_pull_leaves_the_order_in_use() -> None:
    assert fitted(lessons(50, telling=True), 1e9) == pytest.approx(np.array(IN_USE), abs=1e-6)


_ORDERS = st.lists(st.floats(-3, 3), min_size=len(SIGNALS), max_size=len(SIGNALS)).map(tuple)


@given(weights=_ORDERS, read=st.lists(st.booleans(), max_size=9), first=st.integers(0, 9))
def test_an_order_moves_what_was_judged_together_and_loses_nothing(
    weights: tuple[float, ...], read: list[bool], first: int
) -> None:
    seen = Reading(relevance=0.5, answerable=0.5, start=None, end=None, margin=0.0)
    made = [
        replace(scored(chr(97 + place), 0.95 - place / 10), reading=seen if was_read else None)
        for place, was_read in enumerate(read)
    ]
    together = [one for one in made if one.reading is not None] or made[:first]

    order = in_learned_order(made, LearnedOrder(weights=weights, version="v"), first=first, k=10, as_of=TODAY)

    assert sorted(one.fused.chunk for one in order) == sorted(one.fused.chunk for one in made)
    assert all(new is old for new, old in zip(order, made, strict=True) if old not in together)
    in_use = LearnedOrder(weights=IN_USE, version="v")
    assert list(in_learned_order(made, in_use, first=first, k=10, as_of=TODAY)) == made


def _section(found: Learned, reader: str = "reader-1") -> RankingSettings:
    return settings_of(found, reader=reader, at="2026-06-01T12:00:00Z", evidence='80 questions; "mrr" +0.1')


def test_an_order_is_its_tenants_and_holds_for_the_reader_it_was_learned_with(tmp_path: Path) -> None:
    found = learned(lessons(60, telling=True))
    assert found is not None
    write_section(tmp_path, "acme", _section(found))
    settings = read_settings(tmp_path, {})

    mine = order_in_force(settings, "acme", reader="reader-1")
    assert mine is not None and mine.weights == found.weights and mine.version.startswith("rank_")
    assert order_in_force(settings, "acme", reader="reader-2") is None
    assert order_in_force(settings, "other", reader="reader-1") is None


@pytest.mark.parametrize("weights", ["1 2 3", "", " ".join(["nan"] * len(SIGNALS)), " ".join(["one"] * len(SIGNALS))])
def test_weights_that_are_none_are_refused(tmp_path: Path, weights: str) -> None:
    write_section(tmp_path, "acme", RankingSettings(version="rank_1", weights=weights))

    with pytest.raises(BadConfiguration, match=r"\[ranking\.acme\]"):
        order_in_force(read_settings(tmp_path, {}), "acme", reader="")


NUMBERS = range(LEAST + 8)


@pytest.mark.deep
def test_a_home_learns_from_labelled_questions_and_asks_by_what_it_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AVER_MODELS_READER_USE", "none")
    for number in NUMBERS:
        _write(tmp_path / f"docs/rules/{number:02}.md", f"The fee of widget w{number:02} is {number} crowns.")
        gossip = f"The fee of widget w{number:02}? What is the fee of widget w{number:02} today, people ask."
        _write(tmp_path / f"docs/chat/{number:02}.md", gossip)
    cases = tmp_path / "cases.jsonl"
    cases.write_text("".join(json.dumps(_case(number)) + "\n" for number in NUMBERS), encoding="utf-8")
    with a_home(tmp_path):
        rules = '[[rule]]\nglob = "rules/**"\nauthority = 0.9\n[[rule]]\nglob = "chat/**"\nauthority = 0.1\n'
        _write(tmp_path / "meta.toml", rules)
        assert aver("ingest", str(tmp_path / "docs"), "--meta", str(tmp_path / "meta.toml")).status == 0

        dry = aver("eval", "rank", str(cases), "--dry-run", "--json")
        assert dry.json["after"]["mrr"]["value"] > dry.json["before"]["mrr"]["value"]
        assert "people ask" in _first("w07")

        said = aver("eval", "rank", str(cases), "--json")
        assert said.json["weights"]["authority"] > 0 and said.json["tenant"] == "default"
        assert "is 7 crowns" in _first("w07")
        run = aver("ask", "What is the fee of widget w07?", "--json").json["run_id"]
        assert aver("runs", "replay", run).status == 0


def test_questions_without_gold_teach_nothing_and_change_nothing(tmp_path: Path) -> None:
    with a_home(tmp_path):
        before = (tmp_path / "home" / "aver.toml").read_bytes()
        questions = tmp_path / "q.jsonl"
        hidden = {"id": "q2", "question": "Pool?", "kind": "fact", "scope": "document", "doc": "hr/bonus.md"}
        questions.write_text(json.dumps(hidden | {"gold_spans": ["The secret bonus pool"]}), encoding="utf-8")

        said = aver("eval", "rank", str(questions))

        assert said.status != 0
        assert "0 of 1 questions teach an order" in said.err
        assert "hydrofoil" not in said.out + said.err
        assert (tmp_path / "home" / "aver.toml").read_bytes() == before


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _case(number: int) -> dict[str, object]:
    return {
        "id": f"c{number}",
        "question": f"What is the fee of widget w{number:02}?",
        "kind": "fact",
        "doc": f"rules/{number:02}.md",
        "gold_spans": [f"The fee of widget w{number:02} is {number} crowns."],
    }


def _first(widget: str) -> str:
    packets = aver("search", f"What is the fee of widget {widget}?", "--json").json["packets"]
    return str(packets[0]["content"]["raw_text"])
