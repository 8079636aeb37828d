"""Which passages become packets: relevant, current first, not said twice, few, and each with its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aver.stages.analyser import term_keys
from aver.stages.fusion import Fused
from aver.stages.relevance import Logistic, crosses, question_terms
from aver.stages.selection import (
    Blend,
    Place,
    Scored,
    choose,
    rescored,
    retargeted,
    score_candidates,
    with_referred,
    with_replacing,
)
from aver.values.evidence import Freshness, Passage
from aver.values.pairs import Reading
from aver.values.sealed import Sealed
from tests.stages.evidence import passage

BLEND = Blend(relevance=Logistic(weights=(("coverage", 4.0),), bias=-2.0), prior=0.0, k=10, threshold=0.2)


def fused(chunk: str) -> Fused:
    """Return `chunk` as a fused hit of the lexical channel."""
    return Fused(chunk=chunk, score=0.1, scores=(("lexical", 1.0),), ranks=(("lexical", 0, 1),))


def scored(chunk: str, relevance: float, **changes: Any) -> Scored:
    """Return a candidate whose score is its relevance; its text is its own unless given."""
    words = str(changes.pop("words", f"{chunk} alone says {chunk}x {chunk}y {chunk}z"))
    held: Passage = passage(words, chunk=chunk, version=f"ver_{chunk}", **changes)
    return Scored(fused=fused(chunk), passage=held, relevance=relevance, score=relevance)


def at(k: int, threshold: float = 0.2, *, depth: int | None = None) -> Place:
    """Return a place for `k` selected packets, as many packed unless `depth` says more."""
    return Place(k=k, depth=depth or k, threshold=threshold)


def reasons(candidates: tuple[Scored, ...], *, k: int = 4, threshold: float = 0.2) -> dict[str, str]:
    """Return the reason of each candidate."""
    return {one.chunk: one.reason for one in choose(candidates, place=at(k, threshold))[0]}


def test_a_passage_in_another_language_is_judged_by_the_model_for_that() -> None:
    held = {
        "en": passage("The warranty of the pump ends after two years if it is kept dry.", chunk="en"),
        "de": passage("Die Garantie der Pumpe endet nach zwei Jahren.", chunk="de"),
    }
    asked = "Wie lange gilt die Garantie der Pumpe?"
    terms = question_terms(asked, [1.0] * len(set(term_keys(asked))))
    found = [replace(fused(name), scores=(("dense", 0.5),)) for name in held]

    def judged(blend: Blend) -> dict[str, float]:
        return {one.fused.chunk: one.relevance for one in score_candidates(found, held, terms, blend)}

    crossing = Logistic(weights=(("cosine", 4.0),), bias=0.0)
    with_it, without = judged(replace(BLEND, crossing=crossing)), judged(BLEND)
    assert with_it["en"] == crossing.probability({"cosine": 0.5}) > without["en"]
    assert with_it["de"] == without["de"]


def test_a_name_makes_no_passage_one_of_another_language() -> None:
    terms = question_terms("When was it created?", [1.0] * len(set(term_keys("When was it created?"))))
    assert not crosses(terms, passage("Author: Martin von der Heide\nCreated: 2009"))
    assert crosses(terms, passage("Der Autor ist Martin von der Heide."))


def test_a_passage_that_covers_the_question_goes_before_a_better_fused_one() -> None:
    held = {"a": passage("Nothing of it.", chunk="a"), "b": passage("The glass breaks.", chunk="b")}
    found = score_candidates([fused("a"), fused("b")], held, question_terms("glass", [1.0]), BLEND)
    assert [one.fused.chunk for one in found] == ["b", "a"]


def test_a_hit_that_was_not_fetched_is_left_out() -> None:
    found = score_candidates([fused("a"), fused("b")], {"b": passage(chunk="b")}, question_terms("", []), BLEND)
    assert [one.fused.chunk for one in found] == ["b"]


def test_equal_scores_are_ordered_by_chunk() -> None:
    held = {name: passage(chunk=name) for name in "cab"}
    found = score_candidates([fused(name) for name in "cab"], held, question_terms("glass", [1.0]), BLEND)
    assert [one.fused.chunk for one in found] == ["a", "b", "c"]


def test_only_the_first_k_become_packets() -> None:
    candidates = tuple(scored(name, 0.9) for name in "abc")
    assert reasons(candidates, k=2)["c"] == "beyond the first 2"
    assert [selected for _, selected in choose(candidates, place=at(2, depth=2))[1]] == [True, True]


def test_what_comes_next_is_packed_unselected_down_to_the_depth() -> None:
    candidates = tuple(scored(name, 0.9) for name in "abcd")
    found, packed = choose(candidates, place=at(2, depth=3))
    assert [selected for _, selected in packed] == [True, True, False]
    assert [one.reason for one in found] == ["selected", "selected", "beyond the first 2", "beyond the first 3"]


def test_a_packet_below_the_threshold_is_kept_but_not_selected() -> None:
    candidates, chosen = choose((scored("a", 0.1),), place=at(4))
    assert [one.selected for one in candidates] == [False]
    assert candidates[0].reason == "below the relevance threshold"
    assert len(chosen) == 1


def test_text_that_is_said_already_is_dropped() -> None:
    twice = (scored("a", 0.9, words="Refunds take two weeks."), scored("b", 0.8, words="Refunds take two weeks."))
    assert reasons(twice) == {"a": "selected", "b": "repeats a better passage"}


def test_a_passage_that_overlaps_a_better_one_by_half_is_dropped() -> None:
    first = scored("a", 0.9, start=0, words="one two three four five six")
    second = scored("b", 0.8, start=4, words="two three four five six seven")
    second = Scored(
        fused=second.fused,
        passage=passage(second.passage.text.text, chunk="b", version="ver_a", start=4),
        relevance=0.8,
        score=0.8,
    )
    assert reasons((first, second))["b"] == "overlaps a better passage"


def test_the_readable_successor_goes_before_what_it_replaced() -> None:
    old = scored("old", 0.9, freshness=Freshness.SUPERSEDED, uri="v1.md", document="doc_old")
    new = scored("new", 0.4, uri="v2.md", document="doc_new")
    other = scored("other", 0.8, uri="x.md", document="doc_x")
    placed = retargeted((old, other, new), {"v1.md": "doc_new"}, (new,))
    assert [one.fused.chunk for one in placed] == ["new", "old", "other"]


def test_a_superseded_passage_without_a_successor_stays_where_it_was() -> None:
    old = scored("old", 0.9, freshness=Freshness.SUPERSEDED, uri="v1.md")
    assert retargeted((old,), {}, ()) == (old,)


@given(
    relevances=st.lists(st.floats(0, 1), max_size=8),
    k=st.integers(1, 6),
    threshold=st.floats(0, 1),
)
def test_every_candidate_leaves_with_a_reason_and_selected_ones_are_relevant(
    relevances: list[float], k: int, threshold: float
) -> None:
    given_ones = tuple(scored(f"c{number}", value) for number, value in enumerate(relevances))
    candidates, chosen = choose(given_ones, place=at(k, threshold, depth=k))
    assert [one.chunk for one in candidates] == [one.fused.chunk for one in given_ones]
    assert all(one.reason for one in candidates)
    assert all(one.relevance >= threshold for one in candidates if one.selected)
    assert len(chosen) <= k
    assert {one.chunk for one in candidates if one.selected} <= {one.fused.chunk for one, _ in chosen}


@given(texts=st.lists(st.sampled_from(["one two", "one two", "three four five", "six"]), max_size=6))
def test_no_two_packets_say_the_same(texts: list[str]) -> None:
    given_ones = tuple(scored(f"c{number}", 0.9, words=text) for number, text in enumerate(texts))
    said = [one.passage.text for one, _ in choose(given_ones, place=at(6, 0.0))[1]]
    assert len(said) == len({text.text for text in said if isinstance(text, Sealed)})


def test_candidates_that_were_read_are_ordered_by_their_readings_and_come_before_the_unread() -> None:
    model = Logistic(weights=(("answers", 8.0),), bias=-4.0)
    blend = Blend(relevance=Logistic(weights=(), bias=0.0), prior=0.0, k=10, threshold=0.0, reread=model, read=2)
    first, second, third = (scored(name, value) for name, value in (("a", 0.9), ("b", 0.8), ("c", 0.95)))
    readings = {
        "a": Reading(relevance=0.5, answerable=0.1, start=None, end=None, margin=-2.0),
        "b": Reading(relevance=0.5, answerable=0.9, start=0, end=3, margin=2.0),
    }
    found = rescored((first, second, third), readings, blend)
    assert [one.fused.chunk for one in found] == ["b", "a", "c"]
    assert [one.reading for one in found] == [readings["b"], readings["a"], None]


def test_without_a_fitted_reader_or_readings_nothing_moves() -> None:
    given_ones = (scored("a", 0.2), scored("b", 0.8))
    read = {"a": Reading(relevance=1.0, answerable=1.0, start=0, end=1, margin=9.0)}
    assert rescored(given_ones, read, BLEND) == given_ones
    assert rescored(given_ones, {}, replace(BLEND, reread=BLEND.relevance)) == given_ones


def order(candidates: tuple[Scored, ...], *, place: Place) -> list[tuple[str, bool]]:
    """Return what is packed, and whether it is selected."""
    return [(one.fused.chunk, selected) for one, selected in choose(candidates, place=place)[1]]


def far() -> Scored:
    return replace(scored("far", 0.01), led_by="in a document that the best passage names")


def test_what_the_best_passage_refers_to_gets_the_last_place_however_little_it_resembles_the_question() -> None:
    place = at(3, depth=5)
    found = tuple(scored(name, relevance) for name, relevance in (("a", 0.9), ("b", 0.5), ("c", 0.4), ("d", 0.3)))
    away = far()
    expected = [("a", True), ("b", True), ("far", True), ("c", False), ("d", False)]
    assert order(with_referred(found, away, place), place=place) == expected
    assert order(with_referred((*found, away), away, place), place=place) == expected


def test_what_it_refers_to_keeps_a_better_place_and_takes_none_where_nothing_is_relevant() -> None:
    place = at(3)
    found = scored("a", 0.9), scored("b", 0.5), scored("c", 0.4)
    assert with_referred(found, found[1], place) == found
    hopeless = scored("a", 0.1), scored("b", 0.05)
    assert with_referred(hopeless, far(), place) == hopeless


def test_what_repeats_or_overlaps_a_better_passage_takes_no_place_ahead_of_what_it_refers_to() -> None:
    place = at(3, depth=4)
    twice = scored("b", 0.5, words="a alone says ax ay az")
    found = scored("a", 0.9), twice, scored("c", 0.4), scored("d", 0.3)
    assert order(with_referred(found, far(), place), place=place) == [
        ("a", True),
        ("c", True),
        ("far", True),
        ("d", False),
    ]


def test_what_replaces_a_value_that_is_handed_to_answering_is_packed_however_it_ranks() -> None:
    place = at(1, depth=2)
    said = scored("a", 0.9, words="The excess for goods is £250 a year.")
    amending = scored("z", 0.01, words="Endorsement 2: the excess for goods is raised from £250 to £400.")
    found = said, scored("b", 0.5), scored("c", 0.4), amending
    assert order(with_replacing(found, place), place=place) == [("a", True), ("z", False)]
    assert with_replacing(found[:3], place) == found[:3]
