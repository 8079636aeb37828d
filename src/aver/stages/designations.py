"""Names with a number: HX40, LX-3S, Roton 5R, PEP 8, edition 2; what tells one of a family from its siblings (B6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.planning.words import FUNCTION_WORDS, set_of

_NUMBERED = set_of(
    """
    version edition release revision phase stage level type class grade tier category model group building room line
    programme program rev mk ausgabe fassung stufe klasse typ gruppe gebäude raum modell linie programm
    """
)
"""Written small, these nouns number things all the same."""

_NO_FAMILY = set_of(
    """
    about around approximately nearly almost roughly over up per page pages usd eur gbp chf jpy cad aud sek nok dkk pln
    january february march april may june july august september october november december januar februar märz mai juni
    juli oktober dezember jan feb mar apr jun jul aug sep sept oct nov dec q h etwa rund ca seite seiten
    """
)
"""What stands before an amount, a day, a quarter or a page and makes no name of it."""

_DESIGNATION = regex(r"(?<![\w.])([A-Za-zÄÖÜäöüß]{1,15})([ \-‑]?)(0*(\d+[A-Za-z0-9]*(?:[.\-/]\w+)*))(?![\w%]|[.,]\d)")
_FURTHER = regex(r"\s*(?:[,/&–]|and|or|to|und|oder|bis)\s*0*(\d+[A-Za-z]?(?:\.\d+)*)(?![\w%]|[.,]\d)")
_YEAR = regex(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Designation:
    """A name with a number: its family and number in lower case, zeros and signs between them aside, and its place."""

    family: str
    number: str
    start: int
    end: int


def designations(text: str) -> Iterator[Designation]:
    """Yield the names with a number in `text`: HX40, LX-3S, Roton 5R, PEP 8, edition 2; no amount, day or year."""
    for found in _DESIGNATION.finditer(text):
        family, joined, number = found[1].casefold(), found[2], found[4].casefold().replace("‑", "-")
        apart = joined == " "
        if apart and (family in FUNCTION_WORDS or family in _NO_FAMILY or _YEAR.fullmatch(number)):
            continue
        if found[1][:1].isupper() or not apart or family in _NUMBERED:
            yield Designation(family, number, found.start(), found.end())
            yield from _listed(family, text, found.end())


def designated(text: str) -> frozenset[tuple[str, str]]:
    """Return the names with a number in `text` as their families and numbers."""
    return frozenset((one.family, one.number) for one in designations(text))


def _listed(family: str, text: str, start: int) -> Iterator[Designation]:
    """Yield the further numbers of one name: Windows 10 and 11, steps 3, 4 and 6."""
    while found := _FURTHER.match(text, start):
        yield Designation(family, found[1].casefold(), found.start(1), found.end())
        start = found.end()
