"""Real sentences, English and German, from the shared corpora and data beside the checkout."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aver.evals.force_pairs import SENTENCE
from aver.stages.atoms.language import Language, language_of
from aver.stages.sentences import split

DATA = ("gesetze_de", "xquad_de_en_dev", "wikipedia_passages", "scifact_corpus")
FROM_EACH = 2500
"""Sentences of each source at most, so that none outweighs the others."""


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON Lines file, compressed where its name says so."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def sentences(shared: Path) -> list[tuple[Language, str]]:
    """Return the sentences that are plain prose, each with its language."""
    found: list[tuple[Language, str]] = []
    for folder, pattern in (("peps", "*.rst"), ("site-policy", "**/*.md")):
        texts = (path.read_text(encoding="utf-8") for path in sorted((shared / "corpora" / folder).glob(pattern)))
        found += _taken(texts)
    for name in DATA:
        found += _taken(_text_of(row) for row in rows(shared / "data" / "dev" / f"{name}.jsonl.gz"))
    return list(dict.fromkeys(found))


def _text_of(row: dict[str, Any]) -> str:
    text = row.get("text") or row.get("context") or row.get("abstract") or ""
    return " ".join(text) if isinstance(text, list) else text


def _taken(texts: Iterator[str]) -> list[tuple[Language, str]]:
    kept: list[tuple[Language, str]] = []
    for text in texts:
        language = language_of(text[:5000]) or "en"
        for start, end in split(text, language=language):
            sentence = " ".join(text[start:end].split())
            if SENTENCE.fullmatch(sentence) and (own := language_of(sentence)) is not None:
                kept.append((own, sentence))
    step = max(1, len(kept) // FROM_EACH)
    return kept[::step][:FROM_EACH]
