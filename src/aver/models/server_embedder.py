"""A sentence encoder behind any OpenAI-compatible server: `/v1/embeddings` of OpenAI, Ollama, vLLM and the like (M4).

Its id names model and dimension, not the server: the same model may move. The dimension is learned once, from the
home or by one request, and every reply is held to it. One text goes in one request unless configured otherwise,
because servers pad what comes together, and then a hidden document could move a visible one's vector (C5). What a
server does with requests that arrive at once is out of reach; docs/models.md says what follows from that.

Lengths are counted in the built-in encoder's word pieces, which for the languages it knows are about as short as those
of other encoders; what exceeds `max_tokens` of them is cut off here, so that no server cuts in silence.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aver.errors import EncoderMismatch
from aver.index.vectors import SCALE
from aver.models.http_json import Address, Connection, client_library, connected
from aver.models.weights import encodable, named_pool
from aver.ports import Tokenizer

MOST_DIMENSION = 4096
"""Fixed-point rounding moves the length of a longer vector by more than 0.001 (`aver.store.doctor_index`)."""
SAME = 0.95
"""Least cosine of one model's vectors of a text; int8 in a batch gave 0.98 (docs/decisions/0001-embedder.md)."""
_BYTES = 65_536
_BYTES_PER_TEXT = 40 * MOST_DIMENSION
"""A component is written in at most some 25 characters."""


class OpenAICompatibleEmbedder:
    """The port `Embedder` over HTTP; `workers` requests run at a time. `dimension` None is asked for at first need;
    `known` is a text with the fixed-point vector that it once got, which is made again before the first `encode`.

    `encode`, and `encoder_id` and `dimension` where it must be asked for, raise ModelFailed, and EncoderMismatch where
    the server's model or dimension is another than before. Raises MissingExtra when made.
    """

    def __init__(
        self,
        address: Address,
        *,
        pieces: Tokenizer,
        max_tokens: int = 512,
        batch: int = 1,
        workers: int = 2,
        dimension: int | None = None,
        known: tuple[str, NDArray[np.int16]] | None = None,
    ) -> None:
        client_library(address.section)
        self._address, self._pieces, self._batch = address, pieces, batch
        self._max_tokens, self._dimension = max_tokens, dimension
        self._known = known
        self._named: str | None = None
        self._lock = threading.Lock()
        self._pool = named_pool("embed-worker", workers)

    @property
    def encoder_id(self) -> str:
        """Names model and dimension."""
        return f"{id_prefix(self._address.model)}{self.dimension}"

    @property
    def dimension(self) -> int:
        """Components of a vector."""
        if self._dimension is None:
            with connected(self._address) as connection:
                row = self._rows(connection, ["How long is a vector?"])[0]
            self._dimension = len(row)
        return self._dimension

    @property
    def max_tokens(self) -> int:
        """Word pieces of the built-in encoder that are sent of a text."""
        return self._max_tokens

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit rows (n, dimension) in the order of `texts`; all of them or an error."""
        dimension = self.dimension
        starts = range(0, len(texts), self._batch)
        batches = [[self._sent(text) for text in texts[start : start + self._batch]] for start in starts]
        rows = np.empty((len(texts), dimension), dtype=np.float32)
        with connected(self._address) as connection:
            self._same_vectors(connection)
            for start, found in zip(starts, self._pool.map(partial(self._rows, connection), batches), strict=True):
                rows[start : start + len(found)] = found
        return rows

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of the built-in encoder's word pieces in each text."""
        return list(self._pieces.count(texts))

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the code-point range of each of those pieces."""
        return tuple(self._pieces.spans(text))

    def _sent(self, text: str) -> str:
        """Return what is sent of a text; an empty one as a space, since servers refuse to embed nothing."""
        if len(text) > self._max_tokens:
            pieces = self._pieces.spans(text)
            if len(pieces) > self._max_tokens:
                text = text[: pieces[self._max_tokens - 1][1]]
        return encodable(text) or " "

    def _rows(self, connection: Connection, texts: Sequence[str]) -> NDArray[np.float32]:
        body = {"model": self._address.model, "input": list(texts), "encoding_format": "float"}
        reply = connection.post("/embeddings", body, most=_BYTES + _BYTES_PER_TEXT * len(texts))
        try:
            rows = rows_of(reply, len(texts))
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise connection.failure(
                "sends embeddings that can't be used", hint="check that it serves an embedding model"
            ) from error
        self._same_model(reply.get("model"))
        if self._dimension is not None and rows.shape[1] != self._dimension:
            raise EncoderMismatch(
                f"the server of {self._address.model} now gives {rows.shape[1]} components instead of "
                f"{self._dimension}: that is another model",
                hint="serve the first model again, or give the new one a name of its own and run aver reembed",
            )
        return rows

    def _same_vectors(self, connection: Connection) -> None:
        """Make the known vector again, once; a dimension that differs is for `_rows` to tell."""
        known = self._known
        if known is None:
            return
        cosine = float(self._rows(connection, [self._sent(known[0])])[0] @ known[1].astype(np.float32)) / SCALE
        if cosine < SAME:
            raise EncoderMismatch(
                f"the server of {self._address.model} gives another vector than the home's for the same text "
                f"(cosine {cosine:.2f}): that is another model, or it is set up otherwise",
                hint="serve the first model again, or give the new one a name of its own and run aver reembed",
            )
        self._known = None

    def _same_model(self, named: object) -> None:
        with self._lock:
            self._named = self._named or (named if isinstance(named, str) else None)
            if isinstance(named, str) and named != self._named:
                raise EncoderMismatch(
                    f"the server of {self._address.model} changed the model it answers with",
                    hint="ask for one model by its whole name, then run aver reembed",
                )


def id_prefix(model: str) -> str:
    """Return what the id of every encoder of that name begins with; its dimension follows."""
    return f"openai:{model}:"


def recorded_dimension(encoder: str, model: str) -> int | None:
    """Return the dimension in the recorded id `encoder` where it is that of `model`, else None."""
    rest = encoder.removeprefix(id_prefix(model))
    return int(rest) if rest != encoder and rest.isascii() and rest.isdecimal() and len(rest) < 6 else None


def rows_of(reply: dict[str, Any], count: int) -> NDArray[np.float32]:
    """Return the unit rows (count, d) of a reply, in the order of what was asked.

    Raises ValueError, TypeError, KeyError and OverflowError for whatever else a reply may hold.
    """
    data = reply["data"]
    if not isinstance(data, list) or len(data) != count:
        raise ValueError("not one embedding per text")
    rows: dict[int, list[float]] = {}
    for one in data:
        index, values = one["index"], one["embedding"]
        if type(index) is not int or index in rows or not 0 <= index < count:
            raise ValueError("an index that was not asked for")
        if not isinstance(values, list) or not all(type(value) in (int, float) for value in values):
            raise TypeError("not a list of numbers")
        rows[index] = values
    lengths = {len(values) for values in rows.values()}
    if len(lengths) != 1 or not 1 <= max(lengths) <= MOST_DIMENSION:
        raise ValueError("not one dimension")
    return unit(np.array([rows[index] for index in range(count)], dtype=np.float64))


def unit(rows: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return `rows` (n, d) at length 1. Raises ValueError for a row without direction, or one that is no number."""
    largest = np.abs(rows).max(axis=1, keepdims=True)
    if not np.isfinite(largest).all() or not (largest > 0).all():
        raise ValueError("a vector without direction")
    scaled = rows / largest
    found: NDArray[np.float32] = (scaled / np.linalg.norm(scaled, axis=1, keepdims=True)).astype(np.float32)
    return found
