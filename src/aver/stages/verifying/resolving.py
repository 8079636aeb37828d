"""From what an answer cites to a span of a source: nothing is corrected, and what doesn't resolve stays visible.

A quote counts as found where it stands word for word, spacing aside. One that stands nowhere keeps the words it was
given, so that `quotes_are_verbatim` fails on it; a source that nobody gave leads to no packet, so that `ids_resolve`
fails.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.stages.verifying.ground import Ground, Span, nearest
from aver.values.answers import Citation
from aver.values.evidence import EvidencePacket, Passage
from aver.values.sealed import Sealed
from aver.values.verification import GivenCitation


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Where a given citation leads.

    `citation` is the span it names or None where it names a source alone; `exact` says that what it names is really
    there. `within` are the passages of its source, none where nobody gave it.
    """

    given: GivenCitation
    citation: Citation | None
    exact: bool
    within: frozenset[int]


def resolved(given: GivenCitation, claim: str, ground: Ground) -> Resolved:
    """Return where `given` leads on `ground`; `claim` decides between passages only where the citation is wrong."""
    within = _of_source(given, ground)
    if not within:
        return Resolved(given=given, citation=_dangling(given), exact=False, within=within)
    if given.quote is None and given.start is None:
        return Resolved(given=given, citation=None, exact=False, within=within)
    span = _at_offsets(given, within, ground) or _of_quote(given, within, ground)
    if span is not None:
        return Resolved(given=given, citation=ground.cite(span), exact=True, within=within)
    return Resolved(given=given, citation=_altered(given, claim, within, ground), exact=False, within=within)


def _of_source(given: GivenCitation, ground: Ground) -> frozenset[int]:
    """Return the passages of the source that is named: by an id, a uri or the end of one, a title, its place."""
    name = given.source.strip()
    for matches in (_by_id, _by_uri_end, _by_title):
        if found := frozenset(place for place, one in enumerate(ground.packets) if matches(one, name)):
            return _narrowed(given, found, ground)
    documents = ground.documents()
    if (
        ground.numbered
        and name.isascii()
        and name.isdigit()
        and 1 <= int(name[:6]) <= len(documents)
        and len(name) <= 6
    ):
        wanted = documents[int(name) - 1]
        of_it = frozenset(n for n, one in enumerate(ground.packets) if one.passage.document == wanted)
        return _narrowed(given, of_it, ground)
    return frozenset()


def _narrowed(given: GivenCitation, found: frozenset[int], ground: Ground) -> frozenset[int]:
    """Return the passages of the chunk that is named too, all of them where it is not among them."""
    return frozenset(n for n in found if ground.packets[n].passage.chunk == given.chunk) or found


def _by_id(packet: EvidencePacket, name: str) -> bool:
    passage = packet.passage
    return name in (packet.packet, passage.chunk, passage.document, passage.version, passage.uri)


def _by_uri_end(packet: EvidencePacket, name: str) -> bool:
    return bool(name) and packet.passage.uri.endswith(f"/{name}")


def _by_title(packet: EvidencePacket, name: str) -> bool:
    return bool(name) and packet.passage.title.text.casefold() == name.casefold()


def _dangling(given: GivenCitation) -> Citation:
    nothing = Sealed("")
    return Citation(
        packet="",
        document=given.source,
        version=given.version or "",
        chunk=given.chunk or "",
        uri="",
        title=nothing,
        section_path=nothing,
        start=0,
        end=0,
        quote=Sealed(given.quote or ""),
        levels=(),
    )


def _at_offsets(given: GivenCitation, within: frozenset[int], ground: Ground) -> Span | None:
    start, end = given.start, given.end
    if start is None or end is None or not start < end:
        return None
    for place in sorted(within):
        passage = ground.packets[place].passage
        if passage.start <= start and end <= passage.end and not passage.text.erased:
            said = passage.text.text[start - passage.start : end - passage.start]
            if given.quote is None or given.quote.split() == said.split():
                return Span(place, start, end)
    return None


def _of_quote(given: GivenCitation, within: frozenset[int], ground: Ground) -> Span | None:
    """Return the first place where the quote stands; none where offsets are given, which then are wrong."""
    words = (given.quote or "").split()
    if not words or given.start is not None:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    for place in sorted(within):
        passage = ground.packets[place].passage
        if not passage.text.erased and (found := pattern.search(passage.text.text)):
            return Span(place, passage.start + found.start(), passage.start + found.end())
    return None


def _altered(given: GivenCitation, claim: str, within: frozenset[int], ground: Ground) -> Citation:
    """Return a citation that keeps the words as given, at the nearest unit of its source."""
    units = nearest(given.quote or claim, ground, within=within)
    place = units[0][1] if units else _first(within, ground.packets)
    cited = ground.cite(place)
    if given.quote is not None and given.quote.split() != cited.quote.text.split():
        return replace(cited, quote=Sealed(given.quote))
    start, end = (given.start or 0), (given.end or 0)
    return replace(cited, start=start, end=end, quote=Sealed(given.quote or ""))


def _first(within: frozenset[int], packets: Sequence[EvidencePacket]) -> Span:
    place = min(within)
    passage: Passage = packets[place].passage
    return Span(place, passage.start, passage.end)
