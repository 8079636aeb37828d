"""Fit the weights of role and stance on made documents, and write them into the package.

    python training/fit_stance.py --shared ../shared --vectors /tmp/stance-vectors.pickle [--write]

Cases of `en_a` and five German ones in the frames of family "fit" are fitted on; the other cases in the
frames of family "test" are held out. Numbers of each and by plan are printed; docs/stance.md has them.
"""

from __future__ import annotations

import argparse
import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from stance_documents import Example, cases, examples, mixed
from stance_sections import Weak, unasked, weak_examples

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.stance.deciding import CASE_NAMES, SENTENCE_NAMES, case_row, sentence_rows
from aver.stages.stance.lifelines import lifelines_of
from aver.stages.stance.relating import Related, relate
from aver.stages.stance.signals import POSITION
from aver.values.documents import Document
from aver.values.stance import Lifelines

Floats = NDArray[np.float64]
STANCES = ("SUPPORTS", "REJECTS", "NEUTRAL", "MIXED", "OFF_TOPIC")
ROLES = ("AUTHOR_POSITION", "STEELMAN_REFUTED_LATER", "CITED_EXTERNAL_VIEW", "QUALIFIED_CLAIM", "UNCLEAR")


@dataclass
class Prepared:
    """An example as numbers: rows of its sentences, and which of them refute, uphold and qualify."""

    example: Example
    case: Related
    rows: Floats
    refuting: Floats
    upholding: Floats
    qualifying: Floats


class Remembered:
    """An encoder that encodes every text once and keeps the vectors in a file."""

    def __init__(self, path: Path) -> None:
        self.path, self.embedder = path, BuiltinEmbedder(workers=1)
        self.known: dict[str, NDArray[np.float32]] = pickle.loads(path.read_bytes()) if path.is_file() else {}

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        if new:
            self.known.update(zip(new, self.embedder.encode(new), strict=True))
        return np.stack([self.known[text] for text in texts])

    def keep(self) -> None:
        """Write what was encoded."""
        self.path.write_bytes(pickle.dumps(self.known))


def prepared(found: Sequence[Example], encode: Callable[[Sequence[str]], NDArray[np.float32]]) -> list[Prepared]:
    """Return the examples as numbers; documents are parsed as at ingest."""
    seen: dict[str, tuple[Document, Lifelines]] = {}
    result = []
    for one in found:
        if one.text not in seen:
            document = parse(one.text.encode(), name="made.md", limits=Limits())
            seen[one.text] = document, lifelines_of(document, encode, encoder="training")
        document, lines = seen[one.text]
        start = document.text.index(one.passage)
        case = relate(one.question, [(start, start + len(one.passage))], lines, document.text, encode)
        assert case is not None
        result.append(
            Prepared(
                one,
                case,
                sentence_rows(case),
                _marked(document, lines, one.refuting),
                _marked(document, lines, one.upholding),
                _marked(document, lines, one.qualifying),
            )
        )
    return result


def _marked(document: Document, lines: Lifelines, sentences: Sequence[str]) -> Floats:
    """Return 1 for every mention that lies in one of the sentences."""
    spans = [match.span() for one in sentences for match in re.finditer(re.escape(one), document.text)]
    return np.array(
        [float(any(start <= one.start and one.end <= end for start, end in spans)) for one in lines.mentions]
    )


