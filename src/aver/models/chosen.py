"""One line of configuration as the model it names, such as `onnx:FOLDER` or `openai:MODEL@URL`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from aver.errors import BadConfiguration
from aver.patterns import regex

_REMOTE = regex(r"(?P<model>\S+?)@(?P<url>https?://[^\s@]+)")


class Kind(StrEnum):
    """Where a model runs and what it is spoken to in."""

    BUILTIN = "builtin"
    NONE = "none"
    ONNX = "onnx"
    OPENAI = "openai"
    RERANK = "rerank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A model by name: `folder` is absolute and set for ONNX; `model` and `base_url` are set for a server."""

    kind: Kind
    folder: Path = Path()
    model: str = ""
    base_url: str = ""


def chosen(use: str, *, section: str, allowed: tuple[Kind, ...], home: Path) -> Chosen:
    """Return the model that `use` in `section` names; folders are relative to `home`. Raises BadConfiguration."""
    name, _, rest = use.partition(":")
    remote = _REMOTE.fullmatch(rest)
    if name in (Kind.BUILTIN, Kind.NONE) and Kind(name) in allowed and not rest:
        return Chosen(kind=Kind(name))
    if name == Kind.ONNX and Kind.ONNX in allowed and rest:
        return Chosen(kind=Kind.ONNX, folder=(home / Path(rest).expanduser()).absolute())
    if name in (Kind.OPENAI, Kind.RERANK) and Kind(name) in allowed and remote is not None:
        return Chosen(kind=Kind(name), model=remote["model"], base_url=remote["url"].rstrip("/"))
    raise BadConfiguration(f"[{section}] use = {use!r} names no model", hint=f"give {_forms(allowed)}")


def key_in(variable: str, environment: Mapping[str, str]) -> str:
    """Return the key in the variable of that name, "" where none is named. Raises BadConfiguration."""
    if variable and not environment.get(variable):
        raise BadConfiguration(f"the variable {variable} holds no key", hint="set it, or empty api_key_variable")
    return environment[variable] if variable else ""


def _forms(allowed: tuple[Kind, ...]) -> str:
    forms = {
        Kind.BUILTIN: "builtin",
        Kind.NONE: "none",
        Kind.ONNX: "onnx:FOLDER",
        Kind.OPENAI: "openai:MODEL@http://HOST/v1",
        Kind.RERANK: "rerank:MODEL@http://HOST/v1",
    }
    return " or ".join(forms[kind] for kind in allowed)
