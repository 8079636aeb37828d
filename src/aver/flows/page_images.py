"""The page of a stored PDF that shows a span, for whoever may read the document.

The store keeps text and regions, not files, so the caller brings the file. Only the very bytes that were ingested are
drawn on: marks from one version on the page of another would point at the wrong words.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from aver.errors import BadInput, NotFound
from aver.flows.documents import versions_of
from aver.parsers.limits import Limits
from aver.parsers.page_worker import Marks, draw_page
from aver.store.store import Store
from aver.store.versions import StoredVersion, document_of
from aver.values.documents import Document, Region
from aver.values.governance import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImage:
    """A drawn page: its number from 1, its printed label, what is marked on it, and the PNG."""

    version: str
    page: int
    label: str
    marked: tuple[Region, ...]
    png: bytes


def page_image(
    store: Store,
    caller: Caller,
    name: str,
    *,
    data: bytes,
    page: int | None,
    span: tuple[int, int] | None,
    scale: float,
) -> PageImage:
    """Return the page with `span` marked; without `page`, the first that shows it.

    Its words are marked where they are found just once in the blocks that it touches, else those blocks.

    `span` is half-open in code points of the canonical text, `scale` in pixels per point. Raises NotFound for a
    document or page that isn't there, BadInput for other bytes than those ingested, and what `draw_page` raises.
    """
    version = _version_of(versions_of(store, caller, name), data)
    with store.transactions.read(caller.tenant) as connection:
        document = document_of(connection, caller.tenant, version.key)
    marks = () if span is None else marks_of(document, span)
    number = page if page is not None else next((region.page for region in marks), 1)
    shown = next((one for one in document.pages if one.number == number), None)
    if shown is None:
        hint = f"Ask for a page from 1 to {len(document.pages)}." if document.pages else "Only PDFs have pages to draw."
        raise NotFound(f"{version.uri} has no page {number}", hint=hint)
    here = tuple(region for region in marks if region.page == number)
    drawn = Marks(regions=here, words="" if span is None else document.text[span[0] : span[1]])
    png = draw_page(data, name=version.uri, page=number, scale=scale, marks=drawn, limits=Limits())
    return PageImage(version=version.id, page=number, label=shown.label, marked=here, png=png)


def marks_of(document: Document, span: tuple[int, int]) -> tuple[Region, ...]:
    """Return where the leaves of the tree that `span` touches stand on their pages, in order."""
    inner = {block.parent for block in document.blocks}
    return tuple(
        region
        for position, block in enumerate(document.blocks)
        if position not in inner and block.start < span[1] and block.end > span[0]
        for region in block.regions
    )


def _version_of(versions: tuple[StoredVersion, ...], data: bytes) -> StoredVersion:
    digest = hashlib.sha256(data).hexdigest()
    found = next((one for one in versions if one.content_hash == digest), None)
    if found is None:
        known = "no version that you may read was made from these bytes"
        raise BadInput(f"{versions[0].uri}: {known}", hint="Give the file that was ingested, unchanged.")
    if found.media_type != "application/pdf":
        raise BadInput(f"{found.uri} is {found.media_type}", hint="Only pages of PDFs can be drawn.")
    return found
