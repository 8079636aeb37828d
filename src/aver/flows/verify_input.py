"""An answer as other systems send it, read into a `Submission`: JSON in several shapes, or plain prose.

Taken are `{"claims": [...], "sources": [...]}` (the body of `POST /v1/verify`), `{"answer": "prose [1]", "sources":
[...]}`, and the whole `aver ask --json` object. Where claims are listed they are what is verified; prose is split.
Whatever bytes come, the result is a submission or a BadInput that names the field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from aver.errors import BadInput
from aver.patterns import regex
from aver.stages.verifying.splitting import claims_of_answer
from aver.values.evidence import Freshness
from aver.values.verification import GivenCitation, GivenClaim, GivenSource, Submission

MOST_CLAIMS = 500
MOST_CITATIONS = 50
"""Citations of one claim."""
MOST_SOURCES = 1_000
LONGEST_CLAIM = 4_000
"""Code points; a claim is a sentence."""
LONGEST_TEXT = 5_000_000
"""Code points of an answer, and of all sources together."""

_HINT = 'send {"claims": [{"text", "citations": [{"source", "quote"}]}], "sources": [{"id", "text"}]}, or prose'
_SURROGATE = regex("[\ud800-\udfff]")
_SOURCE_FIELDS = ("source", "uri", "document_id", "id", "title", "packet_id")


def read_submission(data: bytes, *, known: frozenset[str] = frozenset()) -> Submission:
    """Return the answer in `data`, JSON where it begins like an object, else prose.

    `known` are further names that a bracket in prose may cite. Raises BadInput.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _fault("the answer", f"isn't UTF-8 at byte {error.start}") from error
    if not text.lstrip().startswith("{"):
        return submission_of_prose(text, known=known)
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _fault("the answer", f"isn't JSON: {error}") from error
    return submission_of(value, known=known)


def submission_of_prose(
    text: str, *, sources: Sequence[GivenSource] = (), known: frozenset[str] = frozenset()
) -> Submission:
    """Return prose split into claims; `[1]` cites the first source, a name in brackets the source of that name."""
    text = _clean(text)
    if not text.strip():
        raise _fault("the answer", "is empty")
    if len(text) > LONGEST_TEXT:
        raise _fault("the answer", f"has more than {LONGEST_TEXT} characters")
    answer = claims_of_answer(text, known=known | {source.id for source in sources})
    claims = tuple(
        GivenClaim(text=one.text, citations=tuple(GivenCitation(source=name) for name in one.sources))
        for one in answer.claims
    )
    return _bounded(Submission(claims=claims, sources=tuple(sources), left_out=answer.left_out))


def submission_of(value: Any, *, known: frozenset[str] = frozenset()) -> Submission:
    """Return the submission in a JSON object that was read already. Raises BadInput naming the field."""
    if not isinstance(value, Mapping):
        raise _fault("the answer", "is no JSON object")
    sources = tuple(_source(one, f"sources[{n}]") for n, one in enumerate(_list(value, "sources", "sources")))
    if len({source.id for source in sources}) < len(sources):
        raise _fault("sources", "name one id twice")
    answer = value.get("answer")
    listed = answer if isinstance(answer, Mapping) else value
    if listed.get("claims") is not None:
        claims = tuple(_claim(one, f"claims[{n}]") for n, one in enumerate(_list(listed, "claims", "claims")))
        return _bounded(Submission(claims=claims, sources=sources))
    prose = _text(listed, "text", "answer") if isinstance(answer, Mapping) else _text(value, "answer", "answer")
    if prose is None:
        raise _fault("the answer", "has neither `claims` nor `answer`")
    return submission_of_prose(prose, sources=sources, known=known)


