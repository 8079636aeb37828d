"""A judge's rows: written as they come, read again, and counted under a label that says what they are.

Counts are over the first judgment of each answer; the others only say how often a model agrees with itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from aver.errors import BadInput
from aver.evals.foreign import Record, read_lines
from aver.evals.judge import Judgment, Opinion, digest_of
from aver.evals.measures import Measure, figures, share

NOTE = "A model's opinion, not a measurement; nothing is decided by it."

RULED = frozenset({Opinion.ACCEPT, Opinion.REJECT})
"""Opinions that decide; everything else is neither for nor against an answer."""

_HINT = "`aver eval judge --out` writes these rows"


def repeatable(judgments: Sequence[Judgment]) -> Measure:
    """Return the share of answers asked about several times on which every opinion was the same."""
    opinions: dict[str, list[Opinion]] = {}
    for one in judgments:
        opinions.setdefault(one.id, []).append(one.opinion)
    return share("repeatable", (len(set(each)) == 1 for each in opinions.values() if len(each) > 1))


def judgment_line(one: Judgment) -> str:
    """Return a judgment as one line of JSON without a line end."""
    return json.dumps(asdict(one))


def read_judgments(path: Path) -> tuple[Judgment, ...]:
    """Return the judgments of a file in its order. Raises BadInput naming line and field."""
    return tuple(_judgment(record) for record in read_lines(path, hint=_HINT))


def judged_so_far(path: Path, *, prompt: str, model: str) -> tuple[Judgment, ...]:
    """Return the judgments of an interrupted run that stand; a call that met no working server is made again.

    Raises BadInput where another model or other words were asked.
    """
    made = read_judgments(path) if path.exists() else ()
    digest = digest_of(prompt)
    for one in made:
        if (one.model, one.prompt_sha256) != (model, digest):
            raise BadInput(
                f"{path} holds judgments of {one.model} by {one.prompt}, and {model} is asked by {prompt}",
                hint="name another file, or ask as before",
            )
    return tuple(one for one in made if one.opinion is not Opinion.FAILED)


def _judgment(record: Record) -> Judgment:
    opinion = record.text("opinion")
    if opinion not in list(Opinion):
        raise record.fault("opinion", f"is `{opinion}`, not one of {', '.join(Opinion)}")
    return Judgment(
        id=record.text("id"),
        repeat=int(record.number("repeat", 0)),
        opinion=Opinion(opinion),
        reason=record.optional_text("reason") or "",
        said=record.texts("said"),
        failure=record.optional_text("failure"),
        model=record.text("model"),
        prompt=record.text("prompt"),
        prompt_sha256=record.text("prompt_sha256"),
        tokens=int(record.number("tokens", 0)),
    )


def opinions_json(judgments: Sequence[Judgment]) -> dict[str, Any]:
    """Return what came of asking, counted over the first judgment of each answer."""
    first = [one for one in judgments if one.repeat == 0]
    counts = Counter(one.opinion for one in first)
    return {
        "model_opinion": NOTE,
        "asked_of": _once(one.model for one in judgments),
        "prompts": _once(f"{one.prompt} sha256 {one.prompt_sha256[:16]}" for one in judgments),
        "answers": len(first),
        "opinions": {opinion.value: counts[opinion] for opinion in Opinion},
        "accepted": figures(
            share("accepted", (one.opinion is Opinion.ACCEPT for one in first if one.opinion in RULED))
        ),
        "repeatable": figures(repeatable(judgments)),
        "tokens": sum(one.tokens for one in judgments),
    }


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
