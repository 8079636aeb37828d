"""Which frozen claims bear on an inquiry, by their predicates alone: walls, answers, what a person has to say (J, I3).

A wall that holds for some of what is asked stands against all of it. A fact answers only where its predicate holds for
all that is asked and weighs every parameter that was stated: what it leaves out, nobody has vouched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aver.errors import BadExpression
from aver.stages.packs.expressions import Expression, Truth, names_in
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.predicates import Holds, Judged, forbidden, predicate_of
from aver.values.bearing import Bearing
from aver.values.claims import StoredClaim, StoredKind
from aver.values.packs import Pack
from aver.values.readings import Chosen, InquiryReading, Stated

_MET = frozenset({Holds.YES, Holds.PARTLY})
_TRUE = Truth(value=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Borne:
    """A claim with its bearing; `weighed`, `open` are names of parameters, `target` the variant of a wall ("" none)."""

    claim: StoredClaim
    bearing: Bearing
    target: str = ""
    weighed: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Predicated:
    claim: StoredClaim
    when: Expression
    forbids: Expression

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*names_in(self.when), *names_in(self.forbids))))

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
    facts = [found for one in read if one.claim.content.kind is StoredKind.FACT for found in _fact(one, reading)]
    proposed = [cited.uri for one in facts if one.bearing is Bearing.ANSWERS for cited in one.claim.content.citations]
    products = _products(reading, products_of(proposed, pack) if proposed else evidenced)
    return (*unread, *facts, *_standing(reading, read, pack, products))


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
            yield _wall(one, reading, claims, pack)


def _fact(one: _Predicated, reading: InquiryReading) -> Iterator[Borne]:
    judged = one.judged(reading)
    stated = {named.parameter for named in reading.stated}
    if not stated <= set(one.names):
        return
    if judged.holds is Holds.YES:
        yield Borne(claim=one.claim, bearing=Bearing.ANSWERS, weighed=one.names)
    elif judged.holds is Holds.OPEN and stated and not judged.partly:
        yield Borne(claim=one.claim, bearing=Bearing.WAITS, weighed=one.names, open=judged.open)


def _wall(one: _Predicated, reading: InquiryReading, claims: Sequence[_Predicated], pack: Pack) -> Borne:
    """Return the wall with its variant, unless something stands against that variant too."""
    target = one.claim.content.target
    stopped = bool(target) and any(
        other.claim.content.kind is not StoredKind.FACT and _met(other, _about(reading, target), pack, (target,))
        for other in claims
    )
    bearing = Bearing.FORBIDS if one.claim.content.kind is StoredKind.CONSTRAINT else Bearing.REDIRECTS
    return Borne(claim=one.claim, bearing=bearing, target="" if stopped else target, weighed=one.names)


def _met(one: _Predicated, reading: InquiryReading, pack: Pack, products: Sequence[str]) -> bool:
    """Whether it holds, for any of the products but the one it leads to where it speaks of products at all."""
    if PRODUCT not in one.names or not products:
        return one.judged(reading).holds in _MET and reading.value(PRODUCT) != Chosen(choice=one.claim.content.target)
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
    return tuple(
        one.name
        for one in pack.products
        if not one.family and any(uri == name or uri.endswith(f"/{name}") for uri in uris for name in one.documents)
    )