def softmax(scores: Floats) -> Floats:
    """Return probabilities along the last axis."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def logistic(
    rows: Floats, labels: NDArray[np.int64], classes: int, weights: Floats, *, decay: float, steps: int = 150
) -> Floats:
    """Return the (numbers + 1, classes) weights of a multinomial logistic model, L2 by `decay`.

    Every step divides the slope by a fixed bound of the curvature, which always goes down (Böhning 1992,
    "Multinomial logistic regression algorithm").
    """
    wide = np.hstack([rows, np.ones((len(rows), 1))])
    share = (weights / weights.sum())[:, None]
    penalty = np.full((wide.shape[1], 1), decay)
    penalty[-1] = 1e-9
    bound = np.linalg.inv(0.5 * wide.T @ (wide * share) + np.diag(penalty[:, 0]))
    target = np.eye(classes)[labels]
    found = np.zeros((wide.shape[1], classes))
    for _ in range(steps):
        found -= bound @ (wide.T @ ((softmax(wide @ found) - target) * share) + penalty * found)
    return found


def apply(model: Floats, rows: Floats) -> Floats:
    """Return the probabilities of `model` for `rows`."""
    return softmax(rows @ model[:-1] + model[-1])


def balanced(labels: NDArray[np.int64], classes: int) -> Floats:
    """Return weights by which every class counts alike, softened by a power."""
    counts = np.bincount(labels, minlength=classes).astype(float)
    return np.asarray((np.maximum(counts, 1.0) ** -0.75)[labels])


NEGATIVES = 6
"""Sentences of an example that refute nothing and are fitted on: the most relevant half, and any others."""


def chosen(labels: Floats, case: Related, seed: int) -> NDArray[np.intp]:
    """Return the sentences of an example that are fitted on: every positive and a few negatives."""
    rest = np.flatnonzero(labels == 0)
    ranked = rest[np.argsort(-case.relevance[rest], kind="stable")]
    draw = np.random.default_rng(seed)
    others = draw.permutation(ranked[NEGATIVES // 2 :])[: NEGATIVES // 2]
    return np.concatenate([np.flatnonzero(labels == 1), ranked[: NEGATIVES // 2], others])


def binary(found: Sequence[tuple[Floats, Floats, Related]], *, decay: float) -> Floats:
    """Return the weights (numbers + 1) of a sentence model; each example gives its rows, labels and case."""
    picks = [chosen(labels, case, number) for number, (_, labels, case) in enumerate(found)]
    rows = np.vstack([one[0][pick] for one, pick in zip(found, picks, strict=True)])
    labels = np.concatenate([one[1][pick] for one, pick in zip(found, picks, strict=True)]).astype(int)
    both = logistic(rows, labels, 2, np.ones(len(labels)), decay=decay)
    return both[:, 1] - both[:, 0]


def weak_refuting(one: Weak) -> Floats:
    """Return which sentences of a weak example most likely refute: an outcome or a turn after it in its section.

    In a rejected document that is an outcome against the document itself.
    """
    case, lines = one.case, one.case.lifelines
    if one.stance != "REJECTS":
        return np.zeros(len(lines.mentions))
    section = np.array([mention.section for mention in lines.mentions])
    near = (section == section[case.focus]) & (np.arange(len(section)) > case.focus)
    against, turn, drawback, itself = (
        case.signals[:, POSITION[name]] > 0 for name in ("outcome_against", "contrast", "drawback", "of_itself")
    )
    found = near & (against | (turn & drawback))
    return np.asarray((found if found.any() else against & itself).astype(float))


def sigmoid(scores: Floats) -> Floats:
    """Return the logistic curve of `scores`."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scores, -30.0, 30.0))))


def row_of(models: dict[str, Floats], case: Related, rows: Floats) -> Floats:
    """Return the numbers of a case under the sentence models."""
    scores = [sigmoid(rows @ models[mark][:-1] + models[mark][-1]) for mark in ("refuting", "upholding")]
    return case_row(case, *scores)


WEAK_WEIGHT = 2.0
"""What an example from a real document counts beside a made one."""


