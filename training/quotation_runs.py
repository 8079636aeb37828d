"""What the real effects return for each training question, kept in a file so that models can be fitted in seconds.

Search, weights, passages and sentence vectors come from the same code that answers users. A question whose answer is
withheld gets what the search returns without the passages that answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from quotation_data import READER, Case

from aver.flows.tools import ask_tools, cosines
from aver.index.vectors import to_fixed
from aver.models.embedder import BuiltinEmbedder
from aver.ports import Reader
from aver.stages.fusion import Fusion, fused_by
from aver.stages.reading import read_text
from aver.stages.relevance import QuestionTerms, question_terms
from aver.store.store import Store
from aver.values.evidence import ChannelResult, Hit, Passage
from aver.values.governance import Eligibility
from aver.values.identity import document_id, owner_of
from aver.values.inquiry import SubQuestion
from aver.values.pairs import Reading
from aver.values.sealed import Sealed

PER_CHANNEL = 100
FETCHED = 24
WIDE = (5, 10, 20, 60)
"""Values of RRF's k whose best candidates are all fetched, as are those of every other way and of each channel."""

BY_SCORE = (Fusion.RELATIVE_SCORE, Fusion.BAYESIAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A case with the channels' results and the passages of its candidates."""

    case: Case
    results: tuple[ChannelResult, ...]
    passages: Mapping[str, Passage]
    terms: QuestionTerms


def eligibility(case: Case) -> Eligibility:
    """Return the eligibility under which a case is asked."""
    document = document_id(tenant=owner_of(case.part), uri=case.document)
    return Eligibility(
        tenant=case.part,
        principals=frozenset({READER}),
        clearance=1,
        as_of="2026-06-01",
        policy_version="1",
        documents=frozenset({document}) if case.scoped else None,
    )


def runs_of(cases: Iterable[Case], store: Store, embedder: BuiltinEmbedder) -> list[Run]:
    """Return what the effects give for each case."""
    tools = ask_tools(store, embedder)
    runs: list[Run] = []
    known: dict[str, Passage] = {}
    for case in cases:
        eligible = eligibility(case)
        part = SubQuestion(number=0, text=Sealed(case.question))
        results = tools.search(eligible, part, PER_CHANNEL + 10 * case.without)
        if case.without:
            results = _withheld(results, case, tools.fetch, eligible)
        wanted = _candidates(results)
        lacking = tuple(chunk for chunk in wanted if chunk not in known)
        known.update({passage.chunk: passage for passage in tools.fetch(eligible, lacking)} if lacking else {})
        weights = tools.weights(eligible, Sealed(case.question))
        runs.append(
            Run(
                case=case,
                results=results,
                passages={chunk: known[chunk] for chunk in wanted if chunk in known},
                terms=question_terms(case.question, weights),
            )
        )
    return runs


def _candidates(results: Sequence[ChannelResult]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for fusion, k in (*((Fusion.RECIPROCAL_RANK, k) for k in WIDE), *((other, 1) for other in BY_SCORE)):
        for weight in (1.0, 1.5, 2.0):
            fused = fused_by(fusion, results, k=k, weights={"lexical": weight})
            found.update(dict.fromkeys(one.chunk for one in fused[:FETCHED]))
    for alone in results:
        found.update(dict.fromkeys(hit.chunk for hit in alone.hits[:FETCHED]))
    return tuple(found)


def _withheld(
    results: Sequence[ChannelResult],
    case: Case,
    fetch: Callable[[Eligibility, tuple[str, ...]], tuple[Passage, ...]],
    eligible: Eligibility,
) -> tuple[ChannelResult, ...]:
    """Take the passages that answer out of the results and close the ranks."""
    contexts = {context for context, _, _ in case.answers}
    hits = tuple({hit.chunk for result in results for hit in result.hits})
    hidden = {passage.chunk for passage in fetch(eligible, hits) if passage.text.text in contexts}
    return tuple(replace(result, hits=_without(result.hits, hidden)) for result in results)


def _without(hits: Sequence[Hit], hidden: set[str]) -> tuple[Hit, ...]:
    kept = [hit for hit in hits if hit.chunk not in hidden][:PER_CHANNEL]
    return tuple(replace(hit, rank=rank) for rank, hit in enumerate(kept, start=1))


class KnownVectors:
    """Cosines of texts whose vectors are computed once."""

    def __init__(self, embedder: BuiltinEmbedder, rows: dict[str, NDArray[np.int16]] | None = None) -> None:
        self._embedder = embedder
        self.rows: dict[str, NDArray[np.int16]] = {} if rows is None else rows

    def add(self, texts: Iterable[str]) -> None:
        """Compute the vectors of those `texts` that aren't known."""
        new = sorted({text for text in texts if text not in self.rows})
        for start in range(0, len(new), 2000):
            part = new[start : start + 2000]
            self.rows.update(zip(part, to_fixed(self._embedder.encode(part)), strict=True))

    def similarity(self, asked: Sealed, texts: tuple[Sealed, ...]) -> tuple[float, ...]:
        """Return the cosine of `asked` with each text, as `AskTools.similarity` does."""
        self.add([asked.text, *(text.text for text in texts)])
        return cosines(self.rows[asked.text], np.stack([self.rows[text.text] for text in texts]))


class KnownReadings:
    """Readings of passages that are read once for each question."""

    def __init__(self, reader: Reader, rows: dict[tuple[str, str], Reading] | None = None) -> None:
        self._reader = reader
        self.rows: dict[tuple[str, str], Reading] = {} if rows is None else rows

    def of(self, question: str, passages: Sequence[Passage]) -> dict[str, Reading]:
        """Return by chunk id what the reader says of `passages`, shown as asking shows them."""
        texts = {passage.chunk: read_text(passage, question) for passage in passages}
        new = [text for text in texts.values() if (question, text) not in self.rows]
        if new:
            found = self._reader.read(question, new)
            self.rows.update({(question, text): one for text, one in zip(new, found, strict=True)})
        return {chunk: self.rows[question, text] for chunk, text in texts.items()}


def contained(passage: Passage, case: Case) -> tuple[tuple[int, int], ...]:
    """Return the accepted answers that stand in `passage`, canonical offsets; none where it isn't an answering one."""
    return tuple(
        (passage.start + start, passage.start + end)
        for context, start, end in case.answers
        if passage.text.text == context
    )
