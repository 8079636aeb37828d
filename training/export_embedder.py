"""Export the built-in embedder: pinned MiniLM weights in, verified int8 ONNX and manifest out.

The graph ends in mean pooling and L2 normalisation, so that every caller gets the same unit vectors from two integer
inputs. Quantisation is dynamic int8 with one scale per weight channel: one scale per tensor costs nine times the
fidelity. Nothing is fused by hand, since the runtime's own optimiser is faster on the plain int8 graph.

With `--german RUN` (train_german's --out) the learned rows of the German pieces are appended to the quantised word
table. Nothing else of the encoder changes: a text that holds no new piece keeps its vector to the bit, which is
checked. The pair models keep the tokenizer without the new pieces, which they were never trained on.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from aver_training.base import MINILM, base_folder, sha256
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from aver.models.weights import session_of
from aver.stages.atoms.language import ENGLISH_SMALL_WORDS, GERMAN_SMALL_WORDS

PACKAGE_DATA = Path(__file__).resolve().parent.parent / "packages/aver-models/src/aver_models"
OPSET = 17
DIMENSION = 384
WINDOW = 256
SPECIAL_TOKENS = 2
MIN_TEXTS = 600
SEED = 20261121
WORD_TABLE = "bert.embeddings.word_embeddings.weight"


class PooledEncoder(torch.nn.Module):
    """BERT, the mean over unmasked positions, unit length: (n, t) token ids to (n, 384) float32."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        states = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weight = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * weight).sum(dim=1) / weight.sum(dim=1).clamp(min=1e-9)
        return torch.nn.functional.normalize(mean, p=2.0, dim=1)


def load_encoder(folder: Path) -> PooledEncoder:
    config = BertConfig.from_json_file(folder / "config.json")
    config._attn_implementation = "eager"
    bert = BertModel(config, add_pooling_layer=False)
    weights = load_file(folder / "model.safetensors")
    left = bert.load_state_dict(weights, strict=False)
    unused = {"pooler.dense.weight", "pooler.dense.bias", "embeddings.position_ids"}
    if left.missing_keys or set(left.unexpected_keys) - unused:
        raise SystemExit(f"weights do not fit the architecture: {left}")
    return PooledEncoder(bert).eval()


def export(encoder: PooledEncoder, target: Path) -> None:
    """Write the fp32 graph, free of the exporter's source paths so that two machines write the same bytes."""
    ids = torch.randint(1000, 20000, (2, 16), generator=torch.Generator().manual_seed(SEED))
    mask = torch.ones_like(ids)
    mask[1, 10:] = 0
    axes = {0: "batch", 1: "tokens"}
    torch.onnx.export(
        encoder,
        (ids, mask),
        str(target),
        dynamo=False,
        opset_version=OPSET,
        input_names=["input_ids", "attention_mask"],
        output_names=["embedding"],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "embedding": {0: "batch"}},
        do_constant_folding=True,
    )
    model = onnx.load(str(target))
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


def quantise(source: Path, target: Path) -> None:
    quantize_dynamic(source, target, per_channel=True, weight_type=QuantType.QInt8)
    onnx.checker.check_model(str(target))


def append_rows(model: Path, rows: np.ndarray) -> dict[str, float]:
    """Append (n, 384) float32 rows to the quantised word table, each with a scale of its own; return what that cost.

    One scale for the whole table would leave these small rows some 20 steps. Known rows keep theirs.
    """
    graph = onnx.load(str(model))
    tensors = {tensor.name: tensor for tensor in graph.graph.initializer}
    table, scale, zero = (tensors[f"{WORD_TABLE}_{part}"] for part in ("quantized", "scale", "zero_point"))
    known, step, origin = (numpy_helper.to_array(tensor) for tensor in (table, scale, zero))
    top, bottom = (
        np.float32(np.iinfo(known.dtype).max - int(origin)),
        np.float32(np.iinfo(known.dtype).min - int(origin)),
    )
    steps = np.maximum(rows.max(axis=1) / top, rows.min(axis=1) / bottom)[:, None]
    added = (np.rint(rows / steps) + np.float32(origin)).astype(known.dtype)
    table.CopyFrom(numpy_helper.from_array(np.concatenate([known, added]), table.name))
    scales = np.concatenate([np.full((len(known), 1), step, dtype=np.float32), steps.astype(np.float32)])
    _scale_by_row(graph.graph, scales, np.float32(origin))
    onnx.checker.check_model(graph)
    onnx.save(graph, str(model))
    back = (added.astype(np.float32) - np.float32(origin)) * steps
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(back, axis=1)
    cosine = np.einsum("ij,ij->i", rows, back) / lengths
    return {"rows": len(rows), "cosine_rounded_to_learned_p1": round(float(np.percentile(cosine, 1)), 4)}


