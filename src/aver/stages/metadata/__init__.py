"""Governance from outside a document and the little a document may add to it (A10).

`rules_of` reads a `--meta` file, `governance_for` applies it to a uri, `narrowed` lets the document's own
fields tighten status, validity and successors, and nothing else.
"""

from aver.stages.metadata.narrowing import narrowed, nonsense
from aver.stages.metadata.rules import Rule, governance_for, readers_of, rules_of, unused

__all__ = ["Rule", "governance_for", "narrowed", "nonsense", "readers_of", "rules_of", "unused"]
