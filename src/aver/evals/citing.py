"""How well released answers are cited: a share per answer, so that one long answer doesn't outweigh many.

Citations of one answer depend on each other, so means and intervals are taken over answers, not over citations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aver.evals.matching import touched
from aver.evals.rows import Released
from aver.evals.score import Judged, counted_quotes

UNSUPPORTED = frozenset({"fail", "not_run"})
"""Verdicts a released claim must not carry (definitions.md, "Confidence, gate, outcomes")."""


def citation_accuracy(judged: Sequence[Judged]) -> list[float]:
    """Return, per released answer that cites, the share of its citations that touch a gold or refuting span.

    Quotes that are too long to count are not accurate. Questions without labelled spans are left out.
    """
    return list(_accurate_shares(judged))


def _accurate_shares(judged: Sequence[Judged]) -> Iterator[float]:
    for one in judged:
        spans = one.question.gold_spans + one.question.refuting_spans
        given = one.released
        if given is None or not given.answered or not given.cited or not spans:
            continue
        quotes = counted_quotes(one.question, given)
        accurate = sum(any(touched(span, [quote]) for span in spans) for quote in quotes)
        yield accurate / len(given.cited)


def support_rate(given: Sequence[Released]) -> list[float]:
    """Return, per released answer with claims, the share of claims that were checked and found without fault.

    A claim without findings isn't supported: nothing checked means nothing shown.
    """
    answers = [one.claim_verdicts for one in given if one.answered and one.claim_verdicts]
    return [sum(_supported(verdicts) for verdicts in claims) / len(claims) for claims in answers]


def _supported(verdicts: tuple[str, ...]) -> bool:
    return bool(verdicts) and not UNSUPPORTED.intersection(verdicts)
