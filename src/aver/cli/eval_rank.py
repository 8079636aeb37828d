"""`aver eval rank`: learn the order of candidates from labelled questions, and write it down where it is better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.output import say
from aver.cli.session import Session, now, opened, today

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aver.app import App
    from aver.evals.learning import Learned, Lesson
    from aver.evals.questions import Question
    from aver.values.governance import Caller


def eval_rank(
    questions: Annotated[
        list[Path],
        typer.Argument(help="Labelled questions, such as `eval cases --out` writes.", metavar="FILE.jsonl..."),
    ],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Change no setting.")] = False,
    session: Session,
) -> None:
    """Learn to rank from labelled questions, and write the order into aver.toml for the tenant where it is better.

    Refused where fewer than 40 questions have candidates with and without a gold span, and where the learned order
    doesn't clearly find gold sooner on questions that it never saw.
    """
    from aver.app import reader_of
    from aver.errors import RankingRefused
    from aver.evals.learning import LEAST, learned
    from aver.evals.lessons import settings_of
    from aver.evals.questions import read_questions
    from aver.flows.tenant_sections import write_section

    app, caller = opened(session)
    lessons = _lessons(app, caller, [one for path in questions for one in read_questions(path)])
    found = learned(lessons)
    if found is None:
        teaching = sum(one.teaches for one in lessons)
        raise RankingRefused(f"{teaching} of {len(lessons)} questions teach an order", hint=f"label {LEAST} or more")
    lines = _lines(found)
    if not found.better:
        raise RankingRefused(
            f"the learned order is not clearly better: {'; '.join(lines)}",
            hint="label more questions; nothing was changed",
        )
    payload = _json(found)
    if not dry_run:
        section = settings_of(found, reader=reader_of(app), at=now(), evidence="; ".join(lines))
        path = write_section(app.settings.home, caller.tenant, section)
        payload |= {"written_to": str(path), "tenant": caller.tenant, "version": section.version}
        lines = (*lines, f"written to {path} for tenant {caller.tenant}")
    say(session, payload, lines)


def _lessons(app: App, caller: Caller, questions: Sequence[Question]) -> list[Lesson]:
    """Return what the labelled questions teach; one about a document that the caller may not read teaches nothing."""
    from aver.app import asking_tools
    from aver.errors import NotFound
    from aver.evals.learning import Lesson
    from aver.evals.lessons import lesson_of
    from aver.flows.scope import document_named

    tools, day = asking_tools(app, tenant=caller.tenant), today()
    lessons = []
    for one in questions:
        if not one.gold_spans:
            continue
        try:
            lessons.append(
                lesson_of(
                    one, caller, tools, document=lambda uri: document_named(app.store, caller, uri, today=day).document
                )
            )
        except NotFound:
            lessons.append(Lesson(id=one.id, group=one.id, rows=(), gold=()))
    return lessons


def _json(found: Learned) -> dict[str, Any]:
    from aver.evals.measures import figures
    from aver.stages.learning import SIGNALS

    return {
        "questions": found.lessons,
        "left_out": found.left_out,
        "ridge": found.ridge,
        "weights": dict(zip(SIGNALS, found.weights, strict=True)),
        "before": {one.name: figures(one) for one in found.before},
        "after": {one.name: figures(one) for one in found.after},
        "gain": figures(found.gain),
    }


def _lines(found: Learned) -> tuple[str, ...]:
    both = ", ".join(
        f"{old.name} {old.value:.3f} before and {new.value:.3f} after"
        for old, new in zip(found.before, found.after, strict=True)
    )
    gain = found.gain
    return (
        f"{found.lessons} questions taught, {found.left_out} had no candidates of both kinds",
        f"on questions that the order never saw: {both}",
        f"mrr {gain.value:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]",
    )
