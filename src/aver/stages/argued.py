"""Whether a quote belongs to an argument that its text only relates (B6): "The case for it runs as follows. ..."

What follows such a sentence in its paragraph is somebody's reasoning, stated as plainly as any fact, until a sentence
turns against it ("Yet ...") or speaks for the text itself ("We find ..."). Who asks for the argument gets it.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.sentences import split
from aver.stages.stance.lexicon import CONTRAST

_REASONING = (
    r"(?:arguments?|case|reasoning|line\s+of\s+(?:thought|reasoning|argument)|train\s+of\s+thought|thinking|rationale|thesis|theory|claim"
    r"|story|objections?|intuition)"
)
_SIDE = (
    r"(?:proponents?|supporters?|advocates?|defenders?|opponents?|critics?|enthusiasts?|sceptics?|skeptics?|detractors?|believers?"
    r"|champions?|adherents?)"
)
_ARGUES = (
    r"(?:argue[sd]?|reason(?:s|ed)?|hold|held|holds|maintain(?:s|ed)?|contend(?:s|ed)?|claim(?:s|ed)?|say|says|said|point(?:s|ed)?\s+out|add(?:s|ed)?"
    r"|believe[sd]?|insist(?:s|ed)?|object(?:s|ed)?|assert(?:s|ed)?|counter(?:s|ed)?|see|regard)"
)
_OPENS = regex(
    rf"\W*(?:the|an?|one|another|this|their|his|her|its)\s+(?:[\w-]+\s+){{0,3}}?{_REASONING}\b[^.!?]{{0,80}}?\b(?:runs?|goes|went|is\s+(?:simple"
    r"|familiar|this|as\s+follows|roughly|usually|often|well\s+known)|can\s+be\s+(?:put|stated|summari[sz]ed)|may\s+be\s+(?:put|stated)|as\s+follows)\b"
    rf"|\W*(?:(?:the|some|many|most|its|their|other|two|several)\s+)?(?:[\w-]+\s+){{0,2}}?{_SIDE}\b[^.!?]{{0,60}}?\b{_ARGUES}\b"
    r"|\W*(?:some|many|others|people|everybody|everyone|several\s+authors|a\s+few)\s+(?:\w+\s+){0,3}?(?:argue|reason|hold|maintain|contend|claim|say|believe|object|insist|agree)s?\b"
    r"|\W*it\s+(?:is|was|has\s+(?:\w+\s+)?been|may\s+be|might\s+be|could\s+be|can\s+be)\s+(?:\w+\s+){0,2}?(?:argued|claimed|said|objected|contended|asserted|alleged)\b"
    r"|\W*(?:one|you|we|a\s+reader|somebody|someone)\s+(?:might|may|could)\s+(?:\w+\s+)?(?:argue|think|object|say|suppose|reason|conclude|believe|expect)\b"
    r"|\W*at\s+first\s+(?:sight|glance)\b|\W*(?:on|in|under|according\s+to)\s+(?:this|that)\s+(?:view|account|reading|argument|theory)\b"
    r"|\W*(?:das|ein|dieses|ihr|sein)\s+(?:\w+\s+){0,2}?argument\b[^.!?]{0,80}?\b(?:lautet|geht|läuft|ist\s+(?:einfach|bekannt))\b"
    r"|\W*(?:die|der|manche|viele|einige|ihre)?\s*(?:\w+\s+){0,2}?(?:befürworter|gegner|kritiker|anhänger|verfechter)(?:n|innen|in)?\b[^.!?]{0,60}?\b(?:sag|argumentier"
    r"|mein|führ|behaupt|glaub|wend|verweis|halt)\w*"
    r"|\W*(?:manche|viele|einige|andere)\s+(?:\w+\s+)?(?:sagen|argumentieren|meinen|behaupten|glauben)\b"
    r"|\W*(?:es\s+wird\s+(?:\w+\s+){0,2}?(?:behauptet|argumentiert|eingewandt|gesagt)|man\s+könnte\s+(?:\w+\s+){0,2}?(?:meinen|denken|einwenden|sagen|glauben)"
    r"|auf\s+den\s+ersten\s+blick|nach\s+dieser\s+(?:ansicht|auffassung|theorie))\b",
    re.IGNORECASE,
)
"""How a sentence begins whose paragraph goes on with somebody's reasoning."""

