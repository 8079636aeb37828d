"""Keep all that the two models learn from in one file, for a machine that is sent nothing else.

    python -m aver_training.gathered --data ../shared/data --out /tmp/examples.jsonl.xz

The gates of `data` stand before it, and only what the base reads is kept.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path

from aver_training.base import base_and_folder
from aver_training.data import GERMAN, Claim, Dropped, Question, load_claims, load_questions, only, part_of
from aver_training.written import load_written
from aver_training.written_claims import load_written_claims

Examples = tuple[tuple[Question, ...], tuple[Claim, ...]]


def questions_of(data: Path, languages: Collection[str]) -> tuple[Question, ...]:
    """The questions in `languages` to learn from below `data`; what was left out is printed per source."""
    questions, dropped = load_questions(data)
    _print(dropped)
    readable = (one for one in only("fit", questions) if "de" in languages or one.source not in GERMAN)
    return (*readable, *load_written(data, languages))


def claims_of(data: Path) -> tuple[Claim, ...]:
    """The claims to learn from below `data`; what was left out is printed per source."""
    claims, dropped = load_claims(data)
    _print(dropped)
    return tuple(claim for claim in (*claims, *load_written_claims(data)) if part_of(claim.group) == "fit")


def _print(dropped: Dropped) -> None:
    for source, reason, count in dropped.counts:
        print(f"left out: {count} of {source} ({reason})")


def write_examples(path: Path, examples: Iterable[Iterable[Question | Claim]]) -> None:
    """Write one example a line."""
    with lzma.open(path, "wt", encoding="utf-8") as lines:
        for kind in examples:
            lines.writelines(f"{json.dumps(asdict(one), ensure_ascii=False)}\n" for one in kind)


def read_examples(path: Path) -> Examples:
    """Read what `write_examples` wrote."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    questions = (
        Question(**{**row, "negatives": tuple(row["negatives"]), "answers": _spans(row["answers"])})
        for row in rows
        if "context" in row
    )
    return tuple(questions), tuple(Claim(**row) for row in rows if "premise" in row)


def _spans(found: list[list[int]] | None) -> tuple[tuple[int, int], ...] | None:
    return None if found is None else tuple((start, end) for start, end in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and dev/")
    parser.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    examples = questions_of(given.data, base_and_folder(given.base)[0].languages), claims_of(given.data)
    write_examples(given.out, examples)
    print(f"{len(examples[0])} questions, {len(examples[1])} claims, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
