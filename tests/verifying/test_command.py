"""`aver verify` as a user meets it: against files, against what was sent, and against a home."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.asking_home import a_home, aver

from .given import HANDBOOK, NO, Scripted

NOTICE = "The notice period of employees is four weeks."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("verify")) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("aver.app.open_entailment", lambda settings: Scripted(NO))
        yield folder


def written(folder: Path, value: Any, name: str = "answer.json") -> str:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(path)


def test_an_answer_is_verified_against_files_without_storing_them(home: Path, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "handbook.md").write_text(HANDBOOK)
    (tmp_path / "docs" / "photo.xyz").write_text("?")
    prose = "Dogs stay outside [handbook.md]. Refunds always take 14 days. Why?"
    answer = written(tmp_path, prose, "answer.txt")
    before = aver("documents", "list", "--json").out
    found = aver("verify", answer, "--sources", str(tmp_path / "docs"), "--json").json
    assert [(one["text"], one["verdict"], one["released"]) for one in found["claims"]] == [
        ("Dogs stay outside.", "supported", True),
        ("Refunds always take 14 days.", "overclaimed", False),
    ]
    assert found["claims"][0]["citations"][0]["levels"] == ["document", "claim"]
    assert found["claims"][1]["weaker"] == "Refunds usually take 14 days."
    assert found["left_out"] == ["Why?"]
    assert any("photo.xyz" in one for one in found["unread"])
    assert aver("documents", "list", "--json").out == before


def test_what_is_printed_names_the_check_that_keeps_a_claim_in_and_a_wording_instead(
    home: Path, tmp_path: Path
) -> None:
    sources = [{"id": "a", "text": "Refunds usually take 14 days."}]
    answer = written(tmp_path, {"claims": ["Refunds always take 14 days."], "sources": sources})
    said = aver("verify", answer)
    assert said.status == 0
    assert "says too much (scope)" in said.out
    assert "force_not_exceeded" in said.out
    assert "say instead: Refunds usually take 14 days." in said.out
    assert "0 of 1 claims may be released" in said.out


def test_without_sources_the_home_is_searched_and_the_searches_are_in_the_log(home: Path, tmp_path: Path) -> None:
    found = aver("verify", written(tmp_path, {"claims": [NOTICE]}), "--json").json
    assert found["claims"][0]["verdict"] == "supported"
    assert [one["uri"] for one in found["claims"][0]["evidence"]] == ["leave/notice.md"]
    assert len(found["run_ids"]) == 1
    assert aver("runs", "verify", found["run_ids"][0]).status == 0


def test_an_answer_of_aver_itself_verifies_at_every_level_that_it_cites(home: Path, tmp_path: Path) -> None:
    asked = aver("ask", "How long is the notice period of employees?", "--json").json
    assert asked["answer"] is not None
    found = aver("verify", written(tmp_path, asked), "--profile", "legal", "--json").json
    assert found["withheld"] == 0
    assert {"document", "section", "chunk", "span", "version", "claim"} <= set(
        found["claims"][0]["citations"][0]["levels"]
    )
    assert found["citation_recall"] == found["citation_precision"] == 1.0


def test_a_hidden_document_and_one_that_is_not_there_give_the_same_verification(home: Path, tmp_path: Path) -> None:
    claim = "The secret bonus pool holds 900 crowns for the hydrofoil team."

    def verified(source: str, *words: str) -> Any:
        answer = written(tmp_path, {"claims": [{"text": claim, "citations": [{"source": source}]}]})
        return aver("verify", answer, "--json", *words).json

    hidden, missing = verified("hr/bonus.md"), verified("hr/no-bonus.md")
    assert json.dumps(hidden).replace("hr/bonus.md", "X") == json.dumps(missing).replace("hr/no-bonus.md", "X")
    assert verified("hr/bonus.md", "--groups", "hr", "--clearance", "2")["released"] == 1


def test_a_number_means_no_document_of_a_home(home: Path, tmp_path: Path) -> None:
    found = aver("verify", written(tmp_path, f"{NOTICE[:-1]} [1].", "a.txt"), "--json").json
    assert not found["claims"][0]["released"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verify", "no-such-file"), "can't be read"),
        (("verify", "ANSWER", "--profile", "poetry"), "no profile 'poetry'"),
        (("verify", "ANSWER", "--sources", "no-such-folder"), "no-such-folder"),
        (("verify", "EMPTY"), "is empty"),
    ],
)
def test_what_cannot_be_verified_fails_with_a_reason_and_a_hint(
    home: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    files = {"ANSWER": written(tmp_path, {"claims": [NOTICE]}), "EMPTY": written(tmp_path, "", "empty.txt")}
    ran = aver(*(files.get(word, word) for word in words))
    assert ran.status == 1
    assert said in ran.err
    assert "hint:" in ran.err
