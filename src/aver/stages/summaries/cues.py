"""What the words of one sentence say about what its author does with it, in English and German.

Cues weigh, they don't decide: a word of refusal counts only beside something that can be refused (an idea,
a proposal, a "this" said of it), unless the section is about refusals; never under a negation or an "if". Compiled from
ordinary usage, not from the questions we measure on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.summaries.purposes import Purpose
from aver.values.summaries import SentenceRole


def _cue(pattern: str) -> re.Pattern[str]:
    return regex(pattern, re.IGNORECASE)


_REFUSAL = _cue(
    r"\b(?:reject(?:s|ed|ing|ion)?|disprov\w+|refut\w+|discard\w*|abandon\w*|dismiss\w*|withdrawn|turn(?:s|ed)\s+down"
    r"|rul(?:es|ed)\s+out|declin(?:es|ed)|deferred|postponed|overturned|retracted|untenable|misconception|infeasible"
    r"|(?:chose|opted|elected|decided|agreed|prefer(?:red)?)\s+(?:against|not\s+to)|decided\s+against"
    r"|(?:is|are|was|were|been|be)\s+(?:not|never)\s+(?:\w+\s+)?(?:adopted|accepted|pursued|proposed|included"
    r"|recommended|supported|viable|feasible|worth\w*|true|correct|desirable|considered)"
    r"|(?:do|does|did|will|would|can)\s*(?:not|n't)\s+(?:propose|adopt|recommend|support|hold|work|solve|follow)"
    r"|(?:is|are|was|were)\s+(?:false|incorrect|wrong|mistaken|out\s+of\s+scope)|fail(?:s|ed)?\s+to"
    r"|verworfen|abgelehnt|verwirft|lehnt\b[^.]{0,80}\bab|widerleg\w+|zurückgewiesen|zurückgestellt|zurückgezogen"
    r"|trifft\s+nicht\s+zu|treffen\s+nicht\s+zu|unzutreffend|unhaltbar|nicht\s+(?:haltbar|angenommen|übernommen"
    r"|weiterverfolgt|empfohlen)|(?:ist|sind|war)\s+(?:falsch|unrichtig))\b"
)
_REFUSABLE = _cue(
    r"\b(?:ideas?|proposals?|suggestions?|approach(?:es)?|alternatives?|options?|variants?|designs?|schemes?|views?"
    r"|claims?|arguments?|hypothes[ie]s|conjectures?|assumptions?|theor(?:y|ies|ems?)|interpretations?|objections?"
    r"|peps?|rfcs?|solutions?|plans?|motions?|beliefs?|notions?|explanations?"
    r"|vorschl[aä]g\w*|ideen?|ans[aä]tz\w*|alternativen?|hypothesen?|annahmen?|thesen?|vermutung\w*|auffassung\w*"
    r"|ansicht\w*|einw[aä]nd\w*|varianten?|lösung\w*|behauptung\w*|entw[uü]rf\w*|antr[aä]g\w*|optionen)\b"
)
_SAID_OF = _cue(r"\b(?:this|that|it|these|they|which|we|dies\w*|das|es|sie|wir)\s+(?:[\w'’]+\s+){0,3}$")
_UNDONE = _cue(
    r"\b(?:not|never|nicht|nie)\s+(?:been\s+|be\s+|yet\s+)?(?:reject|refut|disprov|verworfen|abgelehnt|widerlegt)"
)
_CONDITIONAL = _cue(r"\W*(?:if|unless|when(?:ever)?|suppose|assuming|wenn|falls|sofern|angenommen)\b")
_CONCLUDING = _cue(
    r"\W*(?:therefore|thus|hence|consequently|accordingly|as\s+a\s+result|in\s+(?:conclusion|sum|summary|short)|overall"
    r"|to\s+(?:conclude|sum\s+up|summari[sz]e)|ultimately|daher|somit|folglich|deshalb|demnach|insgesamt"
    r"|zusammenfassend|im\s+ergebnis|letztlich)\b"
    r"|.*\b(?:we\s+(?:conclude|find|found|show(?:ed)?|prove|have\s+decided|decided\s+(?!against|not)|recommend)"
    r"|(?:it|this)\s+(?:follows|proves|demonstrates|establishes)\s+that"
    r"|(?:results?|findings|data|experiments?|analysis|evidence)\s+(?:show|indicate|demonstrate|confirm|establish)\w*"
    r"|it\s+(?:was|is|has\s+been)\s+(?:decided|concluded|found|agreed)|daraus\s+folgt"
    r"|wir\s+(?:schließen|folgern|zeigen|empfehlen)|(?:ergebnisse?|befunde?|daten)\s+(?:zeig|beleg|bestätig)\w+)\b"
)
_OWN = _cue(
    r"\b(?:this|the\s+present)\s+(?:pep|rfc|document|proposal|paper|policy|agreement|report|specification|act|standard"
    r"|study|article)\s+(?:\w+\s+)?(?:propos|specif|defin|requir|add|introduc|recommend|establish|prohibit|deprecat"
    r"|standardi|appl|govern|allow|chang|replac|argu)\w*|\bwe\s+(?:\w+\s+)?(?:propose|argue|introduce|require|prohibit)"
    r"|\bdiese[srm]?\s+(?:dokument|vorschlag|richtlinie|bericht|vertrag|arbeit|gesetz)\s+\w+|\bwir\s+schlagen\b"
)
_NORM = _cue(
    r"\b(?:must|shall|should|may\s+not|required|prohibited|forbidden|mandatory|entitled|muss|müssen|darf|dürfen|soll"
    r"|sollen|verpflichtet|verboten|untersagt|vorgeschrieben)\b"
)
_ELSEWHERE = _cue(
    r"\b(?:according\s+to|some\s+(?:people\s+)?(?:argue|claim|say|believe|have\s+\w+ed)|(?:proponents?|critics?"
    r"|opponents?|others)\s+\w+|it\s+(?:is|has\s+been)\s+(?:often|sometimes|widely|commonly)\s+\w+|one\s+(?:might|could)"
    r"|conventional\s+wisdom|allegedly|purportedly|at\s+first\s+(?:glance|sight)|laut|zufolge|angeblich"
    r"|(?:kritiker|befürworter|gegner)\w*|manche\s+\w+en|man\s+könnte)\b"
)
_TOPICAL = _cue(
    r"[^.]{0,60}\b(?:section|document|chapter|page|article|pep|paper|guide|appendix|report|abschnitt|dokument|kapitel"
    r"|seite|artikel|bericht)\s+(?:briefly\s+|also\s+|only\s+)?(?:describe|discuss|cover|outline|summari[sz]e|explain"
    r"|contain|list|present|provide|give|address|beschreib|behandel|erläuter|enthält|fasst|stellt)\w*|\W*see\s+\w+"
    r"|\W*siehe\s+\w+"
)
_EXAMPLE = _cue(r"\W*(?:for\s+(?:example|instance)|e\.g\.|consider\b|zum\s+beispiel|beispielsweise|z\.\s?b\.)")
_TURN = _cue(
    r"\W*(?:however|but|yet|nevertheless|nonetheless|in\s+fact|in\s+reality|on\s+the\s+contrary|by\s+contrast|instead"
    r"|conversely|unfortunately|even\s+so|that\s+said|jedoch|aber|doch|dennoch|allerdings|im\s+gegenteil|stattdessen"
    r"|vielmehr|leider|trotzdem|gleichwohl)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What one sentence shows. `weight` says how much it carries of what the author stands for, about -1 to 1."""

    role: SentenceRole
    weight: float
    topical: bool


