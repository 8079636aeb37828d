"""What a sentence cites, names by a code, defines and says to be superseded, each by a shape of words.

A citation is a name with a number ("PEP 601", "ISO-27001"), a link's address or a file's name. Whether the name is
that of a document is decided later; here only its shape is known. Spans are `offset` + the place in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.patterns import regex
from aver.stages.graph.naming import folded_name
from aver.stages.planning.rewriting import acronyms_in
from aver.values.graph import EntityKind, Relation, RelationKind

_NUMBERED = regex(
    r"(?<![\w`-])(?P<name>[A-ZÄÖÜ][A-Za-zÄÖÜäöüß]{1,20})(?:[ \u00a0-]|\s(?:Nr\.|No\.)\s?)"
    r"(?P<number>\d{1,6})(?![\w.]*\w)"
)
_ROLE = regex(r":(?P<name>[a-z]{2,12}):`(?:[^`<>\n]{0,80}<)?(?P<number>\d{1,6})[^`\n]{0,40}`")
_LINK = regex(r"\]\((?P<path>[^()\s#:?]{1,200})(?:[#?][^()\s]{0,200})?\)")
_FILE = regex(r"(?<![\w./-])(?P<path>[\w-]{2,80}\.(?:md|rst|txt|pdf|docx|xlsx|pptx|html))(?!\w)")
_CODE = regex(
    r"(?<![\w-])(?P<code>[A-ZÄÖÜ][A-Za-z]{0,15}(?:-[A-Za-z0-9]{1,15}){1,6})(?![\w-])"
    r"|(?<!`)``?(?P<span>[A-Za-z_][\w.-]{2,60})(?:\(\))?``?(?!`)"
)
_ACRONYM = regex(r"(?<![\w-])[A-ZÄÖÜ]{2,8}(?![\w-])")
_OPEN, _CLOSE = r"[\"“„*_`]{1,3}", r"[\"”“*_`]{1,3}"
_TERM = regex(
    rf"{_OPEN}(?P<term>[^\"“”„*_`\n]{{2,60}}){_CLOSE}\s+"
    r"(?:means|refers?,?\s(?:\w+,\s)?to|is\s+defined\s+as|denotes|bezeichnet|bedeutet|ist\s+definiert\s+als)\b"
    rf"|\((?:the|hereinafter|nachfolgend|im\sFolgenden)\s+{_OPEN}(?P<short>[^\"“”„*_`\n]{{2,60}}){_CLOSE}\)"
)
_BY = regex(
    r"\b(?:superseded|replaced|obsoleted|withdrawn|rejected|ersetzt|abgelöst)\s+(?:by|in\s+favou?r\s+of|durch)\b", re.I
)
_OVER = regex(r"\b(?:supersedes?|replaces?|obsoletes?|ersetzt)\b(?!\s+durch)", re.I)
_ITSELF = regex(r"(?:this|it|dies\w*|es|er|sie)\b[^.;]{0,60}\Z", re.I)

REACH = 80
"""Code points between a word of supersession and the names it joins."""


def cited_in(text: str, offset: int) -> Iterator[Relation]:
    """Yield what `text` cites: names with a number, addresses of links within the corpus, names of files."""
    for name, start, end in _numbered(text):
        yield _relation(RelationKind.CITES, EntityKind.IDENTIFIER, name, offset + start, offset + end)
    for pattern in (_LINK, _FILE):
        for found in pattern.finditer(text):
            start, end = offset + found.start("path"), offset + found.end("path")
            yield _relation(RelationKind.CITES, EntityKind.FILE, found["path"], start, end)


def coded_in(text: str, offset: int) -> Iterator[Relation]:
    """Yield the codes and acronyms that `text` mentions."""
    for found in _CODE.finditer(text):
        which = "span" if found["span"] else "code"
        if which == "span" or re.search(r"\d", found[which]):
            start, end = offset + found.start(which), offset + found.end(which)
            yield _relation(RelationKind.MENTIONS, EntityKind.IDENTIFIER, folded_name(found[which]), start, end)
    for found in _ACRONYM.finditer(text):
        name, start, end = found.group().casefold(), offset + found.start(), offset + found.end()
        yield _relation(RelationKind.MENTIONS, EntityKind.ACRONYM, name, start, end)


def defined_in(text: str, offset: int) -> Iterator[Relation]:
    """Yield the terms and acronyms that `text` defines."""
    for found in _TERM.finditer(text):
        name = folded_name(found["term"] or found["short"])
        yield _relation(RelationKind.DEFINES, EntityKind.TERM, name, offset + found.start(), offset + found.end())
    for short, long in acronyms_in(text):
        end = text.find(f"({short})")
        start = max(0, text.rfind(long.split(" ")[0], 0, end))
        yield Relation(
            kind=RelationKind.DEFINES,
            of=EntityKind.ACRONYM,
            target=folded_name(short.rstrip("s")),
            start=offset + start,
            end=offset + end + len(short) + 2,
            means=folded_name(long),
        )


def superseding_in(text: str, offset: int) -> Iterator[Relation]:
    """Yield who supersedes whom according to `text`; where the subject is neither named nor the document, nobody."""
    for pattern, kind in ((_BY, RelationKind.SUPERSEDED_BY), (_OVER, RelationKind.SUPERSEDES)):
        for cue in pattern.finditer(text):
            after = next(_numbered(text[cue.end() : cue.end() + REACH]), None)
            subject = _subject(text[: cue.start()])
            if after is not None and subject is not None:
                name, _, end = after
                start = offset + cue.start()
                found = _relation(kind, EntityKind.IDENTIFIER, name, start, offset + cue.end() + end, subject)
                if subject != name:
                    yield found


def _subject(before: str) -> str | None:
    """Return the name that stands last in `before`, "" for the document itself, None where neither is said."""
    near = before[-REACH:]
    named = [name for name, _, _ in _numbered(near)]
    if named:
        return named[-1]
    return "" if _ITSELF.match(before.lstrip("*_> ")) else None


def _numbered(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the folded names with a number in `text` and their places, in order."""
    found = [*_NUMBERED.finditer(text), *_ROLE.finditer(text)]
    for one in sorted(found, key=lambda match: match.start()):
        yield folded_name(f"{one['name']} {one['number']}"), one.start(), one.end()


def _relation(kind: RelationKind, of: EntityKind, target: str, start: int, end: int, subject: str = "") -> Relation:
    return Relation(kind=kind, of=of, target=target, start=start, end=end, subject=subject)
