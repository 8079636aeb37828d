"""Domain packs: load one strictly, read an inquiry with it, judge predicates, compute with receipts (B8, H1, J).

Pure and offline: the same text and pack give the same reading, with or without a model. A pack is the owner's
configuration, the same for every caller, so nothing about a document shows through it.
"""

from aver.stages.packs.bearing import bearing_on, products_of
from aver.stages.packs.claiming import computed_claim
from aver.stages.packs.computing import compute, computed_for, given_by, inputs_of
from aver.stages.packs.gating import with_thresholds_of
from aver.stages.packs.loading import pack_of
from aver.stages.packs.meaning import Cosines
from aver.stages.packs.predicated import Borne
from aver.stages.packs.predicates import Holds, Judged, forbidden, judged, predicate_of
from aver.stages.packs.reading import read_inquiry
from aver.stages.packs.recording import missing_of, parameters_of
from aver.stages.packs.showing import amount_text, receipt_text, value_text

__all__ = [
    "Borne",
    "Cosines",
    "Holds",
    "Judged",
    "amount_text",
    "bearing_on",
    "compute",
    "computed_claim",
    "computed_for",
    "forbidden",
    "given_by",
    "inputs_of",
    "judged",
    "missing_of",
    "pack_of",
    "parameters_of",
    "predicate_of",
    "products_of",
    "read_inquiry",
    "receipt_text",
    "value_text",
    "with_thresholds_of",
]
