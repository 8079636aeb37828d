"""Distil the encoder into one vector a token, and measure whether that is worth shipping.

    python -m aver_training.static_table --data ../shared/data --out /tmp/static

A text's vector is the normalised sum of its tokens' vectors: no attention, no order. They are fitted so that the sums
come to lie where the encoder puts English texts of the training files; then int8 (model2vec's idea, with distillation
in place of PCA, as the first round found best). Measured on four English collections: nDCG@10 of words alone, of
each vector alone, and of words fused with each (RRF, k = 10); and core-milliseconds a passage.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

from aver.models.embedder import BuiltinEmbedder
from aver.models.weights import open_tokenizer
from aver.stages.metrics import ndcg_at_k
from aver_training.bm25 import PassageIndex
from aver_training.data import part_of, read_rows
from aver_training.measures import bootstrapped, mean
from aver_training.retrieval_sets import ALL, Collection

TEXTS, EPOCHS, PER_STEP = 25_000, 6, 128
RATE, CONTRAST, SCALE = 2e-3, 0.2, 20.0
SETS = ("squad_dev", "nq_held_out", "med", "cranfield")
CUTOFF, DEPTH, RRF_K = 10, 100, 10
SEED = 1

Rows = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Rows]


def teaching_texts(data: Path) -> list[str]:
    """Questions and 60-word passages of the training files' fit part, in seeded order."""
    found: dict[str, None] = {}
    for row in read_rows(data / "train/qa.jsonl.gz"):
        if row["lang"] == "en" and row["licence_clear"] and part_of(f"title:{row['title']}") == "fit":
            words = row["context"].split()
            found.update(
                dict.fromkeys([row["question"], *(" ".join(words[at : at + 60]) for at in range(0, len(words), 60))])
            )
    texts = list(found)
    random.Random(SEED).shuffle(texts)
    return texts[:TEXTS]


def bags(tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """Token ids of all texts on end, and where each text's begin."""
    ids = [found.ids for found in tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]
    ids = [one or [tokenizer.token_to_id("[UNK]")] for one in ids]
    starts = np.concatenate([[0], np.cumsum([len(one) for one in ids])[:-1]])
    return torch.tensor(np.concatenate(ids)), torch.tensor(starts)


def distilled(tokenizer: Tokenizer, texts: Sequence[str], wanted: Rows) -> NDArray[np.int8]:
    """(vocabulary, dimension) int8 rows whose sums point where `wanted` does."""
    torch.manual_seed(SEED)
    table = nn.EmbeddingBag(tokenizer.get_vocab_size(), wanted.shape[1], mode="sum", sparse=True)
    nn.init.normal_(table.weight, std=0.02)
    optimiser = torch.optim.SparseAdam(table.parameters(), lr=RATE)
    target, order = torch.tensor(wanted), list(range(len(texts)))
    for epoch in range(EPOCHS):
        random.Random(f"{SEED}:{epoch}").shuffle(order)
        for start in range(0, len(order) - PER_STEP + 1, PER_STEP):
            step = order[start : start + PER_STEP]
            made = functional.normalize(table(*bags(tokenizer, [texts[place] for place in step])), dim=-1)
            cosines = made @ target[step].T
            own = torch.arange(PER_STEP)
            loss = (1 - cosines.diagonal()).mean() + CONTRAST * functional.cross_entropy(SCALE * cosines, own)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        print(json.dumps({"epoch": epoch, "loss": round(float(loss.detach()), 4)}), flush=True)
    rows = table.weight.detach().numpy()
    return np.rint(rows / np.abs(rows).max() * 127).astype(np.int8)


def static_encoder(tokenizer: Tokenizer, table: NDArray[np.int8]) -> Encode:
    """Return texts to unit vectors by summing rows."""

    def encode(texts: Sequence[str]) -> Rows:
        found = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        rows = np.stack([table[one.ids].sum(axis=0, dtype=np.float32) for one in found])
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)

    return encode


def rankings(found: Collection, encoders: Mapping[str, Encode]) -> dict[str, list[float]]:
    """Return nDCG@10 of every question, by way to rank."""
    keys = sorted(found.documents)
    texts = [found.documents[key] for key in keys]
    index = PassageIndex(texts)
    vectors = {name: (encode(texts), encode([text for _, text in found.queries])) for name, encode in encoders.items()}
    each: dict[str, list[float]] = {}
    for number, (query, text) in enumerate(found.queries):
        orders = {"words": index.best(text, DEPTH)}
        for name, (held, asked) in vectors.items():
            orders[name] = [int(place) for place in np.argsort(-(held @ asked[number]), kind="stable")[:DEPTH]]
            orders[f"words + {name}"] = _fused(orders["words"], orders[name])
        gains = found.gains[query]
        for way, order in orders.items():
            said = [gains.get(keys[place], 0.0) for place in order[:CUTOFF]]
            each.setdefault(way, []).append(ndcg_at_k(said, CUTOFF, ideal=list(gains.values())))
    return each


def _fused(*orders: Sequence[int]) -> list[int]:
    total: dict[int, float] = {}
    for order in orders:
        for rank, place in enumerate(order, 1):
            total[place] = total.get(place, 0.0) + 1 / (RRF_K + rank)
    return sorted(total, key=lambda place: (-total[place], place))


def speed(encode: Encode, texts: Sequence[str]) -> float:
    """Return core-milliseconds a text."""
    encode(texts[:8])
    before = time.process_time()
    encode(texts)
    return (time.process_time() - before) * 1000 / len(texts)


def main() -> None:
    """Distil, measure, print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    embedder, tokenizer = BuiltinEmbedder(workers=1), open_tokenizer("base/tokenizer.json")
    texts = teaching_texts(given.data)
    table = distilled(tokenizer, texts, embedder.encode(texts))
    np.save(given.out / "table.npy", table)
    encoders: dict[str, Encode] = {"encoder": embedder.encode, "table": static_encoder(tokenizer, table)}
    passages = [row["context"] for row in read_rows(given.data / "dev/squad_dev.jsonl.gz")][:400]
    print(
        {name: round(speed(encode, passages), 3) for name, encode in encoders.items()},
        "core-ms a passage",
        table.nbytes,
    )
    for name in SETS:
        each = rankings(ALL[name](given.data), encoders)
        change = bootstrapped(mean, np.subtract(each["words + table"], each["words"]))
        print(name, {way: round(float(np.mean(values)), 3) for way, values in each.items()}, flush=True)
        print(f"    words + table - words: {change.value:+.3f} ({change.low:+.3f}..{change.high:+.3f})", flush=True)


if __name__ == "__main__":
    main()
