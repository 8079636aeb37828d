"""From where a document stands on a passage to where it stands on a question of yes or no (G2).

A document may well stand behind a passage that says no, or turn down one that does. So two things are told apart: what
the document holds of the passage, and what the passage by itself says to the question, if it is held and if not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aver.stages.stance.relating import Floats
from aver.stages.stance.weights_case import ANSWERS, STANCES
from aver.values.stance import DocumentStance

YES, NO, OTHER = (ANSWERS.index(name) for name in ("yes", "no", "other"))
SUPPORTS, REJECTS, NEUTRAL = (STANCES.index(name) for name in ("SUPPORTS", "REJECTS", "NEUTRAL"))

OPEN = (DocumentStance.NEUTRAL, DocumentStance.MIXED, DocumentStance.OFF_TOPIC)
"""Stances that are the same on a passage and on the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnQuestion:
    """What a document holds on a question.

    `stances` are probabilities in the order of STANCES. `stance` is that of the likeliest single reading of the
    passage, and `sure` that reading's own probability, never more than the stance's: two readings that agree for
    opposite reasons tell nobody what to quote. None where the likeliest reading shows nothing: the passage's no is
    turned down, or it is held and about something else. `itself`: the passage says what the document holds.
    """

    stances: Floats
    stance: DocumentStance | None
    sure: float
    itself: bool


def on_question(passage: Floats, held: Floats, turned_down: Floats) -> OnQuestion:
    """Return what `passage`, probabilities of stances on it, makes of the question.

    `held` and `turned_down` are those of what it says, in the order of ANSWERS, if its document stands behind it and if
    it turns it down. What is turned down and says neither is turned down for what the question takes from it.
    """
    affirmed, denied, beside = (float(passage[SUPPORTS] * held[answer]) for answer in (YES, NO, OTHER))
    not_no = float(passage[REJECTS] * turned_down[NO])
    not_so = float(passage[REJECTS]) - not_no
    readings: list[tuple[float, DocumentStance | None, bool]] = [
        (affirmed, DocumentStance.SUPPORTS, True),
        (denied, DocumentStance.REJECTS, True),
        (not_so, DocumentStance.REJECTS, False),
        (max(beside, not_no), None, False),
        *((float(passage[STANCES.index(one)]), one, False) for one in OPEN),
    ]
    sure, stance, itself = max(readings, key=lambda one: one[0])
    found = np.array(passage, dtype=np.float64)
    found[SUPPORTS], found[REJECTS] = affirmed + not_no, denied + not_so
    found[NEUTRAL] += beside
    return OnQuestion(stances=found, stance=stance, sure=round(sure, 6), itself=itself)
