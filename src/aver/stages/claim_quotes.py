"""Finding the words of a claim in a text, and again in the text that took its place.

A quote counts as unchanged only with its whole paragraph, what stands between two empty lines: the sentence after it
may take it back. Where a paragraph stands several times the one nearest to the old place is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.errors import BadInput
from aver.patterns import regex
from aver.values.claims import Citation, StoredClaim
from aver.values.identity import document_id, version_id

_BREAK = regex(r"\n[^\S\n]*\n")


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Return the half-open span of the first place where `text` says `quote`, runs of white space being equal."""
    words = [re.escape(word) for word in quote.split()]
    found = re.compile(r"\s+".join(words)).search(text) if words else None
    return None if found is None else found.span()


def cited(text: str, *, document: str, uri: str, version: str, span: tuple[int, int]) -> Citation:
    """Return the citation of `text[start:end]` with the paragraph around it. Raises BadInput for an empty span."""
    start, end = span
    if not 0 <= start < end <= len(text) or not text[start:end].strip():
        raise BadInput(f"[{start}, {end}) quotes nothing of {uri}", hint="give the span of the words it rests on")
    first, last = paragraph_around(text, start, end)
    return Citation(
        document=document,
        uri=uri,
        version=version,
        start=start,
        end=end,
        quote=text[start:end],
        context=text[first:last],
        offset=start - first,
    )


def own_document(claim: StoredClaim) -> str:
    """Return the id of a claim as the document of its own that it is."""
    return document_id(tenant=claim.tenant, uri=claim.uri)


def own_words(claim: StoredClaim) -> Citation:
    """Return the citation of a claim as the document of its own that it is, holding its author's words."""
    words = claim.content.statement
    document = own_document(claim)
    return Citation(
        document=document,
        uri=claim.uri,
        version=version_id(tenant=claim.tenant, uri=claim.uri, document=document, content=words.encode()),
        start=0,
        end=len(words),
        quote=words,
        context=words,
        offset=0,
    )


def paragraph_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span from the empty line before `start` to the one after `end`, or to the ends of the text."""
    first = 0
    for found in _BREAK.finditer(text, 0, start):
        first = found.end()
    following = _BREAK.search(text, end)
    return first, len(text) if following is None else following.start()


def still_stands(citation: Citation, text: str) -> tuple[int, int] | None:
    """Return where the quote stands in `text` within an unchanged paragraph, None where no paragraph is the same."""
    places = [place for place in _occurrences(text, citation.context) if _whole(text, place, citation)]
    if not places:
        return None
    near = min(places, key=lambda place: (abs(place + citation.offset - citation.start), place))
    start = near + citation.offset
    return start, start + len(citation.quote)


def _occurrences(text: str, part: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def _whole(text: str, place: int, citation: Citation) -> bool:
    """Whether the paragraph at `place` is the quote's whole paragraph there too."""
    start = place + citation.offset
    around = paragraph_around(text, start, start + len(citation.quote))
    return around == (place, place + len(citation.context))
