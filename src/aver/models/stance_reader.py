"""What the built-in reader makes of a passage where it stands: one linear weighing of its inner states (G2).

The reader was trained to see whether a passage answers. Half-way up its layers it also sees what is said for and
against what is asked, which structure alone can't tell; `training/fit_stance.py` fits the weights, the reader stays
as it is. The card in the weights package says what it cannot do.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.models.pair_model import PairModel, Window, marks_of
from aver.models.weights import encodable, linear_weights
from aver.values.stance import InContext

STANCE_WEIGHTS = "reader/stance.npy"
"""(5 x width + 1, 13): one row per component, the constant last; columns of stances, roles, and what is said."""

COLUMNS = (5, 10)
"""Where the columns of roles and those of what is said begin."""

QUESTION, TITLE, PASSAGE = 48, 24, 110
"""Most tokens of each that are read; of a title the last, which are the innermost."""
AROUND, ELSEWHERE, SENTENCE = 156, 100, 44
"""Most tokens of the window around the passage, the question included; of all other sentences; and of each."""
TITLE_END, BEGINS, ENDS, ELSEWHERE_BEGINS = ".", "<", ">", "|"
PARTS = 5
"""[CLS], and the means over everything, the question, the passage, and what follows the passage."""


class BuiltinStanceReader:
    """The reader's own say on stance and role; a pure function of question and context."""

    def __init__(self, model: PairModel) -> None:
        self._model = model

    def weigh(
        self, question: str, passage: InContext
    ) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
        """Return what reading adds to the log odds of stances, of roles and of what is said, with 6 decimals."""
        found = self.features(question, passage) @ self._weights[:-1] + self._weights[-1]
        stances, roles, says = np.split(np.round(found, 6), COLUMNS)
        return tuple(map(float, stances)), tuple(map(float, roles)), tuple(map(float, says))

    def features(self, question: str, passage: InContext) -> NDArray[np.float64]:
        """Return the five parts of the states, one behind the other."""
        places: list[tuple[int, int, int]] = []

        def window(tokenizer: Tokenizer) -> Window:
            laid, asked, start, end = _laid_out(tokenizer, question, passage)
            places.append((asked, start, end))
            return laid

        states = self._model.states(window).astype(np.float64)
        [(asked, start, end)] = places
        parts = (states, states[1 : 1 + asked], states[start:end], states[end + 1 : -1])
        means = [part.mean(axis=0) if len(part) else np.zeros(states.shape[1]) for part in parts]
        return np.concatenate([states[0], *means])

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        return linear_weights(STANCE_WEIGHTS)


def _laid_out(tokenizer: Tokenizer, question: str, passage: InContext) -> tuple[Window, int, int, int]:
    """Return the window, the number of the question's tokens, and where the passage's begin and end in it.

    `[CLS] question [SEP] title . before < passage > after | sentence | sentence [SEP]`; of what stands around the
    passage, what follows has two thirds of the room where both are long.
    """
    before, between = marks_of(tokenizer)
    asked, title = _ids(tokenizer, question)[:QUESTION], _ids(tokenizer, passage.title)[-TITLE:]
    said = _ids(tokenizer, " ".join(passage.passage))[:PASSAGE]
    earlier, later = (_ids(tokenizer, " ".join(part)) for part in (passage.before, passage.after))
    room = AROUND - len(asked) - len(title) - len(said) - 8
    later = later[: max(room * 2 // 3, room - len(earlier), 0)]
    earlier = earlier[len(earlier) - max(0, min(len(earlier), room - len(later))) :]
    rest = [
        one
        for line in passage.elsewhere
        for one in (*_ids(tokenizer, ELSEWHERE_BEGINS), *_ids(tokenizer, line)[:SENTENCE])
    ]
    head = [before, *asked, between, *title, *(_ids(tokenizer, TITLE_END) if title else ()), *earlier]
    head += _ids(tokenizer, BEGINS)
    ids = [*head, *said, *_ids(tokenizer, ENDS), *later, *rest[:ELSEWHERE], between]
    laid = Window(ids=np.array([ids], dtype=np.int64), second=len(asked) + 2, offsets=())
    return laid, len(asked), len(head), len(head) + len(said)


def _ids(tokenizer: Tokenizer, text: str) -> list[int]:
    found: list[int] = tokenizer.encode(encodable(text), add_special_tokens=False).ids
    return found
