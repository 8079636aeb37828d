"""How often is the entailment scorer right, and on which kinds of change is it blind?

Sentence sets (VitaminC, MNLI): three-way accuracy and the AUROC of support. Long evidence (WiCE): balanced accuracy
of supported against the rest over windows. Climate-FEVER: five sentences a claim, the loudest decides. Typed
perturbations of development sentences: the share of false changes let through and of true ones kept, by kind. Written
claims about texts that nothing is learned from: as sentence sets, and the share told rightly by kind; those of the
authors learned from, about evidence left out: as sentence sets.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from aver_training.data import Claim, read_rows
from aver_training.measures import Measured, accuracy, auroc, balanced_accuracy, bootstrapped, mean
from aver_training.pairs import PairTokens
from aver_training.perturbation_rules import Kind
from aver_training.perturbations import names_in, perturb
from aver_training.scoring import entailment, over_windows
from aver_training.written_claims import left_out_claims, unseen_claims

LABELS = ("entail", "neutral", "contradict")
Judge = Callable[[Sequence[str], str], NDArray[np.float64]]


def evaluate_entailment(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, data: Path, *, limit: int, seed: int = 1
) -> dict[str, dict[str, Measured]]:
    """Figures per development set; at most `limit` claims each, drawn by seed."""

    def judge(sentences: Sequence[str], claim: str) -> NDArray[np.float64]:
        if len(sentences) == 1:
            return entailment(engine, tokens, sentences[0], claim)
        return over_windows(engine, tokens, sentences, claim)

    def rows(name: str) -> list[dict[str, Any]]:
        found = list(read_rows(data / f"dev/{name}.jsonl.gz"))
        return random.Random(seed).sample(found, min(limit, len(found)))

    return {
        "vitaminc_dev": _sentence_pairs(judge, rows("vitaminc_dev"), "page"),
        "mnli_dev2k": _sentence_pairs(judge, rows("mnli_dev2k"), "premise"),
        "conjnli_dev": _sentence_pairs(judge, rows("conjnli_dev"), "premise"),
        "wice_chunks_dev": _supported(judge, rows("wice_chunks_dev")),
        "climate_fever_dev": _climate(judge, rows("climate_fever_dev")),
        "perturbed_vitaminc": _perturbed(judge, rows("vitaminc_dev"), seed),
        "written_claims": _written(judge, data),
        "written_claims_held_out": _held_out(judge, data),
    }


def _sentence_pairs(judge: Judge, rows: Sequence[dict[str, Any]], group: str) -> dict[str, Measured]:
    found = np.stack([judge((row["premise"],), row["hypothesis"]) for row in rows])
    truth = np.array([LABELS.index(row["label"]) for row in rows])
    return _figures(found, truth, [str(row[group]) for row in rows])


def _figures(found: NDArray[np.float64], truth: NDArray[np.int64], groups: Sequence[str]) -> dict[str, Measured]:
    return {
        "accuracy": bootstrapped(accuracy, found.argmax(axis=1), truth, groups=groups),
        "support_auroc": bootstrapped(auroc, found[:, 0], truth == 0, groups=groups),
    }


def _written(judge: Judge, data: Path) -> dict[str, Measured]:
    """Accuracy and AUROC of support on the unseen written claims, and by kind how often support is told rightly."""
    written = unseen_claims(data)
    found, truth = _judged(judge, [one.claim for one in written])
    told: defaultdict[str, list[float]] = defaultdict(list)
    for one, scores, label in zip(written, found, truth, strict=True):
        told[one.kind].append(float((scores.argmax() == 0) == (label == 0)))
    by_kind = {kind: bootstrapped(mean, values) for kind, values in sorted(told.items())}
    return {**_figures(found, truth, [one.claim.group for one in written]), **by_kind}


def _held_out(judge: Judge, data: Path) -> dict[str, Measured]:
    """The same two figures on the claims of the written evidence that training leaves out."""
    held = left_out_claims(data)
    return _figures(*_judged(judge, held), [one.group for one in held])


def _judged(judge: Judge, claims: Sequence[Claim]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    found = np.stack([judge((one.premise,), one.hypothesis) for one in claims])
    return found, np.array([LABELS.index(one.label) for one in claims])


def _supported(judge: Judge, rows: Sequence[dict[str, Any]]) -> dict[str, Measured]:
    found = np.array([judge(row["evidence"], row["claim"])[0] for row in rows])
    truth = np.array([row["label"] == "supported" for row in rows])
    return {
        "balanced_accuracy": bootstrapped(balanced_accuracy, found > 0.5, truth),
        "support_auroc": bootstrapped(auroc, found, truth),
    }


def _climate(judge: Judge, rows: Sequence[dict[str, Any]]) -> dict[str, Measured]:
    """Disputed claims are left out: their evidence disagrees with itself."""
    names = {"SUPPORTS": 0, "NOT_ENOUGH_INFO": 1, "REFUTES": 2}
    kept = [row for row in rows if row["claim_label"] in names]
    loud = []
    for row in kept:
        each = [judge((one["evidence"],), row["claim"]) for one in row["evidences"]]
        loud.append(min(each, key=lambda one: float(one[1])))
    found, truth = np.stack(loud), np.array([names[row["claim_label"]] for row in kept])
    return {
        "balanced_accuracy": bootstrapped(balanced_accuracy, found.argmax(axis=1), truth),
        "support_auroc": bootstrapped(auroc, found[:, 0], truth == 0),
    }


def _perturbed(judge: Judge, rows: Sequence[dict[str, Any]], seed: int) -> dict[str, Measured]:
    """Per kind the share of entailed claims, changed so that they no longer follow, that are not called entailed."""
    rng = random.Random(seed)
    caught: defaultdict[str, list[float]] = defaultdict(list)
    names = [name for row in rows for name in names_in(row["premise"])]
    for row in (row for row in rows if row["label"] == "entail"):
        for kind in Kind:
            made = perturb(row["hypothesis"], kind, rng, rng.sample(names, min(30, len(names))))
            if made is not None and made.label != "entail":
                caught[kind].append(float(judge((row["premise"],), made.text).argmax() != 0))
        caught["false alarm"].append(float(judge((row["premise"],), row["hypothesis"]).argmax() != 0))
    return {str(kind): bootstrapped(mean, values) for kind, values in sorted(caught.items())}
