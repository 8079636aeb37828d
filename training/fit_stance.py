"""Fit the weights of role and stance on made documents, and write them into the package.

    python training/fit_stance.py [--write]

Cases of `en_a` and five German ones in the frames of family "fit" are fitted on; the other cases in the
frames of family "test" are held out. Numbers of each and by plan are printed; docs/stance.md has them.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from stance_documents import Example

from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.stance.deciding import CASE_NAMES, SENTENCE_NAMES, sentence_rows
from aver.stages.stance.lifelines import lifelines_of
from aver.stages.stance.relating import Related, relate
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
    rows: Floats, labels: NDArray[np.int64], classes: int, weights: Floats, *, decay: float, steps: int = 250
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
    """Return weights by which every class counts alike, softened by a square root."""
    counts = np.bincount(labels, minlength=classes).astype(float)
    return np.asarray(1.0 / np.sqrt(np.maximum(counts, 1.0))[labels])


def binary(examples_: Sequence[Prepared], mark: str, *, decay: float) -> Floats:
    """Return the weights (numbers + 1) of the sentence model whose positives are marked `mark`."""
    rows = np.vstack([one.rows for one in examples_])
    labels = np.concatenate([getattr(one, mark) for one in examples_]).astype(int)
    both = logistic(rows, labels, 2, np.ones(len(labels)), decay=decay)
    return both[:, 1] - both[:, 0]


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
