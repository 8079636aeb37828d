"""Mirrored documents: pairs that share almost every sentence while one refutes the claim and the other stands by it.

A pair is written once, as a text whose lines belong to both twins unless they begin with `R: ` (only the twin that
rejects) or `S: ` (only the twin that supports), so that a reader sees at a glance what carries the verdict.
The lure is marked `{L|...}` and the decisive passages `{D|...}`; marks and prefixes never reach a document.
`python -m tests.stance_data.mirrored` prints every document as one JSON object a line.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

DIRECTORY = Path(__file__).resolve().parents[1] / "data" / "mirrored"
CUE_FILE = DIRECTORY / "cue_words.toml"

_MARK = re.compile(r"\{([LD])\|([^{}]*)\}")
_OWN_LINE = ("#", "- ", "|", "> ", "```")


@dataclass(frozen=True, slots=True, kw_only=True)
class MirroredDocument:
    """One document with a question about it and what a careful reader says the document holds.

    `lure_span` states the claim as strongly as the text ever does; `decisive_spans` carry the verdict. Both stand
    verbatim in `text`, once. `accepted_roles` holds `expected_role` and what a reader may defend as well. `pair` is
    empty for a single (a qualified claim, without a twin).
    """

    id: str
    pair: str
    genre: str
    lang: str
    cue_words: bool
    device: str
    query: str
    claim: str
    lure_span: str
    expected_stance: str
    expected_role: str
    accepted_roles: tuple[str, ...]
    decisive_spans: tuple[str, ...]
    text: str


def read_documents(directory: Path = DIRECTORY) -> tuple[MirroredDocument, ...]:
    """Every document of every genre file, in file order, the rejecting twin before the supporting one.

    Raises:
        KeyError: an entry lacks a field.
        ValueError: a document has no lure or more than one.
    """
    return tuple(
        document
        for path in sorted(directory.glob("*.toml"))
        if path != CUE_FILE
        for document in _documents_of(tomllib.loads(path.read_text(encoding="utf-8")))
    )


def cue_words_in(text: str, lang: str) -> tuple[str, ...]:
    """The listed cue words that `text` contains, as whole words, in the order of the list."""
    listed: list[str] = tomllib.loads(CUE_FILE.read_text(encoding="utf-8"))[lang]
    return tuple(word for word in listed if re.search(rf"\b{word}\b", text, re.IGNORECASE))


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences, headings, list items and table rows of a document, for counting what twins share."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(s for line in lines if line for s in re.split(r"(?<=[.!?:])\s+(?=[\"'„(]?[A-ZÄÖÜ0-9])", line))


def _documents_of(genre_file: dict[str, Any]) -> Iterator[MirroredDocument]:
    for entry in genre_file["pair"]:
        for letter, stance in (("R", "REJECTS"), ("S", "SUPPORTS")):
            role = "STEELMAN_REFUTED_LATER" if letter == "R" else "AUTHOR_POSITION"
            yield _document(entry, genre_file["genre"], letter=letter, stance=stance, role=role)
    for entry in genre_file.get("single", ()):
        yield _document(entry, genre_file["genre"], letter="", stance="MIXED", role="QUALIFIED_CLAIM")


def _document(entry: dict[str, Any], genre: str, *, letter: str, stance: str, role: str) -> MirroredDocument:
    marked = _laid_out(entry["text"], letter)
    marks = _MARK.findall(marked)
    lures = [span for mark, span in marks if mark == "L"]
    if len(lures) != 1:
        raise ValueError(f"{entry['id']}{letter}: {len(lures)} lures, expected one")
    text = _MARK.sub(lambda match: match.group(2), marked)
    suffix = f"-{letter.lower()}" if letter else ""
    return MirroredDocument(
        id=entry["id"] + suffix,
        pair=entry["id"] if letter else "",
        genre=genre,
        lang=entry.get("lang", "en"),
        cue_words=bool(cue_words_in(text, entry.get("lang", "en"))),
        device=entry["device"],
        query=entry["query"],
        claim=entry["claim"],
        lure_span=lures[0],
        expected_stance=stance,
        expected_role=(expected := entry.get(f"role_{letter.lower()}", role)),
        accepted_roles=tuple(dict.fromkeys((expected, role, entry.get("also_role", role)))),
        decisive_spans=tuple(span for mark, span in marks if mark == "D"),
        text=text,
    )


def _laid_out(source: str, letter: str) -> str:
    """The twin's Markdown: its own lines kept, lines of a paragraph joined by a space, blank lines squeezed."""
    blocks: list[list[str]] = [[]]
    for line in source.strip().splitlines():
        if line.startswith(("R: ", "S: ")):
            if not line.startswith(f"{letter}: "):
                continue
            line = line[3:]
        if not line.strip():
            blocks.append([])
        elif blocks[-1] and not _MARK.sub(r"\2", line).startswith(_OWN_LINE) and not _stands_alone(blocks[-1][-1]):
            blocks[-1][-1] += f" {line}"
        else:
            blocks[-1].append(line)
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _stands_alone(line: str) -> bool:
    return _MARK.sub(r"\2", line).startswith(_OWN_LINE)


def main() -> None:
    """Print every document as JSON, one a line."""
    for document in read_documents():
        sys.stdout.write(json.dumps(asdict(document), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
