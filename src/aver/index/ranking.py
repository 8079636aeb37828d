"""Best first, ties by id: an order that no hidden row and no row position can influence."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def contenders(scores: NDArray[np.float64], k: int, *, decimals: int) -> NDArray[np.intp]:
    """Return, rising, the positions of the positive scores that rounding could place among the `k` best."""
    found = np.flatnonzero(scores > 0.0)
    if k <= 0 or len(found) <= k:
        return found[: max(k, 0)]
    among = scores[found]
    threshold = np.partition(among, len(among) - k)[len(among) - k] - 2.0 * 10.0**-decimals
    kept: NDArray[np.intp] = found[among >= threshold]
    return kept


def best(scores: NDArray[np.float64], ids: NDArray[np.uint64], k: int) -> NDArray[np.intp]:
    """Return the positions of the `k` best `scores` (n,), ties broken by rising (n, 2) `ids`.

    Every row that ties with the k-th enters the final sort, so the cut depends on values alone.
    """
    if k <= 0 or not len(scores):
        return np.zeros(0, dtype=np.intp)
    if len(scores) > k:
        threshold = np.partition(scores, len(scores) - k)[len(scores) - k]
        kept = np.flatnonzero(scores >= threshold)
    else:
        kept = np.arange(len(scores))
    order = np.lexsort((ids[kept, 1], ids[kept, 0], -scores[kept]))
    return kept[order[:k]]
