"""Documents for these tests, hashed words for vectors, so that like texts are alike, and the reader that ships."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aver.models.reader import BuiltinReader
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.analyser import term_keys
from aver.stages.stance.judge import DocumentView, judge
from aver.stages.stance.lifelines import lifelines_of
from aver.values.documents import Document
from aver.values.stance import Lifelines, Stance

DIMENSION = 96
READER = BuiltinReader(workers=1)


def encode(texts: Sequence[str]) -> NDArray[np.float32]:
    rows = np.zeros((len(texts), DIMENSION), dtype=np.float32)
    for number, text in enumerate(texts):
        for key in term_keys(text) or [0]:
            rows[number, key % DIMENSION] += 1.0
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def document(text: str) -> Document:
    return parse(text.encode(), name="made.md", limits=Limits())


def lifelines(made: Document) -> Lifelines:
    return lifelines_of(made, encode, encoder="words")


def verdict(text: str, question: str, passage: str) -> tuple[Document, Stance]:
    made = document(text)
    start = made.text.index(passage)
    view = DocumentView(id="doc_made", text=made.text)
    spans, reader = [(start, start + len(passage))], READER.insight.stance
    found = judge(question, spans, lifelines(made), view, encode=encode, reader=reader)
    return made, found
