"""Whether a quote can hold what is asked for at all: a time, the field, the rate, more than a link (B6).

A reader that finds the right passage is sure of it; that the sentence says nothing to the point is for code to see.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in
from aver.stages.planning.words import beginnings, content, folded
from aver.stages.wanted import ValueKind, asks_for

_TIME = regex(
    r"\d|\b(?:before|after|during|until|till|since|whil(?:e|st)|once|as\s+soon\s+as|when(?:ever)?|then|today|tomorrow|yesterday"
    r"|tonight|now|current(?:ly)?|present(?:ly)?|recent(?:ly)?|years?|centur(?:y|ies)|decades?|months?|weeks?|days?|hours?"
    r"|minutes?|nights?|mornings?|evenings?|afternoons?|noon|midnight|dawn|dusk|spring|summer|autumn|fall|winter|season\w*|era"
    r"|ages?|period\w*|epoch|reign\w*|rule|wars?|ago|later|earl(?:y|ier)|late|annual(?:ly)?|daily(?!\s+(?:news)?papers?)|weekly|monthly|yearly"
    r"|quarterly|immediate(?:ly)?|instant(?:ly)?|always|never|often|upon|prior|following|previous\w*|first|last|next"
    r"|begin\w*|began|start\w*|ends?|ended|times?|birth\w*|born|dies|died|death|easter|christmas|ramadan|ice\s+age|if|unless"
    r"|every|each|any|where|in\s+case|on\s+(?:the\s+)?\w+(?:ing|ion|al|ment|ure)|at\s+(?:the\s+)?\w+|by\s+(?:the\s+)?\w+ing"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)days?|vor|nach|während|bis|seit|sobald|wenn|falls|als|damals|heute|morgen|gestern|jetzt|nun|derzeit|aktuell"
    r"|jahre?n?s?|jahrhunderts?|jahrzehnte?n?|monate?n?s?|wochen?|tage?n?s?|stunden?|minuten?|nachts?|abends?|morgens?"
    r"|mittags?|frühling|frühjahr|sommer|herbst|winter|zeit\w*|epoche|krieg\w*|später|früh\w*|spät\w*|jährlich|täglich"
    r"|wöchentlich|monatlich|sofort|unverzüglich|immer|nie|beim?|bevor|nachdem|zuerst|zuletzt|erst\w*|letzt\w*|nächst\w*"
    r"|beginn\w*|ende\w*|gebor\w*|geburt|tod|jede\w*|januar|februar|märz|mai|juni|juli|oktober|dezember|(?:mon|diens"
    r"|donners|frei|sams|sonn)tags?|mittwochs?|feiertag\w*)\b",
    re.IGNORECASE,
)
"""How a time is told, with or without a date; generous, since a condition may be one."""

_WH = regex(
    r"\W*(?:who|whom|whose|what|which|when|where|how|we[rmn]|wessen|was|welche[rsnm]?|wann|wo|woher|wohin|wie)\b",
    re.IGNORECASE,
)
_YES_OR_NO = regex(r"\W*(?:yes|no|ja|nein)\s*(?:[,.;:!–—]|$)", re.IGNORECASE)
_NO_ANSWER = regex(
    r"\W*(?:(?:sorry|hm+)\W+)?(?:no\s+idea|(?:(?:i|we)\s+)?(?:do(?:n['’]t|\s+not)\s+(?:really\s+)?know|am\s+not\s+sure)|not\s+sure|tb[acd]\b"
    r"|(?:still\s+)?to\s+be\s+(?:decided|announced|confirmed|determined|defined|done)|keine\s+ahnung|(?:(?:ich|wir)\s+)?w(?:eiß|issen)\s+(?:es\s+|ich\s+|das\s+)?nicht"
    r"|wird\s+noch\s+(?:bekannt|festgelegt|entschieden))\b",
    re.IGNORECASE,
)

_FIELD = regex(r"^[ \t]*(?:[-*+•]\s+)?[\W_]*(?P<name>[A-Z][\w -]{1,40}?)[*_`]*:(?:\s|$)")
_FIELDS = 3
"""Fields that a record has at least."""

_FIELD_WORDS = {
    "when": "date created updated modified published history resolution issued effective valid expires due",
    "wann": "datum erstellt geändert aktualisiert veröffentlicht gültig stand",
    "wrote": "author",
    "written": "author created",
    "by": "author",
    "responsible": "owner contact author",
    "schrieb": "autor verfasser",
    "zuständig": "kontakt leitung bearbeiter",
}
"""Words of questions and what fields that answer them are called."""

_UNIT = (
    r"(?:calendar|working|business|school|permit|square|cubic|running|full|half)?\s*(?:seconds?|minutes?|hours?|days?|nights?|weeks?"
    r"|months?|quarters?|years?|metres?|meters?|kilomet(?:re|er)s?|miles?|kilos?|kilograms?|grams?|tonnes?|tons?|lit(?:re|er)s?"
    r"|persons?|people|head|households?|employees?|users?|seats?|units?|pieces?|pages?|requests?|sekunde|minute|stunde|tag|nacht"
    r"|woche|monat|quartal|jahr|(?:quadrat|kubik|kilo)?meter|kilo|kilogramm|gramm|tonne|liter|person|kopf|haushalt|stück|seite)"
)
_PER = regex(rf"\b(?:per|an?|each|every|pro|je|jede\w*|im)\s+(?P<per>{_UNIT})\b", re.IGNORECASE)
"""What an amount is told for one of."""

_ASKS_A_REFERENCE = regex(
    r"\b(?:urls?|uri|links?|addresse?s?|web\s?(?:site|page)s?|endpoints?|hosts?|where|adressen?|webseiten?|wo)\b",
    re.IGNORECASE,
)
_REFERENCE = regex(r":[a-z]+:`[^`]*`|\[\d+\]|https?://\S+")
"""What only points elsewhere."""


_WHAT_IS = r"^\W*(?:(?:what(?:['’]s|\s+is|\s+are)|wie\s+(?:lautet|lauten|ist|sind))\s+(?:[\w'’-]+\s+){1,4}?)?"
_REACHED = (
    (
        regex(_WHAT_IS + r"(?:(?:tele)?(?:phone|fax)\s*numbers?|(?:telefon|fax)-?nummern?)\b", re.IGNORECASE),
        regex(r"\d(?:[\s()/.+-]*\d){3}"),
    ),
    (
        regex(_WHAT_IS + r"e-?mail[\s-]?(?:address(?:es)?|adressen?)\b", re.IGNORECASE),
        regex(r"\w@\w"),
    ),
)
"""How somebody is reached, as it is asked for and as it is written."""

_THERE_ASKED = regex(r"^\W*(?:is|are)\s+there\s+(?P<what>[^?.,;]+)|^\W*gibt\s+es\s+(?P<was>[^?.,;]+)", re.IGNORECASE)
_THERE_SAID = regex(
    r"\bthere\s+(?:is|are|was|were|will\s+be)\s+(?P<what>[^.,;]+)|\bgibt\s+es\s+(?P<was>[^.,;]+)", re.IGNORECASE
)
_WHERE = regex(
    r"\s(?:in|at|on|for|of|to|from|with|near|by|under|within|inside|im|am|beim|zum|zur|vom|an|auf|für|bei|von|zu|mit|unter)\s",
    re.IGNORECASE,
)
"""Where the thing ends that there is, and where or whose it is begins."""

_SORT = regex(r"\b(?:which|what\s+(?:sort|kind|type)s?\s+of)\s+(?P<noun>[a-z]{3,})\b", re.IGNORECASE)
_PLURAL = regex(r"(?:ies|es|s|y|e)$", re.IGNORECASE)
_DENIED = regex(r"\b(?:not|no|never|cannot)\b|n't\b", re.IGNORECASE)
_OPEN = regex(
    r"[;:]|\b(?:but|only|except|unless|other|instead|rather|however|while|whereas|although|though)\b", re.IGNORECASE
)
"""Where a sentence that denies something may say the rest."""

_WHO = regex(
    r"^\W*(?:who|wer|what(?=\s+(?:causes?d?|makes?|made|triggers?|triggered|prevents?|explains?)\b))\s", re.IGNORECASE
)
_DENIED_OF_THEM = regex(
    r"^(?!\W*(?:no|nobody|none|neither|niemand|kein\w*)\b)(?:(?!--)[^.,;–—])*?\b(?:no\s+longer|nicht\s+mehr|cannot"
    r"|(?:do|does|did|can|could|may|might|must|is|are|was|were|has|have|had|will|would|shall|should)(?:\s+not|n['’]t)"
    r"|(?:d[aü]rf|k[aö]nn|w[ie]rd|hab|ha|sind|ist)(?:t|en)?\s+(?:\w+\s+){0,2}?nicht)\b",
    re.IGNORECASE,
)
"""What says of some that they don't."""

