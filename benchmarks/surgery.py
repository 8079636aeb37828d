"""Question surgery from end to end: operate, ingest, ask both halves, calibrate on one, confirm on the other.

    python benchmarks/surgery.py ../shared OUT [--most 400]

Every step leaves its result in OUT and is passed over when it is there, and asking goes on where it stopped, so the
command can be interrupted. Writes OUT/figures.md and OUT/risk-coverage.svg. With --most 400 it asks about 2,500
questions; without a GPU that is a quarter of an hour on two idle cores before a reader is installed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from aver.evals.calibrate import leaves, priced, words_of
from aver.evals.charts import risk_coverage_svg
from aver.evals.manifest import manifest_path
from aver.evals.measures import share
from aver.evals.page import figure
from aver.evals.questions import UNANSWERED_IS_RIGHT, Question, read_questions
from aver.evals.risk import risk_coverage
from aver.evals.rows import Row, read_rows
from aver.evals.score import Judgement, Scored, score
from aver.evals.summary import summarise
from aver.stages import metrics
from aver.stages.calibration import Promise

HERE = Path(__file__).resolve().parent
FOLDS = ("calibrate", "confirm")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    sources, operated, home = (given.out / name for name in ("sources", "operated", "home"))
    if not sources.exists():
        subprocess.run([sys.executable, HERE / "surgery_sources.py", given.shared, sources], check=True)
    if not operated.exists():
        size = ("--seed", str(given.seed), "--most", str(given.most))
        labels = ("--documents", sources / "documents", "--out", operated)
        aver(home, "eval", "surgery", sources / "questions.jsonl", *labels, *size)
    if not home.exists():
        aver(home, "init")
        aver(home, "ingest", operated / "documents", "--meta", operated / "meta.toml")
    runs = {fold: asked(given.out, operated, home, fold) for fold in FOLDS}
    curves = {f"{fold} ({len(run.judged)} questions)": risk_coverage(run) for fold, run in runs.items()}
    (given.out / "risk-coverage.svg").write_text(risk_coverage_svg(curves, promise=0.03), encoding="utf-8")
    (given.out / "figures.md").write_text("\n".join(figures(runs)) + "\n", encoding="utf-8")
    print((given.out / "figures.md").read_text(encoding="utf-8"))


def aver(home: Path, *words: str | Path) -> None:
    environment = os.environ | {"AVER_HOME": str(home.resolve()), "XDG_CONFIG_HOME": str(home.resolve()) + "-keys"}
    command = [sys.executable, "-m", "aver.cli.main", *map(str, words)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def asked(out: Path, operated: Path, home: Path, fold: str) -> Scored:
    """Ask a fold's questions, outsiders' and insiders', at the floors, and score them together."""
    rows: list[Row] = []
    questions: list[Question] = []
    for name, caller in ((fold, ()), (f"{fold}-insiders", ("--groups", "insiders"))):
        labels, answers = operated / f"{name}.jsonl", out / f"rows-{name}.jsonl"
        if not labels.exists():
            continue
        asked_now = read_questions(labels)
        if not answers.exists() or len(read_rows(answers)) < len(asked_now):
            resume = ("--resume",) if manifest_path(answers).exists() else ()
            aver(home, "eval", "run", labels, "--out", answers, *resume, "--ablate", "calibration", *caller)
        rows += read_rows(answers)
        questions += asked_now
    return score(rows, questions)


def figures(runs: dict[str, Scored]) -> list[str]:
    lines = ["| variant | n | correct | wrong | abstained |", "|---|---|---|---|---|"]
    both = Scored(
        judged=tuple(one for run in runs.values() for one in run.judged),
        rows=tuple(row for run in runs.values() for row in run.rows),
        missing=0,
        unknown_or_duplicate=0,
        unlabelled=0,
    )
    summary = summarise(both)
    for group in (summary.groups[0], *summary.variants):
        cells = (figure(group.measure(name)) for name in ("correct", "wrong", "abstained"))
        lines.append(f"| {group.name} | {group.size} | " + " | ".join(cells) + " |")
    lines += ["", "| promise | calibrated on one half | on the other half | coverage of answerable there |"]
    lines.append("|---|---|---|---|")
    lines += [promised(runs, share_of_wrong) for share_of_wrong in (0.01, 0.03, 0.05, 0.10)]
    for name in ("coverage_of_answerable", "correct_deflection", "wrong_of_released", "aurc", "excess_aurc"):
        one = summary.run.measure(name)
        lines += ["", f"{name} at the floors: {figure(one)} (n {one.count})"]
    return lines


def promised(runs: dict[str, Scored], max_wrong: float) -> str:
    """Return one line: what was calibrated, and how the other half bears it out."""
    found = priced(runs["calibrate"], Promise(max_wrong=max_wrong)).found
    if found.thresholds is None:
        return f"| {max_wrong:.0%} | refused: {words_of(found.pooled)} | - | - |"
    judged = runs["confirm"].judged
    out = [one for one in judged if leaves(one, found.thresholds)]
    wrong = sum(one.judgement is Judgement.WRONG for one in out)
    answerable = [one for one in judged if one.kind not in UNANSWERED_IS_RIGHT]
    covered = share("coverage", (leaves(one, found.thresholds) for one in answerable))
    held = f"{wrong} wrong of {len(out)}, at most {metrics.upper_bound(wrong, len(out)):.2%}"
    groups = "".join(f", {name} {threshold:.2f}" for name, threshold in found.thresholds.groups)
    return f"| {max_wrong:.0%} | {found.thresholds.release:.2f}{groups} | {held} | {figure(covered)} |"


if __name__ == "__main__":
    main()
