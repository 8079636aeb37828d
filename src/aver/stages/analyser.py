"""Text to index terms: folded words, their stems, and whole identifiers beside their parts.

A number with leading zeros also counts without them, and a chunk is found by the name of its file too:
people ask for "PEP 601" where the file is `pep-0601.rst` and the text never says so.

Terms are kept as 64-bit hashes, so there is no shared dictionary that one tenant's documents could
change for another, and nothing of a deleted document's vocabulary stays behind in one.
"""

from __future__ import annotations

import hashlib
import posixpath
import threading
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import Stemmer
from numpy.typing import NDArray

from aver.patterns import regex
from aver.values.claims import CLAIMS

ANALYSER_ID = "fold+porter2+parts+file:1"
"""Stored with every segment: postings of two analysers are never mixed."""

MAX_FREQUENCY = 255
"""Term frequencies are stored in one byte; BM25 saturates long before."""

TermVector: TypeAlias = tuple[NDArray[np.int64], NDArray[np.uint8], int]
"""Sorted distinct term keys, their frequencies (capped at 255) and the length in terms."""

_COMPOUND = regex(r"\w+(?:[.\-/'’:+@]\w+)*")
_PART = regex(r"[^\W_]+")
_STEMMER = Stemmer.Stemmer("english")
_ONE_AT_A_TIME = threading.Lock()
"""The stemmer keeps the word it works on in itself: two threads at once would mix their words."""


@lru_cache(maxsize=1 << 17)
def _keys_of(token: str) -> tuple[int, ...]:
    """Return the term keys of one folded token: every part stemmed, plus the whole when it has parts."""
    with _ONE_AT_A_TIME:
        parts = [_STEMMER.stemWord(part) for part in _PART.findall(token)]
    parts += [stripped for part in parts if part.isdecimal() and (stripped := part.lstrip("0")) not in ("", part)]
    whole = () if len(parts) == 1 and len(parts[0]) >= len(token) - 4 else (token,)
    return tuple(term_key(term) for term in (*parts, *whole))


def term_key(term: str) -> int:
    """Return the signed 64-bit key of a term (BLAKE2b, 8 bytes)."""
    return int.from_bytes(
        hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big", signed=True
    )


def term_keys(text: str) -> list[int]:
    """Return the term keys of `text` in order, repeats included."""
    return [key for token in _tokens(text) for key in _keys_of(token)]


def _tokens(text: str) -> list[str]:
    return _COMPOUND.findall(unicodedata.normalize("NFKC", text).casefold())


def file_name(uri: str) -> str:
    """Return the last part of `uri` without its suffix, "" for a claim: digits of an id name nothing that is asked."""
    return "" if uri.startswith(CLAIMS) else posixpath.splitext(posixpath.basename(uri))[0]


def chunk_terms(uri: str, indexed: str) -> TermVector:
    """Return the terms of a chunk: those of its file's name and of what is indexed for it."""
    return term_vector(f"{file_name(uri)}\n{indexed}")


def term_vector(text: str) -> TermVector:
    """Return sorted distinct term keys, their frequencies (capped at 255) and the length in terms."""
    counts: dict[int, int] = {}
    for token, times in Counter(_tokens(text)).items():
        for key in _keys_of(token):
            counts[key] = counts.get(key, 0) + times
    keys = np.fromiter(counts.keys(), dtype=np.int64, count=len(counts))
    frequencies = np.minimum(np.fromiter(counts.values(), dtype=np.int64, count=len(counts)), MAX_FREQUENCY)
    order = np.argsort(keys)
    return keys[order], frequencies[order].astype(np.uint8), sum(counts.values())
