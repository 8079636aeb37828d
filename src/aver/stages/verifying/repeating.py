"""A claim that repeats its evidence but for a choice, an exception or a part of a whole says something else (H1).

"Either born in Ireland or of Irish descent" does not say "born in Ireland", though every word of the second stands in
the first. Where one of the two has such a word more than the other, nearly the same words are not nearly the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from aver.patterns import regex
from aver.stages.planning.words import content
from aver.stages.sentences import split

SHARED = 0.5
"""Share of the claim's content words from which a sentence of the evidence is one that it repeats."""

_CHOICE = regex(
    r"\b(?:or|nor|neither|either|whether|unless|except(?:ing)?|excluding|respectively|alternatively|alternately|not\s+only"
    r"|all\s+but|rather\s+than|instead\s+of|oder|weder|noch|entweder|ob|außer|ausgenommen|beziehungsweise|bzw|jeweils|nicht\s+nur"
    r"|bis\s+auf|statt|anstatt|anstelle)\b",
    re.IGNORECASE,
)
_WHOLE = regex(
    r"\b(?:consist(?:s|ed|ing)?\s+of|compris(?:es?|ed|ing)|composed\s+of|made\s+up\s+of|besteh(?:t|en)\s+aus|bestand(?:en)?\s+aus"
    r"|zusammengesetzt\s+aus)\b",
    re.IGNORECASE,
)
_PART = regex(r",|\b(?:and|und|sowie|plus)\b", re.IGNORECASE)


def keeps_choices(claim: str, evidence: str) -> bool:
    """Whether the claim has the choices and exceptions of every sentence that it repeats, and all parts of a whole."""
    said = [evidence[start:end] for start, end in split(evidence)]
    repeated = list(_repeated(claim, said)) or [evidence]
    return all(_choices(one) == _choices(claim) and not _leaves_parts_out(claim, one) for one in repeated)


def _repeated(claim: str, sentences: Iterable[str]) -> Iterable[str]:
    words = content(claim)
    return (one for one in sentences if words and len(words & content(one)) >= SHARED * len(words))


def _choices(text: str) -> Counter[str]:
    return Counter(" ".join(found.group().casefold().split()) for found in _CHOICE.finditer(text))


def _leaves_parts_out(claim: str, sentence: str) -> bool:
    found, own = _WHOLE.search(sentence), _WHOLE.search(claim)
    if found is None or own is None:
        return False
    return len(_PART.findall(claim, own.end())) < len(_PART.findall(sentence, found.end()))
