"""Writing a tenant's calibration into `aver.toml`: one section, everything else left as it is, all or nothing."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from aver.config import FILE, CalibrationSettings
from aver.errors import BadConfiguration
from aver.stages.calibration import Calibrated
from aver.stages.gate import PROSE, TABLE

_ANY_SECTION = re.compile(r"^[ \t]*\[", re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")


def settings_of(found: Calibrated, *, at: str, evidence: str) -> CalibrationSettings:
    """Return what a calibration that keeps its promise sets; `at` is the moment, `evidence` what it rests on.

    Raises BadConfiguration where it keeps none.
    """
    thresholds = found.thresholds
    if thresholds is None:
        raise BadConfiguration("there is no threshold to write", hint="calibrate with more labelled answers")
    own = dict(thresholds.groups)
    found_now = CalibrationSettings(
        release=thresholds.release,
        computed=thresholds.computed,
        table=own.get(TABLE, 0.0),
        prose=own.get(PROSE, 0.0),
        max_wrong=found.promise.max_wrong,
        confidence=found.promise.confidence,
        at=at,
        evidence=evidence,
    )
    digest = hashlib.sha256(json.dumps(asdict(found_now), sort_keys=True).encode()).hexdigest()
    return replace(found_now, version=f"cal_{digest[:16]}")


def write_calibration(home: Path, tenant: str, calibration: CalibrationSettings) -> Path:
    """Put the section [calibration.TENANT] into the home's `aver.toml` and return the file.

    The file is replaced in one step, and only if it reads as before in every other respect. Raises BadConfiguration.
    """
    path = home / FILE
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    after = with_section(before, tenant, calibration)
    expected = _parsed(before, path)
    expected.setdefault("calibration", {})[tenant] = asdict(calibration)
    if _parsed(after, path) != expected:
        raise BadConfiguration(
            f"{path} can't take a section without changing another",
            hint=f"remove what it says about calibration.{tenant} by hand, then calibrate again",
        )
    _replace(path, after)
    return path


def with_section(text: str, tenant: str, calibration: CalibrationSettings) -> str:
    """Return the text of an `aver.toml` with the tenant's section replaced, or added at the end."""
    name = tenant if _PLAIN.fullmatch(tenant) else _text(tenant)
    header = f"[calibration.{name}]"
    lines = [f"{key} = {_toml(value)}" for key, value in asdict(calibration).items()]
    section = "\n".join(
        (header, "# Written by `aver eval calibrate`; delete the section to go back to the floors.", *lines)
    )
    found = re.search(rf"^[ \t]*{re.escape(header)}[^\n]*$", text, re.MULTILINE)
    if found is None:
        return f"{text.rstrip()}\n\n{section}\n" if text.strip() else section + "\n"
    following = _ANY_SECTION.search(text, found.end())
    rest = "" if following is None else f"\n{text[following.start() :]}"
    return f"{text[: found.start()]}{section}\n{rest}"


def _toml(value: object) -> str:
    return _text(value) if isinstance(value, str) else repr(value)


def _text(words: str) -> str:
    """Return a TOML basic string: JSON's, but for the one control character that JSON lets stand."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration(f"{path}: {error}", hint="correct the file, then calibrate again") from error


def _replace(path: Path, text: str) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    descriptor, name = tempfile.mkstemp(prefix=f".{FILE}.", dir=path.parent)
    written = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        written.chmod(mode)
        written.replace(path)
    except BaseException:
        written.unlink(missing_ok=True)
        raise
