"""The three ways out: run a command, get a URL, read the end of a file; each within a deadline and a size.

Nothing here is chosen by a question or a model: commands are lists of words that never pass a shell, addresses are
declared, redirects are refused, and what is too long or too late is an error, not a part taken for the whole.
"""

from __future__ import annotations

import http.client
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

from aver.errors import DeadlineExceeded, SourceFailed, TooLarge

_PIECE = 65_536
_HINT = "see docs/channels.md"


def command_output(argv: Sequence[str], *, folder: Path, until: float, most: int, extra: Mapping[str, str]) -> bytes:
    """Return what the command `argv` writes, with nothing of this process's environment but PATH and `extra`.

    Raises SourceFailed where it can't be run or fails, DeadlineExceeded and TooLarge; it is killed with its children.
    """
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", **extra}
    try:
        process = subprocess.Popen(  # noqa: S603 - a declared list of words, no shell
            argv,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise SourceFailed(f"{argv[0]} can't be run: {error.strerror}", hint=_HINT) from error
    try:
        output = _drained(process, until=until, most=most)
        status = process.wait(timeout=max(0.0, until - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise DeadlineExceeded(f"{argv[0]} took too long", hint="give more seconds") from error
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    if status != 0:
        raise SourceFailed(f"{argv[0]} ended with status {status}", hint=_HINT)
    return output


def _drained(process: subprocess.Popen[bytes], *, until: float, most: int) -> bytes:
    assert process.stdout is not None  # noqa: S101 - opened as a pipe above
    parts: list[bytes] = []
    size = 0
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0.0, until - time.monotonic())):
                raise DeadlineExceeded("a command took too long", hint="give more seconds")
            piece = os.read(process.stdout.fileno(), _PIECE)
            if not piece:
                return b"".join(parts)
            parts.append(piece)
            size += len(piece)
            if size > most:
                raise TooLarge(f"a command wrote more than {most} bytes", hint="let it write less, or raise max_bytes")


def url_content(url: str, *, headers: Mapping[str, str], until: float, most: int, posted: bytes | None = None) -> bytes:
    """Return the body of a GET, or of a POST of `posted`, that is answered with 200.

    No redirect is followed and no proxy asked.
    Raises SourceFailed, DeadlineExceeded and TooLarge.
    """
    place = urlsplit(url)
    kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    target = place.path or "/"
    try:
        with closing(kind(place.netloc, timeout=_left(until))) as connection:
            whole = f"{target}?{place.query}" if place.query else target
            connection.request("GET" if posted is None else "POST", whole, posted, dict(headers))
            with closing(connection.getresponse()) as response:
                if response.status != http.client.OK:
                    raise SourceFailed(f"{place.netloc} answered {response.status}", hint=_HINT)
                return _read(response, until=until, most=most)
    except TimeoutError as error:
        raise DeadlineExceeded(f"{place.netloc} took too long", hint="give more seconds") from error
    except (http.client.HTTPException, OSError, ValueError) as error:
        raise SourceFailed(f"{place.netloc} gave {type(error).__name__}", hint=_HINT) from error


def _read(response: http.client.HTTPResponse, *, until: float, most: int) -> bytes:
    parts, size = [], 0
    while piece := response.read1(_PIECE):
        parts.append(piece)
        size += len(piece)
        if size > most:
            raise TooLarge(f"an address answered with more than {most} bytes", hint="raise max_bytes")
        _left(until)
    return b"".join(parts)


def _left(until: float) -> float:
    """Return the seconds left; raises DeadlineExceeded where there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise DeadlineExceeded("an address took too long", hint="give more seconds")
    return left


def file_end(path: Path, *, most: int) -> tuple[int, bytes]:
    """Return the last `most` bytes of a file and the offset at which they begin. Raises SourceFailed."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            offset = max(0, size - most)
            file.seek(offset)
            return offset, file.read(most)
    except OSError as error:
        raise SourceFailed(f"{path.name} can't be read: {error.strerror}", hint=_HINT) from error


def file_content(path: Path, *, most: int) -> bytes:
    """Return a whole file of at most `most` bytes. Raises SourceFailed and TooLarge."""
    offset, content = file_end(path, most=most)
    if offset:
        raise TooLarge(f"{path.name} is longer than {most} bytes", hint="raise max_bytes")
    return content
