"""The governance of every version of a tenant as columns, and the mask a caller's eligibility makes of them.

One mask opens every channel: it is computed from the eligibility alone, before any row is looked at
(C2), so what it hides is never fetched, scored, ranked or counted. Permission is default-deny: a
version without readers matches nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from aver.values.governance import Eligibility, Governance

_FOREVER = date.max.toordinal()


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """What the index knows of one version: its key in the store, its document, its governance, and its names."""

    key: int
    document: str
    uri: str
    number: int
    governance: Governance
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Sets:
    """One set of names per version as CSR over interned names; an empty set means `empty_matches`."""

    offsets: NDArray[np.int64]
    names: NDArray[np.int32]
    interned: Mapping[str, int]
    empty_matches: bool

    @staticmethod
    def of(sets: Sequence[frozenset[str]], *, empty_matches: bool) -> _Sets:
        interned: dict[str, int] = {}
        names = [interned.setdefault(name, len(interned)) for one in sets for name in sorted(one)]
        lengths = np.fromiter((len(one) for one in sets), np.int64, len(sets))
        return _Sets(np.r_[0, np.cumsum(lengths)], np.asarray(names, dtype=np.int32), interned, empty_matches)

    def match(self, wanted: Iterable[str]) -> NDArray[np.bool_]:
        """Return for each version whether its set shares a name with `wanted`."""
        known = np.zeros(len(self.interned) + 1, dtype=np.int64)
        known[[self.interned[name] for name in wanted if name in self.interned]] = 1
        running = np.r_[0, np.cumsum(known[self.names])]
        found: NDArray[np.bool_] = running[self.offsets[1:]] > running[self.offsets[:-1]]
        if self.empty_matches:
            found |= self.offsets[1:] == self.offsets[:-1]
        return found


@dataclass(frozen=True, slots=True)
class VersionColumns:
    """Every version of one tenant, in rising order of key."""

    rows: tuple[VersionRow, ...]
    keys: NDArray[np.int64]
    _readers: _Sets
    _jurisdictions: _Sets
    _products: _Sets
    _tiers: _Sets
    _classification: NDArray[np.int64]
    _valid_from: NDArray[np.int64]
    _valid_until: NDArray[np.int64]
    _redacted: NDArray[np.bool_]
    _replaced_by: NDArray[np.int64]
    _positions: Mapping[int, int] = field(repr=False)

    @staticmethod
    def of(rows: Iterable[VersionRow]) -> VersionColumns:
        """Return the columns of `rows`."""
        ordered = tuple(sorted(rows, key=lambda row: row.key))
        rules = [row.governance for row in ordered]
        newest: dict[str, int] = {}
        replaced_by = np.full(len(ordered), -1, dtype=np.int64)
        for position in sorted(range(len(ordered)), key=lambda p: -ordered[p].number):
            document = ordered[position].document
            replaced_by[position] = newest.get(document, -1)
            newest[document] = position
        return VersionColumns(
            ordered,
            np.fromiter((row.key for row in ordered), np.int64, len(ordered)),
            _Sets.of([rule.readers for rule in rules], empty_matches=False),
            _Sets.of([rule.jurisdictions for rule in rules], empty_matches=True),
            _Sets.of([rule.products for rule in rules], empty_matches=True),
            _Sets.of([rule.tiers for rule in rules], empty_matches=True),
            np.fromiter((int(rule.classification) for rule in rules), np.int64, len(rules)),
            np.fromiter((_ordinal(rule.valid_from, 0) for rule in rules), np.int64, len(rules)),
            np.fromiter((_ordinal(rule.valid_until, _FOREVER) for rule in rules), np.int64, len(rules)),
            np.fromiter((rule.redacted for rule in rules), np.bool_, len(rules)),
            replaced_by,
            {row.key: position for position, row in enumerate(ordered)},
        )

    def eligible(self, eligibility: Eligibility) -> NDArray[np.bool_]:
        """Return which versions the eligibility opens, newest readable version of each document only."""
        day = _ordinal(eligibility.as_of, 0)
        mask = self._readers.match(eligibility.principals)
        mask &= self._classification <= eligibility.clearance
        mask &= (self._valid_from <= day) & (day < self._valid_until) & ~self._redacted
        if eligibility.jurisdiction is not None:
            mask &= self._jurisdictions.match([eligibility.jurisdiction])
        if eligibility.products:
            mask &= self._products.match(eligibility.products)
        if eligibility.tier is not None:
            mask &= self._tiers.match([eligibility.tier])
        mask &= ~self._replaced(mask)
        if eligibility.documents is not None:
            mask &= np.fromiter((row.document in eligibility.documents for row in self.rows), np.bool_, len(self.rows))
        return mask

    def _replaced(self, readable: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which versions have a newer version that is itself readable; hidden successors don't count."""
        replaced = np.zeros(len(self.rows), dtype=np.bool_)
        successor = self._replaced_by.copy()
        while (waiting := np.flatnonzero((successor >= 0) & ~replaced)).size:
            replaced[waiting] = readable[successor[waiting]]
            successor[waiting] = np.where(replaced[waiting], -1, self._replaced_by[successor[waiting]])
        return replaced

    def position(self, key: int) -> int | None:
        """Return the position of the version with that key, or None."""
        return self._positions.get(key)


def _ordinal(day: str | None, otherwise: int) -> int:
    return otherwise if day is None else date.fromisoformat(day[:10]).toordinal()
