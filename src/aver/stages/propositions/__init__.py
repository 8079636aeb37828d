"""Propositions without a model: atomic statements that stand alone, every word traceable to the source (A7).

`propositions(document)` reads; `keep_grounded(text, candidates)` is the check at its end, which statements
from elsewhere must pass too. `clauses` takes sentences apart, `references` says what pronouns mean,
`composing` puts spans together, `grounding` checks them, `lexicon` holds the closed word classes.
"""

from aver.stages.propositions.grounding import grounded
from aver.stages.propositions.reading import PROPOSER, keep_grounded, propositions

__all__ = ["PROPOSER", "grounded", "keep_grounded", "propositions"]
