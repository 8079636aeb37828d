"""Whether another time is quoted than the one asked: former rules, the past for the present, a plan for what came of
it, another year (B6, C3).

"DVDs were lent for three days" doesn't tell for how long they are lent.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in, only_day
from aver.stages.dated_changes import MONTH, holds_later
from aver.stages.planning.words import tokens
from aver.stages.wanted import ValueKind, asks_for

_GERMAN_PAST = (
    r"(?:war|waren|hatten?|betrug(?:en)?|lag(?:en)?|galt(?:en)?|gab(?:en)?|stand(?:en)?|schloss(?:en)?|wurden?|begann(?:en)?|(?:öffne|durf|konn|muss|koste|dauer|zahl|ende|leite|führ"
    r"|soll|woll|mach|wohn|arbeite)ten?)"
)
_PAST_ASKED = regex(
    r"\b(?:(?<=.)was|were|did|had|could|been|used|ago|last|formerly?|previous|old|earlier|histor|rumou?r|war|waren"
    r"|früher|bisher|\d{4}\b)"
    r"|^\W*who\s+(?:(?!need)\w{2,}ed|wrote|won|built|led|made|took|gave|ran|began|drew|chose|sold|bought|held|lost|became)\b",
    re.IGNORECASE,
)
_PRESENT_ASKED = regex(
    r"\b(?:is|are|do|does|can|may|must|will|should|ist|sind|beträgt|kostet|kosten|gilt|gelten|liegt|hat|haben|kann|darf|muss"
    r"|dauert|zahlt|zahlen)\b",
    re.IGNORECASE,
)
_VALUE_ASKED = regex(r"what(?:['’]s| is| are) the\b", re.IGNORECASE)
_PAST = regex(
    r"\b(?:was|were|had|gave|did|used to|amounted|stood|lasted|ran|got|bore|came|went|sat"
    r"|war|waren|betrug(?:en)?|lag(?:en)?|kosteten?|galt(?:en)?|hatten?|zahlten?|dauerten?"
    r"|originally|initially|formerly|previously|ursprünglich|anfangs)\b"
    r"|\bcost\s+(?:me|us|him|her|them)\b"
    r"|(?<=[a-z]\s)(?:paid|charged|sold|received|spent|met|held|kept|brought)\s+(?!after|by|on|in|at|to|off|out|up|back)[\w€$£]",
    re.IGNORECASE,
)
_IN_THOSE_DAYS = regex(
    rf"\bfrüher\s+{_GERMAN_PAST}\b|\b{_GERMAN_PAST}\b[^.;]*\bfrüher\b(?!\s+als)|"
    r"\b(?:in|during)\s+the\s+(?:pilot|trial\s+phase|test\s+phase|early\s+(?:years|days)|first\s+(?:season|edition)|beginning|crisis|war|pandemic|strike|renovation|works)\b|\bat\s+(?:the\s+(?:start|outset)|first)\b|"
    r"\bin\s+(?:the|our|its)\s+(?:old|former|previous)\s+[a-z]+\b|"
    r"\b(?:in\s+(?:those|former|earlier|olden|the\s+old)\s+(?:days|times|years)|back\s+then|at\s+(?:the|that)\s+time(?!\s+(?:of|when|that|you|a|he|she|it|they|the)\b)|in\s+its\s+day"
    r"|(?:before|until|prior\s+to)\s+the\s+(?:\w+\s+)?(?:reform|war|merger|takeover|crisis|pandemic|switch|renovation|amendment|euro|reorganisation|reorganization|relaunch)"
    r"|(?:former|previous|old|alte[rn]?|frühere[rn]?)\s+(?:price|fee|rate|charge|tariff|limit|amount|value|deadline|preis|beitrag|gebühr|satz|tarif|grenze|frist)s?\b"
    r"|under\s+(?:the|its|their)\s+(?:old|previous|former|earlier)\s|damals|seinerzeit|einst|vor\s+der\s+(?:reform|fusion|umstellung|pandemie|wende)"
    r"|nach\s+(?:alte[mr]|frühere[mr])\s)",
    re.IGNORECASE,
)
"""Tells of another time, whatever the tense: "a ticket cost 12 euros in those days"."""

_A_NUMBER = regex(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|half)\b",
    re.IGNORECASE,
)
_EARLIER = regex(r"\b(?:first|original|earlier|previous|former|old|preceding)\s+([a-z]+)\b")
_NEW = regex(r"\b(?:new|now|instead|today|since|currently|neue?[nrms]?|jetzt|seither|heute|seit)\b", re.IGNORECASE)
_PRESENT = regex(
    r"\b(?:is|are|has|have|does|do|can|may|must|shall|will|should|remains?|since|now|today|currently|costs|takes|lasts|needs"
    r"|requires|gets|applies|runs|holds|allows|weighs|results?|found|observed|measured|associated|stud(?:y|ies)|trials?|mean"
    r"|ist|sind|hat|haben|beträgt|betragen|kostet|kosten|gilt|gelten|liegt|liegen|zahlt|zahlen|dauert|kann|können|darf|dürfen|muss|müssen|soll|sollen|wird|werden|seit|jetzt"
    r"|heute|nun|derzeit|aktuell"
    r"|median|average|would|census|count|surveys?|latest|last|recent(?:ly)?|(?:19|20)\d\d)\b"
    r"|\b(?:set|raised|lowered|increased|reduced|changed|extended|shortened|cut|rose|fell|moved)\b.*\bto\b",
    re.IGNORECASE,
)
"""What holds today: findings, the end of a change, and a count that says of when it is, among it."""

_BYGONE = regex(
    r" > [^>\n]*\b(?:previous|former|superseded|outdated|obsolete|rumou?rs?|(?:früher|bisherig)e[rsn]?|gerüchte)\b"
    r"[^>\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""The heading of what no longer holds or is only told."""

