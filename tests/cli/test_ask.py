"""`aver ask` says what the log says, in the contract's shape, and nothing that a reader may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.asking_home import DOCUMENTS, Said, a_home, aver

CONTRACT = {
    "run_id",
    "question",
    "caller",
    "decision",
    "answer",
    "stance",
    "stances",
    "conflicts",
    "clarify",
    "redirect",
    "degraded",
    "timings_ms",
    "tokens",
}
CITATION = {
    "packet_id",
    "document_id",
    "uri",
    "version_id",
    "title",
    "page",
    "section_path",
    "span",
    "quote",
    "table_cell_range",
    "levels",
}
NOTICE = "How long is the notice period of employees?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("ask")) as folder:
        yield folder


def failed(said: Said, *words: str) -> bool:
    return said.status == 1 and all(word in said.err for word in words) and "Traceback" not in said.err


def test_an_answer_is_shown_with_its_quote_its_place_three_confidences_and_the_run(home: Path) -> None:
    said = aver("ask", NOTICE)
    assert said.status == 0
    assert said.out.startswith("ANSWER")
    assert "“The notice period of employees is four weeks.”" in said.out
    assert "— Notice periods > Employees" in said.out
    assert "extraction 1.00 · grounding 1.00 · answer 1.00" in said.out
    assert "run run_" in said.out


def test_the_json_is_exactly_the_contract_and_each_quote_stands_in_its_document(home: Path) -> None:
    result = aver("ask", NOTICE, "--json").json
    assert set(result) == CONTRACT
    assert result["decision"]["outcome"] == "ANSWER"
    (claim,) = result["answer"]["claims"]
    assert set(claim) == {"text", "kind", "citations", "findings"}
    citation = claim["citations"][0]
    assert set(citation) == CITATION
    text = DOCUMENTS[citation["uri"]]
    assert text[citation["span"]["start"] : citation["span"]["end"]] == citation["quote"] == claim["text"]
    assert result["caller"]["principals"] == ["group:local", "user:local"]


def test_a_refusal_is_no_failure(home: Path) -> None:
    said = aver("ask", "xylophone zeppelin quasar", "--json")
    assert said.status == 0
    assert said.json["decision"]["outcome"] in {"ABSTAIN", "ESCALATE"}
    assert said.json["answer"] is None


def test_what_was_looked_at_and_not_released_is_shown_as_no_answer_with_what_failed(home: Path) -> None:
    said = aver("ask", "How long was the notice period of employees in clause 77?")
    assert said.out.startswith("ABSTAIN  insufficient")
    _, _, looked = said.out.partition("Looked at and not released; none of it is an answer:\n")
    assert "  “The notice period of employees is four weeks.” — Notice periods > Employees\n" in looked
    assert "    1 of 1 asked figures are not there\n" in looked


def test_an_answer_and_a_question_that_nothing_speaks_to_show_no_such_lines(home: Path) -> None:
    for question in (NOTICE, "xylophone zeppelin quasar"):
        assert "not released" not in aver("ask", question).out


def test_each_step_is_one_line_and_in_order(home: Path) -> None:
    lines = aver("ask", NOTICE, "--events").out.splitlines()
    steps = [line.split()[1] for line in lines[:10]]
    names = [
        "asked",
        "planned",
        "resolved",
        "retrieved",
        "selected",
        "packed",
        "judged",
        "drafted",
        "checked",
        "decided",
    ]
    assert steps == names
    assert lines[10] == "ANSWER  stance_pending"


def test_steps_leave_stdout_to_the_one_json_object(home: Path) -> None:
    said = aver("ask", NOTICE, "--events", "--json")
    assert said.json["decision"]["outcome"] == "ANSWER"
    assert "decided" in said.err


def test_a_question_goes_on_from_a_run_and_may_refer_to_it(home: Path) -> None:
    first = aver("ask", NOTICE, "--json").json
    later = "Does it still apply?"
    alone, gone_on = (
        aver("ask", later, "--json").json,
        aver("ask", later, "--conversation", first["run_id"], "--json").json,
    )

    assert alone["decision"]["outcome"] != "ANSWER"
    steps = aver("runs", "show", gone_on["run_id"], "--json").json
    assert "notice" in json.dumps(steps["packets"]).casefold()
    assert gone_on["clarify"] == []
    assert aver("runs", "replay", gone_on["run_id"]).status == 0


def test_a_run_to_go_on_from_has_to_be_ones_own(home: Path) -> None:
    first = aver("ask", NOTICE, "--json").json["run_id"]

    assert failed(aver("ask", NOTICE, "--conversation", "run_none"), "run")
    assert failed(aver("ask", NOTICE, "--conversation", first, "--as", "somebody"), "run")


def test_a_document_is_named_by_id_by_uri_and_by_the_end_of_its_uri(home: Path) -> None:
    listed = aver("documents", "list", "--json").json["documents"]
    identity = next(one["document_id"] for one in listed if one["uri"] == "leave/notice.md")
    for name in (identity, "leave/notice.md", "notice.md"):
        result = aver("ask", NOTICE, "--doc", name, "--json").json
        assert {c["uri"] for c in result["answer"]["claims"][0]["citations"]} == {"leave/notice.md"}


def test_half_a_file_name_names_no_document(home: Path) -> None:
    assert failed(aver("ask", NOTICE, "--doc", "tice.md"), "no document")


def test_a_hidden_document_is_as_unknown_as_one_that_is_not_there(home: Path) -> None:
    hidden, missing = (aver("ask", "bonus pool", "--doc", name) for name in ("hr/bonus.md", "hr/bogus.md"))
    assert failed(hidden, "no document") and failed(missing, "no document")
    assert hidden.err.replace("bonus", "bogus") == missing.err


def test_the_words_of_a_hidden_document_are_shown_to_its_reader_only(home: Path) -> None:
    asked = ("ask", "What does the secret bonus pool of the hydrofoil team hold?", "--json")
    assert "900 crowns" not in aver(*asked).out
    assert "900 crowns" in aver(*asked, "--groups", "hr", "--clearance", "2").out


def test_vanilla_builds_its_windows_and_answers_without_checks(home: Path) -> None:
    result = aver("ask", NOTICE, "--mode", "vanilla", "--json").json
    assert set(result) == CONTRACT
    assert result["decision"]["outcome"] == "ANSWER"
    assert all(claim["findings"] == [] for claim in result["answer"]["claims"])
    assert "900 crowns" not in aver("ask", "secret bonus pool hydrofoil", "--mode", "vanilla", "--json").out


def test_escape_sequences_of_a_document_do_not_reach_the_terminal(home: Path) -> None:
    said = aver("ask", "What does the kayak rule paint?", "--doc", "odd/escape.md")
    assert "kayak rule" in said.out
    assert "\x1b" not in said.out and "\u202e" not in said.out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["ask", "   "], 1),
        (["ask", "notice " * 1000], 1),
        (["search", "notice " * 1000], 1),
        (["ask", NOTICE, "--as-of", "last summer"], 1),
        (["ask", NOTICE, "-k", "0"], 2),
        (["ask", NOTICE, "--mode", "guess"], 2),
        (["ask"], 2),
    ],
)
def test_wrong_values_end_with_a_reason_and_no_traceback(home: Path, words: list[str], status: int) -> None:
    said = aver(*words)
    assert said.status == status
    assert said.err and "Traceback" not in said.err
