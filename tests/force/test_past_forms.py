"""A past told as present is a raise for full verbs too, strong and weak, in both languages; adjectives are no verbs."""

from __future__ import annotations

import pytest

from aver.stages.force.compare import compare
from aver.stages.force.past_forms import past_only, pasts_of


@pytest.mark.parametrize(
    ("claim", "evidence", "verb"),
    [
        (
            "Der Verein zahlt den Mitgliedern einen Zuschuss.",
            "Der Verein zahlte den Mitgliedern einen Zuschuss.",
            "zahlt",
        ),
        ("Die Vereine zahlen den Gästen die Fahrt.", "Die Vereine zahlten den Gästen die Fahrt.", "zahlen"),
        ("Die Firmen arbeiten an der neuen Brücke.", "Die Firmen arbeiteten an der neuen Brücke.", "arbeiten"),
        ("Die Stadt hält einen Anteil am Hafen.", "Die Stadt hielt einen Anteil am Hafen.", "hält"),
        ("Die Busse fahren von der Brücke zum Markt.", "Die Busse fuhren von der Brücke zum Markt.", "fahren"),
        ("The club holds meetings in the hall.", "The club held meetings in the hall.", "holds"),
        ("The clubs choose a speaker for the hall.", "The clubs chose a speaker for the hall.", "choose"),
        ("The members require a permit for the lake.", "The members required a permit for the lake.", "require"),
        ("The board carries the costs of the lake.", "The board carried the costs of the lake.", "carries"),
        ("The board permits boats on the lake.", "The board permitted boats on the lake.", "permits"),
    ],
)
def test_an_event_of_the_past_told_in_the_present_is_a_raise_in_time(claim: str, evidence: str, verb: str) -> None:
    assert [(found.axis, claim[found.start : found.end]) for found in compare(claim, evidence).raises] == [
        ("temporal", verb)
    ]
    assert compare(evidence, evidence).raises == ()


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Der Vertrag mit dem Verein ist befristet.", "Der befristete Vertrag ist mit dem Verein."),
        ("Der erste Plan mit dem Verein ist leicht.", "Der erste, leichte Plan ist mit dem Verein."),
        ("Das Mitglied muss den Beitrag zahlen.", "Das Mitglied muss den Beitrag zahlen, den es zahlte."),
        ("Der Verein hat den Beitrag gezahlt.", "Der Verein zahlte den Beitrag."),
        ("The fee that members pay covers the lake.", "The fee paid by members covers the lake."),
        ("The hall holds the books.", "The books are held in the hall."),
        ("The rules require a permit.", "A permit is required by the rules."),
    ],
)
def test_a_participle_an_adjective_or_an_infinitive_is_no_past(claim: str, evidence: str) -> None:
    assert "temporal" not in [found.axis for found in compare(claim, evidence).raises]


@pytest.mark.parametrize(
    ("present", "past", "language"),
    [
        ("geht", "ging", "de"),
        ("gehen", "gingen", "de"),
        ("bringen", "brachten", "de"),
        ("verlangt", "verlangte", "de"),
        ("leiten", "leiteten", "de"),
        ("undergoes", "underwent", "en"),
        ("flies", "flew", "en"),
        ("tries", "tried", "en"),
        ("stop", "stopped", "en"),
        ("uses", "used", "en"),
    ],
)
def test_the_past_is_found_for_a_present(present: str, past: str, language: str) -> None:
    assert past in pasts_of(present, language)  # type: ignore[arg-type]
    assert present not in pasts_of(present, language)  # type: ignore[arg-type]


def test_a_form_that_is_also_a_participle_shows_no_past_alone() -> None:
    assert {"went", "wrote"} <= past_only("en")
    assert not {"held", "paid", "found"} & past_only("en")
    assert {"ging", "gingen", "wusste"} <= past_only("de")


@pytest.mark.parametrize("word", ["erst", "leicht", "gut"])
def test_an_adjective_in_t_has_no_past(word: str) -> None:
    assert pasts_of(word, "de") == frozenset()
