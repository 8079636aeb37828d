"""The parts of a message that a reader sees: the better of two alternatives, then what is attached.

Header values are parsed by the standard library one by one; one that it can't parse, or that is absurdly long, is
taken as it stands, so that a broken header never costs the message.
"""

from __future__ import annotations

from collections.abc import Iterator
from email import policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from functools import lru_cache
from pathlib import PurePosixPath

from aver.parsers.linear import tidy

_LONGEST_HEADER = 1_000
_LONGEST_OF_PART = 400
_LONGEST_SHOWN = 20_000


@lru_cache(maxsize=4_096)
def _parsed_header(name: str, value: str) -> str:
    """Return the parsed header, a string with attributes, of the first 1,000 characters, 400 for a part's own.

    The standard library's parser is quadratic and called again on every look: a Content-Type of 200,000 characters
    costs 49 s, 900 of 2,000 characters 118 s (measured); cut and remembered, seconds.
    """
    kept = _LONGEST_OF_PART if name.lower().startswith("content-") else _LONGEST_HEADER
    parsed: str = policy.default.header_factory(name, value[:kept])
    return parsed


POLICY = policy.default.clone(header_factory=_parsed_header)
"""The standard policy with bounded headers."""


def header(message: Message, name: str) -> str:
    """Return a header's decoded value on one line, "" where there is none; several of one name are joined by ";"."""
    raw = [str(value) for key, value in message.raw_items() if key.lower() == name.lower()]
    if any(len(value) > _LONGEST_HEADER for value in raw):
        return " ".join(tidy(_decoded("; ".join(raw)[:_LONGEST_SHOWN])).split())
    try:
        found = "; ".join(str(value) for value in message.get_all(name, []))
    except (ValueError, IndexError, AttributeError, TypeError, LookupError, AssertionError):
        found = "; ".join(raw)
    return " ".join(tidy(found).split())


def _decoded(value: str) -> str:
    """Undo the encoded words of a value too long to parse, e.g. a list of a hundred addresses."""
    try:
        return str(make_header(decode_header(value)))
    except (ValueError, LookupError, HeaderParseError):
        return value


def file_name(part: Message) -> str:
    """Return the last component of the name that an attachment gives itself, "" where it gives none."""
    try:
        given = part.get_filename() or ""
    except (ValueError, IndexError, AttributeError, TypeError, LookupError, AssertionError):
        return ""
    return " ".join(tidy(PurePosixPath(given.replace("\\", "/")).name).split())[:200]


def is_attached(part: Message) -> bool:
    """Return whether a part is a file rather than text to read in place."""
    return part.get_content_disposition() == "attachment" or bool(file_name(part))


def visible_parts(part: Message) -> Iterator[EmailMessage]:
    """Yield the leaves in order; of alternatives the plain text, else the richest, and every file."""
    if part.get_content_type() == "message/rfc822" or not part.is_multipart():
        if isinstance(part, EmailMessage):
            yield part
        return
    inner = [sub for sub in part.get_payload() if isinstance(sub, Message)]
    if part.get_content_type() != "multipart/alternative":
        for sub in inner:
            yield from visible_parts(sub)
        return
    best = next((sub for sub in inner if _plain(sub)), inner[-1] if inner else None)
    for sub in inner:
        for leaf in visible_parts(sub):
            if sub is best or leaf.get_content_disposition() == "attachment":
                yield leaf


def _plain(part: Message) -> bool:
    return part.get_content_type() == "text/plain" and bool(content(part).strip())


def content(part: Message) -> bytes:
    """Return a part's bytes with its transfer encoding undone."""
    found = part.get_payload(decode=True)
    return found if isinstance(found, bytes) else b""
