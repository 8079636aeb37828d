"""The names of the parsers as they are now: what another version of a parser read has to be read again.

Written down rather than collected, so that looking a name up imports no parser; a test holds the list
and the modules together.
"""

from __future__ import annotations

PARSERS = frozenset(
    {
        "aver.code/1",
        "aver.csv/2",
        "aver.docx/4",
        "aver.eml/3",
        "aver.html/6",
        "aver.json/1",
        "aver.markdown/3",
        "aver.plain/7",
        "aver.pptx/3",
        "aver.rst/1",
        "aver.xlsx/4",
        "pdf/3 pypdfium2+liteparse",
    }
)
"""`PARSER` of every module that has one, which is `Document.parser` of what it reads."""
