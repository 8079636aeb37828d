"""Every number of a claim, with its unit, stands in what the claim cites (H1).

Compared are values, not spellings: `1,234.5` may stand as `1.234,5`, `two` as `2` and, by exact conversion,
`0.5 h` as `30 min`. Where only one of two readings agrees, an end of a range stands for the whole, or a bound
("more than 15") follows from a number without being one, the check doubts; where none agrees, it fails. So it does
where the source turns the direction of its text, so that people see other figures than it holds.
"""

from __future__ import annotations

import re
from decimal import Decimal

from aver.patterns import regex
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import interval, meant
from aver.stages.atoms.conversion import convertible
from aver.stages.atoms.dates import dates_in
from aver.stages.atoms.language import language_of
from aver.stages.atoms.quantities import Quantity, as_rate, quantities_in
from aver.stages.atoms.units import units_in
from aver.stages.checks.cited import evidence_of, names_around
from aver.stages.checks.profiles import Context, Packets, finding
from aver.stages.force.numeric import follows
from aver.stages.force.statement import read
from aver.values.answers import Claim, ClaimKind, Finding, Verdict

_NAME = "numbers_stand_in_evidence"
_NAME_BEFORE = regex(r"\b([A-ZÄÖÜ]\w+) $")
_IS_A_LIMIT = regex(
    r"\b(?:maxim\w+|minim\w+|max\.?|min\.?|limits?|höchst\w*|mindest\w*|grenze)\s[^.;:\d]{0,60}\b(?:is|are|was|were|ist|sind|war|beträgt|betrug)\s+$",
    re.IGNORECASE,
)
"""What a limit is said to be it is, no more and no less: "the maximum voltage is" 4 V doesn't follow from 3.6 V."""

_TIMES = regex(
    r"\b(?:(?<!\bat\s)(?P<once>once)(?=\s+(?:an?|per|every|each|in|by|during|for|only|more|and|or|within|at|on|with)\b|\s*[.,;]|\s*$)"
    r"|(?P<word>twice|thrice)|(?<!\bauf\s)(?<!\bnoch\s)(?<!\bnicht\s)(?P<mal>ein|zwei|drei|vier|fünf)mal"
    r"|(?P<number>\d{1,3}|two|three|four|five|six|zwei|drei|vier|fünf|sechs)[\s-](?:times|mal))\b",
    re.IGNORECASE,
)
"""How many times something happens: once (no conjunction), twice, three times, dreimal."""

_BOUNDED = regex(
    r"(?:at\s+(?:least|most)|up\s+to|(?:more|less|fewer)\s+than|mindestens|wenigstens|höchstens|bis\s+zu|maximal|mehr\s+als|weniger\s+als"
    r"|about|around|almost|nearly|etwa|rund|fast)\s+$",
    re.IGNORECASE,
)
"""What makes a number of times a bound, which follows from others: "at least once" from "twice"."""

_HOW_MANY = ("once ein", "twice two zwei", "thrice three drei", "four vier", "five fünf", "six sechs")
_COUNTS = {word: times for times, words in enumerate(_HOW_MANY, start=1) for word in words.split()}

_TURNED = regex("\u202e[^\u202c\n]*[0-9]")
"""A figure that a page shows turned round, by a character that nobody sees: 000,01 is read as 10,000."""
_RATIOS = frozenset({"%", "‰"})


