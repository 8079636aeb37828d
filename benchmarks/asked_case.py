"""How often a quote is held back as other than what is asked for, of right quotes and of wrong ones.

    python benchmarks/asked_case.py ../shared/data/dev/squad_dev.jsonl.gz

Right is the sentence that holds the answer of an answerable question, so what is held back there is lost. Wrong is,
for a question that its paragraph doesn't answer, the sentence with most of its words; what is held back is saved.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aver.stages.checks.asked_values_stand_in_evidence import other_than_asked
from aver.stages.checks.exceptions_kept import limiting_spans
from aver.stages.metrics import clopper_pearson
from aver.stages.planning.words import content
from aver.stages.sentences import split


def quotes(path: Path) -> Iterator[tuple[bool, dict[str, Any], str]]:
    """Yield whether a question has an answer, its record and the sentence that would be quoted."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for record in map(json.loads, file):
            text, answers = record["context"], record["answers"]
            spans = split(text)
            if answers:
                start = answers[0]["start"]
                held = [text[first:last] for first, last in spans if first <= start < last]
            else:
                asked = content(record["question"])
                held = sorted((text[first:last] for first, last in spans), key=lambda one: -len(content(one) & asked))
            if held:
                yield bool(answers), record, held[0]


def main() -> None:
    """Measure one file and print a line each for what is lost and what is saved."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path)
    reasons: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for answered, record, quote in quotes(parser.parse_args().path):
        around = record["context"]
        reason = other_than_asked(record["question"], quote, names=record["title"], evidence=quote, around=around)
        first = around.index(quote)
        limited = bool(limiting_spans(around, first, first + len(quote)))
        reasons[answered].update([reason, "all", *(["shown with its limits"] if limited else [])])
    for answered, found in reasons.items():
        held, of = found["all"] - found[""], found["all"]
        low, high = clopper_pearson(held, of) if of else (0.0, 1.0)
        print(f"{'right' if answered else 'wrong'} quotes held back: {held} of {of} ({low:.4f}-{high:.4f})")
        for reason, count in found.most_common():
            if reason not in ("", "all"):
                print(f"    {count}  {reason}")


if __name__ == "__main__":
    main()
