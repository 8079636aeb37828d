"""A relevance scorer behind `POST /rerank` as vLLM, llama.cpp, Infinity, Jina and Cohere speak it (M4).

It says how well each passage bears on the question and nothing else, so its readings hold no span and vouch for no
answer; how they are used says `aver.stages.selection.rescored`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from aver.models.http_json import Address, client_library, connected
from aver.models.pair_model import Calibration
from aver.models.weights import encodable
from aver.values.pairs import Reading

UNCALIBRATED = Calibration()
"""Scores taken as logits, which keeps their order."""
_BYTES = 65_536
_BYTES_PER_TEXT = 65_536
"""Servers send each document back."""


class RerankingReader:
    """The port `Reader` over HTTP; one request per question. Scores may be on any scale: only their order counts.

    Raises MissingExtra when made, and ModelFailed from `read`.
    """

    def __init__(self, address: Address) -> None:
        client_library(address.section)
        self._address = address

    @property
    def reader_id(self) -> str:
        """Names the model."""
        return f"rerank:{self._address.model}"

    def read(self, question: str, passages: Sequence[str]) -> tuple[Reading, ...]:
        """Return the relevance of each passage; a server that cuts long ones off reads the beginning only."""
        if not passages:
            return ()
        body = {
            "model": self._address.model,
            "query": encodable(question),
            "documents": [encodable(passage) for passage in passages],
            "top_n": len(passages),
            "return_documents": False,
        }
        most = _BYTES + _BYTES_PER_TEXT * len(passages) + sum(8 * len(passage) for passage in passages)
        with connected(self._address) as connection:
            reply = connection.post("/rerank", body, most=most)
            try:
                scores = scores_of(reply, len(passages))
            except (ValueError, TypeError, KeyError, OverflowError) as error:
                raise connection.failure(
                    "sends scores that can't be used", hint="check that it serves a relevance model"
                ) from error
        return tuple(reading_of(UNCALIBRATED.probability(score)) for score in scores)


def reading_of(relevance: float) -> Reading:
    """Return what a model that judges relevance alone says of a passage: it vouches for no answer and no span."""
    return Reading(relevance=relevance, answerable=0.0, start=None, end=None, margin=0.0)


def scores_of(reply: dict[str, Any], count: int) -> tuple[float, ...]:
    """Return the scores of a reply in the order of the passages.

    Raises ValueError, TypeError, KeyError and OverflowError for whatever else a reply may hold.
    """
    results = reply["results"]
    if not isinstance(results, list) or len(results) != count:
        raise ValueError("not one score per passage")
    scores: dict[int, float] = {}
    for one in results:
        index, score = one["index"], one["relevance_score"]
        if type(index) is not int or index in scores or not 0 <= index < count:
            raise ValueError("an index that was not asked for")
        if type(score) not in (int, float) or not math.isfinite(score):
            raise TypeError("not a number")
        scores[index] = float(score)
    return tuple(scores[index] for index in range(count))
