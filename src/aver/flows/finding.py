"""Searching with one encoder and measuring with another, so that fitted numbers keep their meaning (D2, M4).

Everything that weighs a cosine (relevance, support, stance) was fitted on the built-in encoder's; another's lie on
another scale, and reading them as these would be wrong in silence. So a foreign encoder decides what is found and in
which order, and the built-in one gives the cosine of what could be fetched. The rest of the channel has the cosine 0,
which vouches for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from aver.channels.dense import search_dense
from aver.channels.lexical import search_lexical
from aver.flows.ask import AskTools
from aver.flows.tools import cosines
from aver.index.vectors import to_fixed
from aver.ports import Embedder
from aver.stages.reading import heading_of
from aver.store.store import Store
from aver.values.evidence import Approximation, ChannelResult, Hit, Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import SubQuestion


def found_by(finder: Embedder, tools: AskTools, store: Store, *, gauge: Embedder) -> AskTools:
    """Return `tools` that search `store` by the vectors of `finder`, which it holds, with the cosines of `gauge`."""
    blend = tools.tuning.blend

    def search(eligible: Eligibility, part: SubQuestion, k: int) -> tuple[ChannelResult, ...]:
        def by_terms(terms: Iterable[int]) -> tuple[tuple[Hit, ...], float]:
            return store.search_terms(terms, k, eligible=eligible)

        def by_vector(text: str) -> tuple[tuple[Hit, ...], Approximation | None]:
            return store.search_near(to_fixed(finder.encode([text]))[0], k, eligible=eligible)

        with store.at_once():
            lexical, dense = search_lexical(part, by_terms), search_dense(part, by_vector)
        fused = blend.fused((lexical, dense))[: tools.tuning.fetched]
        near = {hit.chunk for hit in dense.hits} & {one.chunk for one in fused}
        passages = store.passages(sorted(near), eligible=eligible) if near else ()
        return lexical, measured(dense, part.text.text, passages, gauge)

    return replace(tools, search=search)


def measured(found: ChannelResult, asked: str, passages: Sequence[Passage], gauge: Embedder) -> ChannelResult:
    """Return the hits in their order, each with the cosine that `gauge` gives its passage, 0 where that isn't given."""
    if not passages:
        return replace(found, hits=tuple(replace(hit, score=0.0) for hit in found.hits))
    rows = to_fixed(gauge.encode([asked, *(indexed_words(passage) for passage in passages)]))
    known = dict(zip((one.chunk for one in passages), cosines(rows[0], rows[1:]), strict=True))
    return replace(found, hits=tuple(replace(hit, score=known.get(hit.chunk, 0.0)) for hit in found.hits))


def indexed_words(passage: Passage) -> str:
    """Return what was embedded for a passage: heading, lead-in, header rows and its own words, one per line."""
    parts = (heading_of(passage), passage.lead_in.text, passage.header.text, passage.text.text)
    return "\n".join(part for part in parts if part)
