"""A home is opened only by what made its index (architecture: the encoder's hash is stored and never mixed)."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from aver.errors import AnalyserMismatch, EncoderMismatch, HomeMissing
from aver.store import schema
from aver.store.home import create_home, open_home
from tests.store.adapters import url_of


def test_a_folder_without_a_home_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HomeMissing):
        open_home(tmp_path, encoder="one", url=url_of(tmp_path))


def test_making_a_home_twice_opens_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        create_home(tmp_path, encoder="one", url=url_of(tmp_path)).engine.dispose()
    open_home(tmp_path, encoder="one", url=url_of(tmp_path)).engine.dispose()


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