_FALSE_THAT = regex(
    r"(?:n['’]t|\bnot)\s+(?:\w+\s+)?(?:true|the\s+case|correct|so)\s+that\b|\b(?:untrue|false|wrong|incorrect|mistaken|a\s+myth|an?\s+error)\s+(?:that|to\s+(?:say|think|believe))\b"
    r"|\b(?:stimmt|trifft)\s+(?:\w+\s+)?nicht(?:\s+zu)?\s*,\s*dass\b|\b(?:falsch|unwahr)\s*,\s*dass\b",
    re.IGNORECASE,
)
_NOT_SO_MUCH = regex(
    r"\b(?:(?:do|does|did|is|are|was|were|has|have|will)(?:\s+not|n['’]t)|never|nicht)\s+(?:(?!more|less|above|over|below|under|before|until|after|exceed|mehr|weniger"
    r"|vor|bis|nach|über|unter|only|just|nur|least|later|earlier|than)[a-z]+\s+){0,2}?(?:[€$£]\s?)?(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|hundert)\b)|^\W*(?:no|kein\w*)\s+[a-z]+\s+(?:costs?|takes?|lasts?|has|have|gets?|kostet"
    r"|dauert|hat)\s+\d",
    re.IGNORECASE,
)
"""Says of a figure that it is not the one."""

