"""Compare the ways to run the embedder: throughput, and how far batch companions move a vector.

Every way sees the same texts in the same process, so read the ratios; the machine's other load moves the rest.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

from aver.models.weights import session_of

DATA = Path(__file__).resolve().parent.parent / "packages/aver-models/src/aver_models/embedder"
WINDOW = 256
Encode = Callable[[list[list[int]]], np.ndarray]


def session(model: Path, threads: int) -> ort.InferenceSession:
    return session_of(model.read_bytes(), threads=threads)


def run(engine: ort.InferenceSession, batch: list[list[int]]) -> np.ndarray:
    ids = np.zeros((len(batch), max(map(len, batch))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(batch):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return np.asarray(engine.run(None, {"input_ids": ids, "attention_mask": mask})[0])


def batches(texts: list[list[int]], budget: int) -> Iterator[list[int]]:
    """Indices grouped longest first, each group at most `budget` padded tokens; budget 0 is one text a group."""
    group: list[int] = []
    for index in sorted(range(len(texts)), key=lambda i: -len(texts[i])):
        if group and len(texts[group[0]]) * (len(group) + 1) > budget:
            yield group
            group = []
        group.append(index)
    yield group


def way(engines: list[ort.InferenceSession], workers: int, budget: int) -> Encode:
    def encode(texts: list[list[int]]) -> np.ndarray:
        out = np.empty((len(texts), 384), dtype=np.float32)

        def one(job: tuple[int, list[int]]) -> None:
            number, group = job
            out[group] = run(engines[number % len(engines)], [texts[i] for i in group])

        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(one, enumerate(batches(texts, budget))))
        return out

    return encode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=DATA / "model.onnx")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(given.model.with_name("tokenizer.json")))
    tokenizer.no_padding()
    tokenizer.enable_truncation(WINDOW)
    with gzip.open(given.texts, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    sets = {
        name: [tokenizer.encode(text).ids for text in sorted({row[name] for row in rows})][:600]
        for name in ("context", "question")
    }
    one, two, second = session(given.model, 1), session(given.model, 2), session(given.model, 1)
    ways = {
        "single text, 1 thread": way([one], 1, 0),
        "single text, intra-op 2": way([two], 1, 0),
        "single text, 2 workers, one session": way([one], 2, 0),
        "single text, 2 workers, two sessions": way([one, second], 2, 0),
        "batch <= 1000 tokens, 1 thread": way([one], 1, 1000),
        "batch <= 1000 tokens, intra-op 2": way([two], 1, 1000),
        "batch <= 1000 tokens, 2 workers": way([one], 2, 1000),
        "batch <= 2000 tokens, 2 workers": way([one], 2, 2000),
    }
    for name, texts in sets.items():
        print(f"{name}: {len(texts)} texts, mean {np.mean([len(t) for t in texts]):.0f} tokens")
        alone = ways["single text, 1 thread"](texts)
        best: dict[str, tuple[float, float]] = {}
        drift: dict[str, tuple[float, float]] = {}
        for _ in range(given.rounds):
            for label, encode in ways.items():
                wall, cpu = time.perf_counter(), time.process_time()
                rows_out = encode(texts)
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                known = best.get(label, (np.inf, np.inf))
                best[label] = (min(known[0], wall), min(known[1], cpu))
                cosine = (alone.astype(np.float64) * rows_out).sum(axis=1)
                drift[label] = (float(np.abs(alone - rows_out).max()), float(cosine.min()))
        for label, (wall, cpu) in best.items():
            n = len(texts)
            print(f"  {label:38} {n / wall:7.1f}/s wall {n / cpu:7.1f}/core-s", end="")
            print(f"   gap to alone {drift[label][0]:.1e}, cosine >= {drift[label][1]:.5f}")


if __name__ == "__main__":
    main()
