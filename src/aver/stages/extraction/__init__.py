"""Candidate claims from documents, offline: statements, the rules among them, and their predicates (J1).

`candidates_in(document, pack)` reads; `ruling` says what one sentence rules, `conditions` what it says of the pack's
parameters, `atoms` writes predicates, `rows` reads tables, `lexicon` holds the closed classes of words.
"""

from aver.stages.extraction.candidates import EXTRACTOR, MINIMUM, Candidate, Extraction, candidates_in

__all__ = ["EXTRACTOR", "MINIMUM", "Candidate", "Extraction", "candidates_in"]
