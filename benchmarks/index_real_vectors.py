"""Vectors of real passages and real questions, from the shared development data, cached outside the repository.

Passages are cut to `CHARACTERS` (about 80 tokens), which keeps embedding 30,000 of them to a few minutes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aver.index.vectors import to_fixed
from aver.models.embedder import BuiltinEmbedder

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
CHARACTERS = 350
PASSAGES = (
    ("dev/wikipedia_passages", "text"),
    ("dev/squad_dev", "context"),
    ("dev/cranfield_docs", "text"),
    ("dev/med_docs", "text"),
    ("dev/scifact_corpus", "abstract"),
    ("dev/multihop_musique_corpus", "text"),
    ("dev/policyqa_dev", "context"),
    ("train/rerank", "passage"),
)
QUESTIONS = (
    ("dev/squad_dev", "question", 150),
    ("dev/cranfield_queries", "text", 75),
    ("dev/med_queries", "text", 30),
    ("dev/scifact_claims_dev", "claim", 150),
    ("dev/policyqa_dev", "question", 45),
)


@dataclass(frozen=True, slots=True)
class RealVectors:
    """Fixed-point unit rows (n, 384) of passages and (q, 384) of questions."""

    passages: NDArray[np.int16]
    questions: NDArray[np.int16]


def real_vectors(cache: Path, *, rows: int) -> RealVectors:
    """Return the vectors of `rows` distinct passages and of the questions, embedding what `cache` lacks."""
    cache.mkdir(parents=True, exist_ok=True)
    embedder = BuiltinEmbedder()
    return RealVectors(
        _embedded(embedder, cache, list(islice(_passages(), rows))), _embedded(embedder, cache, list(_questions()))
    )


def _embedded(embedder: BuiltinEmbedder, cache: Path, texts: list[str]) -> NDArray[np.int16]:
    name = hashlib.sha256("\n".join([embedder.encoder_id, *texts]).encode()).hexdigest()[:16]
    path = cache / f"{name}.npy"
    if not path.is_file():
        np.save(path, to_fixed(embedder.encode(texts)))
    fixed: NDArray[np.int16] = np.load(path)
    return fixed


def _passages() -> Iterator[str]:
    seen: set[str] = set()
    for name, field in PASSAGES:
        for text in _field(name, field):
            cut = text[:CHARACTERS]
            if cut not in seen:
                seen.add(cut)
                yield cut


def _questions() -> Iterator[str]:
    for name, field, wanted in QUESTIONS:
        every = list(dict.fromkeys(_field(name, field)))
        yield from every[:: max(1, len(every) // wanted)][:wanted]


def _field(name: str, field: str) -> Iterator[str]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            value = json.loads(line)[field]
            yield value if isinstance(value, str) else " ".join(value)
