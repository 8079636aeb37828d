"""Parts, conflicts and questions back, end to end on a small store (B4, B7, C3, C5, E5, I4)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aver.flows.answering import answer, replay_run
from aver.flows.ask import AskTools
from aver.store.store import Store
from aver.values.answers import Clarify, Conflicting
from aver.values.events import Decided, Drafted, Packed, Planned
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version

LARGE = "At the last census the population of Tarnvik was 9,523."
SMALL = "The population of Tarnvik was 174 at the last count."


def contesting(store: Store) -> AskTools:
    """Return tools by which any passage may contest another: the hashed vectors of tests make nothing relevant."""
    tools = tools_over(store)
    return replace(tools, tuning=replace(tools.tuning, contested=0.0))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("census.md", [LARGE], governed("ann"))])
    found.add([new_version("mirror.md", [LARGE + " "], governed("ann"))])
    found.add([new_version("visit.md", [SMALL], governed("ann"))])
    found.add([new_version("secret.md", ["The population of Tarnvik was 31 at night."], governed("hr"))])
    return found


def test_both_values_are_shown_with_their_sources_and_none_that_may_not_be_read(store: Store) -> None:
    done = answer(log_over(store), inquiry("What is the population of Tarnvik?"), caller("ann"), contesting(store))
    shown = done.as_json()
    assert shown["decision"]["outcome"] == "CONFLICT"
    sides = shown["conflicts"][0]["sides"]
    assert sorted(side["value"] for side in sides) == ["174", "9,523"]
    assert {side["quote"] for side in sides} == {LARGE, SMALL}
    assert [len(claim["citations"]) for claim in shown["answer"]["claims"]] == [1, 1]
    assert "31" not in str(sides)


def test_a_conflict_replays_from_the_record(store: Store) -> None:
    log = log_over(store)
    done = answer(log, inquiry("What is the population of Tarnvik?"), caller("ann"), contesting(store))
    assert isinstance(done.events[-1], Decided)
    assert isinstance(done.events[-1].decision, Conflicting)
    assert replay_run(log, caller("ann"), done.run).identical


@pytest.mark.parametrize(
    ("question", "one", "two"),
    [
        ("What is the deposit for a key?", "The deposit for a key is 10 euros.", "The deposit for a key is 15 euros."),
        ("How many guests does the inn seat?", "The inn seats 35 guests.", "The inn has seats for 40 guests."),
    ],
)
def test_a_quote_is_not_released_alone_where_another_document_says_otherwise(
    tmp_path: Path, question: str, one: str, two: str
) -> None:
    asked = {}
    for hidden in (False, True):
        (tmp_path / str(hidden)).mkdir()
        store = fresh(tmp_path / str(hidden))
        store.add([new_version("one.md", [one], governed("ann"))])
        store.add([new_version("two.md", [two], governed("hr" if hidden else "ann"))])
        tools = contesting(store)
        tools = replace(tools, tuning=replace(tools.tuning, contradicting=0.0))
        asked[hidden] = answer(log_over(store), inquiry(question), caller("ann"), tools).as_json()
    assert asked[False]["decision"]["outcome"] == "CONFLICT"
    assert {side["quote"] for side in asked[False]["conflicts"][0]["sides"]} == {one, two}
    assert asked[True]["decision"]["outcome"] == "ANSWER" and not asked[True]["conflicts"]


def test_what_hardly_answers_contests_nothing(store: Store) -> None:
    done = answer(log_over(store), inquiry("What is the population of Tarnvik?"), caller("ann"), tools_over(store))
    assert done.as_json()["decision"]["outcome"] != "CONFLICT"


def test_every_part_of_a_question_has_packets_and_a_claim_of_its_own(store: Store) -> None:
    asked = "Who maintains the tower, and when was the tower painted?"
    store.add([new_version("tower.md", ["The harbour office maintains the tower."], governed("ann"))])
    store.add([new_version("paint.md", ["The tower was painted in 1987."], governed("ann"))])
    events = answer(log_over(store), inquiry(asked), caller("ann"), tools_over(store)).events
    packets = next(event for event in events if isinstance(event, Packed)).packets
    assert {one.sub_question for one in packets if one.selected} >= {1, 2}
    claims = next(event for event in events if isinstance(event, Drafted)).claims
    assert [(claim.number, claim.sub_question) for claim in claims] == [(0, 1), (1, 2)]


def test_a_reference_to_nothing_leads_to_a_question_back(store: Store) -> None:
    events = answer(log_over(store), inquiry("Does this still apply?"), caller("ann"), tools_over(store)).events
    assert isinstance(events[-1], Decided)
    assert isinstance(events[-1].decision, Clarify) or not events[-1].released


def test_an_acronym_defined_where_the_caller_may_not_read_changes_nothing(tmp_path: Path) -> None:
    plans = []
    for name, hidden in (("with", "The Data Processing Agreement (DPA) lasts."), ("without", "Nothing is defined.")):
        (tmp_path / name).mkdir()
        store = fresh(tmp_path / name)
        store.add([new_version("dpa.md", ["The DPA binds both sides for two years."], governed("ann"))])
        store.add([new_version("hidden.md", [hidden], governed("hr"))])
        done = answer(log_over(store), inquiry("How long does the DPA bind us?"), caller("ann"), tools_over(store))
        plans.append([event.plan for event in done.events if isinstance(event, Planned)])
        assert len(plans[-1]) == 1
    assert plans[0] == plans[1]


def test_an_acronym_defined_where_the_caller_may_read_adds_a_vote(tmp_path: Path) -> None:
    store = fresh(tmp_path)
    store.add([new_version("dpa.md", ["The Data Processing Agreement (DPA) binds us for two years."], governed("ann"))])
    done = answer(log_over(store), inquiry("How long does the DPA bind us?"), caller("ann"), tools_over(store))
    last = [event.plan for event in done.events if isinstance(event, Planned)][-1]
    assert [part.text.text for part in last.sub_questions if not part.required] == [
        "How long does the Data Processing Agreement bind us?"
    ]
