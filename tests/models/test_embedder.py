"""The built-in embedder: vectors that depend on their own text only, and honest failures."""

from __future__ import annotations

import shutil
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

import aver_models
from aver import ports
from aver.errors import WeightsCorrupt, WeightsMissing
from aver.models.embedder import BuiltinEmbedder
from aver.models.weights import session_of
from tests.depth import quickly

SENTENCE = "the pump seal must be replaced every 4000 hours unless § 7(2) applies Ünïcode 漢字 naïve -40 °C"
WORDS = tuple(SENTENCE.split())
TEXTS = tuple(" ".join(WORDS[(i + j) % len(WORDS)] for j in range(3 * i)) for i in range(24))
ANY_TEXT = st.text(st.characters(), max_size=300)


@pytest.fixture(scope="module")
def embedder() -> BuiltinEmbedder:
    return BuiltinEmbedder()


@pytest.fixture(scope="module")
def alone(embedder: BuiltinEmbedder) -> np.ndarray:
    """Each text's vector from a call of its own."""
    return np.concatenate([embedder.encode([text]) for text in TEXTS])


@quickly(12)
@given(st.lists(st.integers(0, len(TEXTS) - 1), min_size=1, max_size=30))
def test_a_vector_is_the_same_to_the_bit_in_any_company_and_order(
    embedder: BuiltinEmbedder, alone: np.ndarray, picks: list[int]
) -> None:
    together = embedder.encode([TEXTS[i] for i in picks])
    assert together.tobytes() == alone[picks].tobytes()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_a_vector_is_the_same_to_the_bit_under_any_number_of_workers(alone: np.ndarray, workers: int) -> None:
    assert BuiltinEmbedder(workers=workers).encode(TEXTS).tobytes() == alone.tobytes()


def test_a_vector_is_the_same_to_the_bit_when_callers_compete(embedder: BuiltinEmbedder, alone: np.ndarray) -> None:
    with ThreadPoolExecutor(4) as callers:
        results = list(callers.map(lambda _: embedder.encode(TEXTS), range(4)))
    assert {result.tobytes() for result in results} == {alone.tobytes()}


def graph_run(texts: tuple[str, ...], threads: int) -> np.ndarray:
    """The bare graph on one padded batch, without the embedder's rule of one text a run."""
    tokenizer = Tokenizer.from_str(aver_models.verify("embedder/tokenizer.json").decode())
    tokenizer.no_truncation()
    tokenizer.enable_padding()
    found = tokenizer.encode_batch(list(texts))
    session = session_of(aver_models.verify("embedder/model.onnx"), threads=threads)
    ids = np.array([row.ids for row in found], dtype=np.int64)
    mask = np.array([row.attention_mask for row in found], dtype=np.int64)
    return np.asarray(session.run(None, {"input_ids": ids, "attention_mask": mask})[0])


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_graph_gives_the_same_bits_with_more_threads_inside_a_run(alone: np.ndarray, threads: int) -> None:
    assert graph_run(TEXTS[-1:], threads).tobytes() == alone[-1:].tobytes()


def test_the_bare_graph_lets_batch_companions_move_a_vector(alone: np.ndarray) -> None:
    """The reason for one text a run; should a runtime ever cure it, batches may be thought about again."""
    assert np.abs(graph_run(TEXTS, 1) - alone).max() > 0.005


def test_similarities_are_those_of_the_fp32_encoder(embedder: BuiltinEmbedder) -> None:
    rows = embedder.encode(
        [
            "The warranty lasts two years from the date of purchase.",
            "How long is the guarantee valid?",
            "Goods may be returned within thirty days.",
            "The reactor core is cooled by liquid sodium.",
        ]
    )
    upstream = {(0, 1): 0.4933, (0, 2): 0.2606, (0, 3): -0.0564, (1, 2): 0.3989, (1, 3): -0.0663, (2, 3): -0.0859}
    found = {pair: float(rows[pair[0]] @ rows[pair[1]]) for pair in upstream}
    assert found == pytest.approx(upstream, abs=0.03)


@given(st.lists(ANY_TEXT, max_size=4))
def test_any_text_becomes_a_row_of_length_one(embedder: BuiltinEmbedder, texts: list[str]) -> None:
    rows = embedder.encode(texts)
    assert rows.shape == (len(texts), embedder.dimension)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)


@given(ANY_TEXT)
def test_token_spans_lie_in_the_text_ascend_and_are_as_many_as_counted(embedder: BuiltinEmbedder, text: str) -> None:
    spans = embedder.token_offsets(text)
    assert [len(spans)] == embedder.count_tokens([text])
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert list(spans) == sorted(spans)


def test_token_spans_count_code_points_of_the_original() -> None:
    text = "Ünïcode \ud800 漢字 tokenisation 😀 x"
    pieces = [text[start:end] for start, end in BuiltinEmbedder().token_offsets(text)]
    assert pieces == ["Ünïcode", "漢", "字", "token", "isation", "😀", "x"]


