"""One queue of jobs for all workers: oldest first, one taker at a time, and no word of a taker that lost its job."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from threading import Thread

import pytest

from aver.errors import BadInput, HomeBusy, JobLost, StoreUnreachable
from aver.flows.jobs.working import worked_on
from aver.store import job_queue
from aver.store.engine import Transactions
from aver.store.job_queue import put, take
from aver.store.jobs import JobLog, JobWriter, lock_of
from aver.store.store import Store
from aver.values.governance import Caller
from aver.values.jobs import JobKind, JobState, JobStep, Tally
from tests.forked import Forked
from tests.store.corpus import DIMENSION, governed, new_version, open_store
from tests.store.queue_worker import ANN, main, uris

KINDS = (JobKind.INGEST, JobKind.ENRICH)


def log_of(store: Store) -> JobLog:
    return JobLog(transactions=store.transactions)


def at(number: int) -> str:
    return f"2026-01-01T00:00:{number:02}Z"


def now() -> str:
    return at(59)


def queued(log: JobLog, number: int = 0, *, who: Caller = ANN, kind: JobKind = JobKind.INGEST) -> str:
    return put(log, kind, {"paths": [str(number)]}, who, at=at(number)).id


def taken(log: JobLog) -> JobWriter:
    found = take(log, KINDS, now=now)
    assert found is not None
    return found[1]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path)


def test_jobs_of_all_tenants_are_taken_oldest_first_and_each_once(store: Store) -> None:
    log = log_of(store)
    other = Caller(user="bob", tenant="other", principals=frozenset({"user:bob"}))
    names = [queued(log, number, who=other if number % 2 else ANN) for number in range(4)]
    assert [one.state for one in log.jobs(ANN)] == [JobState.WAITING] * 2
    writers = [taken(log) for _ in names]
    assert [one.id for one in writers] == names
    assert take(log, KINDS, now=now) is None
    for writer in writers:
        writer.end(JobStep.DONE)
    assert take(log, KINDS, now=now) is None
    steps = [event.step for event in log.events(ANN, names[0])]
    assert steps == [JobStep.QUEUED, JobStep.BEGUN, JobStep.DONE]
    assert log.job(other, names[1]).attempts == 1


def test_only_what_was_put_into_the_queue_is_taken_and_only_kinds_that_the_worker_knows(store: Store) -> None:
    log = log_of(store)
    by_hand = log.begin(JobKind.INGEST, {}, ANN, now=now)
    by_hand.lock.release()
    assert log.job(ANN, by_hand.id).state is JobState.INTERRUPTED
    assert take(log, KINDS, now=now) is None
    name = queued(log, kind=JobKind.ENRICH)
    assert take(log, (JobKind.INGEST,), now=now) is None
    assert taken(log).id == name


def test_a_job_whose_worker_is_gone_is_taken_up_before_younger_ones(store: Store) -> None:
    log = log_of(store)
    first, _ = queued(log, 0), queued(log, 1)
    taken(log).lock.release()
    again = taken(log)
    assert (again.id, again.attempt) == (first, 2)
    assert [event.step for event in log.events(ANN, first)][1:] == [JobStep.BEGUN, JobStep.RESUMED]


def test_cancelled_before_its_turn_a_job_is_not_taken_and_can_be_resumed_by_hand(store: Store) -> None:
    log = log_of(store)
    name = queued(log)
    assert log.cancel(ANN, name, at=now()).state is JobState.CANCELLED
    assert take(log, KINDS, now=now) is None
    assert log.resume(ANN, name, now=now)[1].attempt == 2


def test_a_job_that_failed_meanwhile_is_not_taken_for_one_that_waits(store: Store) -> None:
    log = log_of(store)
    name = queued(log)
    taken(log).end(JobStep.FAILED, "BadInput")
    with pytest.raises(BadInput, match="failed"):
        log.resume(ANN, name, now=now, states=job_queue.OPEN)
    assert not log.transactions.is_locked(lock_of(name))
    assert take(log, KINDS, now=now) is None


def test_a_job_at_which_too_many_processes_were_lost_fails_and_the_next_is_taken(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "MOST_TAKERS", 2)
    log = log_of(store)
    deadly, next_one = queued(log, 0), queued(log, 1)
    for _ in range(2):
        writer = taken(log)
        assert writer.id == deadly
        writer.lock.release()
    assert taken(log).id == next_one
    known = log.job(ANN, deadly)
    assert (known.state, known.detail) == (JobState.FAILED, "2 processes were lost at it")


def test_who_lost_a_job_to_another_stores_nothing_and_says_nothing_of_it(store: Store) -> None:
    log = log_of(store)
    name = queued(log)
    first = taken(log)
    slow = Store(first.transactions, dimension=DIMENSION)
    slow.add([new_version("one.md", ["refund"], governed("ann"))])
    first.lock.release()
    second = taken(log)
    told = log.events(ANN, name)
    for late in (
        lambda: slow.add([new_version("two.md", ["refund"], governed("ann"))]),
        lambda: first.moved(Tally(done=1)),
        lambda: first.end(JobStep.DONE),
        lambda: first.end(JobStep.FAILED),
    ):
        with pytest.raises(JobLost, match="taken up by another"):
            late()
    with pytest.raises(JobLost), worked_on(first):
        raise HomeBusy("slow", hint="")
    assert log.events(ANN, name) == told
    assert store.latest("t", "one.md") is not None and store.latest("t", "two.md") is None
    Store(second.transactions, dimension=DIMENSION).add([new_version("two.md", ["refund"], governed("ann"))])
    second.end(JobStep.DONE)
    assert log.job(ANN, name).state is JobState.DONE


def test_a_write_begun_in_time_is_over_before_another_can_take_the_job_up(store: Store, tmp_path: Path) -> None:
    log, beside = log_of(store), log_of(open_store(tmp_path))
    queued(log)
    first = taken(log)
    second: list[JobWriter] = []
    other = Thread(target=lambda: second.append(taken(beside)))
    with first.transactions.write("t"):
        first.lock.release()
        other.start()
        other.join(0.3)
        assert not second
    other.join(30)
    assert [one.attempt for one in second] == [2]


def test_a_database_that_is_gone_leaves_the_job_to_whoever_takes_it_up(store: Store) -> None:
    log = log_of(store)
    name = queued(log)
    with pytest.raises(StoreUnreachable), worked_on(taken(log)) as job:
        raise StoreUnreachable("the connection broke", hint="")
    assert job.left and log.job(ANN, name).state is JobState.INTERRUPTED
    assert taken(log).id == name


@pytest.mark.deep
def test_workers_that_are_killed_do_the_jobs_of_one_queue_once_each(store: Store, tmp_path: Path) -> None:
    log = log_of(store)
    names = {queued(log, number) for number in range(12)}
    for kill_after in (3, 2, 99):
        with Forked(main, tmp_path) as one, Forked(main, tmp_path) as two:
            for _ in range(kill_after):
                if one.stdout.readline() == b"":
                    break
            one.kill()
            two.kill() if kill_after < 99 else two.wait()
    assert {one.state for one in log.jobs(ANN)} == {JobState.DONE}
    transactions: Transactions = store.transactions
    with transactions.read() as connection:
        made = Counter(row.uri for row in connection.exec_driver_sql("SELECT uri FROM version"))
    assert made == Counter(uri for name in names for uri in uris(name))
