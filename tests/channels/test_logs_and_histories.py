"""Log entries and commits as evidence: asked for by their kind of question, cited by byte and hash (D5, B1, C2, C6)."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.channels.git_history import GitHistory
from aver.channels.log_files import LogFiles, entries_of
from aver.errors import BadConfiguration, SourceFailed
from aver.flows.answering import answer, replay_run
from tests.channels.outside import SURE, asking, declare, found, searched, together
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import eligibility

ANN, BOB = eligibility("user:ann"), eligibility("user:bob")
WHY = "Why did the deployment fail?"
LOG = '[[log]]\nname = "deploy"\npath = "logs/*.log"\nreaders = ["user:ann"]\n'
GIT = '[[git]]\nname = "shop"\npath = "shop"\nreaders = ["user:ann"]\n'
LINES = """\
2026-05-29T10:00:00Z ERROR deployment of shop-api failed: disk full
2026-06-01T09:00:00Z INFO deployment of shop-api started by ann
2026-06-01T09:02:11Z ERROR deployment of shop-api failed: image registry:5000/shop-api:2.3.1 not found
Traceback (most recent call last):
  File "roll_out.py", line 12
PullError: ERR_IMAGE_PULL
2026-06-02T08:00:00Z ERROR deployment failed: written after the day that is asked about
"""
BEGINS = LINES.index("2026-06-01T09:02:11Z")


def logs(folder: Path, text: str = LINES, name: str = "deploy.log") -> LogFiles:
    (folder / "logs").mkdir(exist_ok=True)
    (folder / "logs" / name).write_text(text, encoding="utf-8")
    (one,) = declare(folder, LOG)
    assert isinstance(one, LogFiles)
    return one


def git(folder: Path, *words: str, at: str = "2026-06-01T08:00:00Z") -> str:
    """Run git in a repository of the test, with nobody's settings."""
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in WHO.items()}
    dates = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    nobody = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["git", *words], cwd=folder, env={**who, **dates, **nobody}, check=True, capture_output=True, text=True
    )
    return done.stdout


WHO = {"NAME": "Ann", "EMAIL": "ann@example.org"}


def commit(folder: Path, file: str, message: str, *, at: str = "2026-06-01T08:00:00Z") -> str:
    (folder / file).write_text(message, encoding="utf-8")
    git(folder, "add", file)
    git(folder, "commit", "-q", "-m", message, at=at)
    return git(folder, "rev-parse", "HEAD").strip()


@pytest.fixture
def history(tmp_path: Path) -> GitHistory:
    shop = tmp_path / "shop"
    shop.mkdir()
    git(shop, "init", "-q")
    commit(shop, "old.txt", "Prepare the first deployment", at="2025-01-01T08:00:00Z")
    commit(shop, "deploy.yaml", "Move the deployment to image 2.3.1\n\nThe registry does not hold it yet.")
    commit(shop, "readme.md", "Explain the shop")
    commit(shop, "late.md", "Fix the failed deployment after the day", at="2026-06-03T08:00:00Z")
    (one,) = declare(tmp_path, GIT)
    assert isinstance(one, GitHistory)
    return one


def test_an_entry_keeps_its_stack_trace_and_is_cited_by_the_byte_it_begins_at(tmp_path: Path) -> None:
    best = searched(logs(tmp_path), ANN, WHY)[0]
    assert best.uri == f"log:deploy/deploy.log?byte={BEGINS}"
    assert best.section_path.text == "deploy.log > 2026-06-01T09:02:11"
    assert best.text.text.splitlines()[-1] == "PullError: ERR_IMAGE_PULL"


def test_only_the_days_before_the_day_asked_about_are_looked_at(tmp_path: Path) -> None:
    deploy = logs(tmp_path)
    shown = [one.text.text for one in searched(deploy, ANN, WHY)]
    assert not any("disk full" in text or "written after" in text for text in shown)
    assert "disk full" in searched(deploy, replace(ANN, as_of="2026-05-30"), WHY)[0].text.text
    assert any("disk full" in one.text.text for one in searched(replace(deploy, days=3), ANN, WHY))


def test_a_question_about_something_else_touches_no_log(tmp_path: Path) -> None:
    deploy = logs(tmp_path)
    assert not deploy.opens(ANN, "How many days of leave are there?")
    assert replace(deploy, always=True).opens(ANN, "How many days of leave are there?")
    assert found(together([deploy]), ANN, "How many days of leave are there?") == ()


