"""Run the evaluation and write docs/results.md and the table of README.md from its rows.

    python -m benchmarks.results ../shared WORK                 # what `make eval` runs; goes on where it stopped
    python -m benchmarks.results ../shared WORK --write-only    # write the pages from the rows that are there
    python -m benchmarks.results ../shared WORK --sample 10     # a few questions of each set, into WORK/results.md

What WORK holds says `benchmarks.result_runs`; every run is an `aver eval run`, so any figure can be recomputed with
`aver eval report`. WORK/frameworks is what `benchmarks.frameworks` wrote.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.framework_pipelines import PIPELINES
from benchmarks.frameworks import DEPTHS
from benchmarks.further import Measures, kept, measure, shown
from benchmarks.result_runs import (
    ABLATED,
    ABLATIONS,
    ROOT,
    RUNS,
    TITLES,
    Sizes,
    begin,
    code_digest,
    code_of,
    prepare,
    processor_minutes,
    read,
    run_all,
)
from benchmarks.result_tables import (
    OURS,
    ablations,
    against,
    aimed,
    brief,
    frameworks,
    glance,
    kinds,
    lost,
    outcomes,
)

from aver import __version__
from aver.evals.questions import read_questions
from aver.evals.rows import read_rows
from aver.evals.score import score
from aver.evals.surgery.operate import Variant
from benchmarks import further_claims, further_documents, further_rankings, further_stance

PAGE, README = ROOT / "docs" / "results.md", ROOT / "README.md"
BEGIN, END = "<!-- results:begin -->", "<!-- results:end -->"

FURTHER: Measures = {
    **further_rankings.MEASURES,
    **further_claims.MEASURES,
    **further_documents.MEASURES,
    **further_stance.MEASURES,
}
"""Sets without questions that a passage answers."""


def page(work: Path) -> str:
    """Return docs/results.md."""
    sets = {name: read(work, name, RUNS) for name in TITLES if (work / name / "rows").is_dir()}
    sets = {name: runs for name, runs in sets.items() if OURS in runs}
    sizes = {TITLES[name].partition(",")[0].partition(":")[0]: runs for name, runs in sets.items()}
    parts = [INTRODUCTION.format(machine=machine(), made=made(work)), "\n".join(glance(sizes))]
    for name, runs in sets.items():
        parts += [
            f"## {TITLES[name]}",
            *((ABOUT[name],) if name in ABOUT else ()),
            *("\n".join(table(runs)) for table in (outcomes, against, kinds)),
            aimed(runs),
            lost(runs),
        ]
        without = read(work, name, ABLATIONS) if name in ABLATED else {}
        if without:
            parts += ["### What each stage is worth", ABLATION, "\n".join(ablations(runs[OURS], without))]
    measured = kept(list(FURTHER), work)
    if measured:
        parts += ["## Sets that hold no questions to answer", FURTHER_SETS, *map(shown, measured)]
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


def made(work: Path) -> str:
    """Return in one sentence which code made the rows and what that took."""
    code, now = code_of(work), code_digest()
    later = "" if code == now else f"; this page was written at {now}, so some of it may differ by now"
    spent = processor_minutes(work) + sum(one.cpu_s for one in kept(list(FURTHER), work)) / 60
    return f"Rows of code {code}{later}; {spent:.0f} processor minutes, ingesting included"


def machine() -> str:
    """Return date, machine and versions in one line."""
    versions = ", ".join(f"{one} {importlib.metadata.version(one)}" for one in ("numpy", "onnxruntime", "tokenizers"))
    command = ["git", "rev-parse", "--short", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    commit = f" at {found}" if found else ""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores of {_processor()}, {platform.system()}, "
        f"Python {platform.python_version()}, Aver {__version__}{commit}, {versions}"
    )


def _processor() -> str:
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text(encoding="utf-8").splitlines() if cpu.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def readme_block(work: Path) -> str:
    """Return the table of README.md between its markers."""
    lines = "\n".join(brief(read(work, "dev", RUNS)))
    return f"{BEGIN}\n{lines}\n{END}"


def replaced(text: str, block: str) -> str:
    """Return `text` with `block` between its markers, unchanged where it has none."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{block}{after}" if begin and end else text