_DIFFERENCE = regex(
    r"\d[\d.,]*\s?(?:[%€$£]|[^\W\d]+\s){0,2}\s*(?:more|less|longer|shorter|higher|lower|dearer|cheaper|fewer|faster|slower|heavier|lighter|older|younger|mehr|weniger"
    r"|länger|kürzer|höher|niedriger|teurer|billiger|schneller|langsamer|schwerer|leichter|älter|jünger)\b",
    re.IGNORECASE,
)
_DIFFERENCE_ASKED = regex(
    r"\b(?:more|less|longer|shorter|higher|lower|dearer|cheaper|fewer|faster|slower|heavier|lighter|older|younger|than|compar\w*|differ\w*|extra|addition\w*|rais\w*|ris\w*"
    r"|rose|fall\w*|fell|increas\w*|decreas\w*|reduc\w*|chang\w*|by\s+how|gain\w*|los[est]\w*|sav\w*|grow\w*|grew|gap|much\s+(?:more|better|worse)|mehr|weniger|um\s+wie|als"
    r"|stieg\w*|sank\w*|unterschied\w*)\b",
    re.IGNORECASE,
)
_CAUSE_ASKED = regex(r"^\W*(?:why|warum|weshalb|wieso)\b|\b(?:causes?d?|reasons?|ursachen?|grund)\b", re.IGNORECASE)
_NO_CAUSE = regex(
    r"\b(?:ruled\s+out|not\s+(?:the|a)\s+(?:cause|reason)|not\s+(?:because|due\s+to|caused\s+by|owing\s+to)(?:\s+of)?|nothing\s+to\s+do\s+with|unrelated\s+to|was\s+negative"
    r"|ausgeschlossen|nicht\s+(?:wegen|weil|durch))\b|n['’]t\s+(?:because|due\s+to|caused\s+by)(?:\s+of)?\b",
    re.IGNORECASE,
)
_BECAUSE = regex(r"\b(?:because|since|due\s+to|owing\s+to|caused|weil|wegen|durch|as)\b", re.IGNORECASE)
_THE_ONE = regex(r"\b(?:the|this|our|your)\s+([a-z]{3,})\b(?<!s)")
_OFTEN = r"(?:often|usually|sometimes|generally|frequently|rarely)"
_SOME_OF_THEM = regex(rf"\b(?:many|some|most|several|{_OFTEN})\b", re.IGNORECASE)
_FIGURE = regex(r"(?<![\w.,])\d")

_CLAUSE = regex(r",|\b(?:that|which|who)\b", re.IGNORECASE)


def no_time(asked: str, evidence: str) -> bool:
    """Whether it is asked when, and what is cited tells no time."""
    return asks_for(asked, ValueKind.DATE) and not dates_in(evidence) and not _TIME.search(evidence)


def no_such_address(asked: str, evidence: str) -> bool:
    """Whether a telephone number or an e-mail address is asked for, and what is cited holds none."""
    return any(wanted.search(asked) and not there.search(evidence) for wanted, there in _REACHED)


def another_field(asked: str, quoted: str) -> bool:
    """Whether `quoted` is a record of fields none of which is asked for: the authors for the release manager.

    What a record is a record of tells all its fields from those of other records, so a title that the question
    repeats answers nothing.
    """
    lines = [line for line in quoted.splitlines() if line.strip()]
    fields = [found for line in lines if (found := _FIELD.match(line))]
    if len(fields) < _FIELDS or len(fields) * 2 < len(lines):
        return False
    named = [found["name"] for found in fields]
    values = content("\n".join(found.string[found.end() :] for found in fields))
    words = (content(asked) - values).union(*(content(_FIELD_WORDS.get(word, "")) for word in folded(asked)))
    return beginnings(words).isdisjoint(beginnings(content("\n".join(named))))


