"""Which document amends which, and which of its paragraphs speak of what the other says (C3, E6).

A correction seldom gives the old value beside the new one: "We gave the length as 3.4 km. It is 3.1 km", "The ferry
will not be closed". Who quotes what it corrects must know of the paragraph that speaks of the same things. Documents
that bear one reference ("Tender 2026/17": the call, the answers to its bidders) change each other only where they say
that something is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.atoms.dates import dates_in
from aver.stages.atoms.quantities import quantities_in
from aver.stages.designations import designated
from aver.stages.graph.naming import words_of
from aver.stages.planning.words import content, names, set_of
from aver.stages.sentences import split
from aver.values.evidence import Passage

TELLING = 3
"""Words from which a title is nobody's common phrase."""

SHARED, ALIKE = 2, 1 / 3
"""Words, and share of a quote's own, that a paragraph has in common with the quote of which it speaks."""

_CHANGE = (
    r"(?:amend(?:ment|ing|ed|s)?|addend(?:um|a)|corrigend(?:um|a)|errat(?:um|a)|corrections?|(?:deed|letter)s?\sof\svariation"
    r"|side\sletters?|nachtr(?:ag|äge)|änderung\w*|\w*änderungs\w+|berichtigung\w*)"
)
_AMENDING = regex(rf"(?:\b|_){_CHANGE}(?:\b|_)", re.IGNORECASE)
"""A title that says so: what bears it changes what is called as the rest of it."""

_AS_FOLLOWS = regex(
    r"\b(?:(?:chang|amend|modif|var|alter)(?:e[sd]?|s|ed|y|ies|ied|ing)?|änder\w*|geändert|ergänz\w*)\b[^.;:\n]{0,200}"
    r"\b(?:as\s+follows|wie\s+folgt)\b",
    re.IGNORECASE,
)
"""What says of a text that another changes it, and begins to say how."""

_UNTELLING = set_of("no nr number nummer first second third erster zweiter dritter dated")
"""What a title that only says "Second amendment No. 2" has beside that."""

_YEAR = regex(r"(?:19|20)\d\d")
_CHANGED = regex(
    r"\b(?:is|are|was|were|been|wird|werden|wurden?|ist|sind)\s+(?:(?!not\b|nicht\b)[\w-]+\s+){0,3}?(?:extended|prolonged|shortened"
    r"|suspended|cancell?ed|abolished|waived|corrected|postponed|brought\s+forward|withdrawn|deleted|raised|lowered|reduced|increased"
    r"|changed|amended|replaced|moved|relaxed|geändert|verlängert|verkürzt|ausgesetzt|aufgehoben|gestrichen|berichtigt|verschoben|erhöht"
    r"|gesenkt|ersetzt|verlegt)\b",
    re.IGNORECASE,
)
_NUMBERED = regex(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|abschnitt|ziffer|nummer|artikel)|§)\s*\d", re.IGNORECASE
)
"""What a paragraph says of a section that it names is told by its number (aver.stages.replacing)."""

_PARAGRAPH = regex(r"\S(?:[^\n]|\n(?!\s*\n))*")
_FIGURE = regex(r"\d+(?:[.,]\d+)*")


def amends(other: Passage, own: Passage) -> bool:
    """Whether `other` is of a document that changes the one of `own`.

    Its title has a word for a change and is else the same, or names the file of `own`, or has nothing but such words
    ("Deed of variation") and its text is about one called as `own`; or its text names `own` by its whole title. Or it
    says so: "we change the lease of 1 March 2025 as follows", of a lease that tells of that day.
    """
    title, amended = other.title.text, own.title.text
    if other.document == own.document:
        return False
    if _AMENDING.search(title) is None:
        return _changes_it(other, own)
    if _title_amends(title, amended) or _names(other, own):
        return True
    others = (word for word in content(_AMENDING.sub(" ", title)) - _UNTELLING if not word[0].isdigit())
    called, said = content(amended), f"{title} {other.text.text}"
    return called.issuperset(others) and not called.isdisjoint(content(said)) and not _tells_siblings(said, amended)


