"""A frozen claim with its predicates read, and what it is about (J, I3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.errors import BadExpression
from aver.stages.packs.expressions import Expression, Truth, compared_with, names_in
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.predicates import Judged, forbidden, predicate_of
from aver.stages.packs.wording import owned
from aver.values.bearing import Bearing
from aver.values.claims import StoredClaim
from aver.values.packs import Pack
from aver.values.readings import Chosen, InquiryReading, Stated

_ALWAYS = Truth(value=True)


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
class Predicated:
    """A claim with its predicates; `about` is the parameter that it weighs beside those they name, "" for none."""

    claim: StoredClaim
    when: Expression
    forbids: Expression
    about: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters that it weighs, each once."""
        own = (self.about,) if self.about else ()
        return tuple(dict.fromkeys((*names_in(self.when), *names_in(self.forbids), *own)))

    @property
    def products(self) -> frozenset[str]:
        """The products that its predicates name."""
        return frozenset(
            text for expression in (self.when, self.forbids) for text in compared_with(PRODUCT, expression)
        )

    def judged(self, reading: InquiryReading) -> Judged:
        """Whether its predicates hold for what was read."""
        return forbidden(self.when, self.forbids, reading)


def read_claims(claims: Sequence[StoredClaim], pack: Pack) -> tuple[list[Predicated], list[Borne]]:
    """Return the claims that have predicates, and as unread those whose predicates aren't of `pack`."""
    read: list[Predicated] = []
    unread: list[Borne] = []
    for one in claims:
        said = one.content
        if not (said.when or said.forbids):
            continue
        try:
            when = predicate_of(said.when, pack) if said.when else _ALWAYS
            forbids = predicate_of(said.forbids, pack) if said.forbids else _ALWAYS
        except BadExpression:
            unread.append(Borne(claim=one, bearing=Bearing.UNREAD))
        else:
            read.append(Predicated(claim=one, when=when, forbids=forbids))
    return read, unread


def subject_of(claim: StoredClaim, pack: Pack) -> str:
    """Return the one product that a statement names, "" where it names none or several."""
    places = owned([(one.name, one.words) for one in pack.products], claim.content.statement)
    named = {name for _, names in places for name in names}
    return named.pop() if len(named) == 1 else ""


def line_of(product: str, pack: Pack) -> tuple[str, ...]:
    """Return `product` and the product that it is a variant of: what holds for a family holds for its members."""
    family = next((one.family for one in pack.products if one.name == product and one.family), None)
    return (product,) if family is None else (product, family)


def about(reading: InquiryReading, product: str) -> InquiryReading:
    """Return `reading` as if it named `product`."""
    named = Stated(parameter=PRODUCT, value=Chosen(choice=product), spans=())
    others = tuple(one for one in reading.stated if one.parameter != PRODUCT)
    return replace(reading, stated=(*others, named))
