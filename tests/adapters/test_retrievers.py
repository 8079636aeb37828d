"""The three retrievers run in the real frameworks, find what their caller may read, and send nothing anywhere (L8)."""

from __future__ import annotations

import asyncio
import importlib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aver.adapters.evidence import Evidence, evidence_of
from aver.errors import BadInput, MissingExtra, ModelFailed, NotAllowed, NotFound, SourceFailed
from aver.flows.documents import versions_of
from tests.cli.asking_home import a_home, aver
from tests.depth import the_rest_deep

QUESTION = "How long is the notice period of employees?"
BONUS = "How much does the secret bonus pool hold for the hydrofoil team?"
HUGO = {"user": "hugo", "groups": ["hr"], "clearance": 2}
TABLE = "# Rates\n\n| Year | Rate |\n|---|---|\n| 2024 | 19 % |\n| 2025 | 21 % |\n"
Found = list[tuple[str, str, float, dict[str, Any]]]
"""Id, text, score and metadata of what a framework was given."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path_factory.mktemp("adapters")))
        (folder / "docs" / "rates.md").write_text(TABLE, encoding="utf-8")
        assert aver("ingest", str(folder / "docs"), "--meta", str(folder / "meta.toml")).status == 0
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
            patch.setenv(name, "false")
        patch.setenv("HAYSTACK_TELEMETRY_ENABLED", "False")
        patch.setattr(socket.socket, "connect", _refuse)
        patch.setattr(socket, "getaddrinfo", _refuse)
        yield folder / "home"


def _refuse(*where: Any, **_: Any) -> Any:
    raise AssertionError(f"something would be sent to {where}")


def by_langchain(evidence: Evidence, query: str) -> Found:
    from aver.adapters.langchain import AverRetriever

    found = AverRetriever(evidence).invoke(query)
    return [(one.id or "", one.page_content, one.metadata["score"], one.metadata) for one in found]


def by_llamaindex(evidence: Evidence, query: str) -> Found:
    from aver.adapters.llamaindex import AverRetriever

    found = AverRetriever(evidence).retrieve(query)
    return [(one.node_id, one.text, one.score or 0.0, one.metadata) for one in found]


def by_haystack(evidence: Evidence, query: str) -> Found:
    from haystack import Pipeline

    from aver.adapters.haystack import AverRetriever

    pipeline = Pipeline()
    pipeline.add_component("retriever", AverRetriever(evidence))
    found = pipeline.run({"retriever": {"query": query}})["retriever"]["documents"]
    return [(one.id, one.content, one.score, one.meta) for one in found]


FRAMEWORKS = [by_langchain, by_llamaindex, by_haystack]
by_each = pytest.mark.parametrize("retrieved", the_rest_deep(FRAMEWORKS))


@by_each
def test_passages_come_with_ids_scores_and_exact_places(
    home: Path, retrieved: Callable[[Evidence, str], Found]
) -> None:
    evidence = evidence_of(home)
    found = retrieved(evidence, QUESTION)
    assert found and "four weeks" in found[0][1]
    said = aver("search", QUESTION, "--json").json["packets"]
    assert [one[0] for one in found] == [one["evidence_packet_id"] for one in said]
    assert [one[2] for one in found] == [one["retrieval_rationale"]["score"] for one in said]
    for identity, text, score, metadata in found:
        version = next(
            one
            for one in versions_of(evidence.app.store, evidence.caller, metadata["document_id"])
            if one.id == metadata["version_id"]
        )
        whole = evidence.app.store.document(version).text
        assert metadata["quote"] == whole[metadata["start"] : metadata["end"]]
        assert metadata["quote"] in text
        assert (metadata["packet_id"], metadata["score"], metadata["uri"]) == (identity, score, version.uri)
        assert metadata["run_id"].startswith("run_")


@by_each
def test_only_what_the_caller_may_read_is_found(home: Path, retrieved: Callable[[Evidence, str], Found]) -> None:
    assert "hydrofoil" in retrieved(evidence_of(home, **HUGO), BONUS)[0][1]
    for named in ({}, {"user": "eve"}, {"user": "hugo"}, {"tenant": "other"}, {**HUGO, "tenant": "other"}):
        assert "hydrofoil" not in str(retrieved(evidence_of(home, **named), BONUS))


@by_each
def test_a_cell_comes_with_its_header_and_its_place_in_the_table(
    home: Path, retrieved: Callable[[Evidence, str], Found]
) -> None:
    _, text, _, metadata = retrieved(evidence_of(home, k=1), "What is the rate in 2025?")[0]
    assert "21 %" in metadata["quote"]
    assert "Rate" in text
    assert metadata["table_cell_range"].startswith("T1!R")


def test_every_framework_is_handed_the_same(home: Path) -> None:
    evidence = replace(evidence_of(home), k=2)
    first, *others = [
        [(identity, text, score) for identity, text, score, _ in retrieved(evidence, QUESTION)]
        for retrieved in FRAMEWORKS
    ]
    assert len(first) == 2
    assert all(one == first for one in others)


def test_async_calls_find_the_same(home: Path) -> None:
    from aver.adapters.langchain import AverRetriever as ForLangChain
    from aver.adapters.llamaindex import AverRetriever as ForLlamaIndex

    evidence = evidence_of(home)
    documents = asyncio.run(ForLangChain(evidence).ainvoke(QUESTION))
    nodes = asyncio.run(ForLlamaIndex(evidence).aretrieve(QUESTION))
    assert (
        [one.id for one in documents]
        == [one.node_id for one in nodes]
        == [one[0] for one in by_haystack(evidence, QUESTION)]
    )


def test_a_model_behind_llamaindex_is_shown_the_words_and_where_they_stand_and_no_ids(home: Path) -> None:
    from llama_index.core.schema import MetadataMode

    from aver.adapters.llamaindex import AverRetriever

    node = AverRetriever(evidence_of(home)).retrieve(QUESTION)[0].node
    shown = node.get_content(metadata_mode=MetadataMode.LLM)
    assert "four weeks" in shown and "leave/notice.md" in shown
    assert "pkt_" not in shown and "run_" not in shown
    assert node.source_node is not None and node.source_node.node_id == node.metadata["document_id"]


def test_a_search_is_recorded_as_a_run_of_its_caller(home: Path) -> None:
    evidence = evidence_of(home, **HUGO)
    run = by_langchain(evidence, BONUS)[0][3]["run_id"]
    assert evidence.app.run_log.summary(evidence.caller, run).user == "hugo"


def test_one_document_and_one_day_narrow_what_is_found(home: Path) -> None:
    evidence = replace(evidence_of(home), document="parental.md")
    assert {one.metadata["uri"] for one in evidence.pieces("How long does leave last?")} == {"leave/parental.md"}
    with pytest.raises(NotFound):
        replace(evidence, document="hr/bonus.md").pieces("x")
    with pytest.raises(BadInput):
        replace(evidence, as_of="soon").pieces("x")
    with pytest.raises(BadInput):
        evidence.pieces(" ")


def test_a_channel_that_fails_is_named_and_nothing_found_beside_it_is_an_error(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> Any:
        raise ModelFailed("no vectors", hint="start it")

    evidence = evidence_of(home)
    monkeypatch.setattr(type(evidence.app.gauge), "encode", fails)
    assert {one.metadata["degraded"] for one in evidence.pieces(QUESTION)} == {"dense"}
    with pytest.raises(SourceFailed):
        evidence.pieces("zzz qqq")


def test_a_caller_cannot_be_named_where_the_command_line_could_not(home: Path) -> None:
    with pytest.raises(BadInput):
        evidence_of(home, user="a:b")
    settings = home / "aver.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('mode = "local"', 'mode = "token"'), encoding="utf-8")
    try:
        with pytest.raises(NotAllowed):
            evidence_of(home)
    finally:
        settings.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("module", "needs", "extra"),
    [("langchain", "langchain_core", "langchain"), ("llamaindex", "llama_index", "llamaindex"), ("haystack",) * 3],
)
def test_without_its_extra_a_retriever_names_it(
    monkeypatch: pytest.MonkeyPatch, module: str, needs: str, extra: str
) -> None:
    for name in [one for one in sys.modules if one.split(".")[0] == needs]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, needs, None)
    monkeypatch.delitem(sys.modules, f"aver.adapters.{module}", raising=False)
    with pytest.raises(MissingExtra) as caught:
        importlib.import_module(f"aver.adapters.{module}")
    assert f"aver[{extra}]" in caught.value.hint
    monkeypatch.delitem(sys.modules, f"aver.adapters.{module}", raising=False)


def test_no_other_part_needs_any_of_the_frameworks() -> None:
    said = (
        "import sys, aver.adapters.evidence, aver.cli.main; "
        "print([one for one in ('langchain_core', 'llama_index', 'haystack') if one in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
