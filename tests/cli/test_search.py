"""`aver search` shows evidence and no answer, by the one path that answers take too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from tests.cli.asking_home import a_home, aver

QUERY = "notice period of employees"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with a_home(tmp_path_factory.mktemp("search")) as folder:
        yield folder


def test_packets_fit_the_published_schema_and_name_no_principals(home: Path) -> None:
    schema = json.loads(resources.files("aver.schemas").joinpath("evidence_packet.schema.json").read_text("utf-8"))
    packets = aver("search", QUERY, "--json").json["packets"]
    assert packets
    for packet in packets:
        jsonschema.validate(packet, schema)
    assert "principal" not in json.dumps(packets)


def test_the_best_packet_comes_first_with_its_place_and_its_words(home: Path) -> None:
    said = aver("search", QUERY)
    assert said.status == 0
    assert said.out.startswith("1. Notice periods > Employees")
    assert "The notice period of employees is four weeks." in said.out


def test_explain_gives_every_candidate_its_rank_by_channel_and_its_fate(home: Path) -> None:
    found = aver("search", QUERY, "-k", "1", "--explain", "--json").json
    assert len(found["packets"]) == 1
    rows = found["candidates"]
    assert len(rows) > 1
    assert rows[0]["selected"] and {one["channel"] for one in rows[0]["channels"]} == {"dense", "lexical"}
    assert rows[0]["channels"][0]["rank"] == 1
    assert {row["reason"] for row in rows[1:]} == {"beyond the first 1"}
    assert all(row["uri"] for row in rows)
    shown = aver("search", QUERY, "-k", "1", "--explain").out
    assert "what became of it" in shown and "beyond the first 1" in shown


def test_a_hidden_document_is_no_candidate_whatever_is_asked(home: Path) -> None:
    words = ("search", "secret bonus pool of the hydrofoil team", "--explain", "--json")
    hidden, open_ = aver(*words), aver(*words, "--groups", "hr", "--clearance", "2")
    assert "hr/bonus.md" not in hidden.out
    assert "hr/bonus.md" in {row["uri"] for row in open_.json["candidates"]}


def test_a_search_is_a_run_that_replays_to_where_it_stopped(home: Path) -> None:
    run = aver("search", QUERY, "--json").json["run_id"]
    shown = aver("runs", "show", run, "--json").json
    assert [event["kind"] for event in shown["events"]][-2:] == ["Packed", "Abandoned"]
    assert aver("runs", "replay", run, "--json").json["identical"]


def test_a_word_that_stands_nowhere_finds_nothing_and_says_so(home: Path) -> None:
    said = aver("search", "zzyzx", "--doc", "leave/parental.md")
    assert said.status == 0
    assert "No evidence that you may read" in said.out
