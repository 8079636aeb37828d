"""The tables of docs/results.md count what was judged, with intervals, and say where a baseline does better."""

from __future__ import annotations

from benchmarks.dev_sets import hotpotqa, squad, wikitables, xquad
from benchmarks.result_tables import (
    OURS,
    ablations,
    against,
    aimed,
    brief,
    frameworks,
    glance,
    kinds,
    lost,
    outcomes,
)
from benchmarks.results import BEGIN, END, replaced

from aver.evals.questions import Question
from aver.evals.score import Scored, score
from tests.evals.made_rows import GOLD, fact, result, row

QUESTIONS = (*(fact(f"f{n}") for n in range(4)), Question(id="u", question="Who?", kind="unanswerable"))


def run(*given: str) -> Scored:
    """A run that answers `right`, `wrong` or not at all, in the order of the questions."""
    said = {
        "right": result("ANSWER", GOLD),
        "wrong": result("ANSWER", "Something else entirely, at length."),
        "-": result("ABSTAIN"),
    }
    return score([row(one.id, said[word]) for one, word in zip(QUESTIONS, given, strict=True)], QUESTIONS)


RUNS = {OURS: run("right", "-", "-", "wrong", "-"), "plain": run("right", "right", "wrong", "wrong", "wrong")}


def test_shares_stand_with_their_exact_interval_and_answerable_questions_apart() -> None:
    ours = outcomes(RUNS)[2]
    assert ours.startswith("| **verified** | 5 | 40.0 % [5.3, 85.3] | 20.0 % [0.5, 71.6] | 40.0 % [5.3, 85.3] |")
    assert "| 25.0 % [0.6, 80.6] of 4 |" in ours


def test_every_line_of_a_table_has_as_many_cells_as_its_head() -> None:
    tables = (outcomes(RUNS), against(RUNS), kinds(RUNS), brief(RUNS), frameworks([], RUNS))
    for table in (*tables, glance({"a": RUNS, "b": {OURS: RUNS[OURS]}}), ablations(RUNS[OURS], RUNS)):
        assert len({line.count("|") for line in table}) == 1


def test_the_short_table_holds_the_same_shares() -> None:
    assert brief(RUNS)[2] == (
        "| **verified** | 5 | 40.0 % [5.3, 85.3] | 20.0 % [0.5, 71.6] | 40.0 % [5.3, 85.3] | 25.0 % [0.6, 80.6] of 4 |"
    )


def test_the_aim_is_said_to_be_missed_where_it_is() -> None:
    said = aimed({OURS: RUNS[OURS], "vanilla-4": RUNS["plain"]})
    assert said.endswith(
        "wrong answers 0.333 (not reached); right outcomes 1.000 (reached); "
        "right answers to answerable questions 0.500 (not reached)."
    )


def test_an_aim_against_nothing_is_not_said_to_be_reached() -> None:
    nothing = run("-", "-", "-", "-", "-")
    said = aimed({OURS: nothing, "vanilla-4": run("wrong", "wrong", "wrong", "wrong", "wrong")})
    assert said.endswith("right outcomes - (reached); right answers to answerable questions - (none on either side).")


def test_every_other_run_is_set_against_the_verified_one() -> None:
    assert against(RUNS)[2:] == ["| plain | 1 / 3 | 0.333 | 2 / 2 | 1.000 | 1 / 2 | 0.500 | 0.500 |"]


def test_kinds_are_counted_and_a_kind_that_is_lost_is_named() -> None:
    assert kinds(RUNS)[2:] == ["| fact | 4 | 1 / 1 | 2 / 2 |", "| unanswerable | 1 | 1 / 0 | 0 / 1 |"]
    assert lost(RUNS) == "Where a baseline answers more rightly: fact (plain 2, verified 1)."
    assert lost({OURS: RUNS[OURS]}).endswith("nowhere.")


def test_at_a_glance_wrong_answers_stand_beside_right_ones_for_every_set() -> None:
    lines = glance({"first": RUNS, "second": {OURS: RUNS[OURS]}})
    assert lines[0] == "| wrong; right | n; answerable | **verified** | plain |"
    assert lines[2:] == ["| first | 5; 4 | 1; 1 | 3; 2 |", "| second | 5; 4 | 1; 1 | - |"]


def test_a_stage_is_worth_what_switching_it_off_changes_question_by_question() -> None:
    (line,) = ablations(RUNS[OURS], {"without reader": RUNS["plain"]})[2:]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells[:2] == ["without reader", "5"] and cells[-1] == "+3"
    assert cells[2].startswith("+40.0 points [+0.0, +80.0]") and cells[2].endswith("(2 / 0)")
    assert cells[4].startswith("+0.0 points") and cells[4].endswith("(1 / 1)")
    assert cells[3] == "0.500" and cells[5] == "1.000"


