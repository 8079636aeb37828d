"""Renderings of evidence for a prompt: inert, delimited, and parseable back to the exact text.

Every renderer writes XML elements whose content is escaped down to the quotes, so a closing delimiter can
only come from the renderer. Nothing retrieved ever reaches the instruction channel.
"""

from __future__ import annotations

from aver.stages.injection.brief import evidence_brief
from aver.stages.injection.code import code
from aver.stages.injection.parent_section import parent_section
from aver.stages.injection.raw_span import raw_span
from aver.stages.injection.table import table

__all__ = ["code", "evidence_brief", "parent_section", "raw_span", "table"]
