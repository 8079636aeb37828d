"""Declared lookups: only declared places are filled; what is long, late or moved fails; replay calls nobody (D5)."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.channels.lookup import Lookup, at
from aver.errors import AverError, BadConfiguration, DeadlineExceeded, SourceFailed, TooLarge
from aver.flows.answering import answer, replay_run
from tests.channels.outside import SURE, asking, declare, found, searched, together
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import eligibility

ANN, BOB = eligibility("user:ann"), eligibility("user:bob")
ASKED = "What is the status of order ORD-2041?"
ORDERS = """
[[lookup]]
name = "orders"
url = "{address}/orders/{{order}}?full=1"
parameters = {{ order = "ORD-[0-9]{{4}}" }}
fields = {{ status = "Status", "ship.day" = "Shipping day" }}
headers = {{ Authorization = "ORDERS_TOKEN" }}
readers = ["user:ann"]
"""
READER = '[[lookup]]\nname = "parts"\nreaders = ["user:ann"]\nalways = true\n'
ORDER = '{"status": "held at customs", "ship": {"day": "2026-06-04"}, "note": "not declared, not shown"}'


@dataclass
class Desk:
    """A server that answers what it is told to and remembers what it was asked."""

    body: str = ORDER
    status: int = 200
    wait: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    address: str = ""


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    told = Desk()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append((self.path, self.headers.get("Authorization", "")))
            time.sleep(told.wait)
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(told.body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("ORDERS_TOKEN", "Bearer kept-outside")
    told.address = f"http://127.0.0.1:{server.server_port}"
    yield told
    server.shutdown()
    server.server_close()


def orders(folder: Path, desk: Desk) -> Lookup:
    (one,) = declare(folder, ORDERS.format(address=desk.address))
    assert isinstance(one, Lookup)
    return one


def test_an_answer_is_a_record_of_the_declared_fields_cited_by_what_was_asked(tmp_path: Path, desk: Desk) -> None:
    (one,) = searched(orders(tmp_path, desk), ANN, ASKED)
    assert one.text.text == "Status | Shipping day\nheld at customs | 2026-06-04"
    assert one.uri == "lookup:orders?order=ORD-2041#1"
    assert desk.asked == [("/orders/ORD-2041?full=1", "Bearer kept-outside")]


@pytest.mark.parametrize(
    "asked", ["What is the status of my order?", "status of ORD-20411", "status of xORD-2041", "ORD-20/../..", ""]
)
def test_a_question_that_does_not_name_the_value_calls_nobody(tmp_path: Path, desk: Desk, asked: str) -> None:
    assert searched(orders(tmp_path, desk), ANN, asked) == ()
    assert desk.asked == []


def test_a_caller_who_may_not_use_it_calls_nobody_and_is_shown_no_channel(tmp_path: Path, desk: Desk) -> None:
    assert found(together([orders(tmp_path, desk)]), BOB, ASKED) == ()
    assert desk.asked == []


VALUES = st.text(min_size=1, max_size=20).filter(lambda text: text.strip(".") and not text.startswith("-"))


@given(value=VALUES)
def test_no_value_leaves_its_place_in_the_address(value: str) -> None:
    seen: list[str] = []
    one = Lookup(
        label="any",
        governed=None,  # type: ignore[arg-type]
        folder=Path(),
        fields=(),
        url="http://desk.example/a/{x}/b?c={x}",
        parameters=(("x", ".+"),),
    )

    def get(url: str, **_: object) -> bytes:
        seen.append(url)
        return b"{}"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("aver.channels.lookup.url_content", get)
        try:
            one._fetched({"x": value}, until=time.monotonic() + 5)
        except UnicodeEncodeError:
            return
    (url,) = seen
    assert url.startswith("http://desk.example/a/")
    assert (url.count("/"), url.count("?"), url.count("&"), url.count("#"), url.count("=")) == (5, 1, 0, 0, 1)
    assert url.isascii()
    assert " " not in url


@pytest.mark.parametrize(
    ("told", "error"),
    [
        ({"status": 404}, SourceFailed),
        ({"status": 500}, SourceFailed),
        ({"status": 302, "headers": {"Location": "/orders/ORD-0000"}}, SourceFailed),
        ({"body": "no json"}, SourceFailed),
        ({"body": "[" * 100_000}, SourceFailed),
        ({"body": '"a text"'}, SourceFailed),
        ({"body": "[" + "{}," * 5_001 + "{}]"}, TooLarge),
        ({"body": "x" * 1_000_001}, TooLarge),
        ({"wait": 1.0}, DeadlineExceeded),
    ],
)
def test_what_is_wrong_long_late_or_moved_is_an_error(
    tmp_path: Path, desk: Desk, told: dict[str, object], error: type[AverError]
) -> None:
    for name, value in told.items():
        setattr(desk, name, value)
    with pytest.raises(error):
        orders(tmp_path, desk).search(ANN, ASKED, 8, until=time.monotonic() + 0.5)
    assert len(desk.asked) == 1


def test_a_server_that_is_not_there_and_a_token_that_is_not_set_are_failures(
    tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = orders(tmp_path, desk)
    with pytest.raises(SourceFailed):
        searched(replace(one, url="http://127.0.0.1:1/{order}"), ANN, ASKED)
    monkeypatch.delenv("ORDERS_TOKEN")
    with pytest.raises(SourceFailed):
        searched(one, ANN, ASKED)
    assert desk.asked == []


def command(folder: Path, code: str, *more: str) -> Lookup:
    words = ", ".join(f"'''{word}'''" for word in (sys.executable, "-c", code, *more))
    (one,) = declare(
        folder,
        f'[[lookup]]\nname = "tool"\ncommand = [{words}]\nform = "lines"\nreaders = ["user:ann"]\n'
        'parameters = { word = "[^ ]+" }\n',
    )
    assert isinstance(one, Lookup)
    return one


def test_a_command_gets_a_value_as_one_word_and_no_shell(tmp_path: Path) -> None:
    tool = command(tmp_path, "import sys; print('told', sys.argv[1:])", "{word}")
    hostile = "$(touch${IFS}sprung);`touch${IFS}sprung`|x"
    assert searched(tool, ANN, hostile)[0].text.text == f"told ['{hostile}']"
    assert not (tmp_path / "sprung").exists()
    assert searched(tool, ANN, "--help") == ()


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("import time; time.sleep(60)", DeadlineExceeded),
        (
            "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])",
            DeadlineExceeded,
        ),
        ("while True: print('x' * 1000)", TooLarge),
        ("raise SystemExit(3)", SourceFailed),
    ],
)
def test_a_command_that_hangs_floods_or_fails_is_ended(tmp_path: Path, code: str, error: type[AverError]) -> None:
    before = time.monotonic()
    with pytest.raises(error):
        command(tmp_path, code).search(ANN, "anything", 8, until=before + 1.5)
    assert time.monotonic() - before < 10


def test_a_command_sees_nothing_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORDERS_TOKEN", "secret")
    (shown,) = searched(command(tmp_path, "import os; print(sorted(os.environ))"), ANN, "environment")
    assert "ORDERS_TOKEN" not in shown.text.text


def test_a_file_is_searched_row_by_row_and_read_again_when_confirmed(tmp_path: Path) -> None:
    file = tmp_path / "parts.json"
    file.write_text('{"parts": [{"id": "gear", "needs": "axle 7"}, {"id": "axle", "needs": "nothing"}]}')
    (parts,) = declare(tmp_path, READER + 'file = "parts.json"\nrows = "parts"\nkey = "id"\nrow_title = "id"\n')
    both = together([parts])
    (result,) = found(both, ANN, "What does the gear need?")
    shown = both.passages(ANN, [hit.chunk for hit in result.hits])[0]
    assert (shown.uri, shown.text.text) == ("lookup:parts#gear", "id | needs\ngear | axle 7")
    assert both.confirmed(ANN, [shown.chunk]) == {shown.chunk}
    file.write_text('{"parts": [{"id": "gear", "needs": "axle 8"}]}')
    assert both.confirmed(ANN, [shown.chunk]) == frozenset()


def test_a_csv_file_is_read_with_its_headers(tmp_path: Path) -> None:
    (tmp_path / "parts.csv").write_text("id,needs\ngear,axle 7,and more\nbolt\n", encoding="utf-8")
    (parts,) = declare(tmp_path, READER + 'file = "parts.csv"\nform = "csv"\nkey = "id"\n')
    assert [one.text.text for one in searched(parts, ANN, "gear")] == ["id | needs\ngear | axle 7"]


@pytest.mark.parametrize(
    "spoiled",
    [
        READER,
        READER + 'file = "a"\nurl = "http://x/"\n',
        READER + 'file = "a"\nparameters = { a = "b" }\n',
        READER + 'url = "ftp://x/"\n',
        READER + 'url = "file:///etc/passwd"\n',
        READER + 'url = "http://{host}/"\nparameters = { host = "b" }\n',
        READER + 'command = ["{tool}"]\nparameters = { tool = "b" }\n',
        READER + 'url = "http://x/{a}"\nparameters = { a = "(" }\n',
        READER + 'file = "a"\nform = "xml"\n',
        READER + 'file = "a"\nby_row = { readers = "acl" }\n',
        READER.replace('readers = ["user:ann"]', "") + 'file = "a"\n',
    ],
)
def test_a_declaration_that_is_wrong_says_so(tmp_path: Path, spoiled: str) -> None:
    with pytest.raises(BadConfiguration):
        declare(tmp_path, spoiled)


def test_a_path_into_an_answer_leads_somewhere_or_nowhere() -> None:
    answer = {"a": [{"b": 1}], "": 2}
    assert [at(answer, path) for path in ("a.0.b", "a.1.b", "a.b", "a.0.b.c", ".", "")] == [
        1,
        None,
        None,
        None,
        answer,
        2,
    ]


def test_an_answer_is_asked_for_once_and_replayed_without_asking(tmp_path: Path, desk: Desk) -> None:
    (tmp_path / "store").mkdir()
    store = fresh(tmp_path / "store")
    log = log_over(store)
    tools = replace(asking(store, [orders(tmp_path, desk)]), tuning=SURE)
    shown = answer(log, inquiry(ASKED), caller("user:ann"), tools)
    (claim,) = shown.as_json()["answer"]["claims"]
    assert [one["quote"] for one in claim["citations"]] == ["held at customs | 2026-06-04", "Status | Shipping day"]
    desk.body = '{"status": "delivered"}'
    assert replay_run(log, caller("user:ann"), shown.run).verdict == "identical"
    assert len(desk.asked) == 1


def observed(folder: Path, desk: Desk, hidden: str, status: int) -> list[object]:
    """Return what bob can observe where ann's lookup answers `hidden`."""
    desk.body, desk.status = f'{{"status": "{hidden}"}}', status
    sources = together([orders(folder, desk)])
    for_ann = [hit.chunk for one in found(sources, ANN, ASKED) for hit in one.hits]
    results = found(sources, BOB, ASKED)
    return [results, sources.passages(BOB, for_ann), sources.confirmed(BOB, for_ann)]


@pytest.mark.parametrize("planted", ["", "aver.channels.lookup.opens"])
def test_what_a_lookup_answers_shows_to_nobody_else_and_a_planted_leak_is_caught(
    tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    if planted:
        monkeypatch.setattr(planted, lambda *_: True)
    worlds = [observed(tmp_path, desk, hidden, status) for hidden in ("lost", "held") for status in (200, 500)]
    assert all(world == worlds[0] for world in worlds) is not bool(planted)
