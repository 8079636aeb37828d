"""Which readable document took a superseded one's place, following the chain its documents declare.

A link counts only when the superseded document is readable, declares it itself, and the successor is
readable too (definitions.md): what is hidden neither supersedes nor is hinted at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aver.index.columns import VersionColumns, VersionRow
from aver.stages.graph.naming import candidate_uris
from aver.values.governance import Eligibility

_MAX_CHAIN = 50


def successors(versions: VersionColumns, uris: Sequence[str], eligible: Eligibility) -> tuple[tuple[str, str], ...]:
    """Return `(uri, document id of the last readable successor)` for those of `uris` that have one."""
    mask = versions.eligible(eligible)
    readable = {row.uri: row for row, open_ in zip(versions.rows, mask.tolist(), strict=True) if open_}
    found: list[tuple[str, str]] = []
    for uri in dict.fromkeys(uris):
        last = _last(uri, readable)
        if last is not None:
            found.append((uri, last.document))
    return tuple(found)


def _last(uri: str, readable: Mapping[str, VersionRow]) -> VersionRow | None:
    """Walk the declared successors from `uri` as far as they are readable; stop at a cycle."""
    seen = {uri}
    last: VersionRow | None = None
    current = readable.get(uri)
    while current is not None and len(seen) <= _MAX_CHAIN:
        following = _first_readable(current, readable)
        if following is None or following.uri in seen:
            break
        seen.add(following.uri)
        last = current = following
    return last


def _first_readable(row: VersionRow, readable: Mapping[str, VersionRow]) -> VersionRow | None:
    for name in row.governance.superseded_by:
        for candidate in candidate_uris(row.uri, name):
            if candidate in readable:
                return readable[candidate]
    return None
