"""Whether something above a quote disowns it: a heading, the lead-in of its list, a label, an argument (B6).

"Melatonin shortens delirium by two days" is plain enough, and stands under "Hypotheses"; three plain sentences stand
under "None of this is true:". Who asks for just that, the hypotheses or the myths, gets it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from aver.patterns import regex
from aver.stages.argued import argued
from aver.stages.framing import ITEM
from aver.stages.planning.words import names
from aver.stages.wanted import asks_yes_or_no


@dataclass(frozen=True, slots=True)
class _Standing:
    """A way in which a text doesn't stand behind what it tells: how it is said above, and how it is asked for."""

    said: re.Pattern[str]
    asked: re.Pattern[str]


def _standing(said: str, asked: str) -> _Standing:
    return _Standing(regex(said, re.IGNORECASE), regex(rf"\b(?:{asked})", re.IGNORECASE))


_PARTY = (
    r"(?:landlord|tenant|lessor|lessee|claimant|plaintiff|defendant|applicant|respondent|appellant|petitioner|prosecution|defen[cs]e|buyer|seller|employer"
    r"|employee|parties|party|opponent|critic|supporter|proponent|complainant|accused|other\s+side|kläger\w*|beklagten?|antragsteller\w*|antragsgegner\w*|parteien)s?"
)
"""Who argues before a court, or about something."""

_ANYWHERE = (
    _standing(
        r"\bhypothes[ei]s\b|\bresearch\s+questions?\b|\bhypothesen?\b|\bforschungsfragen?\b",
        "hypothes|expect|research question|forschungsfrage",
    ),
    _standing(
        r"\bself[- ](?:test|check|assessment)|\bquiz\b|\b(?:true|right)\s+or\s+(?:false|wrong)\b|\bexercises?\b"
        r"|\bselbsttest\b|\b(?:richtig|wahr)\s+oder\s+falsch\b|\bübungsaufgaben?\b",
        "self-|quiz|exercise|question|selbsttest|übung|frage",
    ),
    _standing(
        r"\bquestionnaire|\bsurvey\s+items?\b|\b(?:rate[sd]?|score[sd]?)\b[^.]*\b(?:items?|statements?)\b|\bfragebogen"
        r"|\bbewerte\w*\b[^.]*\baussagen\b",
        "questionnaire|survey|rate|item|statement|fragebogen|aussage",
    ),
    _standing(
        r"\brole[- ]?plays?\b|\brollenspiel|"
        r"\b(?:sample|example|model)\s+(?:dialogues?|conversations?|calculations?|cases?)\b"
        r"|\b(?:worked|fictional|fictitious|imaginary|invented|made[- ]up|illustrative|calculation)\s+examples?\b"
        r"|\b(?:rechen|fall)beispiele?\b|\bbeispielrechnung|\bmusterrechnung",
        "example|sample|illustrat|role|beispiel|muster|rolle",
    ),
    _standing(
        r"\bmyths?\b|\bmisconceptions?\b|\bmisunderstandings?\b|\bfallac(?:y|ies)\b|\bmistakes?\b|\bunsafe\s+practices?\b"
        r"|\banti-?patterns?\b|\bnone\s+of\s+(?:it|this|these|them|that)\s+(?:is|are|was|were)\s+(?:true|correct|right|so)\b"
        r"|\b(?:is|are|was|were)\s+(?:not\s+true|untrue|false|wrong)\b|\brumou?rs?\b|\b(?:irrtümer|irrtum|mythen|gerüchte?)\b"
        r"|\b(?:get|gets|got|getting)\s+(?:\w+\s+)?wrong\b|\bwrongly\b|\b(?:popular|common|false)\s+beliefs?\b"
        r"|\b(?:häufige|typische)\s+fehler\b|\bstimmt\s+nicht\b|\bfalsch\s+(?:ist|sind)\b",
        "myth|mistake|misconcep|misunderst|fallac|rumou?r|wrong|belie[fv]|irrt|fehler|mythe|gerücht",
    ),
    _standing(
        r"\b(?:not|never)\s+(?:been\s+)?(?:adopted|accepted|approved|pursued|chosen|agreed|taken\s+up|carried)\b"
        r"|\b(?:voted|turned)\s+down\b|\bnicht\s+(?:angenommen|übernommen|beschlossen)\w*\b"
        r"|\babgelehnte?\s+(?:anträge|vorschläge)\b",
        "adopt|accept|approv|consider|reject|declin|turned|vot|propos|suggest|why|abgelehnt|vorgeschlag|beantrag|warum",
    ),
    _standing(
        r"\bcoming\s+soon\b|\bunreleased\b|\b(?:upcoming|next|future)\s+(?:releases?|versions?)\b|\broad\s?map\b"
        r"|\bwish\s?list\b|\breserved\s+for\b|\bnot\s+yet\b|\b(?:is|are)\s+planned\b"
        r"|\bplanned\s+(?:changes|for|from)\b|\bgeplante?n?\b"
        r"|\b(?:demnächst|noch\s+nicht|vorgesehen)\b",
        "plann|plans? (?:to|for)|coming|soon|will|unreleased|future|when|upcoming|next|road|wish|geplant|wird|werden"
        "|wann|künftig|vorgesehen|demnächst",
    ),
    _standing(
        r"\bmade[- ]up\b|\b(?:purely|merely)\s+(?:illustrative|fictitious|hypothetical)\b|\berfunden\w*\b"
        r"|\bfiktiv\w*\b",
        "example|made|invent|illustrat|hypothe|beispiel|erfunden|fiktiv",
    ),
)  # fmt: skip
"""What disowns from a heading and from a lead-in alike."""

