"""The clause that has every word of a question and, beside them, something of the kind it asks for (G5).

"How many visitors may each patient have?" is answered by "Each patient may have two visitors at a time", in whatever
order that says it. Such a sentence, where the reader thinks it likeliest too, is likelier than the reader knows. The
words have to stand in one clause, endings aside, and those that stand together in the question together there: parental
leave is no parental bereavement leave. How often that is right is measured by `benchmarks/told_there.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from types import MappingProxyType

from aver.patterns import regex
from aver.stages.analyser import term_keys
from aver.stages.other_case import says_how_long
from aver.stages.planning.words import FUNCTION_WORDS, NEGATIONS, base, folded, limits, numbers
from aver.stages.said_there import KINDS, has_time
from aver.stages.stems import Stems, stems

TOLD = 0.7
"""How likely such a sentence answers, at least; `stages/said_there.py` has as much for the question's own order."""

LEAST_READ = 0.3
"""What the reader has to make of it; below that it knows better in some of the documents of `tests/traps`."""

LEAST_WORDS = 2

_ASKS = regex(
    r"^\s*(?:(?:in|for|at|on|by|within|from|to|with|of|after|until|since|up\s+to|innerhalb(?:\s+von)?|für|ab|bis|seit|nach"
    r"|aus|mit|bei|zu|über|during|under|over)\s+)?"
    r"(?P<word>when|how\s+(?:long|much|many|often|old|far|fast|high|heavy|large|big|deep|tall|wide|soon|quickly)"
    r"|(?:what|which)\s+(?P<kind>year|day|month|date|time|percentage|share|age|number|amount)|what(?=\s+(?:is|are|was|were|will)\b)"
    r"|wann|wie\s+(?:lange?|oft|weit|schnell|hoch|groß|alt|tief|breit|teuer|viel(?:e[nr]?)?)|wieviele?|was(?=\s+(?:ist|sind|war|waren|kostet|kosten)\b))"
    r"\b(?P<rest>[^?]+)\??\s*$",
    re.IGNORECASE,
)
_CLAUSE = regex(
    r"[,:](?!\d)|[;()|–—\"“”„«»]|\s(?:and|but|or|while|whereas|und|oder|aber|während|sondern)\s",
    re.IGNORECASE,
)
_MARK = regex(r"(?<=\w)\((?:\d|[A-Z][\w&.-]{0,9})\)|\[[\w ]{1,20}\]")
"""What stands right behind a word and ends no clause: the section of a manual page, a note."""

_COUNT = regex(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|hundred"
    r"|thousand|million|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert"
    r"|tausend)\b",
    re.IGNORECASE,
)
_SHARE = regex(
    r"\b(?:half|hälfte)\b|\b(?:an?|one|two|ein|zwei)\s(?:third|quarter|fifth|tenth|drittel|viertel|fünftel|zehntel)s?\b",
    re.IGNORECASE,
)
_DENIES = regex(
    r"(?:\b(?:not|never|no|nicht|nie|kein\w*|cannot)|n['’]t)\b"
    r"(?!\s+(?:\w+\s+){0,3}?(?:more|less|fewer|longer|later|over|exceed\w*|mehr|länger|später|über)\b)",
    re.IGNORECASE,
)
"""Denies what is asked, unless it names a limit: "may not make up more than a third", "No household may hold more"."""

_SUBJECT = regex(
    r"(?P<thing>\W*[^,;:()]{2,80}?)\s(?:is|are|was|were|has|have|had|ist|sind|war|waren|hat|haben|hatte|wird|werden|wurden?)\b",
    re.IGNORECASE,
)
"""What a sentence is about, before its verb."""

_CASE = regex(
    r"[\W\d]*(?:(?:if|when|where|unless|while|wenn|falls|sofern|soweit|während)\s+(?P<clause>[^.;()]{3,120}?),"
    r"|(?:for|with|without|on|in|at|during|after|before|until|under|among|für|beim?|mit|ohne|nach|vor|bis|unter|am|an|auf|im)\s+"
    r"(?P<case>[^.,;:()]{3,80}?)(?:,|\s(?=(?:is|are|the|each|every|all|no|it|they|we|you|ist|sind|gilt|gelten|beträgt|betragen|darf"
    r"|dürfen|kann|können|wird|werden)\b)|\s(?=(?:\w+\s)?(?:may|must|can|will|shall|should)\b)))",
    re.IGNORECASE,
)
"""How a sentence begins that holds in a case of its own: "On weekends each patient may have four visitors." """

