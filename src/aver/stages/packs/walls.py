"""Which walls stand against an inquiry, and the variant that each leads to (J, I3).

A wall leads to a variant only where nothing stands against that one too and somebody vouched for it in every respect
that was stated: what no claim about it weighs, a person has to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aver.stages.packs.computing import with_implied
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.predicated import Borne, Predicated, about, line_of, subject_of
from aver.stages.packs.predicates import Holds
from aver.values.bearing import Bearing
from aver.values.claims import StoredKind
from aver.values.packs import Pack
from aver.values.readings import Chosen, InquiryReading

_MET = frozenset({Holds.YES, Holds.PARTLY})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Led:
    """Where walls lead: the variant that nothing stands against, or "", and what stood in the way until there."""

    target: str
    through: tuple[Predicated, ...] = ()
    against: frozenset[StoredKind] = frozenset()


def standing(
    reading: InquiryReading, claims: Sequence[Predicated], pack: Pack, products: Sequence[str]
) -> tuple[Borne, ...]:
    """Return the walls and the needs_expert claims that hold for one of `products`, or for what was read alone.

    They are held against what follows from the statements too: a rate at a pitch is a belt speed. With a wall come the
    constraints that stand against the variants it would lead to.
    """
    neutral = {PRODUCT, *(one.name for one in pack.parameters if one.neutral)}
    stated = frozenset(one.parameter for one in reading.stated) - neutral
    reading = with_implied(reading, pack)
    found: dict[str, Borne] = {}
    for one in claims:
        kind = one.claim.content.kind
        if kind is StoredKind.FACT or not _met(one, reading, pack, products):
            continue
        if kind is StoredKind.NEEDS_EXPERT:
            found[one.claim.id] = Borne(claim=one.claim, bearing=Bearing.NEEDS_EXPERT, weighed=one.names)
        else:
            for borne in _wall(one, reading, claims, pack, stated):
                if borne.claim.id == one.claim.id or borne.claim.id not in found:
                    found[borne.claim.id] = borne
    return tuple(found.values())


def _wall(
    one: Predicated, reading: InquiryReading, claims: Sequence[Predicated], pack: Pack, stated: frozenset[str]
) -> Iterator[Borne]:
    """Yield the wall with its variant, none where something stands against it or nobody weighed all that is `stated`.

    Where only an expert can say whether the variant will do, and nobody named a product that the wall is against, the
    expert is asked: there is nothing to be turned down. Where a number that isn't settled may stand against the
    variant, the wall waits for it.
    """
    led = _variant(one.claim.content.target, reading, claims, pack)
    if unsettled := _unsettled_against(led.target, reading, claims, pack):
        yield Borne(claim=one.claim, bearing=Bearing.WAITS, weighed=one.names, open=unsettled)
        return
    named = isinstance(reading.value(PRODUCT), Chosen)
    if led.against == {StoredKind.NEEDS_EXPERT} and not named:
        return
    target = led.target
    if target and (reading.conditions or not stated <= _weighed(target, reading, claims, pack)):
        target = ""
        if not named:
            yield Borne(claim=one.claim, bearing=Bearing.NEEDS_EXPERT, weighed=one.names)
            return
    for wall in (one, *led.through):
        bearing = Bearing.FORBIDS if wall.claim.content.kind is StoredKind.CONSTRAINT else Bearing.REDIRECTS
        yield Borne(claim=wall.claim, bearing=bearing, target=target, weighed=wall.names)


def _variant(target: str, reading: InquiryReading, claims: Sequence[Predicated], pack: Pack) -> _Led:
    """Return the variant that nothing stands against, from one wall to the next."""
    seen: set[str] = set()
    through: list[Predicated] = []
    while target:
        seen.add(target)
        found = _against(target, about(reading, target), claims, pack)
        through += [other for other in found if other.claim.content.kind is StoredKind.CONSTRAINT]
        against = [other.claim.content for other in found]
        if not against:
            topics = frozenset({StoredKind.NEEDS_EXPERT}) if reading.topics else frozenset[StoredKind]()
            return _Led(target="" if topics else target, through=tuple(through), against=topics)
        further = {other.target for other in against}
        if len(further) > 1 or further & (seen | {""}):
            kinds = frozenset(other.kind for other in against)
            return _Led(target="", through=tuple(through), against=kinds)
        target = further.pop()
    return _Led(target="")


def _weighed(target: str, reading: InquiryReading, claims: Sequence[Predicated], pack: Pack) -> frozenset[str]:
    """Return the parameters by which claims about `target` judge: walls that might stand, facts that do hold.

    A fact that chooses a product weighs for it whatever is asked: a wall that leads to it chooses it.
    """
    line, about_it = line_of(target, pack), about(reading, target)
    chooses = tuple(one.chooses for one in pack.tasks if one.chooses)
    about_it = replace(about_it, tasks=(*about_it.tasks, *chooses))
    return frozenset(
        name
        for one in claims
        if (
            one.judged(about_it).holds is Holds.YES and subject_of(one.claim, pack) in line
            if one.claim.content.kind is StoredKind.FACT
            else _is_about(one, target, pack)
        )
        for name in one.names
    )


def _unsettled_against(
    target: str, reading: InquiryReading, claims: Sequence[Predicated], pack: Pack
) -> tuple[str, ...]:
    """Return the parameters that make something stand against `target` in a reading that a number leaves open."""
    so_far = about(reading, target)
    found = (
        supposed.parameter
        for supposed in (reading.supposed if target else ())
        if _against(target, with_implied(replace(so_far, stated=(*so_far.stated, supposed)), pack), claims, pack)
    )
    return tuple(dict.fromkeys(found))


def _against(target: str, reading: InquiryReading, claims: Sequence[Predicated], pack: Pack) -> list[Predicated]:
    """Return the walls and needs_expert claims that stand against `target`."""
    return [
        one for one in claims if one.claim.content.kind is not StoredKind.FACT and _met(one, reading, pack, (target,))
    ]


def _is_about(one: Predicated, target: str, pack: Pack) -> bool:
    """Whether what is no fact speaks of `target`, or of every product."""
    line = line_of(target, pack)
    return one.claim.content.target in line or not one.products or not one.products.isdisjoint(line)


def _met(one: Predicated, reading: InquiryReading, pack: Pack, products: Sequence[str]) -> bool:
    """Whether it holds, for any of the products but the one it leads to where it speaks of products at all."""
    if PRODUCT not in one.names or not products:
        named = reading.value(PRODUCT)
        there = isinstance(named, Chosen) and one.claim.content.target in line_of(named.choice, pack)
        return one.judged(reading).holds in _MET and not there
    return any(
        one.judged(about(reading, member)).holds in _MET
        for product in products
        if product != one.claim.content.target
        for member in line_of(product, pack)
    )
