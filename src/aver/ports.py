"""Ports: what a stage is handed from outside, each with at least two real adapters.

A stage never opens a model or a store; it is given plain callables and small protocols by the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """The word pieces of one encoder, without its special tokens and without truncation.

    `count` takes texts and returns the number of word pieces of each; `spans` takes one text and
    returns a half-open code-point range `(start, end)` per word piece, in order.
    """

    count: Callable[[Sequence[str]], Sequence[int]]
    spans: Callable[[str], Sequence[tuple[int, int]]]
