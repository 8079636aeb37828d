"""The lexical channel: BM25 over the eligible chunks (D1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from aver.errors import AverError
from aver.stages.analyser import term_keys
from aver.values.evidence import ChannelResult, Hit
from aver.values.inquiry import SubQuestion

NAME = "lexical"


def search_lexical(
    sub_question: SubQuestion, search: Callable[[Iterable[int]], tuple[tuple[Hit, ...], float]]
) -> ChannelResult:
    """Ask `search` for the terms of a sub-question; an outage is part of the result, never silent."""
    try:
        hits, reach = search(frozenset(term_keys(sub_question.text.text)))
    except AverError as error:
        return ChannelResult(channel=NAME, sub_question=sub_question.number, hits=(), failure=type(error).__name__)
    return ChannelResult(channel=NAME, sub_question=sub_question.number, hits=hits, reach=reach)
