"""A run: blind, in order, and no question lost."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_rows import fact, packet, result
from rich.console import Console

from aver.errors import BadInput, StoreDamaged
from aver.evals.progress import shown
from aver.evals.questions import Blind, Question
from aver.evals.rows import PACKET_FIELDS, read_rows, released, write_rows
from aver.evals.run import FAILED_STAGE, Answered, Step, run
from aver.evals.score import score
from aver.evals.summary import summarise

LABEL = st.text("LABEL", min_size=6, max_size=9).map(lambda text: f"<{text}>")


def replying(blind: Blind) -> Answered:
    return Answered(result=result("ANSWER", f"To {blind.question}"), packets=[packet("text")], latency_ms=1.5)


@given(labels=st.lists(LABEL, min_size=10, max_size=10, unique=True), scoped=st.booleans())
def test_labels_never_reach_the_engine(labels: list[str], scoped: bool) -> None:
    kind, corpus, doc, other, claim, stance, decision, answer, gold, lure = labels
    question = Question(
        id="q1",
        question="What?",
        kind=kind,
        corpus=corpus,
        scope="document" if scoped else None,
        doc=doc,
        docs=(doc, other),
        claim=claim,
        expected_stance=stance,
        expected_decision=decision,
        answer=answer,
        gold_spans=(gold,),
        refuting_spans=(gold,),
        role_of_lure=lure,
        lure_span=lure,
        notes=claim,
    )
    seen: list[object] = []

    def spy(given_blind: Blind) -> Answered:
        seen.append(given_blind)
        return replying(given_blind)

    list(run([question], spy))
    assert seen == [Blind(id="q1", question="What?", scope="document" if scoped else None, doc=doc if scoped else None)]
    shown_text = repr(seen)
    assert [label for label in labels if label in shown_text] == ([doc] if scoped else [])


def test_rows_come_in_input_order_with_the_fields_of_the_contract(tmp_path: Path) -> None:
    questions = [fact("b"), fact("a"), fact("c")]
    path = tmp_path / "rows.jsonl"
    with path.open("w", encoding="utf-8") as out:
        rows = write_rows(run(questions, replying), out)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["b", "a", "c"]
    assert all(list(line) == ["id", "result", "packets", "latency_ms"] for line in lines)
    assert list(lines[0]["packets"][0]) == list(PACKET_FIELDS)
    assert lines[0]["result"] == replying(Blind(id="b", question="Why?")).result
    assert read_rows(path) == rows


def test_a_packet_shows_only_the_fields_of_the_contract_and_selected_when_it_was_cut() -> None:
    kept = packet("kept") | {"allowed_principals": ["group:secret"], "selected": True}
    cut = packet("cut", 2, selected=False)
    answered = Answered(result=result(), packets=[kept, cut], latency_ms=1.0)
    (row,) = run([fact()], lambda _: answered)
    assert [set(one) - set(PACKET_FIELDS) for one in row.packets] == [set(), {"selected"}]
    assert row.packets[1]["selected"] is False


def test_a_question_whose_answering_raises_becomes_a_counted_degraded_abstention() -> None:
    def failing(question: Blind) -> Answered:
        if question.id == "bad":
            raise StoreDamaged("posting block 7 is short", hint="run aver doctor")
        return replying(question)

    steps: list[Step] = []
    questions = [fact("good"), fact("bad"), fact("last")]
    clock = iter([0.0, 1.0, 1.25, 2.0])
    rows = list(run(questions, failing, progress=steps.append, clock=lambda: next(clock)))
    assert [row.id for row in rows] == ["good", "bad", "last"]
    bad = rows[1]
    assert bad.result["decision"]["outcome"] == "ABSTAIN"
    assert bad.result["decision"]["reasons"] == ["degraded"]
    assert bad.result["degraded"] == [{"stage": FAILED_STAGE, "reason": "StoreDamaged: posting block 7 is short"}]
    assert bad.latency_ms == 250.0
    assert [(step.done, step.total, step.failed) for step in steps] == [(1, 3, 0), (2, 3, 1), (3, 3, 1)]
    summary = summarise(score(rows, questions))
    assert (summary.failed, summary.missing) == (1, 0)
    assert summary.run.measure("degraded").value == 1 / 3


@pytest.mark.parametrize(
    "answered",
    [
        Answered(result={}, packets=[], latency_ms=1.0),
        Answered(result=result("SURE"), packets=[], latency_ms=1.0),
        Answered(result=result() | {"extra": float("nan")}, packets=[], latency_ms=1.0),
        Answered(result=result() | {"extra": {1, 2}}, packets=[], latency_ms=1.0),
        Answered(result=result(), packets=[{"rank": 1}], latency_ms=1.0),
    ],
)
def test_a_result_that_cannot_be_scored_or_written_is_a_failure_and_not_a_crash(answered: Answered) -> None:
    (row,) = run([fact()], lambda _: answered)
    assert released(row).degraded == (FAILED_STAGE,)


def test_an_interrupt_is_not_taken_for_a_failed_question() -> None:
    def interrupted(_: Blind) -> Answered:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run([fact()], interrupted))


def test_rows_of_the_wrong_shape_are_named_with_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    good = {"id": "q", "result": result(), "packets": [packet("text")], "latency_ms": 1}
    faults = [
        ({"result": {}}, "`result` is missing"),
        ({"result": result("MAYBE")}, "`outcome` is `MAYBE`"),
        ({"packets": [{"rank": 1}]}, "`text` is missing"),
        ({"latency_ms": "fast"}, "`latency_ms` must be a finite number"),
        ({"result": {"decision": {"outcome": "ANSWER"}, "answer": {"claims": "none"}}}, "`claims` must be a list"),
    ]
    for change, says in faults:
        path.write_text(json.dumps(good | change), encoding="utf-8")
        with pytest.raises(BadInput) as caught:
            read_rows(path)
        assert says in caught.value.message


def test_progress_is_drawn_on_the_given_console_and_never_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = io.StringIO()
    with shown(2, console=Console(file=drawn, force_terminal=True, width=100)) as moved:
        list(run([fact("a"), fact("b")], replying, progress=moved))
    assert "2/2" in drawn.getvalue()
    with shown(1) as moved:
        list(run([fact("a")], replying, progress=moved))
    assert capsys.readouterr().out == ""
