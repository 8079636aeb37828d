"""A job that proposed claims is suspended until people have decided, and goes on by the last decision (J2, A9)."""

from __future__ import annotations

import pytest

from aver.errors import BadInput
from aver.flows.claim_access import Desk
from aver.flows.claims import Draft, propose, retire
from aver.flows.extracting import extract
from aver.flows.jobs.working import worked_on
from aver.flows.packs import pack_named
from aver.flows.review import accept, edit, escalate, queue, reject, take
from aver.store.deleting import delete_document
from aver.store.jobs import JobLog
from aver.values.claims import StoredKind
from aver.values.identity import document_id
from aver.values.jobs import Job, JobKind, JobState, JobStep
from tests.claims.desks import AT, GLASS, RANGE, RATE, read_from

QUOTES = (RATE, RANGE, GLASS)


def log_of(who: Desk) -> JobLog:
    return JobLog(transactions=who.store.transactions)


def a_job(who: Desk, *quotes: str) -> str:
    """Run a job that proposes `quotes`; return its id."""
    job = log_of(who).begin(JobKind.EXTRACT, {}, who.caller, now=lambda: AT)
    with worked_on(job):
        propose(who, [read_from(who.store, "sheet.md", quote) for quote in quotes], job=job.id)
    return job.id


def state(who: Desk, name: str) -> JobState:
    found: Job = log_of(who).job(who.caller, name)
    return found.state


def steps(who: Desk, name: str) -> list[JobStep]:
    return [one.step for one in log_of(who).events(who.caller, name)]


def test_a_job_is_suspended_while_one_of_its_candidates_waits_and_done_with_the_last_decision(ann: Desk) -> None:
    name = a_job(ann, *QUOTES)
    assert state(ann, name) is JobState.SUSPENDED
    assert log_of(ann).job(ann.caller, name).detail == "3 claims wait for review"
    first, second, third = (one.claim for one in take(ann, count=3))
    accept(ann, [first.id])
    reject(ann, second.id, reason="not so")
    assert state(ann, name) is JobState.SUSPENDED
    said = Draft(
        kind=StoredKind.FACT, statement="Said better.", quotes=(("sheet.md", third.content.citations[0].quote),)
    )
    edit(ann, third.id, said)
    assert state(ann, name) is JobState.DONE
    assert steps(ann, name) == [JobStep.BEGUN, JobStep.SUSPENDED, JobStep.RESUMED, JobStep.DONE]
    assert [one.seq for one in log_of(ann).events(ann.caller, name)] == [1, 2, 3, 4]


def test_a_job_that_proposed_nothing_or_what_is_decided_already_is_done_at_once(ann: Desk) -> None:
    assert state(ann, a_job(ann)) is JobState.DONE
    first = a_job(ann, RATE)
    accept(ann, [one.claim.id for one in take(ann)])
    assert state(ann, first) is JobState.DONE
    assert state(ann, a_job(ann, RATE)) is JobState.DONE


def test_two_jobs_that_found_the_same_candidate_both_wait_for_it(ann: Desk) -> None:
    names = a_job(ann, RATE), a_job(ann, RATE, RANGE)
    taken = {one.claim.content.statement: one.claim.id for one in take(ann, count=2)}
    accept(ann, [taken[RATE]])
    assert [state(ann, name) for name in names] == [JobState.DONE, JobState.SUSPENDED]
    accept(ann, [taken[RANGE]])
    assert [state(ann, name) for name in names] == [JobState.DONE, JobState.DONE]


def test_an_escalated_item_is_no_decision_and_a_retired_or_deleted_one_is(ann: Desk) -> None:
    name, other = a_job(ann, RATE), a_job(ann, RANGE)
    (first,) = take(ann)
    escalate(ann, first.claim.id, reason="the optics team knows")
    assert state(ann, name) is JobState.SUSPENDED
    retire(ann, first.claim.id)
    assert (state(ann, name), state(ann, other)) == (JobState.DONE, JobState.SUSPENDED)
    sheet = document_id(tenant="t", uri="sheet.md")
    with ann.store.transactions.write() as connection:
        delete_document(connection, tenant="t", document=sheet, actor="ann", at=AT)
    assert state(ann, other) is JobState.DONE


def test_a_suspended_job_is_not_resumed_by_hand(ann: Desk) -> None:
    name = a_job(ann, RATE)
    with pytest.raises(BadInput, match="suspended"):
        log_of(ann).resume(ann.caller, name, now=lambda: AT)
    assert len(queue(ann)) == 1 and state(ann, name) is JobState.SUSPENDED


def test_an_extraction_that_was_cut_off_waits_for_what_both_attempts_proposed(ann: Desk) -> None:
    log = log_of(ann)
    lost = log.begin(JobKind.EXTRACT, {}, ann.caller, now=lambda: AT)
    propose(ann, [read_from(ann.store, "sheet.md", RATE)], job=lost.id)
    lost.lock.release()
    assert state(ann, lost.id) is JobState.INTERRUPTED
    accepted = [one.claim.id for one in take(ann)]
    with worked_on(log.resume(ann.caller, lost.id, now=lambda: AT)[1]) as job:
        propose(ann, [read_from(ann.store, "sheet.md", quote) for quote in (RATE, RANGE)], job=job.id)
    accept(ann, accepted)
    assert state(ann, lost.id) is JobState.SUSPENDED
    accept(ann, [one.claim.id for one in take(ann)])
    assert state(ann, lost.id) is JobState.DONE


def test_extracting_moves_its_job_on_and_stops_when_it_shall(ann: Desk) -> None:
    log = log_of(ann)
    job = log.begin(JobKind.EXTRACT, {}, ann.caller, now=lambda: AT)
    log.cancel(ann.caller, job.id, at=AT)
    job.moved(job.tally)
    with worked_on(job):
        assert extract(ann, pack_named("sensors"), job=job) == ()
    assert state(ann, job.id) is JobState.CANCELLED
