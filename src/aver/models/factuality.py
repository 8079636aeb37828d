"""How likely a sentence tells what is asked as a fact: one linear weighing of the built-in reader's inner states (B6).

"Most tourists believe that the tunnel is 9 kilometres long" answers how long it is as far as the reader can tell: it
was taught where an answer stands, not whether the text stands behind it. Half-way up its layers it knows more.
`training/fit_factuality.py` fits the weights; the card in the weights package says what they cannot do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.models.pair_model import PairModel, Window, marks_of
from aver.models.weights import encodable, linear_weights

FACTUALITY_WEIGHTS = "reader/factuality.npy"
"""(4 x width + 1,): what each number of the states adds to the log odds, the constant last."""

SURE = 0.3
"""Less likely a fact than this is none (docs/decisions/0029-told-as-a-fact.md)."""

QUESTION, QUOTE = 48, 160
"""Most tokens of each that are read."""


class BuiltinFactuality:
    """The reader's own say on whether a quote tells what is asked as a fact; a pure function of each pair."""

    def __init__(self, model: PairModel) -> None:
        self._model = model

    def factual(self, question: str, quotes: Sequence[str]) -> tuple[float, ...]:
        """Return one probability per quote, with 6 decimals."""
        return tuple(self._factual(question, quote) for quote in quotes)

    def features(self, question: str, quote: str) -> NDArray[np.float64]:
        """Return the states of the first token, and the means over everything, the question and the quote."""
        places: list[tuple[int, int]] = []

        def window(tokenizer: Tokenizer) -> Window:
            before, between = marks_of(tokenizer)
            asked = tokenizer.encode(encodable(question), add_special_tokens=False).ids[:QUESTION]
            said = tokenizer.encode(encodable(quote), add_special_tokens=False).ids[:QUOTE]
            places.append((len(asked), len(said)))
            ids = [[before, *asked, between, *said, between]]
            return Window(ids=np.array(ids, dtype=np.int64), second=len(asked) + 2, offsets=())

        states = self._model.states(window).astype(np.float64)
        [(asked, said)] = places
        parts = (states, states[1 : 1 + asked], states[2 + asked : 2 + asked + said])
        means = [part.mean(axis=0) if len(part) else np.zeros(states.shape[1]) for part in parts]
        return np.concatenate([states[0], *means])

    def _factual(self, question: str, quote: str) -> float:
        odds = float(self.features(question, quote) @ self._weights[:-1] + self._weights[-1])
        return round(1.0 / (1.0 + float(np.exp(-odds))), 6)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        return linear_weights(FACTUALITY_WEIGHTS)
