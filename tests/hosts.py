"""Several hosts on one machine: network namespaces of the kernel, each with a wire to the one of a database server.

A host shares files and processes with the machine and nothing of its network. Cutting its wire drops packets in
silence, as a pulled plug does: nobody is told.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from aver.demo.server import Server

NETWORK = 0x40000000
"""CLONE_NEWNET: setns() joins a network, and nothing else."""


class Hosts:
    """A PostgreSQL server on a host of its own, and other hosts that reach it by TCP, each over its own wire."""

    def __init__(self, count: int, *options: str) -> None:
        self._at = f"av{os.getpid()}s"
        self.names = tuple(f"av{os.getpid()}h{number}" for number in range(count))
        self._made: list[str] = []
        self._options = options
        self.server: Server | None = None

    def start(self) -> Server:
        """Lay the wires and start the server; tests reach it by its socket, hosts by `url`."""
        self._add(self._at)
        for number, name in enumerate(self.names):
            self._add(name)
            _ip("-n", self._at, "link", "add", f"to{number}", "type", "veth", "peer", "name", "wire", "netns", name)
            _ip("-n", self._at, "address", "add", f"10.0.{number}.1/24", "dev", f"to{number}")
            _ip("-n", self._at, "link", "set", f"to{number}", "up")
            _ip("-n", name, "address", "add", f"10.0.{number}.2/24", "dev", "wire")
            self.heal(name)
        addresses = ",".join(f"10.0.{number}.1" for number in range(len(self.names)))
        self.server = Server(
            Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp")), f"listen_addresses={addresses}", *self._options
        )
        with (self.server.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all 10.0.0.0/16 trust\n")
        with inside(self._at):
            self.server.start()
        return self.server

    def url(self, name: str) -> str:
        """Return the url of the server as the host `name` reaches it."""
        return f"postgresql://aver@10.0.{self.names.index(name)}.1/postgres"

    def cut(self, name: str) -> None:
        """Pull the plug of a host."""
        _ip("-n", name, "link", "set", "wire", "down")

    def heal(self, name: str) -> None:
        """Plug a host in."""
        _ip("-n", name, "link", "set", "wire", "up")

    def remove(self) -> None:
        """Stop the server and take everything away."""
        if self.server is not None:
            self.server.remove()
        for name in self._made:
            subprocess.run(["ip", "netns", "delete", name], check=True)

    def _add(self, name: str) -> None:
        _ip("netns", "add", name)
        self._made.append(name)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, stderr=subprocess.PIPE)


def enter(name: str) -> None:
    """Let this thread, and what it starts, be on the host `name` from now on."""
    _join(f"/run/netns/{name}")


@contextmanager
def inside(name: str) -> Iterator[None]:
    """Let what is started in the block be on the host `name`."""
    here = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    enter(name)
    try:
        yield
    finally:
        _join(f"/proc/self/fd/{here}")
        os.close(here)


def _join(network: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = os.open(network, os.O_RDONLY)
    try:
        if libc.setns(descriptor, NETWORK) != 0:
            raise OSError(ctypes.get_errno(), "setns")
    finally:
        os.close(descriptor)


@contextmanager
def hosts(count: int, options: Sequence[str]) -> Iterator[Hosts]:
    """Yield hosts and their server; skips, counted, where namespaces can't be made."""
    made = Hosts(count, *options)
    if shutil.which("ip") is None:
        pytest.skip("hosts are network namespaces, and iproute2 (`ip`) isn't installed")
    if (
        os.geteuid() != 0
        or subprocess.run(["ip", "netns", "add", f"{made.names[0]}try"], capture_output=True).returncode
    ):
        pytest.skip("hosts are network namespaces, and this user may not make any")
    subprocess.run(["ip", "netns", "delete", f"{made.names[0]}try"], check=True)
    try:
        made.start()
        yield made
    finally:
        made.remove()
