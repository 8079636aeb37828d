"""The axes along which a claim can say more than its evidence, and the levels of each, weakest first (H4).

After the label sets of the literature on correlation and causation (Wright and Augenstein 2021) and on
evidence force (arXiv 2605.28044); levels are compared, never added.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Axis(StrEnum):
    """The five axes, in the names of the labelled pairs."""

    RELATION = "relation"
    MODALITY = "modality"
    SCOPE = "scope"
    TEMPORAL = "temporal"
    NUMERIC = "numeric"


class Relation(IntEnum):
    """How two things hang together."""

    NONE = 0
    ASSOCIATED = 1
    CONTRIBUTES = 2
    CHANGES = 3
    CAUSES = 4
    PROVES = 5


class Modality(IntEnum):
    """How sure or how binding a statement is; a plain statement is `PLAIN`, and so is a duty."""

    POSSIBLE = 1
    HEDGED = 2
    PLAIN = 3
    CERTAIN = 4


class Scope(IntEnum):
    """Of how much of its subject a statement holds; without a word for it, `PLAIN`."""

    FEW = 1
    SOME = 2
    MANY = 3
    MOST = 4
    PLAIN = 5
    ALL = 6


class Temporal(IntEnum):
    """For how long a statement holds; a present tense without more is `PLAIN`."""

    PAST = 1
    PROVISIONAL = 2
    RECENT = 3
    PLAIN = 4
    LASTING = 5


PLAIN = {
    Axis.RELATION: int(Relation.NONE),
    Axis.MODALITY: int(Modality.PLAIN),
    Axis.SCOPE: int(Scope.PLAIN),
    Axis.TEMPORAL: int(Temporal.PLAIN),
}
"""The level of a statement that has no cue of the axis."""
