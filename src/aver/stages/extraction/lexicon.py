"""The closed classes of words by which a sentence rules something: forbids, limits, sends elsewhere, asks to ask.

English and German, and nothing of any domain: what a sentence is about comes from the pack. A sentence is read only
where each of its words belongs to one of these classes or is said by the pack.
"""

from __future__ import annotations

import re

from aver.patterns import regex


def _any(words: str) -> re.Pattern[str]:
    """Return what finds one of the alternatives as a whole word."""
    return regex(rf"(?<![\w-])(?:{'|'.join(words.split('|'))})(?![\w-])", re.IGNORECASE)


NEGATION = _any(r"not|never|cannot|nicht|kein(?:e[nmrs]?)?")
PERMITTING = _any(r"may|can|cannot|darf|dürfen|kann|können")
DEMANDING = _any(r"must|shall|muss|müssen")
ADVISING = _any(r"should|ought to|sollten?|soll(?:en)?|recommended|recommendable|empfohlen|empfehlenswert|ratsam")
ONLY = _any(r"only|solely|exclusively|nur|ausschließlich|lediglich")
FITTING = _any(
    r"suitable|suited|intended|approved|designed|permitted|allowed|released|rated|certified|permissible|admissible"
    r"|geeignet|zugelassen|zulässig|vorgesehen|bestimmt|ausgelegt|freigegeben|erlaubt|gestattet|eignet sich|eignen sich"
)
UNFITTING = _any(r"unsuitable|prohibited|forbidden|inadmissible|impermissible|ungeeignet|unzulässig|verboten|untersagt")
CAPABLE = _any(r"detect|detects|handle|handles|process|processes|support|supports|accept|accepts")
"""What "does not" denies as an ability; "does not use" describes."""
DOES_NOT = _any(r"(?:do|does) not")
MAY_NOT_BE = regex(r"\bmay not (?!be\b)", re.IGNORECASE)
"""Where "may not" is no prohibition but a possibility."""
NEED_NOT = regex(r"\b(?:muss|müssen)\b(?=.*\bnicht\b)|\bneed(?:s)?\b", re.IGNORECASE | re.DOTALL)
FORBIDDING_START = regex(r"(?:^|[,:;]\s+)(?:please\s+)?(?:do not|never)\s", re.IGNORECASE)
GERMAN_ORDER = regex(
    r"\b(?:verwenden|benutzen|nutzen|betreiben|installieren|montieren) Sie\b"
    r"|\bnicht\b.*\b(?:verwenden|benutzen|nutzen|betreiben|einsetzen|installieren|montieren)\W*$",
    re.IGNORECASE | re.DOTALL,
)
IT_IS = regex(r"^(?:it is|es ist)\b", re.IGNORECASE)
"""How a sentence opens whose subject follows: "It is not permitted to ..."."""
USING = _any(
    r"use|used|using|operat(?:e|ed|ing|ion)|employ(?:ed)?|install(?:ed|ation)?|mount(?:ed)?|appl(?:y|ied)"
    r"|detect(?:s|ed|ion)?|sens(?:e|ed|ing)|handle[sd]?|process(?:es|ed)?|support(?:s|ed)?|accept(?:s|ed)?"
    r"|verwende(?:n|t)|verwendung|einsetzen|eingesetzt|einsatz|betreiben|betrieben|betrieb|benutz(?:en|t)|nutz(?:en|ung)"
    r"|genutzt|angewendet|anwendung|installier(?:en|t)|montier(?:en|t)|aufgestellt|aufstellung|erkennen|erkannt"
    r"|erkennung|erfass(?:en|t|ung)|verarbeit(?:en|et|ung)"
)
HIGHEST = _any(r"max\.?|maximum|maximal(?:e[rsnm]?)?|highest|upper|höchste[rsnm]?|höchstzulässige[rsnm]?")
LOWEST = _any(r"min\.?|minimum|minimal(?:e[rsnm]?)?|lowest|lower|niedrigste[rsnm]?|mindest")
PERMITTED = _any(r"permitted|permissible|allowed|admissible|zulässige[rsnm]?|erlaubte[rsnm]?")
LIMITED = _any(r"limited|restricted|begrenzt|beschränkt")
RISING = _any(r"exceed(?:s|ed)?|überschreite[tn]|überschritten|übersteig(?:t|en)|überstiegen")
FALLING = _any(r"unterschreite[tn]|unterschritten")
TURNING = _any(
    r"fall|falls|drop|drops|rise|rises|go|goes|lie|fallen|sinken|sinkt|steigen|steigt|liegen|liegt|betragen|beträgt"
)
BECAUSE = regex(r",?\s+(?:because|weil)\b|,\s+denn\b", re.IGNORECASE)
DIRECTING = regex(
    r"(?:^|[,:;]\s+)(?:please\s+)?(?:use|choose|select|take)\s"
    r"|\bwe recommend\b|\bplease (?:use|choose|select)\b|\b(?:choose|select) (?:the|an?)\b"
    r"|\b(?:verwenden|benutzen|nehmen|wählen|nutzen) Sie\b|\bsetzen Sie\b(?=.*\bein\b)"
    r"|\b(?:is|are) the (?:variant|version|model|type)s? for\b"
    r"|\b(?:ist|sind) die (?:variante|version|ausführung)n? für\b"
    r"|\bempfehlen wir\b|\bwir empfehlen\b|\bempfiehlt sich\b",
    re.IGNORECASE | re.DOTALL,
)
"""What tells a reader to take something, wherever the condition stands."""
DIRECTING_AFTER = regex(
    r"\b(?:must|should|shall|is to|are to) be (?:used|chosen|selected|employed)\b"
    r"|\b(?:zu verwenden|einzusetzen|zu benutzen|zu nutzen|zu wählen)\b"
    r"|\b(?:muss|müssen|sollten?|soll(?:en)?)\b(?=.*\b(?:verwendet|eingesetzt|benutzt|gewählt) werden\b)"
    r"|\b(?:is|are) recommended\b|\bwird empfohlen\b",
    re.IGNORECASE | re.DOTALL,
)
"""What does so only after its condition: "the X must be used with glass" may say what X is for."""
MEANT_FOR = regex(r"\b(?:is|are) intended\b|\b(?:ist|sind)\b(?=.*\bvorgesehen\b)", re.IGNORECASE | re.DOTALL)
"""What sends to a product that stands after its condition; before it, it says what the product is for."""
DIRECTED = _any(
    r"choose|chosen|select|selected|take|recommended|empfohlen|gewählt|wählen|nehmen|setzen|ein|einzusetzen"
)
WITH = regex(r"\s+(?:with|mit)\b", re.IGNORECASE)
"""Right after a product it may belong to the product ("the X with PNP") or to its use ("the X with glass")."""
INSTEAD = _any(r"instead|stattdessen")
_PEOPLE = (
    r"support|engineering|engineers?|sales|specialists?|experts?|manufacturer|team|representative|office|service|us"
    r"|department|consultants?|suppliers?|vendor|advis[eo]rs?|customer care|help ?desk"
)
REFERRING = regex(
    r"(?:^|[,:;]\s+|\bplease\s+|\bmust\s+|\bthen\s+)(?:contact|consult|ask|call|talk to|speak to)\s"
    rf"(?:[\w-]+\s){{0,4}}?(?:{_PEOPLE})\b"
    r"|\bwenden Sie sich\b(?:\sbitte)?\san(?:\s[\w-]+){1,2}"
    r"|\b(?:kontaktieren|fragen)\sSie(?:\sbitte)?(?:\s[\w-]+){1,2}"
    r"|\b(?:halten|nehmen) Sie(?:\sbitte)?\s(?:Rücksprache|Kontakt)\smit(?:\s[\w-]+){1,2}"
    r"|\bsprechen Sie(?:\sbitte)?\smit(?:\s[\w-]+){1,2}",
    re.IGNORECASE,
)
"""Where a sentence sends its reader to people; English names them, since a contact is a part of a switch too."""
THING = _any(r"device|unit|product|variant|version|model|type|gerät|produkt|ausführung|variante|modell|typ")
SMALL = _any(
    r"a|an|the|this|these|of|with|for|at|on|in|to|by|is|are|be|been|if|when|then|also|please|must|its"
    r"|der|die|das|den|dem|des|ein|eine[rnms]?|diese[rsnm]?|mit|bei|für|auf|von|vom|beim|zum|zur|ist|sind|wird|werden"
    r"|wenn|falls|dann|bitte|auch|sie|sich|zu|als"
)
"""Words that leave what is ruled as it is; prepositions that say where or how something stands are not among them."""
HEADINGS = _any(r"value|values|data|specification|limit|limits|rating|wert|werte|angabe|grenzwert|grenzwerte|kennwert")
"""Column titles that say nothing of what stands under them."""
UNITS = _any(r"units?|dimensions?|einheit(?:en)?|dim\.?")
"""Titles of a column that holds the units of the others."""
NUMBERING = regex(r"\s*(?:§\s*)?\d{1,3}(?:\.\d{1,3})+\.?\s+(?=\S)|\s*\(\d{1,3}\)\s+(?=\S)")
"""The number of a paragraph, which is no part of what it says."""
