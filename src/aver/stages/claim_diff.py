"""What a version of a claim changed: fields that differ, and in each the words taken out and put in."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from aver.values.claims import ClaimContent


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDiff:
    """One field before and after; `words` are runs of words marked " " (kept), "-" (taken out) or "+" (put in)."""

    field: str
    before: str
    after: str
    words: tuple[tuple[str, str], ...]


def diff(before: ClaimContent, after: ClaimContent) -> tuple[FieldDiff, ...]:
    """Return the fields that differ, in the order kind, statement, when, forbids, target, citations."""
    pairs = zip(_fields(before), _fields(after), strict=True)
    return tuple(
        FieldDiff(field=name, before=old, after=new, words=_words(old, new))
        for (name, old), (_, new) in pairs
        if old != new
    )


def _fields(content: ClaimContent) -> tuple[tuple[str, str], ...]:
    quotes = "\n".join(f"{one.uri}: {one.quote}" for one in content.citations)
    return (
        ("kind", content.kind.value),
        ("statement", content.statement),
        ("when", content.when),
        ("forbids", content.forbids),
        ("target", content.target),
        ("citations", quotes),
    )


def _words(old: str, new: str) -> tuple[tuple[str, str], ...]:
    left, right = old.split(), new.split()
    runs: list[tuple[str, str]] = []
    for tag, i, j, m, n in SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        if tag == "equal":
            runs.append((" ", " ".join(left[i:j])))
            continue
        runs += [(mark, " ".join(some)) for mark, some in (("-", left[i:j]), ("+", right[m:n])) if some]
    return tuple(runs)
