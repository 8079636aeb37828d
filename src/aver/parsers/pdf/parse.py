"""From the bytes of a PDF to a `Document`.

PDFium gives the characters, liteparse the layout; the steps between are listed once, in `read_leaves`. The order
matters: furniture must be gone before headings are matched, the outline cuts headings out of false tables before
grids are built, and levels are settled last.
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.errors import NeedsOcr
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.pdf.blocks import leaves_of_page
from aver.parsers.pdf.captions import mark_captions, mark_footnotes
from aver.parsers.pdf.furniture import mark_furniture
from aver.parsers.pdf.headings import body_size, find_missed, settle_headings
from aver.parsers.pdf.joining import join_broken, part_items, split_run_ins
from aver.parsers.pdf.layout import PageLayout, read_layout
from aver.parsers.pdf.leaves import Leaf
from aver.parsers.pdf.outline import follow_outline
from aver.parsers.pdf.page_joining import join_pages
from aver.parsers.pdf.source import Source, SourcePage, read_source
from aver.parsers.pdf.tables import settle_tables
from aver.parsers.pdf.writing import write_document
from aver.values.documents import Block, BlockKind, Document, ParseWarning

PARSER = "pdf/3 pypdfium2+liteparse"
SCAN_WORDS = 5
SCAN_PICTURE = 0.2
LAYOUT_LOSS = 0.25


def parse_pdf(data: bytes, *, limits: Limits) -> Document:
    """Parse a PDF; raises EncryptedDocument, NeedsOcr, TooLarge or UnreadableDocument.

    The title is the document's own property where it is a sensible one, else the first top heading, else "".
    Bounds of memory and wall time are the caller's (the sandbox); page and character limits are checked here.
    """
    source = read_source(data, limits=limits)
    layout = read_layout(data, max_pages=limits.max_pages)
    scans = frozenset(p.number for p in source.pages if _is_scan(p, layout.get(p.number) if layout else None))
    if len(scans) == len(source.pages) or not any(page.words for page in source.pages):
        raise NeedsOcr("No page of the PDF has text.", hint="Run text recognition (OCR) on the PDF first.")
    leaves = read_leaves(source, layout)
    text, blocks, pages = write_document(leaves, source.pages, scans)
    return Document(
        title=_title(source, text, blocks),
        text=text,
        blocks=blocks,
        media_type="application/pdf",
        parser=PARSER,
        language=language_of(text),
        pages=pages,
        fields=source.properties,
        warnings=_warnings(source, layout, scans),
    )


def read_leaves(source: Source, layout: dict[int, PageLayout] | None) -> tuple[Leaf, ...]:
    """Return all leaves of the document in reading order; together they hold every word once."""
    leaves: Sequence[Leaf] = [
        leaf
        for page in source.pages
        for leaf in settle_tables(leaves_of_page(page.number, page.words, (layout or {}).get(page.number)))
    ]
    leaves = mark_furniture(leaves, source.pages, source.outline)
    leaves = follow_outline(leaves, source.outline)
    leaves = mark_captions(leaves)
    body = body_size(leaves)
    leaves = mark_footnotes(leaves, {page.number: page.height for page in source.pages}, body)
    leaves = find_missed(split_run_ins(leaves, body), body)
    leaves = join_pages(join_broken(part_items(leaves)))
    return settle_headings(leaves)


def _is_scan(page: SourcePage, layout: PageLayout | None) -> bool:
    if len(page.words) <= SCAN_WORDS and page.picture_share >= SCAN_PICTURE:
        return True
    return layout is not None and layout.is_scan and len(page.words) <= SCAN_WORDS


def _title(source: Source, text: str, blocks: Sequence[Block]) -> str:
    own = dict(source.properties).get("title", "")
    if _is_sensible(own):
        return own
    headings = [b for b in blocks if b.kind is BlockKind.HEADING]
    top = min((b.level or 1 for b in headings), default=1)
    first = next((b for b in headings if b.level == top), None)
    return " ".join(text[first.start : first.end].split()) if first is not None else ""


def _is_sensible(title: str) -> bool:
    """Say whether a title property was written by a person: words, not a file name or an application's default."""
    lowered = title.casefold()
    made = lowered.startswith(("microsoft", "untitled", "unbenannt", "document", "dokument", "slide ", "(anonymous"))
    file_like = lowered.endswith((".doc", ".docx", ".pdf", ".dvi", ".tex", ".xls", ".xlsx", ".ppt", ".indd", ".qxd"))
    return sum(c.isalpha() for c in title) >= 4 and not made and not file_like


def _warnings(source: Source, layout: dict[int, PageLayout] | None, scans: frozenset[int]) -> tuple[ParseWarning, ...]:
    found = [
        ParseWarning(code="needs_ocr", detail="The page is a picture without text.", page=n) for n in sorted(scans)
    ]
    if layout is None:
        return (
            *found,
            ParseWarning(code="no_layout", detail="No layout could be read; tables and headings are missing."),
        )
    for page in source.pages:
        seen, characters = layout.get(page.number), sum(c.isalnum() for word in page.words for c in word.text)
        if characters > 200 and (seen is None or seen.characters < (1 - LAYOUT_LOSS) * characters):
            detail = f"The layout covers {seen.characters if seen else 0} of {characters} characters."
            found.append(ParseWarning(code="layout_incomplete", detail=detail, page=page.number))
        if (broken := sum(word.text.count("\ufffd") for word in page.words)) > 0.02 * max(characters, 1):
            detail = f"{broken} of {characters} characters have no Unicode value."
            found.append(ParseWarning(code="unmapped_characters", detail=detail, page=page.number))
    return tuple(found)
