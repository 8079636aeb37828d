"""Fitted numbers among the weights of the product, and in their manifest."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from stance_states import keep_manifest

WEIGHTS = Path(__file__).parents[1] / "packages/aver-models/src/aver_models"


def keep_weights(name: str, numbers: NDArray[np.float64]) -> None:
    """Put an array, as fp32, among the weights and into their manifest."""
    saved = io.BytesIO()
    np.save(saved, numbers.astype(np.float32), allow_pickle=False)
    content = saved.getvalue()
    (WEIGHTS / name).write_bytes(content)
    manifest = json.loads((WEIGHTS / "manifest.json").read_text(encoding="utf-8"))
    files = [row for row in manifest["files"] if row["name"] != name]
    row = {"name": name, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    keep_manifest(WEIGHTS / "manifest.json", {**manifest, "files": [*files, row]})