_WITHOUT = frozenset({"without", "ohne"})
_NO = NEGATIONS - _WITHOUT
_EACH = frozenset({"each", "any", "both", "jeweils", "beide"})
_COUNTING = frozenset({"how many", "wie viele", "wie vielen", "wieviele", "wie viel", "wieviel"})
_SHARES = frozenset({"share", "percentage", "amount", "how much", "what", "was"})
_TIMES = frozenset({"year", "day", "month", "date", "time"})
_LENGTHS = frozenset({"how soon", "how quickly", "wie schnell"})


def _has_number(text: str) -> bool:
    return _COUNT.search(text) is not None


_KINDS: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {**KINDS, **dict.fromkeys(_TIMES, has_time), **dict.fromkeys(_LENGTHS, says_how_long)}
)
"""Whether a text is of the kind that a question asks for; of any other it has to hold a number."""

_WHENS = frozenset({"when", "wann"})
_ONCE = regex(
    r"(?P<main>.{8,}?)\s(?:when|once|as\s+soon\s+as|after|sobald|nachdem)\s(?!(?:not|nicht)\b)(?:\S+\s+){2}\S",
    re.IGNORECASE | re.DOTALL,
)
"""What is so once something else happens: "The game ends when the last card is taken"."""

_HOW_MUCH = regex(
    r"\s*(?:how\s+much|what|wie\s+hoch|wie\s+teuer|was)\s+(?:is|are|ist|sind)\s+(?:the|der|die|das)\s+"
    r"(?P<thing>[\w-]{3,40}(?:\s[\w-]{3,40})?)\s*\??\s*$",
    re.IGNORECASE,
)
"""Asks for the amount of a thing that is called by one word or two: "How much is the deposit?" """

_MONEY = (
    r"(?:[$€£¥]\s?\d|\d[\d.,]*\s?(?:[€$£¥]|(?-i:EUR|USD|GBP|CHF)\b|euros?\b|dollars?\b|pounds?\b|francs?\b|franken\b))"
)

INSERTED = 2
"""Words that make another thing of two between which they stand; more are another order of the sentence."""

FAR = 3
"""Words from a count to what is counted, at most."""


def raised(support: float, question: str, sentences: Sequence[str]) -> float:
    """Return the support of the first of `sentences`, at least `TOLD` where it alone tells what `question` asks, in
    no case that isn't asked about, and the reader thinks so too."""
    first = sentences[0]
    if not LEAST_READ <= support < TOLD or _in_another_case(question, first) or not told_in_a_clause(question, first):
        return support
    own = folded(first)
    others = (one for one in sentences[1:] if folded(one) != own)
    return support if any(told_in_a_clause(question, one) for one in others) else TOLD


def told_in_a_clause(question: str, sentence: str) -> bool:
    """Whether one clause of `sentence` has all words of `question`, side by side where they stand so, and a value of
    the kind asked beside them; never where either denies, or where no time and no amount is asked for."""
    if _tells_amount(question, sentence):
        return True
    found = _ASKS.match(question)
    wanted = stems(found["rest"]) if found else Stems()
    if found is None or len(wanted) < LEAST_WORDS or not _NO.isdisjoint(folded(question)):
        return False
    word = " ".join((found["kind"] or found["word"]).casefold().split())
    return any(
        wanted <= stems(clause)
        and _bounds(found["rest"]) <= _bounds(clause)
        and _DENIES.search(clause) is None
        and stand_together(found["rest"], clause)
        and not _is_about_others(found["rest"], clause)
        and ((word in _WHENS and says_when) or _has_kind(word, found["rest"], clause))
        for clause, says_when in _clauses(sentence, question)
    )


def _tells_amount(question: str, sentence: str) -> bool:
    """Whether `sentence` has the thing asked about, and of that alone, with a sum of money right behind it: "pays a
    deposit of £1,326"."""
    asked = _HOW_MUCH.match(question)
    if asked is None or _DENIES.search(sentence):
        return False
    thing = r"\s+".join(map(re.escape, asked["thing"].split()))
    leads = r"\s+(?:(?:of|is|are|von|beträgt|ist)\s+|in\s+höhe\s+von\s+)?"
    told = rf"\b(?:an?|the|eine?[nrms]?|der|die|das)\s+{thing}{leads}{_MONEY}"
    return re.search(told, sentence, re.IGNORECASE) is not None


