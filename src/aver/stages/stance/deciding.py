"""The numbers that are decided by: of each sentence towards the passage, and of the whole case.

First every sentence gets the probability that it turns the view of the passage down, and the one that
it upholds it. Then the strongest of both, the passage's own signals, what follows it and what the
section and the status are for become one row, from which stance and role are decided.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aver.stages.stance.relating import Floats, Related
from aver.stages.stance.signals import POSITION, SIGNALS

PARTS = ("verdict", "turned_down", "open", "others", "background", "own")
OUTCOMES = ("outcome_against", "outcome_for", "drawback", "benefit", "negated", "contrast", "deferred", "qualified")
FOLLOWING = 4
"""Mentions of the same section read after the passage."""

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


CASE_CROSSED = (
    ("refuting_best", "focus_hypothetical"),
    ("refuting_best", "focus_considered"),
    ("refuting_best", "focus_attributed"),
    ("refuting_best", "upholding_best"),
    ("refuting_near", "focus_hypothetical"),
    ("refuting_near", "upholding_near"),
    ("status_turned_down", "refuting_itself"),
    ("status_turned_down", "part_verdict"),
    ("status_turned_down", "part_own"),
    ("status_turned_down", "inside_outcome_against"),
    ("status_turned_down", "focus_considered"),
    ("part_turned_down", "focus_hypothetical"),
    ("part_turned_down", "refuting_near"),
    ("part_turned_down", "upholding_near"),
    ("differs", "focus_coverage"),
    ("differs", "focus_shared"),
    ("inside_outcome_against", "differs"),
    ("focus_attributed", "upholding_near"),
    ("focus_hypothetical", "upholding_near"),
    ("last_against", "refuting_best"),
    ("last_for", "upholding_best"),
)

CASE_NAMES = (
    "refuting_best",
    "refuting_sum",
    "refuting_near",
    "refuting_far",
    "refuting_itself",
    "refuting_inside",
    "upholding_best",
    "upholding_sum",
    "upholding_near",
    "upholding_far",
    "upholding_inside",
    "margin_near",
    "margin_best",
    "last_against",
    "last_for",
    "last_drawback",
    "focus_relevance",
    "focus_coverage",
    "focus_shared",
    "best_relevance",
    "known",
    "differs",
    "claim_negated",
    *(f"focus_{name}" for name in SIGNALS),
    *(f"inside_{name}" for name in OUTCOMES),
    *(f"next_{name}" for name in OUTCOMES),
    *(f"part_{part}" for part in PARTS),
    *(f"status_{part}" for part in ("turned_down", "open", "own")),
    *(f"{one}*{two}" for one, two in CASE_CROSSED),
)
"""The names of the numbers of `case_row`."""


def case_row(case: Related, refuting: Floats, upholding: Floats) -> Floats:
    """Return the numbers of the whole case, given the probabilities of every sentence."""
    values = {
        **_strongest("refuting", refuting, case),
        **_strongest("upholding", upholding, case),
        **_passage(case),
        **_following(case),
    }
    values["margin_near"] = values["refuting_near"] - values["upholding_near"]
    values["margin_best"] = values["refuting_best"] - values["upholding_best"]
    values |= {f"{one}*{two}": values[one] * values[two] for one, two in CASE_CROSSED}
    return np.array([values[name] for name in CASE_NAMES])


def _strongest(name: str, scores: Floats, case: Related) -> dict[str, float]:
    sections = np.array([one.section for one in case.lifelines.mentions])
    near = (sections == sections[case.focus]) & ~case.inside
    itself = case.signals[:, POSITION["of_itself"]] > 0
    ranked = np.sort(scores)[::-1]
    return {
        f"{name}_best": float(ranked[0]),
        f"{name}_sum": float(ranked[:4].sum()) / 4.0,
        f"{name}_near": _most(scores, near),
        f"{name}_far": _most(scores, ~near & ~case.inside),
        f"{name}_itself": _most(scores, itself),
        f"{name}_inside": _most(scores, case.inside),
    }


def _most(scores: Floats, where: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float:
    return float(scores[where].max()) if where.any() else 0.0


def _passage(case: Related) -> dict[str, float]:
    focus, lines = case.focus, case.lifelines
    own = case.signals[focus]
    inside = case.signals[case.inside].max(axis=0)
    part = lines.sections[lines.mentions[focus].section].part
    return {
        "focus_relevance": float(case.relevance[focus]),
        "focus_coverage": float(case.coverage[focus]),
        "focus_shared": float(np.sort(case.shared)[-2]) if len(case.shared) > 1 else 0.0,
        "best_relevance": float(case.relevance.max()),
        "known": case.known,
        "claim_negated": float(case.claim_negated),
        "differs": float(bool(own[POSITION["negated"]]) != case.claim_negated),
        **{f"focus_{name}": float(own[position]) for name, position in POSITION.items()},
        **{f"inside_{name}": float(inside[POSITION[name]]) for name in OUTCOMES},
        **{f"part_{name}": float(part == name) for name in PARTS},
        **{f"status_{name}": float(lines.status == name) for name in ("turned_down", "open", "own")},
    }


def _following(case: Related) -> dict[str, float]:
    mentions = case.lifelines.mentions
    last = int(np.flatnonzero(case.inside)[-1])
    rest = [n for n in range(last + 1, len(mentions)) if mentions[n].section == mentions[case.focus].section]
    following = _any(case, rest[:FOLLOWING])
    final = _any(case, [*([last] if not rest else []), *rest[-2:]])
    return {
        **{f"next_{name}": float(following[POSITION[name]]) for name in OUTCOMES},
        "last_against": float(final[POSITION["outcome_against"]]),
        "last_for": float(final[POSITION["outcome_for"]]),
        "last_drawback": float(final[POSITION["drawback"]]),
    }


def _any(case: Related, rows: Sequence[int]) -> Floats:
    return np.asarray(case.signals[list(rows)].max(axis=0)) if rows else np.zeros(len(SIGNALS))
