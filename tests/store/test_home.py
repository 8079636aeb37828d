"""A home is opened only by what made its index (architecture: the encoder's hash is stored and never mixed)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, text, update

from aver.errors import AnalyserMismatch, EncoderMismatch, FromLaterVersion, HomeMissing
from aver.store import schema
from aver.store.home import create_home, open_current, open_home
from aver.store.revisions import newest
from aver.store.views import view_row
from tests.store.adapters import once, url_of


def test_a_folder_without_a_home_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HomeMissing):
        open_home(tmp_path, encoder="one", url=url_of(tmp_path))


def test_making_a_home_twice_opens_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        create_home(tmp_path, encoder="one", url=url_of(tmp_path)).engine.dispose()
    open_home(tmp_path, encoder="one", url=url_of(tmp_path)).engine.dispose()


@once
@pytest.mark.parametrize("name", ["what?now", "50%20off", "a#b", "q?mode=memory"])
def test_a_home_lies_in_its_folder_whatever_that_is_called(tmp_path: Path, name: str) -> None:
    create_home(tmp_path / name, encoder="one").engine.dispose()
    open_home(tmp_path / name, encoder="one").engine.dispose()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_another_encoder_is_refused(tmp_path: Path) -> None:
    create_home(tmp_path, encoder="one", url=url_of(tmp_path)).engine.dispose()
    with pytest.raises(EncoderMismatch):
        open_home(tmp_path, encoder="two", url=url_of(tmp_path))


def test_another_analyser_is_refused_and_the_way_out_is_named(tmp_path: Path) -> None:
    transactions = create_home(tmp_path, encoder="one", url=url_of(tmp_path))
    with transactions.write() as connection:
        connection.execute(update(schema.home).where(schema.home.c.name == "analyser").values(value="older"))
    transactions.engine.dispose()
    with pytest.raises(AnalyserMismatch) as refused:
        open_home(tmp_path, encoder="one", url=url_of(tmp_path))
    assert "--rebuild" in refused.value.hint


def test_a_home_of_a_later_version_is_refused_by_every_way_in_and_left_as_it_was(tmp_path: Path) -> None:
    transactions = create_home(tmp_path, encoder="one", url=url_of(tmp_path))
    later = f"{int(newest()) + 1:04}"
    with transactions.write() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{later}'"))
    ways = (
        lambda: open_home(tmp_path, encoder="one", url=url_of(tmp_path)),
        lambda: open_current(tmp_path, url=url_of(tmp_path)),
        lambda: create_home(tmp_path, encoder="one", url=url_of(tmp_path)),
    )
    for way in ways:
        with pytest.raises(FromLaterVersion) as refused:
            way()
        assert later in refused.value.message and newest() in refused.value.message
        assert "upgrade" in refused.value.hint
    with transactions.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == later
    transactions.engine.dispose()


def test_a_migration_that_fails_in_the_middle_leaves_the_home_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transactions = create_home(tmp_path, encoder="one", url=url_of(tmp_path))
    with transactions.write() as connection:
        connection.execute(text(f"DROP TABLE {view_row.name}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0008'"))
    made = view_row.create

    def fail(*words: Any, **named: Any) -> None:
        made(*words, **named)
        raise OSError("the disk is full")

    monkeypatch.setattr(view_row, "create", fail)
    with pytest.raises(OSError, match="disk is full"):
        open_current(tmp_path, url=url_of(tmp_path))
    with transactions.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0008"
        assert not inspect(connection).has_table(view_row.name)
    monkeypatch.undo()
    open_current(tmp_path, url=url_of(tmp_path)).engine.dispose()
    with transactions.read() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest()
    transactions.engine.dispose()