def _bounded(given: Submission) -> Submission:
    if len(given.claims) > MOST_CLAIMS:
        raise _fault("claims", f"are {len(given.claims)}, more than {MOST_CLAIMS}")
    if len(given.sources) > MOST_SOURCES:
        raise _fault("sources", f"are {len(given.sources)}, more than {MOST_SOURCES}")
    if sum(len(source.text) for source in given.sources) > LONGEST_TEXT:
        raise _fault("sources", f"have more than {LONGEST_TEXT} characters")
    for number, claim in enumerate(given.claims):
        if len(claim.text) > LONGEST_CLAIM:
            raise _fault(f"claims[{number}]", f"has more than {LONGEST_CLAIM} characters")
        if len(claim.citations) > MOST_CITATIONS:
            raise _fault(f"claims[{number}].citations", f"are more than {MOST_CITATIONS}")
    return given


def _claim(value: Any, place: str) -> GivenClaim:
    if isinstance(value, str):
        return GivenClaim(text=_filled(_clean(value), place))
    if not isinstance(value, Mapping):
        raise _fault(place, "is neither a string nor an object")
    text = _filled(_text(value, "text", place), f"{place}.text")
    cited = _list(value, "citations", place)
    return GivenClaim(
        text=text, citations=tuple(_citation(one, f"{place}.citations[{n}]") for n, one in enumerate(cited))
    )


def _citation(value: Any, place: str) -> GivenCitation:
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return GivenCitation(source=_filled(_clean(str(value)), place))
    if not isinstance(value, Mapping):
        raise _fault(place, "is neither the name of a source nor an object")
    names = (_text(value, field, place) for field in _SOURCE_FIELDS)
    span = value.get("span") if value.get("span") is not None else value
    if not isinstance(span, Mapping):
        raise _fault(f"{place}.span", "is no object")
    start, end = _offset(span, "start", place), _offset(span, "end", place)
    if (start is None) != (end is None):
        raise _fault(f"{place}.span", "names one end only")
    return GivenCitation(
        source=_filled(next((name for name in names if name), None), f"{place}.source"),
        quote=_text(value, "quote", place) or None,
        start=start,
        end=end,
        section=_text(value, "section_path", place) or None,
        chunk=_text(value, "chunk_id", place) or None,
        cell=_text(value, "table_cell_range", place) or None,
        version=_text(value, "version_id", place) or None,
    )


def _source(value: Any, place: str) -> GivenSource:
    if not isinstance(value, Mapping):
        raise _fault(place, "is no object")
    status = _text(value, "status", place) or Freshness.ACTIVE.value
    if status not in {one.value for one in Freshness}:
        raise _fault(f"{place}.status", f"is none of {', '.join(one.value for one in Freshness)}")
    text = _text(value, "text", place)
    if text is None:
        raise _fault(f"{place}.text", "is missing")
    format_ = _text(value, "format", place) or "text"
    if format_ not in ("text", "markdown"):
        raise _fault(f"{place}.format", "is neither `text` nor `markdown`")
    return GivenSource(
        id=_filled(_text(value, "id", place), f"{place}.id"),
        text=text,
        title=_text(value, "title", place) or "",
        version=_text(value, "version_id", place) or "",
        markdown=format_ == "markdown",
        freshness=Freshness(status),
    )


def _text(fields: Mapping[str, Any], field: str, place: str) -> str | None:
    value = fields.get(field)
    if value is not None and not isinstance(value, str):
        raise _fault(f"{place}.{field}", "is no string")
    return None if value is None else _clean(value)


def _offset(fields: Mapping[str, Any], field: str, place: str) -> int | None:
    value = fields.get(field)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53):
        raise _fault(f"{place}.{field}", "is no offset")
    return value


def _list(fields: Mapping[str, Any], field: str, place: str) -> Sequence[Any]:
    value = fields.get(field)
    if value is not None and not isinstance(value, list):
        raise _fault(f"{place}.{field}" if place != field else field, "is no list")
    return value or []


def _filled(value: str | None, place: str) -> str:
    if value is None or not value.strip():
        raise _fault(place, "is missing or empty")
    return value.strip()


def _clean(text: str) -> str:
    """Return `text` without half characters, which nothing could print; lengths stay as they are."""
    return _SURROGATE.sub("\ufffd", text)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _fault(place: str, problem: str) -> BadInput:
    return BadInput(f"{place} {problem}", hint=_HINT)
