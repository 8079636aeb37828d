"""Domain packs: load one strictly, read an inquiry with it, judge predicates, compute with receipts (B8, H1, J).

Pure and offline: the same text and pack give the same reading, with or without a model. A pack is the owner's
configuration, the same for every caller, so nothing about a document shows through it.
"""

from aver.stages.packs.computing import compute, given_by, inputs_of
from aver.stages.packs.loading import pack_of
from aver.stages.packs.predicates import Holds, Judged, forbidden, judged, predicate_of
from aver.stages.packs.reading import read_inquiry
from aver.stages.packs.recording import parameters_of

__all__ = [
    "Holds",
    "Judged",
    "compute",
    "forbidden",
    "given_by",
    "inputs_of",
    "judged",
    "pack_of",
    "parameters_of",
    "predicate_of",
    "read_inquiry",
]
