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
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def test_a_service_answers_keys_made_while_it_runs_and_ends_as_done_at_a_signal(environment: dict[str, str]) -> None:
    command = [*AVER, "serve", "--port", "0", "--json"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None and serving.stderr is not None
        try:
            said = "".join(iter(serving.stdout.readline, "}\n")) + "}"
            url = json.loads(said)["url"]
            made = subprocess.run(
                [*AVER, "keys", "create", "--as", "ann", "--json"], env=environment, check=True, capture_output=True
            )
            token = json.loads(made.stdout)["token"]
            assert url.startswith("http://127.0.0.1:")
            assert get(f"{url}/readyz", None)[0] == 200
            assert get(f"{url}/v1/documents", None)[0] == 401
            assert get(f"{url}/v1/documents", token) == (200, {"documents": [], "next": None})
        finally:
            serving.send_signal(signal.SIGTERM)
        assert serving.wait(timeout=60) == 0
        assert "Traceback" not in serving.stderr.read()
    home = Path(environment["AVER_HOME"])
    assert token.split("_", 2)[2].encode() not in b"".join(p.read_bytes() for p in home.iterdir() if p.is_file())


def test_a_port_that_is_taken_and_an_address_of_nobody_are_typed_errors() -> None:
    bound = listening("127.0.0.1", 0)
    port = bound.getsockname()[1]
    bound.listen()
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
