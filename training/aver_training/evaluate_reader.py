"""Does the reader find the shortest answer, and does it know when there is none?

Each question with its own paragraph. Exact match and F1 on those it answers; on all, how well answerability, the span
margin and their mean rank tell answered from unanswered (AUROC). Intervals draw whole paragraphs.
"""

from __future__ import annotations

import random
from pathlib import Path

import onnxruntime

from aver_training.data import read_rows
from aver_training.measures import Measured, auroc, bootstrapped, exact_match, mean, token_f1
from aver_training.pairs import PairTokens
from aver_training.scoring import read

SETS = ("squad_dev", "xquad_de_en_dev")


def evaluate_reader(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, data: Path, *, limit: int, seed: int = 1
) -> dict[str, dict[str, Measured]]:
    """EM, F1 and AUROCs per development set and language; at most `limit` questions each, drawn by seed."""
    report = {}
    for name in SETS:
        rows = list(read_rows(data / f"dev/{name}.jsonl.gz"))
        for language in sorted({row["lang"] for row in rows}):
            asked = [row for row in rows if row["lang"] == language]
            asked = random.Random(seed).sample(asked, min(limit, len(asked)))
            report[f"{name}:{language}"] = _measure(engine, tokens, asked)
    return report


def _measure(
    engine: onnxruntime.InferenceSession, tokens: PairTokens, rows: list[dict[str, object]]
) -> dict[str, Measured]:
    scores = [read(engine, tokens, str(row["question"]), str(row["context"])) for row in rows]
    found = [str(row["context"])[slice(*score.span)] for row, score in zip(rows, scores, strict=True)]
    truths = [tuple(answer["text"] for answer in row["answers"]) for row in rows]  # type: ignore[attr-defined]
    pages = [str(row["context"]) for row in rows]
    answered = [place for place, texts in enumerate(truths) if texts]
    groups = [pages[place] for place in answered]
    measured = {
        "exact": bootstrapped(mean, [exact_match(found[i], truths[i]) for i in answered], groups=groups),
        "f1": bootstrapped(mean, [token_f1(found[i], truths[i]) for i in answered], groups=groups),
    }
    if len(answered) < len(rows):
        truth = [bool(texts) for texts in truths]
        margins, logits = [score.margin for score in scores], [score.answerable for score in scores]
        measured |= {
            "auroc_margin": bootstrapped(auroc, margins, truth, groups=pages),
            "auroc_answerable": bootstrapped(auroc, logits, truth, groups=pages),
            "auroc_both": bootstrapped(
                auroc, [a + m / 2 for a, m in zip(logits, margins, strict=True)], truth, groups=pages
            ),
        }
    return measured
