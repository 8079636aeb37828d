"""`aver ask --pack` shows what was read from the question, and asks back where a deciding parameter is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aver.flows.packs import FOLDER, pack_named, with_pack
from aver.stages.gate import Thresholds
from aver.stages.packs import with_thresholds_of
from aver.stages.planning import plan_of
from aver.values.codec import decode, encode
from aver.values.inquiry import Inquiry, Parameters
from aver.values.packs import Pack
from aver.values.sealed import Sealed
from tests.cli.asking_home import a_home, aver

LEAVING = """
name = "leaving"
title = "Notice and leave"

[[parameters]]
name = "role"
kind = "enum"
question = "Is it about an employee or a manager?"
frage = "Geht es um Angestellte oder Führungskräfte?"
choices = [{ name = "employee", words = ["employee*"] }, { name = "manager", words = ["manager*"] }]

[[tasks]]
name = "leave"
words = [["parental leave"]]
deciding = ["role"]

[[topics]]
name = "dispute"
words = ["lawsuit"]
"""
OPEN = "How long does parental leave last?"


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("asking")) as folder:
        pack = folder / "home" / FOLDER / "leaving"
        pack.mkdir(parents=True)
        (pack / "pack.toml").write_text(LEAVING, encoding="utf-8")
        yield folder


def test_a_deciding_parameter_that_is_missing_is_asked_back_with_its_choices() -> None:
    asked = aver("ask", OPEN, "--pack", "leaving", "--json").json

    assert asked["decision"]["outcome"] == "CLARIFY"
    assert asked["clarify"] == [
        {"parameter": "role", "question": "Is it about an employee or a manager?", "choices": ["employee", "manager"]}
    ]
    assert asked["answer"] is None


def test_the_answer_to_the_question_back_settles_it() -> None:
    asked = aver("ask", OPEN, "--pack", "leaving", "--param", "role=employee", "--json").json

    assert asked["decision"]["outcome"] != "CLARIFY"
    assert asked["parameters"] == {
        "pack": "leaving",
        "known": [{"name": "role", "value": "employee", "spans": []}],
        "open": [],
        "topics": [],
        "unread": [],
    }


def test_what_was_read_is_shown_with_its_words_and_again_from_the_log() -> None:
    said = aver("ask", "How long is the notice period of managers after a lawsuit?", "--pack", "leaving")
    run = said.out.split("run ")[-1].strip()

    for shown in (said.out, aver("runs", "show", run).out):
        assert "role = manager  “managers”" in shown
        assert "for an expert: dispute" in shown


def test_a_pack_asks_for_more_confidence_than_the_home_and_never_for_less(home: Path) -> None:
    strict = home / "home" / FOLDER / "strict"
    strict.mkdir()
    text = LEAVING.replace('name = "leaving"', 'name = "strict"').replace("deciding = [", "deciding = [] # [")
    (strict / "pack.toml").write_text(text + "\n[thresholds]\nrelease = 1\n", encoding="utf-8")

    outcomes = {
        name: aver("ask", OPEN, "--pack", name, "--param", "role=employee", "--json").json["decision"]["outcome"]
        for name in ("leaving", "strict")
    }

    assert outcomes == {"leaving": "ANSWER", "strict": "ESCALATE"}
    usual = Thresholds(release=0.9, computed=0.95, groups=(("table", 0.7), ("prose", 0.99)), source="c1")
    raised = with_thresholds_of(_read(pack_named("strict", home=home / "home")), usual)
    assert (raised.release, raised.computed, raised.groups) == (1.0, 0.95, (("table", 1.0), ("prose", 1.0)))
    assert with_thresholds_of(_read(pack_named("sensors")), Thresholds()) == Thresholds()


def _read(pack: Pack) -> Parameters:
    read = with_pack(Inquiry(question=Sealed(OPEN)), pack).parameters
    assert read is not None
    return read


def test_a_run_with_a_pack_replays_and_verifies() -> None:
    run = aver("ask", OPEN, "--pack", "leaving", "--json").json["run_id"]

    assert aver("runs", "replay", run).status == 0
    assert aver("runs", "verify", run).status == 0


def test_an_answer_without_a_pack_says_nothing_about_parameters() -> None:
    assert "parameters" not in aver("ask", OPEN, "--json").json


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--pack", "nothing"), "there is no pack 'nothing'"),
        (("--pack", "leaving", "--param", "role"), "no name=value"),
        (("--pack", "leaving", "--param", "role=employee", "--param", "role=manager"), "given twice"),
        (("--pack", "leaving", "--param", "age=9"), "no parameter 'age'"),
        (("--pack", "leaving", "--param", "role=boss"), "not one of its values"),
        (("--param", "role=manager"), "--param without --pack"),
    ],
)
def test_wrong_use_fails_with_one_line_and_a_hint(words: tuple[str, ...], said: str) -> None:
    failed = aver("ask", OPEN, *words)

    assert failed.status == 1
    assert said in failed.err
    assert "hint" in failed.err.lower()
    assert failed.out == ""


def test_an_inquiry_with_parameters_survives_the_codec_and_keeps_the_callers_words_sealed() -> None:
    text = "Which sensor for glass bottles at 20,000 bottles/h?"
    inquiry = with_pack(Inquiry(question=Sealed(text)), pack_named("sensors"))
    kept: list[Sealed] = []

    def seal(text: Sealed) -> object:
        kept.append(text)
        return {"sealed": len(kept) - 1}

    structure = encode(inquiry, seal=seal)

    assert decode(Inquiry, encode(inquiry)) == inquiry
    assert "20000" not in str(structure)
    assert {"20000 object/hour", "clear_glass", "coloured_glass"} <= {one.text for one in kept}


def test_only_what_decides_is_asked_back() -> None:
    text = "Which sensor for metal cans of 80 mm at 20,000 cans/h?"
    inquiry = with_pack(Inquiry(question=Sealed(text)), pack_named("sensors"))

    assert inquiry.parameters is not None
    assert {one.parameter for one in inquiry.parameters.open} == {"pitch", "gap", "size", "distance"}
    assert plan_of(inquiry, today="2026-06-01").missing == ()
