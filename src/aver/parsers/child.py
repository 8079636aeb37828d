"""One parser child process and the conversation with it, which can end in only three ways.

Either a whole frame arrives, or the time is up (`ChildSilent`), or the child is gone or talks nonsense (`ChildGone`).
Both pipes are non-blocking, so a child that stops reading or writing can't hold this process.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time

from aver.parsers.frames import LENGTH, framed
from aver.parsers.limits import Limits
from aver.parsers.worker import HELLO, limits_to_argument

_START_SECONDS = 60.0
_CHUNK = 1 << 18
_BYTES_PER_CHARACTER = 16
_SPARE_REPLY = 64_000_000


class ChildSilent(Exception):
    """The child did not answer in time."""


class ChildGone(Exception):
    """The child ended, or what it sent can't be an answer."""


class Child:
    """A running worker; use from one thread at a time, and `kill` it in the end."""

    def __init__(self, limits: Limits, command: tuple[str, ...] | None = None) -> None:
        """Start the process without waiting for it; `command` replaces the worker's command line."""
        self._limits = limits
        self._greeted = False
        self.documents = 0
        worker = (sys.executable, "-I", "-B", "-X", "utf8", "-m", "aver.parsers.worker", limits_to_argument(limits))
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            command or worker,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C.UTF-8"},
            cwd="/",
            close_fds=True,
            start_new_session=True,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise ChildGone("the child has no pipes")
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)

    def ask(self, name: bytes, data: bytes) -> bytes:
        """Send one document and return the answer; raises ChildSilent or ChildGone."""
        if not self._greeted:
            if self._exchange(b"", _START_SECONDS) != HELLO:
                raise ChildGone("the child greets wrongly")
            self._greeted = True
        self.documents += 1
        return self._exchange(framed(name, data), self._limits.max_seconds)

    def kill(self) -> None:
        """End the process at once and release its pipes; harmless when it has ended already."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue

    def _exchange(self, outgoing: bytes, seconds: float) -> bytes:
        deadline = time.monotonic() + seconds
        unsent = memoryview(outgoing)
        received = bytearray()
        wanted = LENGTH.size
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        writing = False
        while len(received) < wanted:
            unsent = self._send(unsent)
            if bool(unsent) != writing:
                writing = bool(unsent)
                if writing:
                    poll.register(self._input, select.POLLOUT)
                else:
                    poll.unregister(self._input)
            left = deadline - time.monotonic()
            if left <= 0 or not poll.poll(left * 1000):
                raise ChildSilent
            received += self._receive()
            if wanted == LENGTH.size and len(received) >= wanted:
                wanted += self._announced(received)
        if len(received) > wanted:
            raise ChildGone("the child says more than it was asked")
        return bytes(memoryview(received)[LENGTH.size :])

    def _announced(self, received: bytearray) -> int:
        size: int = LENGTH.unpack_from(received)[0]
        if size > _BYTES_PER_CHARACTER * self._limits.max_characters + _SPARE_REPLY:
            raise ChildGone("the child announces more than any document needs")
        return size

    def _send(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(self._input, unsent) :] if unsent else unsent
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            raise ChildGone(self._epitaph()) from None

    def _receive(self) -> bytes:
        try:
            piece = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return b""
        if not piece:
            raise ChildGone(self._epitaph())
        return piece

    def _epitaph(self) -> str:
        try:
            status = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "closed its pipes"
        if status >= 0:
            return f"ended with status {status}"
        return f"was killed by {signal.Signals(-status).name}"
