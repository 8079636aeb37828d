"""The evaluation that lies in a home: figures and charts, no question and no word of a document.

It is read from the folder `evaluation`: `questions.jsonl`, `rows.jsonl` as `aver eval run --out` wrote them, and the
rows of further runs, each an `ablation` by its name: drawn into the same risk curve, as a bar beside this run's, and
compared question by question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from aver.errors import NotFound
from aver.evals.charts import bars_svg, risk_coverage_svg
from aver.evals.manifest import read_manifest
from aver.evals.page import Table, page_of, sections
from aver.evals.questions import read_questions
from aver.evals.risk import risk_coverage
from aver.evals.rows import read_rows
from aver.evals.score import score
from aver.evals.summary import summarise

FOLDER = "evaluation"
QUESTIONS, ROWS = "questions.jsonl", "rows.jsonl"
THIS = "this run"
BESIDE = 3
"""Further runs that are drawn, by name."""
PROMISE = 0.03
"""The level drawn into the risk curve: three wrong of a hundred released."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """The tables of a scored run under their headings, and its charts by name as SVG."""

    tables: tuple[tuple[str, Table], ...]
    charts: Mapping[str, str]


def evaluated(home: Path) -> Evaluated:
    """Return the evaluation in the folder of a home. Raises NotFound where there is none, BadInput for a broken one."""
    folder = home / FOLDER
    try:
        files = sorted(folder.glob("*.jsonl"))
        stamps = tuple((str(file), file.stat().st_mtime_ns) for file in files)
    except OSError as error:
        raise NotFound("no evaluation", hint=f"write one into {FOLDER}/") from error
    if not {QUESTIONS, ROWS} <= {file.name for file in files}:
        raise NotFound("no evaluation", hint=f"put {QUESTIONS} and {ROWS} into {FOLDER}/ of the home")
    return _read(stamps)


@lru_cache(maxsize=2)
def _read(stamps: tuple[tuple[str, int], ...]) -> Evaluated:
    """Return the evaluation in files that haven't changed since those moments."""
    files = {Path(name).name: Path(name) for name, _ in stamps}
    asked = read_questions(files.pop(QUESTIONS))
    rows = files.pop(ROWS)
    runs = {THIS: score(read_rows(rows), asked)}
    runs |= {file.stem: score(read_rows(file), asked) for file in list(files.values())[:BESIDE]}
    others = {name: one for name, one in runs.items() if name != THIS}
    page = page_of(runs[THIS], title=rows.name, run_of=read_manifest(rows), beside=others)
    curves = {name: risk_coverage(scored) for name, scored in runs.items()}
    whole = [replace(summarise(one).groups[0], name=name) for name, one in runs.items()]
    charts = {
        "kinds": bars_svg(page.summary.groups),
        "risk": risk_coverage_svg(curves, promise=PROMISE),
        "ablations": bars_svg(whole),
    }
    return Evaluated(tables=sections(page), charts=charts)
