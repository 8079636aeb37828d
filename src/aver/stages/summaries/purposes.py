"""What a section is there for, read off its heading path, and where a document says how it stands.

A heading is a prior, not a verdict: it decides what a sentence without any sign of its own is taken for.
"""

from __future__ import annotations

import re
from enum import StrEnum

from aver.patterns import regex
from aver.stages.chunking.render import name_of
from aver.values.documents import StructuralRef
from aver.values.summaries import SentenceRole


class Purpose(StrEnum):
    """What a section does. ADMINISTRATIVE ones state nothing about the subject and have no summary."""

    BODY = "body"
    CONCLUSION = "conclusion"
    REJECTION = "rejection"
    BACKGROUND = "background"
    ADMINISTRATIVE = "administrative"


def _heading(pattern: str) -> re.Pattern[str]:
    return regex(rf"(?:[\divx.)\s:]*\b)?(?:{pattern})\b", re.IGNORECASE)


_PURPOSES: tuple[tuple[Purpose, re.Pattern[str]], ...] = (
    (
        Purpose.REJECTION,
        _heading(
            r"(?:\w+\s+)?(?:reject\w*|discarded|abandoned|withdraw\w*|deferred|postponed|dropped|dismissed)(?!\s+by\b)"
            r"|non-?goals?|why\s+not|what\s+(?:we|this)\s+(?:do|does)\s+not|alternatives?(?:\s+(?:considered|designs?|"
            r"ideas?|approaches|proposals?|solutions?|options?))?\s*$|(?:ideas?|options?|designs?)\s+(?:we\s+)?"
            r"(?:considered|not\s+\w+)|(?:\w+\s+)?(?:verworfen|abgelehnt|zurückgestellt|zurückgezogen)\w*|nichtziele"
            r"|alternativen\s*$|geprüfte\s+alternativen|warum\s+nicht"
        ),
    ),
    (
        Purpose.CONCLUSION,
        _heading(
            r"conclu\w+|summary|pronouncement|resolution|decisions?|outcome|findings|results?|verdict|holding|judgment"
            r"|recommendations?|key\s+(?:points|takeaways|findings)|tl;?dr|short\s+version|fazit|schluss\w*"
            r"|zusammenfassung|ergebnis\w*|entscheidung\w*|beschlu\w+|empfehlung\w*"
        ),
    ),
    (
        Purpose.BACKGROUND,
        _heading(
            r"(?:\w+\s+)?(?:background|motivation|history|context)|introduction|related\s+work|prior\s+(?:art|work)"
            r"|previous\s+work|overview|state\s+of\s+the\s+art|terminology|problem(?:\s+statement)?|objections?"
            r"|einleitung|einführung|hintergrund|stand\s+der\s+\w+|ausgangslage|vorgeschichte|begriffe|einwände"
        ),
    ),
    (
        Purpose.ADMINISTRATIVE,
        _heading(
            r"copyright|licen[cs]e|acknowledge?ments?|credits|authors?|contributors|change\s?-?log|revision\s+history"
            r"|version\s+history|post-?history|footnotes?|see\s+also|further\s+reading|contact(?:\s+us)?|danksagung"
            r"|lizenz|impressum|änderungs\w+|fußnoten"
        ),
    ),
)


def purpose_of(section: tuple[StructuralRef, ...]) -> Purpose:
    """Return what the section at the end of that path is for.

    Everything below a rejection or an administrative heading shares its purpose; else the innermost
    heading that tells counts. Synthetic names tell nothing.
    """
    found = [_of_heading(name) for name in map(name_of, section) if name]
    for purpose in (Purpose.ADMINISTRATIVE, Purpose.REJECTION):
        if purpose in found:
            return purpose
    return next((one for one in reversed(found) if one is not Purpose.BODY), Purpose.BODY)


def _of_heading(title: str) -> Purpose:
    plain = title.strip("*_`#:. \t")
    return next((purpose for purpose, pattern in _PURPOSES if pattern.match(plain)), Purpose.BODY)


STANDING = regex(
    r"^[ \t>*_:.-]*(?P<line>(?:status|state|stand)\b[ \t*_]*[:=][ \t*_]*(?P<value>[^\n]{0,60}[^\s*_]))", re.I | re.M
)
"""The line of a front matter that says where the document is in its life."""

_FALLEN = regex(
    r"reject|withdraw|deferr|supersed|obsolete|retract|repeal|abandon|replac|abgelehnt|zurückge|aufgehoben|ersetzt"
    r"|außer\s+kraft|verworfen|überholt",
    re.I,
)
_IN_FORCE = regex(r"final|accept|active|approved|in\s+force|adopted|angenommen|gültig|in\s+kraft|aktiv", re.I)


def standing_role(value: str) -> SentenceRole:
    """Return REJECTED for a status in which a document no longer stands, ASSERTED in force, BACKGROUND else."""
    if _FALLEN.search(value):
        return SentenceRole.REJECTED
    return SentenceRole.ASSERTED if _IN_FORCE.search(value) else SentenceRole.BACKGROUND
