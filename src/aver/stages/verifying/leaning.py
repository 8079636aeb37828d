"""What holds only by what stands beside it: a former value, a label, the sentence that "such" goes back to (H1).

"4.20 euros (previously 3.80)" gives no price of 3.80, "the 10th of the following month" no 10th of the month, "- class
C: 60 euros" no fee of 60 euros for all, and "Such springs corrode" says nothing of the springs that a claim speaks of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.planning.words import content, folded, phrase
from aver.stages.sentences import split
from aver.stages.verifying.welding import Cited, units_told

_FORMER = regex(
    r"\b(?:previously|formerly|before|earlier|instead\s+of|rather\s+than|(?:up|down)\s+from|used\s+to\s+be|until\s+(?:then|now)|so\s+far"
    r"|as\s+against|compared\s+(?:with|to)|was|were|bisher|bislang|zuvor|vorher|früher|vormals|statt|anstatt|anstelle\s+von|gegenüber|vorjahr|war|waren)"
    r"[\s:]+(?:(?:only|still|at|about|nur|noch|bei)\s+)?(?:[€$£]|eur|usd|chf)?\s*$",
    re.IGNORECASE,
)
"""What leads to a value that was, or that another takes the place of."""

_TELLS_FORMER = regex(
    r"\b(?:previous\w*|former\w*|before|earlier|instead|rather|from|used|until|against|compared|than|was|were|had|did|bisher\w*|bislang|zuvor"
    r"|vorher\w*|früher\w*|vormals|statt|anstatt|anstelle|gegenüber|vorjahr|von|war|waren|hatte\w*|\w+(?:ed|te))\b",
    re.IGNORECASE,
)

_WHICH = regex(
    r"\b(?P<which>following|next|previous|preceding|last|first|second|third|fourth|final|calendar|working|business|school|financial|leap|every"
    r"|other|each|folgend\w*|nächst\w*|vorig\w*|letzt\w*|erst\w*|zweit\w*|dritt\w*)\s+"
    r"(?P<time>(?:working\s+|business\s+)?(?:day|week|weekend|month|quarter|year|term|season|tag|woche|monat|quartal|jahr|semester)(?:e?s|en|e)?)\b",
    re.IGNORECASE,
)
"""Which day, month or year is meant."""

_LABELLED = regex(
    r"^[ \t]*(?:[-*•–+]|\(?\w{1,3}[.)])[ \t]+(?P<label>[^:\n]{2,60}):[ \t]+(?P<value>[^\n]+)", re.MULTILINE
)
"""An item of a list that says for what its value holds."""

_LEANING = regex(
    r"\W*(?:such\s+(?!an?\b|as\b)|(?:in|under|for|with)\s+(?:(?:this|that|such|these|those)\s+(?:an?\s+)?(?:case|event|circumstance|situation)s?)\b"
    r"|otherwise\b|if\s+(?:so|not)\b|in\s+(?:diesem|einem\s+solchen|solchen|diesen)\s+f(?:all|ällen)\b|solche\w*\s|andernfalls\b|ansonsten\b|sonst\b"
    r"|falls\s+(?:nicht|ja)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that holds of what the one before it tells alone."""


def only_former(claim: str, evidence: str) -> bool:
    """Whether a figure of `claim`, which speaks of nothing former, stands in the evidence as a former value alone."""
    if _TELLS_FORMER.search(claim):
        return False
    return any(
        bool(places := _places(one.literal, evidence))
        and all(_FORMER.search(evidence, max(0, at - 60), at) for at in places)
        for one in quantities_in(claim)
    )


def of_another_time(claim: str, evidence: str) -> bool:
    """Whether the evidence says which day, month or year it means, wherever it names it, and `claim` names one without
    that."""
    told = [(_singular(one["time"]), one["which"].casefold()) for one in _WHICH.finditer(evidence)]
    if not told:
        return False
    named, meant = Counter(map(_singular, re.findall(r"\w+", evidence))), Counter(time for time, _ in told)
    said = folded(claim)
    return any(
        named[time] <= meant[time]
        and which not in said
        and re.search(rf"\b(?:the|des|dem|den|der)\s+{re.escape(time)}", claim, re.IGNORECASE) is not None
        for time, which in told
    )


def labelled_otherwise(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether a value of `claim` stands in an item that has a label, as one with a value of the kind beside it does,
    and the claim has no word of what tells the labels apart."""
    said = frozenset(folded(claim))
    given = {one.literal for one in quantities_in(claim)}
    for passage, start, end in cited:
        items = list(_LABELLED.finditer(passage.text.text))
        for own in (one for one in items if one.start() < end - passage.start and start - passage.start < one.end()):
            values = quantities_in(own["value"])
            others = [one for one in items if one is not own and units_told(one["value"]) & units_told(own["value"])]
            apart = frozenset(folded(own["label"])).difference(*(folded(one["label"]) for one in others))
            named = not apart.isdisjoint(said) or (not apart and _stands_alone(own["label"], others, claim))
            if others and given & {one.literal for one in values} and not named:
                return True
    return False


def _stands_alone(label: str, others: Sequence[re.Match[str]], claim: str) -> bool:
    """Whether `claim` has a label as it is, and no longer one of another item: "class L", not "class L, mobile"."""
    said, own = phrase(claim), phrase(label)
    longer = [name for one in others if own in (name := phrase(one["label"]))]
    return own in said and not any(name in said for name in longer)


def leans_on_another(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether a sentence that is cited goes back to the one before it, and `claim` has nothing of that one."""
    said = content(claim)
    for passage, start, end in cited:
        text = passage.text.text
        sentence = text[max(0, start - passage.start) : end - passage.start]
        if _LEANING.match(sentence) is None:
            continue
        before = [text[first:last] for first, last in split(text) if last <= start - passage.start]
        if before and said.isdisjoint(content(before[-1]) - content(sentence)):
            return True
    return False


def _places(literal: str, text: str) -> list[int]:
    return [one.start() for one in re.finditer(rf"(?<![\d.,]){re.escape(literal)}(?![\d]|[.,]\d)", text)]


def _singular(word: str) -> str:
    lowered = word.casefold().split()[-1]
    return re.sub(r"(?:es|s|en|e)$", "", lowered) if len(lowered) > 3 else lowered
