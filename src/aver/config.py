"""Settings: one frozen value from `aver.toml` in the home and `AVER_*` variables, read once.

The dataclasses below are the catalogue: defaults, bounds and the comments of the file that `aver init`
writes all come from them. A variable wins over the file; `AVER_INGEST_JOBS=4` sets `jobs` in `[ingest]`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_type_hints

from aver.errors import BadConfiguration
from aver.model_settings import ChatSettings, EmbedderSettings, EntailmentSettings, ReaderSettings
from aver.oidc_settings import OidcSettings
from aver.service_settings import ServiceSettings
from aver.setting import setting
from aver.stages.chunking import CHUNKERS, DEFAULT_CHUNKER, ChunkOptions
from aver.tenant_settings import CalibrationSettings, RankingSettings
from aver.values.inquiry import FROM_MODEL, Means

if TYPE_CHECKING:
    from aver.stages.reranking import Reranker

FILE = "aver.toml"
BESIDE_SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        "AVER_HOME": "The home, where --home names none; else .aver in the working folder",
        "AVER_TOKEN": "The key of whoever asks a home in PostgreSQL from the command line",
    }
)
"""Variables that no setting has."""

BY_TENANT: Mapping[str, type[Any]] = MappingProxyType({"calibration": CalibrationSettings, "ranking": RankingSettings})
"""Sections that there is one of for each tenant, such as [calibration.TENANT]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentitySettings:
    """Who callers are."""

    mode: str = setting(
        "local",
        "local: whoever owns this folder asks as user:local; token: callers come through a service",
        allowed=("local", "token"),
    )
    tenant: str = setting("default", "The tenant of callers and documents that name none")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings:
    """Where documents, index and log lie."""

    url: str = setting("", "PostgreSQL, such as postgresql://aver@db.example/aver; empty: aver.db in this folder")
    directory: str = setting("", "PostgreSQL that says which server a tenant lives on; used where url is empty")
    replicas: str = setting("", "Urls of streaming replicas, apart by spaces; questions read there what is up to date")
    unsafe_approximate: str = setting(
        "off",
        "on: look for neighbours by pgvector's graph after `aver approximate`; some are missed, and which depends on "
        "documents that the caller may not read",
        allowed=("off", "on"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestSettings:
    """How files are read; `batch_chunks` are embedded and committed together."""

    jobs: int = setting(0, "Parser processes; 0 means one per core", least=0, most=64)
    chunker: str = setting(DEFAULT_CHUNKER, "How documents are cut", allowed=tuple(CHUNKERS))
    batch_chunks: int = setting(128, "Chunks embedded and committed together", least=1, most=8_192)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkingSettings:
    """Sizes in word pieces of the encoder; see `aver.stages.chunking.ChunkOptions`."""

    max_tokens: int = setting(ChunkOptions().max_tokens, "Most that is indexed for one chunk", least=16)
    target_tokens: int = setting(ChunkOptions().target_tokens, "Small neighbours are packed up to this", least=1)
    overlap_tokens: int = setting(ChunkOptions().overlap_tokens, "Repeated where a paragraph is split", least=0)
    window_tokens: int = setting(ChunkOptions().window_tokens, "Window of the fixed chunker", least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSettings:
    """What one untrusted document may cost; more is a typed error that names the file."""

    max_bytes: int = setting(200_000_000, "Size of a file", least=1, most=100_000_000_000)
    max_memory: int = setting(
        2_000_000_000, "Address space of a parser process in bytes", least=100_000_000, most=1_000_000_000_000
    )
    max_seconds: float = setting(60.0, "Wall time for one file", least=0.1, most=86_400)
    max_pages: int = setting(5_000, "Pages of a file", least=1)
    max_characters: int = setting(20_000_000, "Characters of a document's text", least=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerSettings:
    """Threads of the pools that share a resource."""

    embed: int = setting(2, "Threads of the built-in encoder", least=1, most=64)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalSettings:
    """How much evidence is looked for."""

    k: int = setting(4, "Packets handed to answering", least=1, most=200)
    candidates: int = setting(100, "Hits taken from each channel before fusion", least=1, most=5_000)
    fusion: str = setting(
        "reciprocal-rank",
        "How the channels' hits become one order",
        allowed=("reciprocal-rank", "relative-score", "bayesian"),
    )
    fusion_k: int = setting(10, "Constant of reciprocal ranks; the usual one is 60", least=1, most=1_000)
    rerank: str = setting(
        "",
        "Further say over the order, one after the other: cross-encoder, embedding, reciprocal-rank, answerability, "
        "authority, freshness, citation, diversity, utility (a chat model's grades)",
    )
    reword: str = setting("", "What a chat model words for searching: paraphrase, hypothetical, step-back")


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerSettings:
    """Where the key lies that signs finished runs."""

    key: str = setting("", "File of the signing key, outside this folder; empty: in the user's configuration folder")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that may be set for one home. `home` is absolute, `user_folder` holds keys of all homes.

    `calibrations` are the sections [calibration.TENANT], by tenant, `rankings` those of [ranking.TENANT].
    """

    home: Path
    user_folder: Path
    identity: IdentitySettings = IdentitySettings()
    store: StoreSettings = StoreSettings()
    ingest: IngestSettings = IngestSettings()
    chunking: ChunkingSettings = ChunkingSettings()
    limits: LimitSettings = LimitSettings()
    workers: WorkerSettings = WorkerSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    ledger: LedgerSettings = LedgerSettings()
    service: ServiceSettings = field(default_factory=ServiceSettings)
    service_oidc: OidcSettings = field(default_factory=OidcSettings)
    models_chat: ChatSettings = field(default_factory=ChatSettings)
    models_embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    models_reader: ReaderSettings = field(default_factory=ReaderSettings)
    models_entailment: EntailmentSettings = field(default_factory=EntailmentSettings)
    calibrations: tuple[tuple[str, CalibrationSettings], ...] = ()
    rankings: tuple[tuple[str, RankingSettings], ...] = ()

    @property
    def rerankers(self) -> tuple[Reranker, ...]:
        """The criteria with a further say over the order of candidates. Raises BadConfiguration."""
        if not self.retrieval.rerank:
            return ()
        from aver.stages.reranking import Reranker

        return tuple(Reranker(name) for name in _some_of(self.retrieval.rerank, tuple(Reranker), "rerank"))

    @property
    def rewordings(self) -> tuple[Means, ...]:
        """What a chat model words for searching. Raises BadConfiguration."""
        return tuple(Means(name) for name in _some_of(self.retrieval.reword, FROM_MODEL, "reword"))

    @property
    def jobs(self) -> int:
        """Parser processes: as set, else one per core."""
        return self.ingest.jobs or os.cpu_count() or 1

    @property
    def chunk_options(self) -> ChunkOptions:
        """The sizes as the chunkers take them."""
        return ChunkOptions(**{one.name: getattr(self.chunking, one.name) for one in fields(self.chunking)})


def _some_of(text: str, names: Sequence[str], key: str) -> list[str]:
    """Return the words of a setting in [retrieval], each of which is one of `names`. Raises BadConfiguration."""
    said = text.split()
    for name in said:
        if name not in names:
            hint = f"give some of: {', '.join(names)}"
            raise BadConfiguration(f"[retrieval] {key} = {text!r}: there is no {name!r}", hint=hint)
    return said


def home_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the home: `--home`, else AVER_HOME, else `.aver` in the working folder. Raises BadConfiguration."""
    named = given or Path(environment.get("AVER_HOME") or ".aver")
    try:
        return named.expanduser().absolute()
    except RuntimeError as error:
        raise BadConfiguration(f"{named}: there is no such user", hint="write the whole path of the home") from error


def ledger_key_path(settings: Settings, home_id: str) -> Path:
    """Return where the key lies that signs the runs of the home with that id; by default outside the store."""
    if settings.ledger.key:
        return (settings.home / Path(settings.ledger.key).expanduser()).absolute()
    return settings.user_folder / f"ledger-{home_id}.key"


def read_settings(home: Path, environment: Mapping[str, str]) -> Settings:
    """Return the settings of `home`; a missing file means defaults.

    Raises BadConfiguration naming the file or variable, the key, the value and what is allowed.
    """
    known = sections()
    written = _flat(_file(home / FILE), known)
    by_tenant = {name: _by_tenant(name, kind, written.pop(name, {}), home / FILE) for name, kind in BY_TENANT.items()}
    for name in written:
        _known(name, known, f"{home / FILE}: section")
        if not isinstance(written[name], dict):
            raise BadConfiguration(f"{home / FILE}: {name} is not a section", hint=f"write it as [{name}]")
    overrides = _overrides(environment, known)
    found = {
        name.replace(".", "_"): _section(name, kind, written.get(name, {}), overrides.get(name, {}), home / FILE)
        for name, kind in known.items()
    }
    configuration = environment.get("XDG_CONFIG_HOME") or "~/.config"
    settings = Settings(
        home=home,
        user_folder=Path(configuration).expanduser() / "aver",
        calibrations=by_tenant["calibration"],
        rankings=by_tenant["ranking"],
        **found,
    )
    _ = settings.chunk_options, settings.rerankers, settings.rewordings
    if (settings.rewordings or "utility" in settings.rerankers) and not settings.models_chat.model:
        raise BadConfiguration(
            '[retrieval] reword and rerank = "utility" need a chat model', hint="name one in [models.chat]"
        )
    if (settings.store.url or settings.store.directory) and settings.identity.mode != "token":
        raise BadConfiguration("callers of a home in PostgreSQL come with a key", hint='[identity] mode = "token"')
    if settings.store.unsafe_approximate == "on" and not (settings.store.url or settings.store.directory):
        raise BadConfiguration(
            "[store] unsafe_approximate needs a home in PostgreSQL", hint='take it out, or set it to "off"'
        )
    return settings


def commented_toml() -> str:
    """Return an `aver.toml` in which every setting stands, explained, at its default."""
    lines = ["# Settings of this Aver home. Every line shows a default; remove the # to change it.", ""]
    for name, kind in sections().items():
        lines.append(f"[{name}]")
        for one in fields(kind):
            lines += [f"# {one.metadata['about']}{allowed_words(one)}", f"{_line(name, one)}"]
        lines.append("")
    return "\n".join(lines)


def _line(section: str, one: Field[Any]) -> str:
    """Identity mode is stated, everything else is shown as a comment."""
    shown = f'"{one.default}"' if isinstance(one.default, str) else str(one.default)
    return f"{'' if (section, one.name) == ('identity', 'mode') else '# '}{one.name} = {shown}"


def sections() -> dict[str, type[Any]]:
    """Return the dataclass behind each section of the file, but for those by tenant."""
    hints = get_type_hints(Settings)
    other = ("home", "user_folder", "calibrations", "rankings")
    return {_path(one.name): hints[one.name] for one in fields(Settings) if one.name not in other}


def _path(field: str) -> str:
    """Return the section of a field of `Settings`: `models_chat` is [models.chat]."""
    return field.replace("_", ".")


def _flat(written: dict[str, Any], known: Mapping[str, type[Any]]) -> dict[str, Any]:
    """Return the sections of a file by their whole path; a section may hold settings of its own and other sections."""
    outer = {name.partition(".")[0] for name in known if "." in name}
    flat: dict[str, Any] = {}
    for name, table in written.items():
        if name not in outer or not isinstance(table, dict):
            flat[name] = table
            continue
        own = {key: value for key, value in table.items() if not isinstance(value, dict)}
        flat |= {f"{name}.{key}": value for key, value in table.items() if key not in own}
        flat |= {name: own} if own else {}
    return flat


def _by_tenant(name: str, kind: Any, written: object, path: Path) -> tuple[tuple[str, Any], ...]:
    """Return the sections [name.TENANT] of a file, by tenant."""
    if not isinstance(written, dict) or not all(isinstance(section, dict) for section in written.values()):
        raise BadConfiguration(f"{path}: {name} is not by tenant", hint=f"write it as [{name}.TENANT]")
    return tuple(
        (tenant, _section(f"{name}.{tenant}", kind, section, {}, path)) for tenant, section in sorted(written.items())
    )


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"{path}: {error}", hint="correct the file, or `aver init` a new home") from error
    except OSError as error:
        raise BadConfiguration(f"{path}: {error.strerror}", hint="make the file readable") from error


def _overrides(environment: Mapping[str, str], known: Mapping[str, type[Any]]) -> dict[str, dict[str, str]]:
    """Return the settings that variables name; a variable that is nearly a setting's name is an error."""
    names = {variable_of(name, key): (name, key) for name, key in _keys(known)}
    found: dict[str, dict[str, str]] = {}
    for variable, value in environment.items():
        if variable in names:
            section, key = names[variable]
            found.setdefault(section, {})[key] = value
        elif variable.startswith("AVER_") and variable not in BESIDE_SETTINGS:
            close = get_close_matches(variable, names, n=1, cutoff=0.8)
            if close:
                raise BadConfiguration(f"the variable {variable} is not a setting", hint=f"did you mean {close[0]}?")
    return found


def _keys(known: Mapping[str, type[Any]]) -> Iterator[tuple[str, str]]:
    return ((name, one.name) for name, kind in known.items() for one in fields(kind))


def _section(name: str, kind: Any, written: Mapping[str, Any], overrides: Mapping[str, str], path: Path) -> Any:
    known = {one.name: one for one in fields(kind)}
    values: dict[str, Any] = {}
    for key, value in written.items():
        where = f"{path}: [{name}]"
        _known(key, known, where)
        values[key] = _value(value, known[key], f"{where} {key}")
    for key, text in overrides.items():
        values[key] = _value(_parsed(text, known[key]), known[key], f"the variable {variable_of(name, key)}")
    return kind(**values)


def variable_of(section: str, key: str) -> str:
    """Return the name of the variable that sets `key` of a section."""
    return f"AVER_{section}_{key}".upper().replace(".", "_")


def _known(name: str, allowed: Mapping[str, Any], where: str) -> None:
    if name not in allowed:
        close = get_close_matches(name, allowed, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(allowed)}"
        raise BadConfiguration(f"{where} has no {name!r}", hint=hint)


def _parsed(text: str, one: Field[Any]) -> object:
    """Return a variable's text as the kind of value its setting has; text that isn't one stays text."""
    kinds: dict[type, type] = {int: int, float: float}
    try:
        return kinds.get(type(one.default), str)(text)
    except ValueError:
        return text


def _value(value: object, one: Field[Any], where: str) -> object:
    """Return `value` checked against its setting. Raises BadConfiguration."""
    wanted = type(one.default)
    if wanted is float and type(value) is int:
        value = float(value)
    least, most, allowed = (one.metadata[name] for name in ("least", "most", "allowed"))
    sound = type(value) is wanted and (allowed is None or value in allowed)
    if sound and isinstance(value, int | float):
        sound = (least is None or value >= least) and (most is None or value <= most)
    if not sound:
        kind = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}[wanted]
        raise BadConfiguration(f"{where} = {value!r} is not allowed", hint=f"give {kind}{allowed_words(one)}")
    return value


def allowed_words(one: Field[Any]) -> str:
    """Return which values a setting may have, in brackets; nothing where any of its kind may stand."""
    least, most, allowed = (one.metadata[name] for name in ("least", "most", "allowed"))
    if allowed is not None:
        return f" ({' or '.join(allowed)})"
    bounds = [f"at least {least}" if least is not None else "", f"at most {most}" if most is not None else ""]
    said = ", ".join(bound for bound in bounds if bound)
    return f" ({said})" if said else ""
