"""Claims between processes: nothing is lost or doubled by kill -9, and no reader sees what is not frozen (J2, J3)."""

from __future__ import annotations

import random
import signal
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from aver.flows.claims import history, propose
from aver.flows.review import queue
from aver.stages.claim_states import folded
from aver.store.claim_tables import claim_standing
from aver.store.jobs import JobLog
from aver.values.claims import Act, ClaimState
from aver.values.jobs import JobKind, JobState, JobStep
from tests.claims.claim_worker import main, plan
from tests.claims.desks import AT, desk, governed, live, read_from, write
from tests.depth import deep
from tests.forked import Forked
from tests.store.adapters import once
from tests.store.corpus import open_store

pytestmark = pytest.mark.deep


def begin(role: str, folder: Path, *words: str) -> Forked:
    process = Forked(main, role, folder, *words)
    assert process.stdout.read(1) == b"!"
    return process


def a_queue(folder: Path, count: int) -> None:
    """Make a store with that many candidates, and a job that waits for their review."""
    store = open_store(folder)
    job = JobLog(transactions=store.transactions).begin(JobKind.EXTRACT, {}, desk(store).caller, now=lambda: AT)
    lines = [f"Part {number} weighs {number % 90 + 10} grams." for number in range(count)]
    for first in range(0, count, 100):
        some = lines[first : first + 100]
        write(store, f"{first}.md", some, governed("team"))
        propose(desk(store), [read_from(store, f"{first}.md", line) for line in some], job=job.id)
    job.end(JobStep.DONE)
    store.close()


def killed_and_finished(folder: Path, count: int, kills: int) -> int:
    """Review `count` candidates with two reviewers, one killed again and again; return how many kills met.

    However the two get their turns, none of those to be killed can come to the end of the queue before.
    """
    a_queue(folder, count)
    chosen, met = random.Random(8), 0
    most = str(count // (kills + 2))
    for round_ in range(kills):
        process = begin("review", folder, chosen.choice(("ann", "ben")), str(round_), most)
        beside = begin("review", folder, "cem", str(round_), most) if round_ == kills // 2 else None
        process.stdout.read(chosen.randint(1, max(1, count // (3 * kills))))
        process.kill()
        process.communicate()
        met += process.returncode == -signal.SIGKILL
        if beside is not None:
            beside.kill()
            beside.communicate()
    last = begin("review", folder, "dan", str(kills + 1))
    last.communicate()
    assert last.returncode == 0
    return met


def nothing_lost_or_doubled(folder: Path, count: int) -> None:
    store = open_store(folder)
    who = desk(store)
    assert queue(who) == ()
    with store.transactions.read() as connection:
        names = Counter(connection.execute(select(claim_standing.c.claim)).scalars())
    assert len(names) == count
    decisions = {"accept": [Act.FROZEN], "edit": [Act.SUPERSEDED], "reject": [Act.REJECTED]}
    for name in names:
        versions, events = history(who, name)
        first = [one.act for one in events if one.number == 1]
        assert first == [Act.PROPOSED, Act.TAKEN, *decisions[plan(name)]]
        assert len(versions) == (2 if plan(name) == "edit" else 1)
        assert {one.number: one.state for one in versions} == folded(events)
        live_ones = [one for one in versions if one.state is ClaimState.FROZEN]
        assert len(live_ones) == (plan(name) != "reject")
    log = JobLog(transactions=store.transactions)
    (job,) = log.jobs(who.caller)
    assert job.state is JobState.DONE
    steps = [one.step for one in log.events(who.caller, job.id)]
    assert steps == [JobStep.BEGUN, JobStep.SUSPENDED, JobStep.RESUMED, JobStep.DONE]
    store.close()


def test_a_queue_whose_reviewers_are_killed_is_worked_through_once(tmp_path: Path) -> None:
    assert killed_and_finished(tmp_path, 200, 3) == 3
    nothing_lost_or_doubled(tmp_path, 200)


@once
@pytest.mark.deep
def test_ten_thousand_claims_are_reviewed_once_across_twelve_kills(tmp_path: Path) -> None:
    kills, claims = deep(12), deep(10_000)
    assert killed_and_finished(tmp_path, claims, kills) == kills
    nothing_lost_or_doubled(tmp_path, claims)


def readers_see_only_what_is_frozen(
    folder: Path, *, readers: int, writers: int, operations: int, searches: int
) -> None:
    """Let writers commit `operations` in all, and go on until each of the readers beside them searched so often."""
    store = open_store(folder)
    paragraphs = [f"Part {number} weighs {number + 10} grams." for number in range(12)]
    write(store, "sheet.md", ["Datasheet", *paragraphs], governed("team"))
    live(desk(store), *paragraphs)
    store.close()
    enough, stop = folder / "enough", folder / "stop"
    writing = [begin("write", folder, str(seed), str(operations // writers), str(enough)) for seed in range(writers)]
    reading = [begin("read", folder, str(stop)) for _ in range(readers)]
    seen = [process.stdout.read(searches) for process in reading]
    enough.touch()
    for process in writing:
        process.communicate()
    stop.touch()
    for process in reading:
        process.communicate()
    assert {process.returncode for process in (*writing, *reading)} == {0}
    assert seen == [b"." * searches] * readers


def test_no_reader_beside_writers_finds_a_claim_that_is_not_frozen(tmp_path: Path) -> None:
    readers_see_only_what_is_frozen(tmp_path, readers=2, writers=2, operations=160, searches=3)


@once
@pytest.mark.deep
def test_ten_thousand_changes_beside_four_readers_show_none_of_them_a_stale_claim(tmp_path: Path) -> None:
    readers_see_only_what_is_frozen(tmp_path, readers=4, writers=2, operations=deep(10_000), searches=deep(50))
