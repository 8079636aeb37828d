"""Frozen claims in an answer: evidence, walls, redirects, experts; nothing for whoever may not know of them (J3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.channels.side_by_side import SideBySide
from aver.flows.answering import Answered, answer, replay_run
from aver.flows.ask import AskTools
from aver.flows.claims import author, unfreeze
from aver.flows.packs import pack_named, with_pack
from aver.flows.recalling import Recalling, frozen_source, recalling
from aver.flows.showing_runs import readable_now
from aver.flows.sources import side_by_side, with_sources
from aver.stages.claim_quotes import own_document
from aver.stages.render import render
from aver.stages.transcript import transcript_of
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.answers import ClaimKind
from aver.values.claims import StoredClaim, StoredKind
from aver.values.events import Recalled
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.packs import Pack
from aver.values.sealed import Sealed
from tests.claims.desks import GLASS, a_draft, a_store, caller, desk, governed, live
from tests.flows.asking import BagOfWords, log_over, tools_over

SENSORS = pack_named("sensors")
TRANSPARENT = "material in ['clear_glass', 'pet', 'film']"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return a_store(tmp_path)


def _sources(store: Store) -> SideBySide:
    return side_by_side([frozen_source(ClaimIndex(store), HashEmbedder())], BagOfWords(), seconds=5.0)


def _recalling(store: Store) -> Recalling:
    return Recalling(index=ClaimIndex(store), embedder=HashEmbedder())


def _tools(store: Store) -> AskTools:
    return recalling(with_sources(tools_over(store), _sources(store)), _recalling(store))


def _asked(store: Store, question: str, who: Caller | None = None, *, pack: Pack | None = SENSORS) -> Answered:
    inquiry = Inquiry(question=Sealed(question))
    inquiry = inquiry if pack is None else with_pack(inquiry, pack)
    return answer(log_over(store), inquiry, who or caller("ann", "team"), _tools(store))


def _outcome(given: Answered) -> str:
    return str(given.as_json()["decision"]["outcome"])


def _wall(store: Store, **more: object) -> StoredClaim:
    said = {"kind": StoredKind.CONSTRAINT, "quote": GLASS, "forbids": TRANSPARENT, **more}
    return author(desk(store), a_draft("Clear glass needs the variant.", **said), own=governed("team"))  # type: ignore[arg-type]


def test_a_wall_redirects_to_its_variant_and_cites_the_words_it_rests_on(store: Store) -> None:
    _wall(store, target="NS-C300")

    told = _asked(store, "Which sensor reads clear glass?").as_json()

    assert told["decision"] == {**told["decision"], "outcome": "REDIRECT", "reasons": ["wall"]}
    assert told["redirect"]["variant"] == "NS-C300"
    assert told["redirect"]["citation"]["quote"] == GLASS
    assert told["redirect"]["citation"]["uri"] == "sheet.md"
    assert told["answer"] is None


def test_a_wall_without_a_variant_says_nothing_but_the_rule(store: Store) -> None:
    _wall(store)

    given = _asked(store, "Which sensor reads clear glass?")

    told = given.as_json()
    assert (told["decision"]["outcome"], told["decision"]["reasons"]) == ("ABSTAIN", ["wall"])
    assert f"Clear glass needs the variant.\n“{GLASS}”" in render(given.events)


def test_the_rule_of_a_wall_is_readable_in_its_run_for_as_long_as_it_stands(store: Store) -> None:
    wall, log, ann = _wall(store), log_over(store), caller("ann", "team")
    inquiry = with_pack(Inquiry(question=Sealed("Which sensor reads clear glass?")), SENSORS)
    unsearched = recalling(tools_over(store), _recalling(store))
    run = answer(log, inquiry, ann, unsearched).run

    def readable() -> bool:
        return readable_now(store, log, _sources(store), ann, run, today="2026-06-01")(own_document(wall))

    assert readable()
    unfreeze(desk(store), wall.id)
    assert not readable()


def test_a_wall_stands_from_the_next_question_on_and_is_gone_once_it_is_unfrozen(store: Store) -> None:
    tools = _tools(store)
    inquiry = with_pack(Inquiry(question=Sealed("Which sensor reads clear glass?")), SENSORS)

    def reasons() -> list[str]:
        given = answer(log_over(store), inquiry, caller("ann", "team"), tools)
        return list(given.as_json()["decision"]["reasons"])

    assert "wall" not in reasons()
    wall = _wall(store, target="NS-C300")
    assert reasons() == ["wall"]
    unfreeze(desk(store), wall.id)
    assert "wall" not in reasons()


def test_a_wall_that_the_caller_may_not_know_of_leaves_no_trace(tmp_path: Path) -> None:
    without, with_it = a_store(tmp_path / "a"), a_store(tmp_path / "b")
    hidden = governed("boss")
    draft = a_draft("Clear glass is forbidden.", kind=StoredKind.CONSTRAINT, quote=GLASS, forbids=TRANSPARENT)
    author(desk(with_it, "boss", "boss", "team"), draft, own=hidden)

    told = [_asked(one, "Which sensor reads clear glass?") for one in (without, with_it)]

    assert told[0].events == told[1].events


def test_a_topic_of_the_pack_goes_to_a_person(store: Store) -> None:
    told = _asked(store, "Can the sensor protect people from injury?").as_json()

    assert (told["decision"]["outcome"], told["decision"]["reasons"]) == ("ESCALATE", ["needs_expert"])


def test_a_needs_expert_claim_whose_predicate_holds_goes_to_a_person(store: Store) -> None:
    _wall(store, kind=StoredKind.NEEDS_EXPERT, forbids="", when=TRANSPARENT)

    told = _asked(store, "Which sensor reads clear glass?").as_json()

    assert (told["decision"]["outcome"], told["decision"]["reasons"]) == ("ESCALATE", ["needs_expert"])


def test_a_needs_expert_claim_that_the_question_repeats_goes_to_a_person_without_a_pack(store: Store) -> None:
    said = "Whether bottles may be read in an explosive atmosphere is for an engineer to say."
    author(desk(store), a_draft(said, kind=StoredKind.NEEDS_EXPERT, quote=GLASS), own=governed("team"))

    assert _outcome(_asked(store, said, pack=None)) == "ESCALATE"
    assert _outcome(_asked(store, "range on white paper", pack=None)) != "ESCALATE"


def test_a_fact_whose_predicate_holds_answers_in_the_words_of_whoever_froze_it(store: Store) -> None:
    _wall(store, kind=StoredKind.FACT, forbids="", when=f"task == 'selection' && {TRANSPARENT} && rate <= 40000")

    given = _asked(store, "Which sensor reads clear glass at 20,000 bottles per hour?")
    (claim,) = transcript_of(given.events).released

    assert (claim.kind, claim.text.text) == (ClaimKind.AUTHORED, "Clear glass needs the variant.")
    assert [one.uri.split("/")[0] for one in claim.citations] == ["aver:", "sheet.md"]
    assert "claim" in claim.citations[0].levels


def test_a_condition_that_no_predicate_weighs_is_never_released(store: Store) -> None:
    _wall(store, kind=StoredKind.FACT, forbids="", when=f"task == 'selection' && {TRANSPARENT}")

    given = _asked(store, "Which sensor reads clear glass at 20,000 bottles per hour?")

    assert transcript_of(given.events).released == ()
    assert _outcome(given) in {"ESCALATE", "CLARIFY", "ABSTAIN"}


def test_what_a_fact_waits_for_is_asked_back(store: Store) -> None:
    _wall(store, kind=StoredKind.FACT, forbids="", when=f"task == 'selection' && {TRANSPARENT} && pitch <= 90")

    told = _asked(store, "Which sensor reads clear glass?").as_json()

    if told["decision"]["outcome"] == "CLARIFY":
        assert {one["parameter"] for one in told["clarify"]} <= {"pitch", "rate"}
    recalled = [one for one in _asked(store, "Which sensor reads clear glass?").events if isinstance(one, Recalled)]
    assert [one.missing[0].parameter for one in recalled[0].claims] == ["pitch"]


def test_a_computed_value_goes_to_a_person_and_is_in_no_answer(store: Store) -> None:
    given = _asked(store, "How long is the gap time at a gap of 20 mm and 1.5 m/s for a sensor of bottles?")

    drafted = transcript_of(given.events).drafted
    assert any(one.kind is ClaimKind.COMPUTED and "40/3" in one.text.text for one in drafted)
    assert _outcome(given) in {"ESCALATE", "ABSTAIN"}
    assert transcript_of(given.events).released == ()


def test_a_frozen_fact_is_found_as_evidence_without_a_pack(store: Store) -> None:
    live(desk(store), GLASS)

    given = _asked(store, "Which variant does clear glass need?", pack=None)

    uris = {packet.passage.uri.split("/")[0] for packet in transcript_of(given.events).packets}
    assert "aver:" in uris
    assert "aver:" not in {
        packet.passage.uri.split("/")[0]
        for packet in transcript_of(
            _asked(store, "Which variant does clear glass need?", caller("eve", "others"), pack=None).events
        ).packets
    }


def test_a_run_with_frozen_claims_replays_byte_for_byte(store: Store) -> None:
    _wall(store, target="NS-C300")
    who = caller("ann", "team")
    given = _asked(store, "Which sensor reads clear glass?", who)

    assert replay_run(log_over(store), who, given.run).identical
