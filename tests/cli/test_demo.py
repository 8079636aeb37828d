"""The demonstration says what the engine really does, with the encoder that ships."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from rich.console import Console

from aver.demo.run import Shown, demonstrate
from aver.demo.scenes import RESTRICTED, scenes
from aver.evals.score import Judgement
from tests.cli.asking_home import aver
from tests.store.adapters import POSTGRESQL, on, url_of

pytestmark = pytest.mark.deep

TRUE_NOW = {"welded half-truths", "superseded rule", RESTRICTED, "unanswerable"}


@dataclass(frozen=True)
class Demonstration:
    home: Path
    shown: tuple[Shown, ...]
    text: str


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demonstration]:
    folder = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("AVER_HOME", str(folder / "home"))
        console = Console(file=io.StringIO(), width=110, record=True)
        shown = demonstrate(folder / "home", console)
        yield Demonstration(home=folder / "home", shown=shown, text=console.export_text())


def of_family(demonstration: Demonstration, family: str) -> Shown:
    return next(one for one in demonstration.shown if one.scene.family == family and one.scene.groups is None)


def test_the_seven_families_and_the_reader_of_the_restricted_page_are_asked(demonstration: Demonstration) -> None:
    assert len({scene.family for scene in scenes()}) == 7
    assert [one.scene for one in demonstration.shown] == list(scenes())
    assert [one.scene.groups for one in demonstration.shown if one.scene.groups] == ["hr"]


@pytest.mark.parametrize("family", sorted(TRUE_NOW))
def test_the_verified_side_releases_no_wrong_answer(demonstration: Demonstration, family: str) -> None:
    assert of_family(demonstration, family).verified is not Judgement.WRONG
    assert f". {family} " in demonstration.text


def test_nothing_shown_as_holding_is_wrong_and_the_rest_is_named_as_later_work(demonstration: Demonstration) -> None:
    for one in demonstration.shown:
        assert one.holds is (f"Comes with later work: {one.scene.family}" not in demonstration.text)
        assert not (one.holds and one.verified is Judgement.WRONG)


def test_the_vanilla_side_goes_wrong_where_there_is_nothing_to_answer(demonstration: Demonstration) -> None:
    assert of_family(demonstration, "unanswerable").vanilla is Judgement.WRONG
    assert of_family(demonstration, RESTRICTED).vanilla is Judgement.WRONG
    assert "ordinary RAG: one index for everybody" in demonstration.text
    assert "shows what this reader may not read" in demonstration.text


def test_the_restricted_page_opens_for_a_member_only(demonstration: Demonstration) -> None:
    mine, members = (one for one in demonstration.shown if one.scene.family == RESTRICTED)
    assert not mine.given.answered
    assert members.verified is not Judgement.WRONG
    if members.given.answered:
        assert {cited.uri for cited in members.given.cited} == {"restricted/hr/salary-bands.md"}


def test_the_store_is_ready(demonstration: Demonstration) -> None:
    answered = aver("ask", "Within how many days must expense claims be submitted after a trip?", "--json")
    assert answered.status == 0
    assert answered.json["decision"]["outcome"] in {"ANSWER", "ESCALATE"}
    assert aver("runs", "verify").status == 0
    assert "(23 new, 0 failed)" in " ".join(demonstration.text.splitlines()[:2])


@pytest.mark.deep
def test_a_second_time_changes_nothing(demonstration: Demonstration) -> None:
    again = Console(file=io.StringIO(), width=110, record=True)
    demonstrate(demonstration.home, again)
    first, second = demonstration.text.splitlines(), again.export_text().splitlines()
    assert "(0 new, 0 failed)" in " ".join(second[:2])
    assert first[2:] == second[2:]


def test_no_run_id_and_no_time_is_printed(demonstration: Demonstration) -> None:
    assert "run_" not in demonstration.text
    assert " ms" not in demonstration.text


@pytest.mark.deep
def test_in_postgresql_every_scene_is_played_as_in_the_folder(demonstration: Demonstration, tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=110, record=True)
    with on(POSTGRESQL), pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
        shown = demonstrate(tmp_path / "home", console, url=url_of(tmp_path / "target"))
    assert [replace(one, given=None) for one in shown] == [replace(one, given=None) for one in demonstration.shown]
    assert "Moved into PostgreSQL" in console.export_text()