INTRODUCTION = """# Results

Written by `make eval` and `make bench` (`python -m benchmarks.results`); nothing on this page is typed by hand.
{machine}. {made}.

    python -m benchmarks.results ../shared build/eval        # make eval
    python -m benchmarks.frameworks --home build/eval/dev/home --corpus ../shared/corpora \\
        --questions ../shared/questions/dev.jsonl --out build/eval/frameworks     # part of make bench

No chat model, the built-in encoder and reader. Brackets are exact 95 % intervals (means: bootstrap). *verified* is
Aver's quoting mode; the others always answer. *vanilla-k* is windows of 512 tokens and the k nearest, *bm25* the same
windows by words, *dense-reader* vanilla-4 read by the reader of verified, *hybrid-reranked* BM25 and vectors fused by
reciprocal rank, then reranked and read by that reader. The encoder reads the first 254 tokens of a window, which all
of these suffer from. *ungated* is hybrid search and reranking over Aver's own chunks, verified itself with every draft
released: what checks and gate are worth. Public sets are samples (seed 11).

*Right, all* counts withholding where nothing can be answered as right; *right, answerable* counts answers alone.
Wrong answers of each mode, and right answers to answerable questions:"""

SURGERY = """Made by `aver eval surgery` (seed 7) from the development corpora, SQuAD and XQuAD articles and Wikipedia
tables, so that what can be answered is known exactly: [the variants](calibration.md#question-surgery). *shown* is asked
by a reader of the hidden documents, everything else by somebody who may not read them."""

ABOUT = {"surgery": SURGERY}

ABLATION = """Verified with one stage off, over the same questions: shares with it off less shares with it on, paired,
with their bootstrap intervals; in brackets how many questions became so and how many ceased to be; McNemar's exact p.
*answers* is how many more were released. Checks, gate and eligibility can't be switched off: *ungated* above is what is
left without checks and gate."""

FRAMEWORKS = """Each framework runs its own pipeline in a process of its own over the chunks of the development home;
what it finds is answered by the reader of vanilla mode. Processor time, since the machine was busy. Embedding the
chunks with Aver's encoder takes {embedding} CPU s on one thread and is left out of *build*, but for *aver*: its seconds
are the whole ingest from the files, with parsing, cutting, embedding, terms and durable commits. A question is
embedded and searched; *aver* searches words and vectors under an eligibility, the others vectors alone but for
*haystack-hybrid*. Where another's question costs less (*txtai*), it is the search by words and the eligibility that
cost more here; the plan for collections in which the exact scan of vectors is felt is [approximate.md](approximate.md).
Seconds and megabytes are of one run, the process whole, model included. What *aver* answers stands in the tables
above."""


FURTHER_SETS = """What else Aver does, on public sets, beside what people would use instead on the same cases. In bold
what is shipped; every figure has its 95 % interval and its count. Left out: what MultiCite labels, the purpose of a
citation, is decided nowhere in Aver, and nothing points at single unsupported words as WiCE's token labels do."""


def main() -> None:
    """Run what is missing, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--write-only", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, help="questions of each set; the page goes to WORK/results.md")
    given = parser.parse_args()
    if not given.write_only:
        few = given.sample
        sizes = Sizes() if few is None else Sizes(public=few, dev=few, surgery=max(1, few // len(Variant)))
        begin(given.work)
        prepare(given.shared, given.work, sizes)
        run_all(given.work, jobs=given.jobs)
        if few is None:
            measure(FURTHER, given.shared, given.work)
    if given.sample is not None:
        (given.work / PAGE.name).write_text(page(given.work), encoding="utf-8")
        return
    PAGE.write_text(page(given.work), encoding="utf-8")
    README.write_text(replaced(README.read_text(encoding="utf-8"), readme_block(given.work)), encoding="utf-8")


if __name__ == "__main__":
    main()
