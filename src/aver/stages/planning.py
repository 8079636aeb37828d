"""Taking the question apart: today one required sub-question, the original (B4, B6)."""

from __future__ import annotations

from aver.values.inquiry import Inquiry, Plan, SubQuestion


def plan_of(inquiry: Inquiry, *, today: str) -> Plan:
    """Return the plan; validity is judged at the inquiry's date, else at `today` (ISO date)."""
    return Plan(
        sub_questions=(SubQuestion(number=0, text=inquiry.question),),
        as_of=inquiry.as_of or today,
    )
