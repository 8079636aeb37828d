"""A store, tools and a log for tests that ask, with vectors that need no weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aver.flows.ask import AskTools
from aver.flows.tools import ask_tools
from aver.index.vectors import SCALE
from aver.store.run_log import RunLog
from aver.store.store import Store
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.store.corpus import DIMENSION, open_store, vector_of


class BagOfWords:
    """An embedder whose vectors are hashed bags of words."""

    encoder_id = "bag-of-words"
    dimension = DIMENSION
    max_tokens = 254

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray([vector_of(text) / SCALE for text in texts], dtype=np.float32).reshape(len(texts), -1)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        return tuple((i, i + 1) for i in range(len(text)))


def tools_over(store: Store) -> AskTools:
    """Return tools over `store` with a clock that stands still."""
    return replace(ask_tools(store, BagOfWords()), now=lambda: "2026-06-01T12:00:00Z")


def log_over(store: Store) -> RunLog:
    """Return the run log of `store` under a fixed key."""
    return RunLog(write=store.transactions.write, read=store.transactions.read, key=b"k" * 32)


def caller(*principals: str, tenant: str = "t") -> Caller:
    """Return a caller with these principals."""
    return Caller(user=principals[0], tenant=tenant, principals=frozenset(principals))


def inquiry(question: str, **more: object) -> Inquiry:
    """Return an inquiry."""
    return Inquiry(question=Sealed(question), **more)  # type: ignore[arg-type]


def fresh(folder: Path) -> Store:
    """Return an empty store in `folder`."""
    return open_store(folder)
