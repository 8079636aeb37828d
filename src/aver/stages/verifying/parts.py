"""Whether a sentence tells what a claim says of a part only: another figure's, a kind, a variant, a further case (H1).

"Kept for five years, those for testing for ten years" has all words of "those for testing are kept for five years", and
"Guide dogs are welcome" those of "Dogs are welcome".
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.planning.words import FUNCTION_WORDS, content
from aver.stages.sentences import split

_PART = regex(r"[,;:]\s|\s(?:and|but|while|whereas|und|aber|während)\s", re.IGNORECASE)
_OTHERS = regex(r"\W*(?:those|that|the\s+(?:ones?|others?)|ones|others|die|jene|solche|andere)\b", re.IGNORECASE)
"""How a part begins that takes out some of those that the part before it is about."""

_LED_BY = regex(
    r"\b(?P<led>by|for|in|to|with|from|on|at|durch|für|von|vom|mit)\s+(?:(?:the|an?|der|die|das|den|dem)\s+)?(?P<whom>[^\W\d_][\w-]{2,})",
    re.IGNORECASE,
)
"""Whom a part is about by the word that leads to it: "by the claimant"."""

_OF_ALL = regex(r"\W*(?P<noun>[^\W\d_]{3,}s)\s+[a-z]+")
_OF_A_KIND = regex(r"\W*(?P<kind>[^\W\d_][\w-]{2,})\s+(?P<noun>[^\W\d_]{3,}s)\b")
_OF_SOME = regex(
    r"\W*(?P<noun>[^\W\d_]{3,}s)\s+(?:of|with|without|under|over|below|above|aged|who|whose|from|in|on|at)\s+(?:(?:the|an?)\s+)?"
    r"(?P<kind>[\w-]+)"
)
"""How a claim begins about all of a sort, and a sentence about one kind or some of them."""

_NUMBERED = regex(r"\b(?P<base>[A-Z][\w-]*?(?:\s?\d[\w.]*))(?:(?:\s|-)(?P<more>[A-Z][\w+]*))?(?!\w)")
"""A name with a number, and the word that makes a variant of it."""

_FURTHER = regex(r";\s")
_CASE = regex(
    r"\W*(?:in|on|at|during|if|when|with|without|for|outside|unless|bei|wenn|falls|während|für|am|im|ohne|mit)\s+"
    r"(?!(?:example|instance|addition|particular|fact|general|short|total|the\s+other\s+hand|least|most|first|last)\b)"
    r"(?P<case>[^,;]{3,40}?)(?=,|\s(?:to|the|it|they|is|are|by|an?|der|die|das|es|ist|sind)\b|$)",
    re.IGNORECASE,
)
"""How a further part of a sentence names the case that it is about."""


def of_another_part(claim: str, evidence: str) -> bool:
    """Whether the claim gives to one the figure that a part of the sentence gives to all others or to another one: five
    years for testing, of "kept for five years, those for testing for ten years"; either the other's share, of "by the
    claimant to 60 % and by the defendant to 40 %"."""
    said = content(claim)
    own = {one.literal for one in quantities_in(claim) if one.values}
    for start, end in split(evidence):
        parts = [
            (figures, part)
            for part in _PART.split(evidence[start:end])
            if (figures := {one.literal for one in quantities_in(part) if one.values})
        ]
        for place, (figures, part) in enumerate(parts):
            others = [other for at, (its, other) in enumerate(parts) if at != place and not its & own]
            later = [other for its, other in parts[place + 1 :] if not its & own and _OTHERS.match(other)]
            if figures & own and (
                any(said & (content(other) - content(part)) for other in later)
                or any(_swapped(said, part, other) for other in others)
            ):
                return True
    return False


def told_in_part(claim: str, sentence: str) -> str:
    """Return why a sentence doesn't carry `claim` as it stands, "" where nothing says so."""
    if _only_of_a_kind(claim, sentence) or _of_a_variant(claim, sentence):
        return "it is said of one kind only"
    return "it is said of another case only" if _only_otherwise(claim, sentence) else ""


def _swapped(said: frozenset[str], part: str, other: str) -> bool:
    """Whether a claim has whom `other` names and not whom `part` does, both led by one word: "by the defendant"."""
    whom, instead = (
        {(one["led"].casefold(), name) for one in _LED_BY.finditer(text) for name in content(one["whom"])}
        for text in (part, other)
    )
    return any(
        name not in said and any(led == its and another in said and another != name for its, another in instead)
        for led, name in whom
    )


def _only_of_a_kind(claim: str, sentence: str) -> bool:
    """Whether a claim tells of all what a sentence tells of a kind: "Dogs are welcome" for "Guide dogs are welcome"."""
    all_of_them = _OF_ALL.match(claim)
    return all_of_them is not None and any(
        kind is not None
        and all_of_them["noun"].casefold() == kind["noun"].casefold()
        and kind["kind"].casefold() not in FUNCTION_WORDS
        and content(kind["kind"]).isdisjoint(content(claim))
        for kind in (_OF_A_KIND.match(sentence), _OF_SOME.match(sentence))
    )


def _of_a_variant(claim: str, sentence: str) -> bool:
    """Whether the part of a sentence that has a figure of the claim names another variant than the claim does: the Argo
    5 Pro for the Argo 5, or the other way round."""
    plain = _NUMBERED.sub(" ", claim)
    figures = {one.literal for one in quantities_in(plain) if one.values}
    parts = [one for one in _PART.split(sentence) if figures & {value.literal for value in quantities_in(one)}]
    for named in _NUMBERED.finditer(claim):
        variants = re.compile(rf"\b{re.escape(named['base'])}(?:(?:\s|-)(?P<more>[A-Z][\w+]*))?(?!\w)")
        for part in parts:
            found = {(one["more"] or "").casefold() for one in variants.finditer(part)}
            if found and (named["more"] or "").casefold() not in found:
                return True
    return False


def _only_otherwise(claim: str, sentence: str) -> bool:
    """Whether a claim has words of what a sentence tells of a further case alone, which it doesn't name: "to Mrs Adair;
    in her absence to Mr Boyle"."""
    first, *further = _FURTHER.split(sentence)
    said = content(claim)
    cases = ((part, content(case["case"])) for part in further if (case := _CASE.match(part)))
    return any(case.isdisjoint(said) and bool(said & (content(part) - content(first) - case)) for part, case in cases)
