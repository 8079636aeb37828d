"""Governance from outside a document and the little a document may add to it (A10).

`rules_of` reads a `--meta` file, `governance_for` applies it to a uri, `narrowed` lets the document's own
fields tighten status, validity and successors, and nothing else; `told_validity` makes fields of what its head says
of its validity. `redacted` takes out of a document what its
rules say before anything is made of it.
"""

from aver.stages.metadata.narrowing import narrowed, nonsense
from aver.stages.metadata.redaction import emptied, matches, redacted
from aver.stages.metadata.rules import Rule, governance_for, readers_of, redactions_for, rules_of, unused
from aver.stages.metadata.told_validity import told_validity

__all__ = [
    "Rule",
    "emptied",
    "governance_for",
    "matches",
    "narrowed",
    "nonsense",
    "readers_of",
    "redacted",
    "redactions_for",
    "rules_of",
    "told_validity",
    "unused",
]
