"""What of an inquiry has the form of a condition while no parameter was read from it (B8, I3).

A figure, a multiple ("twice as fast"), a clause that denies, restricts or demands something in words that the pack
doesn't know: whoever is led to a variant past one of these is led by half an inquiry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aver.stages.atoms.number_words import MULTIPLE
from aver.stages.packs.asking import FORMS, without
from aver.stages.packs.wording import clause_ends, mentions, starts_in
from aver.stages.planning.words import NEGATIONS, content, folded, set_of
from aver.values.packs import Pack
from aver.values.readings import Span

_FIGURE = re.compile(r"\w*\d(?:[\w.,]*\w)?")
_DEMANDING = re.compile(
    r"\b(?:must|shall|should|ha(?:s|ve)\sto|needs?\sto|required?|requires|only|except|unless"
    r"|muss|müssen|darf|dürfen|soll|sollen|sollten?|nur|außer|lediglich|ausschließlich)\b",
    re.IGNORECASE,
)
_OTHERS = set_of("else other another different andere anderes anderen anders")
"""Words that ask for something instead and say nothing about it."""
_NOT_KNOWN = set_of("how whether wie ob")
"""With these a clause says what nobody knows or what is asked ("can't say how fast it is")."""


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
    measured: Sequence[Span],
    placed: Sequence[Span],
) -> tuple[Span, ...]:
    """Return the places of `text`, in order, that may be conditions of which nothing was read.

    `read` are the places from which parameters were read, the product's aside, `named` those of names, `measured`
    those of numbers that measure something, `placed` those of numbers that belong to a parameter.
    """
    clauses = _restricting(text, pack, read)
    amounts = [one for one in measured if not starts_in(one, (*placed, *clauses))]
    figures = [one for one in _places(_FIGURE, text) if not starts_in(one, (*named, *placed, *clauses, *amounts))]
    multiples = [one for one in _places(MULTIPLE, text) if not starts_in(one, (*read, *placed, *clauses, *amounts))]
    return tuple(sorted((*clauses, *amounts, *figures, *multiples), key=lambda one: one.start))


def _places(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    return (Span(start=one.start(), end=one.end()) for one in pattern.finditer(text))


def _restricting(text: str, pack: Pack, read: Sequence[Span]) -> list[Span]:
    """Return the clauses, apart from those read, that deny, restrict or demand something in words not known."""
    units = (spelling.lstrip("*") for unit in pack.units for spelling in unit.spellings)
    known = known_words(pack) | content(" ".join(units)) | _OTHERS
    products = mentions([word for product in pack.products for word in product.words], text)
    found = []
    for clause in _clauses(text):
        said = without(text, [clause], [one.span for one in products if starts_in(one.span, (clause,))])
        asking = text[clause.end :].lstrip().startswith("?")
        if (
            not any(starts_in(place, (clause,)) for place in read)
            and _restricts(said, pack, asking=asking)
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


def _restricts(said: str, pack: Pack, *, asking: bool) -> bool:
    """Whether a clause denies something or, other than by `asking`, demands it; not where it isn't known how it is."""
    words = folded(said)
    if not _NOT_KNOWN.isdisjoint(words):
        return False
    denied = not NEGATIONS.isdisjoint(words) or bool(mentions(pack.negations, said))
    return denied or (not asking and _DEMANDING.search(said) is not None)