def _scale_by_row(graph: onnx.GraphProto, scales: np.ndarray, origin: np.float32) -> None:
    """Replace the word table's one-scale dequantisation by `(q - origin) * scales[id]`."""
    place, old = next((place, node) for place, node in enumerate(graph.node) if f"{WORD_TABLE}_scale" in node.input)
    quantised, words = old.input[0], old.output[0]
    graph.initializer.extend(
        [
            numpy_helper.from_array(scales, f"{WORD_TABLE}_scales"),
            numpy_helper.from_array(origin, f"{WORD_TABLE}_origin"),
        ]
    )
    graph.node.remove(old)
    for at, node in enumerate(
        [
            onnx.helper.make_node("Cast", [quantised], [f"{words}_cast"], to=onnx.TensorProto.FLOAT),
            onnx.helper.make_node("Sub", [f"{words}_cast", f"{WORD_TABLE}_origin"], [f"{words}_centred"]),
            onnx.helper.make_node("Gather", [f"{WORD_TABLE}_scales", "input_ids"], [f"{words}_scale"]),
            onnx.helper.make_node("Mul", [f"{words}_centred", f"{words}_scale"], [words]),
        ]
    ):
        graph.node.insert(place + at, node)
    for name in ("scale", "zero_point"):
        graph.initializer.remove(next(one for one in graph.initializer if one.name == f"{WORD_TABLE}_{name}"))


def german_rows(run: Path) -> np.ndarray:
    """The learned rows, (n, 384) float32, in the order of their pieces' ids."""
    state = torch.load(run / "checkpoint.pt", map_location="cpu", weights_only=True)
    return np.asarray(state["model"]["rows.weight"].numpy(), dtype=np.float32)


def read_pairs(path: Path) -> tuple[list[str], list[tuple[str, int]]]:
    """Distinct contexts of a JSON-lines file, and its distinct questions in seeded order with the context's index."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    contexts = sorted({row["context"] for row in rows})
    place = {context: index for index, context in enumerate(contexts)}
    questions = sorted({row["question"]: place[row["context"]] for row in rows}.items())
    random.Random(SEED).shuffle(questions)
    if len(contexts) + len(questions) < MIN_TEXTS:
        raise SystemExit(f"{path} holds {len(contexts) + len(questions)} texts, {MIN_TEXTS} are needed")
    return contexts, questions


def embed(model: Path, tokenizer: Tokenizer, texts: Sequence[str]) -> np.ndarray:
    """(n, 384) vectors, one text a run, as the product runs it."""
    session = session_of(model.read_bytes())
    rows = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        rows.append(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0])
    return np.stack(rows)


def torch_gap(encoder: PooledEncoder, tokenizer: Tokenizer, texts: Sequence[str], exported: np.ndarray) -> float:
    """Largest absolute difference between the torch encoder and the exported fp32 graph."""
    with torch.no_grad():
        gaps = []
        for text, row in zip(texts, exported, strict=True):
            ids = torch.tensor([tokenizer.encode(text).ids])
            gaps.append(float(np.abs(encoder(ids, torch.ones_like(ids))[0].numpy() - row).max()))
    return max(gaps)


def cosines(left: np.ndarray, right: np.ndarray) -> dict[str, float]:
    values = np.einsum("ij,ij->i", left.astype(np.float64), right.astype(np.float64))
    summary = {"mean": values.mean(), "p1": np.percentile(values, 1), "min": values.min()}
    return {name: round(float(value), 4) for name, value in summary.items()}


def mean_reciprocal_rank(questions: np.ndarray, contexts: np.ndarray, gold: np.ndarray) -> float:
    """MRR@10 of each question's own context by cosine."""
    scores = questions @ contexts.T
    rank = 1 + (scores > np.take_along_axis(scores, gold[:, None], axis=1)).sum(axis=1)
    return round(float(np.where(rank <= 10, 1 / rank, 0.0).mean()), 4)