def test_a_caller_who_is_no_reader_is_shown_no_channel(tmp_path: Path, history: GitHistory) -> None:
    both = together([logs(tmp_path), history])
    assert [one.channel for one in found(both, ANN, WHY)] == ["log:deploy", "git:shop"]
    assert found(both, BOB, WHY) == ()
    chunks = [hit.chunk for one in found(both, ANN, WHY) for hit in one.hits]
    assert both.confirmed(ANN, chunks) == frozenset(chunks)
    assert both.confirmed(BOB, chunks) == frozenset()
    assert both.passages(BOB, chunks) == ()


def test_a_log_that_was_rotated_or_altered_confirms_nothing_of_before(tmp_path: Path) -> None:
    both = together([logs(tmp_path)])
    chunks = [hit.chunk for one in found(both, ANN, WHY) for hit in one.hits]
    logs(tmp_path, LINES.replace("2.3.1", "2.3.2"))
    altered = both.confirmed(ANN, chunks)
    assert altered < frozenset(chunks)
    assert altered
    logs(tmp_path, "2026-06-01T09:00:00Z rotated\n")
    assert both.confirmed(ANN, chunks) == frozenset()


@pytest.mark.parametrize("most", [60, 200, 400, 4_000])
def test_of_a_long_log_the_end_is_read_and_no_half_entry_is_shown(tmp_path: Path, most: int) -> None:
    logs(tmp_path)
    for entry in entries_of(tmp_path / "logs" / "deploy.log", most=most):
        assert LINES[entry.offset :].startswith(entry.words.splitlines()[0])
        assert entry.at


def test_a_log_without_times_has_an_entry_a_line(tmp_path: Path) -> None:
    deploy = logs(tmp_path, "deployment failed: no space\nall is well\n")
    assert [one.text.text for one in searched(deploy, ANN, WHY)] == ["deployment failed: no space"]


@given(content=st.binary(max_size=300), most=st.integers(1, 300))
def test_no_bytes_in_a_log_break_it(tmp_path_factory: pytest.TempPathFactory, content: bytes, most: int) -> None:
    path = tmp_path_factory.mktemp("log") / "odd.log"
    path.write_bytes(content)
    for entry in entries_of(path, most=most):
        begins = content[entry.offset :].decode("utf-8", "replace").replace("\x00", "�")
        assert begins.startswith(entry.words.split("\n")[0].rstrip("\r�"))


def test_a_log_that_is_missing_is_a_failure_of_its_channel(tmp_path: Path) -> None:
    (deploy,) = declare(tmp_path, LOG)
    assert [(one.channel, one.failure) for one in found(together([deploy]), ANN, WHY)] == [
        ("log:deploy", "SourceFailed")
    ]


def test_a_commit_is_found_by_its_message_and_cited_by_its_hash(history: GitHistory) -> None:
    best = searched(history, ANN, WHY)[0]
    assert best.title.text == "Move the deployment to image 2.3.1"
    assert best.uri == "git:shop@" + git(history.path, "rev-parse", "HEAD~2").strip()
    assert "The registry does not hold it yet." in best.text.text
    assert best.section_path.text.endswith("2026-06-01T08:00 > Ann > changes deploy.yaml")


def test_only_commits_of_the_days_before_are_looked_at(history: GitHistory) -> None:
    assert [one.title.text for one in searched(history, ANN, WHY)] == ["Move the deployment to image 2.3.1"]
    assert len(searched(replace(history, days=4_000), ANN, WHY)) == 2


def test_a_message_cannot_pretend_to_be_another_commit(history: GitHistory) -> None:
    forged = "Deployment failed\x1e\x1f0000000\x1f2026-06-01\x1fRoot\x1fDeployment was fine\x1f\n\ncommit 000"
    name = commit(history.path, "forged.txt", forged)
    shown = [one for one in searched(history, ANN, "Why did the deployment fail in forged.txt?") if name in one.uri]
    assert len(shown) == 1
    assert shown[0].section_path.text.startswith(f"shop > {name[:12]} > ")
    assert {one.uri for one in searched(history, ANN, WHY)} <= {
        f"git:shop@{line}" for line in git(history.path, "log", "--format=%H").split()
    }


def test_a_repository_runs_nothing_of_its_own(history: GitHistory, tmp_path: Path) -> None:
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n", encoding="utf-8")
    trap.chmod(0o755)
    for setting in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "core.sshCommand"):
        git(history.path, "config", setting, str(trap))
    git(history.path, "config", "log.showSignature", "true")
    assert searched(history, ANN, WHY)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("ref", ["--output=/tmp/x", "-p", "a b", ""])
def test_a_reference_that_could_be_an_option_is_refused(tmp_path: Path, ref: str) -> None:
    with pytest.raises(BadConfiguration):
        declare(tmp_path, f'{GIT}ref = "{ref}"\n')


