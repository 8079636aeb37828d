"""Measure an exported model on the development sets, one pair a run as in the product, intervals on every figure.

    python -m aver_training.evaluate --model reader --run /tmp/reader --data ../shared/data

Writes `report.json` beside the model. `--limit` draws that many queries or claims per set by a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import onnxruntime

from aver_training.base import base_folder, sha256
from aver_training.evaluate_entailment import evaluate_entailment
from aver_training.evaluate_ranking import chosen_way, evaluate_ranking
from aver_training.evaluate_reader import evaluate_reader
from aver_training.pairs import PairTokens
from aver_training.retrieval_sets import ALL
from aver_training.scoring import read, session

SPEED_PAIRS = 40


def seconds_per_pair(engine: onnxruntime.InferenceSession, tokens: PairTokens) -> float:
    """Process CPU seconds for one pair of a 12-word question and about 200 tokens, median of SPEED_PAIRS."""
    question = "Which of these stations was closed first when the line was rebuilt?"
    passage = "The line was opened in stages and the stations were closed one after another as traffic fell. " * 10
    taken = []
    for _ in range(SPEED_PAIRS):
        start = time.process_time()
        read(engine, tokens, question, passage)
        taken.append(time.process_time() - start)
    return round(sorted(taken)[SPEED_PAIRS // 2], 5)


def plain(value: Any) -> Any:
    """Dataclasses as dicts, all the way down."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return {key: plain(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=("reader", "entailment"), required=True)
    parser.add_argument("--run", type=Path, required=True, help="folder with model.onnx, as the export wrote it")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument(
        "--sets", nargs="+", choices=sorted(ALL), default=list(ALL), help="retrieval sets of the reader"
    )
    parser.add_argument("--fp32", action="store_true", help="measure fp32.onnx instead of the int8 file")
    given = parser.parse_args()
    path = given.run / ("fp32.onnx" if given.fp32 else "model.onnx")
    engine = session(path)
    tokens = PairTokens(base_folder(given.base) / "tokenizer.json", most=256)
    report: dict[str, Any] = {"model": given.model, "sha256": sha256(path), "limit": given.limit}
    if given.model == "reader":
        report["core_seconds_per_pair"] = seconds_per_pair(engine, tokens)
        report["reading"] = evaluate_reader(engine, tokens, given.data, limit=2 * given.limit)
        print(json.dumps(plain(report["reading"]), indent=2), flush=True)
        report["ranking"] = evaluate_ranking(engine, tokens, given.data, limit=given.limit, sets=given.sets)
        report["chosen_way"] = chosen_way(report["ranking"])
    else:
        report["entailment"] = evaluate_entailment(engine, tokens, given.data, limit=2 * given.limit)
        print(json.dumps(plain(report["entailment"]), indent=2), flush=True)
    name = "report-fp32.json" if given.fp32 else "report.json"
    (given.run / name).write_text(json.dumps(plain(report), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