_FORMER = regex(
    r"\((?:was|were|formerly|previously|before|earlier|until|instead\s+of|war|waren|bisher|früher|vorher|zuvor|bis|statt)\b"
    r"[^()]*\)",
    re.IGNORECASE,
)
"""What is set in brackets behind a value as the one before it: "up to 500 (was: 100)". """

_WILL_FROM = regex(
    rf"\b(?:from|as\s+of|starting|ab)\s+(?:\d{{1,2}}\.?\s+)?{MONTH}(?!\s+\d)[^.;]*\b(?:will|wird|werden)\b",
    re.IGNORECASE,
)
_NEAR = 40
"""Code points behind "until" in which its day stands."""

_UNTIL_A_DAY = regex(
    r"\b(?:until|till|up\s+to|(?:valid|effective)\s+(?:through|to)|bis(?:\s+(?:zum|einschließlich))?)\s+(?:(?:the|and\s+including)\s+)?",
    re.IGNORECASE,
)
_GOES_ON = regex(r"\b(?:since|from|now|today|after|thereafter|then|seit|ab|jetzt|heute|danach|nun)\b", re.IGNORECASE)
_BEFORE_THAT = regex(
    r"\b(?:before|until|till|previously|formerly|earlier|vorher|zuvor|bis|bisher|davor)\b", re.IGNORECASE
)
_LASTING_ASKED = regex(r"\b(?:until|till|how\s+long|valid|wie\s+lange|bis|gültig)\b", re.IGNORECASE)

_YEARS = regex(r"(?<![\w.,/-])((?:1[5-9]|20)\d\d)(?![\w.,-]?\d)")
_MONTHS = regex(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni"
    r"|juli|oktober|dezember)\s+(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_RANGE = regex(
    r"\b(?:from|since|until|till|through|between|after|before|as of|seit|bis|ab|vor|nach|zwischen)\b|[–-]",
    re.IGNORECASE,
)
_SINCE = regex(r"\b(?:since|from|after|as of|seit|ab|nach)\s+(?:\w+\s+){0,3}((?:1[5-9]|20)\d\d)\b", re.IGNORECASE)
_UNTIL = regex(r"\b(?:until|till|through|to|by|before|bis|vor)\s+(?:\w+\s+){0,4}((?:1[5-9]|20)\d\d)\b", re.IGNORECASE)


_HAPPENED = regex(
    r"^(?:when|where|why|how\s+\w+|by\s+how\s+\w+|who|which\s+\w+|what)\b[^?]*?\b(?:was|were|did|has|have|had)\b(?![^?]*\b"
    r"(?:going\s+to|plan\w*|inten\w*|propos\w*|expect\w*|want\w*|would|will|suppos\w*|forecast|predict\w*|announc\w*|said|say)\b)"
    r"|^(?:did|has|have|was|were)\b",
    re.IGNORECASE,
)
_GOING_TO = regex(
    r"(?<!there )\bwill\b|\b(?:is|are)\s+(?:due|set|expected|scheduled|planned|likely)\s+to\b", re.IGNORECASE
)
_TOLD = regex(r"\b(?:was|were|had|has|have|did|been|\w{2,}ed)\b", re.IGNORECASE)

