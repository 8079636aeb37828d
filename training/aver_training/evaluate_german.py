"""Does a German question find English evidence, and the reverse, with English finding as before?

    python -m aver_training.evaluate_german --data ../shared/data --run /tmp/german

XQuAD's six development titles. English evidence stands among all paragraphs of SQuAD's same titles and passages of
Wikipedia, German evidence among passages of statutes: 30 paragraphs alone would be found by chance. Dense search only,
recall@10 with intervals over paragraphs; the encoder is run in fp32 as trained and without the new pieces ("before").
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver_training.base import base_folder
from aver_training.data import read_rows
from aver_training.measures import Measured, bootstrapped, mean
from aver_training.model import base_encoder
from aver_training.train_german import German

CUTOFF = 10
ENGLISH_DISTRACTORS = 1500
GERMAN_DISTRACTORS = 1500
PASSAGE = 900
"""Code points of a passage cut from a statute."""
WINDOW = 256

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def encoder(model: German, tokenizer: Tokenizer) -> Encode:
    """Return texts to unit vectors, one text a run."""

    def encode(texts: Sequence[str]) -> NDArray[np.float32]:
        rows = []
        with torch.no_grad():
            for text in texts:
                ids = tokenizer.encode(text).ids
                ids = ids if len(ids) <= WINDOW else [*ids[: WINDOW - 1], ids[-1]]
                row = torch.tensor([ids])
                rows.append(model(row, torch.ones_like(row))[0].numpy())
        return np.stack(rows)

    return encode


def recalls(asked: Sequence[str], own: Sequence[str], pool: Sequence[str], encode: Encode) -> dict[str, Measured]:
    """Return recall at 1 and CUTOFF of each question's own passage among `pool`; intervals draw passages."""
    passages = list(dict.fromkeys([*own, *pool]))
    places = {text: place for place, text in enumerate(passages)}
    scores = encode(asked) @ encode(passages).T
    ranks = [int((row > row[places[text]]).sum()) + 1 for row, text in zip(scores, own, strict=True)]
    return {
        f"recall@{cutoff}": bootstrapped(mean, [float(rank <= cutoff) for rank in ranks], groups=list(own))
        for cutoff in (1, CUTOFF)
    }


def measured(data: Path, encode: Encode) -> dict[str, dict[str, Measured]]:
    """Return both recalls in all four directions."""
    rows = list(read_rows(data / "dev/xquad_de_en_dev.jsonl.gz"))
    german = {row["id"]: row for row in rows if row["lang"] == "de"}
    english = {row["id"]: row for row in rows if row["lang"] == "en"}
    ids = sorted(german.keys() & english.keys())
    pools: Mapping[str, list[str]] = {
        "en": [row["context"] for row in read_rows(data / "dev/squad_dev.jsonl.gz")]
        + [row["text"] for row in read_rows(data / "dev/wikipedia_passages.jsonl.gz")][:ENGLISH_DISTRACTORS],
        "de": _statutes(data)[:GERMAN_DISTRACTORS],
    }
    sides: Mapping[str, Mapping[str, Any]] = {"de": german, "en": english}
    return {
        f"{asking} asks {holding}": recalls(
            [sides[asking][key]["question"] for key in ids],
            [sides[holding][key]["context"] for key in ids],
            pools[holding],
            encode,
        )
        for asking in sides
        for holding in sides
    }


def _statutes(data: Path) -> list[str]:
    texts = [" ".join(row["text"].split()) for row in read_rows(data / "dev/gesetze_de.jsonl.gz")]
    cut = [text[start : start + PASSAGE] for text in texts for start in range(0, min(len(text), 40 * PASSAGE), PASSAGE)]
    return [text for text in cut if len(text) > PASSAGE // 2]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--run", type=Path, required=True, help="train_german's --out")
    options.add_argument("--base", type=Path)
    options.add_argument("--before", action="store_true", help="measure the encoder without the new pieces too")
    given = options.parse_args()
    torch.set_num_threads(1)
    state = torch.load(given.run / "checkpoint.pt", map_location="cpu", weights_only=True)
    model = German(base_encoder(given.base, dropout=0.0), state["model"]["rows.weight"]).eval()
    files = {"with German": given.run / "tokenizer.json"}
    if given.before:
        files["before"] = base_folder(given.base) / "tokenizer.json"
    report = {}
    for name, file in files.items():
        tokenizer = Tokenizer.from_file(str(file))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        found = measured(given.data, encoder(model, tokenizer))
        report[name] = {
            way: {cutoff: f"{one.value:.3f} ({one.low:.3f}-{one.high:.3f})" for cutoff, one in row.items()}
            for way, row in found.items()
        }
        print(name, json.dumps(report[name], indent=2), flush=True)
    (given.run / f"german-{state['done']}.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