def _clauses(sentence: str, asked: str) -> Iterator[tuple[str, bool]]:
    """Yield the clauses of `sentence`, later ones with the case that it begins with ("In 2025 we ...") where they have
    none, or with what the first is about where they begin with a verb that is `asked` about; and what is so once
    something else happens; each with whether it is that."""
    case = _CASE.match(sentence)
    clauses = _CLAUSE.split(_MARK.sub("", sentence))
    about = _SUBJECT.match(clauses[0])
    for place, clause in enumerate(clauses):
        has_own = _CASE.match(clause) is not None or has_time(clause)
        yield clause if case is None or place == 0 or has_own else f"{case[0]} {clause}", False
        if about and place and _begins_with_verb(clause, asked):
            yield f"{about['thing']} {clause}", False
        if found := _ONCE.match(clause):
            yield found["main"], True


def _begins_with_verb(clause: str, asked: str) -> bool:
    """Whether `clause` begins with a word that a question has for its verb: "and entered into force" for "When did it
    enter into force?" """
    if not clause.lstrip()[:1].islower():
        return False
    first = next(iter(folded(clause)), "")
    own = stems(first)
    return own <= stems(asked) if own else first in folded(asked)[:2]


def _in_another_case(question: str, sentence: str) -> bool:
    case = _CASE.match(sentence)
    limiting = stems(case["clause"] or case["case"]) if case else Stems()
    return bool(limiting) and limiting.isdisjoint(stems(question))


def _bounds(text: str) -> frozenset[str]:
    """Return the words of `text` that bound what it says or asks: before, maximum, without."""
    return limits(text) | (_WITHOUT & frozenset(folded(text)))


def _has_kind(word: str, asked: str, clause: str) -> bool:
    """Whether a clause holds a value of the kind that `word` asks for, which the question itself doesn't give."""
    if word in _COUNTING:
        counted, words = base(next(iter(folded(asked)), "")), folded(clause)
        places = (place for place, one in enumerate(words) if base(one) == counted)
        return any(_is_count(words[max(0, place - FAR) : place], set(folded(asked))) for place in places)
    own = " ".join(one for one in clause.split() if not set(folded(one)) <= set(numbers(asked)))
    if word in _SHARES and _SHARE.search(own):
        return True
    return _KINDS.get(word, _has_number)(own)


def _is_count(words: Sequence[str], asked: Collection[str]) -> bool:
    """Whether the words before what is counted hold a number, and behind it nothing that makes it another thing: "three
    audio books" are no books where nobody asks for those."""
    counts = [place for place, one in enumerate(words) if _COUNT.match(one)]
    return bool(counts) and all(one in asked or one in FUNCTION_WORDS for one in words[counts[-1] + 1 :])


def _is_about_others(asked: str, clause: str) -> bool:
    """Whether the first thing that a clause names is one that is asked about under a word that isn't: junior members
    for members."""
    plain = (one for one in folded(clause) if one not in FUNCTION_WORDS | _EACH and not _COUNT.match(one))
    words = list(islice(plain, 2))
    known = [not stems(asked).isdisjoint(term_keys(one)) for one in words]
    return known == [False, True] and " ".join(words) in " ".join(folded(clause))


def stand_together(asked: str, clause: str) -> bool:
    """Whether nothing is inserted in the clause between two words of content that the question has side by side."""
    words = [(word, frozenset(term_keys(word))) for word in folded(clause)]
    for one, two in pairwise(folded(asked)):
        if FUNCTION_WORDS.isdisjoint((one, two)):
            between = _between(frozenset(term_keys(one)), frozenset(term_keys(two)), words)
            if len(between) <= INSERTED and not FUNCTION_WORDS.issuperset(between):
                return False
    return True


def _between(first: Stems, second: Stems, words: Sequence[tuple[str, Stems]]) -> Sequence[str]:
    """Return the words between a first and a second one where they stand nearest in this order, none where nowhere."""
    begin, nearest = -1, (0, 0)
    for place, (_, keys) in enumerate(words):
        if keys & second and begin >= 0 and (nearest == (0, 0) or place - begin - 1 < nearest[1] - nearest[0]):
            nearest = (begin + 1, place)
        if keys & first:
            begin = place
    return [word for word, _ in words[slice(*nearest)]]