def measure(encoder: PooledEncoder, fp32: Path, int8: Path, folder: Path, source: Path) -> dict[str, object]:
    """What int8 loses against fp32: cosine per text and retrieval; and fp32 against torch on 50 texts."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(WINDOW)
    contexts, questions = read_pairs(source)
    texts = contexts + [question for question, _ in questions]
    gold = np.array([place for _, place in questions])
    exact, small = embed(fp32, tokenizer, texts), embed(int8, tokenizer, texts)
    cut = len(contexts)
    return {
        "contexts": cut,
        "questions": len(questions),
        "cosine_int8_to_fp32_contexts": cosines(exact[:cut], small[:cut]),
        "cosine_int8_to_fp32_questions": cosines(exact[cut:], small[cut:]),
        "mrr10_fp32": mean_reciprocal_rank(exact[cut:], exact[:cut], gold),
        "mrr10_int8": mean_reciprocal_rank(small[cut:], small[:cut], gold),
        "largest_gap_fp32_to_torch": float(f"{torch_gap(encoder, tokenizer, texts[:50], exact[:50]):.1e}"),
    }


def refuse_moved(before: Path, after: Path, tokenizer: Path, source: Path) -> None:
    """SystemExit if a text without new pieces got other bits."""
    cut = Tokenizer.from_file(str(tokenizer))
    cut.no_padding()
    cut.enable_truncation(WINDOW)
    texts = read_pairs(source)[0]
    if not np.array_equal(embed(before, cut, texts), embed(after, cut, texts)):
        raise SystemExit("appending the German rows changed the vector of a text without German pieces")


def write_package(data: Path, int8: Path, tokenizer: Path, base: Path, fidelity: dict[str, object]) -> str:
    """Place the weights, both tokenizers, the small words, the fidelity report and the manifest; return the encoder id.

    The id is a hash over all that a vector depends on. What the manifest lists of other models stays.
    """
    home, plain, listing = data / "embedder", data / "base", data / "manifest.json"
    for folder in (home, plain):
        folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(int8, home / "model.onnx")
    shutil.copyfile(tokenizer, home / "tokenizer.json")
    shutil.copyfile(base, plain / "tokenizer.json")
    (home / "fidelity.json").write_text(json.dumps(fidelity, indent=2) + "\n", encoding="utf-8")
    words = json.dumps({"de": GERMAN_SMALL_WORDS, "en": ENGLISH_SMALL_WORDS}, ensure_ascii=False, indent=1)
    (home / "small_words.json").write_text(words + "\n", encoding="utf-8")
    before = json.loads(listing.read_text(encoding="utf-8")) if listing.is_file() else {"files": []}
    written = [home / "model.onnx", home / "tokenizer.json", home / "small_words.json", plain / "tokenizer.json"]
    rows = [
        {"name": path.relative_to(data).as_posix(), "sha256": sha256(path), "bytes": path.stat().st_size}
        for path in written
    ]
    names = {row["name"] for row in rows}
    made_of = hashlib.sha256("".join(str(row["sha256"]) for row in rows).encode()).hexdigest()
    manifest = {
        **before,
        "format": 1,
        "files": [*rows, *(row for row in before["files"] if row["name"] not in names)],
        "embedder": {
            "encoder_id": f"minilm-l6-v2-int8:{made_of[:12]}",
            "dimension": DIMENSION,
            "window": WINDOW,
            "max_tokens": WINDOW - SPECIAL_TOKENS,
            "quantisation": "dynamic-int8-per-channel",
            "base": {"package": MINILM.package, "sha256": dict(MINILM.files)},
        },
    }
    listing.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return str(manifest["embedder"]["encoder_id"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--texts", type=Path, required=True, help="JSON lines with `context` and `question`, may be .gz"
    )
    parser.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
    parser.add_argument("--german", type=Path, help="train_german's --out, whose pieces and rows are added")
    parser.add_argument("--out", type=Path, default=PACKAGE_DATA, help="the data folder of aver-models")
    given = parser.parse_args()
    torch.manual_seed(SEED)
    folder = base_folder(given.base)
    encoder = load_encoder(folder)
    with tempfile.TemporaryDirectory() as scratch:
        fp32, int8 = Path(scratch, "fp32.onnx"), Path(scratch, "int8.onnx")
        export(encoder, fp32)
        quantise(fp32, int8)
        fidelity = measure(encoder, fp32, int8, folder, given.texts)
        base = tokenizer = folder / "tokenizer.json"
        if given.german:
            tokenizer, extended = given.german / "tokenizer.json", Path(scratch, "extended.onnx")
            shutil.copyfile(int8, extended)
            fidelity["german"] = append_rows(extended, german_rows(given.german))
            refuse_moved(int8, extended, base, given.texts)
            int8 = extended
        encoder_id = write_package(given.out, int8, tokenizer, base, fidelity)
    print(json.dumps({"encoder_id": encoder_id, **fidelity}, indent=2))


if __name__ == "__main__":
    main()
