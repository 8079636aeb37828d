"""Whether two things are asked about together, of which a quote tells one alone (B4, B6).

"How long are e-mails and job applications kept?" isn't answered by how long e-mails are. Looked at are two things
joined directly behind the verb that opens the question; what is joined later ("better target ads and programming"), or
as a name ("Interest and Syndication"), often is one thing, and a quote that has neither word says it in others.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.planning.words import is_german
from aver.stages.stems import stems

_THE = r"(?:the|a|an|my|our|your|its|their|der|die|das|den|dem|ein|eine|mein|meine|unsere?)"
_TOGETHER = regex(
    r"\b(?:is|are|was|were|do|does|did|can|may|must|will|should|has|have|ist|sind|waren?|wird|werden|darf|dürfen|muss|müssen"
    rf"|kann|können|hat|haben)\s+(?:{_THE}\s+)?(?:[\w-]+\s+){{0,2}}?(?P<one>[\w’'-]+)\s+(?:and|und|as\s+well\s+as|sowie)\s+"
    rf"(?:{_THE}\s+)?(?P<other>[\w’'-]+)",
    re.IGNORECASE,
)
_BETWEEN = regex(r"\b(?:between|both|zwischen|sowohl)\b", re.IGNORECASE)


def tells_one_alone(asked: str, shown: str) -> bool:
    """Whether `asked` joins two things behind its verb, and `shown` has the word of one and not that of the other."""
    found = _TOGETHER.search(asked)
    if found is None or _BETWEEN.search(asked) or any(letter.isdigit() for letter in found["one"] + found["other"]):
        return False
    is_name = found["one"][0].isupper() and found["other"][0].isupper()
    if is_name and not is_german(asked):
        return False
    said = stems(shown)
    one, other = stems(found["one"]), stems(found["other"])
    return bool(one and other) and one.isdisjoint(said) is not other.isdisjoint(said)
