"""What a question asks of what: the kind of value, the attribute and the subject that block candidates (E5).

The subject is what the question calls by name or puts in quotation marks; the attribute is every other content
word. A question without an attribute that shows in the text, or that asks for an explanation, blocks nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from aver.patterns import regex
from aver.stages.planning.words import content, folded, names, set_of


class ValueKind(StrEnum):
    """The kinds of value that can be compared."""

    DATE = "date"
    NUMBER = "number"
    NAME = "name"
    PLACE = "place"
    PHRASE = "phrase"
    POLARITY = "polarity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The kind of value a question asks for, and the folded words of its attribute and its subject.

    `lasting` says that the number is a length of time, `counting` that it is how many things there are.
    """

    kind: ValueKind
    attribute: frozenset[str]
    subject: frozenset[str]
    lasting: bool = False
    counting: bool = False


_FILLERS = set_of("long many much associate associated affiliated known famous called named type kind name lange viele")
_LASTS = regex(r"\b(?:how\slong|wie\slange|duration)\b", re.I)
_COUNTS = regex(
    r"\b(?:how\smany|wie\s?viele)\s(?!(?:\w+\s)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|percent|euros?|dollars?|pounds?"
    r"|sekunden|minuten|stunden|tage|wochen|monate|jahre|prozent)\b)",
    re.I,
)
_QUOTED = regex(r"[\"“„«]([^\"”“»]{2,80})[\"”“»]")
_DATE = regex(
    r"\bwhen\b|\bwann\b|\b(?:birth|release|founding|opening)\s*date\b|\bdate\s(?:of|when)\b|\b(?:what|which)\s(?:year|month|day)\b",
    re.I,
)
_NUMBER = regex(
    r"\bhow\s(?:many|much|long|old|large|big|high|tall|far|often|loud|heavy|deep|wide|thick|fast|hot|cold|warm|small|low"
    r"|short)\b|\bwie\s?(?:viele?|lange|hoch|groß|alt|oft|laut|schwer|tief|breit|dick|schnell|heiß|kalt|warm|klein"
    r"|niedrig|kurz|weit)\b"
    r"|\bwhat\s(?:is|was|are|were)\sthe\s(?:\w+\s){0,3}(?:population|number|income|size|length|height|area|price|fee|limit|"
    r"percentage|rate|elevation|distance|capacity|duration|period|score|total|amount)\b",
    re.I,
)
_NAME = regex(r"\bwho(?:se|m)?\b|\bwe[rmn]\b|\bby\swhom\b", re.I)
_PLACE = regex(
    r"\bwhere\s(?:is|was|are|were|did|does)\b|\b(?:in|what|which)\s(?:city|state|country|town|county|region|province)\b|\bwo\s(?:ist|liegt|war)\b",
    re.I,
)
_PHRASE = regex(
    r"\b(?:what|which)\s(?P<a>(?!is\b|was\b|are\b|were\b|does\b|do\b|did\b)\w+(?:\s\w+)?)\s(?:is|was|are|were|does|do|did)\b"
    r"|\b(?:what|which)\s(?:is|was|are|were)\sthe\s(?P<b>\w+(?:\s\w+){0,3}?)\s(?:of|for|in|associated)\b"
    r"|\bin\s(?:what|which)\s(?P<c>\w+)\b|\b(?P<e>known)\sfor\b|\b(?P<f>refer)s?\sto\b",
    re.I,
)
_YES_NO = regex(
    r"\s*(?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have|ist|sind|darf|dürfen|muss|kann|gilt)\b",
    re.I,
)
_VERB = "am|is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had"
_HOW_MUCH = rf"how\s+(?!(?:{_VERB}|come|about|else|exactly|best|to|not|the|a|an|i|we|you|they|it|he|she)\b)\w+"
"""How long, how rare, how steep: asks for a degree, not for a way."""

