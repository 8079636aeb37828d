"""The child processes: their limits, and that nothing they do reaches the parent but a document or a typed error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from document_checks import assert_wellformed

from aver.errors import TooLarge, UnreadableDocument, UnsupportedFormat
from aver.parsers import sandbox
from aver.parsers.child import Child
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.parsers.sandbox import ParserPool

QUICK = Limits(max_seconds=1.0)
SPEAKS_FRAMES = """
import json, os, signal, struct, sys, time
def send(payload, claimed=None):
    os.write(1, struct.pack(">Q", len(payload) if claimed is None else claimed) + payload)
def take():
    (size,) = struct.unpack(">Q", sys.stdin.buffer.read(8))
    return sys.stdin.buffer.read(size)
send(b"aver parser 1")
name, data = take(), take()
"""


def impostor(deed: str) -> ParserPool:
    """A pool of one child that greets like the worker and then does `deed`."""
    command = (sys.executable, "-c", SPEAKS_FRAMES + deed)
    return ParserPool(workers=1, limits=QUICK, start=lambda limits: Child(limits, command))


def pid_of(pool: ParserPool) -> int:
    child = pool._idle.queue[-1]
    assert child is not None
    return child._process.pid


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(workers=2, limits=Limits()) as opened:
        yield opened


def test_a_document_from_the_child_equals_one_parsed_here(pool: ParserPool) -> None:
    data = "# Größe\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n  - y 😀\n".encode()
    assert pool.parse(data, name="a.md") == parse(data, name="a.md", limits=Limits())


def test_errors_keep_their_type_message_and_hint(pool: ParserPool) -> None:
    with pytest.raises(UnsupportedFormat, match=r"a\.odt") as raised:
        pool.parse(b"x", name="a.odt")
    assert ".md" in raised.value.hint


def test_many_threads_share_the_children(pool: ParserPool) -> None:
    names = [f"file{i}.txt" for i in range(60)]
    with ThreadPoolExecutor(8) as threads:
        documents = list(threads.map(lambda name: pool.parse(name.encode() * 50, name=name), names))
    assert [document.text[: len(name)] for document, name in zip(documents, names, strict=True)] == names


def test_large_documents_pass_through_the_pipes(pool: ParserPool) -> None:
    data = ("Zeile " * 10 + "\n\n").encode() * 30_000
    document = pool.parse(data, name="large.txt")
    assert len(document.text) == len(data)
    assert_wellformed(document)


def test_the_child_runs_confined() -> None:
    with ParserPool(workers=1, limits=Limits(max_memory=1_500_000_000)) as pool:
        pool.parse(b"x", name="a.txt")
        process = Path(f"/proc/{pid_of(pool)}")
        limits = {line[:26].strip(): line[26:].split()[:2] for line in (process / "limits").read_text().splitlines()}
        variables = [entry for entry in (process / "environ").read_bytes().split(b"\x00") if entry]
        descriptors = {str(entry.readlink()).split(":")[0] for entry in (process / "fd").iterdir()}
    assert limits["Max address space"] == ["1500000000", "1500000000"]
    assert limits["Max core file size"] == ["0", "0"]
    assert limits["Max file size"] == ["0", "0"]
    assert limits["Max open files"] == ["64", "64"]
    assert variables == [b"LC_ALL=C.UTF-8"]
    assert descriptors == {"pipe", "/dev/null"}


@pytest.mark.parametrize(
    ("deed", "error"),
    [
        ("import socket; socket.socket()", "PermissionError"),
        ("import subprocess; subprocess.run(['true'])", "PermissionError"),
        ("os.system('true')", "PermissionError"),
        ("os.fork()", "PermissionError"),
        ("open('leak.txt', 'w').write('x' * 10_000)", "OSError"),
        ("bytearray(2_000_000_000)", "MemoryError"),
    ],
)
def test_confined_code_can_neither_connect_nor_start_nor_write_nor_grow(tmp_path: Path, deed: str, error: str) -> None:
    script = (
        "import os, subprocess, socket\nfrom aver.parsers import worker\nfrom aver.parsers.limits import Limits\n"
        f"worker._confine(Limits(max_memory=1_000_000_000))\n{deed}\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(error)


def test_a_memory_bomb_is_a_typed_error_and_the_next_document_is_read() -> None:
    bomb = ("- x\n" * 400_000).encode()
    with ParserPool(workers=1, limits=Limits(max_memory=250_000_000)) as pool:
        with pytest.raises(UnreadableDocument, match=r"bomb\.md"):
            pool.parse(bomb, name="bomb.md")
        assert pool.parse(b"fine", name="next.md").text == "fine"


def test_a_slow_document_is_stopped_and_the_next_one_is_read() -> None:
    slow = ("- x\n" * 400_000).encode()
    with ParserPool(workers=1, limits=Limits(max_seconds=0.5)) as pool:
        pool.parse(b"warm", name="a.md")
        begun, before = time.monotonic(), pid_of(pool)
        with pytest.raises(TooLarge, match=r"slow\.md.*0\.5 s"):
            pool.parse(slow, name="slow.md")
        assert time.monotonic() - begun < 3
        assert pool.parse(b"fine", name="next.md").text == "fine"
        assert pid_of(pool) != before


@pytest.mark.parametrize(
    ("deed", "kind", "said"),
    [
        ("while True: pass", TooLarge, "more than 1 s"),
        ("time.sleep(60)", TooLarge, "more than 1 s"),
        ("os.kill(os.getpid(), signal.SIGKILL)", UnreadableDocument, "SIGKILL"),
        ("os.abort()", UnreadableDocument, "SIGABRT"),
        ("sys.exit(3)", UnreadableDocument, "status 3"),
        ("send(b'')", UnreadableDocument, "nonsense"),
        ("send(b'garbage')", UnreadableDocument, "nonsense"),
        ("send(b'd{}')", UnreadableDocument, "nonsense"),
        ("send(b'd' + b'[' * 100000)", UnreadableDocument, "nonsense"),
        ('send(b\'e{"kind": "SystemExit", "message": "", "hint": ""}\')', UnreadableDocument, "nonsense"),
        ("send(b'', claimed=2**60)", UnreadableDocument, "more than any document needs"),
        ("send(b'half', claimed=10); sys.exit()", UnreadableDocument, "status 0"),
        ("send(b'half', claimed=10); time.sleep(60)", TooLarge, "more than 1 s"),
        ("send(b'd{}'); send(b'more')\ntime.sleep(9)", UnreadableDocument, "parser process"),
    ],
)
def test_whatever_a_child_does_the_parent_gets_a_typed_error_naming_the_file(
    deed: str, kind: type[UnreadableDocument], said: str
) -> None:
    with impostor(deed) as pool, pytest.raises(kind) as raised:
        pool.parse(b"x", name="some file.md")
    assert type(raised.value) is kind
    assert "some file.md" in raised.value.message and said in raised.value.message


def test_a_child_that_stops_reading_cannot_hold_the_parent() -> None:
    command = (sys.executable, "-c", SPEAKS_FRAMES.replace("name, data = take(), take()", "time.sleep(60)"))
    with ParserPool(workers=1, limits=QUICK, start=lambda limits: Child(limits, command)) as pool:
        begun = time.monotonic()
        with pytest.raises(TooLarge):
            pool.parse(b"x" * 5_000_000, name="a.txt")
        assert time.monotonic() - begun < 10


def test_a_child_killed_while_idle_is_replaced() -> None:
    with ParserPool(workers=1, limits=Limits()) as pool:
        pool.parse(b"one", name="a.txt")
        os.kill(pid_of(pool), signal.SIGKILL)
        with pytest.raises(UnreadableDocument, match=r"b\.txt"):
            pool.parse(b"two", name="b.txt")
        assert pool.parse(b"three", name="c.txt").text == "three"


def test_children_are_replaced_after_their_share_of_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "DOCUMENTS_PER_CHILD", 2)
    started: list[Child] = []

    def start(limits: Limits) -> Child:
        started.append(Child(limits))
        return started[-1]

    with ParserPool(workers=1, limits=Limits(), start=start) as pool:
        for _ in range(5):
            pool.parse(b"x", name="a.txt")
    assert [child.documents for child in started] == [2, 2, 1]


def test_leaving_the_pool_ends_its_children() -> None:
    with ParserPool(workers=2, limits=Limits()) as pool:
        pool.parse(b"x", name="a.txt")
        pids = [child._process.pid for child in pool._idle.queue if child is not None]
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    with pytest.raises(ValueError, match="not open"):
        pool.parse(b"x", name="a.txt")


def test_files_beyond_the_size_limit_never_reach_a_child() -> None:
    with (
        ParserPool(workers=1, limits=Limits(max_bytes=10), start=lambda limits: Child(limits, ("/bin/false",))) as pool,
        pytest.raises(TooLarge, match=r"big\.txt"),
    ):
        pool.parse(b"x" * 11, name="big.txt")


def test_the_worker_ends_when_its_input_ends() -> None:
    from aver.parsers.worker import limits_to_argument

    command = [sys.executable, "-m", "aver.parsers.worker", limits_to_argument(Limits())]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
    assert done.returncode == 0
    assert done.stdout.endswith(b"aver parser 1")
