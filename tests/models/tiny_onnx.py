"""Tiny ONNX models written byte by byte: each word has a row of numbers, and a text is those rows or their mean.

The protobuf wire format is spelled out (https://onnx.ai/onnx/repo-docs/IR.html), since nothing else here writes ONNX.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers, processors

SPECIAL = ("[UNK]", "[CLS]", "[SEP]")


def write_model(
    folder: Path,
    words: Mapping[str, Sequence[float]],
    *,
    pooled: bool,
    extra_input: str = "",
    output: str = "logits",
) -> Path:
    """Write `model.onnx` and `tokenizer.json`: rows (1, t, d) of the words, or with `pooled` their mean (1, d)."""
    folder.mkdir(parents=True, exist_ok=True)
    width = len(next(iter(words.values())))
    table = [[0.0] * width for _ in SPECIAL] + [list(row) for row in words.values()]
    (folder / "model.onnx").write_bytes(_model(table, pooled=pooled, extra_input=extra_input, output=output))
    _tokenizer([*SPECIAL, *words]).save(str(folder / "tokenizer.json"))
    return folder


def _tokenizer(vocabulary: Sequence[str]) -> Tokenizer:
    made = Tokenizer(models.WordLevel({word: place for place, word in enumerate(vocabulary)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    return made


def _model(table: Sequence[Sequence[float]], *, pooled: bool, extra_input: str, output: str) -> bytes:
    rows, width = len(table), len(table[0])
    raw = struct.pack(f"<{rows * width}f", *(value for row in table for value in row))
    tensor = _number(1, rows) + _number(1, width) + _number(2, 1) + _text(8, "table") + _bytes(9, raw)
    states = "states" if pooled else output
    nodes = [_text(1, "table") + _text(1, "input_ids") + _text(2, states) + _text(4, "Gather")]
    if pooled:
        axes = _text(1, "axes") + _number(8, 1) + _number(20, 7)
        keep = _text(1, "keepdims") + _number(3, 0) + _number(20, 2)
        nodes.append(_text(1, "states") + _text(2, output) + _text(4, "ReduceMean") + _bytes(5, axes) + _bytes(5, keep))
    inputs = [_value("input_ids", 7, 2), *([_value(extra_input, 7, 2)] if extra_input else [])]
    graph = (
        b"".join(_bytes(1, node) for node in nodes)
        + _text(2, "tiny")
        + _bytes(5, tensor)
        + b"".join(_bytes(11, one) for one in inputs)
        + _bytes(12, _value(output, 1, 2 if pooled else 3))
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _text(1, "") + _number(2, 17))


def _value(name: str, kind: int, axes: int) -> bytes:
    shape = b"".join(_bytes(1, _text(2, f"n{axis}")) for axis in range(axes))
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _text(field: int, content: str) -> bytes:
    return _bytes(field, content.encode())


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])
