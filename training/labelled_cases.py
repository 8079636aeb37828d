"""Labelled questions of one's own, as `aver eval cases` writes them, among what the order of passages is fitted on.

Each counts in the part `fit`: its documents are pages cut at blank lines, its gold spans the answers in them. Only what
a person has labelled is taken, and only a gold span that stands whole in one passage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from quotation_data import Case, Pages

from aver.evals.questions import Question, read_questions
from aver.evals.surgery.files import read_documents

SOURCE = "cases"
ANSWERED = frozenset({"fact", "control", "table", "superseded"})
"""Kinds of which any one gold span proves the answer."""

_BLANK = re.compile(r"\n\s*\n")


def labelled(questions: Path, documents: Path) -> tuple[list[Case], Pages]:
    """Return the cases of a file of questions, and the pages of all text files of the folder that their `doc` is in.

    Raises BadInput where either can't be read.
    """
    pages = {
        f"{SOURCE}/{name}": (Path(name).stem, tuple(one.strip() for one in _BLANK.split(text) if one.strip()))
        for name, text in read_documents(documents).items()
    }
    cases = [_case(question, pages) for question in read_questions(questions)]
    return [case for case in cases if case is not None], pages


def _case(question: Question, pages: Pages) -> Case | None:
    if question.kind == "unanswerable":
        return _made(question, f"{SOURCE}/{question.doc or ''}", ())
    document = next((uri for uri in pages if question.doc and f"{SOURCE}/{question.doc}".endswith(uri)), None)
    if question.kind not in ANSWERED or document is None:
        return None
    answers = [
        (passage, start, start + len(span))
        for span in question.gold_spans
        for passage in pages[document][1]
        if (start := passage.find(span)) >= 0
    ]
    return _made(question, document, answers) if answers else None


def _made(question: Question, document: str, answers: Sequence[tuple[str, int, int]]) -> Case:
    answers = tuple(sorted(set(answers)))
    return Case(
        source=SOURCE, part="fit", question=question.question, document=document, answers=answers, without=False
    )