_NEXT_ASKED = regex(
    r"^(?!.*\b(?:after|nach)\b).*\b(?:next(?!\s+(?:to|of|steps?)\b)|upcoming|forthcoming|(?<=the\s)coming|nächste[nrms]?|kommende[nrms]?)\b",
    re.IGNORECASE | re.DOTALL,
)
"""Asks of what is still to come, not of what came after something."""

_PRESENT_TENSE = regex(
    r"\W*who\s+\w+s\b|\W*(?:wann|wo|wie|was|wer)\s+\w+t\b|\W*(?:(?:who|what|where|when|which\s+\w+|how(?:\s+\w+)?|why|wer|was|wo|wie(?:\s+\w+)?|welche\w*\s+\w+|warum)\s+)?(?:is|are|do|does|can|may|must|has|have|ist|sind|hat|haben|kann|darf|muss|gibt)\b",
    re.IGNORECASE,
)
_WILL_IN = regex(
    r"\b(?:will|wird|werden)\b[^.;]*\b(?:in|im\s+jahr)\s+(20\d\d)\b|\b(?:in|im\s+jahr)\s+(20\d\d)\b[^.;]*\b(?:will|wird|werden)\b",
    re.IGNORECASE,
)
"""A year in which something will be so."""

_FUTURE_ASKED = regex(
    r"\b(?:will|shall|going\s+to|from|new|next|future|(?:19|20)\d\d|wird|werden|ab|neue[nrms]?|künftig\w*)\b",
    re.IGNORECASE,
)

_ENDED = regex(r"\b(?:until|till|bis)\s+(?:\w+\s+|\d{1,2}\.\s*){0,4}(?:19|20)\d\d\b", re.IGNORECASE)
_PAST_TOLD = regex(rf"\b(?:was|were|had|used\s+to|did|\w{{3,}}ed|{_GERMAN_PAST})\b", re.IGNORECASE)

_HOLDS_ASKED = regex(
    r"\W*(?:who|which\s+\w+|wer)\s+(?:(?:currently|now|derzeit|heute)\s+)?(?:is|leads|runs|heads|chairs|owns|manages|directs|edits|trains|coaches|teaches|organi[sz]es|ist|leitet|führt)\b",
    re.IGNORECASE,
)
_HELD = regex(
    r"\b(?:led|ran|headed|chaired|owned|managed|directed|edited|trained|coached|taught|organi[sz]ed|leitete|führte)\b(?!\s+by\b)"
    r"|\b(?:no\s+longer|once|formerly|previously)\s+(?:led|run|headed|chaired|owned|managed|directed)\b",
    re.IGNORECASE,
)
_TAKES_IT = regex(
    r"\b(?:becomes?|became|appointed|elected|re-elected|named|chosen|founded|succeed(?:s|ed)|took\s+over|takes\s+over|joined|promoted|hired|since|from|made|installed|voted|wurde|gewählt|ernannt|seit"
    r"|übernahm|übernimmt)\b",
    re.IGNORECASE,
)
"""How somebody gets what he may well still have."""

_PRESENT_VERB = regex(
    r"\b(?:is|are|leads|runs|heads|chairs|owns|manages|directs|edits|now|today|currently|ist|leitet|führt|heute|jetzt)\b",
    re.IGNORECASE,
)
_RELATIVE = regex(
    r",\s+(?:who|which|once|formerly)\b[^,.;]*,|\b(?:is|are)\s+no\s+longer\b|\bis\s+still\s+sought\b", re.IGNORECASE
)

_WHETHER_ASKED = regex(
    r"\W*(?:is|are|do|does|can|may|must|shall|will|should|ist|sind|gibt|kann|können|darf|dürfen|muss|müssen|gilt|wird|werden)\b",
    re.IGNORECASE,
)
"""A question of yes or no about what is today; `wanted.asks_yes_or_no` takes one about what was, too."""

