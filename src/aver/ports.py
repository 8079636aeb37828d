"""Ports: what a stage is handed from outside, each with at least two real adapters.

A stage never opens a model or a store; it is given plain callables and small protocols by the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from aver.values.chat import ChatRequest, Completion
from aver.values.evidence import Passage, Reached
from aver.values.governance import Eligibility
from aver.values.pairs import Entailed, Reading
from aver.values.stance import InContext


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """The word pieces of one encoder, without its special tokens and without truncation.

    `count` takes texts and returns the number of word pieces of each; `spans` takes one text and
    returns a half-open code-point range `(start, end)` per word piece, in order. `encode` is that
    encoder itself, one unit row per text, None where only counting is at hand.
    """

    count: Callable[[Sequence[str]], Sequence[int]]
    spans: Callable[[str], Sequence[tuple[int, int]]]
    encode: Callable[[Sequence[str]], NDArray[np.float32]] | None = None


class Embedder(Protocol):
    """Texts to unit vectors; a text's vector depends on the text alone, whatever is encoded beside it."""

    @property
    def encoder_id(self) -> str:
        """Names weights and quantisation; stored with every index and never mixed."""

    @property
    def dimension(self) -> int:
        """Components of a vector."""

    @property
    def max_tokens(self) -> int:
        """Word pieces of a text that are read; the rest is cut off."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text, shape (n, dimension)."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of word pieces of each text."""

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the code-point range of each word piece."""


class Reader(Protocol):
    """Reads passages for a question: on topic, answering, and where (architecture.md, `Scorer` and `Reader`).

    One model does all three in one pass. It proposes an order and a span; it never decides.
    """

    @property
    def reader_id(self) -> str:
        """Names weights, quantisation and calibration."""

    def read(self, question: str, passages: Sequence[str]) -> tuple[Reading, ...]:
        """Return one reading per passage, each independent of the others."""


class StanceReader(Protocol):
    """Reads a passage where it stands, for what its document holds; one more say beside its structure."""

    def weigh(
        self, question: str, passage: InContext
    ) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
        """Return what reading adds to the log odds of every stance, of every role and of everything that the passage
        may say to the question, in the order that the fitted weights name them (aver.stages.stance.weights_case)."""


class Factuality(Protocol):
    """Says how likely a sentence tells what is asked as a fact, and not as somebody's word, a plan or what was."""

    def factual(self, question: str, quotes: Sequence[str]) -> tuple[float, ...]:
        """Return one probability per quote, each independent of the others."""


@runtime_checkable
class Examination(Protocol):
    """Says how likely a text goes on to examine what is quoted of it, whatever comes of that."""

    def examined(self, question: str, quotes: Sequence[tuple[str, str]]) -> tuple[float, ...]:
        """Return one probability per quote and the text after it, each independent of the others."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What the inner states of a reader say beside its readings, as far as something is fitted to them."""

    stance: StanceReader | None = None
    factuality: Factuality | None = None
    examination: Examination | None = None


NO_INSIGHT = Insight()


class Entailment(Protocol):
    """Says whether evidence entails a claim; weak evidence beside the deterministic checks, never a verdict."""

    @property
    def entailment_id(self) -> str:
        """Names weights, quantisation and calibration."""

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        """Return one judgement per text of evidence, each independent of the others."""


class Chat(Protocol):
    """A chat model: deterministic as far as its server allows, one reply as JSON text, or a named failure.

    It never raises for what a server does; a missing client raises MissingExtra when the model is opened.
    """

    @property
    def chat_id(self) -> str:
        """The model's configured name."""

    def complete(self, request: ChatRequest) -> Completion:
        """Return the reply, unread and unverified, or the failure of this one call."""


class Source(Protocol):
    """A place outside the store that is searched under the same eligibility: tables, logs, histories, lookups, answers.

    What it finds are whole passages of small documents of its own (a row, a log entry, a commit), each with an id made
    from its content. `until` is a moment of `time.monotonic()`; a source that can't keep it raises DeadlineExceeded,
    and one that can't be read SourceFailed.
    """

    @property
    def name(self) -> str:
        """The channel it is in every result, as `kind:name`."""

    def opens(self, eligible: Eligibility, asked: str) -> bool:
        """Whether this caller may know of the source at all and `asked` calls for it; where not, it isn't touched."""

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage | Reached, ...]:
        """Return at most `k` eligible passages for `asked`, best first, each with its way if it has one."""

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return the chunk ids of those `passages` that stand here word for word now and are eligible (C6)."""