_HEADINGS = (
    *_ANYWHERE,
    _standing(
        r"\bno\s+longer\s+(?:exist|appl|available|support|in\s+force)|\b(?:removed|retired|discontinued|withdrawn)\b"
        r"|\bretracted\b|\bnicht\s+mehr\b"
        r"|\bentfallen\w*\b|\babgeschafft\w*\b|\b(?:years?|decades?|century)\s+ago\b|\bvor\s+\w+\s+jahren\b"
        r"|\barchives?\b|\bnachdruck\b",
        r"remov|deprecat|retire|withdr|no longer|discontinu|former|(?<=.)was|were|did|used to|old|ago|archiv"
        r"|nicht mehr|war|früher|entfall|damals|\d{4}",
    ),
    _standing(
        r"\b(?:options?|alternatives?|variants?|approaches)\s+(?:that\s+)?(?:(?:we|were|was|have\s+been)\s+)?(?:considered|discussed"
        r"|evaluated|examined|weighed|compared|not\s+chosen)\b|\b(?:considered|discarded)\s+(?:options?|alternatives?)\b"
        r"|\b(?:geprüfte|erwogene|verworfene)\s+(?:varianten?|alternativen?|optionen|möglichkeiten)\b",
        "option|alternativ|variant|consider|discuss|evaluat|weigh|compar|advantage|disadvantage|benefit|drawback|pros|cons|why"
        "|reject|vorteil|nachteil|erwog|geprüft|verworf|warum",
    ),
    _standing(
        r"\b(?:objections?|submissions?|representations?|comments?|responses|complaints?|concerns?)\s+(?:that\s+)?(?:(?:we|were|was|have"
        r"\s+been)\s+)?(?:received|raised|made|voiced)\b|\bconsultation\s+(?:responses|replies)\b"
        r"|\b(?:eingegangene\s+)?(?:einwendungen|stellungnahmen)\b",
        "object|submi|represent|comment|respon|repl|compla|concern|consult|sa(?:y|id)|think|thought|view|opinion|who|critic|einwend"
        "|stellungnahm|beschwer",
    ),
    _standing(
        rf"\b{_PARTY}(?:['’]s?|['’])\s+(?:case|position|arguments?|claims?|submissions?|contentions?|pleadings|side|version|standpoint)\W*$"
        rf"|\b(?:arguments?|submissions?|contentions?|pleadings|case|position)\s+(?:of|by|for|against)\s+(?:the\s+)?{_PARTY}\b"
        r"|\barguments?\s+(?:for|against|in\s+favou?r)\b|\b(?:vorbringen|standpunkt|vortrag|argumente)\s+(?:der|des|von|für|gegen)\b",
        "case|position|argu|claim|submi|conten|plead|side|version|sa(?:y|id)|think|view|opinion|accord|who|why|object|alleg|vorbring|vorgetrag|standpunkt"
        r"|argument|laut|mein|wer\b|warum",
    ),
    _standing(
        r"\bletters?\s+(?:from|by|to\s+the\s+editor)\b|\b(?:comments?|questions?|remarks|objections?|reports?)\s+(?:of|from|by)\s+(?:the\s+)?"
        r"(?:referees?|reviewers?|readers?|public|residents|opponents|critics)\b|\breferees?\b|\bleserbrief|\bzuschrift",
        r"letter|referee|reviewer|comment|reader|leser|sa(?:y|id)|think|thought|view|opinion|who\b|wer\b|object|critic",
    ),
)

