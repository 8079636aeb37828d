"""For each group of cues: a claim that loses or gains one is caught, and its words in another sense pass."""

from __future__ import annotations

from itertools import pairwise

import pytest

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.cues import cues_in
from aver.stages.force.compare import compare
from aver.stages.force.statement import read

SAID = {
    "en": "the committee {} supports the small theatre in the valley",
    "de": "der Ausschuss unterstützt {} das kleine Theater im Tal",
}
HEDGES = {
    "en": "conceivably; presumably; seemingly; reportedly; in all probability; by all accounts; arguably; feasibly; "
    "to the best of our knowledge; hopefully; ostensibly; on the face of it",
    "de": "wohl; scheinbar; mutmaßlich; womöglich; dem Vernehmen nach; aller Voraussicht nach; soweit ersichtlich; "
    "evtl.; unter Umständen; gerüchteweise; gewissermaßen; hoffentlich",
}
QUANTIFIERS = {
    "en": "now and again; every so often; once in a blue moon; off and on; as often as not; by and large; "
    "in the ordinary course; to a limited extent; on rare occasions; under certain conditions",
    "de": "bisweilen; ab und an; dann und wann; von Fall zu Fall; des Öfteren; im Regelfall; für gewöhnlich; "
    "ansatzweise; in seltenen Fällen; unter gewissen Voraussetzungen",
}
LIMITS = {
    "en": "for the time being; until further notice; on a trial basis; as matters stand; pro tem; meanwhile",
    "de": "bis auf Weiteres; vorerst; übergangsweise; auf Probe; behelfsmäßig; interimistisch; einstweilen",
}
BOOSTERS = {
    "en": "indubitably; unquestionably; beyond a shadow of a doubt; inexorably; unequivocally; in perpetuity; "
    "without a break; in every respect; without exception",
    "de": "zweifelsohne; unweigerlich; ohne jeden Zweifel; mit absoluter Gewissheit; auf immer und ewig; pausenlos; "
    "ohne Wenn und Aber; ausnahmslos; durch die Bank",
}


def _each(groups: dict[str, str]) -> list[tuple[str, str]]:
    return [(language, words) for language, group in groups.items() for words in group.split("; ")]


def _with(language: str, words: str) -> tuple[str, str]:
    bare = SAID[language].format("").replace("  ", " ")
    return bare.capitalize() + ".", SAID[language].format(words).capitalize() + "."


@pytest.mark.parametrize(("language", "words"), [*_each(HEDGES), *_each(QUANTIFIERS), *_each(LIMITS)])
def test_a_claim_that_drops_a_hedge_a_quantifier_or_a_limit_in_time_says_too_much(language: str, words: str) -> None:
    bare, weak = _with(language, words)
    assert compare(bare, weak).raises
    assert compare(weak, bare).raises == ()


@pytest.mark.parametrize(("language", "words"), _each(BOOSTERS))
def test_a_claim_that_adds_a_booster_says_too_much(language: str, words: str) -> None:
    bare, strong = _with(language, words)
    assert compare(strong, bare).raises
    assert compare(bare, strong).raises == ()


@pytest.mark.parametrize("groups", [HEDGES, LIMITS])
@pytest.mark.parametrize("language", ["en", "de"])
def test_cues_of_one_level_stand_for_one_another(language: str, groups: dict[str, str]) -> None:
    levels: dict[tuple[str, int], list[str]] = {}
    for words in groups[language].split("; "):
        sentence = _with(language, words)[1]
        cue = next(cue for cue in cues_in(sentence, language) if cue.axis is not Axis.RELATION)  # type: ignore[arg-type]
        levels.setdefault((cue.axis, cue.level), []).append(sentence)
    pairs = [(one, other) for alike in levels.values() for one, other in pairwise(alike)]
    assert pairs
    assert all(compare(one, other).raises == () for one, other in pairs)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The museum opens on Mondays.", "The museum opens on Mondays in May."),
        ("The school belongs to the old convent.", "The school is part of the old convent."),
        ("Visitors rest in the room on the ground floor.", "Visitors rest in the common room on the ground floor."),
        ("She carried a can of red paint to the shed.", "She carried a can of red paint to the shed again."),
        ("A third party pays the damage to the roof.", "A third party pays the damage to the old roof."),
        ("The name appears in the register of the club.", "The name also appears in the register of the club."),
        ("Das Haus dient dem Wohl der Kinder im Dorf.", "Das alte Haus dient dem Wohl der Kinder im Dorf."),
        ("Die Gäste fühlen sich wohl in dem Haus am See.", "Die Gäste fühlen sich sehr wohl in dem Haus am See."),
        ("Der Verein nimmt Anträge am Schalter an.", "Der Verein nimmt seine Anträge am Schalter an."),
        ("Das Team löst die Aufgabe in der Halle.", "Das Team löst seine Aufgabe in der Halle."),
        ("Der Zoll hält die Tür für Gäste offen.", "Der Zoll hält die Tür auch für Gäste offen."),
    ],
)
def test_the_same_words_in_another_sense_are_no_cue(claim: str, evidence: str) -> None:
    modal = [found for found in compare(claim, evidence).raises if found.instead.lower() not in ("in may",)]
    assert modal == []


@pytest.mark.parametrize(
    ("text", "language", "no_cue"),
    [
        ("It closes in May and June.", "en", "May"),
        ("Each can of paint weighs little.", "en", "can"),
        ("The plan of the house hangs there.", "en", "plan"),
        ("It accounts for 30 % of the sum.", "en", "accounts for"),
        ("A visit lasting 2 hours.", "en", "lasting"),
        ("The former is older.", "en", "former"),
        ("Es dient zum Wohl aller.", "de", "Wohl"),
        ("Er zahlt in Raten.", "de", "Raten"),
        ("Er zahlt, es sei denn, er ist krank.", "de", "sei"),
        ("Das ist eher als gestern fertig.", "de", "eher"),
    ],
)
def test_a_word_in_another_sense_is_left_out_of_the_statement(text: str, language: str, no_cue: str) -> None:
    place = text.index(no_cue)
    assert any(cue.start == place for cue in cues_in(text, language))  # type: ignore[arg-type]
    assert not any(cue.start == place for cue in read(text, language).cues)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Damp makes mould happen in old cellars.", "Damp goes together with mould in old cellars."),
        ("Damp brings mould about in old cellars.", "Damp and mould coexist in old cellars."),
        ("Damp engenders mould in old cellars.", "Damp is intertwined with mould in old cellars."),
        ("Damp is the culprit behind mould in cellars.", "Damp is correlated with mould in cellars."),
        (
            "Die Nässe löst in den alten Kellern Schimmel aus.",
            "Die Nässe geht in den alten Kellern mit Schimmel einher.",
        ),
        ("Nässe zieht in alten Kellern Schimmel nach sich.", "Nässe hängt in alten Kellern mit Schimmel zusammen."),
        ("Die Nässe bringt in den Kellern Schimmel mit sich.", "Die Nässe ist in den Kellern mit Schimmel verknüpft."),
        ("Die Nässe führt in den Kellern zu Schimmel.", "Die Nässe korreliert in den Kellern mit Schimmel."),
    ],
)
def test_a_cause_in_any_words_is_more_than_an_association(claim: str, evidence: str) -> None:
    assert "relation" in [found.axis for found in compare(claim, evidence).raises]
    assert compare(evidence, claim).raises == ()
