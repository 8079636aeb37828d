"""Model weights for Aver, checked against their manifest before anyone uses them.

`verify` hands out the very bytes it hashed, so that what was checked is what is loaded. The package holds data and
this check only; it imports nothing but the standard library and knows nothing of Aver.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

__all__ = [
    "EmbedderSpec",
    "PairModelSpec",
    "WeightFile",
    "WeightsDamaged",
    "embedder",
    "manifest",
    "pair_model",
    "verify",
    "weights_dir",
]


class WeightsDamaged(Exception):
    """A weight file is missing, unlisted or differs from the manifest. `name` is the file as the manifest spells it."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightFile:
    """One file: its path below `weights_dir()` with forward slashes, SHA-256 in hex, and length in bytes."""

    name: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderSpec:
    """What a caller must know of the sentence encoder.

    `encoder_id` changes with every change of the model file; vectors of different ids must never be mixed. `window`
    is the longest token sequence the encoder is run on, two special tokens included; `max_tokens` is what is left
    for the text.
    """

    encoder_id: str
    dimension: int
    window: int
    max_tokens: int
    quantisation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairModelSpec:
    """What a caller must know of a model that reads two texts at once.

    `name` and `tokenizer` are files of the manifest; `window` is the longest token sequence it is run on, special
    tokens included. `calibration` gives, by output, how a logit becomes a probability. `states` names the tensor
    in the graph, (1, tokens, width), that `KIND/stance.npy` weighs, "" where nothing weighs one.
    """

    model_id: str
    name: str
    tokenizer: str
    window: int
    quantisation: str
    calibration: Mapping[str, Mapping[str, Any]]
    states: str = ""


def weights_dir() -> Path:
    """The folder that holds `manifest.json` and the weight files."""
    return Path(__file__).resolve().parent


def manifest() -> Mapping[str, WeightFile]:
    """Every weight file by name. Raises WeightsDamaged if the manifest cannot be read."""
    try:
        files = [
            WeightFile(name=str(row["name"]), sha256=str(row["sha256"]), bytes=int(row["bytes"]))
            for row in _read_manifest()["files"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsDamaged("manifest.json", "its list of files cannot be read") from error
    return MappingProxyType({file.name: file for file in files})


def embedder() -> EmbedderSpec:
    """The sentence encoder's properties. Raises WeightsDamaged if the manifest cannot be read."""
    try:
        row = _read_manifest()["embedder"]
        return EmbedderSpec(
            encoder_id=str(row["encoder_id"]),
            dimension=int(row["dimension"]),
            window=int(row["window"]),
            max_tokens=int(row["max_tokens"]),
            quantisation=str(row["quantisation"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsDamaged("manifest.json", "its embedder entry cannot be read") from error


def pair_model(kind: str) -> PairModelSpec | None:
    """The properties of the pair model `kind` ("reader", "entailment"), None where this package holds none.

    Raises WeightsDamaged if the manifest cannot be read.
    """
    try:
        row = _read_manifest().get(kind)
        if row is None:
            return None
        return PairModelSpec(
            model_id=str(row["model_id"]),
            name=f"{kind}/model.onnx",
            tokenizer=str(row["tokenizer"]),
            window=int(row["window"]),
            quantisation=str(row["quantisation"]),
            calibration=MappingProxyType(dict(row["calibration"])),
            states=str(row.get("states", "")),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise WeightsDamaged("manifest.json", f"its {kind} entry cannot be read") from error


def verify(name: str) -> bytes:
    """The content of a listed file, after its length and SHA-256 were found to be the manifest's.

    Raises WeightsDamaged if the file is not listed, cannot be read, or differs. About 20 ms for 23 MB.
    """
    expected = manifest().get(name)
    if expected is None:
        raise WeightsDamaged(name, "the manifest does not list this file")
    try:
        content = (weights_dir() / name).read_bytes()
    except OSError as error:
        raise WeightsDamaged(name, "the file cannot be read") from error
    if len(content) != expected.bytes:
        raise WeightsDamaged(name, f"{len(content)} bytes, the manifest says {expected.bytes}")
    if (found := hashlib.sha256(content).hexdigest()) != expected.sha256:
        raise WeightsDamaged(name, f"SHA-256 {found}, the manifest says {expected.sha256}")
    return content


def _read_manifest() -> dict[str, Any]:
    try:
        content = json.loads((weights_dir() / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsDamaged("manifest.json", "the file cannot be read") from error
    if not isinstance(content, dict):
        raise WeightsDamaged("manifest.json", "it is not an object")
    return content