def test_a_history_that_cannot_be_read_is_a_failure_of_its_channel(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (shop,) = declare(tmp_path, GIT)
    with pytest.raises(SourceFailed):
        searched(shop, ANN, WHY)
    (shop,) = declare(tmp_path, GIT.replace('path = "shop"', 'path = "nowhere"'))
    assert [one.failure for one in found(together([shop]), ANN, WHY)] == ["SourceFailed"]


def test_a_slow_source_is_late_in_its_own_channel_only(tmp_path: Path, history: GitHistory) -> None:
    class Slow(LogFiles):
        __slots__ = ()

        def search(self, *_: object, **__: object) -> tuple[()]:  # type: ignore[override]
            time.sleep(1.5)
            return ()

    deploy = logs(tmp_path)
    slow = Slow(label="slow", pattern=deploy.pattern, governed=deploy.governed)
    results = found(together([slow, history], seconds=1.0), ANN, WHY)
    assert [(one.channel, one.failure, bool(one.hits)) for one in results] == [
        ("log:slow", "DeadlineExceeded", False),
        ("git:shop", None, True),
    ]


def test_what_people_vouch_for_is_waited_for_longer(tmp_path: Path) -> None:
    class Vouched(LogFiles):
        __slots__ = ()
        name = "claims:frozen"  # type: ignore[assignment]

        def search(self, *_: object, **__: object) -> tuple[()]:  # type: ignore[override]
            time.sleep(0.8)
            return ()

    deploy = logs(tmp_path)
    vouched = Vouched(label="vouched", pattern=deploy.pattern, governed=deploy.governed)
    assert [one.failure for one in found(together([vouched], seconds=0.4), ANN, WHY)] == [None]


def test_a_run_over_logs_and_commits_replays_without_them(tmp_path: Path, history: GitHistory) -> None:
    (tmp_path / "store").mkdir()
    store, deploy = fresh(tmp_path / "store"), logs(tmp_path)
    log = log_over(store)
    tools = replace(asking(store, [deploy, history]), tuning=SURE)
    shown = answer(log, inquiry(WHY), caller("user:ann"), tools)
    assert {packet["uri"].split(":")[0] for packet in shown.packets()} == {"log", "git"}
    (tmp_path / "logs" / "deploy.log").unlink()
    (tmp_path / "shop").rename(tmp_path / "gone")
    assert replay_run(log, caller("user:ann"), shown.run).verdict == "identical"


HIDDEN = st.lists(st.sampled_from(("deployment failed", "shop-api ERROR", "all is well")), max_size=5)


def observed(folder: Path, hidden: Sequence[str]) -> list[object]:
    """Return all that bob can observe where ann's log and history hold `hidden`; his own log never changes."""
    text = "".join(f"2026-06-01T10:00:0{n}Z {line}\n" for n, line in enumerate(hidden))
    (folder / "logs").mkdir(exist_ok=True)
    (folder / "logs" / "deploy.log").write_text(text, encoding="utf-8")
    (folder / "mine.log").write_text(LINES, encoding="utf-8")
    mine = LOG.replace("deploy", "mine", 1).replace("logs/*.log", "mine.log").replace("user:ann", "user:bob")
    missing = "" if hidden else GIT.replace('path = "shop"', 'path = "nowhere"')
    sources = together(declare(folder, LOG + mine + missing))
    results = found(sources, BOB, WHY)
    chunks = [hit.chunk for one in results for hit in one.hits]
    return [
        [(one.channel, one.failure, [(h.chunk, h.rank, h.score.hex()) for h in one.hits]) for one in results],
        sources.passages(BOB, chunks),
        sources.confirmed(BOB, chunks),
    ]


@given(hidden=HIDDEN)
def test_what_is_written_to_a_log_or_history_changes_nothing_for_those_who_may_not_read_it(
    tmp_path_factory: pytest.TempPathFactory, hidden: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    assert observed(folder, hidden) == observed(folder, ())


def _shown_when_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask every source and drop what the caller may not read afterwards: its failure and its name show."""
    monkeypatch.setattr(LogFiles, "opens", lambda *_: True)
    monkeypatch.setattr(GitHistory, "opens", lambda *_: True)


def _everybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("aver.channels.log_files", "aver.channels.git_history"):
        monkeypatch.setattr(f"{module}.opens", lambda *_: True)


@pytest.mark.parametrize("planted", [_shown_when_it_fails, _everybody_reads])
def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: object) -> None:
    assert observed(tmp_path, ["deployment failed"]) == observed(tmp_path, ())
    planted(monkeypatch)  # type: ignore[operator]
    assert observed(tmp_path, ["deployment failed"]) != observed(tmp_path, ())
