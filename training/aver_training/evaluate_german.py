"""Does a German question find English evidence, and the reverse, with English finding as before?

    python -m aver_training.evaluate_german --data ../shared/data --out /tmp/german.json

XQuAD's six development titles. English evidence stands among all paragraphs of SQuAD's same titles and passages of
Wikipedia, German evidence among passages of statutes: 30 paragraphs alone would be found by chance. Dense search only,
recall@1 and @10 with intervals over paragraphs, with the packaged int8 encoder: "before" under the tokenizer without
German pieces, which is bit for bit the encoder as it was, "always" under the one with them, and "with German" as the
product chooses between the two. What each changes for English is the paired difference of nDCG@10 on four collections.

`--package FOLDER`, another export (`export_embedder.py --german RUN --out FOLDER`), measures "always" for it alone: a
further seed's rows beside the shipped ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.models.embedder import BuiltinEmbedder
from aver.models.weights import session_of
from aver.stages.metrics import ndcg_at_k
from aver_training.data import read_rows
from aver_training.measures import Measured, bootstrapped, mean
from aver_training.package import PACKAGE_DATA
from aver_training.retrieval_sets import ALL, Collection

CUTOFF = 10
ENGLISH_DISTRACTORS = 1500
GERMAN_DISTRACTORS = 1500
PASSAGE = 900
"""Code points of a passage cut from a statute."""
WINDOW = 256
ENGLISH_COLLECTIONS = ("squad_dev", "nq_held_out", "med", "cranfield")

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def encoder(model: Path, tokenizer: Path) -> Encode:
    """Return texts to unit vectors under one tokenizer, one text a run."""
    session = session_of(model.read_bytes())
    cut = Tokenizer.from_file(str(tokenizer))
    cut.no_padding()
    cut.enable_truncation(WINDOW)

    def encode(texts: Sequence[str]) -> NDArray[np.float32]:
        rows = []
        for text in texts:
            ids = np.array([cut.encode(text).ids], dtype=np.int64)
            rows.append(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0])
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
    beside = pools(data)
    sides: Mapping[str, Mapping[str, Any]] = {"de": german, "en": english}
    return {
        f"{asking} asks {holding}": recalls(
            [sides[asking][key]["question"] for key in ids],
            [sides[holding][key]["context"] for key in ids],
            beside[holding],
            encode,
        )
        for asking in sides
        for holding in sides
    }


def written(found: Mapping[str, Mapping[str, Measured]]) -> dict[str, dict[str, str]]:
    """Return recalls as they are printed, with their intervals."""
    return {
        way: {cutoff: f"{one.value:.3f} ({one.low:.3f}-{one.high:.3f})" for cutoff, one in row.items()}
        for way, row in found.items()
    }


def pools(data: Path) -> dict[str, list[str]]:
    """Return the passages among which evidence stands, by language."""
    return {
        "en": [row["context"] for row in read_rows(data / "dev/squad_dev.jsonl.gz")]
        + [row["text"] for row in read_rows(data / "dev/wikipedia_passages.jsonl.gz")][:ENGLISH_DISTRACTORS],
        "de": _statutes(data)[:GERMAN_DISTRACTORS],
    }


def english_changes(data: Path, before: Encode, after: Encode) -> dict[str, str]:
    """Return nDCG@10 before and the mean paired change, by English collection."""
    found = {}
    for name in ENGLISH_COLLECTIONS:
        one = ALL[name](data)
        rows = [_gains(one, encode) for encode in (before, after)]
        change = bootstrapped(mean, [new - old for old, new in zip(*rows, strict=True)])
        found[name] = f"{mean(rows[0]):.3f} {change.value:+.3f} ({change.low:+.3f}..{change.high:+.3f})"
    return found


def _gains(collection: Collection, encode: Encode) -> list[float]:
    keys = list(collection.documents)
    documents = encode([collection.documents[key] for key in keys])
    scores = encode([text for _, text in collection.queries]) @ documents.T
    ranked = np.argsort(-scores, axis=1, kind="stable")[:, :CUTOFF]
    found = []
    for row, (query, _) in zip(ranked, collection.queries, strict=True):
        gains = collection.gains[query]
        ranked_gains = [gains.get(keys[place], 0.0) for place in row]
        found.append(ndcg_at_k(ranked_gains, CUTOFF, ideal=list(gains.values())))
    return found


def _statutes(data: Path) -> list[str]:
    texts = [" ".join(row["text"].split()) for row in read_rows(data / "dev/gesetze_de.jsonl.gz")]
    cut = [text[start : start + PASSAGE] for text in texts for start in range(0, min(len(text), 40 * PASSAGE), PASSAGE)]
    return [text for text in cut if len(text) > PASSAGE // 2]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--package", type=Path, help="the data folder of another export")
    given = options.parse_args()
    if given.package:
        encode = encoder(given.package / "embedder/model.onnx", given.package / "embedder/tokenizer.json")
        found = {"always": written(measured(given.data, encode))}
        print(json.dumps(found, indent=2))
        given.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return
    model = PACKAGE_DATA / "embedder/model.onnx"
    encoders = {
        "before": encoder(model, PACKAGE_DATA / "base/tokenizer.json"),
        "always": encoder(model, PACKAGE_DATA / "embedder/tokenizer.json"),
        "with German": BuiltinEmbedder().encode,
    }
    report: dict[str, dict[str, Any]] = {
        f"English, {name}": english_changes(given.data, encoders["before"], encoders[name])
        for name in ("always", "with German")
    }
    print(json.dumps(report, indent=2), flush=True)
    for name, encode in encoders.items():
        report[name] = written(measured(given.data, encode))
        print(name, json.dumps(report[name], indent=2), flush=True)
    given.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