_CLOSES = regex(
    rf"\W*(?:so|thus|such)\s+(?:runs?|goes|ran|went|(?:is|was)\s+(?:the|what))\b[^.!?]{{0,40}}?(?:{_REASONING}|\b(?:hear|say|believe)s?\b)"
    rf"|\W*(?:that|this),?\s+(?:at\s+least\s+)?(?:is|was)\s+(?:the\s+(?:usual\s+|common\s+|standard\s+)?{_REASONING}\b|what\s+(?:one|you|we|people|many|most|some"
    rf"|everybody|{_SIDE})\b|how\s+the\s+{_REASONING})|\W*so\s+(?:lautet|geht|heißt|sagen|hört)\b",
    re.IGNORECASE,
)
"""How a sentence begins whose paragraph was somebody's reasoning: "So runs the argument"."""

_GOES_ON = regex(
    rf"\W*(?:they|he|she|{_SIDE}|others|sie|andere|es\s+wird)\s+(?:also\s+|further\s+|auch\s+|ferner\s+)?{_ARGUES}\b",
    re.IGNORECASE,
)
_TURNS = regex(
    r"\W*(?:none\s+of\s+(?:this|these|that)|this\s+(?:is|was)\s+(?:wrong|false|not|mistaken|a\s+mistake)|that\s+is\s+(?:wrong|false|not|mistaken)"
    rf"|(?:this|the|these|that|such|both)\s+(?:\w+\s+)?{_REASONING}|against\s+(?:this|that|it)|in\s+truth|dies(?:es|e|er)?\s+argument\w*|das\s+stimmt\s+nicht"
    r"|das\s+ist\s+(?:falsch|nicht))\b|[^.;:]{0,80}?\b(?:we|our|i|wir|unsere?\w*|ich"
    r"|(?:found|showed|reported|measured|observed|finds?|shows?|fand|fanden|zeigten?|zeigen|maßen|berichtet\w*)(?!\s+in\b))\b",
    re.IGNORECASE,
)
"""Speaks of the argument, for the text itself, or tells what was found; "one might" does neither."""

_ASKS = regex(
    r"\b(?:argu\w*|case\s+(?:for|against)|reason\w*|why|proponent\w*|supporter\w*|advocat\w*|opponent\w*|critic\w*|sceptic\w*|skeptic\w*|object\w*"
    r"|claim\w*|sa(?:y|id|ys)|view\w*|opinion\w*|belie[fv]\w*|think|thought|theor\w*|who|advantage\w*|benefit\w*|warum|befürwort\w*|gegner\w*"
    r"|kritik\w*|einw[aä]nd\w*|meinung\w*|ansicht\w*|behaupt\w*|wer|vorteil\w*)\b",
    re.IGNORECASE,
)


def argued(asked: str, quoted: str, around: str) -> bool:
    """Whether `quoted`, a part of the passage `around`, is said within an argument that the passage relates, and the
    question doesn't ask for that."""
    start = around.find(quoted)
    if start < 0 or _ASKS.search(asked):
        return False
    own = [quoted[first:last] for first, last in split(quoted)]
    if any(map(_OPENS.match, own[:-1])):
        return not any(map(_turns, own))
    if _turns(quoted):
        return False
    end = around.find("\n\n", start)
    after = around[start + len(quoted) : len(around) if end < 0 else end]
    if any(_CLOSES.match(after[first:last]) for first, last in split(after)):
        return True
    begin = around.rfind("\n\n", 0, start) + 1
    before = [around[first:last] for first, last in split(around[begin:start], start=begin)]
    for sentence in reversed(before):
        if _OPENS.match(sentence):
            return True
        if _turns(sentence):
            return False
    return False


def _turns(sentence: str) -> bool:
    if _GOES_ON.match(sentence) or _OPENS.match(sentence):
        return False
    return CONTRAST.match(sentence) is not None or _TURNS.match(sentence) is not None
