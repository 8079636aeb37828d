"""What came in the place of a document that a question names is packed where just that is asked (C3, D3, C2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.flows.answering import answer, replay_run
from aver.stages.notices import asks_what_replaced
from aver.store.store import Store
from aver.values.events import Packed
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version

OLD, NEW = "rules/travel-policy-2019.md", "rules/journeys.md"
QUESTION = "Why was the Travel policy 2019 dropped, and what replaced it?"
NOISE = tuple(f"Office {number} asks why its rules on travel were dropped in 2019." for number in range(40))


def filled(home: Path, *, reader: str = "ann") -> Store:
    store = fresh(home)
    store.add([new_version(OLD, ["The Travel policy 2019 was dropped because nobody followed it."], governed("ann"))])
    last = "Last page: these rules replace the Travel policy 2019."
    told = ["Journeys are booked by the desk on the second floor.", last]
    store.add([new_version(NEW, told, governed(reader))])
    for number, text in enumerate(NOISE):
        store.add([new_version(f"office-{number}.md", [text], governed("ann"))])
    return store


def packed(store: Store, question: str) -> dict[str, str]:
    """Return the rationale of each document whose packets are handed to answering; the run has to replay."""
    log = log_over(store)
    found = answer(log, inquiry(question), caller("ann"), tools_over(store))
    assert replay_run(log, caller("ann"), found.run).verdict == "identical"
    (event,) = (one for one in found.events if isinstance(one, Packed))
    return {one.passage.uri: one.rationale for one in event.packets if one.selected}


def test_what_replaced_it_is_packed_and_says_why(tmp_path: Path) -> None:
    handed = packed(filled(tmp_path), QUESTION)
    assert OLD in handed and "replaced a document that the question names" in handed[NEW]


def test_a_successor_that_may_not_be_read_changes_nothing(tmp_path: Path) -> None:
    handed = packed(filled(tmp_path, reader="bob"), QUESTION)
    assert OLD in handed and NEW not in handed
    assert not any("replaced a document" in one for one in handed.values())


def test_a_question_about_something_else_is_led_nowhere(tmp_path: Path) -> None:
    handed = packed(filled(tmp_path), "Why was the Travel policy 2019 dropped?")
    assert not any("replaced a document" in one for one in handed.values())


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What replaced the Travel policy 2019?", True),
        ("Which standard superseded TS 4471?", True),
        ("PEP 345 no longer applies. What came in its place?", True),
        ("Wodurch wurde die Hausordnung von 2015 ersetzt?", True),
        ("Who took its place?", True),
        ("How are lamps replaced?", False),
        ("What does a replacement cost?", False),
        ("Why was it dropped?", False),
    ],
)
def test_what_came_in_the_place_of_something_is_asked_in_so_many_words(question: str, *, asks: bool) -> None:
    assert asks_what_replaced(question) is asks
