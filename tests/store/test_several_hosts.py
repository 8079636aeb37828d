"""Workers on several hosts share one queue; a host that is killed or cut off loses its job, and nothing it stored (A9).

A host is a network namespace, so this needs root and iproute2; `.ci/run` has both.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from aver import app
from aver.cli.main import run
from aver.flows import ingest_store
from aver.store.home import create_home
from aver.store.job_queue import put
from aver.store.jobs import JobLog
from aver.store.keys import KeyStore
from aver.testing import HashEmbedder
from aver.values.jobs import JobKind
from tests.cli.asking_home import aver
from tests.depth import deep
from tests.forked import Forked
from tests.hosts import Hosts, enter, hosts
from tests.store.adapters import once
from tests.store.crash_operations import ENCODER
from tests.store.crash_worker import say
from tests.store.queue_worker import ANN, on_host, uris

_SERVER = ("keepalives_idle=1", "keepalives_interval=1", "keepalives_count=2", "user_timeout=2000")
_CLIENT = ("keepalives_idle=1", "keepalives_interval=1", "keepalives_count=2", "tcp_user_timeout=2000")
SOON = "&".join((f"?options={quote(' '.join(f'-ctcp_{one}' for one in _SERVER))}", *_CLIENT, "connect_timeout=2"))
"""What a url says to give up a silent peer after 2 seconds; else it is 15 (store/liveness.py)."""
ROUNDS = deep(30)


@pytest.fixture
def net() -> Iterator[Hosts]:
    with hosts(2, ("max_connections=60",)) as made:
        yield made


def until(wanted: Callable[[], Any], *, seconds: float = 60.0) -> float:
    """Wait until something holds; return the seconds that took."""
    began = time.monotonic()
    while not wanted():
        assert time.monotonic() - began < seconds
        time.sleep(0.05)
    return time.monotonic() - began


def worker(name: str, url: str, pause: Path) -> None:
    """Be `aver jobs work` on the host `name`; while `pause` is there, stay inside the transaction of the third file."""
    enter(name)
    app.BuiltinEmbedder = lambda workers: HashEmbedder()  # type: ignore[misc,assignment]
    app.pair_model_spec = lambda name: None
    stored = ingest_store.add_version
    count = 0

    def pausing(*words: Any) -> Any:
        nonlocal count
        count += 1
        made = stored(*words)
        if count == 3 and pause.exists():
            say("inside")
            while pause.exists():
                time.sleep(0.02)
        return made

    ingest_store.add_version = pausing
    os.environ["AVER_STORE_URL"] = url
    run(["jobs", "work"])


@pytest.mark.deep
@once
def test_a_host_cut_off_inside_a_transaction_loses_the_job_to_another_and_cannot_commit_later(
    net: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert net.server is not None
    local = net.server.url
    home = create_home(tmp_path / "home", encoder=HashEmbedder.encoder_id, url=local)
    token = KeyStore(write=home.write, read=home.read).create(ANN, note="", at="2026-01-01T00:00:00Z")[1]
    given = {"STORE_URL": local, "IDENTITY_MODE": "token", "TOKEN": token, "HOME": str(tmp_path / "home")}
    for name, value in {**given, "INGEST_BATCH_CHUNKS": "1"}.items():
        monkeypatch.setenv(f"AVER_{name}", value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(app, "BuiltinEmbedder", lambda workers: HashEmbedder())
    (tmp_path / "files").mkdir()
    for number in range(5):
        (tmp_path / "files" / f"{number}.md").write_text(f"# Page {number}\n\nText of page {number}.\n")
    (pause := tmp_path / "pause").touch()
    job = str(aver("ingest", str(tmp_path / "files"), "--readers", "user:ann", "--later", "--json").json["id"])
    cut, other = net.names
    with Forked(worker, cut, net.url(cut) + SOON, pause) as one:
        assert one.stdout.readline() == b"inside\n"
        before = pages(local)
        assert len(before) == 2 and set(before.values()) == {1}
        with Forked(worker, other, net.url(other) + SOON, tmp_path / "never") as two:
            net.cut(cut)
            until(lambda: state(local, job) == ("done", 2))
            assert pages(local) == Counter({f"{number}.md": 1 for number in range(5)})
            two.kill()
        net.heal(cut)
        pause.unlink()
        again = str(aver("enrich", "--later", "--json").json["id"])
        until(lambda: state(local, again) == ("done", 1))
        one.kill()
    assert state(local, job) == ("done", 2)
    assert pages(local) == Counter({f"{number}.md": 1 for number in range(5)})
    assert aver("doctor", "--deep", "--json").json["problems"] == []


def pages(url: str) -> Counter[str]:
    with psycopg.connect(url) as connection:
        return Counter(uri for (uri,) in connection.execute("SELECT uri FROM version"))


def state(url: str, job: str) -> tuple[str, int]:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT state, attempts FROM job WHERE id = %s", (job,)).fetchone()
    assert row is not None
    return row


@once
@pytest.mark.deep
def test_hosts_killed_and_cut_off_thirty_times_do_every_job_once_and_lose_nothing(net: Hosts, tmp_path: Path) -> None:
    assert net.server is not None
    rng = random.Random(5)
    local = net.server.url
    transactions = create_home(tmp_path, encoder=ENCODER, url=local)
    log = JobLog(transactions=transactions)
    wanted: list[str] = []
    heard: list[bytes] = []
    attempts = Counter[str]()
    workers = {name: Forked(on_host, name, net.url(name) + SOON) for name in net.names}
    for number in range(ROUNDS):
        names = [put(log, JobKind.INGEST, {}, ANN, at=f"2026-01-01T00:00:{number:02}Z").id for _ in range(6)]
        wanted += [uri for name in names for uri in uris(name)]
        until(lambda names=names: any(state(local, name)[0] == "running" for name in names))  # type: ignore[misc]
        time.sleep(rng.random() * 0.05)
        harmed, way = rng.choice(net.names), rng.choice(("kill", "cut", "cut and kill"))
        if "cut" in way:
            net.cut(harmed)
        if "kill" in way:
            workers[harmed].kill()
        until(lambda names=names: all(state(local, name)[0] == "done" for name in names))  # type: ignore[misc]
        attempts.update({way: sum(state(local, name)[1] - 1 for name in names)})
        assert pages(local) == Counter(wanted)
        net.heal(harmed)
        if "kill" in way:
            heard.append(workers[harmed].communicate())
            workers[harmed] = Forked(on_host, harmed, net.url(harmed) + SOON)
    for one in workers.values():
        one.kill()
        heard.append(one.communicate())
    stored = re.findall(r"stored (\S+)\n", b"".join(heard).decode())
    assert len(stored) > ROUNDS and set(stored) <= pages(local).keys() == set(wanted)
    assert ROUNDS < 30 or min(attempts.values()) > 0, "by chance a way may hit no running job in a few rounds"
