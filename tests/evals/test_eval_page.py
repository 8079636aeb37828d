"""The page of a run shows its failures, fetches nothing, and lets no document speak in its markup."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from tests.evals.made_rows import GOLD, fact, packet, result, row

from aver.errors import BadInput
from aver.evals import page
from aver.evals.charts import bars_svg, risk_coverage_svg, waterfall_svg
from aver.evals.questions import Question
from aver.evals.risk import risk_coverage
from aver.evals.rows import Row
from aver.evals.score import Scored, score
from aver.evals.spending import price_of, steps
from aver.evals.summary import summarise

HOSTILE = '<script src="https://evil.example/x.js"></script>'


def scored() -> Scored:
    questions = [
        *(fact(f"f{n}", variant="kept") for n in range(6)),
        Question(
            id="u1", question=f"Who? {HOSTILE}", kind="unanswerable", variant="deleted", expected_decision="ABSTAIN"
        ),
    ]
    rows: list[Row] = [row(f"f{n}", result("ANSWER", GOLD, confidence=0.7 + n / 20)) for n in range(4)]
    rows += [row("f4", result("ANSWER", f"{HOSTILE} | a pipe", confidence=0.65)), row("f5", result("ABSTAIN"))]
    rows += [row("u1", result("ANSWER", HOSTILE, confidence=0.99))]
    return score(rows, questions)


def test_the_page_shows_every_wrong_answer_the_surest_first() -> None:
    made = page.page_of(scored(), title="A run", run_of={"mode": "quote"})
    assert [one.question.id for one in page.failures(made.scored)] == ["u1", "f4"]
    for shown in (page.html(made), page.markdown(made)):
        assert "u1" in shown and "f4" in shown and "quote" in shown
        assert shown.index("0.990") < shown.index("0.650")


def test_nothing_is_fetched_and_documents_stay_text() -> None:
    shown = page.html(page.page_of(scored(), title=HOSTILE), {HOSTILE: scored()})
    assert "<script" not in shown
    assert not re.search(r'(?:src|href)\s*=\s*"', shown)
    assert "&lt;script" in shown


def test_every_table_of_the_markdown_form_has_as_many_cells_in_every_row() -> None:
    text = page.markdown(page.page_of(scored(), title="A run"))
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        counts = {len(re.findall(r"(?<!\\)\|", line)) for line in block.strip().split("\n")}
        assert len(counts) == 1


def test_decisions_are_counted_against_what_was_expected() -> None:
    made = page.page_of(scored(), title="A run")
    header, *rows = made.decisions
    assert header == ("expected", "ABSTAIN", "ANSWER")
    assert rows == [("ABSTAIN", "0", "1"), ("ANSWER", "1", "5")]


def test_a_promise_that_cannot_be_kept_is_shown_as_none() -> None:
    promised = {line[0]: line for line in page.page_of(scored(), title="A run").risk}
    assert promised["1%"][1] == "none"
    empty = page.page_of(score([], []), title="Nothing")
    assert "None." in page.html(empty)


def test_time_and_tokens_are_shown_as_the_rows_recorded_them() -> None:
    spent = {"timings_ms": {"retrieved": 30.0, "decided": 10.0}, "tokens": {"evidence": 200, "chat_prompt": 40}}
    rows = [row(f"f{n}", result("ANSWER", GOLD) | spent) for n in range(2)]
    made = page.page_of(score(rows, [fact("f0"), fact("f1")]), title="A run")
    assert made.time[1:] == (
        ("retrieved", "30.0 [30.0, 30.0]", "30.0 [30.0, 30.0]", "2"),
        ("decided", "10.0 [10.0, 10.0]", "10.0 [10.0, 10.0]", "2"),
    )
    assert [line[0] for line in made.tokens[1:]] == ["evidence", "chat_prompt"]
    chart = waterfall_svg(steps(rows))
    assert ElementTree.fromstring(chart).tag == "{http://www.w3.org/2000/svg}svg"
    first, second = re.findall(r'<rect x="([\d.]+)" y="\d+" width="([\d.]+)"', chart)
    assert float(second[0]) == pytest.approx(float(first[0]) + float(first[1]), abs=0.2)
    assert waterfall_svg(()).startswith("<svg")


def test_a_price_says_what_a_question_and_a_right_answer_cost() -> None:
    spent = {"tokens": {"evidence": 999, "chat_prompt": 3000, "chat_completion": 500}}
    rows = [row("f0", result("ANSWER", GOLD) | spent), row("f1", result("ABSTAIN"))]
    made = page.page_of(score(rows, [fact("f0"), fact("f1")]), title="A run", price=price_of("2/10.5"))
    assert made.tokens[-2:] == (("cost", "0.005625", "2"), ("cost of a right answer", "0.011250", "1"))


@pytest.mark.parametrize("text", ["", "1", "1/2/3", "-1/2", "1e9/2", "nan/1", "free"])
def test_a_price_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is no price"):
        price_of(text)


def test_another_run_is_set_beside_it_question_by_question() -> None:
    run, other = scored(), score([row(f"f{n}", result("ABSTAIN")) for n in range(6)], [fact(f"f{n}") for n in range(6)])
    assert page.page_of(run, title="A run").beside == ()
    same = page.page_of(run, title="A run", beside={"again": run})
    assert [line[4] for line in same.beside[1:]] == ["+0.000 [+0.000, +0.000]"] * 2
    better = score([row(f"f{n}", result("ANSWER", GOLD)) for n in range(6)], [fact(f"f{n}") for n in range(6)])
    (_, wrong, right) = page.page_of(other, title="A run", beside={"without": better}).beside
    assert wrong[:4] == ("without", "wrong", "0.000", "0.000") and right[3] == "1.000" and right[5] == "0 / 6"
    assert "Beside other runs" in page.html(same) and "Beside other runs" in page.markdown(same)


def test_a_failure_is_shown_with_the_evidence_it_stood_on_as_text() -> None:
    given = row("f0", result("ANSWER", "Something else entirely."), packet(HOSTILE + "x" * 500))
    shown = page.html(page.page_of(score([given], [fact("f0")]), title="A run"))
    assert "<details><summary>Evidence</summary><p>&lt;script" in shown and "<script" not in shown
    assert "x" * 400 not in shown


@pytest.mark.parametrize("promise", [None, 0.03])
def test_the_charts_are_sound_svg_with_their_figures(promise: float | None) -> None:
    run = scored()
    curve = risk_coverage_svg({"a & b": risk_coverage(run), "none": ()}, promise=promise)
    bars = bars_svg(summarise(run).groups)
    for chart in (curve, bars):
        assert ElementTree.fromstring(chart).tag == "{http://www.w3.org/2000/svg}svg"
    assert curve.count("<polyline") == 3
    assert ("promise 3%" in curve) == (promise is not None)
    assert "wrong 28.6%" in bars


def test_variants_of_surgery_have_figures_of_their_own() -> None:
    summary = summarise(scored())
    assert [(group.name, group.size) for group in summary.variants] == [("kept", 6), ("deleted", 1)]
    assert summary.run.measure("coverage_of_answerable").value == pytest.approx(5 / 6)
    assert summary.run.measure("truthfulness").value == pytest.approx(2 / 7)


def test_the_command_writes_both_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.cli.asking_home import aver

    from aver.evals.rows import row_line

    run = scored()
    monkeypatch.chdir(tmp_path)
    Path("r.jsonl").write_text("".join(row_line(one) + "\n" for one in run.rows), encoding="utf-8")
    lines = ('{"id": "%s", "question": "?", "kind": "%s"}' % (one.question.id, one.kind) for one in run.judged)  # noqa: UP031
    Path("q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    words = ("--questions", "q.jsonl", "--html", "p.html", "--markdown", "p.md", "--beside", "r.jsonl", "--json")
    said = aver("eval", "report", "r.jsonl", *words)
    assert said.status == 0, said.err
    assert Path("p.html").read_text(encoding="utf-8").count("<svg") == 3
    assert Path("p.md").read_text(encoding="utf-8").startswith("# Evaluation of r.jsonl")
