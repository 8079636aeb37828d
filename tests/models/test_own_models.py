"""Models of one's own in a home, each by one line of configuration: what they change and what they never do (M4)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from aver import app as composition
from aver.app import App, asking_tools, open_app
from aver.cli.main import run
from aver.config import read_settings
from aver.errors import BadConfiguration, EncoderMismatch, ModelFailed
from aver.flows.finding import found_by
from aver.flows.gathering import ranked, searched
from aver.models.opening import configured_entailment, remarks
from aver.stages.eligibility import eligibility_of
from aver.stages.identity import caller_of
from aver.stages.planning import plan_of
from aver.testing import HashEmbedder
from aver.testing.model_server import ModelServer, embeddings, relevances
from aver.values.governance import Eligibility
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.models.tiny_onnx import write_model

PAGES = {
    "pump.md": "# Pump\n\nThe seal of the pump is replaced every 4000 hours.\n\nThe pump is painted blue.\n",
    "oil.md": "# Oil\n\nThe oil is changed every year.\n\nOld oil is burnt in the heating plant.\n",
    "guests.md": "# Guests\n\nGuests park in the yard and pay nothing for it.\n",
}
ASKED = "How often is the seal of the pump replaced?"
Command = Callable[..., tuple[int, Any]]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(embeddings(6)) as opened:
        yield opened


@pytest.fixture
def aver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `aver` with words and return status and JSON; the built-in encoder is a stub, the built-in reader absent."""
    monkeypatch.setattr(composition, "BuiltinEmbedder", lambda workers: HashEmbedder())
    monkeypatch.setattr(composition, "pair_model_spec", lambda name: None)
    monkeypatch.setenv("AVER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    pages = tmp_path / "pages"
    pages.mkdir()
    for name, text in PAGES.items():
        (pages / name).write_text(text)

    def command(*words: str) -> tuple[int, Any]:
        status = run([*words, "--json"])
        captured = capsys.readouterr()
        return status, json.loads(captured.out or captured.err)

    assert command("init")[0] == 0
    assert command("ingest", str(pages))[0] == 0
    return command


def configure(tmp_path: Path, section: str, line: str) -> None:
    (tmp_path / "home" / "aver.toml").write_text(f"[models.{section}]\n{line}\n")


def opened(tmp_path: Path) -> App:
    home = tmp_path / "home"
    return open_app(home, read_settings(home, {"XDG_CONFIG_HOME": str(tmp_path / "config")}))


def everything() -> Eligibility:
    return eligibility_of(caller_of("local", tenant="default"), as_of="2026-01-01")


def test_one_line_moves_a_home_to_an_encoder_of_another_dimension(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    configure(tmp_path, "embedder", f'use = "openai:tiny@{server.base_url}"')
    status, said = aver("search", ASKED)
    assert (status != 0, said["error"]["kind"]) == (True, "EncoderMismatch")
    status, moved = aver("reembed")
    assert (status, moved["encoder"], moved["switched"]) == (0, "openai:tiny:6", True)
    status, health = aver("doctor", "--deep")
    assert (status, health["problems"]) == (0, [])
    assert health["models"]["embedder"] == "openai:tiny:6"
    assert any("built-in encoder measures" in line for line in health["unknown_of_models"])
    assert "pump.md" in json.dumps(aver("search", ASKED)[1]["packets"][0])
    assert aver("enrich")[0] == 0
    assert aver("doctor", "--deep")[1]["problems"] == []


def test_a_home_made_with_a_server_opens_again_without_asking_it(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    configure(tmp_path, "embedder", f'use = "openai:tiny@{server.base_url}"')
    assert aver("reembed")[0] == 0
    server.requests.clear()
    assert opened(tmp_path).embedder.encoder_id == "openai:tiny:6"
    assert server.requests == []


@pytest.mark.deep
def test_what_a_broken_server_was_asked_is_not_stored_and_nothing_stored_is_lost(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    configure(tmp_path, "embedder", f'use = "openai:tiny@{server.base_url}"')
    assert aver("reembed")[0] == 0
    before = aver("doctor", "--deep")[1]["checked"]
    (tmp_path / "pages" / "new.md").write_text("# New\n\nThe valve is tested every month.\n")
    for respond in (embeddings(7), lambda path, body: (200, b"{}"), lambda path, body: (500, b"")):
        server.respond = respond
        status, _ = aver("ingest", str(tmp_path / "pages"))
        assert status != 0
    server.respond = embeddings(6)
    status, health = aver("doctor", "--deep")
    assert (status, health["problems"], health["checked"]["chunks"]) == (0, [], before["chunks"])
    assert aver("ingest", str(tmp_path / "pages"))[0] == 0
    assert aver("doctor")[1]["checked"]["chunks"] > before["chunks"]


def test_a_server_that_is_down_leaves_the_words_and_is_named_in_the_result(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    configure(tmp_path, "embedder", f'use = "openai:tiny@{server.base_url}"')
    assert aver("reembed")[0] == 0
    server.respond = lambda path, body: (400, b"")
    app = opened(tmp_path)
    plan = plan_of(Inquiry(question=Sealed(ASKED)), today="2026-01-01")
    _, found = searched(plan, everything(), asking_tools(app))
    assert {one.channel: one.failure for one in found}["dense"] == ModelFailed.__name__
    assert next(one.hits for one in found if one.channel == "lexical")


@pytest.mark.deep
@pytest.mark.parametrize("sealed", [False, True], ids=["tail", "segment"])
def test_another_model_under_the_same_name_is_told_by_a_vector_of_the_home(
    aver: Command, tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, sealed: bool
) -> None:
    configure(tmp_path, "embedder", f'use = "openai:tiny@{server.base_url}"')
    assert aver("reembed")[0] == 0
    if sealed:
        monkeypatch.setattr("aver.store.segments.SEAL_AT", 1)
        assert aver("doctor", "--rebuild")[0] == 0
    with closing(sqlite3.connect(tmp_path / "home" / "aver.db")) as database:
        assert bool(database.execute("SELECT count(*) FROM tail").fetchone()[0]) != sealed
    (tmp_path / "pages" / "new.md").write_text("# New\n\nThe valve is tested every month.\n")
    same = embeddings(6)

    def turned(path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        reply = json.loads(same(path, body)[1])
        for one in reply["data"]:
            one["embedding"].reverse()
        return 200, json.dumps(reply).encode()

    server.respond = turned
    status, _ = aver("ingest", str(tmp_path / "pages"))
    assert status != 0
    app = opened(tmp_path)
    with pytest.raises(EncoderMismatch, match="another vector than the home's"):
        app.embedder.encode(["anything"])
    server.respond = same
    assert app.embedder.encode(["anything"]).shape == (1, 6)
    assert aver("ingest", str(tmp_path / "pages"))[0] == 0


def test_measuring_with_the_finder_itself_gives_the_cosines_of_the_index(aver: Command, tmp_path: Path) -> None:
    app = opened(tmp_path)
    own = asking_tools(app)
    both = found_by(app.embedder, own, app.store, gauge=app.gauge)
    for question in (ASKED, "What is done with old oil?", "Where do guests park?"):
        part = plan_of(Inquiry(question=Sealed(question)), today="2026-01-01").sub_questions[0]
        assert both.search(everything(), part, 100) == own.search(everything(), part, 100)


def test_a_foreign_encoder_orders_the_channel_and_the_built_in_one_gives_its_cosines(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    part = plan_of(Inquiry(question=Sealed(ASKED)), today="2026-01-01").sub_questions[0]
    known = {hit.chunk: hit.score for hit in asking_tools(opened(tmp_path)).search(everything(), part, 100)[1].hits}
    configure(tmp_path, "embedder", f'use = "openai:tiny@{server.base_url}"')
    assert aver("reembed")[0] == 0
    app = opened(tmp_path)
    dense = asking_tools(app).search(everything(), part, 100)[1]
    assert {hit.chunk: hit.score for hit in dense.hits} == known
    by_finder = app.store.search_dense(_fixed(app, ASKED), 100, eligible=everything())
    assert [(hit.chunk, hit.rank) for hit in dense.hits] == [(hit.chunk, hit.rank) for hit in by_finder]


def _fixed(app: App, text: str) -> Any:
    from aver.index.vectors import to_fixed

    return to_fixed(app.embedder.encode([text]))[0]


def test_a_local_folder_is_an_encoder_too(aver: Command, tmp_path: Path) -> None:
    words = {"pump": (1.0, 0.0, 0.2), "oil": (0.0, 1.0, 0.2), "The": (0.1, 0.1, 0.1), "Guests": (0.0, 0.0, 1.0)}
    write_model(tmp_path / "home" / "own", words, pooled=False)
    configure(tmp_path, "embedder", 'use = "onnx:own"')
    status, moved = aver("reembed")
    assert status == 0
    assert moved["encoder"].startswith("onnx:own:")
    assert aver("doctor", "--deep")[1]["problems"] == []


def test_an_encoder_that_reads_less_than_a_chunk_is_refused(aver: Command, tmp_path: Path) -> None:
    write_model(tmp_path / "home" / "own", {"pump": (1.0, 0.0)}, pooled=False)
    configure(tmp_path, "embedder", 'use = "onnx:own"\nmax_tokens = 128')
    with pytest.raises(BadConfiguration, match="the encoder reads 126"):
        opened(tmp_path)


def test_a_foreign_reader_orders_and_changes_no_relevance_and_no_support(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    plan = plan_of(Inquiry(question=Sealed(ASKED)), today="2026-01-01")

    def scored() -> Any:
        tools = asking_tools(opened(tmp_path))
        grown, found = searched(plan, everything(), tools)
        return ranked(grown, found, everything(), tools, today="2026-01-01")[0]

    before = scored()
    server.respond = relevances(lambda question, text: 9.0 if "Guests" in text else -9.0)
    configure(tmp_path, "reader", f'use = "rerank:rank@{server.base_url}"')
    after = scored()
    assert server.requests
    place = {
        name: [one.passage.uri.endswith("guests.md") for one in run.scored].index(True)
        for name, run in (("before", before), ("after", after))
    }
    assert place["after"] < place["before"]
    assert {one.fused.chunk: one.relevance for one in after.scored} == {
        one.fused.chunk: one.relevance for one in before.scored
    }
    assert not after.read
    assert (
        asking_tools(opened(tmp_path)).tuning.support
        == asking_tools(opened(tmp_path)).tuning.quoting(read=True).support
    )


def test_a_reader_that_fails_fails_the_run_and_is_never_passed_over(
    aver: Command, tmp_path: Path, server: ModelServer
) -> None:
    configure(tmp_path, "reader", f'use = "rerank:rank@{server.base_url}"')
    server.respond = lambda path, body: (404, b"")
    status, said = aver("ask", ASKED)
    assert (status != 0, said["error"]["kind"]) == (True, "ModelFailed")


def test_no_reader_and_no_scorer_is_a_line_as_well(aver: Command, tmp_path: Path) -> None:
    (tmp_path / "home" / "aver.toml").write_text('[models.reader]\nuse = "none"\n[models.entailment]\nuse = "none"\n')
    app = opened(tmp_path)
    assert (app.reader, configured_entailment(app.settings)) == (None, None)
    assert [line.split(":")[0] for line in remarks(app.settings)] == ["reader", "entailment"]


@pytest.mark.parametrize(
    ("section", "use"),
    [
        ("embedder", "none"),
        ("embedder", "rerank:a@http://h/v1"),
        ("embedder", "openai:a"),
        ("embedder", "openai:a@ftp://h"),
        ("embedder", "openai:@http://h/v1"),
        ("embedder", "openai:a@http://me:secret@h/v1"),
        ("embedder", "builtin:x"),
        ("embedder", "onnx:"),
        ("reader", "openai:a@http://h/v1"),
        ("entailment", "rerank:a@http://h/v1"),
        ("entailment", ""),
    ],
)
def test_a_line_that_names_no_model_says_what_may_stand_there(tmp_path: Path, section: str, use: str) -> None:
    (tmp_path / "home").mkdir()
    configure(tmp_path, section, f'use = "{use}"')
    settings = read_settings(tmp_path / "home", {})
    with pytest.raises(BadConfiguration, match=rf"\[models.{section}\]") as caught:
        list(remarks(settings))
        configured_entailment(settings)
    assert "builtin" in caught.value.hint


def test_the_name_of_a_key_variable_without_a_key_is_an_error(aver: Command, tmp_path: Path) -> None:
    configure(tmp_path, "embedder", 'use = "openai:a@http://127.0.0.1:9/v1"\napi_key_variable = "NO_SUCH_KEY"')
    with pytest.raises(BadConfiguration, match="NO_SUCH_KEY"):
        opened(tmp_path)
