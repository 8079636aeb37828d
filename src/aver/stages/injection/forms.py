"""What a run found and said, in the form that somebody else's prompt wants it in (F2, F4)."""

from __future__ import annotations

from aver.stages.injection.brief import evidence_brief
from aver.stages.injection.citation_bundle import citation_bundle
from aver.stages.injection.conflict import conflict
from aver.stages.injection.escaping import element
from aver.stages.injection.extracted_claim import extracted_claim
from aver.stages.injection.source_comparison import source_comparison
from aver.stages.transcript import Transcript
from aver.values.forms import Form


def in_form(form: Form, run: Transcript, *, budget: int | None = None) -> str:
    """Return one XML element with what `run` holds; only released claims are shown.

    `budget` bounds the evidence of a brief and of sources in tokens.
    """
    match form:
        case Form.BRIEF:
            return evidence_brief(run.packets, [one for one in run.questions if one.required], budget=budget)
        case Form.SOURCES:
            return source_comparison(run.packets, budget=budget)
        case Form.CLAIMS:
            return element("claims", "\n".join(map(extracted_claim, run.released)))
        case Form.CITATIONS:
            return citation_bundle(run.released)
        case Form.CONFLICTS:
            return element("conflicts", "\n".join(conflict(one, run.packets) for one in run.conflicts))
