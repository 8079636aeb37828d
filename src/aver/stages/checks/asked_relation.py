"""Whether a quote is about the wrong side of what is asked: another's doing, the time before for the time after (B6).

"The claimant reduced the rent by 50 %" doesn't say by how much the court did, nor does what holds during probation tell
of what holds after it. Either is held against a quote only where the quote doesn't name the doer asked about, or where
the word for the side asked about stands in none of what is shown.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.planning.words import FUNCTION_WORDS, content, folded, set_of
from aver.stages.stems import Stems, stems

_DETERMINERS = r"(?:(?:an?|the|all|every|each|its|their|our|your|my|his|her)\s+)"
_ASKED_DOER = regex(
    rf"\b(?:did|does|do|has|have|had|will|would|must|can|could|should)\s+(?P<who>{_DETERMINERS}[a-zäöüß][\w'’-]+"
    r"(?:\s[a-zäöüß][\w'’-]+)??)\s+(?P<verb>[a-z]{3,})\b"
)
_DOER = regex(
    rf"(?:^|[;:]\s|,\s(?:and|but|while|whereas)\s)[\W\d]*(?P<who>{_DETERMINERS}[a-z][\w'’-]+)\s+(?:\w+ly\s+)?(?P<verb>[a-z]{{3,}})\b",
    re.IGNORECASE,
)
_STEM = 4
"""Letters that two forms of one verb begin with, if it has as many; their ends differ by at most `_ENDING`."""
_ENDING = 3

_SIDES = {
    "after": set_of("before during until"),
    "before": set_of("after during since"),
    "during": set_of("before after outside"),
    "outside": set_of("during within inside in"),
    "within": set_of("outside after"),
    "without": set_of("with"),
    "above": set_of("below under"),
    "below": set_of("above over"),
    "nach": set_of("vor während bis"),
    "vor": set_of("nach während seit"),
    "während": set_of("vor nach außerhalb"),
    "außerhalb": set_of("während innerhalb in im"),
    "innerhalb": set_of("außerhalb nach"),
    "ohne": set_of("mit"),
}
"""Words that put a thing on one side of another, with those for the other sides."""

_ARTICLES = r"(?:(?:an?|the|its|their|our|your|my|der|die|das|den|dem|des|eine?[nmrs]?)\s+)?"
_SIDE = regex(
    rf"\b(?P<side>{'|'.join(sorted({*_SIDES, *set().union(*_SIDES.values())}, key=len, reverse=True))})\s+{_ARTICLES}"
    r"(?P<what>[^\W\d_][\w-]{2,}(?:\s[^\W\d_][\w-]{2,})?)",
    re.IGNORECASE,
)

_CONDITION = regex(
    r"\b(?P<on>if|(?<=\w\s)when|unless|wenn|falls|sofern|solange)\b(?P<told>[^,;:.?!()\n]{3,120})", re.IGNORECASE
)
_NOT = regex(r"\b(?:not|never|no|without|nicht|nie|ohne|kein\w*)\b|n['’]t\b", re.IGNORECASE)
_MEANWHILE = set_of("yet already ever even been noch mehr schon bereits")
_REACH = 4
"""Words behind a negation among which the first that says something is what it denies."""


def wrong_side(asked: str, quoted: str, *, names: str) -> bool:
    """Whether `quoted` tells of another's doing than is `asked` about, or of the other side of a time, a limit or a
    condition.

    `names` are titles, headings and files.
    """
    return _another_doer(asked, quoted) or other_side(asked, quoted, names) or _other_condition(asked, quoted)


def _other_condition(asked: str, quoted: str) -> bool:
    """Whether what holds if a thing isn't so is asked for and what holds if it is so is quoted, or the other way round:
    "if it has not moved" for "if a family moves"."""
    (unwanted, wanted), (denied, said) = _conditions(asked), _conditions(quoted)
    return unwanted.isdisjoint(denied) and not (unwanted.isdisjoint(said) and denied.isdisjoint(wanted))


def _conditions(text: str) -> tuple[Stems, Stems]:
    """Return the stems of what the conditions of `text` deny, and of all else that they name."""
    denied, named = set[int](), set[int]()
    for found in _CONDITION.finditer(text):
        told = found["told"]
        if found["on"].casefold() == "unless":
            denied |= stems(told)
            continue
        before, *behind = _NOT.split(told)
        words = [
            next((one for one in folded(piece)[:_REACH] if one not in _MEANWHILE and stems(one)), "")
            for piece in behind
        ]
        if behind and not any(words):
            words = folded(before)[-1:]
        denied |= stems(" ".join(words))
        named |= stems(told) - stems(" ".join(words))
    return frozenset(denied), frozenset(named)


def _another_doer(asked: str, quoted: str) -> bool:
    """Whether it is asked what somebody did, whom the quote doesn't name, and quoted that another did it.

    Both by what they are, not by name: "the buyer" may well be Smith.
    """
    if "de" in (language_of(asked), language_of(quoted)):
        return False
    said = content(quoted)
    wanted = [
        one
        for one in _ASKED_DOER.finditer(asked)
        if (who := content(one["who"])) and who.isdisjoint(said) and one["verb"] not in FUNCTION_WORDS
    ]
    others = [one for one in _DOER.finditer(quoted) if content(one["who"]).isdisjoint(content(asked))]
    return any(_one_verb(one["verb"], other["verb"].casefold()) for one in wanted for other in others)


def _one_verb(one: str, other: str) -> bool:
    """Whether two words are forms of one regular verb."""
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return common >= min(_STEM, len(one)) and max(len(one), len(other)) - common <= _ENDING


def other_side(asked: str, quoted: str, names: str) -> bool:
    """Whether what holds after a thing is `asked` or claimed, and what holds during or before it is quoted."""
    there = frozenset(folded(f"{names}\n{quoted}"))
    said = [(one["side"].casefold(), content(one["what"])) for one in _SIDE.finditer(quoted)]
    return any(
        side in _SIDES
        and side not in there
        and any(other in _SIDES[side] and content(one["what"]) & what for other, what in said)
        for one in _SIDE.finditer(asked)
        if (side := one["side"].casefold())
    )
