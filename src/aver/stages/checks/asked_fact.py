"""Whether what is asked as a fact is quoted as less than one: proposed, claimed, wondered at, provisional (B6).

"Jonas argued that 'RabbitMQ is the obvious choice'" says what Jonas argued, not what is so; a scheme whose members
"would have received" a discount gives none. Who asks for just that, in so many words or of the person named, gets it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages import hearsay, unsettled
from aver.stages.announcing import TEXT
from aver.stages.atoms.language import language_of
from aver.stages.hearsay import ADVERB, CLAUSE, PERSONS, QUOTED
from aver.stages.planning.words import FUNCTION_WORDS, NEGATIONS, folded, tokens

_OWN = regex(
    rf"\b(?:this|these|we|i|our(?!\s+(?:\w+\s+)?{PERSONS}\b)|wir|ich|dies\w*|unser\w*|{TEXT})\b", re.IGNORECASE
)
"""Who speaks for the text itself."""

_ANOTHERS = regex(rf"\b(?:an?|another|some|one|eine?[rmn]?)\s+(?:[\w-]+\s+){{0,2}}{TEXT}\b", re.IGNORECASE)
"""A text that isn't this one: "a report of the chamber". """

_FINDING = regex(
    r"\b(?:evidence|data|estimates?|findings?|results?|stud(?:y|ies)|research(?:ers)?|scientists|analys[ei]s|surveys?|figures"
    r"|trials?|experiments?|conjectures?|theorems?|theor(?:y|ies)|laws?|which|studien?|daten|ergebnisse|forscher)\s*$",
    re.IGNORECASE,
)
"""What suggests or asserts as findings do; nobody's opinion."""

_UNQUOTED = r"(?:[^.;\"“”]|\.(?=\d))*"
"""What follows in a clause outside quotation marks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Less:
    """A way of saying less than a fact: how it is said, how it is asked for, whether a text says it of itself, and
    whether somebody says it, whom a question may name, and whether who says it may be what is asked for."""

    said: re.Pattern[str]
    asked: re.Pattern[str]
    own: bool = True
    somebody: bool = True
    who: bool = False


def _pattern(text: str) -> re.Pattern[str]:
    return regex(text, re.IGNORECASE)


_SPEECH = _Less(said=_pattern(hearsay.SAID), asked=_pattern(hearsay.ASKS), who=True)
"""Somebody's words."""

