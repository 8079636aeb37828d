"""Plain asking with a chat model: it words the claims, and nothing else changes (M4, G4, K2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aver.flows.answering import Answered, answer, replay_run
from aver.flows.verify_runs import verify_all
from aver.store.store import Store
from aver.values.answers import Abstain, ClaimKind, Verdict
from aver.values.answers import Answered as AnsweredDecision
from aver.values.chat import ChatFailureKind
from aver.values.events import Challenged, Checked, Decided, Drafted, Proposed, Synthesised
from aver.values.inquiry import Mode
from tests.deliberation.debating import PLANS, QUESTION, drafts, fails, scripted, tools
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import governed, new_version


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("refund.md", PLANS, governed("ann"))])
    return found


def asked(store: Store, chat: Any, mode: Mode = Mode.AUTO) -> Answered:
    return answer(log_over(store), inquiry(QUESTION, mode=mode), caller("ann"), tools(store, chat))


def last(run: Answered) -> Decided:
    (found,) = [event for event in run.events if isinstance(event, Decided)]
    return found


def test_the_model_words_the_claims_once_and_nobody_debates_them(store: Store) -> None:
    chat = scripted()
    run = asked(store, chat)
    kinds = [type(event) for event in run.events]
    assert kinds[-3:] == [Proposed, Checked, Decided]
    assert {Drafted, Challenged, Synthesised}.isdisjoint(kinds)
    assert [one.voice for one in chat.requests] == ["drafter"]
    assert isinstance(last(run).decision, AnsweredDecision)
    assert [claim.kind for claim in last(run).released] == [ClaimKind.EXTRACTED]


def test_a_run_with_a_model_replays_without_it(store: Store) -> None:
    run = asked(store, scripted())
    assert replay_run(log_over(store), caller("ann"), run.run).verdict == "identical"
    assert verify_all(log_over(store), tenant="t") == ()


@pytest.mark.parametrize("kind", list(ChatFailureKind))
def test_quotation_answers_where_the_model_cannot_be_heard(store: Store, kind: ChatFailureKind) -> None:
    run = asked(store, scripted(drafter=fails(kind)))
    quoted = asked(store, None)
    (proposed,) = [event for event in run.events if isinstance(event, Proposed)]
    (drafted,) = [event for event in quoted.events if isinstance(event, Drafted)]
    assert proposed.claims == drafted.claims
    assert {"stage": "chat:drafter", "reason": kind.value} in run.as_json()["degraded"]
    (checked,) = [event for event in run.events if isinstance(event, Checked)]
    assert ("drafter_heard", Verdict.NOT_RUN) in {(one.check, one.verdict) for one in checked.findings}
    assert replay_run(log_over(store), caller("ann"), run.run).verdict == "identical"


def test_a_lie_is_drafted_logged_and_not_released(store: Store) -> None:
    lie = drafts("Monthly plans are refunded 30 days after the payment.", quote=PLANS[0])
    run = asked(store, scripted(drafter=lie))
    assert last(run).released == ()
    assert isinstance(last(run).decision, Abstain)


def test_quote_mode_asks_no_model(store: Store) -> None:
    chat = scripted()
    run = asked(store, chat, Mode.QUOTE)
    assert chat.requests == []
    assert replay_run(log_over(store), caller("ann"), run.run).verdict == "identical"
