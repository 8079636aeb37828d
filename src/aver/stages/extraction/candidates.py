"""What a document offers as claims: one candidate for each statement that concerns the pack (J1).

A statement that rules something becomes a constraint, a redirect or a needs_expert where all of it was read; else it
is a fact in the document's words, with the doubt that a reviewer has to settle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from aver.patterns import regex
from aver.stages.extraction import lexicon
from aver.stages.extraction.atoms import Condition, written
from aver.stages.extraction.conditions import Span
from aver.stages.extraction.rows import rows_in
from aver.stages.extraction.ruling import Ruling, Scope, ruling
from aver.stages.outline import chains
from aver.stages.packs.loading import PRODUCT
from aver.stages.packs.reading import LONGEST, read_inquiry
from aver.stages.packs.wording import mentions
from aver.stages.propositions import propositions
from aver.values.claims import StoredKind
from aver.values.documents import BlockKind, Document, Named, StructuralRef
from aver.values.packs import Pack
from aver.values.propositions import DropReason, Proposition

EXTRACTOR = "extraction:1"
"""Names what proposes claims."""
MINIMUM = 80
"""Code points that a page, or a section of a format without pages, has at least; a shorter one is a divider."""
INTERPRETED = 0.90
"""Confidence that the source says what was read from it where that isn't its own words in one piece.

The lower end of the 95 % interval of the share of right predicates, first run on unseen sentences (docs/claims.md).
"""
_TITLE_ENDS = regex(r"[:,;(–—|]|(?<=\s)(?:for|with|of|in|für|mit|von|und|and)(?=\s)", re.IGNORECASE)
_APPLIES = regex(
    r"[\s.;,]*\b(?:this|that|these|dies|das|diese)\b(?:\s\w+){0,2}\s(?:appl(?:y|ies)|holds?|gilt|gelten)\b",
    re.IGNORECASE,
)
_NOUN = regex(r"[^\W\d_][\w-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A claim to propose: fields as in `ClaimContent`, `spans` what it rests on, in order; `doubt` for the reviewer."""

    kind: StoredKind
    statement: str
    spans: tuple[Span, ...]
    confidence: float
    when: str = ""
    forbids: str = ""
    target: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The candidates of a document in order, and the pages or sections that were too short to have any."""

    candidates: tuple[Candidate, ...]
    short: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Source:
    """A document with the pack it is read with; `about` are products that it is known to be about."""

    document: Document
    pack: Pack
    about: tuple[str, ...]


def candidates_in(document: Document, pack: Pack, *, about: tuple[str, ...] = (), minimum: int = MINIMUM) -> Extraction:
    """Return what `document` offers; `about` names its products where no title does.

    A page or section of fewer than `minimum` code points offers nothing and is named in `short`.
    """
    source = _Source(document, pack, about)
    parts = _parts(document)
    short = [(name, span) for name, span in parts if _length(document.text, span) < minimum]
    found = sorted((*_of_prose(source), *_of_tables(source)), key=lambda one: one.spans)
    kept = tuple(one for one in found if not any(a <= one.spans[0][0] < b for _, (a, b) in short))
    return Extraction(candidates=kept, short=tuple(name for name, _ in short))


def _parts(document: Document) -> tuple[tuple[str, Span], ...]:
    """Return the pages, or the outermost sections where there are none, or the whole."""
    if document.pages:
        return tuple((f"page {page.label or page.number}", (page.start, page.end)) for page in document.pages)
    sections = [one for one in document.blocks if one.kind is BlockKind.SECTION and one.parent is None]
    named = [(one.ref.title if isinstance(one.ref, Named) else "a section", (one.start, one.end)) for one in sections]
    return tuple(named) or (("the document", (0, len(document.text))),)


def _length(text: str, span: Span) -> int:
    return len(" ".join(text[slice(*span)].split()))


def _of_prose(source: _Source) -> Iterator[Candidate]:
    before: Ruling | None = None
    end = 0
    for one, doubt in _statements(source.document):
        if len(one.statement) > LONGEST:
            continue
        close = not source.document.text[end : one.start].strip(" \n\t;,.")
        ruled = _ruled(one, doubt, source, before if close else None)
        before, end = ruled[-1] if ruled else None, one.end
        whole = len(one.sources) == 1
        if ruled:
            yield from (_candidate(one.statement, one.sources, each, verbatim=whole) for each in ruled)
        elif _concerns(one.statement, source.pack):
            yield replace(_candidate(one.statement, one.sources, None, verbatim=whole), doubt=doubt)


def _statements(document: Document) -> tuple[tuple[Proposition, str], ...]:
    """Return the statements of the prose in order, each with why it may not stand by itself ("" where it does)."""
    read = propositions(document)
    found = [(one, _unsettled(document.text, one)) for one in read.found]
    refs = chains(document)
    for one in read.dropped:
        if one.reason is DropReason.UNRESOLVED:
            inside = [number for number, block in enumerate(document.blocks) if block.start <= one.start < block.end]
            words = " ".join(document.text[one.start : one.end].split())
            span = (one.start, one.end)
            section = refs[inside[-1]] if inside else ()
            plain = Proposition(start=span[0], end=span[1], statement=words, sources=(span,), section=section)
            found.append((plain, "what its pronoun stands for"))
    return tuple(sorted(found, key=lambda one: (one[0].start, one[0].end)))


def _ruled(one: Proposition, unsettled: str, source: _Source, before: Ruling | None) -> tuple[Ruling, ...]:
    """Return what a statement rules, part by part; what one part leaves open is open for all."""
    scope = _scope(source, one.section)
    found: list[Ruling] = []
    parts = [part for part in one.statement.split(";") if part.strip(" .")]
    for part in parts:
        each = ruling(part, source.pack, scope, before=found[-1] if found else before)
        if each is not None:
            found.append(each)
    silent = "what the rest of the sentence says" if len(found) < len(parts) else ""
    doubt = unsettled or silent or next((each.doubt for each in found if each.doubt), "")
    return tuple(
        replace(each, when=None, forbids=None, doubt=unsettled or each.doubt or doubt) if doubt else each
        for each in found
    )


def _of_tables(source: _Source) -> Iterator[Candidate]:
    refs = chains(source.document)
    for row in rows_in(source.document):
        if len(row.text) > LONGEST or not _concerns(row.text, source.pack):
            continue
        scope = _scope(source, refs[row.block])
        apart = frozenset(_products(row.table, source.pack))
        ruled = ruling(row.text, source.pack, replace(scope, apart=apart))
        yield _candidate(row.text, row.spans, ruled, verbatim=True)


def _unsettled(text: str, one: Proposition) -> str:
    """Return why what a statement rules may hang on something that it doesn't say itself."""
    if any(not any(a <= start and end <= b for a, b in one.sources) for start, end in one.qualifiers):
        return "the sentence after it limits it"
    if one.context is not None and not text[slice(*one.context)].rstrip().endswith(":"):
        return "it goes on from the sentence before"
    if _APPLIES.match(text, one.end):
        return "the sentence after it says when it applies"
    return ""


