"""What the shipped reader's inner states say of labelled passages, and the weighing of them that is fitted."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stance_prepared import Floats, Prepared

from aver.models.pair_model import PairModel
from aver.models.stance_reader import BuiltinStanceReader
from aver.stages.stance.context import in_context

DIRECTIONS, SPREAD = 300, 4.0
"""Principal directions of the states that are fitted on, and the root of their summed variances: the shrinkage of the
logistic model is the same for all numbers, and those of structure lie between 0 and 1."""


TENSOR = "/encoder/bert/encoder/layer.6/output/LayerNorm/LayerNormalization_output_0"
"""The states after the seventh of twelve layers: of the fifth to the eighth the one that told most (docs/stance.md)."""


def name_tensor(listing: Path) -> None:
    """Have the manifest name the tensor, so that the reader hands it out; nothing uses it before weights are listed."""
    manifest = json.loads(listing.read_text(encoding="utf-8"))
    if manifest["reader"].get("states") != TENSOR:
        manifest["reader"]["states"] = TENSOR
        keep_manifest(listing, manifest)


def keep_manifest(listing: Path, manifest: Mapping[str, Any]) -> None:
    """Write the manifest of the weights."""
    listing.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def states_of(found: Sequence[Prepared], kept: Path) -> NDArray[np.float32]:
    """Return (examples, width), read once and kept in the file `kept` under the model that read them."""
    model = PairModel("reader", workers=2)
    stance_reader = BuiltinStanceReader(model)
    known: dict[object, NDArray[np.float32]] = pickle.loads(kept.read_bytes()) if kept.is_file() else {}
    keys = [(model.spec.model_id, one.question, in_context(one.case, one.text)) for one in found]
    left = [key for key in dict.fromkeys(keys) if key not in known]
    with ThreadPoolExecutor(2) as pool:
        for key, row in zip(left, pool.map(lambda key: stance_reader.features(key[1], key[2]), left), strict=True):
            known[key] = row.astype(np.float32)
    kept.write_bytes(pickle.dumps(known))
    return np.stack([known[key] for key in keys])


def directions(states: Floats) -> tuple[Floats, Floats]:
    """Return a matrix and an offset that take states to the numbers that are fitted on."""
    mean, spread = states.mean(axis=0), states.std(axis=0) + 1e-6
    even = (states - mean) / spread
    _, found = np.linalg.eigh(np.cov(even.T))
    chosen = found[:, ::-1][:, :DIRECTIONS]
    scale = SPREAD / np.sqrt(np.square(even @ chosen).sum(axis=1).mean())
    matrix = chosen * scale / spread[:, None]
    return matrix, -mean @ matrix
