"""What an evaluation keeps so that later commands need not be told: its questions, and where its rows lie.

The questions lie beside the rows as `ROWS.jsonl.questions`, so that every figure can be worked out again though
the file that was asked has changed. The home keeps the path of the last rows and nothing of what they say: rows quote
documents, and what is taken back from the home must not stay in a copy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from aver.errors import BadInput
from aver.evals.questions import Question
from aver.flows.whole_file import replace_file

_LAST = "last-evaluation"


def questions_path(rows: Path) -> Path:
    """Return where the questions of a file of rows lie; not `.jsonl`, so that whoever looks for rows finds rows."""
    return rows.with_name(f"{rows.name}.questions")


def keep_questions(rows: Path, questions: Sequence[Question]) -> None:
    """Write the questions that were asked, labels and all, beside the rows."""
    lines = (json.dumps(asdict(question), ensure_ascii=False) + "\n" for question in questions)
    replace_file(questions_path(rows), "".join(lines))


def remember_rows(home: Path, rows: Path) -> None:
    """Note in the home where the rows of its last evaluation lie."""
    replace_file(home / _LAST, f"{rows.resolve()}\n")


def last_rows(home: Path) -> Path:
    """Return where the rows of the home's last evaluation lie. Raises BadInput where it kept none."""
    hint = "ask with `aver eval run QUESTIONS.jsonl --out ROWS.jsonl`, or name the rows"
    try:
        rows = Path((home / _LAST).read_text(encoding="utf-8").rstrip("\n"))
    except OSError as error:
        raise BadInput(f"{home} remembers no evaluation", hint=hint) from error
    if not rows.exists():
        raise BadInput(f"the rows of the last evaluation, {rows}, are gone", hint=hint)
    return rows
