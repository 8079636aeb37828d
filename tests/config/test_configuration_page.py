"""The page of settings is what the code says, and a page that isn't is found (style 14)."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from aver.config import BY_TENANT, sections, variable_of

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "configuration.py"


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("configuration", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_setting_has_a_row_with_its_variable_and_what_it_is_about(script: ModuleType) -> None:
    shown = script.page()
    for section, kind in sections().items():
        assert f"\n## [{section}]\n" in shown
        for one in fields(kind):
            (row,) = [line for line in shown.splitlines() if f"`{variable_of(section, one.name)}`" in line]
            assert row.startswith(f"| `{one.name}` |") and one.metadata["about"] in row
    assert all(f"| `{one.name}` |" in shown for kind in BY_TENANT.values() for one in fields(kind))


def test_the_page_in_the_repository_is_checked_and_one_that_differs_is_found(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "PAGE", tmp_path / "configuration.md")
    monkeypatch.setattr(sys, "argv", ["configuration.py"])
    assert script.main() == 0
    monkeypatch.setattr(sys, "argv", ["configuration.py", "--check"])
    assert script.main() == 0
    stale = script.PAGE.read_text().replace("`AVER_INGEST_JOBS`", "`AVER_JOBS`")
    script.PAGE.write_text(stale)
    assert script.main() == 1
    assert script.PAGE.read_text() == stale
    assert "AVER_JOBS" in capsys.readouterr().err
    script.PAGE.unlink()
    assert script.main() == 1
