"""What the best passage refers to is handed to answering with it, if the caller may read it (D3, C2, E3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aver.flows.answering import answer, replay_run
from aver.store.store import Store
from aver.values.events import Packed, Planned
from aver.values.evidence import ChannelResult, EvidencePacket
from aver.values.governance import Eligibility
from aver.values.identity import document_id
from aver.values.inquiry import SubQuestion
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version

QUESTION = "Why was the proposal rejected that the badge plan of 2019 was dropped for?"
NEAR = "The badge plan of 2019 was dropped for the proposal in Plan 31."
FAR = "A poll of the site showed no support."
NOISE = tuple(f"The badge office {number} keeps a proposal about badge colours and why." for number in range(6))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = fresh(tmp_path)
    found.add([new_version("badges-2019.md", [NEAR], governed("ann"))])
    found.add([new_version("plans/plan-0031.md", ["Plan 31 sets out gates.", FAR], governed("ann"))])
    for number, text in enumerate(NOISE):
        found.add([new_version(f"office-{number}.md", [text], governed("ann"))])
    return found


def selected(store: Store, *, follow: bool = True, document: str | None = None) -> list[EvidencePacket]:
    tools = tools_over(store)
    log = log_over(store)
    asked = inquiry(QUESTION, document=document)
    found = answer(log, asked, caller("ann"), tools if follow else replace(tools, refer=None))
    assert replay_run(log, caller("ann"), found.run).verdict == "identical"
    packed = next(event for event in found.events if isinstance(event, Packed))
    return [packet for packet in packed.packets if packet.selected]


def far_end(packets: list[EvidencePacket]) -> list[EvidencePacket]:
    return [packet for packet in packets if packet.passage.uri == "plans/plan-0031.md"]


def test_the_far_end_takes_the_last_place_and_says_how_it_was_found(store: Store) -> None:
    assert far_end(selected(store, follow=False)) == []
    packets = selected(store)
    (far,) = far_end(packets)
    assert packets[0].passage.text.text == NEAR
    assert packets[-1] == far
    assert far.rationale.startswith("in a document that the best passage names")


def test_a_document_that_the_caller_may_not_read_is_no_far_end(tmp_path: Path) -> None:
    hiding = fresh(tmp_path)
    hiding.add([new_version("badges-2019.md", [NEAR], governed("ann"))])
    hiding.add([new_version("plans/plan-0031.md", [FAR], governed("bob"))])
    for number, text in enumerate(NOISE):
        hiding.add([new_version(f"office-{number}.md", [text], governed("ann"))])
    assert selected(hiding) == selected(hiding, follow=False)


def test_a_question_about_one_document_is_led_to_no_other(store: Store) -> None:
    packets = selected(store, document=document_id(tenant="t", uri="badges-2019.md"))
    assert {packet.passage.uri for packet in packets} == {"badges-2019.md"}


def test_each_part_of_a_question_is_looked_for_in_what_the_best_passage_names(store: Store) -> None:
    tools = tools_over(store)
    looked_for: list[str] = []

    def search(eligibility: Eligibility, part: SubQuestion, k: int) -> tuple[ChannelResult, ...]:
        if eligibility.documents == {document_id(tenant="t", uri="plans/plan-0031.md")}:
            looked_for.append(part.text.text)
        return tools.search(eligibility, part, k)

    asked = inquiry("Which proposal was the badge plan of 2019 dropped for, and what did a poll of it show?")
    found = answer(log_over(store), asked, caller("ann"), replace(tools, search=search))
    plan = next(event for event in found.events if isinstance(event, Planned)).plan
    parts = [part.text.text for part in plan.sub_questions if part.required]
    assert len(parts) == 3
    assert looked_for == parts