def only_refers(asked: str, quoted: str) -> bool:
    """Whether `quoted` is a reference all of whose words stand in `asked`: a link to what is asked about."""
    if _REFERENCE.search(quoted) is None or _ASKS_A_REFERENCE.search(asked) is not None:
        return False
    return content(_REFERENCE.sub(" ", quoted)) <= content(asked)


def another_rate(asked: str, quoted: str) -> bool:
    """Whether an amount is asked for per one thing and quoted per another: a month for a year."""
    wanted, said = ({content(found["per"]) for found in _PER.finditer(text)} for text in (asked, quoted))
    words = content(quoted)
    return bool(wanted and said) and not any(one <= words for one in wanted)


def knows_nothing(quoted: str) -> bool:
    """Whether a text says of itself that it has no answer: "No idea, sorry.", "To be decided." """
    return _NO_ANSWER.match(quoted) is not None


def answers_whether(asked: str, quoted: str) -> bool:
    """Whether a quote says yes or no where it isn't asked whether something is so."""
    return _WH.match(asked) is not None and _YES_OR_NO.match(quoted) is not None


def another_existence(asked: str, quoted: str) -> bool:
    """Whether it is asked if there is one thing and quoted that there is, or isn't, another: parking for a gym."""
    wanted, said = _THERE_ASKED.search(asked), _THERE_SAID.search(quoted)
    if wanted is None or said is None:
        return False
    thing, other = (content(_WHERE.split(found["what"] or found["was"])[0]) for found in (wanted, said))
    return bool(thing and other) and beginnings(thing).isdisjoint(beginnings(content(quoted)))


def no_such_cause(asked: str, quoted: str) -> bool:
    """Whether a cause is asked for and `quoted` only says what it was not."""
    if _CAUSE_ASKED.search(asked) is None or _DENIED.search(asked) or _OPEN.search(quoted):
        return False
    denied = _NO_CAUSE.search(quoted)
    return denied is not None and _BECAUSE.search(quoted[: denied.start()] + quoted[denied.end() :]) is None


def only_of_such(asked: str, quoted: str) -> bool:
    """Whether one thing is asked about, and `quoted` tells what many or some of its kind do: "Pumps often fail"."""
    if _SOME_OF_THEM.search(asked):
        return False
    for noun in _THE_ONE.findall(asked):
        one_of_them = rf"\ban?\s+{noun}\s+of\s+(?:this|that|such\s+a)\s+(?:kind|type|size|sort)\b"
        some = (
            rf"\b(?:many|some|most|several)\s+(?:\w+\s+)?{noun}e?s\b|^\W*(?:\w+\s+)?{noun}e?s\s+(?:\w+\s+)?{_OFTEN}\b"
        )
        itself = rf"\b(?:the|this|our|your)\s+{noun}\b"
        if re.search(f"{one_of_them}|{some}", quoted, re.IGNORECASE) and not re.search(itself, quoted, re.IGNORECASE):
            return True
    return False


def no_such_amount(asked: str, quoted: str) -> bool:
    """Whether an amount or a time is asked for, and `quoted` only says what it is not, or by how much two differ."""
    amount = asks_for(asked, ValueKind.NUMBER)
    if not (amount or asks_for(asked, ValueKind.DATE)) or _DENIED.search(asked):
        return False
    if _OPEN.search(quoted) is None and (_FALSE_THAT.search(quoted) or _NOT_SO_MUCH.search(quoted)):
        return True
    apart = len(_DIFFERENCE.findall(quoted))
    return amount and 0 < apart == len(_FIGURE.findall(quoted)) and _DIFFERENCE_ASKED.search(asked) is None


def only_denies(asked: str, quoted: str) -> bool:
    """Whether it is asked which one or who, and all that is quoted says of one that it is not: "Gloves of nitrile
    don't"."""
    wanted = _SORT.search(asked)
    if _WHO.match(asked) and not _DENIED.search(asked):
        said = quoted.rsplit(": ", 1)[-1]
        return "," not in said and not _OPEN.search(said) and _DENIED_OF_THEM.match(said) is not None
    if wanted is None or _DENIED.search(asked) or _OPEN.search(quoted):
        return False
    named = re.search(rf"\b{_PLURAL.sub('', wanted['noun'])}(?:ies|e?s|y|e)?\b", quoted, re.IGNORECASE)
    if named is None or _DENIED.search(quoted[: named.start()]):
        return False
    denied = _DENIED.search(quoted, named.end())
    return denied is not None and not _CLAUSE.search(quoted, named.end(), denied.start())
