"""Pair models: windows that cover a text, scores that depend on their pair alone, honest failures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

import aver_models
from aver.errors import WeightsCorrupt, WeightsMissing
from aver.models.entailment import BuiltinEntailment
from aver.models.pair_model import OVERLAP, calibration_of, windows_of
from aver.models.reader import BuiltinReader
from aver.models.weights import open_tokenizer

KINDS = {"reader": BuiltinReader, "entailment": BuiltinEntailment}
PASSAGE = "The pump runs at 60 °C. Its seal is replaced every 4000 hours, unless § 7 applies. Oil is changed yearly."


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return open_tokenizer("base/tokenizer.json")


@given(text=st.text(st.characters(), max_size=400), first=st.lists(st.integers(1000, 20000), max_size=12))
def test_windows_cover_every_token_and_hold_the_window_size(tokenizer: Tokenizer, text: str, first: list[int]) -> None:
    most = len(first) + 3 + OVERLAP + 8
    windows = windows_of(tokenizer, most, first, text)
    whole = tokenizer.encode(text.encode("utf-8", "replace").decode("utf-8"), add_special_tokens=False)
    assert all(window.ids.shape[1] <= most for window in windows)
    assert {span for window in windows for span in window.offsets} == set(whole.offsets)
    for window in windows:
        assert window.ids.shape[1] == window.second + len(window.offsets) + 1


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
