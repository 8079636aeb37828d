"""Link the sentences of a document that talk about the same thing, and note what each signals.

A sentence continues a lifeline when it points back ("this proposal", "it", "however"), or when it says
nearly the same as an earlier one: terms weighted by their rarity in the document, and sentence vectors.
What becomes of a proposition is then read along its lifeline at question time (`judge`), so that a
refutation pages away is found without asking anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from aver.stages.analyser import term_keys
from aver.stages.outline import outline
from aver.stages.sentences import split
from aver.stages.stance.sections import scopes_of, status_of
from aver.stages.stance.signals import POSITION, signals_of
from aver.values.documents import Block, BlockKind, Document
from aver.values.stance import Lifelines, Mention, SectionScope

Encode = Callable[[Sequence[str]], NDArray[np.float32]]

CODE_ID = "lifelines:1"
"""Part of the producer id: lifelines made by other code are made again."""

PROSE = frozenset(
    {BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.FOOTNOTE, BlockKind.CAPTION}
)
LEAST, MOST = 16, 700
"""Code points of a mention; shorter is a fragment, longer is cut for reading, not for citing."""

SAME = 0.72
"""Half cosine, half shared weight of terms: from here on two sentences are about one proposition."""

REACH = 400
"""Mentions before a sentence that it is compared with; bounds the work on long documents."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    start: int
    end: int
    section: int
    block: int
    opens: bool
    signals: frozenset[str]


def producer_id(encoder: str) -> str:
    """Return the producer of lifelines whose vectors `encoder` made."""
    return f"{CODE_ID}+{encoder}"


def lifelines_of(document: Document, encode: Encode, *, encoder: str) -> Lifelines:
    """Return the lifelines of `document`; `encode` gives one unit row per text and `encoder` names it.

    One text per prose sentence and one per section title is encoded, in a single call.
    """
    scopes, positions = scopes_of(document)
    found = tuple(_sentences(document, positions))
    texts = [" ".join(document.text[one.start : one.end].split())[:MOST] for one in found]
    rows = encode([*texts, *((scope.titles[-1:] or ("",))[0] for scope in scopes)])
    vectors = np.rint(np.clip(rows, -1.0, 1.0) * 127).astype(np.int8)
    about = _about(found)
    threads = _threads([term_keys(text) for text in texts], rows[: len(found)], about)
    return Lifelines(
        producer=producer_id(encoder),
        status=status_of(document),
        dimension=int(rows.shape[1]),
        sections=scopes,
        mentions=tuple(
            Mention(
                start=one.start,
                end=one.end,
                section=one.section,
                thread=threads[number],
                about=about[number],
                signals=frozenset(POSITION[name] for name in one.signals),
            )
            for number, one in enumerate(found)
        ),
        vectors=vectors.tobytes(),
    )


def sections_named(scopes: Sequence[SectionScope], mention: Mention) -> tuple[str, ...]:
    """Return the named titles above a mention."""
    return scopes[mention.section].titles


def _sentences(document: Document, scopes: tuple[int, ...]) -> Iterator[_Sentence]:
    tree = outline(document)
    for position, block in enumerate(document.blocks):
        if block.kind not in PROSE:
            continue
        first = True
        for start, end in _own(document.blocks, tree.children[position], block):
            for free in tree.free(start, end):
                for span in split(document.text[slice(*free)], start=free[0], language=document.language):
                    words = document.text[slice(*span)]
                    if span[1] - span[0] < LEAST or sum(sign.isalpha() for sign in words) < LEAST // 2:
                        continue
                    yield _Sentence(*span, scopes[position], position, first, signals_of(" ".join(words.split())))
                    first = False


def _own(blocks: Sequence[Block], children: Sequence[int], block: Block) -> Iterator[tuple[int, int]]:
    """Yield what of a block belongs to no block inside it."""
    start = block.start
    for child in children:
        if start < blocks[child].start:
            yield start, blocks[child].start
        start = max(start, blocks[child].end)
    if start < block.end:
        yield start, block.end


def _about(found: Sequence[_Sentence]) -> list[int | None]:
    """Return for each sentence the one it points back to: the last that stands by itself in its section."""
    about: list[int | None] = []
    anchors: dict[int, int] = {}
    for number, one in enumerate(found):
        back = bool(one.signals & {"points_back", "contrast", "listed"}) and not (one.opens and "listed" in one.signals)
        anchor = anchors.get(one.section)
        about.append(anchor if back else None)
        if anchor is None or not back:
            anchors[one.section] = number
    return about


def _threads(terms: Sequence[Sequence[int]], rows: NDArray[np.float32], about: Sequence[int | None]) -> list[int]:
    """Return the lifeline of every sentence: that of what it points back to, else of the earlier one most alike."""
    spread = Counter(term for one in terms for term in set(one))
    weights = [{term: log(1 + len(terms) / spread[term]) for term in set(one)} for one in terms]
    totals = [sum(one.values()) for one in weights]
    threads: list[int] = []
    following = 0
    for number, own in enumerate(weights):
        pointed = about[number]
        alike = threads[pointed] if pointed is not None else None
        if alike is None and number:
            first = max(0, number - REACH)
            cosine = rows[first:number] @ rows[number]
            for earlier in np.argsort(-cosine, kind="stable")[:3]:
                other = first + int(earlier)
                shared = sum(weight for term, weight in own.items() if term in weights[other])
                share = shared / max(1e-9, min(totals[number], totals[other]))
                if (float(cosine[earlier]) + share) / 2 >= SAME:
                    alike = threads[other]
                    break
        if alike is None:
            alike, following = following, following + 1
        threads.append(alike)
    return threads
