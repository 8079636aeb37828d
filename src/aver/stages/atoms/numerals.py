"""What a written number may mean.

`1,234` is a thousand in English and little more than one in German, so a numeral has *readings*: one where
its form or the notation of its text settles it, else two. A reading keeps its trailing zeros, because
3.10 and 3.1 are the same quantity but not the same version.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

from aver.patterns import regex
from aver.stages.atoms.language import language_of

Notation = Literal["en", "de"]

GROUPING = "'’\u00a0\u202f\u2009"
NUMERAL = regex(rf"\d+(?:[.,{GROUPING}]\d+)*")
_SETTLED = regex(
    r"(?<![\d.,])(?:\d+([.,])(?:\d{1,2}|\d{4,})|0([.,])\d+|\d{1,3}(?:,\d{3})+(\.)\d+|\d{1,3}(?:\.\d{3})+(,)\d+)"
    r"(?![\d]|[.,]\d)"
)
_GROUPED_TWICE = regex(r"(?<![\d.,])\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+(?![\d]|[.,]\d)")


def notation_of(text: str) -> Notation | None:
    """Return whose decimal sign `text` uses: by its own unambiguous numerals, else by its language."""
    marks = {next(mark for mark in found.groups() if mark) for found in _SETTLED.finditer(text)}
    marks |= {"." if found[1] == "," else "," for found in _GROUPED_TWICE.finditer(text)}
    if marks == {"."}:
        return "en"
    if marks == {","}:
        return "de"
    return None if marks else language_of(text)


def readings(numeral: str, notation: Notation | None) -> tuple[Decimal, ...]:
    """Return the values `numeral` may have: one, two where the notation is open, none where it is no number."""
    plain = re.sub(rf"[{GROUPING}](?=\d{{3}}(?:\D|$))", "", numeral)
    if re.search(rf"[{GROUPING}]", plain):
        return ()
    signs = re.findall(r"[.,]", plain)
    if len(set(signs)) == 2:
        return _mixed(plain, decimal=signs[-1], grouping=signs[0])
    if len(signs) > 1:
        return (Decimal(re.sub(r"[.,]", "", plain)),) if _grouped(plain, signs[0]) else ()
    if not signs:
        return (Decimal(plain),)
    decimal, grouped = Decimal(plain.replace(",", ".")), Decimal(re.sub(r"[.,]", "", plain))
    if not _grouped(plain, signs[0]):
        return (decimal,)
    if notation is None:
        return (decimal, grouped)
    return (decimal,) if (notation == "en") == (signs[0] == ".") else (grouped,)


def _mixed(plain: str, *, decimal: str, grouping: str) -> tuple[Decimal, ...]:
    whole, _, fraction = plain.rpartition(decimal)
    if decimal in whole or not _grouped(whole, grouping):
        return ()
    return (Decimal(f"{whole.replace(grouping, '')}.{fraction}"),)


def _grouped(plain: str, sign: str) -> bool:
    return bool(re.fullmatch(rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+", plain))
