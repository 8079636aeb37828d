"""kill -9 at random points of ingest, sealing, merging and delete: nothing acknowledged lost, nothing half-visible."""

from __future__ import annotations

import pickle
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from aver.stages.analyser import term_keys
from aver.store import doctor_index, schema
from aver.store.doctor import examine
from aver.store.store import Store
from tests.depth import deep
from tests.forked import Forked
from tests.store.adapters import VARIABLE, Server, once
from tests.store.corpus import (
    DIMENSION,
    OracleRow,
    brute_bm25,
    brute_cosine,
    eligibility,
    ranked,
    vector_of,
)
from tests.store.crash_operations import ENCODER, Content, State, after, open_home_store, operation
from tests.store.crash_worker import SMALL, STATE, main

AIMS = ("started", "inside seal", "inside merge", "inside clear", "committed")
CALLERS = (("ann",), ("ann", "group:hr"), ("nobody",))
QUERIES = ("refund of the annual policy", "glass x86_64")
MOST_LINES = 40
"""A worker is killed after at most so many lines that begin as aimed."""


@dataclass
class Crashes:
    """A home that is killed again and again, and what it must hold; `kill` ends the worker with `status`."""

    folder: Path
    seed: int
    kill: Callable[[Forked], None] = Forked.kill
    status: int = -signal.SIGKILL
    state: State = field(default_factory=State)
    number: int = 0
    last_words: Counter[str] = field(default_factory=Counter)

    def round(self, rng: random.Random) -> None:
        """Let a worker run, kill it, reopen, and compare everything with what was acknowledged."""
        (self.folder / STATE).write_bytes(pickle.dumps(self.state))
        lines = self._killed(rng.choice(AIMS), rng.randint(1, 12), rng.random() * 0.006)
        committed = sum(line.startswith("committed") for line in lines)
        self.last_words[lines[-1].rsplit(" ", 1)[0] if lines[-1][-1].isdigit() else lines[-1]] += 1
        for _ in range(committed):
            self.state = after(self.state, operation(self.seed, self.number, self.state))
            self.number += 1
        store = open_home_store(self.folder)
        self._settle(store)
        assert_oracle(store, self.state)
        report = examine(store.transactions, encoder=ENCODER, dimension=DIMENSION, deep=True)
        assert report.problems == ()
        store.close()

    def _settle(self, store: Store) -> None:
        """What was acknowledged is there; the change under way is there as a whole or not at all."""
        held = contents(store)
        possible = after(self.state, operation(self.seed, self.number, self.state))
        assert held in (expected(self.state), expected(possible))
        if held != expected(self.state):
            self.state = possible
            self.number += 1

    def _killed(self, aim: str, times: int, delay: float) -> Sequence[str]:
        """Return what a worker said that was killed `delay` seconds after it had said `aim` `times` times."""
        with Forked(main, self.folder, self.seed, self.number) as worker:
            lines: list[str] = []
            seen = 0
            for line in map(bytes.decode, worker.stdout):
                lines.append(line.strip())
                seen += line.startswith(aim)
                if seen >= times or len(lines) >= MOST_LINES:
                    break
            time.sleep(delay)
            self.kill(worker)
            rest = worker.communicate().decode()
            lines += [line.strip() for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        assert worker.returncode == self.status, "the worker ended by itself"
        return lines


Held = tuple[frozenset[tuple[str, tuple[Content, ...]]], int]


def expected(state: State) -> Held:
    """Return `state` in the form of `contents`."""
    return frozenset(state.versions.items()), state.receipts


def contents(store: Store) -> Held:
    """Return every version with its chunks' text and its readers, by uri and age, and the number of receipts."""
    with store.transactions.read() as connection:
        versions = connection.execute(select(schema.version).order_by(schema.version.c.number)).all()
        held: dict[str, tuple[Content, ...]] = {}
        for row in versions:
            chunk = schema.chunk.c
            spans = connection.execute(
                select(chunk.start, chunk.end).where(chunk.version == row.key).order_by(chunk.start)
            )
            paragraphs = tuple(row.text[start:end] for start, end in spans)
            assert "\n\n".join(paragraphs) == row.text
            held[row.uri] = (*held.get(row.uri, ()), (paragraphs, frozenset(filter(None, row.readers.split("\n")))))
        documents = set(connection.execute(select(schema.document.c.uri)).scalars())
        assert documents == held.keys()
        receipts = connection.execute(select(func.count()).select_from(schema.receipt)).scalar_one()
    return frozenset(held.items()), int(receipts)


def assert_oracle(store: Store, state: State) -> None:
    """Every caller's hits equal brute force over what `state` lets that caller read."""
    with store.transactions.read() as connection:
        version, chunk = schema.version.c, schema.chunk.c
        part = func.substr(version.text, chunk.start + 1, chunk.end - chunk.start)
        joined = select(version.uri, chunk.id, part).join(schema.chunk, version.key == chunk.version)
        chunks = connection.execute(joined).all()
    named = {(uri, text): f"chk_{raw.hex()}" for uri, raw, text in chunks}
    for who in CALLERS:
        rows: list[OracleRow] = []
        for uri, versions in state.versions.items():
            readable = [paragraphs for paragraphs, readers in versions if readers & set(who)]
            rows += [OracleRow(named[uri, text], text) for text in (readable[-1] if readable else ())]
        for query in QUERIES:
            lexical = store.search_lexical(set(term_keys(query)), 5, eligible=eligibility(*who))
            dense = store.search_dense(vector_of(query), 5, eligible=eligibility(*who))
            assert [(hit.chunk, hit.score) for hit in lexical] == ranked(brute_bm25(rows, query), 5)
            assert [(hit.chunk, hit.score) for hit in dense] == ranked(brute_cosine(rows, query), 5)


def crash(folder: Path, rounds: int, *, seed: int, monkeypatch: pytest.MonkeyPatch, **how: Any) -> Crashes:
    monkeypatch.setattr(doctor_index, "VECTOR_BLOCK_ROWS", SMALL["VECTOR_BLOCK_ROWS"])
    open_home_store(folder).close()
    rng = random.Random(seed)
    crashes = Crashes(folder, seed, **how)
    for _ in range(rounds):
        crashes.round(rng)
    return crashes


@pytest.mark.deep
def test_killed_a_few_times_a_store_holds_exactly_what_it_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashes = crash(tmp_path, 5, seed=1, monkeypatch=monkeypatch)
    assert crashes.number > 0


@pytest.mark.deep
def test_killed_sixty_times_in_every_phase_a_store_holds_exactly_what_it_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashes = crash(tmp_path, 60, seed=2, monkeypatch=monkeypatch)
    assert crashes.number > 100
    assert {"started", "inside seal", "inside merge", "inside clear"} <= crashes.last_words.keys()


def server_killed(folder: Path, rounds: int, *, seed: int, monkeypatch: pytest.MonkeyPatch) -> Crashes:
    """Let workers change a home while the server under them is killed and started again, with its durability on."""
    server = Server(Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp")), "max_connections=30")
    server.start()
    monkeypatch.setenv(VARIABLE, server.url)

    def kill(worker: Forked) -> None:
        server.kill()
        worker.wait()
        server.start()

    try:
        return crash(folder, rounds, seed=seed, monkeypatch=monkeypatch, kill=kill, status=1)
    finally:
        server.remove()


@pytest.mark.deep
@once
def test_a_server_killed_under_its_workers_holds_exactly_what_it_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server_killed(tmp_path, 3, seed=3, monkeypatch=monkeypatch).number > 0


@once
@pytest.mark.deep
def test_a_server_killed_thirty_times_holds_exactly_what_it_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server_killed(tmp_path, deep(30), seed=4, monkeypatch=monkeypatch).number > deep(50)
