"""Whether a quote is about a sibling of what is asked about: the HX60 for the HX40, oak boards for beech ones (B6).

A manual for both models names both in its title, so that neither the title nor the passage tells whose sentence it is:
the sentence does. Siblings are designations of one family ("LX-3", "LX-3S", "edition 2", "Roton 5R") or, where the
passage speaks of both, one noun under two modifiers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.atoms.quantities import quantities_in
from aver.stages.designations import Designation, designated, designations
from aver.stages.planning.words import FUNCTION_WORDS, base, content, folded
from aver.stages.sentences import split

_ASIDE = regex(
    r"\b(?:unlike|than|like|as|(?:compared|contrast|similar|identical|relative|prior|equivalent|alternative|opposed|next)\s+(?:to|with)"
    r"|instead|rather|replac\w+|supersed\w+|succe\w+|obsolet\w+|predecessor\w*"
    r"|extend\w*|updat\w+|amend\w*|see|per|anders|wie|als|statt|anstelle|ersetz\w*|nachfolge\w*|vorgänger\w*|siehe)"
    r"(?:\s+(?:of|by|for|the|der|die|das|dem|des|den|on))*\s*$",
    re.IGNORECASE,
)
"""What leads to a thing that a sentence mentions and isn't about."""

_ENDS_WITH_A_CASE = regex(
    r"\b(?:in|at|on|during|for|under|im|bei|beim|für|während)\s+(?:(?:the|der|den|dem|die|das)\s+)?(?P<case>[^\W\d][\w-]{2,40})[\s?]*$",
    re.IGNORECASE,
)
_BEGINS = 6
"""Letters by which a case is found again, however it ends."""

_VARIANT = regex(r" ([A-Z][a-z]{2,}|[A-Z]{2,})\b")
"""The GW-9 Lite is no GW-9; in German any noun may follow."""

_PLACE = regex(r"\b(in|at|on|from|im|am|aus)\s+((?-i:[A-ZÄÖÜ][\w'’-]+(?:\s[A-ZÄÖÜ][\w'’-]+)+))", re.IGNORECASE)
_POSSESSED = regex(
    r"(?<![\w'’])(?P<whose>(?!(?:It|That|What|Who|Where|How|There|Here|Let)['’])[A-ZÄÖÜ][\w-]+)['’]s\s+(?P<what>[a-zäöüß][\w-]+(?:\s+[a-zäöüß][\w-]+)?)"
)
"""Somebody's thing by its one or two words: Euler's little theorem."""

_SPECIAL = regex(
    r"\W*(?:for|with|if|in\s+(?:the\s+)?case\s+of|among|für|beim?|im\s+fall(?:e)?(?:\s+(?:von|der|des|einer|eines))?)"
    r"\s+(?P<whom>[^.,;:()]{3,60}(?=,)|[^.,;:()]{3,60}?(?=\s+(?:is|are|the|an?|it|they|ist|sind|gilt|gelten|beträgt|betragen)\b))",
    re.IGNORECASE,
)
"""How a sentence begins that is about a case of its own."""

_WHOSE = r"\s+(?:of|in|with|who|whose|from|on|at|under|over|without|aged|von|des|der|mit|ohne|aus|unter|über)\b"
_GROUP = regex(
    r"[\W\d]*(?:(?:the|all|die|alle)\s+)?(?P<group>[a-z]{3,}s|people|children|[A-ZÄÖÜ][a-zäöüß]{3,}(?:en|er)(?=\s+(?:von|des|mit|ohne|aus)\b))"
    rf"{_WHOSE}\s+(?:(?:the|an?|der|dem|den|einer|einem)\s+)?(?P<part>[\w'’-]+)",
    re.IGNORECASE,
)
"""A sentence that is about some of a group: "Patients of the private ward"."""

_BEGINS_WITH = regex(
    r"[\W\d]*(?:(?:the|an?|all|each|every|der|die|das|alle|jede[rs]?)\s+)?(?P<one>[^\W\d_]{3,})(?:\s+(?P<two>[^\W\d_]{3,}))?",
    re.IGNORECASE,
)
"""The words that a sentence begins with, an article aside."""

_WHETHER = regex(
    r"\W*(?:can|could|may|must|shall|should|will|would|do|does|did|is|are|was|were|has|have|had|kann|können|darf|dürfen|muss|müssen"
    r"|ist|sind|hat|haben|wird|werden)\s+(?:(?:the|an?|our|their|every|each|all|any|der|die|das|den|eine?|jede[rs]?|alle)\s+)?(?P<rest>[^?]+)",
    re.IGNORECASE,
)
"""Whom a question of yes or no is about, behind its verb."""

