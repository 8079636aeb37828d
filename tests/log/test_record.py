"""Recording: committed before seen, always ended, words apart from events."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from aver.errors import BadInput, NotAllowed, NotFound, StoreDamaged
from aver.flows.journal import Journal, journaled
from aver.flows.record import batches, record
from aver.flows.verify_runs import verify_all
from aver.store.hash_chain import canonical, event_hash, genesis
from aver.store.payloads import WITHHELD, erase
from aver.store.run_log import RunFold, RunLog, StoredEvent, fold_run, stored_events, structure_of
from aver.store.run_tables import run, run_event, run_head, run_payload
from aver.values.events import Abandoned, Asked, Decided, Event, Failed, Observed
from aver.values.inquiry import Inquiry
from aver.values.recorded import Recorded, RunState
from aver.values.sealed import Sealed
from tests.log.conftest import FreshLog
from tests.log.scenario import (
    ANSWER,
    AT,
    AUDITOR,
    CALLER,
    DOCUMENT,
    QUESTION,
    STRANGER,
    ask,
    delete_with_receipt,
    open_log,
    rows,
    run_once,
    scripted,
)


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    return open_log(tmp_path)


def recording(log: RunLog, events: Iterator[Event] | None = None) -> Generator[Recorded, None, None]:
    journal = Journal()
    tools = journaled(scripted(), journal)
    events = events or ask(Inquiry(question=Sealed(QUESTION)), CALLER, tools)
    return record(log.begin(CALLER, at=AT), events, journal)


def test_every_event_is_committed_before_the_consumer_sees_it(log: RunLog) -> None:
    for seen, recorded in enumerate(recording(log), start=1):
        committed = rows(log, run_event)
        assert committed[seen - 1].hash.hex() == recorded.hash


def test_observations_stand_before_the_event_that_they_led_to(log: RunLog) -> None:
    names = [
        recorded.event.effect if isinstance(recorded.event, Observed) else type(recorded.event).__name__
        for recorded in run_once(log)
    ]
    constants = ["chat", "policy", "code_version"]
    assert names == [
        *constants, "now", "Asked", "Planned", "search", "Retrieved", "fetch", "Drafted", "entail", "Checked", "Decided"
    ]  # fmt: skip


def test_the_chain_is_the_hash_of_each_canonical_event_over_the_one_before(log: RunLog) -> None:
    recorded = run_once(log)
    head = genesis(tenant="acme", run=recorded[0].run, user="ada", started_at=AT)
    for row, item in zip(rows(log, run_event), recorded, strict=True):
        assert row.body == rfc8785.dumps(json.loads(row.body))
        head = event_hash(head, row.body)
        assert row.hash == head == bytes.fromhex(item.hash)


def test_what_is_read_back_is_what_was_recorded(log: RunLog) -> None:
    recorded = run_once(log)
    assert log.events(CALLER, recorded[0].run) == recorded


def test_no_word_of_question_or_document_stands_outside_the_payloads(log: RunLog) -> None:
    run_once(log)
    for table in (run, run_event, run_head):
        assert not any(word in str(row) for row in rows(log, table) for word in ("refunds take", "Refunds", "fourteen"))
    assert {row.text for row in rows(log, run_payload)} >= {QUESTION.encode(), ANSWER.encode()}


def test_the_same_words_in_two_runs_have_different_commitments(log: RunLog) -> None:
    run_once(log)
    run_once(log)
    commitments = [row.commitment for row in rows(log, run_payload) if row.text == ANSWER.encode()]
    assert len(set(commitments)) == 2


def test_equal_words_of_one_document_are_kept_once_in_a_run(log: RunLog) -> None:
    run_once(log)
    assert [row.document for row in rows(log, run_payload) if row.text == ANSWER.encode()] == [DOCUMENT]


def test_runs_of_one_second_are_listed_by_their_close_and_first_what_is_under_way(log: RunLog) -> None:
    closed = [run_once(log)[0].run for _ in range(5)]
    under_way = recording(log)
    open_run = next(under_way).run
    assert [found.run for found in log.runs(CALLER)] == [open_run, *reversed(closed)]
    under_way.close()


def test_a_consumer_that_goes_away_leaves_an_abandoned_run(log: RunLog) -> None:
    stream = recording(log)
    for recorded in stream:
        if isinstance(recorded.event, Asked):
            break
    stream.close()
    (found,) = log.runs(CALLER)
    assert found.state is RunState.ABANDONED
    assert log.events(CALLER, found.run)[-1].event == Abandoned(after="Asked")
    assert verify_all(log, tenant="acme") == ()


def test_a_consumer_that_goes_away_after_the_decision_changes_nothing(log: RunLog) -> None:
    stream = recording(log)
    for recorded in stream:
        if isinstance(recorded.event, Decided):
            break
    stream.close()
    assert log.runs(CALLER)[0].state is RunState.DECIDED


def test_a_stage_that_raises_ends_the_run_as_failed_and_still_raises(log: RunLog) -> None:
    def raising() -> Iterator[Event]:
        yield from list(ask(Inquiry(question=Sealed(QUESTION)), CALLER, scripted()))[:2]
        raise ZeroDivisionError("secret content")

    seen: list[Recorded] = []
    with pytest.raises(ZeroDivisionError):
        seen.extend(recording(log, raising()))
    assert seen[-1].event == Failed(error="ZeroDivisionError", stage="unknown")
    assert log.runs(CALLER)[0].state is RunState.FAILED
    assert not any("secret content" in str(row) for row in rows(log, run_event))
    assert verify_all(log, tenant="acme") == ()


def test_a_failure_names_the_module_of_aver_it_came_from(log: RunLog) -> None:
    def raising() -> Iterator[Event]:
        yield from list(ask(Inquiry(question=Sealed(QUESTION)), CALLER, scripted()))[:1]
        canonical(float("nan"))

    with pytest.raises(BadInput):
        list(recording(log, raising()))
    (found,) = log.runs(CALLER)
    assert log.events(CALLER, found.run)[-1].event == Failed(error="BadInput", stage="aver.store.hash_chain")


def test_an_event_that_cannot_be_encoded_fails_the_run_and_leaves_no_stray_text(log: RunLog) -> None:
    def unencodable() -> Iterator[Event]:
        yield from list(ask(Inquiry(question=Sealed(QUESTION)), CALLER, scripted()))[:1]
        yield Observed(effect="model", request=Sealed("words that were never recorded"), result=object())

    with pytest.raises(BadInput):
        list(recording(log, unencodable()))
    assert log.runs(CALLER)[0].state is RunState.FAILED
    assert verify_all(log, tenant="acme") == ()


def test_an_interrupted_process_leaves_an_abandoned_run(log: RunLog) -> None:
    def interrupted() -> Iterator[Event]:
        yield from list(ask(Inquiry(question=Sealed(QUESTION)), CALLER, scripted()))[:2]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(recording(log, interrupted()))
    assert log.runs(CALLER)[0].state is RunState.ABANDONED


def test_a_generator_that_just_stops_is_abandoned(log: RunLog) -> None:
    events = list(ask(Inquiry(question=Sealed(QUESTION)), CALLER, scripted()))[:3]
    assert list(recording(log, iter(events)))[-1].event == Abandoned(after="Retrieved")


def test_nothing_follows_a_terminal_event() -> None:
    events = list(ask(Inquiry(question=Sealed(QUESTION)), CALLER, scripted()))
    assert [batch[-1] for batch in batches(iter([*events, *events]), Journal())] == events


def test_nothing_can_be_appended_to_a_closed_run(log: RunLog) -> None:
    writer = log.begin(CALLER, at=AT)
    writer.append((Abandoned(after="nothing"),))
    with pytest.raises(StoreDamaged):
        writer.append((Abandoned(after="nothing"),))
    assert len(rows(log, run_event)) == 1


@given(st.integers(0, 12), st.sampled_from([0.0, 0.9]))
def test_the_table_of_runs_is_a_fold_of_the_log_at_every_moment(fresh_log: FreshLog, stop: int, support: float) -> None:
    log = fresh_log()
    journal = Journal()
    events = ask(Inquiry(question=Sealed(QUESTION)), CALLER, journaled(scripted(support=support), journal))
    writer = log.begin(CALLER, at=AT)
    for _, _recorded in zip(range(stop + 1), record(writer, events, journal), strict=False):
        (row,) = rows(log, run)
        fold = RunFold()
        for line in _stored(log, row.run):
            fold = fold_run(fold, structure_of(line))
        assert (row.state, row.events, row.question, row.outcome) == (
            fold.state, fold.events, fold.question, fold.outcome
        )  # fmt: skip


def _stored(log: RunLog, name: str) -> tuple[StoredEvent, ...]:
    with log.read() as connection:
        return stored_events(connection, tenant="acme", name=name)


@pytest.mark.parametrize("statement", ["UPDATE run_event SET kind = 'x'", "DELETE FROM run_event"])
@pytest.mark.parametrize("table", ["run_event", "run_head"])
def test_the_store_refuses_to_change_or_delete_what_is_logged(log: RunLog, statement: str, table: str) -> None:
    run_once(log)
    changed = statement.replace("run_event", table).replace("kind = 'x'", "run = 'x'")
    with pytest.raises(DatabaseError, match="append-only"), log.write() as connection:
        connection.execute(text(changed))


def test_a_run_is_listed_for_its_caller_and_without_text_for_an_auditor(log: RunLog) -> None:
    name = run_once(log)[0].run
    assert log.runs(CALLER)[0].question == Sealed(QUESTION)
    assert log.runs(STRANGER) == ()
    (seen,) = log.runs(AUDITOR)
    assert (seen.run, seen.question, seen.outcome) == (name, None, "Answered")


def test_an_auditor_reads_hashes_but_no_text(log: RunLog) -> None:
    recorded = run_once(log)
    assert [line.hash for line in log.lines(AUDITOR, recorded[0].run)] == [item.hash for item in recorded]
    with pytest.raises(NotAllowed):
        log.events(AUDITOR, recorded[0].run)


def test_somebody_elses_run_does_not_exist(log: RunLog) -> None:
    name = run_once(log)[0].run
    for look in (log.events, log.lines, log.summary):
        with pytest.raises(NotFound):
            look(STRANGER, name)
        with pytest.raises(NotFound):
            look(CALLER, "run_unknown")


def test_text_that_may_not_be_read_any_more_is_withheld(log: RunLog) -> None:
    name = run_once(log)[0].run
    decided = log.events(CALLER, name, readable=lambda document: document != DOCUMENT)[-1].event
    assert isinstance(decided, Decided)
    assert decided.released[0].text == Sealed(WITHHELD, DOCUMENT)


def test_erasing_takes_the_words_of_a_document_out_of_every_run(log: RunLog) -> None:
    names = [run_once(log)[0].run for _ in range(2)]
    with log.write() as connection:
        delete_with_receipt(connection, "rcp_1")
        assert erase(connection, "acme", DOCUMENT, "rcp_1") == 6
    for name in names:
        events = log.events(CALLER, name)
        decided = events[-1].event
        assert isinstance(decided, Decided)
        assert decided.released[0].text == Sealed("", DOCUMENT, "rcp_1")
        assert str(decided.released[0].text) == "[payload erased, receipt rcp_1]"
    assert not any(row.text and b"fourteen" in row.text for row in rows(log, run_payload))
    assert verify_all(log, tenant="acme") == ()


def test_a_document_deleted_while_a_run_is_under_way_stays_deleted(log: RunLog) -> None:
    stream = recording(log)
    for recorded in stream:
        if type(recorded.event).__name__ == "Retrieved":
            with log.write() as connection:
                delete_with_receipt(connection, "rcp_1", at="2024-05-01T12:00:01Z")
                erase(connection, "acme", DOCUMENT, "rcp_1")
    assert [(row.text, row.receipt) for row in rows(log, run_payload) if row.document == DOCUMENT] == [
        (None, "rcp_1")
    ] * 3
    assert verify_all(log, tenant="acme") == ()


KILLED = """
import os, sys
from pathlib import Path
from tests.log.scenario import *
log = open_log(Path(sys.argv[1]))
journal = Journal()
events = ask(Inquiry(question=Sealed(QUESTION)), CALLER, journaled(scripted(), journal))
for recorded in record(log.begin(CALLER, at=AT), events, journal):
    if isinstance(recorded.event, Planned):
        os.kill(os.getpid(), 9)
