"""A recorded question end to end on a large home against the same question on a small one (K1, G5).

    python benchmarks/ask.py --chunks 100000 --questions 60

Both homes hold made-up help pages. A page's vector is that of one of `POOL` encoded pages of the same kind
plus a little noise, so that questions meet plausible evidence without hours of encoding; the question and
the candidate sentences go through the built-in encoder, every event through the log with synchronous
commits. Homes take turns question by question, so load meets both alike. Printed:
milliseconds by step, the ratio to the small home, and the cold start of `aver ask` in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from aver.app import App, asking_tools, create_app
from aver.config import read_settings
from aver.flows.answering import answer
from aver.index.vectors import to_fixed
from aver.stages.analyser import chunk_terms
from aver.stages.identity import caller_of
from aver.store.writing import IndexedChunk, NewVersion
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.governance import Governance
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed

SMALL = 1_000
PER_DOCUMENT = 10
BATCH = 200
POOL = 1_000
NOISE = 0.02
SUBJECTS = (
    "refund",
    "sensor",
    "invoice",
    "contract",
    "delivery",
    "warranty",
    "account",
    "licence",
    "battery",
    "export",
)
VERBS = ("is confirmed", "is refused", "must be reported", "can be extended", "ends automatically", "is repeated")
UNITS = ("days", "weeks", "months", "hours", "euro", "metres")


def paragraphs(count: int, random: np.random.Generator) -> Iterator[str]:
    """Yield help-page paragraphs of six sentences with numbers and names drawn at random."""
    for _ in range(count):
        yield " ".join(
            f"The {SUBJECTS[random.integers(10)]} of order {random.integers(100_000)} {VERBS[random.integers(6)]}"
            f" within {random.integers(1, 99)} {UNITS[random.integers(6)]} by office {random.integers(500)}."
            for _ in range(6)
        )


def version(number: int, pool: NDArray[np.float32], random: np.random.Generator) -> NewVersion:
    """Return one made-up document of `PER_DOCUMENT` chunks."""
    uri, texts = f"page-{number:06}.md", list(paragraphs(PER_DOCUMENT, random))
    noise = NOISE * random.standard_normal((PER_DOCUMENT, pool.shape[1])).astype(np.float32)
    vectors = pool[random.integers(len(pool), size=PER_DOCUMENT)] + noise
    fixed = to_fixed(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
    text, start, chunks = "\n\n".join(texts), 0, []
    for paragraph, vector in zip(texts, fixed, strict=True):
        end = start + len(paragraph)
        chunk = Chunk(
            start=start, end=end, kind=ChunkKind.PROSE, section=(), parent=(0, len(text)), tokens=len(paragraph) // 4
        )
        terms, frequencies, length = chunk_terms(uri, paragraph)
        chunks.append(IndexedChunk(chunk=chunk, terms=terms, frequencies=frequencies, length=length, vector=vector))
        start = end + 2
    return NewVersion(
        uri=uri,
        content_hash=f"{number:064x}",
        pipeline="benchmark",
        strategy="paragraph",
        ingested_at="2026-01-01T00:00:00Z",
        document=Document(
            title=f"Page {number}", text=text, blocks=(), media_type="text/markdown", parser="benchmark", language="en"
        ),
        governance=Governance(tenant="default", readers=frozenset({"user:local"})),
        chunks=tuple(chunks),
    )


def main() -> None:
    """Build two homes, ask both, print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--chunks", type=int, default=100_000)
    arguments.add_argument("--questions", type=int, default=60)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CONFIG_HOME": f"{folder}/config"}
        homes = {size: _home(Path(folder) / str(size), size, environment) for size in (SMALL, given.chunks)}
        totals, steps = _asked(homes, given.questions)
        _print(totals, steps, given.chunks)
        _print_cold_start(Path(folder) / str(given.chunks), environment)


def _home(folder: Path, chunks: int, environment: dict[str, str]) -> App:
    app = create_app(folder, read_settings(folder, environment))
    random = np.random.default_rng(7)
    pool = app.embedder.encode(list(paragraphs(POOL, random)))
    began = perf_counter()
    for first in range(0, chunks // PER_DOCUMENT, BATCH):
        numbers = range(first, min(first + BATCH, chunks // PER_DOCUMENT))
        app.store.add([version(number, pool, random) for number in numbers])
    print(f"{chunks:7} chunks stored in {perf_counter() - began:.0f} s", file=sys.stderr)
    return app


def _asked(homes: dict[int, App], count: int) -> tuple[dict[int, list[float]], dict[int, dict[str, list[float]]]]:
    random = np.random.default_rng(11)
    totals: dict[int, list[float]] = defaultdict(list)
    steps: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number in range(count + 2):
        subject, order = SUBJECTS[random.integers(10)], random.integers(100_000)
        question = f"Within how many days is the {subject} of order {order} confirmed?"
        for size, app in homes.items():
            caller = caller_of("local", tenant="default")
            began = perf_counter()
            answered = answer(app.run_log, Inquiry(question=Sealed(question)), caller, asking_tools(app))
            if number < 2:
                continue
            totals[size].append(1000 * (perf_counter() - began))
            for step, spent in answered.timings_ms.items():
                steps[size][step].append(spent)
    return totals, steps


def _print(totals: dict[int, list[float]], steps: dict[int, dict[str, list[float]]], large: int) -> None:
    print(f"{'ms, median':14}{SMALL:>10}{large:>10}{'ratio':>8}")
    for step in steps[large]:
        small, big = (statistics.median(steps[size][step]) for size in (SMALL, large))
        print(f"{step:14}{small:10.1f}{big:10.1f}{big / small:8.1f}")
    small, big = (statistics.median(totals[size]) for size in (SMALL, large))
    print(f"{'whole run':14}{small:10.1f}{big:10.1f}{big / small:8.1f}")
    print(f"{'whole run p95':14}{np.percentile(totals[SMALL], 95):10.1f}{np.percentile(totals[large], 95):10.1f}")
    print(f"load average {os.getloadavg()[0]:.1f}")


def _print_cold_start(home: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "aver.cli.main", "ask", "--home", str(home), "Within how many days?"]
    spent: list[float] = []
    for _ in range(5):
        began = perf_counter()
        subprocess.run(command, env=environment, capture_output=True, check=True)
        spent.append(perf_counter() - began)
    print(f"cold start of `aver ask` on {home.name} chunks: {statistics.median(spent):.2f} s median of {len(spent)}")


if __name__ == "__main__":
    main()
