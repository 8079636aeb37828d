"""The command line on a stub embedder and small segments, to be killed.

With AVER_TEST_DIE_AT=STEP the process kills itself at that step of its work, the time after AVER_TEST_DIE_AFTER.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from aver import app
from aver.cli.main import run
from aver.flows import enrich, ingest, ingest_store
from aver.store import jobs, segments
from aver.testing import HashEmbedder

STEPS: dict[str, tuple[Any, str]] = {
    "begun": (jobs.JobLog, "begin"),
    "prepared": (ingest, "prepare"),
    "embedded": (ingest, "_with_vectors"),
    "written": (ingest_store, "add_version"),
    "sealed": (segments, "_seal"),
    "merged": (segments, "_merge"),
    "committed": (ingest, "store_batch"),
    "recorded": (jobs, "record"),
    "enriched": (enrich, "save_enrichment"),
    "ended": (jobs.JobWriter, "end"),
}


def dying_after(step: Callable[..., Any], times: int) -> Callable[..., Any]:
    """Return `step`, after whose call number `times` the process is killed."""
    left = [times]

    def die(*words: Any, **named: Any) -> Any:
        made = step(*words, **named)
        left[0] -= 1
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return made

    return die


def main(*words: str) -> None:
    """Run the command line of these words."""
    app.BuiltinEmbedder = lambda workers: HashEmbedder()  # type: ignore[misc,assignment]
    app.pair_model_spec = lambda name: None
    segments.SEAL_AT, segments.MERGE_AT, jobs.EVERY_SECONDS = 16, 3, 0.05
    if step := os.environ.get("AVER_TEST_DIE_AT"):
        owner, name = STEPS[step]
        setattr(owner, name, dying_after(getattr(owner, name), int(os.environ.get("AVER_TEST_DIE_AFTER", "1"))))
    os.write(1, b"ready\n")
    sys.exit(run([*words]))
