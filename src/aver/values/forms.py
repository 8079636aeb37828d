"""The forms in which what a run holds can be handed to somebody else's prompt (F2)."""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    """A brief by part of the question, evidence by source, claims, their citations, or what disagrees."""

    BRIEF = "brief"
    SOURCES = "sources"
    CLAIMS = "claims"
    CITATIONS = "citations"
    CONFLICTS = "conflicts"