def _candidate(statement: str, spans: tuple[Span, ...], ruled: Ruling | None, *, verbatim: bool) -> Candidate:
    plain = Candidate(
        kind=StoredKind.FACT, statement=statement, spans=spans, confidence=1.0 if verbatim else INTERPRETED
    )
    if ruled is None:
        return plain
    when, forbids = _text(ruled.when), _text(ruled.forbids)
    if ruled.kind is StoredKind.NEEDS_EXPERT:
        return replace(plain, kind=ruled.kind, when=when or "", confidence=INTERPRETED, doubt=ruled.doubt)
    if ruled.doubt or when is None or forbids is None:
        return replace(plain, doubt=f"{ruled.kind.value}? {ruled.doubt or 'a number without an end'}")
    return replace(plain, kind=ruled.kind, when=when, forbids=forbids, target=ruled.target, confidence=INTERPRETED)


def _text(condition: Condition | None) -> str | None:
    return "" if condition is None else written(condition)


def _concerns(statement: str, pack: Pack) -> bool:
    """Whether a statement says something of the pack: a value, a product, a topic."""
    reading = read_inquiry(statement, pack)
    return bool(reading.stated or reading.topics or any(one.spans for one in reading.ambiguities))


def _scope(source: _Source, section: tuple[StructuralRef, ...]) -> Scope:
    """Return the products that the nearest title names, and the nouns that it calls them by."""
    titles = [ref.title for ref in reversed(section) if isinstance(ref, Named)]
    words = frozenset(word for title in (*titles, source.document.title) for word in _nouns(title, source.pack))
    for title in titles:
        if named := _products(title, source.pack):
            return Scope(products=named, words=words)
    return Scope(products=source.about or _products(source.document.title, source.pack), words=words)


def _products(text: str, pack: Pack) -> tuple[str, ...]:
    parameter = pack.parameter(PRODUCT)
    owners = [(choice.name, word) for choice in (parameter.choices if parameter else ()) for word in choice.words]
    found = {owners[number][0] for one in mentions([word for _, word in owners], text) for number in one.words}
    return tuple(one.name for one in pack.products if one.name in found)


def _nouns(title: str, pack: Pack) -> Iterator[str]:
    """Yield the words of the head of a title that names a product: "sensor" of "NS-1 sensor for glass"."""
    head = _TITLE_ENDS.split(title, maxsplit=1)[0]
    if not _products(head, pack):
        return
    for word in _NOUN.findall(head):
        if not lexicon.SMALL.fullmatch(word):
            yield word.casefold()
            yield word.casefold().rsplit("-", 1)[-1]
