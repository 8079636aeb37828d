"""The models that the configuration names in place of the built-in ones, and what is not known of them (M4).

None means the built-in model stays. What a foreign model may do is decided by what was fitted for it, which is
nothing: an encoder finds and the built-in one measures, a reader orders, an entailment scorer only lowers until it is
calibrated. `remarks` says so to whoever runs `aver doctor`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from aver.config import Settings
from aver.errors import BadConfiguration
from aver.models.chosen import Chosen, Kind, chosen, key_in
from aver.models.entailment import BuiltinEntailment
from aver.models.http_json import Address
from aver.models.lowering import LoweringEntailment
from aver.models.onnx_embedder import OnnxEmbedder
from aver.models.onnx_pairs import OnnxEntailment, OnnxReader
from aver.models.pair_model import Calibration
from aver.models.server_embedder import OpenAICompatibleEmbedder, recorded_dimension
from aver.models.server_reader import RerankingReader
from aver.models.weights import pair_model_spec
from aver.ports import Embedder, Entailment, Reader, Tokenizer

EMBEDDER, READER, ENTAILMENT = "models.embedder", "models.reader", "models.entailment"


def foreign_embedder(
    settings: Settings,
    environment: Mapping[str, str],
    *,
    gauge: Embedder,
    recorded: str = "",
    known: tuple[str, NDArray[np.int16]] | None = None,
) -> Embedder | None:
    """Return the encoder of one's own that finds passages, None for the built-in one.

    `gauge` counts tokens where the model itself is out of reach; `recorded` is the home's encoder id, whose dimension
    is taken on trust until the first reply, and `known` a text with the fixed-point vector that it has there. Raises
    BadConfiguration, MissingExtra and, for a model's first use, ModelFailed.
    """
    given = settings.models_embedder
    one = _embedder(settings)
    made: Embedder
    if one.kind is Kind.BUILTIN:
        return None
    if one.kind is Kind.ONNX:
        made = OnnxEmbedder(one.folder, window=given.max_tokens, pooling=given.pooling, workers=settings.workers.embed)
    else:
        dimension = recorded_dimension(recorded, one.model)
        made = OpenAICompatibleEmbedder(
            _address(one, EMBEDDER, key_in(given.api_key_variable, environment), given.seconds),
            pieces=Tokenizer(count=gauge.count_tokens, spans=gauge.token_offsets),
            max_tokens=given.max_tokens,
            batch=given.batch,
            workers=settings.workers.embed,
            dimension=dimension,
            known=known if known is not None and len(known[1]) == dimension else None,
        )
    if settings.chunking.max_tokens > made.max_tokens:
        raise BadConfiguration(
            f"[chunking] max_tokens = {settings.chunking.max_tokens}, the encoder reads {made.max_tokens}",
            hint="lower it, or raise [models.embedder] max_tokens if the model reads more",
        )
    return made


def foreign_reader(settings: Settings, environment: Mapping[str, str]) -> Reader | None:
    """Return the reader of one's own that orders passages, None for the built-in one or none at all.

    Raises BadConfiguration and MissingExtra.
    """
    given = settings.models_reader
    one = _reader(settings)
    if one.kind is Kind.ONNX:
        return OnnxReader(one.folder, window=given.max_tokens, workers=settings.workers.embed)
    if one.kind is Kind.RERANK:
        address = _address(one, READER, key_in(given.api_key_variable, environment), given.seconds)
        return RerankingReader(address)
    return None


def reads(settings: Settings) -> bool:
    """Return whether passages are to be read at all. Raises BadConfiguration."""
    return _reader(settings).kind is not Kind.NONE


def configured_entailment(settings: Settings) -> Entailment | None:
    """Return the entailment scorer that is configured, None for none or where the package has none.

    Raises BadConfiguration, WeightsMissing and WeightsCorrupt.
    """
    given = settings.models_entailment
    one = chosen(given.use, section=ENTAILMENT, allowed=(Kind.BUILTIN, Kind.NONE, Kind.ONNX), home=settings.home)
    shipped = BuiltinEntailment(workers=settings.workers.embed)
    if one.kind is Kind.NONE:
        return None
    if one.kind is Kind.BUILTIN:
        return shipped if pair_model_spec("entailment") else None
    own = OnnxEntailment(
        one.folder,
        window=given.max_tokens,
        labels=[label.strip() for label in given.labels.split(",") if label.strip()],
        calibration=Calibration(slope=given.slope, shift=given.shift),
        workers=settings.workers.embed,
    )
    return own if given.calibrated == "yes" else LoweringEntailment(shipped, own)


def models_in_use(
    settings: Settings, *, embedder: Embedder, environment: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Return what each configured model does and its id; what isn't there is left out. Opens every local model."""
    reader = foreign_reader(settings, environment)
    shipped = pair_model_spec("reader") if reader is None and reads(settings) else None
    entailment = configured_entailment(settings)
    found = (
        ("embedder", embedder.encoder_id),
        ("reader", reader.reader_id if reader else shipped.model_id if shipped else ""),
        ("entailment", entailment.entailment_id if entailment else ""),
    )
    return tuple((job, identity) for job, identity in found if identity)


def remarks(settings: Settings) -> Iterator[str]:
    """Yield, for each model that isn't the built-in one, what is not known of it and what therefore holds."""
    match _embedder(settings).kind:
        case Kind.OPENAI:
            yield "embedder: behind a server, which is sent every text and may not give the same vector twice"
            yield f"embedder: {_FINDS}"
        case Kind.ONNX:
            yield f"embedder: {_FINDS}"
        case _:
            pass
    match _reader(settings).kind:
        case Kind.ONNX | Kind.RERANK:
            yield "reader: nothing was fitted for it; it orders the best passages and counts in no confidence"
        case Kind.NONE:
            yield "reader: none; passages keep the order of the search"
        case _:
            pass
    given = settings.models_entailment
    if given.use == Kind.NONE:
        yield "entailment: none; only quotes and near repetitions are supported"
    elif given.use != Kind.BUILTIN and given.calibrated == "yes":
        yield "entailment: its calibration is yours; no card says what this model cannot do"
    elif given.use != Kind.BUILTIN:
        yield "entailment: not calibrated; it may lower what the built-in scorer says, never raise it"


_FINDS = "nothing was fitted for its cosines; it finds passages, the built-in encoder measures what was found"


def _embedder(settings: Settings) -> Chosen:
    allowed = (Kind.BUILTIN, Kind.ONNX, Kind.OPENAI)
    return chosen(settings.models_embedder.use, section=EMBEDDER, allowed=allowed, home=settings.home)


def _reader(settings: Settings) -> Chosen:
    allowed = (Kind.BUILTIN, Kind.NONE, Kind.ONNX, Kind.RERANK)
    return chosen(settings.models_reader.use, section=READER, allowed=allowed, home=settings.home)


def _address(one: Chosen, section: str, key: str, seconds: float) -> Address:
    return Address(base_url=one.base_url, model=one.model, section=section, api_key=key, seconds=seconds)
