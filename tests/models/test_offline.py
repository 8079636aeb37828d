"""Nothing that nobody configured is kept for, or sent to, anybody else (M1: no server, no download)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
from aver.models.embedder import BuiltinEmbedder
BuiltinEmbedder(workers=1).encode(["a sentence"])
"""


def test_a_model_that_runs_leaves_no_telemetry_behind(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    environment = {**kept, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-c", CODE], env=environment, check=True, cwd=tmp_path)
    assert list(tmp_path.rglob("*")) == []