"""


def test_a_run_killed_between_events_is_unfinished_until_it_is_closed_as_abandoned(log: RunLog, tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=root, check=False)
    assert killed.returncode == -9
    (problem,) = verify_all(log, tenant="acme")
    assert (problem.damage, problem.event) == ("unfinished", 6)
    assert log.close_unfinished("acme", started_before=AT) == ()
    assert log.close_unfinished("acme", started_before="2024-05-01T12:00:01Z") == (problem.run,)
    assert log.events(CALLER, problem.run)[-1].event == Abandoned(after="Planned")
    assert verify_all(log, tenant="acme") == ()


CLOSING = """
import sys
from pathlib import Path
from tests.log.scenario import *
log = open_log(Path(sys.argv[1]))
for number in range(8):
    run_once(log, question=f"{sys.argv[2]} {number}")
"""


@pytest.mark.deep
def test_two_processes_close_their_runs_into_one_unbroken_ledger(log: RunLog, tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    started = [
        subprocess.Popen([sys.executable, "-c", CLOSING, str(tmp_path), name], cwd=root) for name in ("one", "two")
    ]
    assert [process.wait(timeout=120) for process in started] == [0, 0]
    assert [row.n for row in rows(log, run_head)] == list(range(1, 17))
    assert verify_all(log, tenant="acme") == ()
