"""Progress in words: rates, time left, failures (L1)."""

from __future__ import annotations

import io
import sys

import pytest

from aver.cli.progress import described, shown_bytes, shown_enrichment, shown_progress
from aver.flows.enrich import EnrichProgress
from aver.flows.ingest_outcomes import Progress


def test_rates_time_left_and_failures_are_said() -> None:
    progress = Progress(done=30, total=90, chunks=600, failed=2, seconds=60.0)
    assert described(progress) == "0.5 documents/s, 10 chunks/s, 2:00 left, 2 failed"
    assert "1:06:40 left" in described(Progress(done=1, total=4001, chunks=0, failed=0, seconds=1.0))


def test_without_a_terminal_a_plain_line_comes_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with shown_progress() as show:
        for second in range(1, 26):
            show(Progress(done=second, total=50, chunks=second, failed=0, seconds=float(second)))
    captured = capsys.readouterr()
    assert [line.split(",")[0] for line in captured.err.splitlines()] == ["10 of 50 documents", "20 of 50 documents"]
    assert captured.out == ""


def test_enriching_says_how_far_it_is_without_a_terminal_too(capsys: pytest.CaptureFixture[str]) -> None:
    with shown_enrichment() as show:
        for second in range(1, 26):
            show(EnrichProgress(done=second, total=50, failed=0, seconds=float(second)))
    captured = capsys.readouterr()
    assert captured.err.splitlines() == [
        "10 of 50 documents enriched, 0:40 left",
        "20 of 50 documents enriched, 0:30 left",
    ]
    assert captured.out == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bytes_are_shown_as_a_bar_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with shown_bytes("Packing") as show:
        show(1_000_000, 4_000_000)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys, "stderr", Terminal())
    with shown_bytes("Packing") as show:
        show(1_000_000, 4_000_000)
    assert "Packing" in sys.stderr.getvalue() and "1.0/4.0 MB" in sys.stderr.getvalue()
