"""What a run of questions was: enough to tell whether another can be set beside it, or go on where it stopped.

The manifest lies beside the rows as `ROWS.jsonl.run.json`. A run is gone on with only under an equal manifest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from aver.errors import BadInput
from aver.evals.measures import SEED
from aver.evals.questions import Blind, Question, blind
from aver.evals.rows import Row, read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`questions` and `configuration` are SHA-256 digests, `off` names ablated stages, `seed` is every bootstrap's."""

    questions: str
    configuration: str
    mode: str
    k: int
    off: tuple[str, ...]
    caller: str
    code_version: str
    seed: int = SEED


def questions_digest(questions: Sequence[Question]) -> str:
    """Return the digest of what the engine gets to see, in order; a label that is corrected later changes nothing."""
    return _digest([_plain(blind(question)) for question in questions])


def configuration_digest(*parts: object) -> str:
    """Return the digest of settings and fitted numbers (frozen dataclasses)."""
    return _digest([_plain(part) for part in parts])


def _plain(part: Any) -> dict[str, Any]:
    fields: dict[str, Any] = asdict(part) if not isinstance(part, Blind) else {"id": part.id, "question": part.question}
    return fields | ({"scope": part.scope, "doc": part.doc} if isinstance(part, Blind) else {})


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=_worded).encode()).hexdigest()


def _worded(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, set | frozenset) else str(value)


def manifest_path(rows: Path) -> Path:
    """Return where the manifest of a file of rows lies."""
    return rows.with_name(f"{rows.name}.run.json")


def write_manifest(rows: Path, manifest: Manifest) -> None:
    """Write the manifest beside the rows."""
    manifest_path(rows).write_text(json.dumps(asdict(manifest), indent=2) + "\n", encoding="utf-8")


def read_manifest(rows: Path) -> dict[str, Any] | None:
    """Return the manifest beside the rows as JSON, None where there is none. Raises BadInput where it is not JSON."""
    path = manifest_path(rows)
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadInput(f"{path} isn't JSON: {error}", hint="remove it and run again without --resume") from error
    return found if isinstance(found, dict) else None


def rows_so_far(rows: Path, questions: Sequence[Question], manifest: Manifest) -> tuple[Row, ...]:
    """Return the rows an interrupted run left, its half-written last line cut off the file.

    Raises BadInput where the run was another one, or its rows are not those of the first questions in order.
    """
    if not rows.exists():
        return ()
    _same_run(read_manifest(rows), manifest, rows)
    content = rows.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        rows.write_bytes(whole)
    found = read_rows(rows) if whole.strip() else ()
    if [row.id for row in found] != [question.id for question in questions[: len(found)]]:
        raise BadInput(f"{rows} doesn't hold the first questions in order", hint="run again without --resume")
    return found


def _same_run(found: Mapping[str, Any] | None, manifest: Manifest, rows: Path) -> None:
    now = json.loads(json.dumps(asdict(manifest)))
    differing = [name for name, value in now.items() if (found or {}).get(name) != value]
    if differing:
        raise BadInput(
            f"{rows} comes from another run: {', '.join(differing)} differ", hint="run again without --resume"
        )
