"""Recursive splitting: by blank lines, then lines, then sentences, then words, until a piece fits.

The usual splitter of flat text. Neighbouring pieces are put together again up to the target, and whole
pieces of up to `overlap_tokens` are repeated. It knows nothing of tables, lists or exceptions.
"""

from __future__ import annotations

from collections.abc import Iterator

from aver.patterns import regex
from aver.ports import Tokenizer
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.cuts import BLANK_LINES, between, by_sentence, trimmed
from aver.stages.chunking.flat import flat_chunk, runs
from aver.stages.chunking.ruler import Ruler, measure
from aver.values.chunks import Chunk
from aver.values.documents import Document

SEPARATORS = (BLANK_LINES, regex(r"\n"))

Spans = list[tuple[int, int]]


def recursive(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return chunks of at most `target_tokens` word pieces that cover the text between what is left out."""
    ruler = measure(document, tokenizer)
    return tuple(
        flat_chunk(document, ruler, start, end)
        for run in runs(document)
        for start, end in merged(list(pieces(document, run, ruler, options.target_tokens)), ruler, options)
    )


def pieces(
    document: Document, span: tuple[int, int], ruler: Ruler, room: int, *, level: int = 0
) -> Iterator[tuple[int, int]]:
    """Yield disjoint spans of at most `room` word pieces, cut at the first separator that serves."""
    if ruler.size(*span) <= room:
        yield trimmed(document.text, *span)
    elif level == len(SEPARATORS):
        yield from by_sentence(document.text, span, ruler, room, document.language)
    else:
        for part in between(SEPARATORS[level], document.text, *span):
            yield from pieces(document, part, ruler, room, level=level + 1)


def merged(found: Spans, ruler: Ruler, options: ChunkOptions) -> Iterator[tuple[int, int]]:
    """Yield runs of pieces up to the target; each repeats the last whole pieces of the one before."""
    held: Spans = []
    for piece in found:
        if held and ruler.size(held[0][0], piece[1]) > options.target_tokens:
            yield held[0][0], held[-1][1]
            held = _repeated(held, piece, ruler, options)
        held.append(piece)
    if held:
        yield held[0][0], held[-1][1]


def _repeated(held: Spans, piece: tuple[int, int], ruler: Ruler, options: ChunkOptions) -> Spans:
    kept = held[1:]
    while kept and (
        ruler.size(kept[0][0], kept[-1][1]) > options.overlap_tokens
        or ruler.size(kept[0][0], piece[1]) > options.target_tokens
    ):
        kept = kept[1:]
    return kept