_MADE_UP = regex(
    r"\b(?:made[- ]up|invented|fictitious|fictional|imaginary"
    r"|(?:illustrations?|examples?|samples?|specimens?)\s+only|only\s+an?\s+example"
    r"|erfunden\w*|fiktiv\w*|nur\s+(?:ein\s+|als\s+)?beispiel\w*|beispielhaft\w*)\b",
    re.IGNORECASE,
)
_CONTENT = regex(
    r"\b(?:figures?|numbers?|values?|data|names?|persons?|people|cases?|examples?|sections?|zahlen|werte|daten|namen|personen"
    r"|beispiele?|abschnitt)\b",
    re.IGNORECASE,
)
_LABEL = regex(
    r"^[\W\d]*(?P<who>h\d[a-z]?|referee|reviewer|doctor|patient|nurse|student|teacher|customer|agent|caller|interviewer|journalist"
    r"|moderator|guest|witness|motion|proposal|antrag|vorschlag|gutachter\w*|ärzt\w+|arzt|schüler\w*|lehrer\w*|kund\w+|anrufer\w*)(?:\s+\w+)?\s*[.:]\s+\S+\s+\S+\s+\S",
    re.IGNORECASE,
)
"""Who speaks, or which hypothesis or motion is stated, at the beginning of a line."""

_ABSOLUTE = regex(r"\babsolute\s+maximum\b|\b(?:absolute\s+)?grenzwerte\b", re.IGNORECASE)
_IN_OPERATION = regex(r"\b(?:operat|recommend|normal(?:ly)?\b|in\s+use\b|betrieb|empfohl)", re.IGNORECASE)
"""What a device bears without damage is no condition in which it works."""

_DISSENT = regex(
    r"\b(?:dissent(?:s|ed|ing)?|minority\s+(?:opinion|report|view|statement)|sondervot\w+|abweichende\w*\s+(?:meinung|votum|auffassung))\b",
    re.IGNORECASE,
)
_ASKS_DISSENT = regex(r"\b(?:dissent|disagree|minority|sondervot|abweich|minderheit)", re.IGNORECASE)
_TURNED_DOWN = regex(
    r"\b(?:rejected|declined|discarded|dismissed|abandoned|verworfen\w*|abgelehnt\w*)\b"
    r"|^[\W\d]*(?:the|an?|die|der|das)\s+(?:\w+\s+)?(?:idea|claim|theory|argument|intuition|promise|reasoning|thinking|belief|assumption|hype|pitch|idee|these|theorie"
    r"|behauptung|annahme)\W*$"
    r"|^[\W\d]*(?:major\s+|common\s+)?(?:objections?|counter-?arguments?|criticisms?|einwände|gegenargumente)\W*$",
    re.IGNORECASE,
)
"""Headings of what a text turns down."""

