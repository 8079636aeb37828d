"""How exactly a citation says where a claim stands, and what a profile asks for (H3).

The levels are those that were checked and hold, not those that were written down: a section that is not the one of
the quote is no section level, a version that is not the one read no version level.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aver.errors import BadInput
from aver.values.answers import Citation
from aver.values.evidence import Passage
from aver.values.verification import GivenCitation, Level

DEMANDS: Mapping[str, frozenset[Level]] = MappingProxyType(
    {
        "general": frozenset(),
        "support": frozenset({Level.DOCUMENT}),
        "policy": frozenset({Level.SPAN}),
        "science": frozenset({Level.SPAN}),
        "tables": frozenset({Level.CELL}),
        "finance": frozenset({Level.CELL}),
        "legal": frozenset({Level.SPAN, Level.VERSION}),
    }
)
"""The levels that every citation must reach by profile; a citation below them counts for nothing."""


def demanded(profile: str) -> frozenset[Level]:
    """Return the levels that `profile` asks for. Raises BadInput for one that isn't known."""
    if profile not in DEMANDS:
        raise BadInput(f"there is no profile {profile!r}", hint=f"choose one of {', '.join(DEMANDS)}")
    return DEMANDS[profile]


def levels_of(given: GivenCitation, passage: Passage | None, resolved: Citation | None) -> frozenset[Level]:
    """Return the levels at which a citation holds, `claim` left out: that takes reading (`aver.stages.verifying`).

    `passage` is the one it leads to, None where its source is unknown; `resolved` the exact span that it names, None
    where it names none or a wrong one.
    """
    if passage is None:
        return frozenset()
    held = {Level.DOCUMENT}
    if given.version is not None and given.version == passage.version:
        held.add(Level.VERSION)
    if given.chunk is not None and given.chunk == passage.chunk:
        held.add(Level.CHUNK)
    if _names_section(given.section, passage):
        held.add(Level.SECTION)
    if resolved is not None:
        held |= {Level.SPAN, Level.CHUNK}
        if given.section is None and passage.section_path.text:
            held.add(Level.SECTION)
        if resolved.cell_range is not None and given.cell in (None, resolved.cell_range.text):
            held.add(Level.CELL)
    return frozenset(held)


def _names_section(named: str | None, passage: Passage) -> bool:
    """Whether the section named is the passage's, or one of those around it."""
    if named is None or not named.strip():
        return False
    path = [name.strip().casefold() for name in passage.section_path.text.split(" > ")]
    wanted = [name.strip().casefold() for name in named.split(" > ")]
    return any(path[place : place + len(wanted)] == wanted for place in range(len(path)))
