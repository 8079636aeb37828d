"""Everything that is understood about a question, in one value: its parts, its time, its other wordings.

The original is always sub-question 0 and always votes. Parts that must be covered count from 1; after them come
the rewrites that only add votes, which together weigh half of what the original weighs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from aver.stages.planning.catalogue import NO_CATALOGUE, Catalogue
from aver.stages.planning.decomposition import parts_of
from aver.stages.planning.intents import intents_of
from aver.stages.planning.naming import NamedRow, from_rows, several_meant
from aver.stages.planning.references import asked_back, resolved
from aver.stages.planning.rewriting import (
    REWRITE_SHARE,
    from_catalogue,
    from_evidence,
    from_form,
    rewrites_of,
)
from aver.stages.planning.temporal import Moment, moment_of
from aver.stages.planning.validation import drift
from aver.values.inquiry import FROM_MODEL, Inquiry, Means, Missing, Period, Plan, Rewrite, SubQuestion
from aver.values.sealed import Sealed


def plan_of(inquiry: Inquiry, *, today: str, catalogue: Catalogue = NO_CATALOGUE) -> Plan:
    """Return the plan; validity is judged at the inquiry's date, else the question's, else `today` (ISO date)."""
    asked = inquiry.question
    moment = moment_of(asked.text, today=today)
    required = _required(inquiry)
    votes = rewrites_of(asked.text, (*from_catalogue(asked.text, catalogue), *from_form(asked.text)))
    parts = tuple(rewrite.text for rewrite in required if not rewrite.dropped)
    return Plan(
        sub_questions=_numbered(asked, parts, votes),
        as_of=inquiry.as_of or (moment.as_of if moment and moment.as_of else today),
        intents=intents_of(asked.text),
        period=_period(moment, asked),
        rewrites=(*required, *votes),
        missing=(*(() if inquiry.document else asked_back(asked.text, inquiry.conversation)), *_deciding(inquiry)),
        sought=() if parts or inquiry.parameters is None else inquiry.parameters.sought,
    )


def _deciding(inquiry: Inquiry) -> tuple[Missing, ...]:
    """Return the parameters of a domain pack without which nobody can answer, and that the inquiry leaves open."""
    return () if inquiry.parameters is None else tuple(one for one in inquiry.parameters.open if one.deciding)


def expanded(plan: Plan, evidence: Iterable[tuple[str, str]], rows: Sequence[NamedRow] = ()) -> Plan:
    """Return `plan` with the wordings that eligible evidence vouches for, as `(document, text)`; else as it was.

    A name that means one of `rows` is also put as its key; one that means several is asked back.
    """
    asked = plan.sub_questions[0].text
    plan = replace(plan, missing=(*plan.missing, *several_meant(asked.text, rows)))
    found = rewrites_of(asked.text, (*from_rows(asked.text, rows), *from_evidence(asked.text, evidence)))
    return with_rewrites(plan, found)


def with_rewrites(plan: Plan, found: Sequence[Rewrite]) -> Plan:
    """Return `plan` with further wordings of its question, which vote where they weren't dropped."""
    if not found:
        return plan
    asked = plan.sub_questions[0].text
    rewrites = (*plan.rewrites, *found)
    parts = tuple(part.text for part in plan.sub_questions if part.required and part.number)
    votes = tuple(one for one in rewrites if one.means not in (Means.PART, Means.REFERENCE))
    return replace(plan, sub_questions=_numbered(asked, parts, votes), rewrites=rewrites)


def _required(inquiry: Inquiry) -> tuple[Rewrite, ...]:
    """Return the parts that must be covered, those whose taking apart was dropped included."""
    asked = inquiry.question
    whole, context = resolved(asked.text, inquiry.conversation)
    if whole:
        reason = drift(asked.text, whole, context=context)
        return (Rewrite(text=Sealed(whole, asked.document), means=Means.REFERENCE, dropped=reason),)
    parts, reason = parts_of(asked.text)
    if reason:
        return (Rewrite(text=asked, means=Means.PART, dropped=reason),)
    return tuple(Rewrite(text=Sealed(part, asked.document), means=Means.PART) for part in parts)


def _numbered(asked: Sealed, parts: Sequence[Sealed], votes: Sequence[Rewrite]) -> tuple[SubQuestion, ...]:
    kept = [vote for vote in votes if not vote.dropped]
    return (
        SubQuestion(number=0, text=asked),
        *(SubQuestion(number=number, text=part) for number, part in enumerate(parts, start=1)),
        *(
            SubQuestion(
                number=number,
                text=vote.text,
                required=False,
                weight=round(REWRITE_SHARE / len(kept), 6),
                from_model=vote.means in FROM_MODEL,
            )
            for number, vote in enumerate(kept, start=len(parts) + 1)
        ),
    )


def _period(moment: Moment | None, asked: Sealed) -> Period | None:
    if moment is None:
        return None
    return Period(words=Sealed(moment.words, asked.document), since=moment.since, until=moment.until)
