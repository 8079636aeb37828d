"""What a clause says of a pack's parameters, as conditions, with the words that say it.

The words of choices are found as the pack lists them; in a rule a word of several choices stands for all of them
("transparent objects"), as it would not in a question. Amounts are read by `read_inquiry` from one part of the clause
at a time, so that two limits of one parameter are two conditions and no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aver.patterns import regex
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import meant
from aver.stages.atoms.quantities import quantities_in
from aver.stages.extraction.atoms import All, Choices, Compared, Condition, Either, Truth, joined, parameters_in
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.measuring import measured_in
from aver.stages.packs.reading import read_inquiry
from aver.stages.packs.wording import Mention, mentions
from aver.values.packs import Pack, Parameter, ParameterKind
from aver.values.readings import Amount, Doubt, Stated

_COORDINATED = regex(r"\s*(?:,|/|,?\s+(?:or|oder|and|und|sowie))\s*(?:(?:the|a|an|der|die|das|den|dem)\s+)?", re.I)
_COORDINATOR = regex(r",(?=\s)|(?<=\s)(?:or|oder|and|und|sowie)(?=\s)", re.IGNORECASE)
_PLAIN_GAP = regex(r"\s*(?:,|,?\s*\b(or|oder|and|und|sowie)\b)?\s*(?:(?:at|with|for|bei|mit|für|on|auf)\s+)?", re.I)
_RANGE_BEFORE = regex(r"\b(?:between|from|zwischen|von)\s+$", re.IGNORECASE)
_ENDING = 2
"""Letters that a plural adds at most."""
_SIGNS = {
    Bound.MORE: (">", "low"),
    Bound.AT_LEAST: (">=", "low"),
    Bound.AT_MOST: ("<=", "high"),
    Bound.LESS: ("<", "high"),
}

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """A condition and where it stands; `sharp` says that it is a bare amount without a word that bounds it."""

    span: Span
    condition: Condition
    sharp: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """The conditions of a clause in order, the products it names, the spans all this was read from, and a doubt.

    `doubt` is "" where nothing that was begun stayed open.
    """

    stands: tuple[Stands, ...]
    products: tuple[tuple[Span, tuple[str, ...]], ...]
    covered: tuple[Span, ...]
    doubt: str = ""


def bounded_spans(text: str, pack: Pack) -> tuple[Span, ...]:
    """Return the places of the numbers of `text` with the words that bound them ("not exceeding 50 °C")."""
    return tuple(
        (min(one.said.start, one.span.start), max(one.said.end, one.span.end)) for one in measured_in(text, pack)
    )


def conditions_in(text: str, pack: Pack) -> Read:
    """Return what `text`, in which negations are blanked out, says of the parameters of `pack`."""
    found: list[Stands] = []
    products: tuple[tuple[Span, tuple[str, ...]], ...] = ()
    covered: list[Span] = []
    doubts: list[str] = []
    for parameter in pack.parameters:
        if parameter.measured:
            continue
        groups = tuple(_groups(text, parameter))
        covered += [span for span, _ in groups]
        if parameter.name == PRODUCT:
            products = groups
        elif parameter.kind is ParameterKind.BOOLEAN:
            found += [_truth(span, parameter.name, names) for span, names in groups if len(names) == 1]
            doubts += [f"{parameter.name}: {Doubt.STATED_TWICE.value}" for _, names in groups if len(names) > 1]
        else:
            found += [
                Stands(span=span, condition=Choices(parameter=parameter.name, names=names)) for span, names in groups
            ]
    amounts = _amounts(text, pack, [*covered, *bounded_spans(text, pack)])
    names = [name for one in pack.parameters if one.name in amounts.parameters for name in one.names]
    covered += [*(one.span for one in amounts.stands), *_named(names, text)]
    found = sorted((*found, *amounts.stands), key=lambda one: one.span)
    return Read(
        stands=tuple(found),
        products=products,
        covered=tuple(covered),
        doubt="; ".join(filter(None, (*doubts, amounts.doubt))),
    )


def combined(text: str, stands: Sequence[Stands]) -> tuple[Condition | None, str]:
    """Return conditions as one, or None with a doubt: "or" between two says either, nothing or a clause between both.

    What "and" says between conditions of different parameters under a negation is open.
    """
    parts: list[list[Condition]] = [[stands[0].condition]]
    for before, one in pairwise(stands):
        plain = _PLAIN_GAP.fullmatch(text[before.span[1] : one.span[0]])
        word = (plain[1] or "").lower() if plain else ""
        comma = plain is not None and "," in plain[0]
        if word in ("or", "oder"):
            parts.append([one.condition])
        elif word or comma:
            return None, f"what “{text[before.span[0] : one.span[1]]}” joins"
        else:
            parts[-1].append(one.condition)
    alternatives = [joined(All, group) for group in parts]
    mixed = len(parts) > 1 and any(len(group) > 1 for group in parts)
    if mixed:
        return None, "which of its conditions belong together"
    if any(_twice(group) for group in parts):
        return None, "one thing said in two ways"
    return joined(Either, alternatives), ""


def gaps(text: str, stands: Sequence[Stands]) -> Iterator[Span]:
    """Yield what stands between two conditions that follow each other directly; `combined` says what it means."""
    for before, one in pairwise(stands):
        if _PLAIN_GAP.fullmatch(text[before.span[1] : one.span[0]]):
            yield before.span[1], one.span[0]


def _twice(group: Sequence[Condition]) -> bool:
    """Whether two conditions that hold together compare one parameter."""
    return sum(len(parameters_in(one)) for one in group) > len(frozenset[str]().union(*map(parameters_in, group)))


@dataclass(frozen=True, slots=True)
class _Amounts:
    stands: tuple[Stands, ...]
    parameters: frozenset[str]
    doubt: str


def _amounts(text: str, pack: Pack, whole: Sequence[Span]) -> _Amounts:
    """Return the amounts of each part of `text` between coordinators that lie outside of the spans `whole`."""
    found: list[Stands] = []
    doubts: list[str] = []
    measured = {one.name for one in pack.parameters if one.measured}
    for start, end in _segments(text, whole):
        part = text[start:end]
        reading = read_inquiry(part, pack)
        doubts += [
            f"{one.parameter}: {one.doubt.value}"
            for one in reading.ambiguities
            if _open(one.parameter, one.doubt, measured)
        ]
        for stated in reading.stated:
            if stated.parameter not in measured:
                continue
            one = _compared(part, stated, start)
            if one is None:
                doubts.append(f"{stated.parameter}: no sharp bound")
            else:
                found.append(one)
    names = frozenset[str]().union(*(parameters_in(one.condition) for one in found))
    return _Amounts(tuple(found), names, "; ".join(dict.fromkeys(doubts)))


def _open(parameter: str, doubt: Doubt, measured: set[str]) -> bool:
    return parameter in measured and doubt is not Doubt.MISSING


def _segments(text: str, whole: Sequence[Span]) -> Iterator[Span]:
    start = 0
    for cut in _COORDINATOR.finditer(text):
        if not any(a <= cut.start() < b for a, b in whole):
            yield start, cut.start()
            start = cut.end()
    yield start, len(text)


def _compared(part: str, stated: Stated, offset: int) -> Stands | None:
    """Return an amount as a comparison; None for "about" and for what is open where no word opens it."""
    amount = stated.value
    if not isinstance(amount, Amount) or len(stated.spans) != 1:
        return None
    place = stated.spans[0]
    number = next((one for one in quantities_in(part) if place.start <= one.start < place.end), None)
    if number is None:
        return None
    how = meant(part, number)
    led = _RANGE_BEFORE.search(part, 0, place.start)
    start = led.start() if led and not amount.sharp else min(place.start, how.start)
    said = (offset + start, offset + max(place.end, how.end))
    name = stated.parameter
    if how.bound in _SIGNS:
        sign, side = _SIGNS[how.bound]
        end = amount.low if side == "low" else amount.high
        return None if end is None else Stands(span=said, condition=Compared(parameter=name, sign=sign, value=end))
    if how.bound not in (Bound.PLAIN, Bound.EXACT) or amount.low is None or amount.high is None:
        return None
    if amount.sharp:
        return Stands(span=said, condition=Compared(parameter=name, sign="==", value=amount.low), sharp=True)
    ends = (
        Compared(parameter=name, sign=">=", value=amount.low),
        Compared(parameter=name, sign="<=", value=amount.high),
    )
    return Stands(span=said, condition=All(parts=ends))


def _groups(text: str, parameter: Parameter) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Yield the choices that mentions say, those joined by "or", "and" or a comma together, in the pack's order."""
    owners = [choice.name for choice in parameter.choices for _ in choice.words]
    group: list[Mention] = []
    for mention in mentions([word for choice in parameter.choices for word in choice.words], text):
        if group and not _COORDINATED.fullmatch(text[group[-1].span.end : mention.span.start]):
            yield _said(group, owners)
            group = []
        group.append(mention)
    if group:
        yield _said(group, owners)


def _said(group: Sequence[Mention], owners: Sequence[str]) -> tuple[Span, tuple[str, ...]]:
    numbers = frozenset[int]().union(*(one.words for one in group))
    names = {owners[number] for number in numbers}
    return (group[0].span.start, group[-1].span.end), tuple(dict.fromkeys(one for one in owners if one in names))


def _truth(span: Span, name: str, said: tuple[str, ...]) -> Stands:
    return Stands(span=span, condition=Truth(parameter=name, yes="yes" in said))


def _named(names: Sequence[str], text: str) -> Iterator[Span]:
    """Yield where names of parameters stand, with the ending of a plural."""
    for one in mentions([f"{name}*" for name in names], text):
        said = max((len(names[number]) for number in one.words), default=0)
        if one.span.end - one.span.start - said <= _ENDING:
            yield one.span.start, one.span.end
