"""How often a cache had what was wanted: counts by name, never what was looked for (M6, M8).

Every cache of a store is keyed by eligibility or by the number of the tenant's last change, so what a change touches is
looked for under another key and counts as a miss.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping


class CacheHits:
    """Hits and misses since the process began; safe for several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hits: Counter[str] = Counter()
        self._misses: Counter[str] = Counter()

    def note(self, cache: str, *, hits: int = 0, misses: int = 0) -> None:
        """Count look-ups in the cache of that name."""
        with self._lock:
            self._hits[cache] += hits
            self._misses[cache] += misses

    def counts(self) -> Mapping[str, tuple[int, int]]:
        """Return (hits, misses) by the name of each cache that was looked into, in order of names."""
        with self._lock:
            return {name: (self._hits[name], self._misses[name]) for name in sorted(self._hits)}


def added(several: Iterable[Mapping[str, tuple[int, int]]]) -> Mapping[str, tuple[int, int]]:
    """Return the counts of several stores as one's."""
    sums = CacheHits()
    for counts in several:
        for name, (hits, misses) in counts.items():
            sums.note(name, hits=hits, misses=misses)
    return sums.counts()
