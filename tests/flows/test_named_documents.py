"""What a question names by file name or title is searched for itself, if the caller may read it (D3, C2, E3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aver.flows.answering import answer, replay_run
from aver.store.store import Store
from aver.values.events import Packed, Retrieved
from aver.values.evidence import ChannelResult, EvidencePacket
from aver.values.governance import Eligibility
from aver.values.identity import document_id
from aver.values.sealed import Sealed
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version

QUESTION = "Plan 31 says that another plan delivers many of its benefits; which one?"
SAID = "A large share of what gates would bring is had more cheaply by turnstiles, see Plan 9."
NOISE = tuple(
    f"Another plan delivers many benefits, says the office for plan {number} of benefits." for number in range(60)
)
NAMED = "plans/plan-0031.md"


def filled(home: Path, *, reader: str = "ann") -> Store:
    store = fresh(home)
    store.add([new_version(NAMED, [SAID], governed(reader))])
    for number, text in enumerate(NOISE):
        store.add([new_version(f"office-{number}.md", [text], governed("ann"))])
    return store


def asked(
    store: Store, question: str = QUESTION, *, naming: bool = True, document: str | None = None
) -> tuple[tuple[ChannelResult, ...], tuple[EvidencePacket, ...]]:
    tools = tools_over(store)
    log = log_over(store)
    tools = tools if naming else replace(tools, refer=None)
    found = answer(log, inquiry(question, document=document), caller("ann"), tools)
    assert replay_run(log, caller("ann"), found.run).verdict == "identical"
    (retrieved,) = (event for event in found.events if isinstance(event, Retrieved))
    (packed,) = (event for event in found.events if isinstance(event, Packed))
    return retrieved.channels, packed.packets


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return filled(tmp_path)


def test_the_named_document_is_packed_though_many_others_resemble_the_question_more(store: Store) -> None:
    _, without = asked(store, naming=False)
    _, packets = asked(store)
    assert NAMED not in {packet.passage.uri for packet in without}
    assert NAMED in {packet.passage.uri for packet in packets}


def test_the_run_says_which_documents_were_searched_for_themselves(store: Store) -> None:
    channels, _ = asked(store)
    named = (document_id(tenant="t", uri=NAMED),)
    assert {(result.channel, result.within) for result in channels} >= {("lexical", ()), ("lexical", named)}


def test_a_question_that_names_nothing_is_searched_once(store: Store) -> None:
    channels, _ = asked(store, "Which plan delivers many of its benefits?")
    assert {result.within for result in channels} == {()}


def test_a_question_to_one_document_searches_no_other(store: Store) -> None:
    channels, packets = asked(store, document=document_id(tenant="t", uri="office-3.md"))
    assert {result.within for result in channels} == {()}
    assert {packet.passage.uri for packet in packets} == {"office-3.md"}


def test_words_are_as_rare_in_a_question_to_one_document_as_in_one_to_all_that_may_be_read(store: Store) -> None:
    tools, asked_of, weighed = tools_over(store), document_id(tenant="t", uri="office-3.md"), []

    def weights(eligible: Eligibility, question: Sealed) -> tuple[float, ...]:
        weighed.append(tools.weights(eligible, question))
        return weighed[-1]

    for document in (None, asked_of):
        answer(log_over(store), inquiry(QUESTION, document=document), caller("ann"), replace(tools, weights=weights))
    assert len(set(weighed)) == 1 and len(set(weighed[0])) > 1


def test_a_named_document_that_the_caller_may_not_read_changes_nothing(tmp_path: Path) -> None:
    hiding = filled(tmp_path, reader="bob")
    assert asked(hiding) == asked(hiding, naming=False)
