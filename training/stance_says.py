"""What a passage by itself says to a question of yes or no, and the stance on the question that comes of it.

A passage that its document turns down seldom says no, one that it stands behind does so half of the time. So the model
is also given the stance on the passage, and is asked for each stance apart (`aver.stages.stance.on_question`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from aver_training.measures import auroc
from stance_logistic import FOLDS, apply, folds, logistic
from stance_prepared import PLAIN, Floats, Prepared
from stance_states import directions

from aver.evals.measures import share
from aver.stages.stance.judge import AGREES, SIDES, STATED
from aver.stages.stance.on_question import on_question

ANSWERS = ("yes", "no", "other")
GIVEN = ("SUPPORTS", "REJECTS")
"""Stances on the passage that the model is given; of what all others say nothing is made."""

SCALE = 2.0
"""How large a given stance is beside the other numbers, so that shrinkage spares it."""

READINGS = (("yes", "SUPPORTS", True), ("no by itself", "REJECTS", True), ("turned down", "REJECTS", False))


@dataclass(frozen=True, slots=True)
class Said:
    """A fitted model, (numbers + 1, 3), and what each given stance adds to its log odds, (2, 3)."""

    model: Floats
    by_stance: Floats


def fit_says(found: Sequence[Prepared], rows: Floats, *, decay: float) -> Said:
    """Return the model of what passages say, fitted on those that are labelled; copies of one count half.

    Of passages that their documents hold yes and no count alike: how often users ask for what isn't so nobody knows.
    """
    which = [number for number, one in enumerate(found) if one.says]
    labels = np.array([ANSWERS.index(found[number].says) for number in which])
    given = np.array([[SCALE * (found[number].stance == name) for name in GIVEN] for number in which])
    weights = np.array([1.0 if found[number].kind in PLAIN else 0.5 for number in which])
    held = np.array([found[number].stance == "SUPPORTS" for number in which])
    yes, no = (held & (labels == ANSWERS.index(answer)) for answer in ("yes", "no"))
    weights[yes] *= weights[no].sum() / weights[yes].sum()
    model = logistic(np.hstack([rows[which], given]), labels, len(ANSWERS), weights, decay=decay, steps=100)
    end = rows.shape[1]
    return Said(model=np.vstack([model[:end], model[-1:]]), by_stance=SCALE * model[end:-1])


def says_held_out(real: Sequence[Prepared], rows: Floats, states: Floats | None, *, decay: float) -> Floats:
    """Return (examples, 2, 3): what each says if its document holds it, and if not, by models that never saw it.

    `states` may hold rows of further examples behind those of `real`, for the directions alone.
    """
    of = folds(real)
    found = np.zeros((len(real), len(GIVEN), len(ANSWERS)))
    for number in range(FOLDS):
        seen = of != number
        wide = rows
        if states is not None:
            matrix, offset = directions(np.vstack([states[: len(real)][seen], states[len(real) :]]))
            wide = np.hstack([rows, states[: len(real)] @ matrix + offset])
        said = fit_says([one for one, kept in zip(real, seen, strict=True) if kept], wide[seen], decay=decay)
        for place, more in enumerate(said.by_stance):
            model = np.vstack([said.model[:-1], said.model[-1:] + more])
            found[~seen, place] = apply(model, wide[~seen])
    return found


TOWARDS = {"SUPPORTS": {"yes": "SUPPORTS", "no": "REJECTS"}, "REJECTS": {"yes": "REJECTS", "no": "SUPPORTS"}}


def on_the_question(one: Prepared) -> str:
    """Return the stance on the question that the labels of an example come to."""
    neither = "NEUTRAL" if one.stance == "SUPPORTS" else "REJECTS"
    return TOWARDS[one.stance].get(one.says, neither) if one.stance in TOWARDS else one.stance


def report_on_questions(name: str, real: Sequence[Prepared], stances: Floats, says: Floats, structure: Floats) -> None:
    """Print how the stances on questions of yes or no order, and above each confidence how many are right.

    Beside that, of the passages that say yes for their document, how many are called a no; last what is stated, which
    needs structure's agreement too.
    """
    judged = [on_question(one, *said) for one, said in zip(stances, says, strict=True)]
    for kind in (*PLAIN, "masked"):
        which = [n for n, one in enumerate(real) if one.says and one.kind.endswith(kind)]
        wanted = {n: on_the_question(real[n]) for n in which}
        sides = [n for n in which if wanted[n] in GIVEN]
        leaning = np.array([judged[n].stances[1] - judged[n].stances[0] for n in sides])
        found = auroc(leaning, np.array([wanted[n] == "REJECTS" for n in sides], dtype=int))
        print(f"{name}: {kind}, on the question n={len(which)} AUC of no against yes {found:.3f}")
        plain = [n for n in which if (real[n].stance, real[n].says) == ("SUPPORTS", "yes")]
        for least in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
            stated = [n for n in which if judged[n].sure > least]
            called = sum(judged[n].sure > least and judged[n].stance == "REJECTS" for n in plain) / len(plain)
            figures = [
                share(
                    title,
                    (wanted[n] == stance for n in stated if (judged[n].stance, judged[n].itself) == (stance, itself)),
                )
                for title, stance, itself in READINGS
            ]
            said = ", ".join(
                f"{one.name} n={one.count} {one.value or 0:.3f} from {one.low or 0:.3f}" for one in figures
            )
            print(f"  > {least} {said}; yes called no {called:.3f}")
        sure = [n for n in which if judged[n].sure > STATED and judged[n].stance in SIDES]
        agreed = [n for n in sure if structure[n][stances[n].argmax()] >= AGREES]
        figure = share("stated", (judged[n].stance == wanted[n] for n in agreed))
        print(f"  stated n={figure.count} right {figure.value or 0:.3f} from {figure.low or 0:.3f}")