LEAST_ALIKE = 4
"""Letters that two words of one family begin with at least."""

_NARROWED = regex(r"\b(?:of|who|whose|with|von|des|der|mit)\b", re.IGNORECASE)
"""What makes a group that is asked about a smaller one."""

_ORDINAL = regex(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|(?:erst|zweit|dritt|viert|fünft|sechst|sieb(?:en)?t|acht|neunt|zehnt)e[nmrs]?)\b",
    re.IGNORECASE,
)

_SUBJECT = regex(
    r"\W*(?:when|where|how(?:\s+(?:much|often|long|far|high|deep|old|fast|many\s+\w+))?|in\s+which\s+\w+|by\s+whom)\s+(?:is|are|was|were|does|do|did|can|may|must"
    r"|should)\s+(?:(?:the|an?|our|your)\s+)?(?P<one>[^\W\d_]{3,})\s+(?P<doing>[^\W\d_]{3,})\b",
    re.IGNORECASE,
)
"""Whom or what a question is about by one word, and what of it is asked."""

_TELLS = regex(
    r"[\W\d]*(?:(?:the|an?|all|our|your)\s+)?(?P<one>[^\W\d_]{3,})\s+(?:(?:is|are|was|were|can|may|must|should)(?:\s+be)?\s+)?(?P<doing>[^\W\d_]{3,})\b",
    re.IGNORECASE,
)
_PARTED = regex(r"(?<![\w.@/:-])[^\W\d][\w-]*(?:[.:/@]+[\w-]+)+")
_PARTS = regex(r"[.:/@]+")
"""A name in parts (a host, a path, a member of a module), and what parts it."""

_BETWEEN = regex(r"^\s*(?:to|through|until|and|up to|–|-|bis|und)\s*(?:the\s+)?$", re.IGNORECASE)


def sibling_quoted(asked: str, quoted: str, *, names: str, evidence: str, around: str) -> bool:
    """Whether `quoted` is about a sibling of what is `asked` about.

    `names` are titles, headings and files, `evidence` what is cited with its headers, `around` the whole passage.
    """
    shown = f"{names}\n{evidence}"
    return (
        _other_number(asked, quoted, shown)
        or _other_address(asked, quoted, shown)
        or _other_place(asked, quoted, shown)
        or _other_possessor(asked, quoted)
        or _other_modifier(asked, quoted, around)
        or _told_beside(asked, quoted, names, around)
        or _another_subject(asked, quoted, names, around)
        or _special_case_beside(asked, quoted, names, around)
        or _part_of_those_asked_about(asked, quoted, names)
        or _others_asked_about(asked, quoted, names, around)
    )


def _other_number(asked: str, quoted: str, shown: str) -> bool:
    there = designated(shown)
    german = language_of(asked) == "de"
    said = list(designations(quoted))
    own = {(one.family, one.number) for one in said}
    for wanted in designations(asked):
        variant = None if german else _VARIANT.match(asked, wanted.end)
        if variant and (wanted.family, wanted.number) in there and variant[1].casefold() not in folded(shown):
            return True
        same = [one for one in said if _covers(one, wanted)]
        if variant and same and not any(quoted[one.end :].startswith(variant[0]) for one in same):
            return True
        if same:
            continue
        siblings = [one for one in said if one.family == wanted.family]
        if (wanted.family, wanted.number) not in there and any(
            family == wanted.family and not _same_series(number, wanted.number) for family, number in there - own
        ):
            return True
        if siblings and not _is_range(siblings, wanted, quoted):
            return any(not _ASIDE.search(quoted, max(0, one.start - 40), one.start) for one in siblings)
    return False


def _other_address(asked: str, quoted: str, shown: str) -> bool:
    """Whether a name in parts is asked about that stands nowhere, and one that differs in a single part is quoted:
    vpn.example.org for vpn2.example.org."""
    return any(_differs_in_one(one, other) for one in _parted(asked) - _parted(shown) for other in _parted(quoted))


def _parted(text: str) -> frozenset[str]:
    """Return the names in parts, folded; two words with a stroke between them are a choice."""
    found = (one.casefold() for one in _PARTED.findall(text))
    return frozenset(one for one in found if not set(".:@").isdisjoint(one) or one.count("/") > 1)


