"""Whether a quote is about what is only named after the place asked about: Greater London, die Region Hannover (B6).

What is told of the region, the district or the university of a place is nothing about the place, though every word of a
question about it stands there. A longer name of any kind says less: "Harvard College" is asked about as Harvard (of the
quotes of squad_dev whose name goes on in capitals 31 are right and 12 wrong; of those held back here 1 and 1).
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.planning.words import content, folded
from aver.stages.sentences import split

_NAME = regex(r"(?<=\s)[A-ZÄÖÜ][\w’'-]{2,}")
"""A name in a question, its first word aside; in German any noun may be one."""

_GERMAN = (
    r"(?:Agglomeration|Metropolregion|Großraum|Region|Landkreis|Kreis|Regierungsbezirk|Kanton|Provinz|Département|Universität"
    r"|Hochschule|Bistum|Erzbistum)"
)
_BEFORE = (
    r"(?:Greater|Metropolitan|(?:Metropolitan\s+Area|Region|County|District|Province|Canton|University|Port|Diocese|Bank|Battle"
    r"|Bishopric)\s+of)"
)
_BEHIND = r"(?:(?:metropolitan|urban|wider)\s+)?(?:region|area|agglomeration|suburbs|county|district|province|diocese)"


_OTHERS = regex(
    r"(?:^\W*|[,;:–—]\s*|\b(?:that|because|while|whereas|but|and|dass|während|aber|und)\s+)(?:(?:at|with|for|bei)\s+)?"
    r"(?:(?:our|their|its|the|an?|some|many|most|other|another)\s+(?:\w+\s+)?(?P<who>competitors?|rivals?)"
    r"|(?P<peers>(?:employers|companies|firms)\s+in\s+(?:our|the|this)\s+(?:sector|industry))"
    r"|(?:unsere?|ihre?|der|die|ein|andere[rn]?)\s+(?P<wer>konkurren\w+|mitbewerber\w*|wettbewerber\w*))"
    r"(?:,?\s+(?P<name>[A-ZÄÖÜ][\w’'-]+))?",
    re.IGNORECASE,
)
"""Who is somebody else to whoever wrote the text, where a clause begins with them."""


def named_after_it(asked: str, quoted: str) -> bool:
    """Whether a name of the question stands only as part of the name of something else in the sentence of `quoted` that
    has most of its words: a caption may stand before it."""
    words, told = set(folded(asked)), telling(asked, quoted)
    names = dict.fromkeys(_NAME.findall(asked))
    return any(_only_in_a_longer_one(name, told, words) for name in names)


def told_of_others(asked: str, quoted: str) -> bool:
    """Whether the sentence of `quoted` that has most words of a question tells what somebody else does, whom it doesn't
    ask about: "Our competitor Varley pays an award of 1,000 euros." """
    others = _OTHERS.search(telling(asked, quoted))
    if others is None:
        return False
    called = folded(f"{others['who'] or others['wer'] or others['peers']} {others['name'] or ''}")
    return not any(word in folded(asked) for word in called)


def telling(asked: str, quoted: str) -> str:
    """Return the first sentence of `quoted` that has most words of a question, "" where there is none."""
    wanted = content(asked)
    sentences = (quoted[start:end] for start, end in split(quoted))
    return max(sentences, key=lambda one: len(content(one) & wanted), default="")


def _only_in_a_longer_one(name: str, quoted: str, asked: set[str]) -> bool:
    own = re.escape(name)
    longer = rf"\b(?:{_GERMAN}|{_BEFORE})\s+{own}\b|\b{own}(?:['’]s)?\s+(?i:{_BEHIND})\b"
    left, count = re.subn(longer, lambda found: found[0] if _is_asked(found[0], name, asked) else " ", quoted)
    return count > 0 and re.search(rf"\b{own}\b", left) is None


def _is_asked(longer: str, name: str, asked: set[str]) -> bool:
    """Whether the question has the words that make another name of `name` too."""
    return any(word in asked for word in folded(longer) if word not in folded(name))
