"""How often the one sentence that says in the words of a question what it asks for answers it.

    python benchmarks/said_there.py ../shared/data/dev/squad_dev.jsonl.gz ../shared/data/train/qa.jsonl.gz

Each question is asked of its own paragraph, those without an answer there too; nothing is read or checked besides.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path

from tests.stages.evidence import packet, passage

from aver.stages.metrics import clopper_pearson
from aver.stages.said_there import said_there


def main() -> None:
    """Measure some files; print what is found and isn't the answer, and how many are and are not, by their word."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", type=Path, nargs="+")
    found: Counter[tuple[str, bool]] = Counter()
    asked = 0
    for path in parser.parse_args().paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for record in map(json.loads, file):
                asked += 1
                question = record["question"]
                unit = said_there(question, [packet(passage(record["context"]))])
                if unit is None:
                    continue
                begin = unit.packet.passage.start
                right = any(unit.start <= begin + one["start"] < unit.end for one in record["answers"])
                found[question.split()[0].casefold(), right] += 1
                if not right:
                    print(question, "|", unit.text)
    for word in sorted({word for word, _ in found}):
        hits, count = found[word, True], found[word, True] + found[word, False]
        low, high = clopper_pearson(hits, count)
        print(f"{word}: {hits} of {count} right ({low:.3f}-{high:.3f})")
    print(f"{asked} questions, {found.total()} found")


if __name__ == "__main__":
    main()