def _changes_it(other: Passage, own: Passage) -> bool:
    """Whether `other` says that it changes one called as `own`, in a sentence with a day or name that `own` has too."""
    text, said = other.text.text, own.text.text
    if not _AS_FOLLOWS.search(text):
        return False
    called = content(own.title.text)
    for sentence in (text[start:end] for start, end in split(text)):
        days = {sentence[one.start : one.end] for one in dates_in(sentence)}
        known = days | {name for name in names(sentence) if len(name) > 1 and name.casefold() not in called}
        if (
            _AS_FOLLOWS.search(sentence)
            and called
            and called <= content(sentence)
            and any(one in said for one in known)
        ):
            return True
    return False


def may_change(other: Passage, own: Passage) -> bool:
    """Whether `other` is of a document that amends that of `own`, or bears its reference."""
    return amends(other, own) or goes_with(other, own)


def goes_with(other: Passage, own: Passage) -> bool:
    """Whether the titles of two documents bear the same reference, and no other: "Tender 2026/17"."""
    one, two = (designated(text.title.text) for text in (other, own))
    return other.document != own.document and bool(one) and one == two


def amending_paragraphs(quoted: str, other: Passage, own: Passage, *, heading: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs of `other`, of a document that amends that of `own`, which speak of what is `quoted` from
    under `heading`; of one that only bears its reference those which say that something is changed.

    Offsets count from the beginning of the text of `other`.
    """
    amending = amends(other, own)
    if not amending and not goes_with(other, own):
        return
    known = content(f"{own.title.text} {other.title.text}")
    for found in _PARAGRAPH.finditer(other.text.text):
        paragraph = found[0].rstrip()
        if (
            paragraph not in quoted
            and not _NUMBERED.search(paragraph)
            and (amending or _CHANGED.search(paragraph))
            and _speaks_of(paragraph, quoted, heading=heading, known=known)
        ):
            yield found.start(), found.start() + len(paragraph)


def _speaks_of(paragraph: str, quoted: str, *, heading: str, known: frozenset[str]) -> bool:
    """Whether a paragraph has a figure and a word of what is `quoted`, or several words beside those `known` of both
    documents and those that measure."""
    told, said = _plain(paragraph), _plain(quoted)
    figures = figures_in(paragraph) & figures_in(quoted)
    if any(not _YEAR.fullmatch(one) for one in figures) and told & said:
        return True
    shared = (told & (said | _plain(heading))) - known
    return len(shared) >= max(SHARED, ALIKE * len(said - known))


def figures_in(text: str) -> frozenset[str]:
    """Return the figures of a text as they are written."""
    return frozenset(_FIGURE.findall(text))


def _plain(text: str) -> frozenset[str]:
    """Return the words of content that neither count nor measure."""
    for one in reversed(quantities_in(text)):
        text = f"{text[: one.start]} {text[one.end :]}"
    return frozenset(word for word in content(text) if not word[0].isdigit())


def _names(other: Passage, own: Passage) -> bool:
    """Whether `other` calls the document of `own` by its title, in its text, or by its file, in its title."""
    title, file = own.title.text.strip(), words_of(file_name(own.uri))
    by_title = title.count(" ") >= TELLING - 1 and title.casefold() in other.text.text.casefold()
    named = words_of(other.title.text)
    return by_title or (len(file) > 1 and any(named[at : at + len(file)] == file for at in range(len(named))))


def _tells_siblings(text: str, title: str) -> bool:
    """Whether `text` tells of others of the kind that `title` numbers, and not of it: unit 9 for unit 7."""
    own, told = (designated(part) for part in (title, text))
    families = {family for family, _ in own} & {family for family, _ in told}
    return bool(families) and own.isdisjoint(told)


def _title_amends(title: str, amended: str) -> bool:
    """Whether `title`, which tells of a change, is `amended` otherwise, years aside: "Lease of Unit 7: Amendment 2"."""
    words = frozenset(word for word in content(amended) if not _YEAR.fullmatch(word))
    return len(words) > 1 and words <= content(title)
