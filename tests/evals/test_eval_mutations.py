"""Every mutation alters its atom, and the checks notice."""

from __future__ import annotations

import random

import pytest

from aver.evals.laundering import BlindPair
from aver.evals.laundering_check import check_pair
from aver.evals.mutations import Mutation, Source, altered, names_in
from aver.stages.atoms.language import Language

CLAIMS: dict[Mutation, tuple[tuple[Language, str], ...]] = {
    Mutation.NUMBER: (("en", "The hall seats 240 people in the evening."), ("de", "Der Saal hat 240 Plätze am Abend.")),
    Mutation.UNIT: (("en", "The course lasts 12 weeks in total."), ("de", "Der Kurs dauert 12 Wochen in der Stadt.")),
    Mutation.DATE: (("en", "The bridge was rebuilt in 1987 by the city."), ("de", "Die Brücke wurde 1987 neu gebaut.")),
    Mutation.ENTITY: (("en", "The parcel was sent to Lisbon by the museum."),),
    Mutation.NEGATION: (
        ("en", "The garden is open to visitors."),
        ("en", "The garden is not open to visitors."),
        ("de", "Der Garten ist für Gäste geöffnet."),
        ("de", "Der Garten ist nicht geöffnet."),
    ),
    Mutation.QUANTIFIER: (("en", "In May some members left the club."), ("de", "Im Mai gingen viele Mitglieder.")),
    Mutation.EXCEPTION: (
        ("en", "Visitors may take photographs, unless a sign forbids it."),
        ("de", "Besucher dürfen das Haus betreten, es sei denn, es brennt."),
    ),
}
NAMES = names_in(["He went to Madrid by train.", "She lives in Oslo with friends."])


@pytest.mark.parametrize("kind", list(Mutation))
def test_a_mutated_claim_differs_and_is_refused_while_the_untouched_one_is_supported(kind: Mutation) -> None:
    for language, claim in CLAIMS[kind]:
        changed = altered(kind, Source(claim=claim, language=language, names=NAMES), random.Random(5))
        assert changed is not None
        assert changed != claim
        assert check_pair(BlindPair(id="x", claim=claim, cited_span=claim)).verdict == "supported"
        assert check_pair(BlindPair(id="x", claim=changed, cited_span=claim)).verdict != "supported", changed


@pytest.mark.parametrize("kind", list(Mutation))
def test_a_claim_without_the_atom_is_left_alone(kind: Mutation) -> None:
    assert altered(kind, Source(claim="Rain falls.", language="en"), random.Random(5)) is None


def test_a_bounded_number_is_not_altered_since_a_wider_bound_may_still_follow() -> None:
    source = Source(claim="It arrives within 30 days of the order.", language="en")
    assert altered(Mutation.NUMBER, source, random.Random(5)) is None
    assert altered(Mutation.UNIT, source, random.Random(5)) is None
