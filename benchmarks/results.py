"""Run the evaluation and write docs/results.md and the table of README.md from its rows.

    python -m benchmarks.results ../shared WORK                 # what `make eval` runs; goes on where it stopped
    python -m benchmarks.results ../shared WORK --write-only    # write the pages from the rows that are there

WORK/NAME holds one set: `documents`, `questions.jsonl`, `home`, `rows/RUN.jsonl`. Every run is an `aver eval run`, so
any figure can be recomputed with `aver eval report`. WORK/frameworks is what `benchmarks.frameworks` wrote.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.dev_sets import SETS, make
from benchmarks.framework_pipelines import PIPELINES
from benchmarks.frameworks import DEPTHS
from benchmarks.result_tables import OURS, against, aimed, brief, frameworks, kinds, lost, outcomes

from aver import __version__
from aver.evals.questions import read_questions
from aver.evals.rows import read_rows
from aver.evals.score import Scored, score

ROOT = Path(__file__).resolve().parents[1]
PAGE, README = ROOT / "docs" / "results.md", ROOT / "README.md"
BEGIN, END = "<!-- results:begin -->", "<!-- results:end -->"

RUNS: Mapping[str, tuple[str, str]] = {
    OURS: ("quote", "4"),
    "vanilla-4": ("vanilla", "4"),
    "vanilla-12": ("vanilla", "12"),
    "bm25": ("bm25", "4"),
    "dense-reader": ("dense-reader", "4"),
    "hybrid-reranked": ("hybrid-reranked", "4"),
    "ungated": ("ungated", "4"),
}
"""Every run by name: its `--mode` and `-k`."""

MOST = 60
"""Questions drawn from each public set: what two cores answer in a few minutes."""

TITLES = {
    "dev": "Development questions, written for these corpora (150 PEPs, 57 site policies)",
    "squad": "SQuAD 1.1 and 2.0, six articles, half of the questions without an answer",
    "policyqa": "PolicyQA, each question asked of one privacy policy",
    "hotpotqa": "HotpotQA, two pages needed, all pages of all questions in one home",
}


def prepare(shared: Path, work: Path) -> None:
    """Lay out every set that is not there yet."""
    dev = work / "dev"
    if not dev.exists():
        dev.mkdir(parents=True)
        (dev / "documents").symlink_to((shared / "corpora").resolve())
        (dev / "questions.jsonl").write_bytes((shared / "questions" / "dev.jsonl").read_bytes())
    make(shared, work, most=MOST, names=[name for name in SETS if not (work / name).exists()])


def run_all(work: Path) -> None:
    """Ingest each set once and make every run, each going on where it stopped."""
    for name in TITLES:
        place = work / name
        (place / "rows").mkdir(exist_ok=True)
        if not (place / "home").exists():
            _aver("init", "--home", str(place / "home"))
            _aver("ingest", str((place / "documents").resolve()), "--home", str(place / "home"))
        for run, (mode, k) in RUNS.items():
            rows = place / "rows" / f"{run}.jsonl"
            more = ("--mode", mode, "-k", k, "--out", str(rows), "--resume", "--home", str(place / "home"))
            _aver("eval", "run", str(place / "questions.jsonl"), *more)


def _aver(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "aver.cli.main", *words], check=True, stdout=subprocess.DEVNULL)


def read(work: Path, name: str) -> dict[str, Scored]:
    """Return the whole runs of a set, ours first; one that was cut short is left out."""
    questions = read_questions(work / name / "questions.jsonl")
    found = {run: work / name / "rows" / f"{run}.jsonl" for run in RUNS}
    rows = {run: read_rows(path) for run, path in found.items() if path.exists()}
    return {run: score(given, questions) for run, given in rows.items() if len(given) == len(questions)}


def page(work: Path) -> str:
    """Return docs/results.md."""
    parts = [INTRODUCTION.format(machine=machine(), most=MOST)]
    for name, title in TITLES.items():
        runs = read(work, name) if (work / name / "rows").is_dir() else {}
        if OURS in runs:
            parts += [
                f"## {title}",
                *("\n".join(table(runs)) for table in (outcomes, against, kinds)),
                aimed(runs),
                lost(runs),
            ]
    folder = work / "frameworks"
    if folder.is_dir():
        embedding = json.loads((folder / "embedding.json").read_text(encoding="utf-8"))
        parts += [
            "## Frameworks, with the same encoder, chunks, questions and reader",
            FRAMEWORKS.format(embedding=embedding["cpu_s"]),
            "\n".join(_measured(work)),
        ]
    return "\n\n".join(parts) + "\n"


def _measured(work: Path) -> list[str]:
    folder = work / "frameworks"
    questions = read_questions(work / "dev" / "questions.jsonl")
    names = [name for name in ("aver", *PIPELINES) if (folder / f"{name}.json").exists()]
    measured = [json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in names]
    found = {f"{name}-{k}": folder / f"{name}-{k}.jsonl" for name in names for k in DEPTHS}
    rows = {name: read_rows(path) for name, path in found.items() if path.exists()}
    runs = {name: score(given, questions) for name, given in rows.items() if len(given) == len(questions)}
    return frameworks(measured, runs)


def machine() -> str:
    """Return date, machine and versions in one line."""
    versions = ", ".join(f"{one} {importlib.metadata.version(one)}" for one in ("numpy", "onnxruntime", "tokenizers"))
    command = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores of {_processor()}, {platform.system()}, "
        f"Python {platform.python_version()}, Aver {__version__} at {commit.stdout.strip()}, {versions}"
    )


def _processor() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text(encoding="utf-8").splitlines() if cpu.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def readme_block(work: Path) -> str:
    """Return the table of README.md between its markers."""
    lines = "\n".join(brief(read(work, "dev")))
    return f"{BEGIN}\n{lines}\n{END}"


def replaced(text: str, block: str) -> str:
    """Return `text` with `block` between its markers, unchanged where it has none."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{block}{after}" if begin and end else text


