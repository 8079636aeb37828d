"""What a process of an evaluation answers with: told by the question itself, so that any two agree."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from made_rows import packet, result

from aver.errors import StoreDamaged
from aver.evals.manifest import Manifest, questions_digest, rows_so_far, write_manifest
from aver.evals.questions import Blind, read_questions
from aver.evals.rows import write_rows
from aver.evals.run import Answered
from aver.evals.workers import run_in_processes

SLOW = 0.05


def answered(question: Blind, *, dies_once: Path | None = None) -> Answered:
    """Answer with the question's words; `wait` answers late, `raise` not at all, `die` kills the process once."""
    if "wait" in question.question:
        time.sleep(SLOW)
    if "raise" in question.question:
        raise StoreDamaged("posting block 7 is short", hint="run aver doctor")
    if "die" in question.question and dies_once is not None and not dies_once.exists():
        dies_once.write_text("dead", encoding="utf-8")
        os._exit(9)
    given = result("ANSWER", f"To {question.question}") | {"process": os.getpid()}
    return Answered(result=given, packets=[packet(question.question)], latency_ms=1.5)


def start(dies_once: Path | None = None) -> Callable[[Blind], Answered]:
    return partial(answered, dies_once=dies_once)


def broken() -> Callable[[Blind], Answered]:
    raise StoreDamaged("no home here", hint="run aver doctor")


def main(folder: Path) -> None:
    """Ask FOLDER/q.jsonl into FOLDER/rows.jsonl with two processes, going on where it stopped."""
    questions, rows = read_questions(folder / "q.jsonl"), folder / "rows.jsonl"
    digest = questions_digest(questions)
    manifest = Manifest(questions=digest, configuration="", mode="", k=4, off=(), caller="", code_version="")
    before = rows_so_far(rows, questions, manifest)
    write_manifest(rows, manifest)
    with rows.open("a", encoding="utf-8") as out:
        write_rows(run_in_processes(questions[len(before) :], start, jobs=2), out)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
