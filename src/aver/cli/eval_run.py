"""`aver eval run`: ask labelled questions blind, and measure what was released."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.ask import Packets
from aver.cli.eval_pairs import check_pairs
from aver.cli.eval_summary import print_summary
from aver.cli.session import Session, opened, today

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from aver.app import App
    from aver.evals.manifest import Manifest
    from aver.evals.questions import Blind, Question
    from aver.evals.rows import Row
    from aver.evals.run import Answered, Step
    from aver.stages.ablation import Switches
    from aver.values.governance import Caller

    Ask: TypeAlias = Callable[[Sequence[Question], Callable[[Step], None]], Iterator[Row]]


class EvalMode(StrEnum):
    """The modes that can be measured, baselines among them (aver.evals.baselines)."""

    QUOTE = "quote"
    VANILLA = "vanilla"
    BM25 = "bm25"
    DENSE_READER = "dense-reader"
    HYBRID_RERANKED = "hybrid-reranked"
    UNGATED = "ungated"


def eval_run(  # noqa: PLR0913  (as many options as the contract names)
    questions: Annotated[Path | None, typer.Argument(help="One JSON object a line.", metavar="QUESTIONS.jsonl")] = None,
    *,
    out_file: Annotated[Path | None, typer.Option("--out", help="Write a row per question.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the rows that --out holds.")] = False,
    mode: Annotated[EvalMode, typer.Option(help="quote is ours, the others are baselines.")] = EvalMode.QUOTE,
    k: Packets = None,
    limit: Annotated[int | None, typer.Option(help="Ask the first questions only.", min=1)] = None,
    jobs: Annotated[int, typer.Option(help="Processes that ask, each with the models in memory.", min=1)] = 1,
    ablate: Annotated[list[str] | None, typer.Option(help="Switch a stage off; may be given again.")] = None,
    readings: Annotated[Path | None, typer.Option(help="Keep in this file what the reader read.")] = None,
    laundering: Annotated[Path | None, typer.Option(help="Score claim and citation pairs instead.")] = None,
    session: Session,
) -> None:
    """Ask every question, blind to its labels, and print the summary; wrong answers among released ones first.

    --ablate takes lexical, dense, fusion, relevance, threshold, reader, stance, succession, references,
    calibration or learning, or a source by its channel's name, such as sql:crm; eligibility, checks and the gate can't
    be switched off. With --jobs the rows are the same, in the same order; so they are with --readings, which reads no
    pair twice in all the runs that name the file: their latencies say nothing.
    """
    if laundering is not None:
        check_pairs(laundering, out_file, session)
        return
    if questions is None:
        raise typer.BadParameter("name a file of questions")
    if resume and out_file is None:
        raise typer.BadParameter("--resume goes on with the file named by --out")
    from aver.evals.kept import remember_rows
    from aver.evals.questions import read_questions
    from aver.stages.ablation import without

    asked = read_questions(questions)[:limit]
    app, caller = _opened(session, readings)
    switches = without(ablate or [], sources=_sources(app))
    setup = _set_up(app, caller, mode, k, switches)
    manifest = _manifest(setup, asked, switches, caller)
    ask = _one_by_one(setup.answer)
    if jobs > 1:
        ask = _side_by_side(partial(_answering, session, readings, mode, setup.k, switches), jobs)
    rows = _rows(asked, ask, out_file, manifest, resume)
    if out_file is not None:
        remember_rows(app.settings.home, out_file)
    print_summary(session, rows, asked, manifest)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setup:
    """What answers, and what it is set to."""

    answer: Callable[[Blind], Answered]
    configuration: str
    code_version: str
    mode: EvalMode
    k: int


def _sources(app: App) -> tuple[str, ...]:
    """Return the names of the channels beside the store."""
    from aver.app import sources_of

    sources = sources_of(app)
    if sources is None:
        return ()
    sources.close()
    return tuple(one.name for one in sources.sources)


def _one_by_one(answer: Callable[[Blind], Answered]) -> Ask:
    from aver.evals.run import run

    return lambda questions, moved: run(questions, answer, progress=moved)


def _side_by_side(start: Callable[[], Callable[[Blind], Answered]], jobs: int) -> Ask:
    from aver.evals.workers import run_in_processes

    return lambda questions, moved: run_in_processes(questions, start, jobs=jobs, progress=moved)


def _opened(session: Session, readings: Path | None) -> tuple[App, Caller]:
    """Open the home, with a reader that keeps its readings where a file is named for them."""
    from aver.evals.kept_readings import KeptReader

    app, caller = opened(session)
    if readings is None or app.reader is None:
        return app, caller
    return replace(app, reader=KeptReader(app.reader, readings)), caller


def _answering(
    session: Session, readings: Path | None, mode: EvalMode, k: int, switches: Switches
) -> Callable[[Blind], Answered]:
    """Open the home once more, in a process of its own, and return what answers there."""
    app, caller = _opened(session, readings)
    return _set_up(app, caller, mode, k, switches).answer


def _rows(
    questions: Sequence[Question],
    ask: Ask,
    out_file: Path | None,
    manifest: Manifest,
    resume: bool,
) -> tuple[Row, ...]:
    """Ask the questions; each row is written as it comes, so an interrupted run keeps what it has."""
    from aver.cli.output import err
    from aver.evals.kept import keep_questions
    from aver.evals.manifest import rows_so_far, write_manifest
    from aver.evals.progress import shown
    from aver.evals.rows import write_rows

    before = rows_so_far(out_file, questions, manifest) if resume and out_file is not None else ()
    left = questions[len(before) :]
    with shown(len(left), console=err()) as moved:
        rows = ask(left, moved)
        if out_file is None:
            return tuple(rows)
        write_manifest(out_file, manifest)
        keep_questions(out_file, questions)
        with out_file.open("a" if before else "w", encoding="utf-8") as file:
            return (*before, *write_rows(rows, file))


def _set_up(app: App, caller: Caller, mode: EvalMode, k: int | None, switches: Switches) -> _Setup:
    from aver.app import asking_tools
    from aver.cli.asking import bring_windows_up_to_date
    from aver.evals.ablate import ablated_tools
    from aver.evals.engine import engine
    from aver.evals.manifest import configuration_digest
    from aver.flows.inquiring import VANILLA_K
    from aver.flows.scope import document_named

    windows = mode not in (EvalMode.QUOTE, EvalMode.UNGATED)
    if windows:
        bring_windows_up_to_date(app, caller.tenant)
    tools = ablated_tools(asking_tools(app, tenant=caller.tenant), switches)
    depth = k or (VANILLA_K if windows else app.settings.retrieval.k)
    answer = engine(
        app.run_log,
        caller,
        tools,
        mode=mode.value,
        k=depth,
        document=lambda path: document_named(app.store, caller, path, today=today()).document,
    )
    configuration = configuration_digest(app.settings.retrieval, app.settings.chunking, tools.tuning)
    return _Setup(answer=answer, configuration=configuration, code_version=tools.code_version, mode=mode, k=depth)


def _manifest(setup: _Setup, asked: Sequence[Question], switches: Switches, caller: Caller) -> Manifest:
    from aver.evals.manifest import Manifest, questions_digest

    return Manifest(
        questions=questions_digest(asked),
        configuration=setup.configuration,
        mode=setup.mode.value,
        k=setup.k,
        off=switches.off,
        caller=f"{caller.tenant}/{caller.user} {' '.join(sorted(caller.principals))}",
        code_version=setup.code_version,
    )
