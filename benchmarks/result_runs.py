"""Every set and every run behind docs/results.md: laid out, asked, and read again.

WORK/NAME holds one set: `documents`, `questions.jsonl` (and `questions-insiders.jsonl`, asked as the group insiders),
`home`, `rows/RUN.jsonl` and `spent.json`, the processor seconds by step. A run that was interrupted goes on, under the
code it was begun with only: where the code that answers has changed, everything in WORK is moved to WORK/earlier but
for WORK/readings-DIGEST, what the reader said of every pair, DIGEST being that of the code and the weights that read.
"""

from __future__ import annotations

import hashlib
import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.dev_sets import SETS, make
from benchmarks.result_tables import OURS

from aver.evals.questions import Question, read_questions
from aver.evals.rows import Row, read_rows
from aver.evals.score import Scored, score
from aver.evals.surgery.files import INSIDERS
from aver.stages.ablation import STAGES
from benchmarks import further

ROOT = Path(__file__).resolve().parents[1]
WEIGHTS = Path("packages/aver-models/src/aver_models/manifest.json")

RUNS: Mapping[str, tuple[str, ...]] = {
    OURS: ("--mode", "quote", "-k", "4"),
    "vanilla-4": ("--mode", "vanilla", "-k", "4"),
    "vanilla-12": ("--mode", "vanilla", "-k", "12"),
    "bm25": ("--mode", "bm25", "-k", "4"),
    "dense-reader": ("--mode", "dense-reader", "-k", "4"),
    "hybrid-reranked": ("--mode", "hybrid-reranked", "-k", "4"),
    "ungated": ("--mode", "ungated", "-k", "4"),
}
"""Every run by name, with the options of `aver eval run`."""

ABLATIONS: Mapping[str, tuple[str, ...]] = {
    f"without {name}": (*RUNS[OURS], "--ablate", name) for name in STAGES if name != "calibration"
}
"""The verified mode with one stage off; a new home has no calibration that could be switched off."""

ABLATED = frozenset({"dev"})
"""Sets that are asked without each stage too."""

TITLES = {
    "dev": "Development questions, written for these corpora (150 PEPs, 57 site policies)",
    "surgery": "Question surgery: answers cut out, questions twisted, documents hidden",
    "squad": "SQuAD 1.1 and 2.0, six articles, half of the questions without an answer",
    "policyqa": "PolicyQA, each question asked of one privacy policy",
    "hotpotqa": "HotpotQA, two pages needed, all pages of all questions in one home",
    "musique": "MuSiQue, two hops over paragraphs, those of all questions in one home",
    "xquad": "XQuAD, German questions about six English articles",
    "wikitables": "WikiTableQuestions, each question asked of one table, its answer one cell",
}

EDGES = frozenset({"adapters", "cli", "demo", "mcp_server", "service", "testing", "web"})
"""Parts of the package that answer nothing in an evaluation."""

