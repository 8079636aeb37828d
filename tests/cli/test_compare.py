"""`aver compare` asks twice and marks the sentence that each answer rests on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.asking_home import a_home, aver

NOTICE = "How long is the notice period of employees?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("compare")) as folder:
        yield folder


def test_both_answers_come_as_two_ask_objects(home: Path) -> None:
    both = aver("compare", NOTICE, "--json").json
    assert set(both) == {"vanilla", "verified"}
    assert both["vanilla"]["run_id"] != both["verified"]["run_id"]
    assert both["vanilla"]["answer"]["claims"][0]["findings"] == []
    assert both["verified"]["answer"]["claims"][0]["findings"]


def test_a_wide_terminal_has_both_answers_beside_each_other(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    first = aver("compare", NOTICE).out.splitlines()[0]
    assert "vanilla" in first and "verified" in first


def test_a_narrow_terminal_has_them_below_each_other(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    lines = aver("compare", NOTICE).out.splitlines()
    assert "vanilla" in lines[0] and "verified" not in lines[0]
    assert any("verified" in line for line in lines[1:])
    assert all(len(line) <= 70 for line in lines)


def test_the_sentence_is_marked_inside_its_text_on_both_sides(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    words = " ".join(aver("compare", NOTICE).out.replace("│", " ").split())
    assert words.count("»The notice period of employees is four weeks.«") == 2
    assert "nothing was checked" in words
    assert "checks passed" in words


def test_what_is_refused_is_explained_and_marked_as_not_released(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    monkeypatch.setattr("aver.app.DEFAULT", _unsure())
    monkeypatch.setattr("aver.app.WITHOUT_READER", _unsure())
    words = " ".join(aver("compare", "Which notice period do employees have?").out.replace("│", " ").split())
    assert "ESCALATE low_confidence" in words
    assert "Looked at, not released:" in words


def _unsure() -> object:
    from dataclasses import replace

    from aver.stages.relevance import Logistic
    from aver.stages.tuning import DEFAULT

    return replace(DEFAULT, support=Logistic(weights=(), bias=-9.0))
