"""How likely a text goes on to examine what it has just said: one linear weighing of the built-in reader's states (G2).

"The inner basin is 4.2 metres deep", and two paragraphs on "nowhere did the instrument find more than 3.1". What comes
of an examination a model of this size can't tell, since it takes knowledge or arithmetic; that there is one it can.
`training/fit_examination.py` fits the weights; the card in the weights package says what they cannot do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.models.pair_model import PairModel, Window, marks_of
from aver.models.weights import encodable, linear_weights

EXAMINATION_WEIGHTS = "reader/examination.npy"
"""(3 x width + 1,): what each number of the states adds to the log odds, the constant last."""

QUESTION, QUOTE, AFTER = 40, 90, 200
"""Most tokens of each that are read."""


class BuiltinExamination:
    """The reader's own say on whether what follows a quote examines it; a pure function of each triple."""

    def __init__(self, model: PairModel) -> None:
        self._model = model

    def examined(self, question: str, quotes: Sequence[tuple[str, str]]) -> tuple[float, ...]:
        """Return one probability, with 6 decimals, per quote and the text after it; 0 where nothing comes after it."""
        return tuple(self._examined(question, quote, after) for quote, after in quotes)

    def features(self, question: str, quote: str, after: str) -> NDArray[np.float64] | None:
        """Return the means of the states over the quote and what follows, and the greatest of the latter; None where
        nothing that can be read follows."""
        places: list[tuple[int, int, int]] = []

        def window(tokenizer: Tokenizer) -> Window:
            before, between = marks_of(tokenizer)
            texts = ((question, QUESTION), (quote, QUOTE), (after, AFTER))
            asked, said, then = (
                tokenizer.encode(encodable(text), add_special_tokens=False).ids[:most] for text, most in texts
            )
            places.append((len(asked), len(said), len(then)))
            ids = [[before, *asked, between, *said, between, *then, between]]
            return Window(ids=np.array(ids, dtype=np.int64), second=len(asked) + len(said) + 3, offsets=())

        states = self._model.states(window).astype(np.float64)
        [(asked, said, then)] = places
        quoted, following = states[asked + 2 :][:said], states[asked + said + 3 :][:then]
        if not len(following):
            return None
        mean = quoted.mean(axis=0) if len(quoted) else np.zeros(states.shape[1])
        return np.concatenate([mean, following.mean(axis=0), following.max(axis=0)])

    def _examined(self, question: str, quote: str, after: str) -> float:
        found = self.features(question, quote, after)
        if found is None:
            return 0.0
        odds = float(found @ self._weights[:-1] + self._weights[-1])
        return round(1.0 / (1.0 + float(np.exp(-odds))), 6)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        return linear_weights(EXAMINATION_WEIGHTS)
