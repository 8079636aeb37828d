"""A made-up corpus for the index benchmark: words, vectors, tenants, documents and who may read them.

Words follow Zipf-Mandelbrot over 60,000, a quarter of each chunk comes from its topic's own words; a
vector is topic + document + noise whose spectrum decays. 20 tenants, the largest with 46 % of the
documents; 1-5 of 200 groups read a document, popularity ~1/rank; 5 % of the versions are superseded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

VOCABULARY = 60_000
DIMENSION = 384
TENANTS = 20
LARGEST_SHARE = 0.46
GROUPS = 200
TOPICS = 400
TOPIC_WORDS = 150
WORDS_PER_CHUNK = 120
CHUNKS_PER_DOCUMENT = 11
SUPERSEDED = 0.05
COMMON = 100
KINDS = ("question", "keywords")

_BATCH = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Chunk c holds words `words[offsets[c]:offsets[c + 1]]` (rising, distinct) with those `counts`."""

    offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    counts: NDArray[np.uint8]
    vectors: NDArray[np.float32]
    ids: NDArray[np.uint64]
    version_of: NDArray[np.int32]
    tenant_of: NDArray[np.int32]
    document_of: NDArray[np.int32]
    superseded: NDArray[np.bool_]
    readers: tuple[tuple[int, ...], ...]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Words in each chunk."""
        return np.add.reduceat(self.counts, self.offsets[:-1], dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A reader of one tenant, and the chunks that reader may see."""

    profile: str
    tenant: int
    groups: tuple[int, ...]
    rows: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """3-7 words and a unit vector near some chunk's.

    The words of a "question" are drawn from all words of the chunk, so about a third are very common, as
    in what people ask (the analyser drops none); "keywords" leave out the `COMMON` most frequent.
    """

    kind: str
    caller: Caller
    words: tuple[int, ...]
    vector: NDArray[np.float32]


def make_corpus(chunks: int, *, seed: int) -> Corpus:
    """Return `chunks` chunks; the same seed gives the same corpus."""
    rng = np.random.default_rng(seed)
    version_of = _versions(rng, chunks)
    versions = int(version_of[-1]) + 1
    superseded = np.append(rng.random(versions - 1) < SUPERSEDED, False)
    superseded[1:] &= ~superseded[:-1]
    document_of = np.cumsum(np.append(True, ~superseded[:-1])) - 1
    documents = int(document_of[-1]) + 1
    topics = rng.integers(0, TOPICS, documents)[document_of][version_of]
    readers = _readers(rng, documents)
    offsets, words, counts = _words(rng, topics)
    return Corpus(
        offsets=offsets,
        words=words,
        counts=counts,
        vectors=_vectors(rng, topics, document_of[version_of]),
        ids=rng.integers(0, 1 << 63, (chunks, 2), dtype=np.uint64),
        version_of=version_of,
        tenant_of=_tenants(rng, documents)[document_of].astype(np.int32),
        document_of=document_of.astype(np.int32),
        superseded=superseded,
        readers=tuple(readers[document] for document in document_of),
    )


def _versions(rng: np.random.Generator, chunks: int) -> NDArray[np.int32]:
    sizes = 1 + rng.poisson(CHUNKS_PER_DOCUMENT - 1, chunks)
    return np.repeat(np.arange(chunks, dtype=np.int32), sizes)[:chunks]


def _tenants(rng: np.random.Generator, documents: int) -> NDArray[np.int64]:
    rest = 1.0 / np.arange(2, TENANTS + 1)
    shares = np.r_[LARGEST_SHARE, (1 - LARGEST_SHARE) * rest / rest.sum()]
    return rng.choice(TENANTS, documents, p=shares)


def _readers(rng: np.random.Generator, documents: int) -> list[tuple[int, ...]]:
    popularity = 1.0 / np.arange(1, GROUPS + 1)
    drawn = rng.choice(GROUPS, (documents, 5), p=popularity / popularity.sum())
    wanted = rng.integers(1, 6, documents)
    return [tuple(sorted(set(row[:count]))) for row, count in zip(drawn.tolist(), wanted.tolist(), strict=True)]