def test_questions_that_were_operated_on_are_counted_by_what_was_done_to_them() -> None:
    questions = (fact("a", variant="kept"), Question(id="b", question="Who?", kind="unanswerable", variant="deleted"))
    scored = score([row("a", result("ANSWER", GOLD)), row("b", result("ABSTAIN"))], questions)
    assert kinds({OURS: scored})[2:] == ["| kept | 1 | 1 / 0 |", "| deleted | 1 | 1 / 0 |"]


def test_a_framework_is_shown_with_its_costs_once_per_depth() -> None:
    measured = [{"name": "plain", "version": "plain 1.0", "build_cpu_s": 2.5, "query_cpu_ms": 3.0, "peak_mb": 100}]
    lines = frameworks(measured, {"plain-4": RUNS["plain"], "plain-hybrid-4": RUNS[OURS]})[2:]
    assert len(lines) == 1 and lines[0].startswith("| plain | plain 1.0 | 2.5 | 3.0 | 100 | 4 |")


def test_a_block_is_put_between_its_markers_and_nothing_else_changes() -> None:
    assert replaced(f"a\n{BEGIN}\nold\n{END}\nb", f"{BEGIN}\nnew\n{END}") == f"a\n{BEGIN}\nnew\n{END}\nb"
    assert replaced("no markers", f"{BEGIN}{END}") == "no markers"


def test_public_records_become_documents_and_labels_that_stand_in_them() -> None:
    context = "The mole was built in 1820. It is of granite."
    answered = {"id": "a", "question": "When?", "context": context, "title": "The_Mole"}
    answered |= {"answers": [{"text": "1820", "start": 22}]}
    documents, questions = squad([answered, answered | {"id": "b", "answers": []}], 2)
    assert documents == {"The_Mole.md": f"# The Mole\n\n{context}\n"}
    assert [one["kind"] for one in questions] == ["fact", "unanswerable"]
    assert questions[0]["gold_spans"] == ["The mole was built in 1820."]
    record = {
        "question": "Where?",
        "answer": "Ostby",
        "context": [["Mole", ["It stands in Ostby.", " Old."]], ["Ostby", ["A town."]]],
        "supporting_facts": [["Mole", 0], ["Ostby", 0], ["Ostby", 7]],
    }
    documents, questions = hotpotqa([record], 1)
    assert set(documents) == {"Mole.md", "Ostby.md"}
    assert questions[0]["gold_spans"] == ["It stands in Ostby.", "A town."]


def test_a_german_question_is_asked_of_the_english_article() -> None:
    english = {
        "id": "1",
        "title": "Mole_House",
        "lang": "en",
        "context": "The mole is 12 m wide. It was built in 1904.",
        "question": "When was it built?",
        "answers": [{"text": "1904", "start": 39}],
    }
    german = {**english, "lang": "de", "context": "Die Mole ist 12 m breit.", "question": "Wann wurde sie gebaut? "}
    documents, questions = xquad([german, english], 5)
    assert documents == {"Mole_House.md": "# Mole House\n\nThe mole is 12 m wide. It was built in 1904.\n"}
    assert [(one["question"], one["gold_spans"]) for one in questions] == [
        ("Wann wurde sie gebaut?", ["It was built in 1904."])
    ]


def test_a_table_is_asked_only_what_one_of_its_rows_answers() -> None:
    table = {"table": "csv/1.csv", "rows": [["Name", "Built"], ["Mole", "1904"], ["Pier|A", "1911"], ["Quay", "1911"]]}
    records = [
        {"id": "1", "table": "csv/1.csv", "question": "When was the mole built?", "answers": ["1904"]},
        {"id": "2", "table": "csv/1.csv", "question": "When was the quay built?", "answers": ["1911"]},
        {"id": "3", "table": "csv/1.csv", "question": "How many are there?", "answers": ["3"]},
        {"id": "4", "table": "csv/1.csv", "question": "Which of 1911?", "answers": ["Pier|A", "Quay"]},
    ]
    documents, questions = wikitables(records, [table], 9)
    assert documents["csv_1.csv.md"].splitlines()[2:5] == ["| Name | Built |", "| --- | --- |", "| Mole | 1904 |"]
    assert [(one["id"], one["doc"], one["gold_spans"]) for one in questions] == [
        ("1", "csv_1.csv.md", ["| Mole | 1904 |"])
    ]
