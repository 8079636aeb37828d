"""The dense channel: cosine over the eligible chunks, exact unless the settings say `unsafe_approximate` (D2)."""

from __future__ import annotations

from collections.abc import Callable

from aver.errors import AverError
from aver.values.evidence import Approximation, ChannelResult, Hit
from aver.values.inquiry import SubQuestion

NAME = "dense"


def search_dense(
    sub_question: SubQuestion, search: Callable[[str], tuple[tuple[Hit, ...], Approximation | None]]
) -> ChannelResult:
    """Ask `search` for the text of a sub-question; an outage is part of the result, never silent."""
    try:
        hits, how = search(sub_question.text.text)
    except AverError as error:
        return ChannelResult(channel=NAME, sub_question=sub_question.number, hits=(), failure=type(error).__name__)
    return ChannelResult(channel=NAME, sub_question=sub_question.number, hits=hits, approximation=how)
