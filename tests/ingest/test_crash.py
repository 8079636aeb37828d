"""An ingest killed without warning leaves whole documents and a sound store, and can be run again (A9)."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from aver.store import segments
from aver.store.doctor import examine
from aver.store.home import create_home
from aver.store.store import Store
from aver.testing import HashEmbedder
from tests.depth import the_rest_deep
from tests.forked import Forked
from tests.ingest.folders import Home, made_home
from tests.store.adapters import mostly_once, url_of

PAGES = 120


def ingest(folder: Path, pages: int) -> None:
    """Ingest that many pages, saying after each how many there are."""
    segments.SEAL_AT, segments.MERGE_AT = 8, 3
    home = made_home(folder)
    home.write({f"{n:03}.md": f"# Page {n}\n\nText of page {n}.\n" for n in range(pages)})
    home.ingest(batch_chunks=2, on_progress=lambda progress: print(progress.done, flush=True))  # noqa: T201


@mostly_once
@pytest.mark.parametrize("after", the_rest_deep([30, 1, 77]))
def test_an_ingest_killed_at_any_moment_leaves_a_sound_store_and_goes_on(tmp_path: Path, after: int) -> None:
    with Forked(ingest, tmp_path, PAGES) as process:
        for line in process.stdout:
            if int(line) >= after:
                process.kill()
                break
    assert process.returncode == -signal.SIGKILL
    embedder = HashEmbedder()
    transactions = create_home(tmp_path / "home", encoder=embedder.encoder_id, url=url_of(tmp_path / "home"))
    home = Home(tmp_path / "files", transactions, Store(transactions, dimension=384), embedder)
    report = examine(transactions, encoder=embedder.encoder_id, dimension=384, deep=True)
    assert report.problems == ()
    stored = dict(report.checked)["documents"]
    assert after <= stored < PAGES
    counts = home.ingest().counts()
    assert (counts["unchanged"], counts["added"]) == (stored, PAGES - stored)
    assert examine(transactions, encoder=embedder.encoder_id, dimension=384, deep=True).problems == ()
    home.store.close()
