"""A claim above its evidence on any axis is named; weaker, equal and reworded ones pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.evals.force_pairs import made_pairs, pair_row
from aver.evals.force_wordings import DEVELOPMENT
from aver.evals.laundering import OVERCLAIMED, SUPPORTED
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import Language
from aver.stages.force.compare import compare
from aver.stages.force.weaker import overreaches, weaker_wording
from tests.force.authored import PAIRS

SENTENCES: tuple[tuple[Language, str], ...] = (
    ("en", "The museum is open to visitors from the neighbouring villages on weekdays."),
    ("en", "The pumps are inspected by the technical department and the safety officer."),
    ("en", "The library has a reading room with 48 seats for members of the association."),
    ("en", "Some trees on the northern slope may lose their leaves in a dry summer."),
    ("en", "Most volunteers usually arrive an hour before the doors are opened."),
    ("en", "The parcels are currently stored in the old hall behind the railway station."),
    ("de", "Das Museum ist an Werktagen für Besucher aus den Nachbardörfern und der Stadt geöffnet."),
    ("de", "Die Pumpen werden von der technischen Abteilung und dem Sicherheitsbeauftragten geprüft."),
    ("de", "Der Lesesaal hat 48 Plätze für Mitglieder des Vereins und ihre Familien."),
    ("de", "Einige Bäume am Nordhang können in einem trockenen Sommer ihre Blätter verlieren."),
    ("de", "Viele Freiwillige kommen häufig eine Stunde vor der Öffnung in den Saal."),
)
TEXT = st.text(alphabet=st.characters(codec="utf-8"), max_size=120)
_SAID = "The a may must not all some only until 5 about % km drug causes is was in 2019 , . unless nicht nur kann alle"
WORDS = st.lists(st.sampled_from(_SAID.split()), max_size=40).map(" ".join)


@given(TEXT | WORDS, TEXT | WORDS)
def test_any_two_texts_can_be_compared_and_every_span_lies_in_the_claim(claim: str, evidence: str) -> None:
    force = compare(claim, evidence)
    assert 0 <= force.support <= 1
    assert all(0 <= one.start <= one.end <= len(claim) for one in (*force.raises, *force.contradictions))


@given(TEXT | WORDS)
def test_a_text_has_no_more_force_than_itself(text: str) -> None:
    force = compare(text, text)
    assert (force.raises, force.contradictions) == ((), ())


@given(WORDS, WORDS)
def test_a_wording_is_offered_exactly_where_something_is_raised(claim: str, evidence: str) -> None:
    assert (weaker_wording(claim, evidence) is None) == (not compare(claim, evidence).raises)


@pytest.mark.parametrize(
    ("claim", "evidence", "axis", "words", "offered"),
    [
        ("The drug reduces pain.", "The drug may reduce pain.", "modality", "reduces", "The drug may reduces pain."),
        ("All users agreed.", "Most users agreed.", "scope", "All", "Most users agreed."),
        ("It takes 5 days.", "It takes about 5 days.", "numeric", "5 days", "It takes about 5 days."),
        ("It is closed for good and permanently.", "It is closed until 2026.", "temporal", None, None),
        ("Tea causes calm.", "Tea is associated with calm.", "relation", "causes", None),
        (
            "Refunds take 14 days.",
            "Refunds take 14 days, unless the item is used.",
            "scope",
            "",
            "Refunds take 14 days unless the item is used.",
        ),
        ("Alle Gäste zahlen.", "Die meisten Gäste zahlen.", "scope", "Alle", "Die meisten Gäste zahlen."),
    ],
)
def test_the_axis_and_the_words_are_named_and_a_weaker_wording_is_offered(
    claim: str, evidence: str, axis: str, words: str | None, offered: str | None
) -> None:
    force = compare(claim, evidence)
    assert force.axis == axis
    assert words is None or overreaches(claim, force)[0].words == words
    wording = weaker_wording(claim, evidence)
    assert wording is not None
    assert offered is None or wording == offered


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The drug might reduce pain.", "The drug may reduce pain."),
        ("Some users agreed.", "Most users agreed."),
        ("It takes roughly 5 days.", "It takes 5 days."),
        ("It takes at least 3 days.", "It takes 5 days."),
        ("It takes 0.5 h.", "It takes 30 minutes."),
        ("Tea is associated with calm.", "Tea causes calm."),
        ("Only adults may enter.", "Only adults can enter."),
        ("Manche Gäste zahlen.", "Die meisten Gäste zahlen."),
        ("Das Tor kann klemmen.", "Das Tor könnte klemmen."),
    ],
)
def test_a_weaker_or_equal_claim_passes(claim: str, evidence: str) -> None:
    force = compare(claim, evidence)
    assert (force.comparable, force.raises, force.contradictions) == (True, (), ())


@pytest.mark.parametrize(
    ("claim", "evidence", "kind"),
    [
        ("The board does not meet.", "The board does meet.", "negation"),
        ("The board meets in public.", "The board does not meet in public.", "negation"),
        ("Prices increased in May.", "Prices decreased in May.", "opposite"),
        ("The letter went to Lisbon by post.", "The letter went to Madrid by post.", "name"),
        ("Der Antrag ist nicht zulässig.", "Der Antrag ist zulässig.", "negation"),
    ],
)
def test_a_claim_turned_against_its_evidence_is_a_contradiction(claim: str, evidence: str, kind: str) -> None:
    assert [found.kind for found in compare(claim, evidence).contradictions] == [kind]


def test_an_observational_study_never_carries_a_cause_and_a_randomised_one_does() -> None:
    observed = "In this cohort study, smoking causes more cavities."
    randomised = "In this randomised controlled trial, smoking causes more cavities."
    assert compare("Smoking causes more cavities.", observed).axis is Axis.RELATION
    assert compare("Smoking causes more cavities.", randomised).axis is not Axis.RELATION


def test_texts_in_different_languages_or_with_little_in_common_are_not_compared() -> None:
    assert not compare("Die Katze ist auf dem Dach.", "The cat is on the roof of the house.").comparable
    assert not compare("Bees like blue flowers.", "The council met in March.").comparable


def test_of_the_pairs_written_by_hand_few_violate_monotonicity_and_few_honest_claims_are_refused() -> None:
    scores = [(axis, compare(level, evidence), compare(raised, evidence)) for axis, evidence, level, raised in PAIRS]
    assert sum(level.support <= raised.support for _, level, raised in scores) <= 0.1 * len(PAIRS)
    assert sum(bool(level.raises or level.contradictions) for _, level, _ in scores) <= 0.1 * len(PAIRS)
    assert sum(raised.axis == axis for axis, _, raised in scores) >= 0.85 * len(PAIRS)


def test_generated_pairs_are_labelled_on_all_axes_in_both_languages_and_mostly_told_apart() -> None:
    made = made_pairs(SENTENCES, DEVELOPMENT, per_wording=2)
    assert {(item.axis, item.language) for item in made} == {(axis, lang) for axis in Axis for lang in ("en", "de")}
    assert made == made_pairs(SENTENCES, DEVELOPMENT, per_wording=2)
    assert all(pair_row(item).startswith("{") for item in made)
    caught = [bool(compare(i.claim, i.cited_span).raises) for i in made if i.label == OVERCLAIMED]
    refused = [bool(compare(i.claim, i.cited_span).raises) for i in made if i.label == SUPPORTED]
    assert sum(caught) >= 0.9 * len(caught)
    assert sum(refused) <= 0.06 * len(refused)


def test_a_long_text_is_compared_in_bounded_time() -> None:
    evidence = "The rule may apply to some members of the club. " * 400
    assert compare("The rule applies to all members of the club.", evidence).raises
    assert compare("a b " * 3000, "b a " * 3000).support <= 1