INTRODUCTION = """# Results

Written by `make eval` and `make bench` (`python -m benchmarks.results`); nothing on this page is typed by hand.
{machine}.

    python -m benchmarks.results ../shared build/eval        # make eval
    python -m benchmarks.frameworks --home build/eval/dev/home --corpus ../shared/corpora \\
        --questions ../shared/questions/dev.jsonl --out build/eval/frameworks     # part of make bench

No chat model, the built-in encoder and reader. Brackets are exact 95 % intervals (means: bootstrap). *verified* is
Aver's quoting mode; the others always answer. *vanilla-k* is windows of 512 tokens and the k nearest, *bm25* the same
windows by words, *dense-reader* vanilla-4 read by the reader of verified, *hybrid-reranked* BM25 and vectors fused by
reciprocal rank, then reranked and read by that reader. The encoder reads the first 254 tokens of a window, which all
of these suffer from. *ungated* is hybrid search and reranking over Aver's own chunks, verified itself with every draft
released: what checks and gate are worth. Public sets are samples of {most} questions (seed 11).

*Right, all* counts withholding where nothing can be answered as right; *right, answerable* counts answers alone."""

FRAMEWORKS = """Each framework runs its own pipeline in a process of its own over the chunks of the development home;
what it finds is answered by the reader of vanilla mode. Processor time, since the machine was busy. Embedding the
chunks with Aver's encoder takes {embedding} CPU s on one thread and is left out of *build*, but for *aver*: its seconds
are the whole ingest from the files, with parsing, cutting, embedding, terms and durable commits. A question is
embedded and searched; *aver* searches words and vectors under an eligibility, the others vectors alone but for
*haystack-hybrid*. What *aver* answers stands in the tables above."""


def main() -> None:
    """Run what is missing, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--write-only", action="store_true")
    given = parser.parse_args()
    if not given.write_only:
        prepare(given.shared, given.work)
        run_all(given.work)
    PAGE.write_text(page(given.work), encoding="utf-8")
    README.write_text(replaced(README.read_text(encoding="utf-8"), readme_block(given.work)), encoding="utf-8")


if __name__ == "__main__":
    main()