_WAYS = (
    _Less(
        said=_pattern(
            r"\b(?:propos|suggest|recommend)(?:e?[ds]|es?)?\s+(?:that|to|\w+ing)\b|\bmove[ds]?\s+that\b"
            r"|\b(?:we|one|you)\s+could\s+(?:also|instead|alternatively)\b|\b(?:propos|suggest)ed\s+(?:an?|the)\b"
            rf"|\bwould\s+(?:prefer|like|rather)\b|\b(?:schlägt|schlug|schlagen|regt|regte)\b{CLAUSE}\b(?:vor|an)\s*$"
            r"|\bbeantragt(?:e|en)?\b|\bvorgeschlagen\b|\bangeregt\b"
        ),
        asked=_pattern(
            r"\b(?:propos|suggest|recommend|prefer|want|like|plan|vorschl|vorgeschl|schl[uä]g|beantrag|empf|anreg|angereg)"
        ),
    ),
    _SPEECH,
    _Less(said=_pattern(hearsay.DEMANDED), asked=_pattern(hearsay.ASKS_DEMANDED), own=False),
    _Less(
        said=_pattern(r"\bexpect(?:s|ed)?\s+(?:(?!to\b)[^\s.;]+\s+){1,8}to\b|\berwartet?e?n?\s+(?:wir|man|das|die|der)\b"),
        asked=_pattern(r"\b(?:expect|will\b|going\s+to|forecast|predict|plan|must|should|may|can\b|have\s+to|why|erwart|wird|werden|muss|soll|darf|warum)"),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:ask(?:s|ed)|wonder(?:s|ed)|question(?:s|ed)|enquired|inquired|debated|discuss(?:es|ed))\s+(?:\w+\s+)?"
            r"(?:whether|if|why|how|who|when)\b|\b(?:hypothesis|assumption|conjecture|guess|hunch)\s+(?:is|was)\s+that\b|\b(?:hypothesi[sz]ed|(?:had|have)\s+expected|predicted)\s+that\b"
            rf"|\bfrag(?:t|te|ten|en)\b{CLAUSE}\bob\b|\b(?:rumou?rs?|gerüchte?)\b"
        ),
        asked=_pattern(r"\b(?:ask|wonder|question|enquir|inquir|debat|discuss|hypothes|expect|predict|frag|rumou?r|gerücht|who\b|wer\b)"),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:first|initial|early)\s+(?:guess|suspicion|hunch|theory)\b|\b(?:my|our|a)\s+(?:best\s+|own\s+|wild\s+|educated\s+)?(?:guess|hunch|suspicion)\b"
            r"|\bi(?:'d|’d|\s+would|\s+should)?\s+(?:\w+ly\s+|rather\s+)?(?:guess|think|believe|assume|suppose|suspect|imagine|reckon|presume|expect)\b"
            r"|\b(?:as\s+far\s+as|for\s+all)\s+i\s+(?:know|can|remember|recall)\b|\bif\s+i\s+(?:remember|recall|understand|am\s+not)\b"
            r"|\bi\s?(?:am|['’]m)\s+(?:not|n['’]t)\s+(?:\w+\s+)?(?:sure|certain)\b"
            r"|\bich\s+(?:denke|glaube|vermute|schätze|meine|nehme\s+an)\b|\b(?:denke|glaube|vermute|schätze)\s+ich\b"
            r"|\bmeines\s+wissens\b|\bsoweit\s+ich\s+(?:weiß|mich\s+erinnere)\b"
        ),
        asked=_pattern(
            r"\b(?:guess|hunch|suspi|suspect|think|thought|belie|assum|suppos|imagin|presum|expect|opinion|view|sure\b|who\b"
            r"|denk|glaub|vermut|schätz|mein|wer\b)"
        ),
    ),
    _Less(
        said=_pattern(
            r"\b(?:thinks|reckons|presumes|imagines|guesses)\s+that\b|"
            rf"\b(?:fear|hope|doubt|dread|worry|worrie)(?:s|d|ed)?{ADVERB}\s+(?:that|the|it|they|their|this|there|we|to\s+\w+)\b"
            r"|(?<!\bit\s)\b(?:is|are|am|was|were|['’]m|['’]re|remains?|remained|feels?|felt)\s+(?:\w+\s+)?(?:afraid|anxious|concerned|confident|convinced|fearful"
            r"|hopeful|optimistic|pessimistic|sceptical|skeptical|sure|certain|worried)\s+(?:that|the|it|they|their|of\s+(?:it|that|this))\b"
            rf"|\b(?:in|from|to)\s+(?:my|his|her|their|\w+['’]s)\s+(?:\w+\s+)?(?:opinion|view|eyes|judgement|judgment|estimation|mind|perspective"
            r"|point\s+of\s+view|viewpoint|experience)\b|\bif\s+you\s+ask\s+me\b|\bpersonally,?\s+i\b"
            r"|\b(?:be)?fürchte[nt]?\b|\b(?:hoffe[nt]?|hofft|bezweifel\w*|bezweifle|zweifel[nt])\b|\b(?:sorge[nt]?|sorgt)\s+sich\b"
            r"|\b(?:meiner|seiner|ihrer)\s+(?:meinung|ansicht|auffassung|einschätzung)\s+nach\b|\bnach\s+(?:meiner|seiner|ihrer)\s+(?:meinung|ansicht"
            r"|auffassung|einschätzung)\b|\baus\s+(?:meiner|seiner|ihrer)\s+sicht\b|\b(?:überzeugt|zuversichtlich|besorgt|skeptisch)\s*,\s*dass\b"
        ),
        asked=_pattern(
            r"\b(?:fear|hop(?:e|ing)|doubt|dread|trust|worr|afraid|anxious|concern|confiden|convinc|optimis|pessimis|s[ck]eptic|sure\b|certain|opinion|view"
            r"|think|thought|reckon|presum|imagin|guess|belie|feel|felt|expect|judge?ment|experience|who\b|why\b|fürcht|hoff|zweifel|sorg|meinung|ansicht|auffassung|sicht|überzeug"
            r"|wer\b|warum\b)"
        ),
        own=False,
    ),
    _Less(
        said=_pattern(r"\b(?:was|were|been|is|are)\s+(?:being\s+)?(?:\w+ly\s+)?(?:discussed|debated|under\s+(?:discussion|review))\b"),
        asked=_pattern(r"^(?!\W*(?:is|are|can|may|must|do|does|will|should)\b)|\b(?:discuss|debat|review)"),
        own=False,
        somebody=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:we|i)\s+(?:\w+\s+)?(?:wrote|said|told\s+\w+|promised|announced|forecast|predicted)"
            rf"(?:\s+that\b|{QUOTED})"
            r"|\b(?:we|i)\s+(?:had\s+)?(?:once\s+|then\s+|still\s+|first\s+|originally\s+)?(?:expected|thought|believed|forecast"
            r"|predicted|hoped)\b|\b(?:wir|ich)\s+(?:schrieben?|erwartete?n?|dachten?|glaubte?n?|hofften?)\b"
        ),
        asked=_pattern(
            r"\b(?:sa(?:y|id)|wr[io]t|told|tell|promis|announc|forecast|predict|expect|thought|think|belie|hope|who\b|why\b"
            r"|schr[ie]+b|erwart|glaub|dacht)"
        ),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"\bhad\s+(?:been\s+)?(?:planned|intended|scheduled|hoped|expected|meant)\b"
            r"|\b(?:was|were)\s+(?:originally\s+|initially\s+|first\s+)?(?:planned|scheduled|supposed|intended|due)\s+(?:to|for)\b"
            r"|\b(?:was|were)\s+to\s+(?:open|close|begin|start|end|rise|fall|be\s+(?:\w+ed|built|held|sold|cut))\b"
            r"|\bsollten?\s+(?:ursprünglich|zunächst)\b"
        ),
        asked=_pattern(
            r"\b(?:plan|inten|schedul|suppos|hope|expect|origin|initial|due\b|mean|was\b|were\b|had\b|did\b|geplant|ursprüng)"
        ),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:had|has|have)\s+(?:always\s+|once\s+)?(?:asked|wished|wanted|hoped|longed)\s+to\s+\w+"
            rf"|\b(?:wished|hoped|longed)\s+to\s+\w+|\b(?:hatte|hat|habe)\b{CLAUSE}\b(?:gewünscht|gebeten|gehofft)\b"
        ),
        asked=_pattern(r"\b(?:ask|wish|want|hope|desir|will\b|plan|inten|why\b|wunsch|wünsch|bitte|gebeten|hoff|warum)"),
        own=False,
        somebody=False,
    ),
    _Less(
        said=_pattern(
            r"\bassum(?:ed|ing|es?)\s+(?:that\b|to\s+be\b)|\b(?:assum(?:ed|ing|es?)|took|taken)\b[^.;,]*\bto\s+be\b"
            r"|\bassum(?:ed|ing|es?)\s+(?:an?\s+)?[^.;,]*\b(?:rate|of)\s+\d|\bangenommen,?\s+dass\b"
        ),
        asked=_pattern(r"\b(?:assum|suppos|sample\s+size|power|calculat|angenommen|annahme)"),
        own=False,
        somebody=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:\d+(?:st|nd|rd|th)|first|second|third|earlier|previous|prior|older|original|old|last)\s+(?:\w+\s+)?(?:editions?"
            r"|versions?|issues?|printings?|reports?|articles?|entr(?:y|ies)|drafts?)\b[^.;]{0,40}?\b(?:stated|said|says|gave|gives"
            r"|listed|described|reported|wrongly|misstated|printed|had|put|claimed|named|called)\b"
            r"|\b(?:frühere|erste|vorige|alte)\w*\s+(?:auflage|fassung|ausgabe|version)\w*\s+(?:hieß|stand|nannte|gab|stand)\b"
        ),
        asked=_pattern(r"\b(?:edition|version|issue|printing|report|article|entry|draft|earlier|previous|auflage|fassung|ausgabe)"),
        own=False,
        somebody=False,
    ),
    _Less(
        said=_pattern(
            r"(?:^|[|–—]|\d[:.]\d\d)[\s*_>-]*(?:(?:first|initial|working|early|our)\s+)?(?:suspicion|suspected(?:\s+cause)?|hypothes[ie]s|assumptions?"
            r"|theory|guess|speculation|rumou?rs?|allegation|idea|suggestion|proposal|opinion|verdacht|vermutung|annahme|hypothese|gerücht"
            r"|idee|vorschlag|meinung)[*_]*:\s"
        ),
        asked=_pattern(
            r"\b(?:suspi|suspect|hypothes|assum|theor|guess|speculat|rumou?r|alleg|idea|sugges|propos|opinion|think|thought|belie|verdacht"
            r"|vermut|annahm|angenommen|gerücht|idee|vorschl|vorgeschl|meinung)"
        ),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:sounds?|sounded|seems?|seemed)\s+(?!to\b|that\b)(?:\w+ly\s+)?\w+|\b(?:at\s+first\s+(?:sight|glance)|auf\s+den\s+ersten\s+blick)\b"
            r"|\b(?:klingt|scheint|wirkt)\s+\w+"
        ),
        asked=_pattern(
            r"^(?!\W*(?:is|are|can|may|must|do|does|will|should|was|were|did|ist|sind|kann|darf|muss|wird|soll)\b)|\b(?:sound|seem|kling|schein|wirk)"
        ),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"\b(?:tell(?:s|ing)?|told|repeat(?:s|ed)?)\s+(?:the|a|this|that)\s+(?:\w+\s+)?(?:story|tale|legend|anecdote|joke)\b"
            r"|\b(?:story|legend|tale|tradition|folklore|myth)\s+(?:goes|has\s+it|tells|says|holds)\b"
            r"|\baccording\s+to\s+(?:the\s+|a\s+)?(?:\w+\s+)?(?:legend|folklore|story)\b|\blegend\s+has\b"
            r"|\b(?:der|einer|nach\s+der)\s+(?:sage|legende)\s*(?:nach|zufolge)?\b|\berzählt\s+(?:man|sich)\b"
        ),
        asked=_pattern(r"\b(?:legend|stor(?:y|ies)|tale|tradition|folklore|myth|anecdot|joke|sage|legende|erzähl|überliefer)"),
        own=False,
    ),
    *(
        _Less(said=_pattern(said), asked=_pattern(asked), own=False)
        for said, asked in (
            unsettled.SUPPOSED,
            unsettled.CONDITIONAL,
            unsettled.NOT_YET,
            unsettled.OPEN_QUESTION,
            unsettled.PURPOSE,
            unsettled.IN_ANIMALS,
            unsettled.UNKNOWN,
            unsettled.PLANNED,
            unsettled.DECLINED,
            unsettled.ELSEWHERE,
            unsettled.TURNED_DOWN,
            unsettled.ACCUSED,
            unsettled.MISTAKEN,
        )
    ),
    _Less(
        said=_pattern(r"\b(?:candidates?|applicants?|shortlisted|nominees?|bewerber\w*|kandidat\w*)\b"),
        asked=_pattern(
            r"^(?!.*\b(?:who|wer)\b)|\b(?:candidat|applic|appli|shortlist|nomin|runs?\b|ran\b|stood|stand|interview|bew[ie]rb|kandid)"
        ),
        own=False,
    ),
    _Less(
        said=_pattern(rf"\bwould\s+(?:not\s+|\w+ly\s+)?have\s+\w+|\b(?:hätten?|wären?)\b(?={CLAUSE}\b(?:ge\w+[nt]|worden)\b)"),
        asked=_pattern(r"\b(?:would|could|if\b|had\b|hätte|wäre|wenn|falls|plan|geplant)"),
        own=False,
    ),
    _Less(
        said=_pattern(
            r"[\[<{]\s?(?:insert|enter|fill\s+in|add|your|the|einfügen|eintragen|hier)?\s?(?:name|date|number|amount|price|time|place|address|period|sum"
            r"|value|percentage|company|title|datum|anzahl|betrag|preis|uhrzeit|ort|zahl|frist)\b[^\]>}\n]{0,30}[\]>}](?!\()"
            r"|[\[<{](?:insert|enter|fill\s+in|einfügen|eintragen)\s[^\]>}\n]{1,40}[\]>}]|_{4,}|\.{6,}|\bX{2,}\s?(?:euros?|eur|€|£|\$|%|days?|hours?|weeks?|tage?n?)|\?{3,}"
            r"|\bT\.?B\.?[ADC]\b|\(\s*to\s+be\s+(?:confirmed|determined|announced|decided|defined|agreed)\b"
            r"|\b(?:noch\s+(?:offen|festzulegen|zu\s+klären)|wird\s+noch\s+(?:bekannt|fest)\w+)\b"
        ),
        asked=_pattern(r"\b(?:template|placeholder|form|blank|filled|tbd|tba|to\s+be|confirmed|decided|agreed|muster|vorlage|formular|offen)"),
        own=False,
        somebody=False,
    ),
    _Less(
        said=_pattern(
            rf"\bwould\b(?!\s+(?:not\s+)?have){_UNQUOTED}\bif\b|\bif\b{_UNQUOTED}\bwould\b"
            rf"|\bwürden?\b{CLAUSE}\b(?:wenn|falls)\b|\b(?:wenn|falls)\b{CLAUSE}\bwürden?\b"
        ),
        asked=_pattern(
            r"\b(?:would|could|if|unless|when|why|how\s+come|happens?|happened|plan|condition|circumstance|würden?|könnte|wenn|falls|wann|warum"
            r"|bedingung)"
        ),
        own=False,
        somebody=False,
    ),
    _Less(
        said=regex(
            r"\b(?:[Tt]he|[Aa]n?|[Tt]his|[Oo]ur|[Dd]ie|[Dd]er|[Ee]ine?)\s+(?:preliminary|provisional|tentative|interim|vorläufige\w*"
            r"|(?:first|initial|early|original|erste)\s+(?:estimate|forecast|guess|schätzung|prognose))"
        ),
        asked=_pattern(r"\b(?:preliminar|provisional|tentativ|interim|vorläufig|first|initial|early|original|erste|estimat|forecast)"),
        own=False,
    ),
)  # fmt: skip


