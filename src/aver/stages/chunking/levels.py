"""Chunks inside chunks: the same atoms put together to one size, and each result taken apart to a smaller one.

Because every level is made of the atoms of the level above, a small chunk always lies in a larger one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from aver.stages.chunking.atoms import PROSE, Atom, Plan
from aver.stages.chunking.packing import Bundle, bundles, pack, up_to
from aver.values.documents import BlockKind

SMALLEST = PROSE | {BlockKind.TABLE, BlockKind.CODE}
"""Taken apart, the document lies in sentences, rows and definitions."""


def coarsest(of: Plan, found: Sequence[Atom]) -> list[Bundle]:
    """Return the largest chunks: sections and tables up to the window."""
    roomy = replace(of, options=of.options.coarse)
    return list(_packed(roomy, found, roomy.options.max_tokens))


def within(of: Plan, outer: Iterable[Bundle], size: int) -> Iterator[tuple[Bundle, Bundle]]:
    """Yield the chunks of up to `size` word pieces that lie in `outer`, each with the one it lies in."""
    for one in outer:
        for inner in _packed(of, one.atoms, size):
            yield inner, one


def _packed(of: Plan, found: Sequence[Atom], size: int) -> Iterator[Bundle]:
    return pack(of, bundles(of, found), joins=up_to(size), overlap=False)