_LOOKS_UP = regex(
    r"\W*(?:(?:in|for|at|on|by|within|from|to|with|of|after|before|until|till|since|under|over|through|above|below|up\s+to|as\s+of)"
    rf"\s+)?(?:what|which|who(?:m|se)?|when|where|{_HOW_MUCH})\b",
    re.I,
)
_SUPPOSED = regex(r"\W*what\s+(?:if|about)\b", re.I)
_REASON = regex(rf"\W*(?:(?:and|but|or|so)\s+)?(?:why|(?!{_HOW_MUCH}\b)how)\b", re.I)
_FURTHER = regex(rf"\b(?:and|or|but)\s+(?:also\s+)?(?:{_VERB}|why)\b", re.I)
"""Asks whether or why beside what it asks for: "which one came of it and does it need a key?" """

_CLAUSE = regex(r"(?<=[,.;:!?])\s+|\s[–—-]+\s")
"""Where a further clause or sentence of a question may begin: "I cancel in May. What do I pay?" """

_SENTENCE = regex(
    rf"\?|\b(?:{_VERB}|be|i|i['’]\w+|me|my|we|our|you|your|they|it|why|how|if|whether|differences?|reasons?|ok(?:ay)?|possible|allowed"
    r"|permitted|legal|required|mandatory|supported|accepted|rejected|approved|compatible|safe|forbidden|banned|necessary|needed"
    r"|available|true|worth)\b|^\W*(?:explain|describe|compare|summari[sz]e|discuss|tell|show|list|give|find)\b",
    re.I,
)
"""Makes more of a text than the name of a thing: a sentence, a demand, or keywords that ask whether or why."""


_LABELLED = regex(r"[\W_]*(?:question|frage)[\s#]*\d{0,3}[*_]*:|[\W_]*(?-i:Q)[*_]*:\s", re.I)
"""How a question begins that may take several sentences: "Question 1: The call says 30 June. Is more possible?" """


def is_question(text: str) -> bool:
    """Whether a sentence asks, whatever marks close it, or begins what is labelled as a question."""
    labelled = _LABELLED.match(text) is not None and "?" not in text
    return labelled or text.rstrip("*_`\"'”’»«“)] ").endswith("?")


def wanted_of(question: str) -> Wanted | None:
    """Return what `question` asks for; None where its answers could not be compared."""
    kind = _kind(question)
    if kind is None:
        return None
    quoted = " ".join(_QUOTED.findall(question))
    subject = content(quoted) or content(" ".join(names(question)))
    attribute = content(question) - subject - _FILLERS
    return Wanted(
        kind=kind,
        attribute=attribute,
        subject=subject,
        lasting=bool(_LASTS.search(question)),
        counting=bool(_COUNTS.search(question)),
    )


def looks_up(question: str) -> bool:
    """Whether an English question asks for a thing that a text may name: not whether, why or how something is so.

    What it asks for may come after a clause ("In May, which line runs?"); keywords that only name a thing ask for it.
    """
    if _SUPPOSED.match(question) or _FURTHER.search(question):
        return False
    clauses = _CLAUSE.split(question.strip())
    asking = [clause for clause in clauses if _LOOKS_UP.match(clause)]
    if any(asks_yes_or_no(one) or _REASON.match(one) for one in clauses):
        return False
    return bool(asking) or (bool(content(question)) and _SENTENCE.search(question) is None)


def asks_for(question: str, kind: ValueKind) -> bool:
    """Whether a value of `kind` is what `question` asks for."""
    return _kind(question) is kind


def asks_yes_or_no(question: str) -> bool:
    """Whether yes or no answers `question`: it begins with a verb."""
    return _YES_NO.match(question) is not None


def _kind(question: str) -> ValueKind | None:
    if asks_yes_or_no(question):
        return ValueKind.POLARITY
    if _DATE.search(question):
        return ValueKind.DATE
    if _NUMBER.search(question):
        return ValueKind.NUMBER
    if _NAME.search(question):
        return ValueKind.NAME
    if _PLACE.search(question):
        return ValueKind.PLACE
    return ValueKind.PHRASE if _PHRASE.search(question) and len(folded(question)) <= 16 else None
