"""The table of docs/scale.md is what the capacity model computes, and the model is the arithmetic that it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.capacity import INGEST, RESIDENT, SCAN, STORED, Prices, Server, lines, need, scan_ms

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scale.md"
PRICES = Prices(core_hour=0.04, gigabyte_month=0.10)


def test_the_page_shows_what_the_model_computes() -> None:
    table = "\n".join(lines(PRICES, server=Server(), tenant=1_000_000))
    assert table in PAGE.read_text(encoding="utf-8")
    assert table.count("\n") == 12


def test_the_model_goes_through_what_was_measured() -> None:
    (few, least), (many, most) = SCAN
    assert scan_ms(many) - scan_ms(few) == pytest.approx(most - least)
    one = need(many, many, server=Server(), prices=PRICES)
    assert one.memory == pytest.approx(many * RESIDENT / 1e9) and one.disk == pytest.approx(many * STORED / 1e9)
    assert one.ingest_core_hours * 3_600 == pytest.approx(many * INGEST)


@pytest.mark.parametrize(("memory", "servers"), [(1, 3), (2, 2), (64, 1)])
def test_servers_are_as_many_as_hold_the_memory_that_is_planned_with(memory: int, servers: int) -> None:
    assert need(10**6, 10**5, server=Server(memory=memory), prices=PRICES).servers == servers


def test_no_server_holds_a_tenant_whose_vectors_are_more_than_its_memory() -> None:
    assert need(10**8, 10**8, server=Server(), prices=PRICES).servers is None
