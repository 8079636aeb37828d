"""The weights package: what it lists, what it refuses, and what its card promises."""

from __future__ import annotations

import hashlib
import json
import shutil
import tomllib
from pathlib import Path

import pytest

import aver_models

PACKAGE = Path(__file__).resolve().parents[2] / "packages/aver-models"
UPSTREAM_TOKENIZER = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private copy of the weights that the package then reads, free to be damaged."""
    folder = tmp_path / "weights"
    shutil.copytree(aver_models.weights_dir(), folder)
    monkeypatch.setattr(aver_models, "weights_dir", lambda: folder)
    return folder


def test_every_listed_file_verifies_and_hands_out_the_bytes_it_hashed() -> None:
    for name, listed in aver_models.manifest().items():
        content = aver_models.verify(name)
        assert len(content) == listed.bytes
        assert hashlib.sha256(content).hexdigest() == listed.sha256


def test_the_manifest_lists_every_weight_file_and_nothing_else() -> None:
    folder = aver_models.weights_dir()
    found = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in {".onnx", ".json", ".npy"}
    }
    assert found - {"manifest.json", "embedder/fidelity.json"} == set(aver_models.manifest())


def test_the_encoder_id_is_a_hash_of_all_that_a_vector_depends_on() -> None:
    spec, listed = aver_models.embedder(), aver_models.manifest()
    files = [
        *(f"embedder/{name}" for name in ("model.onnx", "tokenizer.json", "small_words.json")),
        "base/tokenizer.json",
    ]
    made_of = hashlib.sha256("".join(listed[name].sha256 for name in files).encode()).hexdigest()
    assert spec.encoder_id == f"minilm-l6-v2-int8:{made_of[:12]}"
    assert (spec.dimension, spec.window, spec.max_tokens) == (384, 256, 254)


def test_the_pair_models_read_with_the_upstream_tokenizer_unchanged() -> None:
    assert aver_models.manifest()["base/tokenizer.json"].sha256 == UPSTREAM_TOKENIZER
    for kind in ("reader", "entailment"):
        spec = aver_models.pair_model(kind)
        assert spec is not None and spec.tokenizer == "base/tokenizer.json"


def test_the_embedders_tokenizer_only_adds_pieces_behind_the_upstream_ones() -> None:
    base, own = (json.loads(aver_models.verify(f"{folder}/tokenizer.json")) for folder in ("base", "embedder"))
    known, pieces = base["model"].pop("vocab"), own["model"].pop("vocab")
    assert own == base
    assert list(pieces.items())[: len(known)] == list(known.items())
    assert sorted(pieces.values()) == list(range(len(pieces)))


def test_the_package_stays_small_enough_to_ship() -> None:
    assert sum(listed.bytes for listed in aver_models.manifest().values()) < 100_000_000


@pytest.mark.parametrize("name", sorted(aver_models.manifest()))
def test_one_flipped_bit_is_refused(copied: Path, name: str) -> None:
    path = copied / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(aver_models.WeightsDamaged, match="SHA-256") as caught:
        aver_models.verify(name)
    assert caught.value.name == name


def test_a_truncated_file_is_refused(copied: Path) -> None:
    path = copied / "embedder/tokenizer.json"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(aver_models.WeightsDamaged, match="bytes"):
        aver_models.verify("embedder/tokenizer.json")


def test_a_missing_file_is_refused(copied: Path) -> None:
    (copied / "embedder/model.onnx").unlink()
    with pytest.raises(aver_models.WeightsDamaged, match="cannot be read"):
        aver_models.verify("embedder/model.onnx")


@pytest.mark.parametrize("name", ["embedder/card.md", "../__init__.py", "manifest.json", ""])
def test_a_file_that_is_not_listed_is_refused(name: str) -> None:
    with pytest.raises(aver_models.WeightsDamaged, match="does not list"):
        aver_models.verify(name)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"files": 3, "embedder": 3}', '{"files": [{}], "embedder": {}}'])
def test_a_manifest_that_cannot_be_read_is_refused(copied: Path, content: str) -> None:
    (copied / "manifest.json").write_text(content, encoding="utf-8")
    with pytest.raises(aver_models.WeightsDamaged):
        aver_models.manifest()
    with pytest.raises(aver_models.WeightsDamaged):
        aver_models.embedder()


def test_the_card_states_the_measured_figures_and_the_doubtful_licence() -> None:
    card = (aver_models.weights_dir() / "embedder/card.md").read_text(encoding="utf-8")
    fidelity = json.loads((aver_models.weights_dir() / "embedder/fidelity.json").read_text(encoding="utf-8"))
    figures = [fidelity["mrr10_fp32"], fidelity["mrr10_int8"]]
    figures += fidelity["cosine_int8_to_fp32_contexts"].values()
    figures += fidelity["cosine_int8_to_fp32_questions"].values()
    assert [figure for figure in figures if f"{figure:.4f}" not in card] == []
    assert aver_models.embedder().encoder_id in card
    assert "MS MARCO" in card


def test_the_package_needs_nothing_else_at_run_time() -> None:
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []
    assert all((PACKAGE / name).read_text(encoding="utf-8") for name in project["license-files"])
