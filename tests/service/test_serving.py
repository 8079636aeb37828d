"""`aver serve` as a process: it listens, answers whoever has a key, and ends as done when it is told to."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from aver.errors import BadInput
from aver.service.serving import address_of, listening
from tests.cli.asking_home import aver

AVER = [sys.executable, "-m", "aver.cli.main"]


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A home of its own, with the built-in encoder."""
    found = {**os.environ, "AVER_HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    subprocess.run([*AVER, "init"], env=found, check=True, capture_output=True)
    yield found


def get(url: str, token: str | None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve in a process of its own; yields the process and its address, and kills it at the end if it still runs."""
    command = [*AVER, "serve", "--port", "0", "--json"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, text=True, **pipes) as process:
        try:
            assert process.stdout is not None
            said = "".join(iter(process.stdout.readline, "}\n")) + "}"
            yield process, json.loads(said)["url"]
        finally:
            process.kill()


def key(environment: dict[str, str]) -> str:
    words = [*AVER, "keys", "create", "--as", "ann", "--json"]
    token: str = json.loads(subprocess.run(words, env=environment, check=True, capture_output=True).stdout)["token"]
    return token


@pytest.mark.deep
def test_a_service_answers_keys_made_while_it_runs_and_ends_as_done_at_a_signal(environment: dict[str, str]) -> None:
    with serving(environment) as (process, url):
        token = key(environment)
        assert url.startswith("http://127.0.0.1:")
        assert 200 in (get(f"{url}/readyz", None)[0] for _ in range(12)), "not ready in a minute"
        assert get(f"{url}/v1/documents", None)[0] == 401
        assert get(f"{url}/v1/documents", token) == (200, {"documents": [], "next": None})
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    home = Path(environment["AVER_HOME"])
    assert token.split("_", 2)[2].encode() not in b"".join(p.read_bytes() for p in home.iterdir() if p.is_file())


@pytest.mark.deep
def test_a_stream_whose_server_is_killed_goes_on_at_the_next_without_loss_or_double(
    environment: dict[str, str],
) -> None:
    token = key(environment)
    with serving(environment) as (process, url), stream(url, token) as answer:
        first = event_of(answer)
        process.kill()
        process.wait(timeout=60)
    with serving(environment) as (_, url), stream(url, token, after=first[0]) as answer:
        events = [first]
        while events[-1][1] != "answer":
            events.append(event_of(answer))
        run = events[-1][2]["run_id"]
        steps = get(f"{url}/v1/runs/{run}", token)[1]["events"]
    assert [data["hash"] for _, _, data in events[:-1]] == [one["hash"] for one in steps]
    assert events[-2][1] in ("decided", "abandoned")


@contextmanager
def stream(url: str, token: str, after: str | None = None) -> Iterator[Any]:
    """Ask for an answer as events, and yield the response to read them from."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": "text/event-stream"}
    headers |= {"Last-Event-ID": after} if after else {}
    body = json.dumps({"question": "How long is the notice period?"}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{url}/v1/ask", body, headers), timeout=60) as answer:
        yield answer


def event_of(answer: Any) -> tuple[str, str, Any]:
    """Return (id, name, data) of the next event."""
    lines = {}
    while line := answer.readline().decode().rstrip("\n"):
        name, _, value = line.partition(": ")
        lines[name] = value
    return lines["id"], lines["event"], json.loads(lines["data"])


def test_a_port_that_is_taken_and_an_address_of_nobody_are_typed_errors() -> None:
    bound = listening("127.0.0.1", 0)
    port = bound.getsockname()[1]
    with socket.create_connection(("127.0.0.1", port), timeout=20):
        pass
    assert address_of(bound) == f"http://127.0.0.1:{port}"
    for host, wanted in (("127.0.0.1", port), ("203.0.113.1", 0)):
        with pytest.raises(BadInput):
            listening(host, wanted)
    bound.close()


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 on this machine")
def test_an_address_of_the_sixth_version_stands_in_brackets() -> None:
    try:
        bound = listening("::1", 0)
    except BadInput:
        pytest.skip("no IPv6 loopback on this machine")
    assert address_of(bound) == f"http://[::1]:{bound.getsockname()[1]}"
    bound.close()


def test_without_the_extra_serving_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr("aver.cli.serve.find_spec", lambda name: None if name == "uvicorn" else found(name))
    ran = aver("serve", "--json")
    assert (ran.status, ran.json["error"]["kind"]) == (1, "MissingExtra")
    assert "pip install 'aver[serve]'" in ran.json["error"]["hint"]


def test_a_service_takes_no_identity_of_its_own() -> None:
    assert aver("serve", "--as", "ann", "--json").json["error"]["kind"] == "BadInput"