def fit(made: Sequence[Prepared], weak: Sequence[Weak]) -> dict[str, Floats]:
    """Return the three sentence models and the two of the case."""
    for one in made:
        if one.example.stance == "SUPPORTS":
            one.upholding = np.maximum(one.upholding, one.case.inside.astype(float))
    weak_rows = [sentence_rows(one.case) for one in weak]
    sentences: dict[str, list[tuple[Floats, Floats, Related]]] = {
        mark: [(one.rows, getattr(one, mark), one.case) for one in made]
        for mark in ("refuting", "upholding", "qualifying")
    }
    sentences["refuting"] += [(rows, weak_refuting(one), one.case) for rows, one in zip(weak_rows, weak, strict=True)]
    sentences["upholding"] += [
        (rows, one.case.inside.astype(float) * (one.stance == "SUPPORTS"), one.case)
        for rows, one in zip(weak_rows, weak, strict=True)
    ]
    models = {mark: binary(found, decay=3e-4) for mark, found in sentences.items()}
    rows = np.stack(
        [row_of(models, one.case, one.rows) for one in made]
        + [row_of(models, one.case, found) for one, found in zip(weak, weak_rows, strict=True)]
    )
    for mark, names in (("stance", STANCES), ("role", ROLES)):
        labels = [names.index(getattr(one.example, mark)) for one in made] + [
            names.index(getattr(one, mark)) for one in weak
        ]
        weights = balanced(np.array(labels), len(names))
        weights[len(made) :] *= WEAK_WEIGHT
        models[mark] = logistic(rows, np.array(labels), len(names), weights, decay=1e-3)
    return models


def report(models: dict[str, Floats], made: Sequence[Prepared]) -> None:
    """Print the share of stances and roles that are right, by class and by plan."""
    rows = np.stack([row_of(models, one.case, one.rows) for one in made])
    for mark, names in (("stance", STANCES), ("role", ROLES)):
        wanted = np.array([names.index(getattr(one.example, mark)) for one in made])
        right = apply(models[mark], rows).argmax(axis=1) == wanted
        by_class = {name: round(float(right[wanted == place].mean()), 3) for place, name in enumerate(names)}
        print(mark, round(float(right.mean()), 3), by_class)
        if mark == "stance":
            for plan in sorted({one.example.plan for one in made}):
                of_plan = np.array([one.example.plan == plan for one in made])
                print(f"  {plan:24} n={of_plan.sum():4} {right[of_plan].mean():.3f}")


def main() -> None:
    """Fit, report on the held-out cases and frames, and write where asked to."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shared", type=Path, required=True)
    options.add_argument("--vectors", type=Path, required=True, help="a file that keeps sentence vectors")
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    german = cases("de")
    encode = Remembered(given.vectors)
    fitted, tested = (*cases("en_a"), *german[:5]), (*cases("en_b"), *german[5:])
    made = prepared(mixed(tuple(examples(fitted, "fit", seed=1, rounds=2)), seed=1), encode)
    held = prepared(mixed(tuple(examples(tested, "test", seed=2, rounds=1)), seed=2), encode)
    paths = unasked(given.shared / "corpora/peps", given.shared / "questions/dev.jsonl")
    models = fit(made, list(weak_examples(paths, encode, seed=5)))
    encode.keep()
    report(models, held)
    if given.write:
        write(models)


PACKAGE = Path(__file__).parents[1] / "src/aver/stages/stance"
NOTE = '"""Fitted by `training/fit_stance.py --write`; never edited by hand (docs/stance.md)."""\n\n'


def write(models: dict[str, Floats]) -> None:
    """Write the fitted weights as two modules of the package."""
    names = (*SENTENCE_NAMES, "bias")
    lines = [NOTE, "Weights = tuple[tuple[str, float], ...]\n\n"]
    for mark in ("refuting", "upholding", "qualifying"):
        pairs = ", ".join(f'("{name}", {value:.3f})' for name, value in zip(names, models[mark], strict=True))
        lines.append(f"{mark.upper()}: Weights = ({pairs},)\n\n")
    (PACKAGE / "weights_sentences.py").write_text("".join(lines), encoding="utf-8")
    lines = [
        NOTE,
        "WeightRows = tuple[tuple[str, tuple[float, ...]], ...]\n\n",
        f"STANCES = {STANCES!r}\n\n",
        f"ROLES = {ROLES!r}\n\n",
    ]
    names = (*CASE_NAMES, "bias")
    for mark in ("stance", "role"):
        pairs = ", ".join(
            f'("{name}", ({", ".join(f"{value:.3f}" for value in row)}))'
            for name, row in zip(names, models[mark], strict=True)
        )
        lines.append(f"{mark.upper()}: WeightRows = ({pairs},)\n\n")
    (PACKAGE / "weights_case.py").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
