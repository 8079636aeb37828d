"""With the model down, the same caller gets an earlier answer over unchanged evidence, marked and gated anew (K3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.flows.answering import Answered, answer, replay_run
from aver.flows.deliberate_tools import DeliberateTools
from aver.flows.serving_again import with_earlier_answers
from aver.flows.verify_runs import verify_all
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.values.chat import ChatFailureKind
from tests.deliberation.debating import PLANS, QUESTION, fails, scripted, tools
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import governed, new_version


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("refund.md", PLANS, governed("ann", "bob"))])
    return found


def _tools(store: Store, *, down: bool) -> DeliberateTools:
    """Return tools whose chat model speaks or is out; with it out, nothing reads passages either."""
    if down:
        made = tools(store, scripted(drafter=fails(ChatFailureKind.CONNECTION)), read=None)
    else:
        made = tools(store, scripted())
    return with_earlier_answers(made, log_over(store), ClaimIndex(store))


def _asked(store: Store, *, down: bool, who: str = "ann", question: str = QUESTION) -> Answered:
    return answer(log_over(store), inquiry(question), caller(who), _tools(store, down=down))


def test_the_same_question_is_answered_as_before_and_says_so(store: Store) -> None:
    first = _asked(store, down=False)

    again = _asked(store, down=True).as_json()

    assert again["decision"]["outcome"] == "ANSWER"
    assert again["replayed_from"] == first.run
    assert again["answer"]["text"].startswith(f"Answered before, in {first.run}")
    assert again["answer"]["claims"] == first.as_json()["answer"]["claims"]
    assert {"stage": "chat:drafter", "reason": "connection"} in again["degraded"]


def test_without_an_earlier_answer_nothing_is_served(store: Store) -> None:
    told = _asked(store, down=True).as_json()

    assert told["decision"]["outcome"] in {"ABSTAIN", "ESCALATE"}
    assert "replayed_from" not in told


@pytest.mark.parametrize("changed", ["caller", "question", "evidence", "deleted"])
def test_whatever_differs_nothing_is_served(store: Store, changed: str) -> None:
    _asked(store, down=False)
    if changed == "evidence":
        store.add([new_version("other.md", ["Plans differ."], governed("ann"))])
    if changed == "deleted":
        store.add([new_version("refund.md", ["Nothing is refunded any more."], governed("ann", "bob"))])
    who = "bob" if changed == "caller" else "ann"
    question = QUESTION.replace("refunded", "paid back") if changed == "question" else QUESTION

    assert "replayed_from" not in _asked(store, down=True, who=who, question=question).as_json()


def test_what_the_caller_may_not_read_changes_nothing(store: Store) -> None:
    first = _asked(store, down=False)
    store.add([new_version("secret.md", ["Monthly plans are never refunded."], governed("boss"))])

    assert _asked(store, down=True).as_json()["replayed_from"] == first.run


def test_an_answer_served_again_is_no_source_of_another_and_replays(store: Store) -> None:
    first = _asked(store, down=False)
    second, third = _asked(store, down=True), _asked(store, down=True)

    assert second.as_json()["replayed_from"] == third.as_json()["replayed_from"] == first.run
    assert replay_run(log_over(store), caller("ann"), third.run).verdict == "identical"
    assert verify_all(log_over(store), tenant="t") == ()
