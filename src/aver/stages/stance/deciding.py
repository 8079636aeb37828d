"""The numbers by which a sentence is found to turn the view of the passage down, to uphold it or to limit it.

They say which sentences are cited. The stance itself is decided by other numbers (`standpoint`): in a long document
the strongest of hundreds of sentences always refutes something, so it must not carry the verdict.
"""

from __future__ import annotations

import numpy as np

from aver.stages.stance.relating import Floats, Related
from aver.stages.stance.signals import POSITION, SIGNALS

PARTS = ("verdict", "turned_down", "open", "others", "background", "own")

CROSSED = (
    ("outcome_against", "relevance"),
    ("outcome_against", "after"),
    ("outcome_against", "same_section"),
    ("outcome_against", "of_itself"),
    ("outcome_against", "points_back"),
    ("outcome_for", "relevance"),
    ("outcome_for", "after"),
    ("outcome_for", "negated"),
    ("drawback", "after"),
    ("drawback", "relevance"),
    ("contrast", "after"),
    ("contrast", "drawback"),
    ("contrast", "outcome_for"),
    ("contrast", "outcome_against"),
    ("negated", "after"),
    ("negated", "coverage"),
    ("differs", "coverage"),
    ("differs", "shared"),
    ("of_itself", "turned_down_status"),
    ("hypothetical", "relevance"),
    ("considered", "relevance"),
    ("attributed", "relevance"),
    ("inside", "outcome_against"),
    ("inside", "hypothetical"),
    ("inside", "considered"),
    ("inside", "attributed"),
    ("against_focus", "after"),
    ("against_claim", "relevance"),
    ("for_claim", "relevance"),
)
"""Pairs of sentence numbers whose product is a number too."""

_PLAIN = (
    "relevance",
    "cosine",
    "coverage",
    "to_focus",
    "shared",
    "inside",
    "same_section",
    "after",
    "near_after",
    "near_before",
    "last",
    "same_thread",
    "turned_down_status",
    "differs",
    "against_focus",
    "against_claim",
    "for_claim",
)
SENTENCE_NAMES = (
    *_PLAIN,
    *SIGNALS,
    *(f"part_{part}" for part in PARTS),
    *(f"{one}*{two}" for one, two in CROSSED),
)
"""The names of the columns of `sentence_rows`."""


def sentence_rows(case: Related) -> Floats:
    """Return (mentions, numbers), the columns as `SENTENCE_NAMES` says; all lie between -1 and 1."""
    mentions, count = case.lifelines.mentions, len(case.lifelines.mentions)
    places = np.arange(count)
    sections = np.array([one.section for one in mentions])
    same = sections == sections[case.focus]
    after = same & (places > case.focus)
    inside_last = int(np.flatnonzero(case.inside)[-1])
    distance = np.abs(places - case.focus)
    negated = case.signals[:, POSITION["negated"]]
    columns: dict[str, Floats] = {
        "relevance": case.relevance,
        "cosine": case.cosine,
        "coverage": case.coverage,
        "to_focus": case.to_focus,
        "shared": case.shared,
        "inside": case.inside.astype(float),
        "same_section": same.astype(float),
        "after": after.astype(float),
        "near_after": np.where(after, np.exp(-distance / 4.0), 0.0),
        "near_before": np.where(same & (places < case.focus), np.exp(-distance / 4.0), 0.0),
        "last": (places == np.flatnonzero(same)[-1]).astype(float) * (places > inside_last),
        "same_thread": np.array([one.thread == mentions[case.focus].thread for one in mentions], dtype=float),
        "turned_down_status": np.full(count, float(case.lifelines.status == "turned_down")),
        "differs": (negated != float(case.claim_negated)).astype(float),
        "against_focus": case.entailed.against_focus,
        "against_claim": case.entailed.against_claim,
        "for_claim": case.entailed.for_claim,
        **{name: case.signals[:, position] for name, position in POSITION.items()},
        **{f"part_{part}": np.array([_part(case, section) == part for section in sections], float) for part in PARTS},
    }
    columns |= {f"{one}*{two}": columns[one] * columns[two] for one, two in CROSSED}
    return np.stack([columns[name] for name in SENTENCE_NAMES], axis=1)


def _part(case: Related, section: int) -> str:
    return case.lifelines.sections[section].part
