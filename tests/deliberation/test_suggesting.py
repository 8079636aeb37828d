"""A chat model's reading of an open parameter is offered first and never taken (B8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aver.flows.answering import Answered, answer, replay_run
from aver.flows.packs import pack_named, with_pack
from aver.store.store import Store
from aver.values.chat import ChatFailureKind
from aver.values.events import Suggested
from tests.deliberation.debating import fails, scripted, tools
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import governed, new_version

QUESTION = "Which sensor reads crown corks and bottles of sheet iron?"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("sensor.md", ["The sensor reads crown corks and bottles."], governed("ann"))])
    return found


def _reads(*readings: tuple[str, str, str]) -> Any:
    said = [{"parameter": name, "words": words, "value": value} for name, words, value in readings]
    return lambda _: json.dumps({"readings": said})


def _asked(store: Store, inquirer: Any, question: str = QUESTION) -> Answered:
    made = with_pack(inquiry(question), pack_named("sensors"))
    chat = scripted(inquirer=inquirer)
    return answer(log_over(store), made, caller("ann"), tools(store, chat))


def _choices(given: Answered) -> list[str]:
    told = given.as_json()
    assert told["decision"]["outcome"] == "CLARIFY"
    assert told["answer"] is None
    return list(told["clarify"][0]["choices"])


def test_what_words_of_the_question_say_is_the_first_choice_of_the_question_back(store: Store) -> None:
    plain = _choices(_asked(store, _reads()))
    given = _asked(store, _reads(("material", "sheet iron", "metal")))

    assert _choices(given)[0] == "metal"
    assert sorted(_choices(given)) == sorted(plain)
    assert replay_run(log_over(store), caller("ann"), given.run).verdict == "identical"


@pytest.mark.parametrize(
    "lie",
    [
        ("material", "aluminium", "metal"),
        ("material", "sheet iron", "gold"),
        ("material", "", "metal"),
        ("rate", "bottles", "20000 bottles"),
        ("price", "sheet iron", "metal"),
    ],
)
def test_words_that_are_not_there_and_values_that_are_none_are_left_out(
    store: Store, lie: tuple[str, str, str]
) -> None:
    given = _asked(store, _reads(lie))

    (suggested,) = [event for event in given.events if isinstance(event, Suggested)]
    assert suggested.suggested == ()
    assert _choices(given) == _choices(_asked(store, _reads()))


@pytest.mark.parametrize("kind", list(ChatFailureKind))
def test_without_the_model_the_question_back_is_the_same_and_says_that_it_was_out(
    store: Store, kind: ChatFailureKind
) -> None:
    given = _asked(store, fails(kind))

    assert _choices(given) == _choices(_asked(store, _reads()))
    assert {"stage": "chat:inquirer", "reason": kind.value} in given.as_json()["degraded"]
