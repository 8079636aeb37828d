"""What was current on the day that is asked about (C3, "as of").

A version that has been replaced since was the current one on an earlier day, if its own validity says so. Without a
`valid_until` nobody knows since when it was replaced, and it stays superseded.
"""

from __future__ import annotations

from dataclasses import replace

from aver.values.evidence import Freshness, Passage


def as_it_stood(passage: Passage, *, as_of: str, today: str) -> Passage:
    """Return `passage` as current where it was valid on the earlier day `as_of` (ISO dates), else unchanged."""
    ended = passage.valid_until
    if passage.freshness is not Freshness.SUPERSEDED or as_of >= today or ended is None or as_of >= ended:
        return passage
    if passage.valid_from is not None and as_of < passage.valid_from:
        return passage
    return replace(passage, freshness=Freshness.ACTIVE)
