"""Teach the English encoder German by new word pieces alone; every English vector stays what it was.

    python -m aver_training.train_german --data ../shared/data --parallel parallel.jsonl.gz --out /tmp/german

Layers, positions and the English word table are frozen. Only the vectors of the added German pieces are learned, so
that the encoder's output for a German text comes to lie where its output for the English translation lies (Artetxe et
al. 2020, "On the cross-lingual transferability of monolingual representations": a frozen body carries over; here with
Reimers and Gurevych 2020's distillation instead of masked words). Three kinds of examples: translated texts,
dictionary entries, and English texts some of whose words a dictionary replaced.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional
from transformers import BertModel

from aver_training.base import base_folder
from aver_training.contamination import held_out_below
from aver_training.data import admitted, read_rows
from aver_training.flags import Defaults, machine_of, parser, plan_of
from aver_training.german_vocabulary import english_words, extended, german_pieces
from aver_training.loop import Task, train
from aver_training.model import base_encoder

DEFAULTS = Defaults(per_step=96, per_step_gpu=512, most_tokens=96, most_tokens_gpu=128, steps=6000, steps_gpu=6000)
SHARES = {"texts": 0.5, "words": 0.25, "switched": 0.25}
"""Shares of a step's examples by kind."""

SWITCHED = 0.7
"""Share of an English text's words that are replaced where the dictionary has them."""

CONTRAST, SCALE = 0.1, 20.0
"""Weight of the in-batch contrast beside 1 - cosine, and the factor on its cosines (the base model's own)."""

UNTRANSLATED = 0.5
"""A text that shares more than this share of its words with its translation was left in English."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Translated texts and dictionary entries as (English, German), and English texts to switch words in."""

    texts: tuple[tuple[str, str], ...]
    words: tuple[tuple[str, str], ...]
    english: tuple[str, ...]


