"""`aver eval surgery`: make answerable and unanswerable questions with exact labels from a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aver.cli.output import say
from aver.cli.session import Session


def eval_surgery(
    questions: Annotated[
        Path | None,
        typer.Argument(help="Labelled questions; without them only tables and heads.", metavar="QUESTIONS.jsonl"),
    ] = None,
    *,
    documents: Annotated[Path, typer.Option(help="The folder that the questions' `doc` starts in.", metavar="DIR")],
    out: Annotated[Path, typer.Option(help="A new folder for documents and questions.", metavar="DIR")],
    seed: Annotated[int, typer.Option(help="Equal seeds give equal sets.")] = 7,
    most: Annotated[int, typer.Option(help="Questions per kind of operation, at most.", min=1)] = 400,
    session: Session,
) -> None:
    """Cut answers out of documents, twist questions and hide documents, so that it is known what can be answered.

    The folder written holds the documents to ingest with its `meta.toml`, and questions for two halves of the
    documents: calibrate on one, confirm on the other. The files `*-insiders.jsonl` are asked with --groups insiders.
    """
    from aver.errors import BadInput
    from aver.evals.questions import read_questions
    from aver.evals.surgery.cases import labelled_cases, written_cases
    from aver.evals.surgery.files import digest_of, read_documents, write_surgery
    from aver.evals.surgery.operate import operate

    texts = read_documents(documents)
    labelled = () if questions is None else labelled_cases(read_questions(questions), texts)
    cases = (*labelled, *written_cases(texts))
    if not cases:
        raise BadInput(
            "there is nothing to operate on", hint="give questions with short answers, or documents with tables"
        )
    digest = digest_of(texts, b"" if questions is None else questions.read_bytes())
    facts = write_surgery(operate(texts, cases, seed=seed, most=most), out, seed=seed, digest=digest)
    counts = (f"{count:>6} {name}" for name, count in facts["variants"].items())
    next_ = f"aver ingest {out}/documents --meta {out}/meta.toml"
    say(session, facts, (f"{facts['questions']} questions, {facts['answerable']} answerable", *counts, "", next_))
