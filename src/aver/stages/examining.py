"""What is looked at to say that a text goes on to examine what is quoted of it, and what it takes (G2, B6)."""

from __future__ import annotations

from aver.stages.framing import folded, headings_of
from aver.values.answers import Citation
from aver.values.evidence import Passage

AFTER = 900
"""Code points behind a quote that are looked at."""

EXAMINED = 0.75
"""Likelier than this to be examined further on, a quote doesn't speak for its document until that has been judged
(docs/decisions/0030-examined-further-on.md)."""


def below_titles(cited: Citation, passage: Passage) -> tuple[str, int, int]:
    """Return the document and the span of what is `cited` from `passage`, without the titles at its beginning."""
    start, headings = cited.start, headings_of(passage)
    lines = passage.text.text[cited.start - passage.start : cited.end - passage.start].splitlines(keepends=True)
    for line in lines[:-1]:
        if line.strip() and folded(line) not in headings:
            break
        start += len(line)
    return cited.document, start, cited.end
