"""Which models are asked, as the sections [models.chat], .embedder, .reader and .entailment say it."""

from __future__ import annotations

from dataclasses import dataclass

from aver.setting import setting


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """A chat model behind an OpenAI-compatible server; nothing is asked of one until base_url and model are set."""

    base_url: str = setting("", "The server, such as http://127.0.0.1:11434/v1; empty: no chat model")
    model: str = setting("", "The model's name on that server")
    api_key_variable: str = setting("", "Name of the environment variable that holds the key; empty: no key")
    seconds: float = setting(60.0, "Wall time for one call, waiting included", least=0.1, most=3_600)
    max_tokens: int = setting(1_500, "Most tokens of one reply", least=64, most=32_768)
    prompt_tokens: int = setting(6_000, "Most tokens of evidence and summaries in one call", least=256)
    calls: int = setting(8, "Most calls of one question, second attempts included", least=0, most=100)
    run_tokens: int = setting(48_000, "Most tokens of one question, in and out together", least=0)
    workers: int = setting(1, "Calls that run at once", least=1, most=64)
    waiting: int = setting(8, "Calls that may wait for their turn; more are turned away", least=0, most=1_000)
    structure: str = setting(
        "json_schema", "Structured output of the server", allowed=("json_schema", "json_object", "none")
    )
    delivery: str = setting("whole", "How replies are sent", allowed=("whole", "stream"))
    enrichment: str = setting(
        "off", "on: documents are sent to it in parts when they are enriched", allowed=("off", "on")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderSettings:
    """What makes the vectors; everything but `use` is about a model of one's own (docs/models.md)."""

    use: str = setting("builtin", "builtin, onnx:FOLDER or openai:MODEL@URL; after a change: aver reembed")
    max_tokens: int = setting(512, "Word pieces of a text that it reads, special ones included", least=16)
    pooling: str = setting("mean", "How token vectors become one, for onnx", allowed=("mean", "cls"))
    api_key_variable: str = setting("", "Name of the environment variable that holds the key; empty: no key")
    seconds: float = setting(30.0, "Wall time for one request, further attempts included", least=0.1, most=3_600)
    batch: int = setting(
        1, "Texts in one request; above 1 a text's vector may depend on its neighbours", least=1, most=512
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderSettings:
    """What reads the best passages; a model of one's own orders them and vouches for nothing (docs/models.md)."""

    use: str = setting("builtin", "builtin, none, onnx:FOLDER or rerank:MODEL@URL")
    max_tokens: int = setting(512, "Word pieces of question and passage together, for onnx", least=128)
    api_key_variable: str = setting("", "Name of the environment variable that holds the key; empty: no key")
    seconds: float = setting(30.0, "Wall time for one request, further attempts included", least=0.1, most=3_600)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentSettings:
    """What judges claims; a model of one's own only lowers the built-in's word until calibrated (docs/models.md)."""

    use: str = setting("builtin", "builtin, none or onnx:FOLDER")
    max_tokens: int = setting(512, "Word pieces of evidence and claim together", least=128)
    labels: str = setting("", "Its outputs, such as contradiction,entailment,neutral; empty: as config.json says")
    slope: float = setting(
        1.0, "Calibration: the probability is sigmoid(slope x log-odds + shift)", least=0.0001, most=1_000
    )
    shift: float = setting(0.0, "The other number of the calibration", least=-1_000, most=1_000)
    calibrated: str = setting(
        "no", "yes: slope and shift were fitted on labelled pairs, and it replaces the built-in", allowed=("no", "yes")
    )