_TURNS_DOWN = regex(
    r"\b(?:not|never|no|cannot|nothing|reject\w*|declin\w*|decid\w*|decision|drop\w*|instead|however|but|although|because|since|would"
    r"|must|only|fail\w*|unnecessar\w+|nicht|nie|kein\w*|verworfen|abgelehnt|würde\w*|weil|aber|jedoch|nur)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words of a sentence there that tells what is so instead, or why the idea was turned down."""

_SPEAKER = regex(r"[\W_]*[A-ZÄÖÜ][^\n:]{0,80}:[\W_]*$")
"""A line that says who speaks in what stands below it."""

_SHORT = 200
"""Code points of an item of a list whose items have no bullets."""


def disowned(asked: str, quoted: str, *, headings: Sequence[str], lead_in: str, around: str) -> bool:
    """Whether what stands above `quoted` says that it isn't told as a fact, and that is not what is `asked` for.

    `headings` name its sections, `lead_in` led into its list where another passage ends with it, `around` is the whole
    passage.
    """
    before, line = _before(quoted, around)
    leading = [lead_in, _leading(before, line)]
    return (
        any(_says(ways, text, asked) for ways, texts in ((_HEADINGS, headings), (_ANYWHERE, leading)) for text in texts)
        or any(_MADE_UP.search(one) and _CONTENT.search(one) for one in re.split(r"(?<=[.!?])\s", f"{before}{line}"))
        or _labelled(line, asked)
        or _dissenting(asked, headings, before, line)
        or _turned_down(asked, quoted, headings)
        or (any(map(_ABSOLUTE.search, headings)) and _IN_OPERATION.search(asked) is not None)
        or argued(asked, quoted, around)
    )


def _before(quoted: str, around: str) -> tuple[str, str]:
    """Return the passage before the line that `quoted` begins on, and that line to the end of the quote."""
    start = around.find(quoted)
    if start < 0:
        return "", quoted
    line = around.rfind("\n", 0, start) + 1
    return around[:line], around[line : start + len(quoted)]


def _leading(before: str, line: str) -> str:
    """Return the paragraph that leads into the list which `line` is an item of, "" where it is none."""
    above, bulleted = before.rstrip().split("\n"), ITEM.match(line) is not None
    while above and _in_list(above[-1], bulleted=bulleted):
        above.pop()
    if not above or not above[-1].rstrip("*_ ").endswith(":"):
        return ""
    paragraph = takewhile(lambda one: one.strip() and not ITEM.match(one), reversed(above))
    return "\n".join(reversed(list(paragraph)))


def _in_list(line: str, *, bulleted: bool) -> bool:
    """Whether a line above an item can belong to its list."""
    if line.rstrip("*_ ").endswith(":"):
        return False
    if bulleted:
        return not line.strip() or line.startswith((" ", "\t")) or ITEM.match(line) is not None
    return bool(line.strip()) and len(line) <= _SHORT


def _says(ways: Sequence[_Standing], text: str, asked: str) -> bool:
    return any(way.said.search(text) and not way.asked.search(asked) for way in ways)


def _turned_down(asked: str, quoted: str, headings: Sequence[str]) -> bool:
    """Whether it is asked whether something is so, and what stands under "Rejected ideas" or "Objections" is quoted
    with no word that turns it down."""
    under = headings[-1] if headings else ""
    return _TURNED_DOWN.search(under) is not None and asks_yes_or_no(asked) and not _TURNS_DOWN.search(quoted)


def _dissenting(asked: str, headings: Sequence[str], before: str, line: str) -> bool:
    """Whether what stands below a heading or the name of a speaker is an opinion that was outvoted, and neither that
    nor who holds it is asked for."""
    speaker = next((one for one in reversed(before.splitlines()) if _SPEAKER.match(one)), "")
    said = next((one for one in (*headings, speaker, line.partition(":")[0]) if _DISSENT.search(one)), "")
    return bool(said) and not _ASKS_DISSENT.search(asked) and set(names(asked)).isdisjoint(names(said)[-1:])


def _labelled(line: str, asked: str) -> bool:
    found = _LABEL.match(line)
    return found is not None and found["who"].casefold() not in asked.casefold()
