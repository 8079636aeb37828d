"""What the codes in a table's cells mean: "D" under "Grade", and "D: recommended against." below the table (H1).

A legend is text of the passage outside its cells that gives a meaning to two codes or more. A row says nothing that the
code of another row means, nor what its own code denies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from aver.patterns import regex
from aver.stages.limiting import LEGEND
from aver.stages.planning.words import content
from aver.stages.table_rows import cells_within
from aver.values.evidence import Passage

_END = regex(r"[.;\n|)]")
_LONGEST = 120
_AGAINST = regex(
    r"\b(?:against|not|no|never|none|without|nor|un\w+able|discouraged|avoid\w*|insufficient|nicht|kein\w*|gegen|abgeraten"
    r"|ohne)\b",
    re.IGNORECASE,
)


def means_another(claim: str, passage: Passage, start: int, end: int) -> bool:
    """Whether `claim` says of the row in `[start, end)` what another code means than those of the row, or affirms what
    its own denies."""
    told = dict(_meanings(passage))
    own = {cell.strip() for cell in cells_within(passage, start, end).values()} & set(told)
    if len(told) < 2 or not own:
        return False
    said = content(claim) - content(passage.text.text[start - passage.start : end - passage.start])
    held = frozenset[str]().union(*(content(told[code]) for code in own))
    others = frozenset[str]().union(*(content(meaning) for code, meaning in told.items() if code not in own))
    denied = any(_AGAINST.search(told[code]) and said & content(told[code]) for code in own)
    return bool(said & others - held) or (denied and _AGAINST.search(claim) is None)


def _meanings(passage: Passage) -> Iterator[tuple[str, str]]:
    """Yield what the passage says that codes mean: to the end of a sentence, or to the next code."""
    text, base = passage.text.text, passage.start
    cells = [(first - base, last - base) for _, _, first, last, _ in passage.table_cells if first < last]
    begins = [one for one in LEGEND.finditer(text) if not any(a <= one.start() < b for a, b in cells)]
    for one, after in zip_longest(begins, begins[1:]):
        stop = _END.search(text, one.end(), one.end() + _LONGEST)
        ends = (len(text), one.end() + _LONGEST, *(found.start() for found in (stop, after) if found is not None))
        yield one["code"], text[one.end() : min(ends)]
