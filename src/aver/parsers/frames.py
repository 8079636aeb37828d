"""Length-prefixed messages over a pipe: eight bytes of length, big-endian, then that many bytes."""

from __future__ import annotations

import struct
from typing import BinaryIO

LENGTH = struct.Struct(">Q")


def framed(*payloads: bytes) -> bytes:
    """Return the payloads as frames, one behind the other."""
    return b"".join(LENGTH.pack(len(payload)) + payload for payload in payloads)


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return the next payload from a blocking stream, None at its end; raises EOFError inside a frame."""
    head = stream.read(LENGTH.size)
    if not head:
        return None
    if len(head) < LENGTH.size:
        raise EOFError("the stream ends inside a frame's length")
    (size,) = LENGTH.unpack(head)
    payload = stream.read(size)
    if len(payload) < size:
        raise EOFError("the stream ends inside a frame")
    return payload
