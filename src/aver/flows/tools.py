"""The effects of asking, wired to a store and an embedder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from aver import __version__
from aver.channels.dense import search_dense
from aver.channels.lexical import search_lexical
from aver.flows.ask import AskTools
from aver.flows.examining import examined_of
from aver.flows.standing import stances_of
from aver.index.vectors import SCALE, to_fixed
from aver.ports import NO_INSIGHT, Embedder, Entailment, Factuality, Insight, Reader
from aver.stages.analyser import term_keys
from aver.stages.tuning import WITHOUT_READER, Tuning
from aver.store.store import Store
from aver.values.evidence import Approximation, ChannelResult, Hit, Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import SubQuestion
from aver.values.pairs import Reading
from aver.values.sealed import Sealed


def utc_now() -> str:
    """Return the time as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ask_tools(
    store: Store,
    embedder: Embedder,
    *,
    tuning: Tuning = WITHOUT_READER,
    reader: Reader | None = None,
    entailment: Entailment | None = None,
    insight: Insight = NO_INSIGHT,
) -> AskTools:
    """Return the effects of asking over `store`; vectors are `embedder`'s.

    `reader`, if any, reads passages, and `insight` is what its inner states say of them.
    """

    @lru_cache(maxsize=8)
    def fixed(text: str) -> NDArray[np.int16]:
        row: NDArray[np.int16] = to_fixed(embedder.encode([text]))[0]
        return row

    def search(eligible: Eligibility, part: SubQuestion, k: int) -> tuple[ChannelResult, ...]:
        def by_terms(terms: Iterable[int]) -> tuple[tuple[Hit, ...], float]:
            return store.search_terms(terms, k, eligible=eligible)

        def by_vector(text: str) -> tuple[tuple[Hit, ...], Approximation | None]:
            return store.search_near(fixed(text), k, eligible=eligible)

        with store.at_once():
            return search_lexical(part, by_terms), search_dense(part, by_vector)

    def weights(eligible: Eligibility, question: Sealed) -> tuple[float, ...]:
        found = store.term_weights(term_keys(question.text), eligible=eligible)
        return tuple(weight for _, weight in found)

    def fetch(eligible: Eligibility, chunks: tuple[str, ...]) -> tuple[Passage, ...]:
        return store.passages(chunks, eligible=eligible)

    def similarity(asked: Sealed, texts: tuple[Sealed, ...]) -> tuple[float, ...]:
        return cosines(fixed(asked.text), to_fixed(embedder.encode([text.text for text in texts])))

    examination = insight.examination
    return AskTools(
        now=utc_now,
        search=search,
        weights=weights,
        fetch=fetch,
        succeed=partial(_succeed, store),
        refer=partial(_refer, store),
        confirm=partial(_confirm, store),
        similarity=similarity,
        stances=partial(stances_of, store=store, embedder=embedder, entailment=entailment, reader=insight.stance),
        hold=partial(_hold, store),
        read=None if reader is None else partial(_read, reader),
        factual=None if insight.factuality is None else partial(_factual, insight.factuality),
        examined=(None if examination is None else partial(examined_of, store=store, examination=examination)),
        tuning=tuning,
        code_version=__version__,
    )


def _succeed(store: Store, eligible: Eligibility, uris: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return store.successors(uris, eligible=eligible)


def _confirm(store: Store, eligible: Eligibility, chunks: tuple[str, ...]) -> frozenset[str]:
    return store.confirmed(chunks, eligible=eligible)


def _refer(store: Store, eligible: Eligibility, text: Sealed) -> tuple[str, ...]:
    return store.named_in(text.text, eligible=eligible)


def _read(reader: Reader, asked: Sealed, texts: tuple[Sealed, ...]) -> tuple[Reading, ...]:
    return reader.read(asked.text, [text.text for text in texts])


def _factual(factuality: Factuality, asked: Sealed, quotes: tuple[Sealed, ...]) -> tuple[float, ...]:
    return factuality.factual(asked.text, [quote.text for quote in quotes])


def _hold(store: Store, eligible: Eligibility, spans: tuple[tuple[str, int, int], ...]) -> tuple[str, ...]:
    found = (store.chunks_holding(version, [(start, end)], eligible=eligible)[0] for version, start, end in spans)
    return tuple(chunk for chunk in found if chunk is not None)


def cosines(query: NDArray[np.int16], rows: NDArray[np.int16]) -> tuple[float, ...]:
    """Return the cosine of the fixed-point `query` with each row, rounded to 6 decimals."""
    sums: Sequence[float] = (rows.astype(np.float64) @ query.astype(np.float64) / (SCALE * SCALE)).tolist()
    return tuple(round(total, 6) for total in sums)
