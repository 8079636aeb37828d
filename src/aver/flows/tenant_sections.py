"""What was measured for a tenant, written into `aver.toml`: one section, all else as it is, all or nothing."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from aver.config import BY_TENANT, FILE
from aver.errors import BadConfiguration
from aver.flows.whole_file import replace_file
from aver.patterns import regex
from aver.tenant_settings import CalibrationSettings, RankingSettings

Measured: TypeAlias = CalibrationSettings | RankingSettings

_ANY_SECTION = regex(r"^[ \t]*\[", re.MULTILINE)
_PLAIN = regex(r"[A-Za-z0-9_-]+")
_SAID: Mapping[str, str] = MappingProxyType(
    {
        "calibration": "Written by `aver eval calibrate`; delete the section to go back to the floors.",
        "ranking": "Written by `aver eval rank`; delete the section to go back to the order that is shipped.",
    }
)


def write_section(home: Path, tenant: str, measured: Measured) -> Path:
    """Put the tenant's section for what was `measured` into the home's `aver.toml` and return the file.

    The file is replaced in one step, and only if it reads as before in every other respect. Raises BadConfiguration.
    """
    path = home / FILE
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    name = _name_of(measured)
    after = with_section(before, tenant, measured)
    expected = _parsed(before, path)
    expected.setdefault(name, {})[tenant] = asdict(measured)
    if _parsed(after, path) != expected:
        raise BadConfiguration(
            f"{path} can't take a section without changing another",
            hint=f"remove what it says about {name}.{tenant} by hand, then measure again",
        )
    replace_file(path, after)
    return path


def with_section(text: str, tenant: str, measured: Measured) -> str:
    """Return the text of an `aver.toml` with the tenant's section replaced, or added at the end."""
    name = _name_of(measured)
    header = f"[{name}.{tenant if _PLAIN.fullmatch(tenant) else _text(tenant)}]"
    lines = [f"{key} = {_toml(value)}" for key, value in asdict(measured).items()]
    section = "\n".join((header, f"# {_SAID[name]}", *lines))
    found = re.search(rf"^[ \t]*{re.escape(header)}[^\n]*$", text, re.MULTILINE)
    if found is None:
        return f"{text.rstrip()}\n\n{section}\n" if text.strip() else section + "\n"
    following = _ANY_SECTION.search(text, found.end())
    rest = "" if following is None else f"\n{text[following.start() :]}"
    return f"{text[: found.start()]}{section}\n{rest}"


def digest_of(measured: Measured) -> str:
    """Return what names `measured` among others of its kind: 16 hex digits of all that it says."""
    return hashlib.sha256(json.dumps(asdict(measured), sort_keys=True).encode()).hexdigest()[:16]


def _name_of(measured: Measured) -> str:
    return next(name for name, kind in BY_TENANT.items() if isinstance(measured, kind))


def _toml(value: object) -> str:
    return _text(value) if isinstance(value, str) else repr(value)


def _text(words: str) -> str:
    """Return a TOML basic string: JSON's, but for the one control character that JSON lets stand."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration(f"{path}: {error}", hint="correct the file, then measure again") from error
