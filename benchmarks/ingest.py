"""Ingest end to end against the raw embedder on the same chunks, interleaved in one run (A9).

    python benchmarks/ingest.py ../shared/corpora/peps --documents 40 --rounds 3

Prints chunks per second of the embedder alone and of the whole ingest (walk, hash, parser processes,
chunking, terms, embedding, commits), their ratio per round, and the speed of everything but embedding,
with a stub in its place. `--profile` prints where the stub run spends its time in this process.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import resource
import shutil
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from aver.app import open_parsers
from aver.config import LimitSettings
from aver.flows.ingest import IngestTools, ingest
from aver.flows.ingest_prepare import Reader, Recipe
from aver.models.embedder import BuiltinEmbedder
from aver.parsers.dispatch import SUPPORTED, parse, suffix_of
from aver.parsers.identities import PARSERS
from aver.parsers.limits import Limits
from aver.ports import Tokenizer
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.store.home import create_home
from aver.store.store import Store
from aver.values.governance import Governance

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def stub(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return one fixed unit vector per text, at no cost."""
    vector = np.full(384, 384**-0.5, dtype=np.float32)
    return np.broadcast_to(vector, (len(texts), 384))


def chosen(folder: Path, documents: int, to: Path) -> list[Path]:
    """Copy the first supported files of `folder` and return the copies."""
    files = sorted(path for path in folder.rglob("*") if suffix_of(path.name) in SUPPORTED)[:documents]
    copies = [to / f"{number:04}-{path.name}" for number, path in enumerate(files)]
    for path, copy in zip(files, copies, strict=True):
        shutil.copyfile(path, copy)
    return copies


def texts_of(files: Sequence[Path], tokenizer: Tokenizer) -> list[str]:
    """Return what ingest embeds of `files`."""
    found: list[str] = []
    for path in files:
        document = parse(path.read_bytes(), name=path.name, limits=Limits())
        chunks = CHUNKERS["structure"](document, tokenizer, ChunkOptions())
        found += [indexed_text(document, chunk) for chunk in chunks]
    return found


def ingested(folder: Path, embedder: BuiltinEmbedder, encode: Encode, jobs: int) -> tuple[int, float]:
    """Ingest `folder` into a fresh home; return chunks and seconds, parser processes' start left out."""
    tokenizer = Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets)
    with tempfile.TemporaryDirectory() as place, open_parsers(LimitSettings(), jobs=jobs) as parsers:
        for _ in range(jobs):
            parsers.parse(b"# Warm\n\nup\n", name="warm.md")
        store = Store(create_home(Path(place), encoder=embedder.encoder_id), dimension=384)
        recipe = Recipe(
            rules=(),
            defaults=Governance(tenant="default", readers=frozenset({"user:local"})),
            chunker="structure",
            options=ChunkOptions(),
            parsers=PARSERS,
            encoder=embedder.encoder_id,
            max_bytes=10**9,
        )
        tools = IngestTools(
            reader=Reader(store=store, parse=lambda data, uri: parsers.parse(data, name=uri), tokenizer=tokenizer),
            encode=encode,
            supports=lambda name: suffix_of(name) in SUPPORTED,
            now=lambda: "2026-01-01T00:00:00Z",
            jobs=jobs,
        )
        summary = ingest([folder], recipe, tools=tools)
        store.close()
    return summary.chunks, summary.seconds


def main() -> None:
    """Run the rounds and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--documents", type=int, default=40)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--stub-only", action="store_true")
    arguments.add_argument("--profile", action="store_true")
    given = arguments.parse_args()
    embedder = BuiltinEmbedder(workers=os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as place:
        files = chosen(given.folder, given.documents, Path(place))
        if given.profile:
            profiler = cProfile.Profile()
            profiler.runcall(ingested, Path(place), embedder, stub, 1)
            pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)
        speeds = [ingested(Path(place), embedder, stub, given.jobs) for _ in range(given.rounds)]
        rates = [chunks / seconds for chunks, seconds in speeds]
        print(f"{len(files)} documents, {speeds[0][0]} chunks, load {os.getloadavg()[0]:.1f}")
        print(
            f"everything but embedding  {statistics.median(rates):8.0f} chunks/s  ({min(rates):.0f}-{max(rates):.0f})"
        )
        if not given.stub_only:
            compare(Path(place), files, embedder, given.rounds, given.jobs)


def processor_seconds() -> float:
    """Return the processor time of this process and its ended children, which a busy machine changes little."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def compare(folder: Path, files: Sequence[Path], embedder: BuiltinEmbedder, rounds: int, jobs: int) -> None:
    """Print raw and whole speeds, in turns, and their ratio, by the clock and by processor time."""
    texts = texts_of(files, Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets))
    embedder.encode(texts[:50])
    ratios: list[float] = []
    by_processor: list[float] = []
    for number in range(1, rounds + 1):
        began, used = perf_counter(), processor_seconds()
        embedder.encode(texts)
        raw, alone = len(texts) / (perf_counter() - began), processor_seconds() - used
        used = processor_seconds()
        chunks, seconds = ingested(folder, embedder, embedder.encode, jobs)
        by_processor.append(alone / (processor_seconds() - used))
        ratios.append(chunks / seconds / raw)
        speeds = f"embedder alone {raw:.0f}, ingest {chunks / seconds:.0f} chunks/s"
        print(f"round {number}: {speeds}: {ratios[-1]:.1%} by the clock, {by_processor[-1]:.1%} by processor time")
    print(f"ingest keeps {statistics.median(ratios):.1%} of the embedder's speed by the clock (median)")
    print(f"embedding is {statistics.median(by_processor):.1%} of the processor time, start of parsers included")


if __name__ == "__main__":
    main()
