"""`aver feedback` keeps a caller's verdict, and a series of wrong answers tightens the tenant's gate at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aver.config import read_settings
from aver.flows.thresholds import in_force
from aver.stages.gate import Thresholds
from aver.store.engine import Transactions, open_engine
from aver.store.feedback import FeedbackLog
from tests.cli.asking_home import a_home, aver

QUESTION = "How long is the notice period of employees?"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with a_home(tmp_path) as folder:
        yield folder


def ask(*words: str) -> tuple[str, str]:
    said = aver("ask", QUESTION, "--json", *words).json
    return said["run_id"], said["decision"]["outcome"]


def log_of(home: Path) -> FeedbackLog:
    transactions = Transactions(open_engine(home / "home" / "aver.db"))
    return FeedbackLog(write=transactions.write, read=transactions.read)


def test_a_verdict_is_kept_with_what_the_answer_promised(home: Path) -> None:
    run, outcome = ask()
    said = aver("feedback", run, "--wrong", "--note", "it is five weeks", "--json").json
    assert (said["correct"], said["outcome"], said["watched"], said["drift"]["alarm"]) == (False, outcome, True, False)
    kept = log_of(home).verdicts("default")
    assert [(one.run, one.user, one.correct, one.note) for one in kept] == [(run, "local", False, "it is five weeks")]
    assert kept[0].promised == pytest.approx(max(0.001, 1 - kept[0].confidence))


def test_the_last_verdict_on_a_run_is_the_one_that_counts_for_calibration(home: Path) -> None:
    run, _ = ask()
    assert aver("feedback", run, "--wrong").status == 0
    assert aver("feedback", run, "--correct").status == 0
    assert [one.correct for one in log_of(home).verdicts("default")] == [True]


@pytest.mark.deep
def test_a_series_of_wrong_answers_tightens_the_gate_and_the_log_says_so(home: Path) -> None:
    alarms = []
    for _ in range(6):
        run, outcome = ask()
        if outcome != "ANSWER":
            break
        alarms.append(aver("feedback", run, "--wrong", "--json").json["drift"]["alarm"])
    assert True in alarms
    settings = read_settings(home / "home", {})
    now = in_force(settings, log_of(home), "default")
    assert now.release > Thresholds().release and "drift alarm" in now.source
    run, _ = ask()
    shown = aver("runs", "show", run, "--json").json
    assert shown["result"]["decision"]["confidence"]["answer"] >= 0
    assert aver("runs", "replay", run).status == 0
    assert in_force(settings, log_of(home), "another tenant") == Thresholds()


def test_one_run_sets_off_no_alarm_however_often_it_is_called_wrong(home: Path) -> None:
    run, _ = ask()
    for _ in range(8):
        assert not aver("feedback", run, "--wrong", "--json").json["drift"]["alarm"]


def test_an_answer_that_was_withheld_is_heard_but_not_watched(home: Path) -> None:
    run = aver("ask", "Which secret bonus pool is held for the hydrofoil team?", "--json").json["run_id"]
    said = aver("feedback", run, "--wrong", "--json").json
    assert said["watched"] is False


def test_only_ones_own_runs_can_be_judged_and_a_verdict_must_be_given(home: Path) -> None:
    run, _ = ask()
    assert aver("feedback", run).status == 2
    assert aver("feedback", run, "--correct", "--as", "eve").status == 1
    assert aver("feedback", "run_0", "--correct").status == 1
    assert aver("feedback", run, "--correct", "--note", "x" * 2001).status == 1
    assert log_of(home).verdicts("default") == ()