def _differs_in_one(one: str, other: str) -> bool:
    ours, theirs = _PARTS.split(one), _PARTS.split(other)
    same = len(ours) == len(theirs) and _PARTS.findall(one) == _PARTS.findall(other)
    return same and sum(a != b for a, b in zip(ours, theirs, strict=True)) == 1


def _other_place(asked: str, quoted: str, shown: str) -> bool:
    """Whether the quote says "in Priory Park" where "in Castle Meadow" is asked and stands nowhere: names of two words
    after one preposition."""
    there = shown.casefold()
    said = {(found[1].casefold(), found[2].casefold()) for found in _PLACE.finditer(quoted)}
    return any(
        found[2].casefold() not in there and any(led == found[1].casefold() for led, _ in said)
        for found in _PLACE.finditer(asked)
    )


def _covers(one: Designation, wanted: Designation) -> bool:
    return one.family == wanted.family and _same_series(one.number, wanted.number)


def _same_series(number: str, wanted: str) -> bool:
    """Whether one number is the other or the series that it belongs to: VR3318 for VR3318-18, 3 for 3.8."""
    short, long = sorted((number, wanted), key=len)
    return long == short or (long.startswith(short) and long[len(short)] in ".-/")


def _is_range(siblings: list[Designation], wanted: Designation, quoted: str) -> bool:
    """Whether two siblings name a range of numbers that what is asked about lies in."""
    return any(
        bool(_BETWEEN.match(quoted[one.end : other.start]))
        and _leading(one.number) < _leading(wanted.number) < _leading(other.number)
        for one, other in pairwise(siblings)
    )


def _leading(number: str) -> int:
    return int(re.match(r"\d+", number)[0])  # type: ignore[index]


def _other_modifier(asked: str, quoted: str, around: str) -> bool:
    """Whether another sentence says of a noun what is asked, under the modifier asked, and more of the question's
    words (as many, where it stands directly beside); the quote has the noun under another: the outdoor pool."""
    wanted, said, words = content(asked), _modified(quoted), content(quoted)
    rivals = [
        (noun, modifier)
        for noun, modifiers in _modified(asked).items()
        for modifier in modifiers - words
        if said.get(noun, frozenset()) - wanted
    ]
    return bool(rivals) and any(
        modifier in _modified(one).get(noun, frozenset())
        and len(content(one) & wanted) + is_beside > len(words & wanted)
        for one, is_beside in _others(quoted, around)
        for noun, modifier in rivals
    )


def _told_beside(asked: str, quoted: str, names: str, around: str) -> bool:
    """Whether another sentence tells of the kind asked about what the quote tells of all others:
    "Webhooks are retried up to 8 times. Test webhooks are not retried." The kind stands nowhere in what is quoted."""
    whom = _BEGINS_WITH.match(quoted)
    if whom is None:
        return False
    noun, shown = base(whom["one"].casefold()), content(f"{names}\n{quoted}")
    kinds = {one for one in _modified(asked).get(noun, frozenset()) if one not in shown}
    return bool(kinds) and any(
        (found := _BEGINS_WITH.match(beside)) is not None
        and base(found["one"].casefold()) in kinds
        and base((found["two"] or "").casefold()) == noun
        and any(character.isalpha() for character in beside[found.end() :])
        for beside, _ in _others(quoted, around)
    )


def _another_subject(asked: str, quoted: str, names: str, around: str) -> bool:
    """Whether the quote tells of another thing, by one word, what is asked of one that the passage names elsewhere:
    "Plums are pruned in July" for when apples are."""
    found, told = _SUBJECT.match(asked), _TELLS.match(quoted)
    if found is None or told is None or base(found["doing"].casefold()) != base(told["doing"].casefold()):
        return False
    whom, other = base(found["one"].casefold()), base(told["one"].casefold())
    elsewhere = content(around) - content(f"{names}\n{quoted}")
    return whom in elsewhere and other not in content(asked)


def _other_possessor(asked: str, quoted: str) -> bool:
    """Whether somebody's thing is asked about and another's of the same name is quoted: Fermat's little theorem for
    Euler's."""
    said = {(one["whose"], one["what"]) for one in _POSSESSED.finditer(quoted)}
    return any(
        (one["whose"], one["what"]) not in said and any(what == one["what"] for _, what in said)
        for one in _POSSESSED.finditer(asked)
    )


