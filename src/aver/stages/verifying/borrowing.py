"""A claim whose predicate is told of something else beside its subject, or with another doer or event (H1).

"Personal plans can be cancelled at any time. Business plans run for twelve months" has all words of "business plans can
be cancelled at any time", and "arranged by the lender and paid for by the borrower" those of "paid for by the lender".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.patterns import regex
from aver.stages.asserting_words import AUXILIARIES, GERMAN_MODAL, VERBS
from aver.stages.atoms.quantities import quantities_in
from aver.stages.planning.words import FUNCTION_WORDS, NEGATIONS, base, content, folded
from aver.stages.verifying.subjects import WORD
from aver.stages.verifying.welding import plain_words

_FINITE = (AUXILIARIES | GERMAN_MODAL) - NEGATIONS

_TITLED = regex(r"\n(?=[A-ZÄÖÜ\d])")
"""A line that begins anew, below a title."""

_LEADS = regex(r":[*_ ]*(?:\n|$)")
"""A sentence that leads into a list says it of the items."""

_BY = regex(
    r"\b(?P<verb>[a-z]+(?:ed|en|ne|ade|aid|ept|old|ent|et|ut|un|aught|ought|uilt))\b(?:\s+(?:for|to|out|off|up|in|at|over|back|on))?"
    r"(?:\s+(?:in\s+advance|jointly|separately|\w+ly))?\s+by\s+(?:(?:the|an?|its|their)\s+)?(?P<name>[a-zA-Z][\w-]+)"
)
"""What is done, and by whom."""

_BY_WHOM = regex(r"\bby\s+(?:(?:the|an?|its|their)\s+)?(?P<name>[a-zA-Z][\w-]+)")

_NONE = regex(r"\b(?:no|kein(?:e[nmrs]?)?)\s+(?P<what>(?:[^\W\d_][\w-]*\s+){0,4}[^\W\d_][\w-]*)", re.IGNORECASE)
"""What there is none of."""

_AFTER = regex(
    r"(?<![\d.,])(?P<figure>\d[\d.,]*)\s+(?:[a-zäöü]+\s+){1,2}?(?:of|after|from|following|before|nach|ab|seit|vor)\s+(?P<event>[^.;,]+)",
    re.IGNORECASE,
)
"""From which event a time counts."""


def borrowed(claim: str, sentences: Sequence[str]) -> bool:
    """Whether a word of what a claim says of its subject stands in those of the `sentences` around its evidence alone
    that say it of another of the kind: their subject shares a word with the claim's, each has one more, and that of the
    claim is spoken of elsewhere among the sentences."""
    parted = _parted(claim)
    if parted is None:
        return False
    whom, said = parted
    told = [(line, _words(line)) for one in sentences for line in _TITLED.split(one)]
    for word in said - whom:
        telling = [(one, words) for one, words in told if word in words]
        others = frozenset[str]().union(*(words for _, words in told if word not in words))
        if telling and all(_of_another(whom, said, one, words, others) for one, words in telling):
            return True
    return False


def done_by_another(claim: str, evidence: str) -> bool:
    """Whether a claim says that a thing is done by somebody, and the evidence that it is done by others alone."""
    did = _done_by(evidence)
    bare = {base(one["name"].casefold()) for one in _BY_WHOM.finditer(_BY.sub(" ", evidence))}
    verbs = {verb for verb, _ in did}
    return any(verb in verbs and (verb, name) not in did and name not in bare for verb, name in _done_by(claim))


def denied_more_narrowly(claim: str, evidence: str) -> bool:
    """Whether a claim says that there is none of a thing, and the evidence that there is none of one kind: "no visitor
    tax for dogs" is no "no dog tax"."""
    told = [_kind(one["what"]) for one in _NONE.finditer(evidence)]
    said = content(claim)
    return any(
        bool(near := [its for its in told if its and its[-1] == what[-1]]) and all(set(its) - said for its in near)
        for one in _NONE.finditer(claim)
        if (what := _kind(one["what"]))
    )


def counts_from_another(claim: str, evidence: str) -> bool:
    """Whether a claim counts a time from another event than the evidence does: from sending for from receiving."""
    told: dict[str, list[frozenset[str]]] = {}
    for one in _AFTER.finditer(evidence):
        told.setdefault(one["figure"], []).append(content(one["event"]))
    for one in _AFTER.finditer(claim):
        events, first = told.get(one["figure"], []), _first(one["event"])
        if events and first and not any(first <= its for its in events):
            return True
    return False


def _done_by(text: str) -> set[tuple[str, str]]:
    """Return verb and name of what is done by somebody."""
    return {(base(one["verb"].casefold()), base(one["name"].casefold())) for one in _BY.finditer(text)}


def _parted(claim: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the words of content before the verb of a claim and behind it; None where no verb is known."""
    words = list(WORD.finditer(claim))
    places = [one.start() for one in words[1:] if one[0].casefold() in _FINITE]
    places = places or [one.start() for one in words[1:] if base(one[0].casefold()) in VERBS]
    if not places:
        return None
    whom, said = _words(claim[: places[0]]), _words(claim[places[0] :])
    return (whom, said) if whom and said else None


def _words(text: str) -> frozenset[str]:
    """Return the words of content of a text and its figures."""
    return plain_words(text) | {one.literal for one in quantities_in(text) if not one.written}


def _of_another(
    whom: frozenset[str], said: frozenset[str], sentence: str, words: frozenset[str], others: frozenset[str]
) -> bool:
    """Whether what `sentence` says, which has these `words`, it says of another than of `whom`, that `others` name."""
    if _LEADS.search(sentence):
        return False
    subject: set[str] = set()
    for one in WORD.finditer(sentence):
        found = _words(one[0])
        if one[0].casefold() in _FINITE or found & said - whom:
            break
        subject |= found - {"one"}
    return bool(subject & whom) and bool(subject - whom - said) and bool((whom - words) & others)


def _kind(words: str) -> list[str]:
    """Return the words of content of a noun and what stands before it, up to the first other word."""
    kept: list[str] = []
    for word in folded(words):
        if word in FUNCTION_WORDS:
            break
        kept += sorted(content(word))
    return kept


def _first(text: str) -> frozenset[str]:
    return next((found for word in WORD.findall(text) if (found := content(word))), frozenset())
