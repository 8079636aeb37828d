"""The dense channel: exact cosine over the eligible chunks (D2)."""

from __future__ import annotations

from collections.abc import Callable

from aver.errors import AverError
from aver.values.evidence import ChannelResult, Hit
from aver.values.inquiry import SubQuestion

NAME = "dense"


def search_dense(sub_question: SubQuestion, search: Callable[[str], tuple[Hit, ...]]) -> ChannelResult:
    """Ask `search` for the text of a sub-question; an outage is part of the result, never silent."""
    try:
        hits = search(sub_question.text.text)
    except AverError as error:
        return ChannelResult(channel=NAME, sub_question=sub_question.number, hits=(), failure=type(error).__name__)
    return ChannelResult(channel=NAME, sub_question=sub_question.number, hits=hits)