_CAUSE_ASKED = regex(
    r"\b(?:caus(?:e[ds]?|ing)|leads?\s+to|led\s+to|results?\s+in|effects?\s+of|effect\b[^?]*\bhave|affects?|reduces?|prevents?|protects?"
    r"|increases?|raises?|boosts?|lowers?(?!\s+(?:is|are|was|were|than|in|among|for|risk|rate)\b)|worsens?|improves?|helps?|harms?|damages?|(?:good|bad)\s+for"
    r"|verursach\w+|führ(?:t|en)\s+zu|bewirk\w+|senk(?:t|en)|erhöh(?:t|en)|schütz(?:t|en)|hilft|helfen|schade[tn])\b",
    re.IGNORECASE,
)
_GROUP = (
    r"(?:people|persons|adults|men|women|children|participants|patients|subjects|those|nurses|students|workers|households|countries|firms"
    r"|\w+(?:ers|ants)|menschen|personen|erwachsene|männer|frauen|kinder|teilnehmende|teilnehmer\w*|patient\w*)"
)
_TOGETHER = regex(
    r"\b(?:associat|correlat|linked\s+(?:to|with)|assoziiert|korrel|in\s+zusammenhang|cohort|observational"
    r"|case[- ]control|cross[- ]sectional|kohorte|beobachtungsstudie)\w*",
    re.IGNORECASE,
)
_OF_THOSE = regex(
    rf"\b{_GROUP},?\s+(?:who|that|with|die|mit)\b[^.;]{{0,120}}?\b(?:lower|higher|less|more|fewer|better|worse|rarer|\w+ier|seltener|häufiger|weniger|mehr"
    rf"|niedriger\w*|höher\w*)\b|\b(?:risk|rate|incidence|odds|mortality|prevalence)\s+of\b[^.;]{{0,60}}?\b(?:lower|higher)\s+(?:among|in)\s+{_GROUP}\b",
    re.IGNORECASE,
)
"""What is so of those who do something, whatever the cause."""