_OVER = regex(
    r"\b(?:no\s+longer|(?:not|n['’]t)\s+(?:\w+\s+){0,3}?any\s?more|nicht\s+mehr|kein\w*\s+mehr|entfällt|entfallen"
    r"|(?:has|have|is|are)\s+(?:since\s+|now\s+)?(?:been\s+)?(?:discontinued|abolished|dropped|ended|scrapped|withdrawn))\b",
    re.IGNORECASE,
)
"""Says of what was that it isn't so today, which answers whether it is."""

_UNTIL_SOMETHING = regex(
    r"\b(?:was|were|had|did|\w{3,}ed|stood|lay|hung|lived)\b[^.;]*\b(?:until|till)\s+(?:the|last|a|an|his|her|its|their|this|recently)\b"
    r"|\buntil\s+(?:the|last|a|his|her|its|recently)\b[^.;]*\b(?:was|were|had|\w{3,}ed)\b|\bused\s+to\b(?!\s+(?:\w+\s+)?(?:determine|make|measure|describe|be\s+able))"
    r"|\b(?:was|were)\b[^.;]*\bbefore\s+(?:the|it|they)\b|\bwhen\b[^.;,]*\b(?:was|were)\s+still\b|\bdays\s+when\b"
    r"|\b(?:war|waren|hatte|stand|lag)\b[^.;]*\bbis\s+(?:zum|zur|vor|letzte[nrs]?)\b",
    re.IGNORECASE,
)
"""Says of what was that it ended."""

_STILL = regex(
    r"\b(?:is|are|has|have|does|do|can|may|must|shall|will|now|today|since|currently|remains?|ist|sind|hat|haben|kann|darf|muss|wird|seit|jetzt|heute)\b",
    re.IGNORECASE,
)

_NO_MORE = regex(
    r"\b(?:(?:this|that|which)\s+(?:(?:is|has\s+been)\s+)?no\s+longer\s+(?:so|true|the\s+case|required|needed|valid|in\s+force|applies"
    r"|holds)|(?:das|dies|was)\s+(?:ist|gilt)\s+(?:so\s+)?nicht\s+mehr)\b",
    re.IGNORECASE,
)
"""Says of what stands before it that it isn't so any more: "every 90 days; this is no longer so"."""


def asks_of_the_past(asked: str) -> bool:
    """Whether `asked` is about what was, or names a year."""
    return _PAST_ASKED.search(asked) is not None


def bygone(asked: str, quoted: str, *, names: str) -> bool:
    """Whether `quoted` tells what was, and what is was asked; `names` are its titles and section paths."""
    quoted = _FORMER.sub(" ", quoted)
    over = _WHETHER_ASKED.match(asked) is not None and _OVER.search(quoted) is not None
    until = _ENDED.search(quoted) is not None and _PAST_TOLD.search(quoted) is not None
    bygone_since = _PRESENT_TENSE.match(asked) is not None and _UNTIL_SOMETHING.search(quoted) is not None
    over_by_now = bygone_since and _STILL.search(quoted) is None
    then = _PRESENT_TENSE.match(asked) is not None and _long_ago(asked, quoted)
    ended = not over and (until or over_by_now or then or _NO_MORE.search(quoted) is not None)
    return not _PAST_ASKED.search(asked) and (
        bool(_BYGONE.search(names)) or ended or _past_for_present(asked, quoted) or _held_by_then(asked, quoted)
    )


def gone_by(asked: str, quoted: str, *, as_of: str) -> bool:
    """Whether what comes next is asked about, and every day that `quoted` names lies before the ISO date `as_of`."""
    if not as_of or not _NEXT_ASKED.search(asked):
        return False
    days = [day for one in dates_in(quoted) if (day := only_day(one)) is not None]
    return bool(days) and max(days).isoformat() < as_of


def run_out(asked: str, quoted: str, *, as_of: str) -> bool:
    """Whether what holds is asked about, and `quoted` tells what held until a day before the ISO date `as_of`."""
    timed = (
        _PAST_ASKED.search(asked) or _LASTING_ASKED.search(asked) or dates_in(asked) or asks_for(asked, ValueKind.DATE)
    )
    if not as_of or timed or _GOES_ON.search(quoted):
        return False
    behind = (quoted[found.end() : found.end() + _NEAR] for found in _UNTIL_A_DAY.finditer(quoted))
    ends = [
        day for text in behind for one in dates_in(text)[:1] if not one.start and (day := only_day(one)) is not None
    ]
    return bool(ends) and max(ends).isoformat() < as_of


