"""The child process that parses untrusted bytes: limits first, then documents one by one until its input ends.

Started as `python -m aver.parsers.worker LIMITS`. It says hello once, then answers every request (two frames: name and
bytes) with one frame: `d` and a document, or `e` and an error. Standard output is reserved for these frames;
whatever a library prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import BinaryIO

from aver.errors import AverError, TooLarge, UnreadableDocument
from aver.parsers.dispatch import parse
from aver.parsers.frames import framed, read_frame
from aver.parsers.limits import Limits
from aver.parsers.wire import document_to_json

HELLO = b"aver parser 1"
_OPEN_FILES = 64
_GRACE_SECONDS = 5
_FORBIDDEN = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "pty.", "shutil.")


def limits_to_argument(limits: Limits) -> str:
    """Return the limits as the command-line argument that the worker reads."""
    return json.dumps(asdict(limits))


def main(arguments: list[str]) -> int:
    """Serve requests from standard input until it ends; return the exit status."""
    limits = Limits(**json.loads(arguments[0]))
    return serve(limits, lambda data, name: b"d" + document_to_json(parse(data, name=name, limits=limits)))


def serve(limits: Limits, answer: Callable[[bytes, str], bytes]) -> int:
    """Give up what a parser doesn't need, answer requests until they end, and return the exit status."""
    _confine(limits)
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _send(answers, HELLO)
    while (name := read_frame(requests)) is not None:
        data = read_frame(requests)
        if data is None:
            return 1
        _allow_seconds(limits.max_seconds)
        _send(answers, _answered(data, name.decode("utf-8", errors="replace"), answer))
    return 0


def _confine(limits: Limits) -> None:
    """Give up memory beyond the limit, core dumps, writing files and most descriptors, for good.

    Python code can open no socket and start no process from here on either; native code is not covered by that.
    """
    resource.setrlimit(resource.RLIMIT_AS, (limits.max_memory, limits.max_memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (_OPEN_FILES, _OPEN_FILES))
    sys.addaudithook(_refuse)


def _refuse(event: str, _: tuple[object, ...]) -> None:
    if event.startswith(_FORBIDDEN):
        raise PermissionError(f"a parser may not do this: {event}")


def _allow_seconds(seconds: float) -> None:
    """Let the kernel end this process if the parent, which keeps the wall clock, is gone."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    spent = usage.ru_utime + usage.ru_stime
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent + 4 * seconds) + _GRACE_SECONDS, hard))


def _answered(data: bytes, name: str, answer: Callable[[bytes, str], bytes]) -> bytes:
    try:
        return answer(data, name)
    except AverError as problem:
        return _error(problem)
    except MemoryError:
        return _error(TooLarge(f"{name}: parsing needs too much memory", hint="Split the file."))
    except RecursionError:
        return _error(TooLarge(f"{name}: nested too deep to parse", hint="Flatten the nesting of the file."))
    except Exception as problem:
        broken = f"{name}: the parser failed ({type(problem).__name__})"
        return _error(UnreadableDocument(broken, hint="Please report the file; it shows a fault in the parser."))


def _error(problem: AverError) -> bytes:
    form = {"kind": type(problem).__name__, "message": problem.message, "hint": problem.hint}
    return b"e" + json.dumps(form).encode()


def _send(answers: BinaryIO, payload: bytes) -> None:
    answers.write(framed(payload))
    answers.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