_ASSIGNED = regex(
    r"\b(?:randomi[sz]|trial|experiment|placebo|assigned|control\s+group|kontrollgruppe|zugeteilt)", re.IGNORECASE
)
"""Who did it was decided by somebody else, so that it may well be the cause."""


def _only_together(asked: str, quoted: str) -> bool:
    """Whether a cause is asked for and an association quoted."""
    if _CAUSE_ASKED.search(asked) is None or _TOGETHER.search(asked) is not None:
        return False
    return _TOGETHER.search(quoted) is not None or (
        _OF_THOSE.search(quoted) is not None and _ASSIGNED.search(quoted) is None
    )


def less_than_fact(asked: str, quoted: str) -> bool:
    """Whether `quoted` tells what somebody proposed, claimed or wondered, or what was planned or would have been,
    unasked, or an association where a cause is asked for."""
    if _only_together(asked, quoted):
        return True
    text = quoted.rstrip('.!?"”»« ')
    ways = [way for way in _WAYS if not way.asked.search(asked)]
    behind = _SAID_BEHIND.search(quoted)
    by_another = behind is not None and not _names(behind[0]) & _names(asked)
    return (_SPEECH in ways and (by_another or _direct_speech(quoted))) or any(_says(way, text, asked) for way in ways)


_SAID_BEHIND = regex(
    r",[\"”“«»]?\s+(?!that\s)(?:\w+\s+){1,3}(?:say|said|claim(?:ed)?|argued?|insist(?:ed)?|believed?|complain(?:ed)?|object(?:ed)?)\s*,"
    r"|[,.]?[\"”“«»]?,?\s+(?:hört|sagt|liest|erzählt|meint)\s+man\b|,\s*hei(?:ß|ss)t\s+es\b",
    re.IGNORECASE,
)
"""Who says what stands before it: "A disk, they argue, is faster", "..., hört man am Stammtisch"."""

