"""Fit role, stance and what is said on passages of whole documents and on made ones, and write the weights.

    python training/fit_stance.py --shared ../shared --vectors /tmp/v.pickle --states /tmp/s.pickle [--write]

Twice: from structure alone, and from structure with the states of the shipped reader beside it. Printed first is what
is right on documents that were held out, in ten groups, with the share that is right above each confidence and its
exact lower bound: of the stance on the passage, of its role, and of the stance on the question, which is made of the
first and of what the passage says; then on the made cases and frames that are never fitted on (docs/stance.md has the
figures). The weights that are written come from all documents; those of the states belong to the reader that made them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from aver_training.measures import auroc
from listed_weights import WEIGHTS, keep_weights
from numpy.typing import NDArray
from stance_documents import cases, examples, mixed
from stance_logistic import FOLDS, apply, folds, logistic
from stance_prepared import PLAIN, Floats, Prepared, Remembered, made
from stance_real import labelled
from stance_says import ANSWERS, GIVEN, Said, fit_says, report_on_questions, says_held_out
from stance_states import directions, name_tensor, states_of

from aver.evals.measures import share
from aver.stages.stance.deciding import SENTENCE_NAMES, sentence_rows
from aver.stages.stance.relating import Related
from aver.stages.stance.standpoint import CASE_NAMES, case_row

STANCES = ("SUPPORTS", "REJECTS", "NEUTRAL", "MIXED", "OFF_TOPIC")
ROLES = ("AUTHOR_POSITION", "STEELMAN_REFUTED_LATER", "CITED_EXTERNAL_VIEW", "QUALIFIED_CLAIM", "UNCLEAR")
ORDERS = {"stance": STANCES, "role": ROLES}
MARKS = ("refuting", "upholding", "qualifying")
MADE_WEIGHT = 300.0
"""What all made examples count together, in real ones; masked and stray copies of real ones count half."""

EVENED = 0.75
"""1 would let every class of the made examples count alike, 0 every example."""

DECAY, READ_DECAY, SENTENCE_DECAY = 8e-3, 4e-3, 1e-2
NEGATIVES = 6
"""Sentences of an example that refute nothing and are fitted on: the most relevant half, and any others."""


def weights_of(found: Sequence[Prepared], mark: str) -> Floats:
    """Return what each example counts; the made ones are evened out by class, softened by a power."""
    labels = named(found, mark)
    artificial = np.array([one.kind.startswith("made") for one in found])
    counts = np.bincount(labels[artificial], minlength=len(STANCES)).astype(float)
    weights = np.where([one.kind in PLAIN for one in found], 1.0, 0.5)
    evened = (np.maximum(counts, 1.0) ** -EVENED)[labels[artificial]]
    weights[artificial] = MADE_WEIGHT * evened / evened.sum()
    return weights


def named(found: Sequence[Prepared], mark: str) -> NDArray[np.int64]:
    """Return the labels of `mark` as positions."""
    return np.array([ORDERS[mark].index(getattr(one, mark)) for one in found])


def chosen(labels: Floats, case: Related, seed: int) -> NDArray[np.intp]:
    """Return the sentences of an example that are fitted on: every positive and a few negatives."""
    rest = np.flatnonzero(labels == 0)
    ranked = rest[np.argsort(-case.relevance[rest], kind="stable")]
    others = np.random.default_rng(seed).permutation(ranked[NEGATIVES // 2 :])[: NEGATIVES // 2]
    return np.concatenate([np.flatnonzero(labels == 1), ranked[: NEGATIVES // 2], others])


def binary(found: Sequence[Prepared], mark: str) -> Floats:
    """Return the weights (numbers + 1) of the sentence model `mark`, from examples that have such a sentence.

    It ranks what to cite where the stance is known, so examples without one would only dilute it.
    """
    rows, labels = [], []
    for number, one in enumerate(found):
        wanted = getattr(one, mark)
        if one.kind.endswith("off topic") or not wanted.any():
            continue
        pick = chosen(wanted, one.case, number)
        rows.append(sentence_rows(one.case)[pick])
        labels.append(wanted[pick])
    positive = np.concatenate(labels).astype(int)
    both = logistic(np.vstack(rows), positive, 2, np.ones(len(positive)), decay=SENTENCE_DECAY)
    return np.asarray(both[:, 1] - both[:, 0])


def held_out(
    real: Sequence[Prepared], artificial: Sequence[Prepared], mark: str, rows: Floats, states: Floats | None
) -> Floats:
    """Return the probabilities of every real example by a model that saw no example of its document.

    `rows` and `states` are those of the real and then the artificial examples.
    """
    together = [*real, *artificial]
    decay = DECAY if states is None else READ_DECAY
    labels, of, weights = named(together, mark), folds(real), weights_of(together, mark)
    found = np.zeros((len(real), len(STANCES)))
    for number in range(FOLDS):
        seen = of != number
        kept = np.concatenate([seen, np.ones(len(artificial), dtype=bool)])
        wide = rows
        if states is not None:
            matrix, offset = directions(states[kept])
            wide = np.hstack([rows, states @ matrix + offset])
        model = logistic(wide[kept], labels[kept], len(STANCES), weights[kept], decay=decay, steps=100)
        found[~seen] = apply(model, wide[: len(real)][~seen])
    return found


def rows_of(found: Sequence[Prepared]) -> Floats:
    """Return (examples, numbers)."""
    return np.stack([case_row(one.case, one.question, one.text) for one in found])


def hits(real: Sequence[Prepared], artificial: Sequence[Prepared]) -> float:
    """Return how often a refuting sentence is among the first three, each document judged by the others."""
    rejected = [one for one in real if one.kind in PLAIN and one.refuting.any()]
    groups = sorted({one.group for one in rejected})
    right = []
    for number in range(FOLDS):
        out = set(groups[number::FOLDS])
        model = binary([one for one in (*real, *artificial) if one.group not in out], "refuting")
        for one in rejected:
            if one.group in out:
                scores = sentence_rows(one.case) @ model[:-1]
                right.append(bool(one.refuting[np.argsort(-scores, kind="stable")[:3]].any()))
    return float(np.mean(right))


def report(title: str, found: Sequence[Prepared], shares: Floats, mark: str) -> None:
    """Print what is right by class, what is confused, and what is right above each confidence."""
    names = ORDERS[mark]
    wanted, said, sure = named(found, mark), shares.argmax(axis=1), shares.max(axis=1)
    right = said == wanted
    by_class = {name: round(float(right[wanted == n].mean()), 2) for n, name in enumerate(names) if (wanted == n).any()}
    print(f"{title}: {mark} n={len(found)} right {right.mean():.3f} {by_class}")
    if mark != "stance" or "off topic" in title:
        return
    either = wanted < 2
    print(f"  AUC of REJECTS against SUPPORTS {auroc((shares[:, 1] - shares[:, 0])[either], wanted[either]):.3f}")
    for least in (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9):
        kept = sure > least
        for name, which in (("all", kept), *((STANCES[n], kept & (said == n)) for n in (0, 1))):
            figure = share(name, (bool(one) for one in right[which]))
            print(f"  > {least} {name:9} n={figure.count:4} right {figure.value or 0:.3f} from {figure.low or 0:.3f}")
        refuted, held = wanted == 1, wanted == 0
        print(
            f"    REJECTS called SUPPORTS {(kept & (said == 0))[refuted].mean():.3f},"
            f" SUPPORTS called REJECTS {(kept & (said == 1))[held].mean():.3f}"
        )


def apart(joint: Floats) -> tuple[Floats, Floats]:
    """Return the rows of a model for the numbers of structure, the constant last, and those for the states."""
    return np.vstack([joint[: len(CASE_NAMES)], joint[-1:]]), joint[len(CASE_NAMES) : -1]


def main() -> None:
    """Fit, report on what was held out, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shared", type=Path, required=True)
    options.add_argument("--vectors", type=Path, required=True, help="a file that keeps sentence vectors")
    options.add_argument("--write", action="store_true")
    options.add_argument("--states", type=Path, required=True, help="a file that keeps the reader's states")
    given = options.parse_args()
    german, encode = cases("de"), Remembered(given.vectors)
    fitting, tested = (*cases("en_a"), *german[:5]), (*cases("en_b"), *german[5:])
    real = list(labelled(given.shared, encode))
    artificial = list(made(mixed(tuple(examples(fitting, "fit", seed=1, rounds=1)), seed=1), encode))
    unseen = list(made(mixed(tuple(examples(tested, "test", seed=2, rounds=1)), seed=2), encode))
    encode.keep()
    together = [*real, *artificial]
    name_tensor(WEIGHTS / "manifest.json")
    states = states_of([*together, *unseen], given.states).astype(np.float64)
    seen, later = states[: len(together)], states[len(together) :]
    matrix, offset = directions(seen)
    rows, unseen_rows = rows_of(together), rows_of(unseen)
    wide, unseen_wide = np.hstack([rows, seen @ matrix + offset]), np.hstack([unseen_rows, later @ matrix + offset])
    models, weighed = {}, []
    alone = np.zeros(0)
    for mark in ORDERS:
        labels, weights = named(together, mark), weights_of(together, mark)
        models[mark] = logistic(rows, labels, len(STANCES), weights, decay=DECAY)
        joint = logistic(wide, labels, len(STANCES), weights, decay=READ_DECAY)
        models[f"{mark}_read"], inner = apart(joint)
        weighed.append(np.vstack([matrix @ inner, offset @ inner]))
        for name, read in (("structure", None), ("structure and states", seen)):
            shares = held_out(real, artificial, mark, rows, read)
            alone = shares if read is None else alone
            for kind in dict.fromkeys(one.kind for one in real):
                which = [n for n, one in enumerate(real) if one.kind == kind]
                report(f"{name}: {kind}", [real[n] for n in which], shares[which], mark)
            if mark == "stance":
                said = says_held_out(real, rows[: len(real)], read, decay=DECAY if read is None else READ_DECAY)
                report_on_questions(name, real, shares, said, alone)
        report("structure: made, held out", unseen, apply(models[mark], unseen_rows), mark)
        report("structure and states: made, held out", unseen, apply(joint, unseen_wide), mark)
    joint_says = fit_says(real, wide[: len(real)], decay=READ_DECAY)
    read_says, inner = apart(joint_says.model)
    weighed.append(np.vstack([matrix @ inner, offset @ inner]))
    says = {
        "": fit_says(real, rows[: len(real)], decay=DECAY),
        "_read": Said(model=read_says, by_stance=joint_says.by_stance),
    }
    print("refuting sentence among the first three, held out:", round(hits(real, artificial), 3))
    models |= {mark: binary([*real, *artificial], mark) for mark in MARKS}
    if given.write:
        write(models, says, np.hstack(weighed))


