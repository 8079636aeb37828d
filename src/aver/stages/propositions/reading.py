"""Read the prose of a document sentence by sentence and say what each one states, and why some state nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from aver.stages import sentences
from aver.stages.limiting import EXCEPTION
from aver.stages.outline import Outline, chains, outline
from aver.stages.propositions.composing import Setting, compose
from aver.stages.propositions.grounding import grounded
from aver.stages.propositions.lexicon import finite
from aver.values.documents import Block, BlockKind, Document, StructuralRef
from aver.values.propositions import Dropped, DropReason, Proposition, Propositions

STATED = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.FOOTNOTE, BlockKind.CAPTION})
MARKER = re.compile(r"\s*(?:>\s*)*(?:[-*+•–▪◦‣]|#?\d{1,3}[.)]|[a-z][.)]|\([0-9a-z]{1,3}\))?\s+(?=\S)|(?=\S)")
CLOSERS = "\"'”’»)]*_`"

FEWEST_WORDS = 4
"""Without a verb from the lexicon a sentence is taken for a statement if it has as many words and a full stop."""

LONGEST_CONTEXT = 3
"""Sentences that are imported at most to say what a pronoun means."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Passage:
    """A stretch of one block without markers, and what leads it in."""

    span: Span
    introduction: Span | None
    section: tuple[StructuralRef, ...]
    language: str


def propositions(document: Document, span: Span | None = None) -> Propositions:
    """Return the statements of the prose of `document`, or of that part of it which lies in `span`, in order.

    Read are paragraphs, list items, quotes, footnotes and captions; headings, code, tables, furniture and
    reference lists are not. A sentence gives one statement per main clause. No model is asked.
    """
    found: list[Proposition] = []
    dropped: list[Dropped] = []
    for passage in _passages(document):
        if span is None or (span[0] <= passage.span[0] and passage.span[1] <= span[1]):
            _read(document, passage, found, dropped)
    kept = keep_grounded(document.text, found)
    lost = sorted((*dropped, *kept.dropped), key=lambda one: (one.start, one.end))
    return Propositions(found=kept.found, dropped=tuple(lost))


def keep_grounded(text: str, candidates: Iterable[Proposition]) -> Propositions:
    """Return the candidates, whoever composed them, whose every word stands in their sources; count the others."""
    found: list[Proposition] = []
    dropped: list[Dropped] = []
    for one in candidates:
        own = any(start < one.end and one.start < end for start, end in one.sources)
        if own and grounded(text, one.statement, one.sources):
            found.append(one)
        else:
            dropped.append(Dropped(start=one.start, end=one.end, reason=DropReason.UNGROUNDED))
    return Propositions(found=tuple(sorted(found, key=lambda one: (one.start, one.end))), dropped=tuple(dropped))


def _read(document: Document, passage: _Passage, found: list[Proposition], dropped: list[Dropped]) -> None:
    """Add what the sentences of one passage state, and those that state nothing."""
    text, first = document.text, len(found)
    spans = sentences.split(text[slice(*passage.span)], start=passage.span[0], language=passage.language)
    context: list[int] = []
    for number, span in enumerate(spans):
        before = spans[number - 1] if number else None
        if before is not None and EXCEPTION.match(text, span[0]):
            _limit(found, first, before, span)
        if not _states(text, span, led_in=passage.introduction is not None):
            dropped.append(Dropped(start=span[0], end=span[1], reason=DropReason.NOT_A_STATEMENT))
            context.append(number)
            continue
        opening = context[-1] if context else 0
        near = before is not None and number - opening <= LONGEST_CONTEXT
        setting = Setting(
            opening=before if number == 1 else None,
            context=(spans[opening][0], spans[number - 1][1]) if near else None,
            introduction=passage.introduction,
            section=passage.section,
        )
        made = compose(text, span, setting)
        found += made
        if not made:
            dropped.append(Dropped(start=span[0], end=span[1], reason=DropReason.UNRESOLVED))
        context.append(opening if any(one.subject or one.context for one in made) else number)


def _limit(found: list[Proposition], first: int, limited: Span, exception: Span) -> None:
    """Name `exception` as a qualifier of every statement that came from the sentence `limited`."""
    for number in range(first, len(found)):
        if limited[0] <= found[number].start and found[number].end <= limited[1]:
            found[number] = replace(found[number], qualifiers=(*found[number].qualifiers, exception))


def _states(text: str, span: Span, *, led_in: bool) -> bool:
    """Say whether a sentence states something: no question, no introduction, no bare label."""
    ending = text[span[0] : span[1]].rstrip(CLOSERS)
    if not any(sign.isalpha() for sign in ending) or ending.endswith(("?", ":")):
        return False
    if led_in or finite(text, *span) is not None:
        return True
    return ending.endswith((".", "!", ";", "。")) and len(ending.split()) >= FEWEST_WORDS


def _passages(document: Document) -> Iterator[_Passage]:
    """Yield the stretches of prose of the document in order, each between what is left out or has its own block."""
    tree, refs = outline(document), chains(document)
    leads = _introductions(document, tree)
    for position, block in enumerate(document.blocks):
        if block.kind not in STATED:
            continue
        for start, end in _own(document.blocks, tree.children[position], block):
            for free in tree.free(start, end):
                marker = MARKER.match(document.text, *free)
                span = (marker.end() if marker else free[0], free[1])
                if any(sign.isalnum() for sign in document.text[slice(*span)]):
                    yield _Passage(span, leads.get(position), refs[position], block.language or document.language)


def _own(blocks: Sequence[Block], children: Sequence[int], block: Block) -> Iterator[Span]:
    """Yield what of a block belongs to no block inside it."""
    start = block.start
    for child in children:
        if start < blocks[child].start:
            yield start, blocks[child].start
        start = max(start, blocks[child].end)
    if start < block.end:
        yield start, block.end


def _introductions(document: Document, tree: Outline) -> dict[int, Span]:
    """Return for the blocks of a list the sentence with a colon at its end that leads the list in."""
    leads: dict[int, Span] = {}
    before: dict[int | None, Block] = {}
    for position, block in enumerate(document.blocks):
        parent, earlier = block.parent, before.get(block.parent)
        if block.kind is BlockKind.LIST and earlier is not None:
            last = sentences.split(document.text[earlier.start : earlier.end], start=earlier.start)[-1:]
            ends = document.text[earlier.start : earlier.end].rstrip(CLOSERS).endswith(":")
            if last and ends and earlier.kind is BlockKind.PARAGRAPH and not tree.blocked(earlier.start, block.start):
                leads[position] = last[0]
        elif parent in leads and document.blocks[parent].kind in (BlockKind.LIST, BlockKind.LIST_ITEM):
            leads[position] = leads[parent]
        before[parent] = block
    return leads