INGESTED = "ingest"
READINGS = "readings-"
PARTS = ("questions", f"questions-{INSIDERS}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Questions drawn from each public set, from surgery per operation, and from the development questions (0: all)."""

    public: int = 60
    surgery: int = 30
    dev: int = 0


def code_digest() -> str:
    """Return 12 hex digits over the sources that answer, the weights' manifest and what makes the sets."""
    package = ROOT / "src" / "aver"
    sources = [path for path in sorted(package.rglob("*")) if path.suffix in {".py", ".json", ".txt", ".toml", ".md"}]
    answering = [path for path in sources if path.relative_to(package).parts[0] not in EDGES]
    makers = [ROOT / "benchmarks" / f"{name}.py" for name in ("dev_sets", "surgery_sources")]
    return _digest((*answering, ROOT / WEIGHTS, *makers))


def readings_of(work: Path) -> Path:
    """Return the file of readings for the code and the weights that read."""
    return work / f"{READINGS}{_digest((*sorted((ROOT / 'src' / 'aver' / 'models').glob('*.py')), ROOT / WEIGHTS))}"


def _digest(paths: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return whole.hexdigest()[:12]


def begin(work: Path) -> None:
    """Record the code that answers; what other code left in WORK is moved to WORK/earlier/CODE first."""
    now, before = code_digest(), code_of(work) or "unknown"
    held = list(work.iterdir()) if work.exists() else []
    left = [path for path in held if path.name != "earlier" and not path.name.startswith(READINGS)]
    if left and before != now:
        aside = work / "earlier" / before
        aside.mkdir(parents=True, exist_ok=True)
        for path in left:
            shutil.move(path, aside / path.name)
    work.mkdir(parents=True, exist_ok=True)
    (work / "code").write_text(now, encoding="utf-8")


def code_of(work: Path) -> str:
    """Return the digest of the code whose rows WORK holds, "" for none."""
    path = work / "code"
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def prepare(shared: Path, work: Path, sizes: Sizes) -> None:
    """Lay out every set that is not there yet."""
    dev = work / "dev"
    if not dev.exists():
        dev.mkdir()
        (dev / "documents").symlink_to((shared / "corpora").resolve())
        lines = (shared / "questions" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
        _write_lines(dev / "questions.jsonl", drawn([one for one in lines if one.strip()], sizes.dev))
    make(shared, work, most=sizes.public, names=[name for name in SETS if not (work / name).exists()])
    if not (work / "surgery" / "questions.jsonl").exists():
        _operate(shared, work / "surgery", sizes.surgery)


def drawn(lines: Sequence[str], most: int) -> list[str]:
    """Return `most` of the lines in their order, drawn with a fixed seed; all of them for 0."""
    return further.drawn(lines, most or len(lines))


def _operate(shared: Path, place: Path, most: int) -> None:
    """Make the surgery set; both halves of its documents are asked together."""
    shutil.rmtree(place, ignore_errors=True)
    sources, operated = place / "sources", place / "operated"
    subprocess.run([sys.executable, ROOT / "benchmarks" / "surgery_sources.py", shared, sources], check=True)
    labels = (str(sources / "questions.jsonl"), "--documents", str(sources / "documents"))
    _aver("eval", "surgery", *labels, "--out", str(operated), "--most", str(most))
    (place / "documents").symlink_to("operated/documents")
    for part, ending in zip(reversed(PARTS), (f"-{INSIDERS}", ""), strict=True):
        halves = [operated / f"{fold}{ending}.jsonl" for fold in ("calibrate", "confirm")]
        lines = [line for path in halves if path.exists() for line in path.read_text(encoding="utf-8").splitlines()]
        _write_lines(place / f"{part}.jsonl", lines)


def _write_lines(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def run_all(work: Path, *, jobs: int) -> None:
    """Ingest each set once and make every run with `jobs` processes, each going on where it stopped."""
    for name in TITLES:
        place = work / name
        (place / "rows").mkdir(exist_ok=True)
        if INGESTED not in _steps(place):
            _ingest(place)
        for run, options in {**RUNS, **(ABLATIONS if name in ABLATED else {})}.items():
            for part in PARTS:
                if (place / f"{part}.jsonl").exists():
                    _ask(place, run, part, (*options, "--jobs", str(jobs)))


def _ingest(place: Path) -> None:
    shutil.rmtree(place / "home", ignore_errors=True)
    meta, home = place / "operated" / "meta.toml", ("--home", str(place / "home"))
    _aver("init", *home)
    rules = ("--meta", str(meta)) if meta.exists() else ()
    _timed(place, INGESTED, "ingest", str((place / "documents").resolve()), *rules, *home)


def _ask(place: Path, run: str, part: str, options: Sequence[str]) -> None:
    rows = rows_of(place, run, part)
    caller = ("--groups", INSIDERS) if part == PARTS[1] else ()
    readings = ("--readings", str(readings_of(place.parent)))
    where = ("--out", str(rows), "--resume", *readings, "--home", str(place / "home"), *caller)
    _timed(place, rows.stem, "eval", "run", str(place / f"{part}.jsonl"), *options, *where)


def _timed(place: Path, step: str, *words: str) -> None:
    """Run a command and add its processor seconds to those of the step."""
    before = _spent()
    _aver(*words)
    known = _steps(place)
    known[step] = round(known.get(step, 0.0) + _spent() - before, 1)
    (place / "spent.json").write_text(json.dumps(known), encoding="utf-8")


def _steps(place: Path) -> dict[str, float]:
    path = place / "spent.json"
    steps: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return steps


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _aver(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "aver.cli.main", *words], check=True, stdout=subprocess.DEVNULL)


def rows_of(place: Path, run: str, part: str = PARTS[0]) -> Path:
    """Return where the rows of a run lie."""
    return place / "rows" / f"{run.replace(' ', '-')}{part.removeprefix(PARTS[0])}.jsonl"


def read(work: Path, name: str, runs: Mapping[str, object]) -> dict[str, Scored]:
    """Return the whole runs of a set, in the order of `runs`; one that was cut short is left out."""
    place = work / name
    asked = {part: read_questions(place / f"{part}.jsonl") for part in PARTS if (place / f"{part}.jsonl").exists()}
    questions: tuple[Question, ...] = tuple(one for part in asked.values() for one in part)
    found: dict[str, Scored] = {}
    for run in runs:
        paths = [rows_of(place, run, part) for part in asked]
        rows: list[Row] = [row for path in paths if path.exists() for row in read_rows(path)]
        if len(rows) == len(questions):
            found[run] = score(rows, questions)
    return found


def processor_minutes(work: Path) -> float:
    """Return what everything that is in WORK took, ingesting included."""
    return sum(sum(_steps(work / name).values()) for name in TITLES) / 60
