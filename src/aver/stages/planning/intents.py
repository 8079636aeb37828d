"""Which kind of source a question calls for (B1): typed cues, several where several show.

Routing adds channels and never takes one away: `document` always stands last, so a wrong cue costs time and
no evidence.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.values.inquiry import Intent

_CUES: tuple[tuple[Intent, re.Pattern[str]], ...] = tuple(
    (intent, regex(cue, re.I))
    for intent, cue in (
        (
            Intent.WHOLE_DOCUMENT,
            r"\bsummar(?:y|i[sz]e|ies)\b|\b(?:overall|main|central|key)\s(?:argument|point|claim|message|thesis|conclusion)s?\b"
            r"|\bwhat\sis\s(?:this|the)\s(?:\w+\s)?(?:document|paper|report|article|text)\sabout\b"
            r"|\bfass\w*\b.{0,40}\bzusammen\b|\bzusammenfassung\b|\bworum\sgeht\b|\bkernaussagen?\b",
        ),
        (
            Intent.CODE_OR_LOG,
            r"\b(?:stack\s?trace|traceback|exception|error\scode|log\s?(?:s|file|entry|entries)|commits?|git|deploy(?:ment|ed)?"
            r"|pipeline|build)\b.{0,40}\b(?:fail\w*|broke\w*|crash\w*|raise[sd]?|throw[sn]?|show\w*|say\w*|error\w*)\b"
            r"|\b(?:why\s(?:did|does)|warum)\b.{0,50}\b(?:fail|crash|break|fehlschlug|abstürzt)\b"
            r"|\b[A-Z]{2,}_[A-Z0-9_]+\b|\b0x[0-9a-f]+\b|\b\w+\(\)|\bTraceback\b|\b(?:HTTP\s)?[45]\d\d\serrors?\b",
        ),
        (
            Intent.LIVE,
            r"\b(?:right\snow|at\sthe\smoment|currently\s(?:up|down|running|open|available|online)|(?:live|current)\sstatus"
            r"|up\sor\sdown)\b|\b(?:momentan|gerade\s(?:verfügbar|offen|erreichbar)|aktuelle[rnms]?\s(?:status|stand|kurs))\b",
        ),
        (
            Intent.STRUCTURED,
            r"\bhow\smany\s(?:\w+\s){0,3}(?:have|has|are|were|did|do|per)\b|\b(?:total|sum|average|mean|median|count)\s(?:of|number)\b"
            r"|\bper\s(?:month|year|quarter|region|customer|team)\b|\btop\s\d+\b|\blist\sall\b"
            r"|\b(?:does|do|is|are|can)\s(?:this|that|our|the|these)\s(?:customers?|accounts?|orders?|tickets?|contracts?)\b"
            r"|\b(?:summe|durchschnitt|anzahl)\s(?:der|aller|von)\b|\bpro\s(?:monat|jahr|quartal|region|kunde)\b",
        ),
        (
            Intent.CURATED,
            r"\bhow\s(?:do|can|should)\s(?:i|we)\b|\bwhat\sshould\s(?:i|we)\sdo\b|\bwho\s(?:do|should|can)\s(?:i|we)\s(?:ask|contact|call)\b"
            r"|\bwie\s(?:kann|muss|soll)\s(?:ich|man)\b|\ban\swen\b",
        ),
    )
)


def intents_of(question: str) -> tuple[Intent, ...]:
    """Return the kinds of source that `question` calls for, the most specific first, `document` always last."""
    return (*(intent for intent, cue in _CUES if cue.search(question)), Intent.DOCUMENT)
