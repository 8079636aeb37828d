"""Which frozen claims bear on an inquiry, by their predicates alone: walls, answers, what a person has to say (J, I3).

A wall that holds for some of what is asked stands against all of it. A fact answers only where its predicate holds for
all that is asked and weighs every parameter that was stated: what it leaves out, nobody has vouched for. Several facts
about one and the same product answer together where between them they weigh it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aver.stages.atoms.language import language_of
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.predicated import Borne, Predicated, read_claims, subject_of
from aver.stages.packs.predicates import ASKED, Holds, Judged
from aver.stages.packs.walls import standing
from aver.stages.packs.wording import stands_among
from aver.stages.planning.words import content
from aver.values.bearing import Bearing
from aver.values.claims import StoredClaim, StoredKind
from aver.values.packs import Pack
from aver.values.readings import Chosen, InquiryReading


def bearing_on(
    reading: InquiryReading, claims: Sequence[StoredClaim], pack: Pack, *, evidenced: Sequence[str]
) -> tuple[Borne, ...]:
    """Return those of `claims` that have predicates and bear on what was read, in their order.

    `evidenced` are the products that the drafted answer is about. Where an inquiry names no product, walls are held
    against those of the facts that answer it, else against the `evidenced` ones: against what would be released.
    """
    read, unread = read_claims(claims, pack)
    facts = [one for one in read if one.claim.content.kind is StoredKind.FACT]
    judged = [(one, _judged(one, read)) for one, read in (_of_one(fact, reading, pack) for fact in facts)]
    products = _products(reading, _proposed(judged, reading, pack) or evidenced)
    return (*unread, *_facts(judged, reading, pack), *standing(reading, read, pack, products))


def _of_one(fact: Predicated, reading: InquiryReading, pack: Pack) -> tuple[Predicated, InquiryReading]:
    """Return `fact` and what it is held against: whether a product will do, a fact says that chooses that product.

    It is judged as if the task were set that chooses, and weighs the product that it names; not where a word was left
    unread, which may be a condition, or a property is asked for.
    """
    named = reading.value(PRODUCT)
    chooses = tuple(one.chooses for one in pack.tasks if one.chooses and one.name in reading.tasks)
    if (
        not chooses
        or reading.unread
        or reading.asked
        or not isinstance(named, Chosen)
        or subject_of(fact.claim, pack) != named.choice
    ):
        return fact, reading
    return replace(fact, about=PRODUCT), replace(reading, tasks=(*reading.tasks, *chooses))


def _judged(fact: Predicated, reading: InquiryReading) -> Judged:
    """Judge a fact; a property is asked of it only where it holds every word that stands beside it in the question."""
    if ASKED not in fact.names:
        return fact.judged(reading)
    said = fact.claim.content
    told = content(" ".join((said.statement, *(cited.quote for cited in said.citations))))
    asked = tuple(one for one in reading.asked if all(stands_among(word, told) for word in one.rest))
    return fact.judged(replace(reading, asked=asked))


def _proposed(facts: Sequence[tuple[Predicated, Judged]], reading: InquiryReading, pack: Pack) -> tuple[str, ...]:
    """Return the products of the facts that hold for something that was stated, whether or not they weigh it all."""
    stated = {named.parameter for named in reading.stated}
    holding = (one.claim.content for one, judged in facts if judged.holds is Holds.YES and stated & set(one.names))
    return products_of([cited.uri for content in holding for cited in content.citations], pack)


def _products(reading: InquiryReading, proposed: Sequence[str]) -> tuple[str, ...]:
    """Return the products that walls are held against: the one that is named, else those `proposed`."""
    stated = reading.value(PRODUCT)
    return (stated.choice,) if isinstance(stated, Chosen) else tuple(proposed)


def _facts(facts: Sequence[tuple[Predicated, Judged]], reading: InquiryReading, pack: Pack) -> tuple[Borne, ...]:
    """Return the facts that answer alone, else those that answer together, and those that wait for a parameter."""
    stated = frozenset(named.parameter for named in reading.stated)
    held = _in_language([one for one in facts if one[1].holds is not Holds.NO], reading)
    true = [one for one, judged in held if judged.holds is Holds.YES]
    alone = [one for one in true if stated <= set(one.names)]
    answers = [Borne(claim=one.claim, bearing=Bearing.ANSWERS, weighed=one.names) for one in alone]
    waiting = (
        Borne(claim=one.claim, bearing=Bearing.WAITS, weighed=one.names, open=judged.open)
        for one, judged in held
        if judged.holds is Holds.OPEN and not judged.partly and stated and stated <= set(one.names)
    )
    return (*(answers or _together(true, stated, pack)), *waiting)


def _in_language(
    facts: Sequence[tuple[Predicated, Judged]], reading: InquiryReading
) -> list[tuple[Predicated, Judged]]:
    """Return `facts` without those that say in another language what one says in that of the inquiry."""
    asked = language_of(reading.text)
    said = {_sense(one) for one, _ in facts if language_of(one.claim.content.statement) == asked}
    return [
        fact for fact in facts if _sense(fact[0]) not in said or language_of(fact[0].claim.content.statement) == asked
    ]


def _sense(one: Predicated) -> tuple[str, str]:
    return one.claim.content.when, one.claim.content.forbids


def _together(facts: Sequence[Predicated], stated: frozenset[str], pack: Pack) -> Iterator[Borne]:
    """Yield the facts about one product that weigh all of `stated` between them, each needed, for every product."""
    by_product: dict[str, list[Predicated]] = {}
    for one in facts:
        by_product.setdefault(subject_of(one.claim, pack), []).append(one)
    by_product.pop("", None)
    for members in by_product.values():
        chosen, left = [], set(stated)
        while left and (best := max(members, key=lambda one: len(left & set(one.names)), default=None)):
            if left.isdisjoint(best.names):
                break
            chosen.append(best)
            left -= set(best.names)
        if not left:
            ids = {one.claim.id for one in chosen}
            for one in chosen:
                beside = tuple(sorted(ids - {one.claim.id}))
                yield Borne(claim=one.claim, bearing=Bearing.ANSWERS, beside=beside, weighed=one.names)


def products_of(uris: Sequence[str], pack: Pack) -> tuple[str, ...]:
    """Return the products of the pack, variants aside, that documents with these `uris` are about."""
    return tuple(one.name for one in pack.products if not one.family and any(map(one.described_in, uris)))