def load_examples(parallel: Path, data: Path) -> Examples:
    """Read the pairs that `aver_training.parallel` collected, and the English texts of the training files."""
    texts, words = [], []
    with gzip.open(parallel, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            pair = row["english"], row["german"]
            if row["source"] in {"freedict-deu-eng", "iso-codes"}:
                words.append(pair)
            elif not _untranslated(*pair):
                texts.append(pair)
    held_out = held_out_below(data)
    rows = admitted(read_rows(data / "train/qa.jsonl.gz"), held_out, defaultdict(int))  # type: ignore[arg-type]
    english: dict[str, None] = {}
    for row in rows:
        if row["lang"] == "en":
            english[row["question"]] = None
            english.update(dict.fromkeys(re.split(r"(?<=[.!?]) (?=[A-Z])", row["context"])[:4]))
    kept = tuple(text for text in english if 15 < len(text) < 400)
    return Examples(texts=tuple(texts), words=tuple(words), english=kept)


def _untranslated(english: str, german: str) -> bool:
    left, right = set(_WORD.findall(english.lower())), set(_WORD.findall(german.lower()))
    return bool(right) and len(left & right) > UNTRANSLATED * len(right)


class German(nn.Module):
    """The frozen encoder with trainable rows for pieces from `base` on."""

    def __init__(self, bert: BertModel, rows: Tensor) -> None:
        super().__init__()
        self.bert = bert
        for parameter in bert.parameters():
            parameter.requires_grad = False
        self.base = int(bert.embeddings.word_embeddings.num_embeddings)
        self.rows = nn.Embedding.from_pretrained(rows, freeze=False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """(n, t) ids and mask to (n, d) unit vectors."""
        new = ids >= self.base
        known = self.bert.embeddings.word_embeddings(torch.where(new, 0, ids))
        added = self.rows(torch.where(new, ids - self.base, 0))
        words = torch.where(new.unsqueeze(-1), added, known)
        states = self.bert(inputs_embeds=words, attention_mask=mask).last_hidden_state
        weight = mask.unsqueeze(-1).to(states.dtype)
        return functional.normalize((states * weight).sum(dim=1) / weight.sum(dim=1), dim=-1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Token ids and masks (n, t) of German texts and of their English originals."""

    german: tuple[NDArray[np.int64], NDArray[np.int64]]
    english: tuple[NDArray[np.int64], NDArray[np.int64]]


class Batches:
    """A step's examples, a function of seed and step alone."""

    def __init__(self, examples: Examples, tokenizer: Tokenizer, *, per_step: int, most: int, seed: int) -> None:
        self._examples, self._tokenizer, self._most = examples, tokenizer, most
        self._per_step, self._seed = per_step, seed
        self._switch = dictionary_of(examples.words)

    def batch(self, step: int) -> Batch:
        rng = random.Random(f"{self._seed}:{step}")
        pairs = list(self._pairs(rng))
        pairs.sort(key=lambda pair: len(pair[1]))
        return Batch(
            german=self._padded([german for _, german in pairs]),
            english=self._padded([english for english, _ in pairs]),
        )

    def _pairs(self, rng: random.Random) -> Iterator[tuple[str, str]]:
        for kind, share in SHARES.items():
            for _ in range(round(share * self._per_step)):
                if kind == "switched":
                    english = rng.choice(self._examples.english)
                    yield english, switched(english, self._switch, rng)
                else:
                    yield rng.choice(self._examples.texts if kind == "texts" else self._examples.words)

    def _padded(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        found = [one.ids for one in self._tokenizer.encode_batch_fast(list(texts))]
        cut = [ids if len(ids) <= self._most else [*ids[: self._most - 1], ids[-1]] for ids in found]
        ids = np.zeros((len(cut), max(map(len, cut))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, one in enumerate(cut):
            ids[row, : len(one)], mask[row, : len(one)] = one, 1
        return ids, mask


def dictionary_of(words: Sequence[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Return for each English word its German translations of one word."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for english, german in words:
        bare = english.lower().removeprefix("to ").strip()
        if _WORD.fullmatch(bare) and _WORD.fullmatch(german):
            found[bare][german] = None
    return {english: tuple(german) for english, german in found.items()}


def switched(text: str, dictionary: Mapping[str, Sequence[str]], rng: random.Random) -> str:
    """Return `text` with most of the words that `dictionary` knows in German."""

    def replaced(found: re.Match[str]) -> str:
        known = dictionary.get(found[0].lower())
        return rng.choice(known) if known and rng.random() < SWITCHED else found[0]

    return _WORD.sub(replaced, text)


def first_rows(examples: Examples, tokenizer: Tokenizer, table: Tensor, count: int) -> Tensor:
    """Return a first vector per new piece: the mean English word vector of the entries and texts that hold it.

    A short translation of a short text says more about each of its pieces, hence the weights.
    """
    words, base = table.numpy(), table.shape[0]
    sums, seen = np.zeros((count, table.shape[1]), dtype=np.float32), np.zeros(count, dtype=np.float32)
    everything = (*examples.words, *examples.texts)
    for start in range(0, len(everything), 4096):
        part = everything[start : start + 4096]
        left = tokenizer.encode_batch_fast([english for english, _ in part], add_special_tokens=False)
        right = tokenizer.encode_batch_fast([german for _, german in part], add_special_tokens=False)
        for english, german in zip(left, right, strict=True):
            known = [one for one in english.ids if one < base]
            new = sorted({one - base for one in german.ids if one >= base})
            if known and new:
                weight = 1.0 / (len(known) * len(german.ids))
                sums[new] += weight * words[known].mean(axis=0)
                seen[new] += weight
    mean = words.mean(axis=0)
    rows = np.where(seen[:, None] > 0, sums / np.maximum(seen, 1e-9)[:, None], mean)
    return torch.from_numpy(rows.astype(np.float32))


def losses(model: nn.Module, batch: Batch, device: torch.device) -> dict[str, Tensor]:
    assert isinstance(model, German)
    german, english = (
        tuple(torch.from_numpy(part).to(device) for part in side) for side in (batch.german, batch.english)
    )
    with torch.no_grad():
        goal = model(*english).float()
    found = model(*german).float()
    cosines = found @ goal.T
    places = torch.arange(len(goal), device=device)
    same = (goal @ goal.T > 0.98).fill_diagonal_(False)
    contrast = functional.cross_entropy(SCALE * cosines.masked_fill(same, -1.0), places)
    return {"apart": (1 - cosines.diagonal()).mean(), "contrast": CONTRAST * contrast}


def main() -> None:
    flags = parser(__doc__.splitlines()[0])
    flags.add_argument("--parallel", type=Path, required=True, help="what aver_training.parallel wrote")
    given = flags.parse_args()
    examples = load_examples(given.parallel, given.data)
    print({name: len(found) for name, found in asdict(examples).items()}, flush=True)
    given.out.mkdir(parents=True, exist_ok=True)
    base = (base_folder(given.base) / "tokenizer.json").read_text(encoding="utf-8")
    tokenizer_file = given.out / "tokenizer.json"
    if not tokenizer_file.is_file():
        german = [text for _, text in examples.texts for _ in range(3)] + [word for _, word in examples.words]
        english = (*examples.english, *(text for text, _ in examples.texts))
        made, added = extended(base, german_pieces(german), english_words(english))
        tokenizer_file.write_text(made, encoding="utf-8")
        (given.out / "pieces.json").write_text(json.dumps(added, ensure_ascii=False), encoding="utf-8")
    added = json.loads((given.out / "pieces.json").read_text(encoding="utf-8"))
    print(f"{len(added)} pieces added", flush=True)
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    plan = plan_of(given, DEFAULTS, f"{len(examples.texts)}:{len(examples.words)}:{len(added)}")
    torch.manual_seed(plan.seed)
    bert = base_encoder(given.base, dropout=0.0)
    begun = given.out / "first_rows.pt"
    if not begun.is_file():
        torch.save(first_rows(examples, tokenizer, bert.embeddings.word_embeddings.weight.detach(), len(added)), begun)
    rows = torch.load(begun, map_location="cpu", weights_only=True)
    batches = Batches(examples, tokenizer, per_step=plan.per_step, most=plan.most_tokens, seed=plan.seed)
    model = German(bert, rows)
    done = train(model, Task(batch_of=batches.batch, losses_of=losses), plan, machine_of(given), given.out)
    print(f"{done} of {plan.steps} steps; checkpoint in {given.out}")


if __name__ == "__main__":
    main()
