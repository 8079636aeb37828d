"""A folder with `model.onnx` and `tokenizer.json`: a local model of one's own, run as the built-in ones are.

The bytes that are hashed are the bytes that are run, so an id names exactly what answers. One text or pair a run,
without padding, for the reason `aver.models.embedder` gives. A file that can't be used is a configuration error;
a run that fails is ModelFailed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from aver.errors import BadConfiguration, ModelFailed
from aver.models.weights import session_of

MODEL = "model.onnx"
TOKENIZER = "tokenizer.json"
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_Whole: TypeAlias = type[np.int32] | type[np.int64]
_KINDS: dict[str, _Whole] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnnxFolder:
    """A loaded model. `digest` is SHA-256 over both files, `inputs` are name and integer type of what it is fed."""

    section: str
    name: str
    digest: str
    session: onnxruntime.InferenceSession
    tokenizer: str
    inputs: tuple[tuple[str, _Whole], ...]
    outputs: tuple[str, ...]

    def cutter(self) -> Tokenizer:
        """Return a tokenizer of one's own that neither pads nor truncates."""
        made = Tokenizer.from_str(self.tokenizer)
        made.no_padding()
        made.no_truncation()
        return made

    def run(self, encoding: Encoding) -> dict[str, NDArray[np.float64]]:
        """Return every output for one encoded text or pair, by name. Raises ModelFailed."""
        rows = dict(zip(_INPUTS, (encoding.ids, encoding.attention_mask, encoding.type_ids), strict=True))
        given = {name: np.array([rows[name]], dtype=kind) for name, kind in self.inputs}
        try:
            found = [np.asarray(one, dtype=np.float64) for one in self.session.run(None, given)]
        except Exception as error:  # onnxruntime's errors share no class of their own
            raise self.failure(
                f"fails on {len(encoding.ids)} tokens", hint="lower max_tokens, or export it anew"
            ) from error
        if not all(np.isfinite(one).all() for one in found):
            raise self.failure("gives what is no number", hint="export it anew, in float32")
        return dict(zip(self.outputs, found, strict=True))

    def failure(self, what: str, *, hint: str) -> ModelFailed:
        """Return the error that says `what` went wrong with this model."""
        return ModelFailed(f"[{self.section}] the model in {self.name} {what}", hint=hint)


def open_folder(folder: Path, *, section: str) -> OnnxFolder:
    """Return the model in `folder`. Raises BadConfiguration naming the file that is missing or can't be used."""
    model, tokenizer = (_content(folder / name, section) for name in (MODEL, TOKENIZER))
    try:
        session = session_of(model)
    except Exception as error:  # onnxruntime's errors share no class of their own
        raise BadConfiguration(
            f"[{section}] {folder / MODEL} is no model that onnxruntime reads",
            hint="export it as one file, with its weights inside",
        ) from error
    try:
        Tokenizer.from_str(tokenizer.decode("utf-8"))
    except Exception as error:  # tokenizers raises Exception itself
        raise BadConfiguration(
            f"[{section}] {folder / TOKENIZER} is no tokenizer", hint="take the tokenizer.json of that very model"
        ) from error
    return OnnxFolder(
        section=section,
        name=folder.name,
        digest=hashlib.sha256(hashlib.sha256(model).digest() + hashlib.sha256(tokenizer).digest()).hexdigest(),
        session=session,
        tokenizer=tokenizer.decode("utf-8"),
        inputs=_inputs(session, folder, section),
        outputs=tuple(one.name for one in session.get_outputs()),
    )


def _content(path: Path, section: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadConfiguration(
            f"[{section}] {path}: {error.strerror}", hint=f"name a folder that holds {MODEL} and {TOKENIZER}"
        ) from error


def _inputs(session: onnxruntime.InferenceSession, folder: Path, section: str) -> tuple[tuple[str, _Whole], ...]:
    found = tuple((one.name, one.type) for one in session.get_inputs())
    if not all(name in _INPUTS and kind in _KINDS for name, kind in found) or "input_ids" not in dict(found):
        raise BadConfiguration(
            f"[{section}] {folder / MODEL} takes {', '.join(f'{name} {kind}' for name, kind in found)}",
            hint=f"a model may take {', '.join(_INPUTS)} as whole numbers",
        )
    return tuple((name, _KINDS[kind]) for name, kind in found)