PACKAGE = Path(__file__).parents[1] / "src/aver/stages/stance"
NOTE = '"""Fitted by `training/fit_stance.py --write`; never edited by hand (docs/stance.md)."""\n\n'


def write(models: dict[str, Floats], says: dict[str, Said], weighed: Floats) -> None:
    """Write the fitted weights as three modules of the package, and those of the reader's states beside the reader."""
    names = (*SENTENCE_NAMES, "bias")
    lines = [NOTE, "Weights = tuple[tuple[str, float], ...]\n\n"]
    for mark in MARKS:
        pairs = ", ".join(f'("{name}", {value:.3f})' for name, value in zip(names, models[mark], strict=True))
        lines.append(f"{mark.upper()}: Weights = ({pairs},)\n\n")
    (PACKAGE / "weights_sentences.py").write_text("".join(lines), encoding="utf-8")
    orders = f"STANCES = {STANCES!r}\n\nROLES = {ROLES!r}\n\nANSWERS = {ANSWERS!r}\n\n"
    rows = "WeightRows = tuple[tuple[str, tuple[float, ...]], ...]\n\n"
    for module, ending, heading in (("weights_case", "", rows + orders), ("weights_read", "_read", rows)):
        lines = [NOTE, heading]
        names = (*CASE_NAMES, "bias")
        lines += [_rows(mark.upper(), names, models[mark + ending]) for mark in ORDERS]
        lines += [_rows("SAYS", names, says[ending].model), _rows("SAYS_WHERE", GIVEN, says[ending].by_stance)]
        (PACKAGE / f"{module}.py").write_text("".join(lines), encoding="utf-8")
    keep_weights("reader/stance.npy", weighed)


def _rows(title: str, names: Sequence[str], rows: Floats) -> str:
    pairs = ", ".join(
        f'("{name}", ({", ".join(f"{value:.3f}" for value in row)}))' for name, row in zip(names, rows, strict=True)
    )
    return f"{title}: WeightRows = ({pairs},)\n\n"


if __name__ == "__main__":
    main()
