"""Which frozen claims bear on an inquiry, by their predicates alone: walls, answers, what a person has to say (J, I3).

A wall that holds for some of what is asked stands against all of it. A fact answers only where its predicate holds for
all that is asked and weighs every parameter that was stated: what it leaves out, nobody has vouched for. Several facts
about one and the same product answer together where between them they weigh it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aver.errors import BadExpression
from aver.stages.atoms.language import language_of
from aver.stages.packs.expressions import Expression, Truth, names_in
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.predicates import ASKED, Holds, Judged, forbidden, predicate_of
from aver.stages.packs.wording import owned, stands_among
from aver.stages.planning.words import content
from aver.values.bearing import Bearing
from aver.values.claims import StoredClaim, StoredKind
from aver.values.packs import Pack
from aver.values.readings import Chosen, InquiryReading, Stated

_MET = frozenset({Holds.YES, Holds.PARTLY})
_TRUE = Truth(value=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Borne:
    """A claim with its bearing; `weighed`, `open` are names of parameters, `target` the variant of a wall ("" none).

    `beside` are the ids of the facts without which it doesn't answer.
    """

    claim: StoredClaim
    bearing: Bearing
    target: str = ""
    beside: tuple[str, ...] = ()
    weighed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Predicated:
    claim: StoredClaim
    when: Expression
    forbids: Expression
    about: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        own = (self.about,) if self.about else ()
        return tuple(dict.fromkeys((*names_in(self.when), *names_in(self.forbids), *own)))

    def judged(self, reading: InquiryReading) -> Judged:
        return forbidden(self.when, self.forbids, reading)


def bearing_on(
    reading: InquiryReading, claims: Sequence[StoredClaim], pack: Pack, *, evidenced: Sequence[str]
) -> tuple[Borne, ...]:
    """Return those of `claims` that have predicates and bear on what was read, in their order.

    `evidenced` are the products that the drafted answer is about. Where an inquiry names no product, walls are held
    against those of the facts that answer it, else against the `evidenced` ones: against what would be released.
    """
    read, unread = _read(claims, pack)
    facts = [one for one in read if one.claim.content.kind is StoredKind.FACT]
    judged = [(one, _judged(one, read)) for one, read in (_of_one(fact, reading, pack) for fact in facts)]
    products = _products(reading, _proposed(judged, reading, pack) or evidenced)
    return (*unread, *_facts(judged, reading, pack), *_standing(reading, read, pack, products))


def _of_one(fact: _Predicated, reading: InquiryReading, pack: Pack) -> tuple[_Predicated, InquiryReading]:
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
        or _subject(fact.claim, pack) != named.choice
    ):
        return fact, reading
    return replace(fact, about=PRODUCT), replace(reading, tasks=(*reading.tasks, *chooses))


def _judged(fact: _Predicated, reading: InquiryReading) -> Judged:
    """Judge a fact; a property is asked of it only where it holds every word that stands beside it in the question."""
    if ASKED not in fact.names:
        return fact.judged(reading)
    said = fact.claim.content
    told = content(" ".join((said.statement, *(cited.quote for cited in said.citations))))
    asked = tuple(one for one in reading.asked if all(stands_among(word, told) for word in one.rest))
    return fact.judged(replace(reading, asked=asked))


def _proposed(facts: Sequence[tuple[_Predicated, Judged]], reading: InquiryReading, pack: Pack) -> tuple[str, ...]:
    """Return the products of the facts that hold for something that was stated, whether or not they weigh it all."""
    stated = {named.parameter for named in reading.stated}
    holding = (one.claim.content for one, judged in facts if judged.holds is Holds.YES and stated & set(one.names))
    return products_of([cited.uri for content in holding for cited in content.citations], pack)


def _read(claims: Sequence[StoredClaim], pack: Pack) -> tuple[list[_Predicated], list[Borne]]:
    read: list[_Predicated] = []
    unread: list[Borne] = []
    for one in claims:
        said = one.content
        if not (said.when or said.forbids):
            continue
        try:
            when = predicate_of(said.when, pack) if said.when else _TRUE
            forbids = predicate_of(said.forbids, pack) if said.forbids else _TRUE
        except BadExpression:
            unread.append(Borne(claim=one, bearing=Bearing.UNREAD))
        else:
            read.append(_Predicated(claim=one, when=when, forbids=forbids))
    return read, unread


def _products(reading: InquiryReading, proposed: Sequence[str]) -> tuple[str, ...]:
    """Return the products that walls are held against: the one that is named, else those `proposed`."""
    stated = reading.value(PRODUCT)
    return (stated.choice,) if isinstance(stated, Chosen) else tuple(proposed)


def _standing(
    reading: InquiryReading, claims: Sequence[_Predicated], pack: Pack, products: Sequence[str]
) -> Iterator[Borne]:
    for one in claims:
        kind = one.claim.content.kind
        if kind is StoredKind.FACT or not _met(one, reading, pack, products):
            continue
        if kind is StoredKind.NEEDS_EXPERT:
            yield Borne(claim=one.claim, bearing=Bearing.NEEDS_EXPERT, weighed=one.names)
        else:
            yield from _wall(one, reading, claims, pack)


def _facts(facts: Sequence[tuple[_Predicated, Judged]], reading: InquiryReading, pack: Pack) -> tuple[Borne, ...]:
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
    facts: Sequence[tuple[_Predicated, Judged]], reading: InquiryReading
) -> list[tuple[_Predicated, Judged]]:
    """Return `facts` without those that say in another language what one says in that of the inquiry."""
    asked = language_of(reading.text)
    said = {_sense(one) for one, _ in facts if language_of(one.claim.content.statement) == asked}
    return [
        fact for fact in facts if _sense(fact[0]) not in said or language_of(fact[0].claim.content.statement) == asked
    ]


def _sense(one: _Predicated) -> tuple[str, str]:
    return one.claim.content.when, one.claim.content.forbids


def _together(facts: Sequence[_Predicated], stated: frozenset[str], pack: Pack) -> Iterator[Borne]:
    """Yield the facts about one product that weigh all of `stated` between them, each needed, for every product."""
    by_product: dict[str, list[_Predicated]] = {}
    for one in facts:
        by_product.setdefault(_subject(one.claim, pack), []).append(one)
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


def _subject(claim: StoredClaim, pack: Pack) -> str:
    """Return the one product that a statement names, "" where it names none or several."""
    places = owned([(one.name, one.words) for one in pack.products], claim.content.statement)
    named = {name for _, names in places for name in names}
    return named.pop() if len(named) == 1 else ""


def _wall(one: _Predicated, reading: InquiryReading, claims: Sequence[_Predicated], pack: Pack) -> Iterator[Borne]:
    """Yield the wall with its variant, unless something stands against every variant it leads to.

    Where only an expert can say whether the variant will do, and nobody named a product that the wall is against, the
    expert is asked: there is nothing to be turned down. Where a number that nobody named may stand against the variant,
    the wall waits for what it is.
    """
    target, against = _variant(one.claim.content.target, reading, claims, pack)
    if unnamed := _unnamed_against(target, reading, claims, pack):
        yield Borne(claim=one.claim, bearing=Bearing.WAITS, weighed=one.names, open=unnamed)
        return
    if against == {StoredKind.NEEDS_EXPERT} and not isinstance(reading.value(PRODUCT), Chosen):
        return
    bearing = Bearing.FORBIDS if one.claim.content.kind is StoredKind.CONSTRAINT else Bearing.REDIRECTS
    yield Borne(claim=one.claim, bearing=bearing, target=target, weighed=one.names)


def _variant(
    target: str, reading: InquiryReading, claims: Sequence[_Predicated], pack: Pack
) -> tuple[str, frozenset[StoredKind]]:
    """Return the variant that nothing stands against, from one wall to the next, or "" and the kinds that stand."""
    seen: set[str] = set()
    while target:
        seen.add(target)
        against = [
            other.claim.content
            for other in claims
            if other.claim.content.kind is not StoredKind.FACT
            if _met(other, _about(reading, target), pack, (target,))
        ]
        if not against:
            return ("", frozenset({StoredKind.NEEDS_EXPERT})) if reading.topics else (target, frozenset())
        further = {other.target for other in against}
        if len(further) > 1 or further & (seen | {""}):
            return "", frozenset(other.kind for other in against)
        target = further.pop()
    return "", frozenset()


def _unnamed_against(
    target: str, reading: InquiryReading, claims: Sequence[_Predicated], pack: Pack
) -> tuple[str, ...]:
    """Return the parameters that make something stand against `target` if an unnamed number is theirs."""
    about = _about(reading, target)
    return tuple(
        supposed.parameter
        for supposed in (reading.supposed if target else ())
        if any(
            one.claim.content.kind is not StoredKind.FACT and supposed.parameter in one.names
            for one in claims
            if _met(one, replace(about, stated=(*about.stated, supposed)), pack, (target,))
        )
    )


def _met(one: _Predicated, reading: InquiryReading, pack: Pack, products: Sequence[str]) -> bool:
    """Whether it holds, for any of the products but the one it leads to where it speaks of products at all."""
    if PRODUCT not in one.names or not products:
        named = reading.value(PRODUCT)
        there = isinstance(named, Chosen) and one.claim.content.target in _line(named.choice, pack)
        return one.judged(reading).holds in _MET and not there
    return any(
        one.judged(_about(reading, member)).holds in _MET
        for product in products
        if product != one.claim.content.target
        for member in _line(product, pack)
    )


def _line(product: str, pack: Pack) -> tuple[str, ...]:
    """Return `product` and the product that it is a variant of: what holds for a family holds for its members."""
    family = next((one.family for one in pack.products if one.name == product and one.family), None)
    return (product,) if family is None else (product, family)


def _about(reading: InquiryReading, product: str) -> InquiryReading:
    named = Stated(parameter=PRODUCT, value=Chosen(choice=product), spans=())
    others = tuple(one for one in reading.stated if one.parameter != PRODUCT)
    return replace(reading, stated=(*others, named))


def products_of(uris: Sequence[str], pack: Pack) -> tuple[str, ...]:
    """Return the products of the pack, variants aside, that documents with these `uris` are about."""
    return tuple(one.name for one in pack.products if not one.family and any(map(one.described_in, uris)))
