"""Put an evaluated model into the weights package: the int8 file, its card, its place in the manifest.

    python -m aver_training.package --model reader --run /tmp/reader

Refuses a model without fidelity, calibration and development figures of exactly this file. The tokenizer is its base's:
MiniLM's is in the package already, without the embedder's German pieces, another one is put beside the model. To be run
once per release, by decision and not by habit: each commit of weights adds some 18 to 36 MB to the repository for ever.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aver_training.base import MINILM, Base, base_and_folder, sha256
from aver_training.card import card

PACKAGE_DATA = Path(__file__).resolve().parents[2] / "packages/aver-models/src/aver_models"
SHARED_TOKENIZER = "base/tokenizer.json"
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


def tokenizer_name(kind: str, base: Base) -> str:
    """The file in the package that holds the tokenizer of a model of this base."""
    shared = base.files["tokenizer.json"] == MINILM.files["tokenizer.json"]
    return SHARED_TOKENIZER if shared else f"{kind}/tokenizer.json"


def with_model(
    manifest: Mapping[str, Any], kind: str, base: Base, found: Mapping[str, Any], sizes: Mapping[str, int]
) -> dict[str, Any]:
    """The manifest with this model's entry and files, `sizes` in bytes, replacing those of an older one of its kind."""
    model, tokenizer = f"{kind}/model.onnx", tokenizer_name(kind, base)
    hashes = {model: found["sha256"], tokenizer: base.files["tokenizer.json"]}
    files = [row for row in manifest["files"] if not row["name"].startswith(f"{kind}/")]
    files += [{"name": name, "sha256": hashes[name], "bytes": size} for name, size in sizes.items()]
    calibration = {
        head: {"kind": one["chosen"], one["chosen"]: one[one["chosen"]]} for head, one in found["calibration"].items()
    }
    entry = {
        "model_id": f"{base.name}-{kind}-int8:{found['sha256'][:12]}",
        "window": MOST_TOKENS,
        "tokenizer": tokenizer,
        "quantisation": "dynamic-int8-per-channel",
        "calibration": calibration,
        "base": {"package": base.package, "sha256": dict(base.files)},
    }
    return {**manifest, "files": files, kind: entry}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=("reader", "entailment"), required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--package", type=Path, default=PACKAGE_DATA, help="the data folder of aver-models")
    parser.add_argument("--base", type=Path, help="folder with the base files (default: the installed package)")
    parser.add_argument("--begun", help="what the run began from, for the card (default: the base)")
    given = parser.parse_args()
    found, (base, folder) = evidence(given.model, given.run), base_and_folder(given.base)
    home, listing = given.package / given.model, given.package / "manifest.json"
    manifest = json.loads(listing.read_text(encoding="utf-8"))
    if not any(row["name"] == SHARED_TOKENIZER for row in manifest["files"]):
        raise SystemExit(f"{listing} does not list {SHARED_TOKENIZER}: export the embedder first")
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    shared = tokenizer_name(given.model, base) == SHARED_TOKENIZER
    files = [given.run / "model.onnx", *(() if shared else (folder / "tokenizer.json",))]
    for file in files:
        shutil.copyfile(file, home / file.name)
    (home / "card.md").write_text(card(given.model, base, found, begun=given.begun), encoding="utf-8")
    sizes = {f"{given.model}/{file.name}": file.stat().st_size for file in files}
    updated = with_model(manifest, given.model, base, found, sizes)
    listing.write_text(json.dumps(updated, indent=2) + "\n", encoding="utf-8")
    print(updated[given.model]["model_id"])


if __name__ == "__main__":
    main()
