"""`aver eval` asks blind, loses no question, and puts the wrong answers first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.asking_home import a_home, aver
from tests.depth import the_rest_deep

QUESTIONS = [
    {
        "id": "q1",
        "question": "How long is the notice period of employees?",
        "kind": "fact",
        "doc": "leave/notice.md",
        "answer": "four weeks",
        "gold_spans": ["The notice period of employees is four weeks."],
    },
    {"id": "q2", "question": "What holds the bonus pool?", "kind": "fact", "scope": "document", "doc": "hr/bonus.md"},
    {
        "id": "q3",
        "question": "How long does it last?",
        "kind": "fact",
        "scope": "document",
        "doc": "parental.md",
        "gold_spans": ["Parental leave lasts up to fourteen months."],
    },
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("eval")) as folder:
        (folder / "q.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
        yield folder


def rows_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_question_has_a_row_in_order_even_one_that_fails(home: Path) -> None:
    out = home / "rows.jsonl"
    said = aver("eval", "run", str(home / "q.jsonl"), "--out", str(out), "--json")
    assert said.status == 0
    rows = rows_of(out)
    assert [row["id"] for row in rows] == ["q1", "q2", "q3"]
    assert all(list(row) == ["id", "result", "packets", "latency_ms"] for row in rows)
    hidden = rows[1]["result"]
    assert isinstance(hidden, dict)
    assert hidden["decision"]["reasons"] == ["degraded"]
    assert "900 crowns" not in out.read_text(encoding="utf-8")
    summary = said.json
    assert next(iter(summary)) == "headline"
    assert summary["counts"]["failed"] == 1
    assert summary["kinds"]["ALL"]["n"] == 3


def test_a_scoped_question_sees_its_document_only(home: Path) -> None:
    out = home / "scoped.jsonl"
    assert aver("eval", "run", str(home / "q.jsonl"), "--out", str(out)).status == 0
    packets = rows_of(out)[2]["packets"]
    assert isinstance(packets, list) and packets
    assert {packet["uri"] for packet in packets} == {"leave/parental.md"}


def test_the_summary_begins_with_the_wrong_among_the_released(home: Path) -> None:
    said = aver("eval", "run", str(home / "q.jsonl"), "--limit", "1")
    assert said.out.startswith("Wrong among released answers: 0.0 %")
    assert "rows 1 " in said.out


@pytest.mark.deep
def test_a_report_of_written_rows_is_the_summary_of_the_run(home: Path) -> None:
    out = home / "again.jsonl"
    questions = str(home / "q.jsonl")
    ran = aver("eval", "run", questions, "--out", str(out), "--json")
    reported = aver("eval", "report", str(out), "--questions", questions, "--json")
    assert reported.json == {name: value for name, value in ran.json.items() if name != "run_of"}


@pytest.mark.deep
def test_reports_and_comparisons_read_the_labels_that_lie_beside_the_rows(home: Path) -> None:
    questions, a, b = home / "moved.jsonl", home / "kept-a.jsonl", home / "kept-b.jsonl"
    questions.write_text((home / "q.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    for out in (a, b):
        assert aver("eval", "run", str(questions), "--limit", "2", "--out", str(out)).status == 0
    by_name = aver("eval", "report", str(b), "--questions", str(questions), "--json").json
    questions.unlink()
    reported = aver("eval", "report", str(b), "--json").json
    assert reported["counts"]["missing"] == 0
    assert by_name["counts"]["missing"] == 1
    assert aver("eval", "report", "--json").json == reported
    assert aver("eval", "compare", str(a), str(b), "--json").json["wrong"]["n"] == 2


def test_what_was_not_kept_is_asked_for(home: Path) -> None:
    out = home / "bare.jsonl"
    assert aver("eval", "run", str(home / "q.jsonl"), "--out", str(out)).status == 0
    (home / "bare.jsonl.questions").unlink()
    without = aver("eval", "report", str(out))
    assert (without.status, "--questions" in without.err) == (2, True)
    out.unlink()
    gone = aver("eval", "report", "--json")
    assert gone.status == 1
    assert "bare.jsonl, are gone" in gone.json["error"]["message"]


def test_the_baseline_can_be_measured_and_compared(home: Path) -> None:
    questions, a, b = str(home / "q.jsonl"), home / "a.jsonl", home / "b.jsonl"
    assert aver("eval", "run", questions, "--mode", "vanilla", "--out", str(a)).status == 0
    assert aver("eval", "run", questions, "--out", str(b)).status == 0
    compared = aver("eval", "compare", str(a), str(b), "--questions", questions, "--json").json
    assert compared["wrong"]["n"] == 3
    assert "McNemar p" in aver("eval", "compare", str(a), str(b), "--questions", questions).out


@pytest.mark.parametrize(
    "stage",
    the_rest_deep(["lexical", "reader", "dense", "fusion", "relevance", "stance", "succession", "references"], 2),
)
def test_a_stage_can_be_switched_off_and_the_run_says_which(home: Path, stage: str) -> None:
    said = aver("eval", "run", str(home / "q.jsonl"), "--ablate", stage, "--limit", "1", "--json")
    assert said.status == 0, said.err
    assert said.json["run_of"]["off"] == [stage]
    assert said.json["counts"]["failed"] == 0


def test_an_ablated_channel_brings_nothing_and_what_guards_release_cannot_be_switched_off(home: Path) -> None:
    out = home / "ablated.jsonl"
    both = ("--ablate", "lexical", "--ablate", "dense")
    assert aver("eval", "run", str(home / "q.jsonl"), *both, "--limit", "1", "--out", str(out)).status == 0
    assert rows_of(out)[0]["packets"] == []
    for stage in ("checks", "gate", "eligibility"):
        said = aver("eval", "run", str(home / "q.jsonl"), "--ablate", stage)
        assert said.status == 1 and "always stand" in said.err


def test_a_source_can_be_switched_off_by_name_and_one_that_is_not_declared_cannot(home: Path) -> None:
    (home / "home" / "sources.toml").write_text("graph_hops = 1\n", encoding="utf-8")
    rows: dict[str, str] = {}
    for name, off in (("with", ()), ("without", ("--ablate", "graph:references"))):
        out = home / f"{name}.jsonl"
        said = aver("eval", "run", str(home / "q.jsonl"), *off, "--limit", "1", "--out", str(out), "--json")
        assert said.status == 0, said.err
        assert said.json["run_of"]["off"] == list(off[1:])
        shown = aver("runs", "show", str(rows_of(out)[0]["result"]["run_id"]), "--json")  # type: ignore[index]
        rows[name] = json.dumps(shown.json)
    (home / "home" / "sources.toml").unlink()
    assert "graph:references" in rows["with"] and "graph:references" not in rows["without"]
    said = aver("eval", "run", str(home / "q.jsonl"), "--ablate", "graph:references")
    assert said.status == 1 and "can't be switched off" in said.err


def test_an_interrupted_run_goes_on_where_it_stopped(home: Path) -> None:
    out, questions = home / "resumed.jsonl", str(home / "q.jsonl")
    assert aver("eval", "run", questions, "--out", str(out)).status == 0
    whole = out.read_text(encoding="utf-8").splitlines(keepends=True)
    out.write_text(whole[0] + whole[1][:40], encoding="utf-8")
    assert aver("eval", "run", questions, "--out", str(out), "--resume").status == 0
    after = out.read_text(encoding="utf-8").splitlines(keepends=True)
    assert after[0] == whole[0] and [row["id"] for row in rows_of(out)] == ["q1", "q2", "q3"]
    other = aver("eval", "run", questions, "--out", str(out), "--resume", "--ablate", "dense")
    assert other.status == 1 and "off" in other.err
    assert aver("eval", "run", questions, "--resume").status == 2


def test_pairs_are_scored_blind_and_written_one_row_each(home: Path) -> None:
    pairs, out = home / "pairs.jsonl", home / "verdicts.jsonl"
    lines = [
        {
            "id": "a",
            "claim": "It uses 5 % more.",
            "cited_span": "It uses 5 % more.",
            "axis": "numeric",
            "label": "supported",
        },
        {
            "id": "b",
            "claim": "It uses 50 % more.",
            "cited_span": "It uses 5 % more.",
            "axis": "numeric",
            "label": "overclaimed",
        },
    ]
    pairs.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    said = aver("eval", "run", "--laundering", str(pairs), "--out", str(out), "--json")
    assert said.status == 0, said.err
    assert said.json["ALL"]["n"] == 2 and said.json["numeric"]["overclaims_caught"]["value"] == 1.0
    assert [(row["id"], row["verdict"]) for row in rows_of(out)] == [("a", "supported"), ("b", "overclaimed")]
    assert "overclaims_caught" in aver("eval", "run", "--laundering", str(pairs)).out


def test_a_missing_or_malformed_file_is_named_with_its_line(home: Path) -> None:
    bad = home / "bad.jsonl"
    bad.write_text('{"id": "x"}\n', encoding="utf-8")
    said = aver("eval", "run", str(bad))
    assert said.status == 1 and "bad.jsonl line 1" in said.err
    assert aver("eval", "run", str(home / "none.jsonl")).status == 1
    assert aver("eval", "run").status == 2


@pytest.mark.parametrize("mode", ["bm25", "dense-reader", "hybrid-reranked", "ungated"])
def test_a_baseline_always_answers_unchecked_from_what_it_found(home: Path, mode: str) -> None:
    out = home / f"{mode}.jsonl"
    said = aver("eval", "run", str(home / "q.jsonl"), "--mode", mode, "--limit", "1", "--out", str(out), "--json")
    assert said.status == 0, said.err
    (row,) = rows_of(out)
    result = row["result"]
    assert isinstance(result, dict)
    assert result["decision"]["outcome"] == "ANSWER" and said.json["run_of"]["mode"] == mode
    (claim,) = result["answer"]["claims"]
    assert claim["findings"] == [] and claim["citations"][0]["quote"] == "The notice period of employees is four weeks."
    assert "900 crowns" not in out.read_text(encoding="utf-8")
