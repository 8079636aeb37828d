"""Renderings of evidence for a prompt: inert, delimited, and parseable back to the exact text.

Every renderer writes XML elements whose content is escaped down to the quotes, so a closing delimiter can
only come from the renderer. Nothing retrieved ever reaches the instruction channel.
"""

from __future__ import annotations

from aver.stages.injection.brief import evidence_brief
from aver.stages.injection.citation_bundle import citation_bundle
from aver.stages.injection.code import code
from aver.stages.injection.conflict import conflict
from aver.stages.injection.extracted_claim import extracted_claim
from aver.stages.injection.parent_section import parent_section
from aver.stages.injection.raw_span import raw_span
from aver.stages.injection.source_comparison import source_comparison
from aver.stages.injection.table import table

__all__ = [
    "citation_bundle",
    "code",
    "conflict",
    "evidence_brief",
    "extracted_claim",
    "parent_section",
    "raw_span",
    "source_comparison",
    "table",
]