_ATTRIBUTING = _cue(
    r"\W*(?:this|that|these|such|so|das|dies\w*)\s[^.]{0,60}\b(?:reasoning|views?|theory|argument|opinion|story|wisdom"
    r"|promise|saw|see|hears?|heard|told|thinks?|thought|believed?|learned|learnt|argued?|claims?|gelernt|sieht|sehen"
    r"|sah|sahen|gehört|hört|heißt|ansicht|meinung|argument|überlegung|glaub\w+|behaupt\w+)\b"
)


def attributes(sentence: str) -> bool:
    """Say whether the sentence says of the one before it that somebody holds it: "This is how counsel saw it."."""
    return _ATTRIBUTING.match(sentence) is not None


def turns(sentence: str) -> bool:
    """Say whether the sentence turns against the one before it."""
    return _TURN.match(sentence) is not None


def signs(sentence: str, purpose: Purpose, *, turned: bool) -> Signs:
    """Return what `sentence` shows in a section with that purpose.

    `turned`: the next sentence turns against it, or says that somebody else holds it.
    """
    topical = _TOPICAL.match(sentence) is not None
    conditional = _CONDITIONAL.match(sentence) is not None
    refuses = _refuses(sentence, purpose) and not conditional
    elsewhere = _ELSEWHERE.search(sentence) is not None
    concluding = _CONCLUDING.match(sentence) is not None
    own = _OWN.search(sentence) is not None
    weight = 0.5 * (refuses or concluding) + 0.4 * own + 0.2 * (_NORM.search(sentence) is not None)
    weight += 0.15 * turns(sentence) - 0.2 * turned - 0.3 * elsewhere - 0.5 * topical
    weight -= 0.3 * (_EXAMPLE.match(sentence) is not None) + 0.1 * conditional
    return Signs(role=_role(purpose, refuses, concluding, own, elsewhere or turned), weight=weight, topical=topical)


def _refuses(sentence: str, purpose: Purpose) -> bool:
    refusal = _REFUSAL.search(sentence)
    if refusal is None or _UNDONE.search(sentence) is not None:
        return False
    named = _REFUSABLE.search(sentence) is not None or _SAID_OF.search(sentence[: refusal.start()]) is not None
    return named or purpose is Purpose.REJECTION


def _role(purpose: Purpose, refuses: bool, concluding: bool, own: bool, reported: bool) -> SentenceRole:
    """Words of the sentence come first, then what its section is for.

    In a section about rejections a reason against an idea counts as turning it down; only what the author says
    of the document itself, or concludes, does not.
    """
    if refuses:
        return SentenceRole.REJECTED
    if concluding:
        return SentenceRole.CONCLUDED
    if own and not reported:
        return SentenceRole.ASSERTED
    match purpose:
        case Purpose.REJECTION:
            return SentenceRole.REJECTED
        case _ if reported:
            return SentenceRole.BACKGROUND
        case Purpose.CONCLUSION:
            return SentenceRole.CONCLUDED
        case Purpose.BACKGROUND | Purpose.ADMINISTRATIVE:
            return SentenceRole.BACKGROUND
        case Purpose.BODY:
            return SentenceRole.ASSERTED
