"""`aver eval judge` and `aver eval agreement`: a chat model's opinion of answers, and what it is worth."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.eval_summary import Questions, labels_of
from aver.cli.output import err, say
from aver.cli.session import Session, settings_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aver.evals.judge import Judgment


def eval_judge(
    rows: Annotated[Path, typer.Argument(help="What `eval run --out` wrote.", metavar="ROWS.jsonl")],
    *,
    questions: Questions = None,
    out_file: Annotated[Path, typer.Option("--out", help="Write every judgment.", metavar="JUDGMENTS.jsonl")],
    prompt: Annotated[str, typer.Option(help="supported.v1: by the quotes; right.v1: by the labels.")] = "supported.v1",
    repeat: Annotated[int, typer.Option(help="Ask about each answer so often.", min=1)] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the judgments that --out holds.")] = False,
    session: Session,
) -> None:
    """Ask the chat model of [models.chat] what it thinks of each released answer. Nothing is decided by what it says.

    Question, claims and quotes are sent to that server. Refusals, broken replies and failed calls are counted as what
    they are. Hold the judgments against people's labels with `aver eval agreement` before reading anything into them.
    """
    from aver.errors import BadConfiguration
    from aver.evals.judge import judge, judgeable
    from aver.evals.judgments import judged_so_far, judgment_line, opinions_json
    from aver.evals.progress import shown
    from aver.evals.rows import read_rows
    from aver.evals.run import Step
    from aver.flows.whole_file import replace_file
    from aver.models.chat import budget_from, chat_from

    settings = settings_of(session).models_chat
    chat = chat_from(settings, os.environ)
    if chat is None:
        raise BadConfiguration(
            "a judge is a chat model, and none is configured", hint="set [models.chat] base_url, model"
        )
    answers = judgeable(read_rows(rows), labels_of(rows, questions), prompt)
    made: list[Judgment] = []
    if resume:
        made += judged_so_far(out_file, prompt=prompt, model=chat.chat_id)
    known = {(one.id, one.repeat) for one in made}
    replace_file(out_file, "".join(judgment_line(one) + "\n" for one in made))
    with out_file.open("a", encoding="utf-8") as file, shown(len(answers) * repeat, console=err()) as moved:
        for one in judge(answers, chat, prompt=prompt, budget=budget_from(settings), repeats=repeat, known=known):
            file.write(judgment_line(one) + "\n")
            file.flush()
            made.append(one)
            failed = sum(other.failure is not None for other in made)
            moved(Step(done=len(made), total=len(answers) * repeat, failed=failed, outcome=one.opinion.value))
    payload = opinions_json(made)
    say(session, payload, _lines(payload))


def eval_agreement(
    judgments: Annotated[Path, typer.Argument(help="What `eval judge --out` wrote.", metavar="JUDGMENTS.jsonl")],
    *,
    labels: Annotated[Path, typer.Option(help="One {id, label: right or wrong} a line.", metavar="LABELS.jsonl")],
    session: Session,
) -> None:
    """Hold a judge's opinions against people's labels: who disagreed where, too strict or too lenient, and how often.

    Refusals and broken replies are neither agreement nor disagreement. A label may carry a `category` under which a
    person filed the judge's rejection.
    """
    from aver.evals.agreement import agreement, agreement_json, read_labels
    from aver.evals.judgments import read_judgments

    payload = agreement_json(agreement(read_judgments(judgments), read_labels(labels)))
    say(session, payload, _lines(payload))


def _lines(payload: Mapping[str, Any], indent: str = "") -> list[str]:
    """Return the object as lines: a figure with its interval on one, a list item on one."""
    lines: list[str] = []
    for name, value in payload.items():
        if isinstance(value, dict) and set(value) == {"value", "n", "ci95"}:
            lines.append(f"{indent}{name}: {_figure(value)}")
        elif isinstance(value, dict):
            lines += [f"{indent}{name}", *_lines(value, f"{indent}  ")]
        elif isinstance(value, list):
            shown = (" ".join(map(str, one.values())) if isinstance(one, dict) else str(one) for one in value)
            lines += [f"{indent}{name}", *(f"{indent}  {one}" for one in shown)]
        else:
            lines.append(f"{indent}{name}: {value}")
    return lines


def _figure(given: Mapping[str, Any]) -> str:
    if given["value"] is None:
        return f"- of {given['n']}"
    low, high = given["ci95"]
    return f"{given['value']:.3f} [{low:.3f}, {high:.3f}] of {given['n']}"