def _special_case_beside(asked: str, quoted: str, names: str, around: str) -> bool:
    """Whether another sentence gives a figure of its own for the case asked about, which the quote and
    its headings don't name: "above 6.2 mmol/l. For patients on dialysis the upper limit is 6.8 mmol/l." """
    missing = content(asked) - content(f"{names}\n{quoted}")
    if not missing or not _figured(quoted):
        return False
    return any(
        (found := _SPECIAL.match(beside)) and missing & content(found["whom"]) and _figured(beside)
        for beside, _ in _others(quoted, around)
    )


def _part_of_those_asked_about(asked: str, quoted: str, names: str) -> bool:
    """Whether a group is asked about, whole or another part of it ("guide dogs"), and a part that neither question nor
    headings name is quoted: "Dogs under three months"."""
    found = _GROUP.match(quoted)
    if found is None:
        return False
    named = re.search(rf"(?:(\S+)\s+)?\b{re.escape(found['group'])}\b(?!{_WHOSE})", asked, re.IGNORECASE)
    part = content(found["part"])
    return (
        named is not None
        and content(named[1] or "").isdisjoint(content(f"{quoted}\n{names}"))
        and _NARROWED.search(asked, named.end()) is None
        and bool(part)
        and part.isdisjoint(content(f"{asked}\n{names}"))
    )


def _others_asked_about(asked: str, quoted: str, names: str, around: str) -> bool:
    """Whether those asked about, by two words, stand nowhere in what is quoted, and another sentence tells of them and
    of something else that is asked: "Each person may lead one proposal" for whether a company employee may."""
    found = _WHETHER.match(asked)
    words = folded(found["rest"]) if found else []
    whom, wanted = words[:2], content(asked)
    shown = content(f"{names}\n{quoted}")
    if len(whom) < 2 or not all(map(_is_plain, whom)) or any(_is_among(one, shown) for one in whom):
        return False
    rest = [one for one in wanted if one not in content(" ".join(whom))]
    return any(
        all(_is_among(one, said) for one in whom) and any(_is_among(one, said) for one in rest)
        for said in (content(beside) for beside, _ in _others(quoted, around))
    )


def _is_among(word: str, words: Collection[str]) -> bool:
    """Whether a word or one of its family, which differs in its last letters alone, is among `words`."""
    least = {one: max(LEAST_ALIKE, min(len(word), len(one)) - 2) for one in words}
    return any(word[:letters] == one[:letters] and len(one) >= letters for one, letters in least.items())


def _figured(text: str) -> bool:
    return bool(quantities_in(text)) or _ORDINAL.search(text) is not None


def _others(quoted: str, around: str) -> list[tuple[str, bool]]:
    """Return the other sentences of `around` and whether each stands directly beside `quoted`; none where that doesn't
    stand there."""
    start = around.find(quoted)
    if start < 0:
        return []
    spans = split(around)
    before = [span for span in spans if span[1] <= start]
    after = [span for span in spans if span[0] >= start + len(quoted)]
    near = (*before[-1:], *after[:1])
    return [(around[first:last], (first, last) in near) for first, last in (*before, *after)]


def _modified(text: str) -> Mapping[str, frozenset[str]]:
    """Return each word with the words that stand directly before it; function words part, as marks do."""
    found: dict[str, set[str]] = {}
    for piece in re.split(r"[.,;:?!()\[\]|\n\"“”]+", text):
        words = folded(piece)
        for one, two in pairwise(words):
            if _is_plain(one) and _is_plain(two):
                found.setdefault(base(two), set()).add(base(one))
    return {noun: frozenset(modifiers) for noun, modifiers in found.items()}


def _is_plain(word: str) -> bool:
    return len(word) > 2 and word not in FUNCTION_WORDS and word.replace("-", "").isalpha()


def told_for_it_elsewhere(asked: str, shown: str, texts: Iterable[str]) -> bool:
    """Whether a question ends with a case that what is `shown` doesn't name, and one of the `texts` tells of by a
    label: "Staging: the limits are a tenth of those in production"."""
    found = _ENDS_WITH_A_CASE.search(asked)
    case = found["case"].casefold() if found else ""
    if not content(case) or case[:_BEGINS] in shown.casefold():
        return False
    label = re.compile(rf"^[\W_]*{re.escape(case)}[*_]*(?:\s?[:–]\s|$)", re.IGNORECASE | re.MULTILINE)
    return any(label.search(text) for text in texts)
