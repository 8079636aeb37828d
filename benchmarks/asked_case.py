"""How often a quote is held back as speaking of another case than the one asked, of right quotes and of wrong ones.

    python benchmarks/asked_case.py ../shared/data/dev/squad_dev.jsonl.gz

Right is the sentence that holds the answer of an answerable question, so what is held back there is lost. Wrong is,
for a question that its paragraph doesn't answer, the sentence with most of its words; what is held back is saved.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aver.stages.checks.asked_case import another_case
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
    found: dict[bool, list[bool]] = {True: [], False: []}
    for answered, record, quote in quotes(parser.parse_args().path):
        found[answered].append(another_case(record["question"], quote, names=record["title"], evidence=quote))
    for answered, held in ((answered, held) for answered, held in found.items() if held):
        low, high = clopper_pearson(sum(held), len(held))
        kind = "right quotes held back" if answered else "wrong quotes held back"
        print(f"{kind}: {sum(held)} of {len(held)} = {sum(held) / len(held):.3f} ({low:.3f}-{high:.3f})")


if __name__ == "__main__":
    main()
