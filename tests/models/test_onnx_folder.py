"""Local ONNX models of one's own: vectors, relevance, entailment, and what is said of files that can't be used (M4)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadConfiguration, ModelFailed
from aver.models.embedder import BuiltinEmbedder
from aver.models.onnx_embedder import OnnxEmbedder
from aver.models.onnx_pairs import OPEN, OnnxEntailment, OnnxReader
from aver.models.pair_model import Calibration
from aver_models import weights_dir
from tests.models.tiny_onnx import write_model

PLAIN = Calibration()
WORDS = {"pump": (3.0, 0.0), "seal": (0.0, 4.0), "oil": (-6.0, 8.0)}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("onnx") / "tiny", WORDS, pooled=False)


def test_token_vectors_are_averaged_and_leave_at_length_one(tiny: Path) -> None:
    found = OnnxEmbedder(tiny, window=16).encode(["pump", "pump seal", "oil"])
    assert np.allclose(found, [[1.0, 0.0], [0.6, 0.8], [-0.6, 0.8]], atol=1e-6)
    assert found.dtype == np.float32


def test_the_first_token_alone_counts_where_it_is_configured(tiny: Path) -> None:
    with pytest.raises(ModelFailed, match="gives no sentence vector"):
        OnnxEmbedder(tiny, window=16, pooling="cls").encode(["pump"])


def test_a_vector_per_text_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "pooled", WORDS, pooled=True, output="sentence_embedding")
    assert np.allclose(OnnxEmbedder(folder, window=16).encode(["oil"]), [[-0.6, 0.8]], atol=1e-6)


@given(texts=st.lists(st.lists(st.sampled_from(sorted(WORDS)), min_size=1, max_size=20).map(" ".join), max_size=5))
def test_a_vector_depends_on_its_text_alone_and_on_the_words_inside_the_window(tiny: Path, texts: list[str]) -> None:
    embedder = OnnxEmbedder(tiny, window=8)
    together = embedder.encode(texts)
    for row, text in zip(together, texts, strict=True):
        assert np.array_equal(row, embedder.encode([text])[0])
        assert np.array_equal(row, embedder.encode([" ".join(text.split()[: embedder.max_tokens])])[0])


def test_tokens_are_counted_as_they_are_read(tiny: Path) -> None:
    embedder = OnnxEmbedder(tiny, window=8)
    assert embedder.max_tokens == 6
    assert embedder.count_tokens(["pump seal", "", "oil"]) == [2, 0, 1]
    assert embedder.token_offsets("pump  seal") == ((0, 4), (6, 10))


def test_the_id_names_files_and_settings_and_nothing_else(tiny: Path, tmp_path: Path) -> None:
    known = OnnxEmbedder(tiny, window=16).encoder_id
    assert known.startswith("onnx:tiny:")
    assert known.endswith(":2")
    copied = shutil.copytree(tiny, tmp_path / "tiny")
    assert OnnxEmbedder(copied, window=16).encoder_id == known
    (copied / "tokenizer.json").write_text((copied / "tokenizer.json").read_text() + "\n")
    assert OnnxEmbedder(copied, window=16).encoder_id != known
    assert OnnxEmbedder(tiny, window=17).encoder_id != known


def test_the_packaged_encoder_in_a_folder_gives_the_vectors_of_the_built_in_one(tmp_path: Path) -> None:
    shutil.copy(weights_dir() / "embedder" / "model.onnx", tmp_path)
    shutil.copy(weights_dir() / "base" / "tokenizer.json", tmp_path)
    texts = ["The seal of the pump is replaced every year.", "The oil is changed " + "and the pump is stopped " * 90]
    own, shipped = OnnxEmbedder(tmp_path, window=256), BuiltinEmbedder()
    assert (own.dimension, own.max_tokens) == (shipped.dimension, shipped.max_tokens)
    assert own.count_tokens(texts) == shipped.count_tokens(texts)
    assert np.allclose(own.encode(texts), shipped.encode(texts), atol=1e-6)


def test_relevance_is_the_best_window_of_a_passage_and_vouches_for_nothing_else(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "rank", {"pump": (3.0,), "dry": (-0.02,)}, pooled=True)
    reader = OnnxReader(folder, window=128)
    near, far, late = reader.read("pump", ["pump", "dry " * 401, "dry " * 400 + "pump"])
    assert near.relevance > late.relevance > far.relevance
    assert {(one.answerable, one.start, one.end, one.margin) for one in (near, far, late)} == {(0.0, None, None, 0.0)}


def test_a_calibration_moves_the_support(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "nli", {"yes": (3.0, 0.0, 0.0)}, pooled=True)
    labels = ("entailment", "neutral", "contradiction")
    plain = OnnxEntailment(folder, window=128, labels=labels, calibration=PLAIN)
    moved = OnnxEntailment(folder, window=128, labels=labels, calibration=Calibration(slope=0.5, shift=-2.0))
    assert plain.judge("yes", ["yes"])[0].entailed > moved.judge("yes", ["yes"])[0].entailed
    assert plain.entailment_id != moved.entailment_id


@pytest.mark.parametrize("labels", [("contradiction", "entailment", "neutral"), ()], ids=["configured", "config.json"])
def test_entailment_reads_its_labels_in_the_models_own_order(tmp_path: Path, labels: tuple[str, ...]) -> None:
    folder = write_model(tmp_path / "nli", {"yes": (0.0, 50.0, 0.0), "no": (50.0, 0.0, 0.0)}, pooled=True)
    named = {"0": "CONTRADICTION", "1": "ENTAILMENT", "2": "NEUTRAL"}
    (folder / "config.json").write_text(json.dumps({"id2label": named}))
    judged = OnnxEntailment(folder, window=128, labels=labels, calibration=PLAIN).judge("yes", ["yes yes", "no no no"])
    assert judged[0].entailed > 0.99
    assert judged[1].contradicted > judged[1].entailed
    assert all(abs(one.entailed + one.neutral + one.contradicted - 1.0) < 1e-5 for one in judged)


def test_an_order_of_labels_that_nobody_named_is_never_guessed(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "nli", {"yes": (0.0, 50.0, 0.0)}, pooled=True)
    with pytest.raises(BadConfiguration, match="order of the labels"):
        OnnxEntailment(folder, window=128, labels=(), calibration=PLAIN).judge("yes", ["yes"])
    (folder / "config.json").write_text('{"id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}}')
    with pytest.raises(BadConfiguration, match="order of the labels"):
        OnnxEntailment(folder, window=128, labels=(), calibration=PLAIN).judge("yes", ["yes"])


def test_a_claim_too_long_to_be_read_whole_is_left_open(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "nli", {"yes": (50.0, 0.0, 0.0)}, pooled=True)
    model = OnnxEntailment(folder, window=128, labels=("entailment", "neutral", "contradiction"), calibration=PLAIN)
    assert model.judge("yes " * 64, ["yes"])[0].entailed > 0.99
    assert model.judge("yes " * 65, ["yes"]) == (OPEN,)


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_or_broken_file_is_named(tiny: Path, tmp_path: Path, missing: str) -> None:
    folder = shutil.copytree(tiny, tmp_path / "own")
    (folder / missing).write_bytes(b"no model at all")
    with pytest.raises(BadConfiguration, match=missing):
        OnnxEmbedder(folder, window=16).encode(["pump"])
    (folder / missing).unlink()
    with pytest.raises(BadConfiguration, match=missing):
        OnnxEmbedder(folder, window=16).encode(["pump"])


def test_a_model_that_wants_an_input_nobody_has_is_refused(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "odd", WORDS, pooled=True, extra_input="pixel_values")
    with pytest.raises(BadConfiguration, match="pixel_values"):
        OnnxEmbedder(folder, window=16).encode(["pump"])


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_never_becomes_a_vector_or_a_score(tmp_path: Path, value: float) -> None:
    folder = write_model(tmp_path / "broken", {"pump": (value,)}, pooled=True)
    with pytest.raises(ModelFailed, match="no number"):
        OnnxEmbedder(folder, window=16).encode(["pump"])
    with pytest.raises(ModelFailed, match="no number"):
        OnnxReader(folder, window=128).read("pump", ["pump"])


def test_a_model_made_for_something_else_is_refused(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "nli", {"yes": (0.0, 50.0, 0.0)}, pooled=True)
    with pytest.raises(ModelFailed, match="gives 3 scores, not 1"):
        OnnxReader(folder, window=128).read("yes", ["yes"])
