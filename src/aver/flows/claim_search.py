"""Finding the frozen claims that a question is about (J3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aver.index.vectors import to_fixed
from aver.ports import Embedder
from aver.store.claim_index import ClaimIndex, embed_lacking
from aver.values.claims import FoundClaim, StoredKind
from aver.values.governance import Eligibility


def frozen_claims(
    index: ClaimIndex,
    embedder: Embedder,
    asked: str | NDArray[np.int16],
    k: int,
    *,
    eligible: Eligibility,
    kinds: frozenset[StoredKind] = frozenset(StoredKind),
) -> tuple[FoundClaim, ...]:
    """Return the `k` claims in service for `eligible` that are most similar to what is asked, best first.

    `asked` is text or its fixed-point unit vector, shape (d,). A claim frozen since the last search, or before the
    home's encoder was changed, has no vector yet and gets it first, so none is missed. Raises HomeBusy.
    """

    def embed(statements: Sequence[str]) -> NDArray[np.int16]:
        return to_fixed(embedder.encode(statements))

    embed_lacking(index, eligible.tenant, encoder=embedder.encoder_id, embed=embed)
    query = embed([asked])[0] if isinstance(asked, str) else asked
    return index.search(query, k, eligible=eligible, encoder=embedder.encoder_id, kinds=kinds)