def test_counting_many_texts_keeps_their_order(embedder: BuiltinEmbedder) -> None:
    texts = ["word " * (i % 7) for i in range(600)]
    assert embedder.count_tokens(texts) == [i % 7 for i in range(600)]


def test_the_methods_fit_the_tokenizer_port(embedder: BuiltinEmbedder) -> None:
    port = ports.Tokenizer(count=embedder.count_tokens, spans=embedder.token_offsets)
    assert list(port.count(["two words"])) == [len(port.spans("two words"))] == [2]


def test_a_text_of_exactly_max_tokens_is_read_whole_and_the_rest_of_a_longer_one_is_ignored(
    embedder: BuiltinEmbedder,
) -> None:
    limit = embedder.max_tokens
    full = "word " * (limit - 1) + "seal"
    longer = full + " pump" * 1000
    assert embedder.count_tokens([full, longer]) == [limit, limit + 1000]
    rows = embedder.encode([full, longer, "word " * (limit - 1)])
    assert rows[0].tobytes() == rows[1].tobytes()
    assert rows[0].tobytes() != rows[2].tobytes()


def test_cutting_a_long_text_gives_what_the_tokenizer_itself_would_cut(embedder: BuiltinEmbedder) -> None:
    text = " ".join([SENTENCE] * 40)
    tokenizer = Tokenizer.from_str(aver_models.verify("embedder/tokenizer.json").decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(aver_models.embedder().window)
    ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
    session = session_of(aver_models.verify("embedder/model.onnx"))
    expected = np.asarray(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0])
    assert embedder.encode([text]).tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [("The GitHub account is closed", 7), ("GitHub", 2), ("Das GitHub-Konto ist geschlossen", 7)],
)
def test_only_a_text_that_is_not_english_is_cut_into_german_pieces(
    embedder: BuiltinEmbedder, text: str, pieces: int
) -> None:
    assert embedder.count_tokens([text, "Das ist so.", text])[::2] == [pieces, pieces]
    assert len(embedder.token_offsets(text)) == pieces


def test_a_german_sentence_lies_nearer_to_its_translation_than_to_another_one(embedder: BuiltinEmbedder) -> None:
    """A11. A smoke test of the shipped rows; training/aver_training/evaluate_german.py measures them."""
    pairs = {
        "Die Kündigungsfrist beträgt drei Monate.": "The notice period is three months.",
        "Das Gerät darf nur mit Wechselstrom betrieben werden.": "The device may only be run on alternating current.",
        "Der Ausschuss lehnte den Vorschlag ab.": "The committee rejected the proposal.",
        "Die Daten werden nach einem Jahr gelöscht.": "The data is deleted after one year.",
    }
    nearness = embedder.encode(list(pairs)) @ embedder.encode(list(pairs.values())).T
    assert (nearness.argmax(axis=1) == np.arange(len(pairs))).all()
    assert nearness.diagonal().min() > 0.3


def test_no_texts_give_no_rows(embedder: BuiltinEmbedder) -> None:
    assert embedder.encode([]).shape == (0, 384)
    assert embedder.count_tokens([]) == []
    assert embedder.token_offsets("") == ()


def test_one_text_in_place_of_a_sequence_is_refused(embedder: BuiltinEmbedder) -> None:
    with pytest.raises(TypeError):
        embedder.encode("not a sequence of texts")
    with pytest.raises(TypeError):
        embedder.count_tokens("not a sequence of texts")


def test_work_runs_on_threads_named_for_the_log(embedder: BuiltinEmbedder) -> None:
    embedder.encode(TEXTS)
    assert "embed-worker-0" in {thread.name for thread in threading.enumerate()}


def test_without_the_weights_package_the_first_use_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aver_models", None)
    unused = BuiltinEmbedder()
    for use in (lambda: unused.encode(["x"]), lambda: unused.count_tokens(["x"]), lambda: unused.encoder_id):
        with pytest.raises(WeightsMissing) as caught:
            use()
        assert "aver[models]" in caught.value.hint


@pytest.mark.parametrize(
    "name",
    [
        "embedder/model.onnx",
        "embedder/tokenizer.json",
        "embedder/small_words.json",
        "base/tokenizer.json",
        "manifest.json",
    ],
)
def test_a_damaged_file_of_the_weights_is_never_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / "weights"
    shutil.copytree(aver_models.weights_dir(), folder)
    (folder / name).write_bytes((folder / name).read_bytes()[:-3])
    monkeypatch.setattr(aver_models, "weights_dir", lambda: folder)
    with pytest.raises(WeightsCorrupt) as caught:
        BuiltinEmbedder().encode(["x"])
    assert name in caught.value.message
