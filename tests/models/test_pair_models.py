"""Pair models: windows that cover a text, scores that depend on their pair alone, honest failures."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import Unigram, WordLevel

import aver_models
from aver.errors import WeightsCorrupt, WeightsMissing
from aver.models.entailment import BuiltinEntailment
from aver.models.pair_model import OVERLAP, calibration_of, windows_of
from aver.models.reader import BuiltinReader
from aver.models.weights import encodable, open_tokenizer

KINDS = {"reader": BuiltinReader, "entailment": BuiltinEntailment}
PASSAGE = "The pump runs at 60 °C. Its seal is replaced every 4000 hours, unless § 7 applies. Oil is changed yearly."


def of_pieces() -> Tokenizer:
    """A small SentencePiece-like vocabulary, with the other marks."""
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "\u2581", *"abcdefghijklmnopqrstuvwxyz0123456789", "\u2581word"]
    made = Tokenizer(Unigram([(piece, -float(place)) for place, piece in enumerate(pieces)], unk_id=3))
    made.normalizer = normalizers.Sequence([normalizers.Replace("\ufffd", " "), normalizers.NFKC()])
    made.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    return made


@pytest.fixture(scope="module", params=["words", "pieces"])
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    return open_tokenizer("base/tokenizer.json") if request.param == "words" else of_pieces()


@given(text=st.text(st.characters(), max_size=400), first=st.lists(st.integers(1000, 20000), max_size=12))
def test_windows_cover_every_token_and_hold_the_window_size(tokenizer: Tokenizer, text: str, first: list[int]) -> None:
    most = len(first) + 3 + OVERLAP + 8
    windows = windows_of(tokenizer, most, first, text)
    marks = (0, 2) if tokenizer.token_to_id("[CLS]") is None else (101, 102)
    whole = tokenizer.encode(encodable(text), add_special_tokens=False)
    assert all(window.ids.shape[1] <= most for window in windows)
    assert {span for window in windows for span in window.offsets} == set(whole.offsets)
    for window in windows:
        assert window.ids.shape[1] == window.second + len(window.offsets) + 1
        assert (window.ids[0, 0], window.ids[0, window.second - 1], window.ids[0, -1]) == (marks[0], marks[1], marks[1])


@given(text=st.text(st.characters(), max_size=200))
def test_a_token_points_at_code_points_of_the_text(tokenizer: Tokenizer, text: str) -> None:
    spans = [span for window in windows_of(tokenizer, 256, [5], text) for span in window.offsets]
    assert all(0 <= start <= end <= len(text) for start, end in spans)


def test_a_vocabulary_without_marks_for_a_pair_is_refused() -> None:
    with pytest.raises(WeightsCorrupt, match="no marks"):
        windows_of(Tokenizer(WordLevel({"a": 0}, unk_token="a")), 256, [0], "a")


def test_an_answer_of_the_longest_kind_stands_whole_in_one_window(tokenizer: Tokenizer) -> None:
    text = " ".join(f"word{number}" for number in range(300))
    offsets = tokenizer.encode(text, add_special_tokens=False).offsets
    windows = [set(window.offsets) for window in windows_of(tokenizer, 120, [2054], text)]
    for start in range(len(offsets) - 40):
        assert any(set(offsets[start : start + 40]) <= window for window in windows)


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "platt", "platt": {"slope": 0.7, "shift": -0.2}},
        {"kind": "isotonic", "isotonic": {"scores": [-2.0, 0.0, 3.0], "probabilities": [0.1, 0.4, 0.9]}},
    ],
)
def test_a_calibration_rises_and_stays_a_probability(row: Mapping[str, Any]) -> None:
    found = [calibration_of(row).probability(logit) for logit in np.linspace(-40, 40, 81).tolist()]
    assert found == sorted(found)
    assert 0.0 <= found[0] < found[-1] <= 1.0


def test_an_unknown_calibration_is_refused() -> None:
    with pytest.raises(WeightsCorrupt, match="unknown calibration: beta"):
        calibration_of({"kind": "beta"})


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_package_without_the_model_says_so_before_anything_is_read(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aver_models, "pair_model", lambda _: None)
    model = KINDS[kind]()
    with pytest.raises(WeightsMissing, match=kind):
        model.read("Who?", [PASSAGE]) if isinstance(model, BuiltinReader) else model.judge("It runs.", [PASSAGE])


ALL_MODELS = """
from pathlib import Path
from aver.models.embedder import BuiltinEmbedder
from aver.models.entailment import BuiltinEntailment
from aver.models.reader import BuiltinReader

passages = [f"In the year {year} the notice period is {year % 9} weeks. " * 15 for year in range(20)]
BuiltinEmbedder(workers=2).encode(passages)
BuiltinReader(workers=2).read("How long is the notice period?", passages)
BuiltinEntailment(workers=2).judge("The notice period is three weeks.", passages[:4])
print(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")))
"""


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the largest memory a process ever held")
def test_all_models_loaded_and_warm_fit_in_350_megabytes() -> None:
    """M1."""
    done = subprocess.run([sys.executable, "-c", ALL_MODELS], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 350 * 1024
