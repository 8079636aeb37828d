"""How a text begins that limits what stands before it, in English and German (E6).

A rule must not be shown without its exception, a table without its notes; chunking keeps the two together,
propositions name both.
"""

from __future__ import annotations

import re

from aver.patterns import regex

EXCEPTION = regex(
    r"[\s>*_(\[\-+•#]*(?:however|excepts?|exceptions?|excepting|excluding|unless|notwithstanding|"
    r"nevertheless|provided that|this does not apply|the exceptions?|one exception|the only exceptions?|"
    r"jedoch|allerdings|ausgenommen|ausnahmen?|außer|ausser|es sei denn|abweichend|hiervon|davon|dies gilt nicht|"
    r"das gilt nicht|ungeachtet|unbeschadet|sofern nicht|soweit nicht|die ausnahmen?|eine ausnahme)\b",
    re.IGNORECASE,
)
"""A block or sentence that begins like this limits what stands before it."""

NOTE = regex(r"\s*\\?(?P<mark>\(\d{1,2}\)|\*{1,3}|[†‡¹²³⁴⁵⁶⁷⁸⁹]|\[(?:\d{1,2}|[a-z])\]|\[\^[\w-]+\]):?[ \t]*(?=[^\W_])")
"""How a table's note begins with its `mark`, where it isn't marked up as one: the mark that stands in the cell."""

REMARK = regex(
    r"^\W*(?:notes?|n\.\s?b\.|nb|remarks?|please\s+note|anmerkung(?:en)?|hinweise?|bitte\s+beachten)\b"
    r"|\b(?:provisional|preliminary|unaudited|estimat(?:es?|ed)|project(?:ed|ions?)|forecasts?|rounded|adjusted|interpolated"
    r"|(?:in|of)\s+(?:thousands?|millions?|billions?|hundreds?|per\s?cent|1,?000s?|mio|tsd|tausend|millionen)|exclud\w+|exclusive"
    r"|inclu(?:ding|sive|des?)|not\s+(?:includ\w+|count\w+|apply|valid)|without|net\s+of|before\s+tax|after\s+tax|plus\s+vat|per\s+(?!cent\b)\w+"
    r"|(?:given|listed|stated|shown|named|mentioned|periods?|values?|figures?|prices?|amounts?|rates?)\s+above|in\s+the\s+table"
    r"|oben\s+(?:genannt|angegeben|aufgeführt)\w*|in\s+der\s+tabelle|subject\s+to|only|unless|except|valid\s+(?:from|until|on)|vorläufig\w*|geschätzt\w*|gerundet\w*|hochrechnung\w*|zzgl|zuzüglich"
    r"|all\s+(?:\w+\s+){0,2}(?:values|figures|prices|rates|fees|charges|amounts|times|intervals|limits|quantities|weights|dimensions)"
    r"|\d+\s?(?:%|per\s?cent|prozent|€|£|\$|EUR|euros?)\s+(?:less|more|off|extra|cheaper|weniger|mehr|günstiger)|discounts?|reductions?|rabatt\w*|ermäßig\w*|nachlass"
    r"|(?:pays?|zahlen|zahlt)\s+(?:only\s+|nur\s+)?(?:the\s+|die\s+)?(?:half|hälfte|double|doppelte)|minimum\s+(?:fee|charge|price|order)|mindest(?:gebühr|preis|betrag|entgelt)"
    r"|halve[ds]?|doubled?|trebled?|tripled?|multipl\w+|divided?|deduct\w*|subtract\w*|surcharges?|supplements?|halbier\w+|verdoppel\w+"
    r"|(?:fees?|prices?|rates?|charges?|values?|amounts?|gebühren?|preise?|sätze|beträge?|kosten)\b[^.]{0,60}\b(?:increase|rise|fall|drop|go\s+up|higher|lower|erhöh\w*"
    r"|steig\w*|sink\w*|verringer\w*)|(?:erhöh\w*|steig\w*|sink\w*|verringer\w*)\s+(?:sich\s+)?(?:\w+\s+){0,2}?(?:gebühren?|preise?|sätze|beträge?|kosten)"
    r"|zuschl[aä]g\w*|aufschl[aä]g\w*|abzüglich|inkl|einschließlich|ohne|netto|brutto|nur|gültig|je\s+\w+|pro\s+\w+)\b",
    re.IGNORECASE,
)
"""What a short text directly above or below a table says of all its values: units, what they leave out, how sure they
are."""

LEGEND = regex(r"(?<![^\s(;,.|])(?P<code>[A-Z][A-Za-z0-9]{0,2}[+\-]?|\d|[✓✔✗✘●○◐◯■□▲△+*]{1,3})\s?[:=–—]\s(?=[^\W\d])")
"""How an entry of a legend begins, "D: recommended against"; two of them make one."""

REMARK_LENGTH = 300
"""Code points of such a text; a longer one is a paragraph of its own."""


def remarks_on_a_table(text: str) -> bool:
    """Whether `text`, the paragraph directly below a table, says how its values are to be read, or what codes mean."""
    if len(text) > REMARK_LENGTH:
        return False
    return REMARK.search(text) is not None or len(set(LEGEND.findall(text))) > 1
