"""The packed encoder: its weights come back to within half a step, and its small tokenizer points into the text."""

from __future__ import annotations

import struct
import unicodedata

import numpy as np
import pytest
from aver_training.packed import SPECIAL, Packed, kept, tokenizer_of, unpacked
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

PIECES = (*SPECIAL, "▁", "a", "b", "ä", "1", "▁a", "▁ba", "ab", "▁Haus", "Haus", "犬")
SCORES = (0.0, 0.0, 0.0, 0.0, -4.0, -5.0, -5.0, -6.0, -6.0, -3.0, -3.5, -4.0, -2.0, -3.0, -7.0)
HIDDEN, WIDE = 32, 64


def four_bits(values: NDArray[np.float32]) -> bytes:
    packed = b""
    for block in values.reshape(-1, 32):
        scale = np.float16(np.abs(block).max() / 7)
        quarters = np.clip(np.round(block / np.float32(scale)) + 8, 0, 15).astype(np.uint8)
        packed += scale.tobytes() + (quarters[:16] | quarters[16:] << 4).tobytes()
    return packed


def made(tensors: dict[str, NDArray[np.float32]]) -> bytes:
    spelt = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, spelt)]).astype("<u4")
    head = b"E5S1" + struct.pack(
        "<I7ifi5iQ", 1, HIDDEN, 1, 2, WIDE, 20, 16, 2, 1e-12, 32, len(PIECES), 0, 2, 1, 3, ends[-1]
    )
    head += ends.tobytes() + np.array(SCORES, "<f4").tobytes() + b"".join(spelt) + struct.pack("<iI", 0, 0)
    rows = {
        name: (four_bits(one) if one.ndim > 1 and "pos" not in name else one.tobytes(), one)
        for name, one in tensors.items()
    }
    at = len(head) + 4 + sum(len(name) + 23 for name in rows)
    listed, content = struct.pack("<i", len(rows)), b""
    for name, (stored, values) in rows.items():
        kind = 0 if stored == values.tobytes() else 1
        listed += struct.pack("<H", len(name)) + name.encode()
        listed += struct.pack("<BIQQ", kind, values.size, at + len(content), len(stored))
        content += stored
    return head + listed + content


def packed_pieces() -> Packed:
    return Packed(config={}, pieces=PIECES, scores=np.array(SCORES, np.float32), tensors={})


def test_weights_come_back_under_berts_names_to_within_half_a_step() -> None:
    draw = np.random.default_rng(1)
    tensors = {
        "emb.word": draw.normal(size=(20, HIDDEN)).astype(np.float32),
        "emb.pos": draw.normal(size=(16, HIDDEN)).astype(np.float32),
        "l0.fo.w": draw.normal(size=(HIDDEN, WIDE)).astype(np.float32),
        "l0.oln.b": draw.normal(size=HIDDEN).astype(np.float32),
    }
    found = unpacked(made(tensors))
    assert found.config["num_hidden_layers"] == 1 and found.config["intermediate_size"] == WIDE
    assert found.pieces == PIECES and found.scores.tolist() == pytest.approx(SCORES)
    names = (
        "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight",
        "encoder.layer.0.output.dense.weight", "encoder.layer.0.output.LayerNorm.bias",
    )  # fmt: skip
    for name, values in zip(names, tensors.values(), strict=True):
        assert found.tensors[name].shape == values.shape
        exact = "position" in name or "Norm" in name
        step = 0.0 if exact else np.abs(values.reshape(-1, 32)).max(axis=1, keepdims=True) / 7 * 0.51
        assert (np.abs((found.tensors[name] - values).reshape(-1, 32)) <= step).all()


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="not a packed encoder"):
        unpacked(b"GGUF" + bytes(100))


def test_pieces_that_texts_use_go_first_and_other_scripts_last() -> None:
    found = [PIECES[place] for place in kept(packed_pieces(), ["Haus Haus", "ab"], 12)]
    assert found[:4] == list(SPECIAL)
    assert {"▁Haus", "a", "b", "ä", "1"} <= set(found) and "犬" not in found


@given(
    st.lists(
        st.sampled_from(("a", "ab", "Haus", "\t", "\n", "  ", "\u200b", "ﬁ", "ä", "a\u0308", "\x07", "犬")), max_size=12
    )
)
def test_offsets_are_ascending_places_of_the_text_itself(parts: list[str]) -> None:
    text = " ".join(parts)
    found = tokenizer_of(PIECES, SCORES).encode(text, add_special_tokens=False)
    assert all(0 <= start <= end <= len(text) for start, end in found.offsets)
    assert found.offsets == sorted(found.offsets)
    for piece, (start, end) in zip(found.tokens, found.offsets, strict=True):
        if piece.strip("▁").isascii() and piece not in SPECIAL and piece.strip("▁"):
            assert piece.strip("▁") in unicodedata.normalize("NFKC", text[start:end])
