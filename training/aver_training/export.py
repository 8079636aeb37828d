"""Turn a checkpoint into the ONNX int8 file the product runs, and say what int8 costs.

    python -m aver_training.export --model reader --run /tmp/reader --data ../shared/data

Same settings as the embedder's: opset 17, dynamic int8 with one scale per weight channel, nothing fused by hand.
Writes `fp32.onnx`, `model.onnx` and `fidelity.json` into the run's folder.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from aver_training.base import base_folder, sha256
from aver_training.data import read_rows
from aver_training.model import BESIDE, EntailmentScorer, Reader, base_encoder, layers_of
from aver_training.pairs import Encoded, PairTokens, padded
from aver_training.scoring import best_span, run, session

OPSET = 17
FIDELITY_PAIRS = 300
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUTS = {"reader": ("relevance", "answerable", "start", "end"), "entailment": ("logits",)}
SEED = 20261121


def load(kind: str, run_folder: Path, base: Path | None) -> tuple[nn.Module, dict[str, Any]]:
    """The trained model in eval mode and the plan and step count of its checkpoint."""
    state = torch.load(run_folder / "checkpoint.pt", map_location="cpu", weights_only=True)
    kept = {name: part for name, part in state["model"].items() if not name.startswith(BESIDE)}
    encoder = base_encoder(base, layers=layers_of(kept))
    model = Reader(encoder) if kind == "reader" else EntailmentScorer(encoder)
    model.load_state_dict(kept)
    return model.float().eval(), {"plan": state["plan"], "done": state["done"]}


def export(model: nn.Module, kind: str, target: Path) -> None:
    """Write the fp32 graph, free of the exporter's source paths."""
    draw = torch.Generator().manual_seed(SEED)
    ids = torch.randint(1000, 20000, (2, 16), generator=draw)
    mask, types = torch.ones_like(ids), torch.zeros_like(ids)
    types[:, 6:] = 1
    mask[1, 12:] = 0
    axes = {name: {0: "batch", 1: "tokens"} for name in (*INPUTS, "start", "end")}
    axes |= {name: {0: "batch"} for name in ("relevance", "answerable", "logits")}
    torch.onnx.export(
        model,
        (ids, mask, types),
        str(target),
        dynamo=False,
        opset_version=OPSET,
        input_names=list(INPUTS),
        output_names=list(OUTPUTS[kind]),
        dynamic_axes={name: axes[name] for name in (*INPUTS, *OUTPUTS[kind])},
        do_constant_folding=True,
    )
    graph = onnx.load(str(target))
    for node in graph.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.checker.check_model(graph)
    onnx.save(graph, str(target))


def quantise(source: Path, target: Path) -> None:
    quantize_dynamic(source, target, per_channel=True, weight_type=QuantType.QInt8)
    onnx.checker.check_model(str(target))


def sample_pairs(kind: str, data: Path, tokens: PairTokens) -> list[Encoded]:
    """Pairs of the development sets, seeded: questions with their own or another paragraph, or claims with evidence."""
    draw = random.Random(SEED)
    if kind == "entailment":
        rows = draw.sample(list(read_rows(data / "dev/vitaminc_dev.jsonl.gz")), FIDELITY_PAIRS)
        return [tokens.encode(row["hypothesis"], row["premise"]) for row in rows]
    rows = draw.sample(list(read_rows(data / "dev/squad_dev.jsonl.gz")), FIDELITY_PAIRS)
    passages = [row["context"] if place % 2 else draw.choice(rows)["context"] for place, row in enumerate(rows)]
    return [tokens.encode(row["question"], passage) for row, passage in zip(rows, passages, strict=True)]


def fidelity(model: nn.Module, kind: str, fp32: Path, int8: Path, pairs: list[Encoded]) -> dict[str, object]:
    """How far int8 is from fp32, one pair a run, and fp32 from torch."""
    exact, small = session(fp32), session(int8)
    left, right = [run(exact, pair) for pair in pairs], [run(small, pair) for pair in pairs]
    names = OUTPUTS[kind]
    report: dict[str, object] = {"pairs": len(pairs)}
    for place, name in enumerate(names):
        if name in ("relevance", "answerable", "logits"):
            a, b = (np.stack([found[place][0] for found in side]) for side in (left, right))
            report[name] = _apart(a, b)
    if kind == "reader":
        same = [_span(a, pair) == _span(b, pair) for a, b, pair in zip(left, right, pairs, strict=True)]
        report["same_span"] = round(float(np.mean(same)), 4)
    else:
        report["same_label"] = round(
            float(np.mean([a[0].argmax() == b[0].argmax() for a, b in zip(left, right, strict=True)])), 4
        )
    report["largest_gap_fp32_to_torch"] = float(f"{_torch_gap(model, pairs[:20], left[:20]):.1e}")
    return report


def _apart(a: NDArray[np.float32], b: NDArray[np.float32]) -> dict[str, float]:
    gap = np.abs(a - b)
    return {
        "mean_gap": round(float(gap.mean()), 4),
        "p99_gap": round(float(np.quantile(gap, 0.99)), 4),
        "correlation": round(float(np.corrcoef(a.ravel(), b.ravel())[0, 1]), 4),
    }


def _span(found: list[NDArray[np.float32]], pair: Encoded) -> tuple[int, int]:
    first, last, _ = best_span(found[2][0], found[3][0], pair.second, len(pair.offsets))
    return first, last


def _torch_gap(model: nn.Module, pairs: list[Encoded], found: list[list[NDArray[np.float32]]]) -> float:
    gaps = []
    with torch.no_grad():
        for pair, rows in zip(pairs, found, strict=True):
            batch = padded([pair])
            out = model(*(torch.from_numpy(part) for part in (batch.ids, batch.mask, batch.types)))
            outputs = out if isinstance(out, tuple) else (out,)
            gaps += [float(np.abs(a.numpy() - b).max()) for a, b in zip(outputs, rows, strict=True)]
    return max(gaps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=sorted(OUTPUTS), required=True)
    parser.add_argument("--run", type=Path, required=True, help="the training command's --out")
    parser.add_argument("--data", type=Path, required=True, help="folder with dev/, for the fidelity figures")
    parser.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
    parser.add_argument("--out", type=Path, help="folder for the files (default: the run's)")
    given = parser.parse_args()
    torch.set_num_threads(1)
    folder = given.out or given.run
    folder.mkdir(parents=True, exist_ok=True)
    model, state = load(given.model, given.run, given.base)
    fp32, int8 = folder / "fp32.onnx", folder / "model.onnx"
    export(model, given.model, fp32)
    quantise(fp32, int8)
    tokens = PairTokens(base_folder(given.base) / "tokenizer.json", most=256)
    report = {
        **state,
        "sha256": sha256(int8),
        "bytes": int8.stat().st_size,
        **fidelity(model, given.model, fp32, int8, sample_pairs(given.model, given.data, tokens)),
    }
    (folder / "fidelity.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
