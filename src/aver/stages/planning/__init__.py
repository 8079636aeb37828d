"""Understanding the question before anything is searched: intent, parts, time, references, other wordings (B).

Pure and by grammar: the same question, day, conversation and catalogue give the same plan; what a chat model adds are
votes (`rewording`). Nothing here has seen a document, so nothing here can depend on one that the caller may not read.
"""

from aver.stages.planning.catalogue import NO_CATALOGUE, Catalogue, Entity, catalogue_of
from aver.stages.planning.naming import named_rows
from aver.stages.planning.plan import expanded, plan_of, with_rewrites
from aver.stages.planning.rewording import worded

__all__ = [
    "NO_CATALOGUE",
    "Catalogue",
    "Entity",
    "catalogue_of",
    "expanded",
    "named_rows",
    "plan_of",
    "with_rewrites",
    "worded",
]
