"""Which of the allowed values the words of an inquiry leave possible.

Every mention leaves a set of choices, a negated one all others; what is possible is what all mentions leave. One
choice is a value, several are an ambiguity, none is a contradiction, and nothing is picked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from aver.patterns import regex
from aver.stages.packs.wording import DENIALS, LOOK_BACK, Mention, mentions, negated, negated_after, says
from aver.values.packs import Pack, Parameter
from aver.values.readings import Doubt, Span

_JOINT = regex(r"\s*,?\s+(nor|noch|or|oder|and|und)\s+(?:\w+\s+)?", re.IGNORECASE)
"""What joins two mentions so that a negation before the first is about the second too."""
_OR_BEFORE = regex(r"\s+(?:or|oder|bzw\.)\s+(?:(?:an?|the|eine?[mnrs]?|de[mnrs]|d[ai][es])\s+)?$", re.IGNORECASE)
_OR_AFTER = regex(r"\s+(?:or|oder|bzw\.)\s+(?:(?:an?|the|eine?[mnrs]?|de[mnrs]|d[ai][es])\s+)?(?=\w)", re.IGNORECASE)
"""What stands between a mention and its alternative."""
_SHARING = regex(r"(?<!\w)(\w+-?)\s*(?:,|/|\s(?:or|and|oder|und))\s+$", re.IGNORECASE)
"""A word before a mention that may share the mention's last word with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Possible:
    """The choices of a parameter that are left, where they are said, and why none of them is the value."""

    choices: tuple[str, ...]
    spans: tuple[Span, ...]
    doubt: Doubt | None = None


def possible(text: str, parameter: Parameter, pack: Pack) -> Possible | None:
    """Return what `text` leaves of the choices of `parameter`, None where it says nothing about it."""
    owners = [choice.name for choice in parameter.choices for _ in choice.words]
    words = [word for choice in parameter.choices for word in choice.words]
    found = mentions(words, text)
    if not found:
        return None
    found = tuple(one for mention in found for one in (*_elided(text, mention, words), mention))
    everything = frozenset(choice.name for choice in parameter.choices)
    left, named = everything, frozenset[str]()
    denied = _denied(text, found, pack)
    for mention, no in zip(found, denied, strict=True):
        said = frozenset(owners[number] for number in mention.words)
        named |= said
        left &= everything - said if no else said
    spans = tuple(mention.span for mention in found)
    if None in denied:
        return Possible(choices=_ordered(parameter, everything), spans=spans, doubt=Doubt.NEGATED)
    if left and any(_beside_another(text, mention, found) for mention in found):
        return Possible(choices=_ordered(parameter, everything), spans=spans, doubt=Doubt.SEVERAL_READINGS)
    if not left:
        either = _alternatives(text, found)
        return Possible(
            choices=_ordered(parameter, named),
            spans=spans,
            doubt=Doubt.SEVERAL_READINGS if either else Doubt.STATED_TWICE,
        )
    doubt = Doubt.SEVERAL_READINGS if len(left) > 1 else None
    return Possible(choices=_ordered(parameter, left), spans=spans, doubt=doubt)


def _alternatives(text: str, found: Sequence[Mention]) -> bool:
    """Whether an "or" joins two of the mentions: one of them is meant, and nobody knows which."""
    joints = (_JOINT.fullmatch(text[one.span.end : other.span.start]) for one, other in pairwise(found))
    return any(joint is not None and joint[1].lower() in ("or", "oder") for joint in joints)


def _beside_another(text: str, mention: Mention, found: Sequence[Mention]) -> bool:
    """Whether the words put something beside `mention` that nothing here reads ("clear or opaque"): it may be meant."""
    before = _OR_BEFORE.search(text[max(0, mention.span.start - LOOK_BACK) : mention.span.start])
    after = _OR_AFTER.match(text[mention.span.end : mention.span.end + LOOK_BACK])
    reach = (
        mention.span.start - (0 if before is None else len(before[0])),
        mention.span.end + (after.end() if after else 0),
    )
    others = [one.span for one in found if one is not mention]
    alone_before = before is not None and not any(
        one.end >= reach[0] and one.end <= mention.span.start for one in others
    )
    alone_after = after is not None and not any(mention.span.end <= one.start <= reach[1] for one in others)
    return alone_before or alone_after


def _elided(text: str, mention: Mention, words: Sequence[str]) -> tuple[Mention, ...]:
    """Return what shares its last word with `mention`: "clear or amber glass", "Klar- oder Braunglas"."""
    before = _SHARING.search(text[max(0, mention.span.start - LOOK_BACK) : mention.span.start])
    if before is None:
        return ()
    last = re.split(r"[\s-]", text[mention.span.start : mention.span.end])[-1]
    start = before[1].casefold().removesuffix("-")
    begin = max(0, mention.span.start - LOOK_BACK)
    meant = frozenset(
        number
        for number, word in enumerate(words)
        if says(word, f"{before[1]} {last}") or (before[1][-1:] == "-" and word.casefold().startswith(start))
    )
    return (Mention(span=Span(start=begin + before.start(1), end=begin + before.end(1)), words=meant),) if meant else ()


def _denied(text: str, found: tuple[Mention, ...], pack: Pack) -> tuple[bool | None, ...]:
    """Return for each mention whether it is denied, None where that is open.

    "No glass or PET" and "neither glass nor PET" deny both; "no glass and PET" may deny one or two.
    """
    denied: list[bool | None] = []
    negations = (*pack.negations, *DENIALS)
    for number, mention in enumerate(found):
        no: bool | None = negated(text, mention.span, negations)
        joint = _JOINT.fullmatch(text[found[number - 1].span.end : mention.span.start]) if number else None
        if joint and denied[-1] and not no:
            no = None if joint[1].lower() in ("and", "und") else True
        denied.append(None if not no and negated_after(text, mention.span, pack.negations) else no)
    return tuple(denied)


def _ordered(parameter: Parameter, names: frozenset[str]) -> tuple[str, ...]:
    return tuple(choice.name for choice in parameter.choices if choice.name in names)