def numbers_stand_in_evidence(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where a number isn't in the evidence, doubt where it is only in one reading or was computed."""
    claimed = quantities_in(claim.text.text)
    times = times_in(claim.text.text, bounds=False)
    if not claimed and not times:
        return finding(claim, _NAME, Verdict.PASS, "the claim has no numbers")
    if _TURNED.search(claim.text.text):
        return finding(claim, _NAME, Verdict.FAIL, "the source shows a figure turned round")
    evidence = evidence_of(claim, packets)
    if evidence is None and not (claim.kind is ClaimKind.COMPUTED and not claim.citations):
        return finding(claim, _NAME, Verdict.NOT_RUN, "a cited text can't be read")
    if times and (told := times_in(evidence or "")) and not times <= told:
        return finding(claim, _NAME, Verdict.FAIL, "the evidence says another number of times")
    if not claimed:
        return finding(claim, _NAME, Verdict.PASS, "the claim has no other numbers")
    names = names_around(claim, packets)
    verdicts = [
        Verdict.PASS if _is_named(number, claim.text.text, names) else stands(number, claim.text.text, evidence or "")
        for number in claimed
    ]
    missing = [number for number, verdict in zip(claimed, verdicts, strict=True) if verdict is Verdict.FAIL]
    if missing and claim.kind is ClaimKind.COMPUTED:
        return finding(claim, _NAME, Verdict.DOUBT, f"computed beyond any source: {_places(missing)}")
    if missing:
        return finding(claim, _NAME, Verdict.FAIL, f"not in the evidence: {_places(missing)}")
    if Verdict.DOUBT in verdicts:
        return finding(claim, _NAME, Verdict.DOUBT, "a number agrees in one reading or by its bound only")
    return finding(claim, _NAME, Verdict.PASS, f"{len(claimed)} numbers stand in the evidence")


def times_in(text: str, *, bounds: bool = True) -> frozenset[int]:
    """Return how many times `text` says that something happens, with or without what are `bounds` alone."""
    found = (one for one in _TIMES.finditer(text) if bounds or not _BOUNDED.search(text[: one.start()][-20:]))
    words = (next(word for word in one.groups() if word).casefold() for one in found)
    return frozenset(int(word) if word.isdecimal() else _COUNTS[word] for word in words)


def stands(number: Quantity, claim_text: str, evidence: str) -> Verdict:
    """Return how a `number` of `claim_text` stands in `evidence`: pass, doubt or fail."""
    have = [*quantities_in(evidence), *_years(evidence)]
    have += [one for other in have if (one := as_rate(other, evidence))]
    aside = units_in(evidence)
    same_language = not _languages_differ(claim_text, evidence)
    ours = [one for one in (number, as_rate(number, claim_text)) if one]
    verdicts = {
        _compare(one, other, same_language) for one in ours for other in have if _units_agree(one, other, aside)
    }
    if Verdict.PASS in verdicts or any(_converts(number, other) for other in have):
        return Verdict.PASS
    vague = number.written and number.unit is None
    if Verdict.DOUBT in verdicts or vague or _follows(number, claim_text, evidence):
        return Verdict.DOUBT
    return Verdict.FAIL


def _converts(claimed: Quantity, stated: Quantity) -> bool:
    """Whether the stated amount is the claimed one in another unit, exactly."""
    if claimed.unit is None or stated.unit is None or not convertible(claimed.unit, stated.unit):
        return False
    ours, theirs = interval(claimed, Bound.PLAIN, unit=None), interval(stated, Bound.PLAIN, unit=None)
    return ours is not None and ours == theirs


def _follows(number: Quantity, claim_text: str, evidence: str) -> bool:
    """Whether the number with its bound ("about", "at most") follows from one of the evidence."""
    if meant(claim_text, number).bound in (Bound.PLAIN, Bound.EXACT) or _IS_A_LIMIT.search(claim_text, 0, number.start):
        return False
    ours, theirs = language_of(claim_text) or "en", language_of(evidence) or "en"
    return follows(number, read(claim_text, ours), read(evidence, theirs))


def without_named(text: str, names: str) -> str:
    """Return `text` with blanks for the numbers that are part of a name which `names` hold: they count nothing."""
    for one in quantities_in(text):
        if _is_named(one, text, names):
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text


def _is_named(number: Quantity, claim_text: str, names: str) -> bool:
    """Whether the number is part of a name ("Fallout 76") that a title or section path holds as it stands."""
    word = _NAME_BEFORE.search(claim_text[: number.start])
    if word is None or number.unit is not None or number.upper is not None or number.written:
        return False
    return bool(re.search(rf"(?<!\w){re.escape(word[1])} {re.escape(number.literal)}(?![\w]|[.,]\d)", names))


def _compare(claimed: Quantity, stated: Quantity, same_language: bool) -> Verdict:
    if claimed.literal == stated.literal and (same_language or not _ambiguous(claimed, stated)):
        return Verdict.PASS
    if claimed.upper is not None and stated.upper is not None:
        return _least(_values(claimed.values, stated.values), _values(claimed.upper, stated.upper))
    if claimed.upper is not None or stated.upper is not None:
        return _end_of_range(claimed, stated)
    verdict = _values(claimed.values, stated.values)
    return Verdict.DOUBT if verdict is Verdict.PASS and _only_zeros_differ(claimed, stated) else verdict


def _ambiguous(claimed: Quantity, stated: Quantity) -> bool:
    return set(claimed.values) != set(stated.values)


def _least(*verdicts: Verdict) -> Verdict:
    return next(v for v in (Verdict.FAIL, Verdict.DOUBT, Verdict.PASS) if v in verdicts)


def _values(claimed: tuple[Decimal, ...], stated: tuple[Decimal, ...]) -> Verdict:
    if not set(claimed) & set(stated):
        return Verdict.FAIL
    return Verdict.PASS if len(set(claimed)) == len(set(stated)) == 1 else Verdict.DOUBT


def _end_of_range(claimed: Quantity, stated: Quantity) -> Verdict:
    ends = (*claimed.values, *(claimed.upper or ())), (*stated.values, *(stated.upper or ()))
    whole, part = ends if claimed.upper is not None else ends[::-1]
    return Verdict.DOUBT if set(part) & set(whole) and claimed.upper is None else Verdict.FAIL


def _only_zeros_differ(claimed: Quantity, stated: Quantity) -> bool:
    """Whether 3.10 would stand for 3.1 without a unit: they may be versions or sections."""
    if claimed.unit or claimed.scaled or stated.scaled or not claimed.values or not stated.values:
        return False
    return claimed.values[0].as_tuple().exponent != stated.values[0].as_tuple().exponent


def _units_agree(claimed: Quantity, stated: Quantity, aside: frozenset[str]) -> bool:
    if claimed.unit == stated.unit:
        return True
    if claimed.unit is None:
        return stated.unit not in _RATIOS
    if not claimed.values or not stated.values:
        return claimed.literal == stated.literal
    return stated.unit is None and claimed.unit in aside


def _years(evidence: str) -> list[Quantity]:
    years = {moment[0] for date in dates_in(evidence) for moment in date.readings if moment[0] is not None}
    return [Quantity(start=0, end=0, literal=str(year), values=(Decimal(year),)) for year in sorted(years)]


def _languages_differ(claim_text: str, evidence: str) -> bool:
    ours, theirs = language_of(claim_text), language_of(evidence)
    return ours is not None and theirs is not None and ours != theirs


def _places(numbers: list[Quantity]) -> str:
    return "characters " + ", ".join(f"{number.start}-{number.end}" for number in numbers) + " of the claim"
