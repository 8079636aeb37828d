"""Parsing in limited child processes: whatever a document does, this process gets a document or a typed error.

A pool holds a few long-lived children, since starting one costs a hundred times what a small document does. A child
that runs out of time is killed, one that dies is named in the error, and both are replaced; every child is replaced
after a number of documents, so that what a library leaks stays bounded.
"""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Mapping
from types import MappingProxyType, TracebackType
from typing import NoReturn

from aver.errors import EncryptedDocument, NeedsOcr, TooLarge, UnreadableDocument, UnsupportedFormat
from aver.parsers.child import Child, ChildGone, ChildSilent
from aver.parsers.limits import Limits
from aver.parsers.wire import WireError, document_from_json
from aver.values.documents import Document

DOCUMENTS_PER_CHILD = 500

_ERRORS: Mapping[str, type[UnreadableDocument]] = MappingProxyType(
    {kind.__name__: kind for kind in (UnreadableDocument, UnsupportedFormat, EncryptedDocument, TooLarge, NeedsOcr)}
)


class ParserPool:
    """A context manager over `workers` child processes; `parse` may be called from any thread.

    Each child is held to `limits`: its memory, wall time per document, no core dumps, no writing of files.
    """

    def __init__(self, *, workers: int, limits: Limits, start: Callable[[Limits], Child] = Child) -> None:
        if workers < 1:
            raise ValueError("a pool needs at least one worker")
        self._limits = limits
        self._workers = workers
        self._start = start
        self._idle: queue.LifoQueue[Child | None] = queue.LifoQueue()
        self._open = False

    def __enter__(self) -> ParserPool:
        for _ in range(self._workers):
            self._idle.put(self._start(self._limits))
        self._open = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open = False
        for _ in range(self._workers):
            child = self._idle.get()
            if child is not None:
                child.kill()

    def parse(self, data: bytes, *, name: str) -> Document:
        """Parse one file in a child, waiting for a free one.

        Raises TooLarge (size, nesting, time, memory) and the other kinds of UnreadableDocument; each names the file.
        """
        if not self._open:
            raise ValueError("the pool is not open: use it as a context manager")
        if len(data) > self._limits.max_bytes:
            raise TooLarge(f"{name}: {len(data)} bytes, more than {self._limits.max_bytes}", hint="Split the file.")
        child = self._idle.get()
        kept: Child | None = None
        try:
            child = child or self._start(self._limits)
            answer = child.ask(name.encode("utf-8", errors="replace"), data)
            document = self._understood(answer, name)
            kept = child if child.documents < DOCUMENTS_PER_CHILD else None
        except (ChildSilent, ChildGone, WireError) as problem:
            raise explained(problem, name, self._limits) from problem
        except UnreadableDocument as problem:
            kept = None if isinstance(problem, TooLarge) else child
            raise
        finally:
            if kept is None and child is not None:
                child.kill()
            self._idle.put(kept)
        return document

    def _understood(self, answer: bytes, name: str) -> Document:
        if answer[:1] == b"d":
            document = document_from_json(answer[1:])
            if len(document.text) > self._limits.max_characters:
                raise TooLarge(f"{name}: {len(document.text)} characters", hint="Split the file.")
            return document
        if answer[:1] == b"e":
            raise_sent(answer[1:])
        raise WireError("neither a document nor an error")


def explained(problem: Exception, name: str, limits: Limits) -> UnreadableDocument:
    """Return what to tell about a child that gave no answer to the file `name`."""
    match problem:
        case ChildSilent():
            seconds = f"{limits.max_seconds:g} s"
            return TooLarge(f"{name}: parsing took more than {seconds}", hint="Split the file or raise the limit.")
        case ChildGone():
            hint = "It may need too much memory, or be damaged; split or repair it."
            return UnreadableDocument(f"{name}: the parser process {problem}", hint=hint)
        case _:
            hint = "The file may be hostile; the process that read it was ended."
            return UnreadableDocument(f"{name}: the parser process sent nonsense ({problem})", hint=hint)


def raise_sent(payload: bytes) -> NoReturn:
    """Raise the error that a child reported; raises WireError for anything that is no report."""
    try:
        form = json.loads(payload)
        kind, message, hint = _ERRORS[form["kind"]], form["message"], form["hint"]
    except (ValueError, TypeError, KeyError, RecursionError) as problem:
        raise WireError("not an error report") from problem
    raise kind(str(message), hint=str(hint))
