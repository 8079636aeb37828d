"""Documents that the best passages refer to, and what those refer to, up to a number of hops (D3).

The edges are read at query time from eligible passages alone and kept nowhere: a passage *cites* a document whose file
name stands in it as words ("PEP 601" is `pep-0601.rst`), and a document that declares successors is *superseded* by
them. So a document that the caller may not read is neither a stop on the way nor a name that could be ambiguous.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from aver.errors import DeadlineExceeded
from aver.stages.analyser import file_name
from aver.values.evidence import Passage
from aver.values.governance import Eligibility

SEEDS = 5
"""Best passages for the question from which the first hop starts."""

LONGEST = 8
"""Words of a file name that are looked for in a text."""

_WORD = re.compile(r"[^\W_]+")

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceGraph:
    """What an open store can be asked: `find` the best passages, `uris` of what is open with its document ids.

    `confirm` says which chunks are eligible now. At most `hops` references are followed one after the other.
    """

    hops: int
    find: Callable[[Eligibility, str, int], tuple[Passage, ...]]
    uris: Callable[[Eligibility], Mapping[str, str]]
    confirm: Callable[[Eligibility, tuple[str, ...]], frozenset[str]]

    @property
    def name(self) -> str:
        """The channel."""
        return "graph:references"

    def opens(self, _: Eligibility, __: str) -> bool:
        """Every question may concern references; what is open is decided passage by passage in the store."""
        return True

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the best passages for `asked` in the documents reached, those fewer hops away first.

        Raises DeadlineExceeded.
        """
        uris = self.uris(eligible)
        named = names_of(uris)
        stops = self.find(eligible, asked, SEEDS)
        reached = {one.document for one in stops}
        found: list[Passage] = []
        for _ in range(self.hops):
            if time.monotonic() > until:
                raise DeadlineExceeded("following references took too long", hint="lower graph_hops")
            further = frozenset(referred_to(stops, named, uris)) - reached
            if not further:
                break
            reached |= further
            stops = self.find(replace(eligible, documents=further), asked, k)
            found += stops
        return tuple(found[:k])

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` the store holds for this caller now."""
        del until
        return self.confirm(eligible, tuple(one.chunk for one in passages))


def names_of(uris: Mapping[str, str]) -> dict[Name, str]:
    """Return by the words of its file name the document of each of `uris` that has a telling name of its own.

    A name tells where it has a number or several words; one that two documents bear tells nothing.
    """
    found: dict[Name, set[str]] = {}
    for uri, document in uris.items():
        name = _words(file_name(uri))
        if (len(name) > 1 or any(word.isdecimal() for word in name)) and len("".join(name)) > 3:
            found.setdefault(name, set()).add(document)
    return {name: next(iter(documents)) for name, documents in found.items() if len(documents) == 1}


def referred_to(passages: Iterable[Passage], named: Mapping[Name, str], uris: Mapping[str, str]) -> list[str]:
    """Return the documents that `passages` cite or declare as their successors, in the order of their names there."""
    found: list[str] = []
    for passage in passages:
        found += [uris[uri] for uri in passage.successors if uri in uris]
        words = _words(passage.text.text)
        spans = ((start, start + size) for start in range(len(words)) for size in range(1, LONGEST + 1))
        found += [named[words[start:end]] for start, end in spans if words[start:end] in named]
    return list(dict.fromkeys(found))


def _words(text: str) -> Name:
    """Return the folded words of `text`; a number loses its leading zeros."""
    return tuple(word.lstrip("0") or "0" if word.isdecimal() else word for word in _WORD.findall(text.casefold()))
