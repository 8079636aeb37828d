"""Names as they are compared: folded words, numbers without leading zeros, so that `pep-0601` is "PEP 601"."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from aver.patterns import regex
from aver.stages.analyser import file_name

LONGEST = 8
"""Words of a name that are looked for in a text."""

_WORD = regex(r"[^\W_]+")
_NUMBER = regex(r"\d+")

Name = tuple[str, ...]
Named = TypeVar("Named")


def words_of(text: str) -> Name:
    """Return the folded words of `text`; a number loses its leading zeros."""
    return tuple(word for word, _, _ in _places(text))


def folded_name(text: str) -> str:
    """Return `text` as names are compared, its words with a blank between them."""
    return " ".join(words_of(text))


def names_of(uris: Mapping[str, str]) -> dict[Name, str]:
    """Return by the words of its file name the document of each of `uris` that has a telling name of its own.

    A name tells where it has a number or several words; one that two documents bear tells nothing.
    """
    return borne_once((words_of(file_name(uri)), document) for uri, document in uris.items())


def tells(name: Name) -> bool:
    """Return whether `name` has a number or several words, and isn't too short to be meant."""
    return (len(name) > 1 or any(word.isdecimal() for word in name)) and len("".join(name)) > 3


def borne_once(named: Iterable[tuple[Name, str]]) -> dict[Name, str]:
    """Return by name the document of each telling name that exactly one document bears."""
    found: dict[Name, set[str]] = {}
    for name, document in named:
        if tells(name):
            found.setdefault(name, set()).add(document)
    return {name: next(iter(documents)) for name, documents in found.items() if len(documents) == 1}


def standing_in(text: str, names: Mapping[Name, Named]) -> Iterator[tuple[Named, int, int]]:
    """Yield what each of `names` that stands in `text` is the name of, with its span there, in order."""
    words = list(_places(text))
    for first in range(len(words)):
        for size in range(1, min(LONGEST, len(words) - first) + 1):
            named = names.get(tuple(word for word, _, _ in words[first : first + size]))
            if named is not None:
                yield named, words[first][1], words[first + size - 1][2]


def candidate_uris(uri: str, name: str) -> Iterable[str]:
    """Yield the uris that `name`, declared as successor in the document at `uri`, may stand for.

    A name is a uri, a path relative to the document, a file name without suffix, or, where documents
    are numbered in their file names (`pep-0571.rst` naming `600`), the number of the successor.
    """
    folder, file = posixpath.split(uri)
    stem, suffix = posixpath.splitext(file)
    plain = name.strip().strip("<>`\"'")
    yield plain
    yield posixpath.normpath(posixpath.join(folder, plain))
    yield posixpath.normpath(posixpath.join(folder, plain + suffix))
    own, wanted = _NUMBER.findall(stem), _NUMBER.findall(plain)
    if own and wanted:
        successor = stem[: stem.rindex(own[-1])] + wanted[-1].zfill(len(own[-1]))
        yield posixpath.join(folder, successor + suffix)


def _places(text: str) -> Iterator[tuple[str, int, int]]:
    for found in _WORD.finditer(text):
        word = found.group().casefold()
        yield word.lstrip("0") or "0" if word.isdecimal() else word, found.start(), found.end()
