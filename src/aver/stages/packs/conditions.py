"""What of an inquiry has the form of a condition while no parameter was read from it (B8, I3).

A figure, a multiple ("twice as fast"), a clause that denies, restricts or demands something in words that the pack
doesn't know: whoever is led to a variant past one of these is led by half an inquiry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in
from aver.stages.atoms.number_words import MULTIPLE
from aver.stages.packs.asking import FORMS, without
from aver.stages.packs.measuring import Measured
from aver.stages.packs.wording import clause_ends, mentions, starts_in
from aver.stages.planning.words import NEGATIONS, content, folded, set_of
from aver.values.packs import Pack
from aver.values.readings import Span

_FIGURE = regex(r"\w*\d(?:[\w.,]*\w)?")
_ASIDE = regex(
    r"\b(?:order|po|ref|reference|ticket|case|project|offer|quote|quotation|request|rfq|customer|invoice|article|drawing"
    r"|plan|phone|tel|fax|Bestell(?:ung|nummer)|Auftrag(?:snummer)?|Anfrage|Angebot|Projekt(?:nummer)?|Kunden?(?:nummer)?"
    r"|Rechnung|Vorgang|Zeichen|Zeichnung|Telefon|Durchwahl)"
    r"(?:[\s.:#]+(?:no|nr|number|nummer|id|is|ist|lautet))*[\s.:#(]*(?:[A-Z]{1,4}[\s-])?\d[\w/-]*"
    r"|\b(?:since|seit|year|Jahr)\s(?:19|20)\d\d\b|\b(?:week|KW)\s\d\d?\b|\bvom\s\d\d?\.\d\d?\.|\b\d\d?(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""Figures that number a matter or belong to a date, and measure nothing."""
_RESTRICTING = regex(r"\b(?:only|except|unless|nur|außer|lediglich|ausschließlich)\b", re.IGNORECASE)
_DEMANDING = regex(
    r"\b(?:must|shall|should|ha(?:s|ve)\sto|needs?\sto|required?|requires"
    r"|muss|müssen|darf|dürfen|soll|sollen|sollten?)\b",
    re.IGNORECASE,
)
_OTHERS = set_of("else other another different andere anderes anderen anders")
"""Words that ask for something instead and say nothing about it."""
_NOT_KNOWN = set_of("how whether wie ob")
"""With these a clause says what nobody knows or what is asked ("can't say how fast it is")."""


@lru_cache(maxsize=8)
def known_words(pack: Pack) -> frozenset[str]:
    """Return the words that only ask, set the scene, or are in a task or a name of the pack."""
    tasks = " ".join(word for task in pack.tasks for way in task.ways for group in way.words for word in group)
    names = " ".join((*(name for one in pack.parameters for name in one.names), *pack.negations, *pack.separators))
    return content(f"{tasks} {names}".replace("*", "")) | FORMS | content(" ".join(pack.scene))


def unread_conditions(
    text: str,
    pack: Pack,
    *,
    read: Sequence[Span],
    named: Sequence[Span],
    measured: Sequence[Measured],
    placed: Sequence[Span],
) -> tuple[Span, ...]:
    """Return the places of `text`, in order, that may be conditions of which nothing was read.

    `read` are the places from which parameters were read, the product's aside, `named` those of names, `measured` the
    numbers with their units, `placed` the places of those that belong to a parameter.
    """
    clauses = _restricting(text, pack, read)
    with_unit = [one.span for one in measured if one.unit is not None]
    counts = [one.span for one in measured if one.unit is not None and one.unit.name == pack.counted]
    amounts = [one for one in with_unit if one not in counts and not starts_in(one, (*placed, *clauses))]
    aside = [one for one in _asides(text) if not any(starts_in(amount, (one,)) for amount in with_unit)]
    taken = (*placed, *clauses, *amounts)
    figures = [one for one in _places(_FIGURE, text) if not starts_in(one, (*named, *taken, *aside))]
    multiples = [one for one in _places(MULTIPLE, text) if not starts_in(one, (*read, *taken))]
    return tuple(sorted((*clauses, *amounts, *figures, *multiples), key=lambda one: one.start))


def _asides(text: str) -> Iterator[Span]:
    """Yield the places of dates, and of figures that number a matter."""
    yield from (Span(start=one.start, end=one.end) for one in dates_in(text))
    yield from _places(_ASIDE, text)


def _places(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    return (Span(start=one.start(), end=one.end()) for one in pattern.finditer(text))


def _restricting(text: str, pack: Pack, read: Sequence[Span]) -> list[Span]:
    """Return the clauses, apart from those read, that deny, restrict or demand something in words not known."""
    units = (spelling.lstrip("*") for unit in pack.units for spelling in unit.spellings)
    known = known_words(pack) | content(" ".join(units)) | _OTHERS
    products = [one.span for one in mentions([word for product in pack.products for word in product.words], text)]
    found = []
    for clause in _clauses(text):
        own = [one for one in products if starts_in(one, (clause,))]
        said = without(text, [clause], own)
        asking = text[clause.end :].lstrip().startswith("?")
        if (
            not any(starts_in(place, (clause,)) for place in read)
            and (_demands(said, asking=asking) or (not own and _denies(said, pack)))
            and content(_DEMANDING.sub(" ", said)) - known
        ):
            found.append(clause)
    return found


def _clauses(text: str) -> Iterator[Span]:
    """Yield the clauses of `text`, white space around them taken off."""
    ends = clause_ends(text, 0, len(text))
    for start, end in zip((0, *(one.end for one in ends)), (*(one.start for one in ends), len(text)), strict=True):
        said = text[start:end]
        left = start + len(said) - len(said.lstrip())
        yield Span(start=left, end=left + len(said.strip()))


def _demands(said: str, *, asking: bool) -> bool:
    """Whether a clause demands something, other than by `asking` for it or where nobody knows how it is."""
    return not asking and _DEMANDING.search(said) is not None and _NOT_KNOWN.isdisjoint(folded(said))


def _denies(said: str, pack: Pack) -> bool:
    """Whether a clause denies or restricts something; with a product in it, it says how that one does."""
    words = folded(said)
    denied = not NEGATIONS.isdisjoint(words) or _RESTRICTING.search(said) or mentions(pack.negations, said)
    return bool(denied) and _NOT_KNOWN.isdisjoint(words)