_ALL_SAID = regex(r"^[\s>*+•–-]*(?:\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»)[\s*]*$")


_WHO = regex(r"\b(?:who(?:m|se)?|we[rm])\b", re.IGNORECASE)
_SOMEBODY = regex(r"\b(?:he|she|they|er|sie)\b", re.IGNORECASE)
"""Somebody who may have been named before."""

_SENTENCE = 4
"""Words from which text in quotation marks says something; fewer name it."""


def _direct_speech(quoted: str) -> bool:
    """Whether a quote is a sentence in quotation marks, or ends speech that began before it: nobody says it there."""
    whole = _ALL_SAID.search(quoted) is not None and len(quoted.split()) >= _SENTENCE
    return (
        whole or quoted.count("”") > quoted.count("“") or (quoted.count('"') % 2 == 1 and quoted.rstrip().endswith('"'))
    )


def _says(way: _Less, text: str, asked: str) -> bool:
    found = way.said.search(text)
    if found is None:
        return False
    before = text[: found.start()]
    is_own = _OWN.search(before) is not None and _ANOTHERS.search(before) is None
    if NEGATIONS & frozenset(folded(before)) or (way.own and (is_own or _FINDING.search(before))):
        return False
    named = _names(before)
    if way.who and _WHO.search(asked) and (named or _SOMEBODY.search(before)):
        return False
    return not (way.somebody and named & _names(asked) and language_of(asked) != "de")


def _names(text: str) -> frozenset[str]:
    """Return the words of `text` with a capital, in lower case: who is said to have said it."""
    return frozenset(word.casefold() for word in tokens(text) if word[0].isupper()) - FUNCTION_WORDS
