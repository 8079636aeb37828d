"""Each question judged right, wrong or abstained, and the judgements of a whole run.

The rules are those of definitions.md, "Scoring what is released": only released words count, a trap needs the right
stance with proof and without the lure, and a missing or duplicate row is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from aver.evals.matching import QUOTE_LIMIT, counted, holds_answer, touched
from aver.evals.questions import ALL_SPANS_NEEDED, Question
from aver.evals.rows import Released, Row, released


class Judgement(StrEnum):
    """What became of one question."""

    CORRECT = "correct"
    WRONG = "wrong"
    ABSTAINED = "abstained"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One labelled question with its row; `row` and `released` are None where the row is missing.

    `twice` marks a question with more than one row; the last one is shown, and it is wrong whatever it says.
    """

    question: Question
    kind: str
    row: Row | None
    released: Released | None
    judgement: Judgement
    twice: bool = False

    @property
    def answered(self) -> bool:
        """Whether this counts as released; a lost or doubled row does, so that losing rows never pays."""
        return self.released is None or self.twice or self.released.answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A whole run: labelled questions in file order, and what could not be paired with one.

    `unlabelled` counts questions without a kind, `unknown_or_duplicate` rows that belong to no question or to one
    that has a row already. `rows` holds one row per answered question, labelled or not.
    """

    judged: tuple[Judged, ...]
    rows: tuple[Row, ...]
    missing: int
    unknown_or_duplicate: int
    unlabelled: int


def score(rows: Sequence[Row], questions: Sequence[Question]) -> Scored:
    """Pair rows with questions by id and judge every labelled question. Raises BadInput for a row of wrong shape."""
    last = {row.id: row for row in rows}
    seen = Counter(row.id for row in rows)
    known = {question.id for question in questions}
    judged = tuple(
        _judged(question, question.kind, last.get(question.id), twice=seen[question.id] > 1)
        for question in questions
        if question.kind is not None
    )
    return Scored(
        judged=judged,
        rows=tuple(last[question.id] for question in questions if question.id in last),
        missing=sum(question.id not in last for question in questions),
        unknown_or_duplicate=sum(count if id not in known else count - 1 for id, count in seen.items()),
        unlabelled=sum(question.kind is None for question in questions),
    )


def _judged(question: Question, kind: str, row: Row | None, *, twice: bool) -> Judged:
    given = released(row) if row else None
    judgement = Judgement.WRONG if given is None or twice else judge(question, given)
    return Judged(question=question, kind=kind, row=row, released=given, judgement=judgement, twice=twice)


def judge(question: Question, given: Released) -> Judgement:
    """Return the judgement on one result by the rule of the question's kind."""
    match question.kind:
        case "unanswerable" | "offtopic":
            return Judgement.WRONG if given.answered else Judgement.CORRECT
        case "ambiguous" if given.outcome == "CLARIFY":
            return Judgement.CORRECT
        case _ if not given.answered:
            return Judgement.ABSTAINED
        case "ambiguous":
            right = False
        case "trap":
            right = _trap_is_right(question, given)
        case "control":
            right = _control_is_right(question, given)
        case "fact" | "table":
            right = _proved(question, given) or _answer_is_quoted(question, given)
        case _:
            right = _proved(question, given)
    return Judgement.CORRECT if right else Judgement.WRONG


def counted_quotes(question: Question, given: Released) -> tuple[str, ...]:
    """Return the quotes of the released claims that count for this question."""
    return counted((cited.quote for cited in given.cited), question.gold_spans + question.refuting_spans)


def _proved(question: Question, given: Released) -> bool:
    quotes = counted_quotes(question, given)
    enough = all if question.kind in ALL_SPANS_NEEDED else any
    return enough(touched(span, quotes) for span in question.gold_spans)


def _answer_is_quoted(question: Question, given: Released) -> bool:
    """Tell whether a short quote from the gold document holds the short answer."""
    answer = question.answer
    return bool(answer) and any(
        len(cited.quote) <= QUOTE_LIMIT
        and cited.uri.endswith(question.doc or "")
        and holds_answer(cited.quote, answer or "")
        for cited in given.cited
    )


def _trap_is_right(question: Question, given: Released) -> bool:
    spans = question.gold_spans + question.refuting_spans
    quotes = counted_quotes(question, given)
    shown = quotes + counted(given.refuting, spans)
    proof = any(touched(span, shown) for span in spans)
    return given.stance == question.expected_stance and proof and not _lure_is_relayed(question, quotes)


def _lure_is_relayed(question: Question, quotes: Sequence[str]) -> bool:
    """Tell whether a claim quotes the lure although no claim quotes what refutes it."""
    if not question.lure_span or not touched(question.lure_span, quotes):
        return False
    return not any(touched(span, quotes) for span in question.refuting_spans)


def _control_is_right(question: Question, given: Released) -> bool:
    turned_down = given.stance == "REJECTS" and question.expected_stance == "SUPPORTS"
    return _proved(question, given) and not turned_down
