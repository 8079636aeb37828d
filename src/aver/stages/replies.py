"""When a question is the very one that an expert answered before, so that the reply answers it too (J5)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from aver.patterns import regex
from aver.stages.planning.temporal import moment_of
from aver.values.identity import tagged_hash
from aver.values.inquiry import Inquiry

_DAYS = ("1999-03-31", "2031-10-15")
"""Two days far apart: what tells another date on each of them is told from the day of asking."""
_PERSONAL = regex(
    r"\b(?:i|me|my|mine|myself|we|us|ours?|ourselves|ich|mich|mir|mein\w*|wir|uns|unser\w*)\b", re.IGNORECASE
)
_HERE_AND_NOW = regex(
    r"\b(?:this|these|here|now|today|tonight|tomorrow|yesterday|currently|next"
    r"|dies\w*|hier|jetzt|heute|morgen|gestern|derzeit|aktuell|gerade|nächst\w*|kommend\w*)\b",
    re.IGNORECASE,
)
"""What points at the time or place of asking, or at something beside the question."""


def question_digest(inquiry: Inquiry, principals: Iterable[str]) -> str:
    """Return a hash that two inquiries share only if one answer serves both, "" where no other can be the same.

    The words have to be the same, white space and closing marks aside, the document, the day and the parameters too. A
    question that goes on from another, or points at the time or place of asking, is never the same again; one about the
    asker ("my", "we") only for somebody with the same `principals`.
    """
    question = unicodedata.normalize("NFC", inquiry.question.text)
    dated = moment_of(question, today=_DAYS[0]) != moment_of(question, today=_DAYS[1])
    if inquiry.conversation or dated or _HERE_AND_NOW.search(question):
        return ""
    given = () if inquiry.parameters is None else inquiry.parameters.given
    parts = (
        " ".join(question.split()).rstrip(" ?!."),
        inquiry.document or "",
        inquiry.as_of or "",
        "\n".join(sorted(principals)) if _PERSONAL.search(question) else "",
        *(part for name, value in sorted(given, key=lambda one: one[0]) for part in (name, value.text)),
    )
    return tagged_hash("aver.question.1", parts)
