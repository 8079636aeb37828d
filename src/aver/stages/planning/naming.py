"""Which row of a table a name in the question means: "Acme" is the account ACME-CORP-GLOBAL (B2, B8).

The rows are evidence, fetched under the caller's eligibility, so nobody's names resolve through a row that they may not
read. One row that fits gives the question a further wording with its key, under which contracts and tickets know it;
several that fit equally well are never guessed between: which one is meant is asked back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aver.stages.planning.rewriting import Replacement
from aver.stages.planning.words import base, content, is_german, names, tokens
from aver.values.evidence import Passage
from aver.values.inquiry import Means, Missing
from aver.values.sealed import Sealed

ROW = "sql:"
"""How the uri of a table's row begins (docs/channels.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRow:
    """A row with its document, its table, what it is called and the key that is its canonical id."""

    document: str
    table: str
    name: str
    key: str


def named_rows(passages: Iterable[Passage]) -> tuple[NamedRow, ...]:
    """Return the rows of tables among `passages`."""
    found = []
    for passage in passages:
        table, _, key = passage.section_path.text.partition(" > ")
        if passage.uri.startswith(ROW) and key:
            found.append(NamedRow(document=passage.document, table=table, name=passage.title.text, key=key))
    return tuple(found)


def from_rows(question: str, rows: Sequence[NamedRow]) -> tuple[Replacement, ...]:
    """Return, for words of `question` that name exactly one of `rows`, its key as what may stand for them."""
    return tuple(
        Replacement(words, meant[0].key, Means.ALIAS, meant[0].document)
        for words, meant in _meant(question, rows)
        if len(meant) == 1 and words.casefold() != meant[0].key.casefold()
    )


def several_meant(question: str, rows: Sequence[NamedRow]) -> tuple[Missing, ...]:
    """Return what has to be asked back: words of `question` that name several rows of one table equally well."""
    words = "Was davon ist gemeint?" if is_german(question) else "Which one do you mean?"
    return tuple(
        Missing(parameter="entity", question=words, choices=tuple(Sealed(one.name, one.document) for one in meant))
        for _, meant in _meant(question, rows)
        if len(meant) > 1
    )


def _meant(question: str, rows: Sequence[NamedRow]) -> tuple[tuple[str, tuple[NamedRow, ...]], ...]:
    """Return the words that name rows, table by table, each with the rows that they fit best, in order of key."""
    found: dict[tuple[str, str], list[NamedRow]] = {}
    for table in sorted({row.table for row in rows}):
        mine = [(_words_for(question, row), row) for row in rows if row.table == table]
        longest = max((len(words) for words, _ in mine), default=0)
        for words, row in sorted(mine, key=lambda pair: pair[1].key):
            if words and len(words) == longest:
                found.setdefault((table, " ".join(words)), []).append(row)
    return tuple((words, tuple(meant)) for (_, words), meant in found.items())


def _words_for(question: str, row: NamedRow) -> list[str]:
    """Return the longest run of words in `question` that all stand in the row's name or key; none without a name."""
    known = content(f"{row.name} {row.key}") | content(row.key.replace("-", " ").replace("_", " "))
    best: list[str] = []
    run: list[str] = []
    for word in tokens(question):
        run = [*run, word] if base(word.casefold()) in known else []
        if len(run) > len(best):
            best = run
    capital = {name.casefold() for name in names(question)}
    return best if any(word.casefold() in capital for word in best) else []
