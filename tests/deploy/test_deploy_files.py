"""What `deploy/` holds says nothing that the code doesn't know, and gives a service no more than it needs (M1, M2)."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from aver.cli.main import build
from aver.config import BESIDE_SETTINGS, read_settings, sections, variable_of

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
FILES = (*sorted(path for path in DEPLOY.iterdir()), ROOT / "docs" / "deploy.md")
KNOWN = {variable_of(name, one.name) for name, kind in sections().items() for one in fields(kind)} | {*BESIDE_SETTINGS}
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
EXPOSURE = 20
"""Most that `systemd-analyze security` may find, in tenths of 10."""
systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file with their words, continued lines joined."""
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", CONTAINERFILE)).splitlines()
    pairs = [line.partition(" ") for line in lines if line.strip()]
    return [(name, words.strip()) for name, _, words in pairs]


def words_of(name: str) -> str:
    return [words for one, words in instructions() if one == name][-1]


def compose() -> dict[str, Any]:
    said: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return said


def filled(value: str, given: dict[str, str]) -> str:
    """Return a value of the compose file with its variables as compose fills them."""

    def one(match: re.Match[str]) -> str:
        name, how, word = match.groups()
        known = given.get(name, "")
        if how == ":?":
            assert known, f"{name} has to be given"
        return {":-": known or word, ":+": word if known else "", ":?": known}[how]

    return re.sub(r"\$\{(\w+)(:[-+?])([^}]*)\}", one, value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_variable_of_ours_that_a_file_names_is_one_that_is_read(path: Path) -> None:
    assert set(re.findall(r"\bAVER_[A-Z_]+\b", path.read_text())) <= KNOWN


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_file_names_where_images_come_from(path: Path) -> None:
    images = re.findall(r"(?m)^\s*(?:image:|FROM)\s+(\S+)", path.read_text())
    assert all("." not in image.partition("/")[0].partition(":")[0] for image in images)


@pytest.mark.parametrize("given", [{}, {"CHAT_URL": "http://host.docker.internal:1/v1", "CHAT_MODEL": "m"}])
def test_what_compose_sets_is_read_as_settings_of_a_home_in_postgresql(tmp_path: Path, given: dict[str, str]) -> None:
    environment = compose()["services"]["aver"]["environment"]
    for key in ({}, {"CHAT_KEY": "secret"}):
        values = {name: filled(value, {"DB_PASSWORD": "x", **given, **key}) for name, value in environment.items()}
        settings = read_settings(tmp_path, values)
        assert settings.store.url == "postgresql://aver@db/aver"
        assert settings.identity.mode == "token"
        assert settings.models_chat.base_url == given.get("CHAT_URL", "")
        assert (settings.models_chat.api_key_variable, values["CHAT_KEY"]) == (
            ("CHAT_KEY", "secret") if key else ("", "")
        )


def test_the_services_of_compose_are_shut_in_and_the_database_is_reached_by_them_alone() -> None:
    said = compose()
    for name in ("aver", "init"):
        one = said["services"][name]
        assert one["read_only"] is True
        assert one["cap_drop"] == ["ALL"] and "cap_add" not in one and "privileged" not in one
        assert "no-new-privileges:true" in one["security_opt"]
        assert "db" in one["depends_on"]
    assert said["services"]["aver"]["depends_on"]["init"]["condition"] == "service_completed_successfully"
    published = {name: one.get("ports", []) for name, one in said["services"].items()}
    assert published == {"db": [], "init": [], "aver": ["127.0.0.1:8000:8000"]}
    assert said["services"]["db"]["networks"] == ["back"] and said["networks"]["back"]["internal"] is True
    mounted = {volume.partition(":")[0] for one in said["services"].values() for volume in one["volumes"]}
    assert mounted == set(said["volumes"])


def test_the_container_runs_as_nobody_in_particular_and_keeps_home_and_key_apart() -> None:
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", words_of("USER"))
    names = [name for name, _ in instructions()]
    assert "ADD" not in names and names.index("USER") > max(place for place, one in enumerate(names) if one == "COPY")
    volumes = json.loads(words_of("VOLUME"))
    set_to = dict(pair.split("=", 1) for pair in shlex.split(words_of("ENV")))
    home, keys = Path(set_to["AVER_HOME"]), Path(set_to["XDG_CONFIG_HOME"])
    assert str(home.parent) in volumes, "a restore renames: the home is a folder inside its volume"
    assert str(keys) in volumes and not keys.is_relative_to(home.parent)
    assert {volume.split(":")[1] for volume in compose()["services"]["aver"]["volumes"]} == set(volumes)


def test_the_container_file_copies_what_there_is_and_installs_extras_that_exist() -> None:
    copied = [words.split()[:-1] for name, words in instructions() if name == "COPY" and "--from" not in words]
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text()
    for path in (path for paths in copied for path in paths):
        assert (ROOT / path).exists()
        assert f"\n!{path}\n" in ignored
    asked = re.search(r"'\.\[([^\]]+)\]'", CONTAINERFILE)
    assert asked is not None
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(asked[1].split(",")) <= set(extras)


def commands() -> Iterator[list[str]]:
    """Yield every command line of ours that a file begins."""
    yield json.loads(words_of("CMD"))
    yield from (one["command"] for one in compose()["services"].values() if "command" in one)
    for unit in DEPLOY.glob("*.service"):
        begun = re.findall(r"(?m)^Exec\w+=(.*)$", unit.read_text())
        yield from (shlex.split(one.split("/opt/aver/bin/aver", 1)[1].rstrip("'")) for one in begun)


def test_every_command_line_that_a_file_begins_is_one_that_the_commands_take() -> None:
    application = typer.main.get_group(build())
    begun = list(commands())
    assert {words[0] for words in begun} == {"init", "serve", "backup"}
    for name, *words in begun:
        command = application.commands[name]
        assert command.make_context(name, words).params


@contextmanager
def answering(status: int) -> Iterator[int]:
    """Serve that status on loopback, and give the port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_the_health_check_says_what_readiness_says(status: int, healthy: bool) -> None:
    _, _, words = words_of("HEALTHCHECK").partition("CMD ")
    program, *arguments = json.loads(words)
    assert program == "python"
    with answering(status) as port:
        asked = [one.replace(":8000/", f":{port}/") for one in arguments]
        done = subprocess.run([sys.executable, *asked], stderr=subprocess.DEVNULL, timeout=30)
    assert (done.returncode == 0) is healthy


def runnable(folder: Path) -> list[Path]:
    """Return copies of the units that begin a program which is on this machine."""
    copied = []
    for unit in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        copy = folder / unit.name
        copy.write_text(unit.read_text().replace("/opt/aver/bin/aver", "/bin/true"))
        copied.append(copy)
    return copied


@systemd
def test_the_units_are_units(tmp_path: Path) -> None:
    said = subprocess.run(["systemd-analyze", "verify", *runnable(tmp_path)], capture_output=True, text=True)
    assert (said.returncode, [line for line in said.stderr.splitlines() if str(tmp_path) in line]) == (0, [])


@systemd
def test_the_units_expose_little(tmp_path: Path) -> None:
    services = [one for one in runnable(tmp_path) if one.suffix == ".service"]
    asked = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", *services]
    said = subprocess.run(asked, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout[-500:]


def test_the_page_names_every_file_there_is() -> None:
    page = FILES[-1].read_text()
    assert all(f"deploy/{path.name}" in page for path in DEPLOY.iterdir() if path.suffix != ".dockerignore")
