"""What the wording of a passage or question says beside its signals: new, current, planned, reported, out of scope.

Read from the words when a question is asked, so that stored lifelines stay as they are. As with the
signals no class decides anything; fitted weights combine them (docs/stance.md).
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.stance import lexicon as lex

PATTERNS: dict[str, re.Pattern[str]] = {
    "would": regex(r"\b(?:would|could|might|würden?|könnten?|hätten?|wären?)\b", re.IGNORECASE),
    "will": regex(r"\b(?:will|must|shall|(?:is|are) to|wird|werden|muss|müssen|soll(?:en)?)\b", re.IGNORECASE),
    "option": regex(
        r"\b(?:propos\w+|suggest\w*|ideas?|consider\w*|alternativ\w*|options?|instead of|rather than|advocat\w*|"
        r"initial\w*|previous(?:ly)?|earlier|versions?|vorschl\w+|vorgeschlagen|ideen?|erwogen|erwägung|statt|"
        r"ursprünglich\w*|frühere\w*|variante\w*|zunächst)\b",
        re.IGNORECASE,
    ),
    "scope": regex(
        r"\b(?:out of scope|(?:beyond|outside) the scope|left out|not (?:include[sd]?|intended|a proposal)|"
        r"no (?:special )?(?:provision|support)|nicht vorgesehen|nicht gegenstand)\b",
        re.IGNORECASE,
    ),
    "past": regex(r"\b(?:was|were|had|did|been|\w+ed|war|waren|wurden?|hatten?|ge\w+t)\b"),
    "current": regex(
        r"\b(?:current(?:ly)?|today|at present|existing|conventional(?:ly)?|already|commonly?|as it stands|"
        r"traditional(?:ly)?|noted|derzeit\w*|heute|bisher\w*|bereits|üblich\w*)\b",
        re.IGNORECASE,
    ),
    "new": regex(
        r"\b(?:new|introduc\w+|add(?:s|ed|ing|ition)?|extend\w*|modif\w+|(?:will|would) be|is defined|enhanc\w+|"
        r"neue?\w?|einführ\w+|eingeführt|erweiter\w+|ergänz\w+)\b",
        re.IGNORECASE,
    ),
    "reported": regex(
        r"\b(?:people|some|others|several|many|critics?|posters?|users?)\b(?:\W+\w+){0,3}?\W+(?:claim|argue|suggest|"
        r"say|feel|like|dislike|fear|believe|want|ask|prefer|propose)\w*|"
        r"\b(?:concerns?|calls|requests?|objections?|discussions?|debate)\b|"
        r"\bit (?:has been|was|is) (?:sometimes |often )?(?:proposed|suggested|argued|said|claimed)|"
        r"\bone (?:argument|might|could|may)\b|\b(?:bedenken|einwände?|manche|kritiker\w*|diskussion\w*)\b",
        re.IGNORECASE,
    ),
    "proposes": regex(
        r"\b(?:this|the) (?:pep|proposal|document|paper)\b(?:\W+\w+)?\W+(?:propos|suggest|add|introduc|describ|"
        r"specif)\w*|\b(?:is|are) proposed\b|\bwe propose\b|\bwird vorgeschlagen\b|\bwir schlagen\b",
        re.IGNORECASE,
    ),
}

_WORD = regex(r"[^\W\d_]{4,}")


def wording_of(text: str) -> dict[str, bool]:
    """Return for every pattern whether it occurs in `text`."""
    return {name: bool(pattern.search(text)) for name, pattern in PATTERNS.items()}


def echoes_outcome(question: str, passage: str) -> bool:
    """Say whether the question takes up a word of the passage that turns something down or speaks against it."""
    shared = set(_WORD.findall(question.lower())) & set(_WORD.findall(passage.lower()))
    return any(lex.TURNED_DOWN.search(w) or lex.FAILS.search(w) or lex.DRAWBACK.search(w) for w in shared)
