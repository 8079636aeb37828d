"""The border to libraries that read hostile bytes: whatever they raise becomes a typed error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aver.errors import AverError, UnreadableDocument


@contextmanager
def foreign_code(name: str, what: str) -> Iterator[None]:
    """Turn any failure inside into UnreadableDocument naming the file; memory, recursion and our own errors pass."""
    try:
        yield
    except (AverError, MemoryError, RecursionError):
        raise
    except Exception as problem:
        raise UnreadableDocument(
            f"{name}: not a readable {what} ({type(problem).__name__})",
            hint="Save it again with its program.",
        ) from problem