def not_yet_then(asked: str, quoted: str, *, names: str) -> bool:
    """Whether a time is asked about that lies before the day from which on the quote holds, or what it stands under."""
    if _BEFORE_THAT.search(quoted) or asks_for(asked, ValueKind.DATE):
        return False
    ends = [
        f"{year:04}-{month or 12:02}-{day or 31:02}"
        for one in dates_in(asked)
        for year, month, day in one.readings[:1]
        if year is not None and len(one.readings) == 1
    ] or [f"{year}-12-31" for year in _YEARS.findall(asked)]
    return bool(ends) and any(holds_later(text, max(ends)) for text in (quoted, *names.splitlines()))


def yet_to_hold(asked: str, quoted: str, *, as_of: str) -> bool:
    """Whether what holds is asked about, and `quoted` tells what will from a day after the ISO date `as_of` on, or from
    a month of no year."""
    timed = _FUTURE_ASKED.search(asked) is not None or asks_for(asked, ValueKind.DATE)
    to_come = [found[1] or found[2] for found in _WILL_IN.finditer(quoted)]
    return not timed and (
        holds_later(quoted, as_of)
        or _WILL_FROM.search(quoted) is not None
        or (bool(to_come and as_of) and min(to_come) > as_of[:4])
    )


def only_planned(asked: str, quoted: str) -> bool:
    """Whether what happened is asked about, and `quoted` tells only what was going to."""
    left, plans = _GOING_TO.subn(" ", quoted)
    return plans > 0 and _HAPPENED.search(asked) is not None and _TOLD.search(left) is None


def another_year(asked: str, quoted: str, *, evidence: str, names: str = "") -> bool:
    """Whether the year asked about stands nowhere in what is cited and the quote has a year of its own: a page of 2026
    that tells the allowance of 2025. What holds since or until a year holds in between.

    Asked when, the quote's may be the answer: the year asked about may then stand in the `names`, "the 2018 act".
    """
    evidence = f"{names}\n{evidence}" if asks_for(asked, ValueKind.DATE) else evidence
    wanted, cited, said = (frozenset(_YEARS.findall(text)) for text in (asked, evidence, quoted))
    if not said or not wanted or wanted & cited:
        return False
    asked_years = [int(year) for year in wanted]
    since = [int(found[1]) for found in _SINCE.finditer(quoted)]
    until = [int(found[1]) for found in _UNTIL.finditer(quoted)]
    return not any(first <= year for first in since for year in asked_years) and not any(
        year <= last for last in until for year in asked_years
    )


def another_month(asked: str, quoted: str) -> bool:
    """Whether a month with its year is asked about, and the quote tells of other such months alone."""
    wanted, said = (frozenset(found.casefold() for found in _MONTHS.findall(text)) for text in (asked, quoted))
    return bool(wanted and said) and not wanted & said and _RANGE.search(quoted) is None


def _long_ago(asked: str, quoted: str) -> bool:
    """Whether `quoted` tells of other days, or of an earlier one of what is asked about: "the first contract ended"."""
    if _NEW.search(quoted) or _EARLIER.search(asked):
        return False
    past = _PAST_TOLD.search(quoted) is not None
    earlier = {found[1] for found in _EARLIER.finditer(quoted)}
    return past and (_IN_THOSE_DAYS.search(quoted) is not None or not earlier.isdisjoint(tokens(asked)))


def _held_by_then(asked: str, quoted: str) -> bool:
    """Whether it is asked who has a part, and `quoted` says who had it."""
    return (
        _HOLDS_ASKED.match(asked) is not None
        and _HELD.search(quoted) is not None
        and _TAKES_IT.search(quoted) is None
        and _PRESENT_VERB.search(_RELATIVE.sub(" ", quoted)) is None
    )


def _past_for_present(asked: str, quoted: str) -> bool:
    """Whether an amount that is asked in the present tense is told in the past alone."""
    amount = asks_for(asked, ValueKind.NUMBER)
    value = _VALUE_ASKED.match(asked) is not None and _A_NUMBER.search(quoted) is not None
    return (
        (amount or value)
        and _PRESENT_ASKED.search(asked) is not None
        and (
            (_IN_THOSE_DAYS.search(quoted) is not None and _NEW.search(quoted) is None)
            or (_PAST.search(quoted) is not None and _PRESENT.search(quoted) is None)
        )
    )
