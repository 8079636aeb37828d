"""Replay: the same code on the record gives the same bytes, and calls nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import EncoderMismatch, NotAllowed, ReplayDiverged
from aver.flows.journal import Journal, Record, journaled, replayed
from aver.flows.record import record
from aver.flows.replay import Replayed, fold, replay
from aver.store.payloads import erase
from aver.store.run_log import RunLog
from aver.values.answers import Answered
from aver.values.codec import decode, encode
from aver.values.events import Asked, Decided, Drafted, Event, Observed
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.log.conftest import FreshLog
from tests.log.scenario import (
    AT,
    AUDITOR,
    CALLER,
    DOCUMENT,
    QUESTION,
    Calls,
    Tools,
    ask,
    delete_with_receipt,
    open_log,
    run_once,
    scripted,
)


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    return open_log(tmp_path)


def again(log: RunLog, name: str, asking: Any = ask) -> Replayed:
    return replay(log, CALLER, name, ask=asking, tools_type=Tools, code_version="1.1")


@given(
    question=st.text(st.characters(exclude_categories=["Cs"])),
    support=st.floats(0, 1),
    outage=st.booleans(),
    k=st.integers(1, 4),
)
def test_a_finished_run_replays_byte_for_byte_without_calling_anything(
    fresh_log: FreshLog, question: str, support: float, outage: bool, k: int
) -> None:
    log = fresh_log()
    calls = Calls()
    recorded = run_once(log, tools=scripted(calls, support=support, outage=outage), question=question, k=k)
    made = list(calls.made)
    result = again(log, recorded[0].run)
    assert (result.identical, result.diverged_at, result.executed, result.verdict) == (True, None, True, "identical")
    assert calls.made == made
    assert result.events == recorded
    assert Decided(decision=result.folded.decision, released=result.folded.released) == recorded[-1].event  # type: ignore[arg-type]


def test_constants_of_the_tools_come_from_the_record_too(log: RunLog) -> None:
    tools = replace(scripted(), policy=replace(scripted().policy, threshold=0.95))
    recorded = run_once(log, tools=tools)
    assert type(recorded[-1].event.decision).__name__ == "Abstain"  # type: ignore[union-attr]
    assert again(log, recorded[0].run).identical


def test_an_optional_tool_that_was_there_is_there_again(log: RunLog) -> None:
    def chatting(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
        reply = tools.chat(inquiry.question) if tools.chat else None
        yield from ask(replace(inquiry, question=reply or inquiry.question), caller, tools)

    journal = Journal()
    tools = journaled(replace(scripted(), chat=lambda asked: Sealed(asked.text.upper())), journal)
    writer = log.begin(CALLER, at=AT)
    events = chatting(Inquiry(question=Sealed(QUESTION)), CALLER, tools)
    assert list(record(writer, events, journal))
    asked = next(item.event for item in log.events(CALLER, writer.run) if isinstance(item.event, Asked))
    assert asked.inquiry.question == Sealed(QUESTION.upper())


def changed_claim(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    for event in ask(inquiry, caller, tools):
        if isinstance(event, Drafted):
            claim = replace(event.claims[0], text=Sealed(event.claims[0].text.text + ".", DOCUMENT))
            yield replace(event, claims=(claim,))
        else:
            yield event


def changed_request(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    yield from ask(inquiry, caller, replace(tools, search=lambda words, k: tools.search(words, k + 1)))


def one_call_more(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    for event in ask(inquiry, caller, tools):
        if isinstance(event, Decided):
            tools.now()
        yield event


def one_event_more(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    for event in ask(inquiry, caller, tools):
        yield event
        if isinstance(event, Asked):
            yield event


def one_event_less(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    yield from (event for event in ask(inquiry, caller, tools) if not isinstance(event, Drafted))


def stops_early(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    yield from list(ask(inquiry, caller, tools))[:-1]


def raises(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
    yield next(iter(ask(inquiry, caller, tools)))
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("asking", "number"),
    [
        (changed_claim, 10),
        (changed_request, 7),
        (one_call_more, 13),
        (one_event_more, 6),
        (one_event_less, 10),
        (raises, 6),
    ],
)
def test_other_code_diverges_at_the_first_event_that_differs_and_still_folds(
    log: RunLog, asking: Any, number: int
) -> None:
    recorded = run_once(log)
    result = again(log, recorded[0].run, asking)
    assert (result.identical, result.diverged_at) == (False, number)
    assert result.verdict == f"diverges under version 1.1 at event {number}"
    assert result.code_version_recorded == "1.0"
    assert isinstance(result.folded.decision, Answered)
    assert result.folded.released[0].text == Sealed("Refunds take fourteen days.", DOCUMENT)


def test_code_that_stops_early_diverges(log: RunLog) -> None:
    name = run_once(log)[0].run
    assert again(log, name, stops_early).diverged_at is not None


def test_a_run_that_failed_replays_to_the_same_failure(log: RunLog) -> None:
    def unguarded(inquiry: Inquiry, caller: Caller, tools: Tools) -> Iterator[Event]:
        yield next(iter(ask(inquiry, caller, tools)))
        tools.entail(premise=inquiry.question, claim=inquiry.question)

    journal = Journal()
    writer = log.begin(CALLER, at=AT)
    events = unguarded(Inquiry(question=Sealed(QUESTION)), CALLER, journaled(scripted(outage=True), journal))
    with pytest.raises(EncoderMismatch):
        list(record(writer, events, journal))
    assert again(log, writer.run, unguarded).identical
    assert again(log, writer.run, ask).diverged_at == 6


@pytest.mark.parametrize("seen", [5, 6, 7, 8])
def test_an_abandoned_run_replays_up_to_where_its_consumer_left(log: RunLog, seen: int) -> None:
    journal = Journal()
    writer = log.begin(CALLER, at=AT)
    events = ask(Inquiry(question=Sealed(QUESTION)), CALLER, journaled(scripted(), journal))
    stream = record(writer, events, journal)
    for _ in range(seen):
        next(stream)
    stream.close()
    result = again(log, writer.run)
    assert result.identical
    assert result.folded.decision is None


def test_a_run_whose_words_were_erased_is_folded_but_not_executed(log: RunLog) -> None:
    recorded = run_once(log)
    before = fold(item.event for item in recorded)
    with log.write() as connection:
        delete_with_receipt(connection, "rcp_1")
        erase(connection, "acme", DOCUMENT, "rcp_1")
    result = again(log, recorded[0].run)
    assert (result.executed, result.identical, result.receipts) == (False, False, ("rcp_1",))
    assert result.verdict == "payload erased, receipt rcp_1"
    assert result.folded.decision == before.decision
    assert result.folded.released[0].text == Sealed("", DOCUMENT, "rcp_1")


def test_withholding_text_from_the_reader_does_not_disturb_the_replay(log: RunLog) -> None:
    name = run_once(log)[0].run
    result = replay(log, CALLER, name, ask=ask, tools_type=Tools, code_version="1.0", readable=lambda document: False)
    assert result.identical
    assert "fourteen" not in str(result.folded)


def test_an_auditor_cannot_replay_somebody_elses_words(log: RunLog) -> None:
    name = run_once(log)[0].run
    with pytest.raises(NotAllowed):
        replay(log, AUDITOR, name, ask=ask, tools_type=Tools, code_version="1.0")


def record_of(*observed: Observed) -> Record:
    numbered = tuple(enumerate(observed, start=1))
    return Record(
        observed=numbered, seal=lambda s: {"text": s.text}, unseal=lambda d: Sealed(d["text"]), last=len(observed)
    )


def observed_by(tools: Tools) -> tuple[Tools, Journal]:
    journal = Journal()
    return journaled(tools, journal), journal


def plain(observed: Observed) -> Observed:
    again = decode(Observed, encode(observed, seal=lambda s: {"text": s.text}))
    assert isinstance(again, Observed)
    return again


def test_effects_are_served_in_the_order_they_were_observed() -> None:
    tools, journal = observed_by(scripted())
    results = (tools.now(), tools.search(Sealed("a"), 2), tools.fetch(("chk_1",)))
    served = replayed(Tools, record_of(*map(plain, journal.drain())))
    again = (served.now(), served.search(Sealed("a"), 2), served.fetch(("chk_1",)))
    assert again[:2] == results[:2]
    assert [item.text for item in again[2]] == [item.text for item in results[2]]


@pytest.mark.parametrize("call", [lambda t: t.search(Sealed("b"), 2), lambda t: t.now()])
def test_another_request_or_effect_is_refused_with_the_number_of_the_event(call: Any) -> None:
    tools, journal = observed_by(scripted())
    tools.search(Sealed("a"), 2)
    record = record_of(*map(plain, journal.drain()))
    served = replayed(Tools, record)
    with pytest.raises(ReplayDiverged, match="event 4"):
        call(served)
    assert record.diverged_at == 4


def test_after_a_divergence_nothing_more_is_served() -> None:
    tools, journal = observed_by(scripted())
    tools.now()
    served = replayed(Tools, record_of(*map(plain, journal.drain())))
    with pytest.raises(ReplayDiverged):
        served.fetch(())
    with pytest.raises(ReplayDiverged):
        served.now()


def test_an_error_is_recorded_by_its_type_and_raised_again_without_its_text() -> None:
    tools, journal = observed_by(scripted(outage=True))
    with pytest.raises(EncoderMismatch):
        tools.entail(premise=Sealed("a"), claim=Sealed("b"))
    drained = journal.drain()
    assert drained[-1].result == {"raised": "EncoderMismatch"}
    served = replayed(Tools, record_of(*map(plain, drained)))
    with pytest.raises(EncoderMismatch, match="a recorded failure"):
        served.entail(premise=Sealed("a"), claim=Sealed("b"))
