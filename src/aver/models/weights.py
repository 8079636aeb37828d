"""Weights from the package `aver-models`, verified before use, and the session that runs them.

What both the encoder and the pair models need: the checked bytes, a tokenizer that cuts and pads nothing, and a
single-threaded session without an arena; parallelism comes from worker threads, since a run holds one text.
"""

from __future__ import annotations

import ctypes
import io
import itertools
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.errors import WeightsCorrupt, WeightsMissing
from aver.patterns import regex

if TYPE_CHECKING:
    from aver_models import EmbedderSpec, PairModelSpec

REINSTALL = "Reinstall the weights: pip install --force-reinstall aver-models."

_FLOAT = 1
"""TensorProto.FLOAT."""

_SESSIONS: dict[tuple[str, str], onnxruntime.InferenceSession] = {}
"""What this process has parsed, by the file's hash and the tensor named; a package has three files."""

_PARSING = threading.Lock()

_LONE_SURROGATE = regex("[\ud800-\udfff]")


def embedder_spec() -> EmbedderSpec:
    """Return the sentence encoder's properties. Raises WeightsMissing and WeightsCorrupt."""
    with _weights():
        import aver_models

        return aver_models.embedder()


def pair_model_spec(kind: str) -> PairModelSpec | None:
    """Return the properties of the pair model `kind` ("reader", "entailment"), None where the package has none.

    Raises WeightsMissing and WeightsCorrupt.
    """
    with _weights():
        import aver_models

        return aver_models.pair_model(kind)


def listed(name: str) -> bool:
    """Return whether the installed weights have the file `name`. Raises WeightsMissing and WeightsCorrupt."""
    with _weights():
        import aver_models

        return name in aver_models.manifest()


def verified(name: str) -> bytes:
    """Return the file's bytes, found to have the manifest's hash. Raises WeightsMissing and WeightsCorrupt."""
    with _weights():
        import aver_models

        return aver_models.verify(name)


def linear_weights(name: str) -> NDArray[np.float64]:
    """Return the array in the file `name`, which weighs a model's states. Raises WeightsMissing and WeightsCorrupt."""
    try:
        found = np.load(io.BytesIO(verified(name)), allow_pickle=False)
    except ValueError as error:
        raise WeightsCorrupt(f"{name} in aver-models holds no weights: {error}", hint=REINSTALL) from error
    return np.asarray(found, dtype=np.float64)


def open_tokenizer(name: str) -> Tokenizer:
    """Return the tokenizer in the file `name`, with neither padding nor truncation."""
    tokenizer = Tokenizer.from_str(verified(name).decode("utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def open_session(name: str, *, states: str = "") -> onnxruntime.InferenceSession:
    """Return the verified file `name`, ready to run, with the tensor `states` as its last output where one is named.

    The file is verified every time and parsed once in a process: a session holds nothing of a run, and every home of a
    process that reads with the same weights reads with the same session. Raises WeightsMissing and WeightsCorrupt.
    """
    content = verified(name)
    with _weights():
        import aver_models

        key = (aver_models.manifest()[name].sha256, states)
    with _PARSING:
        if key not in _SESSIONS:
            _SESSIONS[key] = session_of(with_output(content, states) if states else content)
        return _SESSIONS[key]


def with_output(model: bytes, tensor: str) -> bytes:
    """Return the ONNX file `model` with an inner fp32 tensor as one more output.

    Protocol buffers that stand one behind the other are merged, so the appended piece is an output of the graph
    (https://protobuf.dev/programming-guides/encoding/#last-one-wins; onnx.proto: ModelProto.graph 7, GraphProto.output
    12, ValueInfoProto.name 1 and .type 2, TypeProto.tensor_type 1, Tensor.elem_type 1). What else the graph gives stays
    the same to the bit.
    """
    kind = _field(1, bytes([1 << 3, _FLOAT]))
    return model + _field(7, _field(12, _field(1, tensor.encode()) + _field(2, kind)))


def _field(number: int, content: bytes) -> bytes:
    size, length = len(content), bytearray()
    while size > 0x7F:
        length.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([number << 3 | 2, *length, size]) + content


def session_of(content: bytes, *, threads: int = 1) -> onnxruntime.InferenceSession:
    """`threads` a run; no arena, which would keep the largest run's memory for ever; no spinning beside other work.

    The session keeps the file for a fallback to other providers; there is none, so the memory is given back.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Without VNNI the kernels for int8 saturate, and answers would depend on the processor (docs/decisions/0021).
    options.add_session_config_entry("session.x64quantprecision", "1")
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    session.disable_fallback()
    vars(session).pop("_model_bytes", None)
    _give_back_freed_memory()
    return session


def _give_back_freed_memory() -> None:
    """Parsing leaves tens of megabytes free that glibc would keep; other C libraries give them back by themselves."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)


def named_pool(name: str, workers: int) -> ThreadPoolExecutor:
    """Return a pool of `workers` threads called `name-0` and up."""
    numbers = itertools.count()

    def name_thread() -> None:
        threading.current_thread().name = f"{name}-{next(numbers)}"

    return ThreadPoolExecutor(workers, initializer=name_thread)


def encodable(text: str) -> str:
    """The text with lone surrogates, which have no UTF-8 form, replaced one for one so that offsets hold."""
    return _LONE_SURROGATE.sub("\ufffd", text)


@contextmanager
def _weights() -> Iterator[None]:
    """What goes wrong inside with the package of weights, said as an error of Aver's own."""
    try:
        import aver_models
    except ModuleNotFoundError as error:
        raise _missing() from error
    try:
        yield
    except aver_models.WeightsDamaged as error:
        raise _corrupt(error) from error


def _missing() -> WeightsMissing:
    return WeightsMissing(
        "The built-in models need the package aver-models, which is not installed.",
        hint="Install it: pip install 'aver[models]'. Without it, retrieval is by words only.",
    )


def _corrupt(error: Exception) -> WeightsCorrupt:
    return WeightsCorrupt(
        f"The model weights cannot be trusted: {error}.",
        hint="Reinstall them: pip install --force-reinstall aver-models.",
    )
