"""A run in several processes gives the rows of the run in one, and loses or doubles none when something is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import answering
import pytest

from aver.errors import WorkerDied
from aver.evals.questions import Question
from aver.evals.rows import Row, read_rows
from aver.evals.run import FAILED_STAGE, Step, run
from aver.evals.workers import run_in_processes

HERE = Path(__file__).parent
QUESTIONS = tuple(
    Question(id=f"q{n}", question=f"{'wait' if n % 5 == 0 else 'raise' if n == 7 else 'ask'} {n}?", kind="fact")
    for n in range(30)
)


def plain(row: Row) -> Row:
    """The row without what no two runs share."""
    given = {name: value for name, value in row.result.items() if name != "process"}
    return replace(row, result=given, latency_ms=0.0)


def test_rows_are_those_of_the_serial_run_in_its_order_whoever_answers_first() -> None:
    steps: list[tuple[Step, ...]] = [(), ()]
    serial = list(run(QUESTIONS, answering.answered, progress=lambda step: steps.__setitem__(0, (*steps[0], step))))
    given = run_in_processes(
        QUESTIONS, answering.start, jobs=3, progress=lambda step: steps.__setitem__(1, (*steps[1], step))
    )
    rows = list(given)
    assert [plain(row) for row in rows] == [plain(row) for row in serial]
    assert steps[0] == steps[1] and steps[1][-1].failed == 1
    assert rows[7].result["degraded"][0] == {"stage": FAILED_STAGE, "reason": "StoreDamaged: posting block 7 is short"}
    assert len({row.result["process"] for row in rows if "process" in row.result} - {os.getpid()}) >= 2


def test_a_process_that_dies_is_an_error_that_names_its_question_and_keeps_the_rows_before_it(tmp_path: Path) -> None:
    questions = (*QUESTIONS[:6], Question(id="last", question="die", kind="fact"), *QUESTIONS[6:])
    once, seen = partial(answering.start, tmp_path / "once"), list[Row]()
    with pytest.raises(WorkerDied, match="question `last`") as caught:
        for row in run_in_processes(questions, once, jobs=2):
            seen.append(row)
    assert "--resume" in caught.value.hint
    rest = list(run_in_processes(questions[len(seen) :], once, jobs=2))
    assert [row.id for row in (*seen, *rest)] == [question.id for question in questions]


def test_processes_that_cannot_open_the_home_end_the_run_with_the_same_error(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(WorkerDied):
        list(run_in_processes(QUESTIONS, answering.broken, jobs=2))
    assert "no home here" in capfd.readouterr().err


def test_a_run_without_questions_starts_no_process() -> None:
    assert list(run_in_processes((), answering.broken, jobs=2)) == []


@pytest.mark.deep
def test_killed_with_its_parent_no_process_stays_and_the_rest_is_asked_once(tmp_path: Path) -> None:
    lines = [{"id": f"q{n}", "question": f"wait {n}?"} for n in range(40)]
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    rows, command = tmp_path / "rows.jsonl", [sys.executable, str(HERE / "answering.py"), str(tmp_path)]
    process = subprocess.Popen(command)
    until = time.monotonic() + 60
    while (not rows.exists() or rows.read_bytes().count(b"\n") < 4) and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    whole = rows.read_bytes().rpartition(b"\n")[0].splitlines()
    assert 4 <= len(whole) < 40
    workers = {json.loads(line)["result"]["process"] for line in whole}
    while any(map(_runs, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(_runs, workers))
    subprocess.run(command, check=True)
    assert [row.id for row in read_rows(rows)] == [line["id"] for line in lines]
    assert rows.read_bytes().splitlines()[: len(whole)] == whole


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not (status.exists() and status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z")
