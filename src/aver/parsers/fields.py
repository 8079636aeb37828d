"""A document's statements about itself: front matter, header blocks and field lists as ordered key-value pairs.

Values stay as written (a date stays the text that stands there). What these fields may decide is settled
elsewhere: they describe and narrow, they never govern (definitions.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

import yaml

from aver.patterns import regex
from aver.values.documents import ParseWarning

Fields = tuple[tuple[str, str], ...]

_FENCE = "---"
_MAX_YAML = 64_000
_MAX_PAIRS = 1_000
_HEADER = regex(r"([A-Za-z][A-Za-z0-9_-]{0,40}):(?:[ \t]+(.*))?$")
_PLAIN = regex(r"([A-Za-z][\w -]{0,40}):[ \t]+(.*)$")
_NOT_PLAIN = frozenset("&*!|>%@`[{#")
"""What YAML gives a meaning at the start of a value."""
_SURROGATES = regex("[\ud800-\udfff]")
_SEPARATORS = regex(r"[\s_\-]+")
_NOT_KEY = regex(r"[^\w.:\-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """Fields found at the top of a text; the header covers `[0, end)`, end 0 where there is none."""

    end: int = 0
    fields: Fields = ()
    warnings: tuple[ParseWarning, ...] = ()


class _PlainLoader(yaml.BaseLoader):
    """Every scalar as the text that stands there; aliases refused, so that no bomb can unfold."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed in front matter")
        return super().compose_node(parent, index)


def key_of(name: str) -> str:
    """Return a field's name in its one spelling: lower case, hyphens for spaces and underscores."""
    return _NOT_KEY.sub("", _SEPARATORS.sub("-", name.strip().lower())).strip("-")


def clean(pairs: Iterable[tuple[str, str]]) -> Fields:
    """Return `pairs` with normalised keys and white space; empty keys and values go."""
    kept = ((key_of(key), _SURROGATES.sub("\ufffd", " ".join(value.split()))) for key, value in pairs)
    return tuple((key, value) for key, value in kept if key and value)


def yaml_header(text: str) -> Header:
    """Read YAML front matter between `---` lines at the very top.

    What can't be read as a whole becomes a warning, and its plain lines are read one by one: a document that says of
    itself that it was replaced must not count as current because another line is damaged.
    """
    if not text.startswith(_FENCE + "\n"):
        return Header()
    closing = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE).search(text, len(_FENCE) + 1)
    if closing is None:
        return Header()
    source = text[len(_FENCE) + 1 : closing.start()]
    if source.strip() and not re.search(r"^[\w\"'-][^\n]*:|^\s*#", source, re.MULTILINE):
        return Header()
    try:
        return Header(end=closing.end(), fields=_yaml_fields(source))
    except (yaml.YAMLError, RecursionError, ValueError) as problem:
        detail = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        warning = ParseWarning(code="front_matter", detail=detail[:200])
        return Header(end=closing.end(), fields=clean(_plain_lines(source))[:_MAX_PAIRS], warnings=(warning,))


def _plain_lines(source: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in lines of a key and a plain value, at the margin."""
    for line in source[:_MAX_YAML].splitlines():
        found = _PLAIN.match(line)
        value = found[2].strip().strip("\"'") if found else ""
        if found and value and value[0] not in _NOT_PLAIN:
            yield found[1], value


def _yaml_fields(source: str) -> Fields:
    if len(source) > _MAX_YAML:
        raise ValueError(f"front matter of {len(source)} characters, more than {_MAX_YAML}")
    loaded = yaml.load(source, Loader=_PlainLoader)  # noqa: S506 - builds nothing but str, list and dict
    if not isinstance(loaded, dict):
        raise ValueError("front matter is not a mapping")
    return clean(_pairs(loaded, ""))[:_MAX_PAIRS]


def _pairs(mapping: dict[object, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in mapping.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _pairs(value, f"{name}-")
        elif isinstance(value, list):
            yield name, ", ".join(item for item in value if isinstance(item, str))
            for item in value:
                if isinstance(item, dict):
                    yield from _pairs(item, f"{name}-")
        else:
            yield name, str(value)


def colon_header(text: str) -> Header:
    """Read a header of `Key: value` lines with indented continuations (RFC 2822, as PEPs have it).

    It counts only when it starts the text, has two keys or more and ends at a blank line; a lone line with
    a colon is prose.
    """
    pairs: list[tuple[str, str]] = []
    position = len(text) - len(text.lstrip("\n"))
    end = position
    while position < len(text):
        stop = text.find("\n", position)
        stop = len(text) if stop < 0 else stop
        line = text[position:stop]
        match = _HEADER.match(line)
        if not line.strip():
            break
        if match:
            pairs.append((match[1], match[2] or ""))
        elif line[0] in " \t" and pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {line.strip()}")
        else:
            return Header()
        end = stop
        position = stop + 1
    if len(pairs) < 2 or len(pairs) > _MAX_PAIRS:
        return Header()
    return Header(end=end, fields=clean(pairs))


def title_of(fields: Fields, heading: str | None, name: str) -> str:
    """Return the title field, else the first heading, else the file's stem made readable."""
    written = next((value for key, value in fields if key == "title"), None)
    if written or heading:
        return written or heading or ""
    stem = PurePosixPath(name.replace("\\", "/")).stem
    return " ".join(re.split(r"[\s_\-]+", stem)).strip() or "untitled"
