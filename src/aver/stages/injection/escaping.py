"""Write XML that retrieved text cannot leave.

`&`, `<`, `>` and both quotes become entities. Characters nobody can see (tags, bidirectional controls,
zero-width runs) become numeric references: the model reads `&#xE0041;` instead of obeying it, and a parser
still gets the exact character back. What XML 1.0 forbids becomes U+FFFD.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_INVISIBLE = frozenset({"Cf", "Co", "Cn", "Zl", "Zp"})


def escape(text: str) -> str:
    """Return `text` as XML character data: no markup, no quote and nothing invisible survives."""
    return "".join(map(_escaped, text))


def escape_attribute(text: str) -> str:
    """Return `text` for a quoted attribute: also keeps line ends and tabs from being normalised away."""
    return escape(text).replace("\n", "&#10;").replace("\t", "&#9;")


def element(name: str, body: str, attributes: Iterable[tuple[str, str | int | None]] = ()) -> str:
    """Return one element around `body`, which must already be escaped; attributes that are None are left out."""
    written = "".join(f' {key}="{escape_attribute(str(value))}"' for key, value in attributes if value is not None)
    return f"<{name}{written}>{body}</{name}>"


def is_invisible(character: str) -> bool:
    """Whether nobody sees the character: tags, direction marks, zero-width ones, variation selectors, private use."""
    code = ord(character)
    variation = 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF
    return variation or code == 0x34F or unicodedata.category(character) in _INVISIBLE


def _escaped(character: str) -> str:
    if character in _ENTITIES:
        return _ENTITIES[character]
    code = ord(character)
    if not _is_xml(code):
        return "\ufffd"
    if character == "\r" or 0x7F <= code <= 0x9F or is_invisible(character):
        return f"&#x{code:X};"
    return character


def _is_xml(code: int) -> bool:
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
