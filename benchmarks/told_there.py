"""How often the one sentence that has all words of a question in one clause, and a value of its kind, answers it.

    python benchmarks/told_there.py ../shared/data/dev/squad_dev.jsonl.gz

Each question is asked of its own paragraph, those without an answer there too; nothing is read or checked besides.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from aver.stages.metrics import clopper_pearson
from aver.stages.sentences import split
from aver.stages.told_there import LEAST_READ, TOLD, raised

Span = tuple[int, int]


def _is_told(question: str, text: str, span: Span, others: list[Span]) -> bool:
    return raised(LEAST_READ, question, [text[first:last] for first, last in (span, *others)]) == TOLD


def main() -> None:
    """Measure one file; print what is told and isn't the answer, and how many are and are not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    found: Counter[bool] = Counter()
    asked = 0
    with gzip.open(parser.parse_args().path, "rt", encoding="utf-8") as file:
        for record in map(json.loads, file):
            asked += 1
            text, question = record["context"], record["question"]
            spans = split(text)
            told = [one for one in spans if _is_told(question, text, one, [other for other in spans if other != one])]
            if len(told) == 1:
                right = any(told[0][0] <= one["start"] < told[0][1] for one in record["answers"])
                found[right] += 1
                if not right:
                    print(question, "|", text[slice(*told[0])])
    low, high = clopper_pearson(found[True], found.total()) if found else (0.0, 1.0)
    print(f"{asked} questions, {found.total()} told, {found[True]} of them rightly ({low:.3f}-{high:.3f})")


if __name__ == "__main__":
    main()
