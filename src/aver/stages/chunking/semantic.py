"""Semantic chunks: sentence after sentence until the vectors of two neighbours drift apart.

How much is apart is the document's own measure: the quarter of its neighbouring pairs that are least alike
(Kamradt 2023, "5 levels of text splitting", with a percentile of the distances). Sections, tables, code and
a rule with its exception are kept as in `structure`; only where prose is cut inside a section differs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from aver.errors import BadConfiguration
from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import PROSE, Atom, Plan, atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.packing import Bundle, Joins, bundles, pack, same_section
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document

APART = 25.0
"""Percentile of the cosines of neighbouring sentences; below it a new chunk begins."""

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def semantic(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return chunks cut where sentences drift apart; raises BadConfiguration without `tokenizer.encode`."""
    if tokenizer.encode is None:
        raise BadConfiguration(
            "the semantic chunker compares sentence vectors and was given no encoder",
            hint="pass Tokenizer(..., encode=embedder.encode), or choose another chunker",
        )
    of = plan(document, tokenizer, options, apart=PROSE)
    found = tuple(atoms(of))
    joins = _alike(document, found, tokenizer.encode)
    return assemble(of, found, pack(of, bundles(of, found), joins=joins, overlap=False))


def _alike(document: Document, found: Sequence[Atom], encode: Encode) -> Joins:
    """Return the rule that joins two bundles of prose unless the sentences that meet are among the least alike."""
    prose = [atom for atom in found if atom.kind is ChunkKind.PROSE and not atom.heading]
    cosines = neighbour_cosines(encode([document.text[a.start : a.end] for a in prose])) if len(prose) > 1 else ()
    least = float(np.percentile(cosines, APART)) if len(cosines) else 0.0
    drifts = {atom.start for atom, cosine in zip(prose[1:], cosines, strict=False) if cosine < least}

    def joins(_: Plan, current: Bundle, bundle: Bundle) -> bool:
        tables = ChunkKind.TABLE in (current.kind, bundle.kind)
        return same_section(current, bundle) and not tables and bundle.start not in drifts

    return joins


def neighbour_cosines(vectors: NDArray[np.float32]) -> tuple[float, ...]:
    """Return the cosine of every row of unit vectors with the next, rounded to 6 decimals."""
    return tuple(round(float(one @ two), 6) for one, two in pairwise(vectors))
