"""Lines of records as evidence: a claim about one device is not told by the line of another (H1).

"Phone: 4471" stands under "Name: Imran Sheikh", whoever is named as his deputy two lines below; "refresh_lifetime_days:
14" says nothing of a token's lifetime, and "token_lifetime_minutes: 45" nothing of 45 days.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.stages.atoms.quantities import quantities_in
from aver.stages.atoms.units import named_unit
from aver.stages.planning.words import content
from aver.stages.records import Field, Record, key_words, records_in, unit_of
from aver.values.evidence import Passage

Cited = tuple[Passage, int, int]

_TIMES = frozenset({"millisecond", "second", "minute", "hour", "day", "week", "month", "year"})
_BEHIND = r"(?<![\w.,]){}\s+(?P<unit>[^\W\d_]+)"


def of_another_record(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether a cited line stands in a record that `claim` doesn't name beside one of its passage that it does."""
    said = content(claim)
    for passage, start, end in cited:
        records = list(records_in(passage.text.text))
        own = next((one for one in records if _line_at(one, start - passage.start, end - passage.start)), None)
        if own is not None and any(_is_rather(other, own, said) for other in records):
            return True
    return False


def only_names(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether all that is cited are lines by which records are called, and `claim` says more than these."""
    named = [_naming_line(*one) for one in cited]
    called = frozenset[str]().union(*(content(f"{line.key} {line.value}") for line in named if line is not None))
    return bool(cited) and None not in named and not content(claim) <= called


def of_another_field(claim: str, cited: Sequence[Cited]) -> bool:
    """Whether a figure of `claim` stands in a cited line whose key it names less than that of another cited line, or in
    one whose key has another unit."""
    said = content(claim)
    lines = [line for one in cited if (line := _field_of(*one)) is not None]
    for one in quantities_in(claim):
        holding = [line for line in lines if one.literal in {other.literal for other in quantities_in(line.value)}]
        unit = re.search(_BEHIND.format(re.escape(one.literal)), claim)
        if holding and all(unit is not None and _is_of_another(unit["unit"], line) for line in holding):
            return True
        named = max((_shared(line, said) for line in holding), default=0)
        if holding and any(_shared(line, said) > named for line in lines):
            return True
    return False


def _is_rather(other: Record, own: Record, said: frozenset[str]) -> bool:
    """Whether what is `said` names a record by what tells it from the `own` one, and that by nothing of the kind."""
    apart = _named(other) - _named(own)
    return bool(apart) and apart <= said and (_named(own) - _named(other)).isdisjoint(said)


def _named(record: Record) -> frozenset[str]:
    return frozenset[str]().union(*(content(line.value or line.key) for line in record.naming))


def _naming_line(passage: Passage, start: int, end: int) -> Field | None:
    lines = (line for record in records_in(passage.text.text) for line in record.naming)
    return next(
        (line for line in lines if (line.start, line.end) == (start - passage.start, end - passage.start)), None
    )


def _line_at(record: Record, start: int, end: int) -> Field | None:
    """Return the field that a span touches, where it isn't one by which its record is called."""
    here = (line for line in record.fields if line.start < end and start < line.end)
    return next((line for line in here if line not in record.naming), None)


def _field_of(passage: Passage, start: int, end: int) -> Field | None:
    records = records_in(passage.text.text)
    lines = (_line_at(one, start - passage.start, end - passage.start) for one in records)
    return next((line for line in lines if line is not None), None)


def _shared(line: Field, said: frozenset[str]) -> int:
    return len(content(key_words(line.key)) & said)


def _is_of_another(word: str, line: Field) -> bool:
    """Whether `word` is a unit of time and the key ends with another."""
    said, named = named_unit(word), named_unit(unit_of(line.key))
    return said in _TIMES and named in _TIMES and said != named
