"""Propositions as chunks: one statement each, led in by what it refers to (A7).

Prose is cut into sentences, and where a sentence makes several statements into these; table rows stand one
by one and code by definitions. What is quoted stays the source, word for word: the imported subject or
sentence is the chunk's lead-in, its condition or exception the qualifier where that lies outside. A rule and
the exception in the sentence after it stay one chunk (E6). The parent is the paragraph or section.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import Plan, atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.levels import SMALLEST
from aver.stages.chunking.packing import bundles
from aver.stages.propositions import propositions
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.propositions import Proposition


def proposition(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return one chunk per statement in order; a sentence that states nothing is a chunk as it stands."""
    of = plan(document, tokenizer, options, apart=SMALLEST)
    found = tuple(atoms(of))
    stated = propositions(document).found
    starts = [one.start for one in stated]
    chunks: list[Chunk] = []
    for chunk in assemble(of, found, bundles(of, found)):
        inside = stated[bisect_left(starts, chunk.start) : bisect_left(starts, chunk.end)]
        within = [one for one in inside if one.end <= chunk.end]
        chunks += _stated(of, chunk, within) if chunk.kind is ChunkKind.PROSE else [chunk]
    return tuple(chunks)


def _stated(of: Plan, chunk: Chunk, found: Sequence[Proposition]) -> Iterator[Chunk]:
    """Yield `chunk` once per statement of its one sentence, or whole where it holds none or an exception."""
    limited = any(span[0] >= one.end and span[1] <= chunk.end for one in found for span in one.qualifiers)
    if len(found) < 2 or limited:
        yield _led_in(of, chunk, found[0]) if found else chunk
        return
    for number, one in enumerate(found):
        start = one.start if number else chunk.start
        end = chunk.end if number == len(found) - 1 else one.end
        part = replace(chunk, start=start, end=end, tokens=of.ruler.tokens(start, end))
        yield _led_in(of, part, one)


def _led_in(of: Plan, chunk: Chunk, stated: Proposition) -> Chunk:
    """Return `chunk` with what the statement imports, as far as that lies outside and fits beside it."""
    lead_in = stated.context or stated.subject
    outside = [span for span in stated.qualifiers if not (chunk.start <= span[0] and span[1] <= chunk.end)]
    if lead_in is not None and lead_in[1] <= chunk.start:
        room = of.options.max_tokens // 2
        chunk = replace(chunk, lead_in=lead_in) if of.ruler.size(*lead_in) <= room else chunk
    return replace(chunk, qualifier=outside[-1]) if outside else chunk
