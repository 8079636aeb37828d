"""Run an exported pair model as the product does: one pair a run, nothing padded, so no pair moves another's score.

Dynamic int8 scales activations per run (docs/decisions/0001-embedder.md), hence figures from batches would not be the
product's figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from aver.models.weights import session_of
from aver_training.pairs import Encoded, PairTokens, padded

MAX_ANSWER = 40
"""Most tokens of an answer span."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderScore:
    """Logits of relevance and answerability, the best span of the passage, and how far it beats the null span."""

    relevance: float
    answerable: float
    span: tuple[int, int]
    margin: float


def session(model: Path, *, threads: int = 1) -> onnxruntime.InferenceSession:
    return session_of(model.read_bytes(), threads=threads)


def run(engine: onnxruntime.InferenceSession, pair: Encoded) -> list[NDArray[np.float32]]:
    """The model's outputs for one pair."""
    batch = padded([pair])
    found: list[NDArray[np.float32]] = engine.run(
        None, {"input_ids": batch.ids, "attention_mask": batch.mask, "token_type_ids": batch.types}
    )
    return found


def read(engine: onnxruntime.InferenceSession, tokens: PairTokens, question: str, passage: str) -> ReaderScore:
    """Score one passage; the span is half-open in code points of `passage`, (0, 0) if it has no token."""
    pair = tokens.encode(question, passage)
    relevance, answerable, start, end = run(engine, pair)
    first, last, score = best_span(start[0], end[0], pair.second, len(pair.offsets))
    null = float(start[0][0] + end[0][0])
    span = (pair.offsets[first][0], pair.offsets[last][1]) if pair.offsets else (0, 0)
    return ReaderScore(relevance=float(relevance[0]), answerable=float(answerable[0]), span=span, margin=score - null)


def best_span(start: NDArray[np.float32], end: NDArray[np.float32], second: int, count: int) -> tuple[int, int, float]:
    """First and last token, counted from the passage's first, of the span with the highest start + end logit.

    At most MAX_ANSWER tokens long; ties go to the earliest, then the shortest. (0, 0, -inf) where `count` is 0.
    """
    if not count:
        return 0, 0, float("-inf")
    sums = start[second : second + count, None] + end[None, second : second + count]
    length = np.arange(count)[None, :] - np.arange(count)[:, None]
    sums = np.where((length >= 0) & (length < MAX_ANSWER), sums, -np.inf)
    place = int(np.argmax(sums))
    return place // count, place % count, float(sums.flat[place])


def entailment(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, evidence: str, claim: str
) -> NDArray[np.float64]:
    """Probabilities of entail, neutral, contradict by softmax, uncalibrated."""
    logits = run(engine, tokens.encode(claim, evidence))[0][0].astype(np.float64)
    weights = np.exp(logits - logits.max())
    found: NDArray[np.float64] = weights / weights.sum()
    return found


def over_windows(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, sentences: Sequence[str], claim: str
) -> NDArray[np.float64]:
    """Judge long evidence by the window that speaks loudest, i.e. has the least neutral, then the most entail."""
    found = [entailment(engine, tokens, window, claim) for window in windows(sentences)]
    return min(found, key=lambda one: (float(one[1]), -float(one[0])))


def windows(sentences: Sequence[str], *, width: int = 3) -> tuple[str, ...]:
    """Every sentence alone, because a neighbour can blur it, and every run of `width`; all of them where fewer."""
    runs = (
        " ".join(sentences[start : start + size])
        for size in sorted({1, width})
        for start in range(max(1, len(sentences) - size + 1))
    )
    return tuple(dict.fromkeys(runs))