def _words(
    rng: np.random.Generator, topics: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]]:
    weights = 1.0 / (np.arange(VOCABULARY) + 2.7) ** 1.07
    cumulative = np.cumsum(weights / weights.sum())
    own = rng.integers(50, VOCABULARY, (TOPICS, TOPIC_WORDS))
    sizes: list[NDArray[np.int64]] = []
    words: list[NDArray[np.int32]] = []
    counts: list[NDArray[np.uint8]] = []
    for start in range(0, len(topics), _BATCH):
        part = topics[start : start + _BATCH]
        lengths = np.clip(rng.normal(WORDS_PER_CHUNK, 30, len(part)), 20, 250).astype(np.int64)
        chunk = np.repeat(np.arange(len(part)), lengths)
        drawn = np.minimum(np.searchsorted(cumulative, rng.random(len(chunk))), VOCABULARY - 1)
        topical = rng.random(len(chunk)) < 0.25
        drawn[topical] = own[part[chunk[topical]], rng.integers(0, TOPIC_WORDS, int(topical.sum()))]
        pairs, found = np.unique(chunk * VOCABULARY + drawn, return_counts=True)
        sizes.append(np.bincount(pairs // VOCABULARY, minlength=len(part)))
        words.append((pairs % VOCABULARY).astype(np.int32))
        counts.append(np.minimum(found, 255).astype(np.uint8))
    return np.r_[0, np.cumsum(np.concatenate(sizes))], np.concatenate(words), np.concatenate(counts)


def _vectors(rng: np.random.Generator, topics: NDArray[np.int64], documents: NDArray[np.int64]) -> NDArray[np.float32]:
    spectrum = (1.0 / np.sqrt(1.0 + np.arange(DIMENSION) / 8.0)).astype(np.float32)
    spectrum /= np.linalg.norm(spectrum)
    turn = np.linalg.qr(rng.standard_normal((DIMENSION, DIMENSION)))[0].astype(np.float32)
    centres = rng.standard_normal((TOPICS, DIMENSION), dtype=np.float32) * spectrum
    own = rng.standard_normal((int(documents[-1]) + 1, DIMENSION), dtype=np.float32) * spectrum
    vectors = np.empty((len(topics), DIMENSION), np.float32)
    for start in range(0, len(topics), _BATCH):
        part = slice(start, start + _BATCH)
        noise = rng.standard_normal((len(topics[part]), DIMENSION), dtype=np.float32) * spectrum
        mixed = (0.8 * centres[topics[part]] + 0.6 * own[documents[part]] + 0.6 * noise) @ turn
        vectors[part] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return vectors


def make_callers(corpus: Corpus, shares: Sequence[tuple[str, float]], each: int, *, seed: int) -> list[Caller]:
    """Return `each` callers of the largest tenant per profile, with groups until they see that share of all chunks."""
    rng = np.random.default_rng(seed)
    live = (corpus.tenant_of == 0) & ~corpus.superseded
    members = np.zeros((len(corpus.readers), GROUPS), dtype=np.bool_)
    for version, groups in enumerate(corpus.readers):
        members[version, list(groups)] = True
    sizes = np.bincount(corpus.version_of, minlength=len(live))
    alone = (members & live[:, None]).T.astype(np.int64) @ sizes
    return [
        _caller(corpus, profile, share, _order(rng, alone, share * len(corpus.version_of)), members & live[:, None])
        for profile, share in shares
        for _ in range(each)
    ]


def _order(rng: np.random.Generator, alone: NDArray[np.int64], wanted: float) -> NDArray[np.int64]:
    """Return groups in the order a caller gets them: the largest first, or for a narrow caller small ones at random."""
    if wanted > alone.sum() / 5:
        return np.argsort(-alone, kind="stable")
    order = rng.permutation(GROUPS)
    fitting: NDArray[np.int64] = order[
        (alone[order] > 0) & (alone[order] <= max(wanted / 3, np.sort(alone[alone > 0])[2]))
    ]
    return fitting


def _caller(corpus: Corpus, profile: str, share: float, order: NDArray[np.int64], members: NDArray[np.bool_]) -> Caller:
    seen = np.zeros(len(members), dtype=np.bool_)
    groups: list[int] = []
    rows = np.zeros(0, np.int64)
    for group in order.tolist():
        groups.append(group)
        seen |= members[:, group]
        rows = np.flatnonzero(seen[corpus.version_of])
        if len(rows) >= share * len(corpus.version_of):
            break
    return Caller(profile=profile, tenant=0, groups=tuple(groups), rows=rows)


def make_queries(corpus: Corpus, callers: Sequence[Caller], each: int, *, seed: int) -> list[Query]:
    """Return `each` queries per caller and kind, in turns; words and vector come from a chunk of the tenant."""
    rng = np.random.default_rng(seed)
    inside = np.flatnonzero(corpus.tenant_of[corpus.version_of] == 0)
    return [
        _query(rng, corpus, caller, kind, int(rng.choice(inside)))
        for _ in range(each)
        for kind in KINDS
        for caller in callers
    ]


def _query(rng: np.random.Generator, corpus: Corpus, caller: Caller, kind: str, chunk: int) -> Query:
    words = corpus.words[corpus.offsets[chunk] : corpus.offsets[chunk + 1]]
    if kind == "keywords":
        words = words[words >= COMMON]
    vector = corpus.vectors[chunk] + rng.standard_normal(DIMENSION).astype(np.float32) * 0.03
    picked = rng.choice(words, int(rng.integers(3, 8)), replace=False)
    return Query(kind=kind, caller=caller, words=tuple(picked.tolist()), vector=vector / np.linalg.norm(vector))
