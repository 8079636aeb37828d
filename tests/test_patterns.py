"""Expressions that are compiled at their first use are, from then on, like any other."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.patterns import regex

WRITTEN = r"(?P<one>[a-c]+)\d?"


@given(text=st.text(alphabet="abcABC12 ", max_size=30))
def test_it_finds_what_the_compiled_one_finds(text: str) -> None:
    late, compiled = regex(WRITTEN, re.IGNORECASE), re.compile(WRITTEN, re.IGNORECASE)
    assert [(found.span(), found["one"]) for found in late.finditer(text)] == [
        (found.span(), found["one"]) for found in compiled.finditer(text)
    ]
    for method in ("search", "match", "fullmatch"):
        ours, theirs = getattr(late, method)(text), getattr(compiled, method)(text)
        assert (ours and ours.span()) == (theirs and theirs.span())
    assert late.sub("x", text) == compiled.sub("x", text)
    assert (late.split(text), late.findall(text)) == (compiled.split(text), compiled.findall(text))


def test_it_says_how_it_is_written() -> None:
    late = regex(WRITTEN, re.IGNORECASE)
    assert (late.pattern, late.flags, late.groups) == (WRITTEN, re.IGNORECASE, 1)


def test_it_can_be_copied_and_sent_to_another_process() -> None:
    late = regex(WRITTEN)
    assert copy.deepcopy(late).fullmatch("abc1") and pickle.loads(pickle.dumps(late)).fullmatch("abc1")


def test_what_is_no_expression_fails_at_its_first_use() -> None:
    wrong = regex("(")
    with pytest.raises(re.error):
        wrong.search("a")


def test_the_product_is_imported_without_compiling_what_only_some_commands_use() -> None:
    code = (
        "import re._compiler as c; n = []; old = c.compile\n"
        "c.compile = lambda p, flags=0: n.append(p) or old(p, flags)\n"
        "import aver.app\n"
        "print(len(n))"
    )
    counted = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(counted.stdout) < 200
