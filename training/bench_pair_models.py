"""Time the pair models as the product runs them, beside the same checkpoint in fp32 torch, and weigh them all.

    python training/bench_pair_models.py --reader /tmp/reader --entailment /tmp/entailment

Printed are the medians over `ROUNDS` runs in this process: 20 passages of about 200 tokens for one question, one claim
against 4 passages, and the memory with embedder, reader and entailment loaded and warm, torch not yet imported.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from aver.models.embedder import BuiltinEmbedder
from aver.models.entailment import BuiltinEntailment
from aver.models.reader import BuiltinReader

ROUNDS = 9
QUESTION = "How long is the notice period of employees in the second year?"
SENTENCE = "The notice period of an employee in the year {} is {} weeks, counted from the end of the month. "
PASSAGES = [" ".join(SENTENCE.format(n * 7 + k, k + 2) for k in range(9)) for n in range(20)]


def main() -> None:
    """Print one table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--reader", type=Path)
    options.add_argument("--entailment", type=Path)
    options.add_argument("--base", type=Path, help="folder with the base files of what is timed in torch")
    given = options.parse_args()
    embedder, reader, entailment = BuiltinEmbedder(workers=2), BuiltinReader(workers=2), BuiltinEntailment(workers=2)
    embedder.encode(PASSAGES)
    tokens = statistics.mean(embedder.count_tokens(PASSAGES))
    print(f"passages of {tokens:.0f} tokens, 2 workers, medians of {ROUNDS}")
    print("| what | wall ms | core ms |\n|---|---|---|")
    print(row("reader int8, 20 passages", lambda: reader.read(QUESTION, PASSAGES)))
    print(row("entailment int8, 1 claim, 4 passages", lambda: entailment.judge(QUESTION, PASSAGES[:4])))
    print(f"largest memory with all three: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    for kind, folder, passages in (("reader", given.reader, PASSAGES), ("entailment", given.entailment, PASSAGES[:4])):
        if folder is not None:
            print(
                row(
                    f"{kind} fp32 torch, {len(passages)} passages in one batch",
                    in_torch(kind, folder, given.base, passages),
                )
            )


def row(name: str, work: Callable[[], object]) -> str:
    """Return one row of the table."""
    work()
    wall, core = [], []
    for _ in range(ROUNDS):
        began, spent = time.perf_counter(), time.process_time()
        work()
        wall.append(time.perf_counter() - began)
        core.append(time.process_time() - spent)
    return f"| {name} | {1000 * statistics.median(wall):.0f} | {1000 * statistics.median(core):.0f} |"


def in_torch(kind: str, folder: Path, base: Path | None, passages: list[str]) -> Callable[[], object]:
    """Return a run of the fp32 checkpoint over the same pairs, padded into one batch."""
    import torch
    from aver_training.export import load

    from aver.models.weights import open_tokenizer

    model, _ = load(kind, folder, base)
    torch.set_num_threads(2)
    tokenizer = open_tokenizer("base/tokenizer.json")
    first = tokenizer.encode(QUESTION, add_special_tokens=False).ids
    rows = [[101, *first, 102, *tokenizer.encode(one, add_special_tokens=False).ids, 102] for one in passages]
    longest = max(map(len, rows))
    ids = torch.tensor([one + [0] * (longest - len(one)) for one in rows])
    mask = torch.tensor([[1] * len(one) + [0] * (longest - len(one)) for one in rows])
    types = torch.tensor([[0] * (len(first) + 2) + [1] * (longest - len(first) - 2) for _ in rows])

    def run() -> object:
        with torch.no_grad():
            return model(ids, mask, types)

    return run


if __name__ == "__main__":
    main()
