"""Asking end to end on a small store: events, replay, permission, supersession (K1, K2, C2, C3, C5, C6)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from aver.flows.answering import Answered, answer, answering, replay_run
from aver.flows.verify_runs import verify_all
from aver.stages.render import render
from aver.store.payloads import erase
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.answers import Abstain
from aver.values.codec import encode
from aver.values.events import Asked, Decided, Packed, Resolved, Retrieved, Selected
from aver.values.identity import document_id
from aver.values.inquiry import Mode
from tests.depth import quickly
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version
from tests.store.test_non_interference import apply, histories

REFUND = (
    "Monthly plans can be refunded within 14 days of the payment.",
    "Annual plans are not refunded, but they can be cancelled at any time.",
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("refund.md", REFUND, governed("ann"))])
    found.add([new_version("salaries.md", ["Senior engineers are paid 90,000 a year."], governed("hr"))])
    return found


def asked(store: Store, question: str, *who: str, **more: object) -> Answered:
    return answer(log_over(store), inquiry(question, **more), caller(*who), tools_over(store))


def test_a_run_begins_with_the_question_and_ends_with_a_decision(store: Store) -> None:
    events = asked(store, "Are annual plans refunded?", "ann").events
    assert isinstance(events[0], Asked)
    assert isinstance(events[-1], Decided)


def test_the_eligibility_is_resolved_before_any_channel_is_opened(store: Store) -> None:
    kinds = [type(event) for event in asked(store, "annual refund", "ann").events]
    assert kinds.index(Resolved) < kinds.index(Retrieved) < kinds.index(Selected) < kinds.index(Packed)


def test_a_caller_without_permission_gets_no_trace_of_the_page(store: Store) -> None:
    result = asked(store, "What are senior engineers paid?", "ann").as_json()
    assert "90,000" not in str(result)
    assert "salaries" not in str(result)
    assert "90,000" in str(asked(store, "What are senior engineers paid?", "hr").packets())


def test_every_quote_equals_the_text_at_its_span(store: Store) -> None:
    events = asked(store, "When are monthly plans refunded?", "ann").events
    packets = next(event.packets for event in events if isinstance(event, Packed))
    text = "\n\n".join(REFUND)
    assert packets
    for packet in packets:
        assert packet.passage.text.text == text[packet.passage.start : packet.passage.end]


def test_replay_is_byte_identical_and_calls_nothing(store: Store) -> None:
    run = asked(store, "When are monthly plans refunded?", "ann").run
    log = log_over(store)
    store.search_dense = store.search_lexical = None  # type: ignore[method-assign,assignment]
    replayed = replay_run(log, caller("ann"), run)
    assert replayed.verdict == "identical"
    assert verify_all(log, tenant="t") == ()


def test_vanilla_runs_replay_too(store: Store) -> None:
    run = asked(store, "When are monthly plans refunded?", "ann", mode=Mode.VANILLA).run
    assert replay_run(log_over(store), caller("ann"), run).verdict == "identical"


def test_a_deleted_document_leaves_its_words_out_of_past_runs(store: Store) -> None:
    run = asked(store, "When are monthly plans refunded?", "ann").run
    name = document_id(tenant="t", uri="refund.md")
    receipt = store.delete(name, tenant="t", actor="ann", at="2026-06-02T00:00:00Z", erase=erase)
    log = log_over(store)
    replayed = replay_run(log, caller("ann"), run)
    assert receipt.id in replayed.verdict
    assert verify_all(log, tenant="t") == ()
    assert "14 days" not in str(encode(replayed.events))


def test_a_permission_revoked_after_the_search_keeps_the_passage_out_of_the_packets(store: Store) -> None:
    tools = tools_over(store)
    known = store.latest("t", "refund.md")
    assert known is not None

    def revoke_then_confirm(eligible: object, chunks: tuple[str, ...]) -> frozenset[str]:
        with store.transactions.write() as connection:
            change_governance(connection, [known.key], governed("bob"))
        return tools.confirm(eligible, chunks)  # type: ignore[arg-type]

    events = tuple(answering(inquiry("monthly refund"), caller("ann"), replace(tools, confirm=revoke_then_confirm)))
    packed = next(event for event in events if isinstance(event, Packed))
    assert packed.packets == ()
    assert isinstance(events[-1].decision, Abstain)  # type: ignore[union-attr]


def test_a_superseded_rule_steps_behind_its_readable_successor(store: Store) -> None:
    old = governed("ann", superseded_by=("travel-2.md",))
    store.add([new_version("travel-1.md", ["Hotels are paid up to 120 euro a night."], old)])
    store.add([new_version("travel-2.md", ["Lodging: hotels are paid up to 150 euro a night."], governed("ann"))])
    packets = asked(store, "What is paid for hotels a night?", "ann").packets()
    uris = [packet["uri"] for packet in packets]
    assert uris.index("travel-2.md") < uris.index("travel-1.md")


def test_a_superseded_rule_without_a_readable_successor_is_not_presented_as_current(store: Store) -> None:
    old = governed("ann", superseded_by=("travel-2.md",))
    store.add([new_version("travel-1.md", ["Hotels are paid up to 120 euro a night."], old)])
    store.add([new_version("travel-2.md", ["Hotels are paid up to 150 euro a night."], governed("bob"))])
    outcome = asked(store, "What is paid for hotels a night?", "ann")
    assert outcome.as_json()["answer"] is None
    assert "150" not in render(outcome.events)


def observation(store: Store, question: str) -> str:
    """Return every event that asking shows ann, as canonical text."""
    return str([encode(event) for event in answering(inquiry(question), caller("ann"), tools_over(store))])


@quickly(8, 25)
@given(steps=histories)
def test_hidden_changes_leave_every_event_of_a_run_identical(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, list[str]]]
) -> None:
    with_hidden, without = (fresh(tmp_path_factory.mktemp("store")) for _ in range(2))
    for step in steps:
        apply(with_hidden, step)
        if step[0] == "visible":
            apply(without, step)
    question = "refund window of the annual policy"
    assert observation(with_hidden, question) == observation(without, question)
    with_hidden.close()
    without.close()
