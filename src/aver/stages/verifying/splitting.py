"""From the prose of an answer to its claims, each with the citation marks that stand at it.

A claim is a sentence or a list item; an item that is no sentence is read with the line that introduces the list.
Nothing is thrown away: what claims nothing (a question, a heading, a list of references) is returned beside the
claims, so that a reader of the report sees the whole answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.atoms.words import words_in
from aver.stages.sentences import split

_MARK = regex(
    r"\[\^?(?P<numbers>\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*)\]|【(?P<tool>\d{1,3})[^】\n]{0,40}】|\[(?P<name>[^\[\]\n]{1,200})\](?!\()"
    r"|\((?:source|sources|see|quelle|quellen|siehe):?\s+(?P<said>[^()\n]{1,200})\)",
    re.IGNORECASE,
)
_OPEN, _CLOSE, _AND = "\ue000", "\ue001", "\ue002"
_PLACED = regex(f"[ \\t]*{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_BULLET = regex(r"^\s*(?:[-*+•–▪◦]|\d{1,3}[.)]|[a-z][.)])\s+")
_HEADING = regex(r"^\s*#{1,6}\s")
_RULE = regex(r"^[\s|:=*_-]+$")
_EMPHASIS = regex(r"(?<![\w*])\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?![\w*])|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)")
WHOLE = 4
"""Words from which a list item that ends like a sentence is read by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A claim in the answer's words without its marks, and the sources that the marks name, in order."""

    text: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The claims of an answer and what of it claims nothing."""

    claims: tuple[Stated, ...]
    left_out: tuple[str, ...]


def claims_of_answer(text: str, *, known: frozenset[str] = frozenset()) -> Answer:
    """Return the claims of `text`. A bracket with a name is a mark only if the name is one of the sources `known`."""
    claims: list[Stated] = []
    left_out: list[str] = []
    for piece in _pieces(_placed(text, known)):
        sources = tuple(dict.fromkeys(name for found in _PLACED.findall(piece) for name in found.split(_AND)))
        plain = " ".join(_PLACED.sub("", piece).split())
        if not plain:
            continue
        if _claims_something(plain) and not piece.lstrip().startswith(_OPEN):
            claims.append(Stated(text=plain, sources=sources))
        else:
            left_out.append(plain)
    return Answer(claims=tuple(claims), left_out=tuple(left_out))


def _claims_something(text: str) -> bool:
    words = words_in(text, language_of(text) or "en")
    return any(word.content for word in words) and not text.endswith("?") and not _HEADING.match(text)


def _placed(text: str, known: frozenset[str]) -> str:
    """Return `text` with every mark put into brackets of its own, before the stop of the sentence it belongs to."""
    text = re.sub(f"[{_OPEN}{_CLOSE}{_AND}]", " ", text)

    def mark(found: re.Match[str]) -> str:
        names = _named(found, known)
        return found[0] if names is None else f"{_OPEN}{_AND.join(names)}{_CLOSE}"

    marked = _MARK.sub(mark, text)
    run = rf"([.!?:]?)((?:[ \t]*{_OPEN}[^{_CLOSE}]*{_CLOSE})+)"
    return re.sub(run, lambda found: f"{''.join(found[2].split(' '))}{found[1]}" if found[1] else found[0], marked)


def _named(found: re.Match[str], known: frozenset[str]) -> list[str] | None:
    if found["tool"]:
        return [found["tool"]]
    if found["numbers"]:
        return list(_numbers(found["numbers"].replace("^", "")))
    names = [name.strip().lstrip("^") for name in re.split(r"[,;]", found["name"] or found["said"] or "")]
    whole = (found["name"] or found["said"] or "").strip().lstrip("^")
    if whole in known:
        return [whole]
    return names if names and all(name in known for name in names) else None


def _numbers(written: str) -> Iterator[str]:
    for part in re.split(r"\s*[,;]\s*", written):
        ends = [int(end) for end in re.split(r"\s*[–-]\s*", part)]
        for number in range(ends[0], ends[-1] + 1) if 0 <= ends[-1] - ends[0] <= len(ends) * 20 else ends:
            yield str(number)


def _pieces(text: str) -> Iterator[str]:
    """Yield sentences and list items, an item that is no sentence after what introduces it."""
    blocks = [block for block in _lines_joined(text) if not _RULE.match(block)]
    lead = ""
    for block, following in zip_longest(blocks, blocks[1:], fillvalue=""):
        item = _BULLET.match(block)
        sentences = [block] if _HEADING.match(block) else _sentences(block[item.end() :] if item else block)
        if item and lead and sentences and not _is_sentence(sentences[0]):
            sentences[0] = f"{lead} {sentences[0]}"
        if not item:
            introduces = sentences and sentences[-1].rstrip().endswith(":") and _BULLET.match(following)
            lead = sentences.pop().rstrip(": ") if introduces else ""
        yield from sentences


def _sentences(block: str) -> list[str]:
    """Return the sentences of a paragraph, an item or a table row; of a row the cells are joined."""
    body = _EMPHASIS.sub("", block)
    if body.count("|") > 1:
        return [", ".join(cell.strip() for cell in body.strip().strip("|").split("|"))]
    return [body[start:end] for start, end in split(body, language=language_of(body) or "en")]


def _is_sentence(text: str) -> bool:
    plain = _PLACED.sub("", text).strip()
    return plain.endswith((".", "!", "?")) and len(plain.split()) >= WHOLE


def _lines_joined(text: str) -> Iterator[str]:
    """Yield paragraphs with their lines joined; an item, a heading, a rule and a table row stand alone."""
    held: list[str] = []
    for line in (*text.splitlines(), ""):
        alone = _HEADING.match(line) or _RULE.match(line) or line.count("|") > 1 or line.lstrip().startswith(_OPEN)
        if (not line.strip() or alone or _BULLET.match(line)) and held:
            yield " ".join(held)
            held = []
        if alone:
            yield line
        elif line.strip():
            held.append(line.strip())
