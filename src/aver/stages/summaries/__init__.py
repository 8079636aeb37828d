"""Claim-bearing summaries without a model: what each layer of a document asserts, in its own sentences (A3, A6).

`hierarchy` is the document as chapters of sections of paragraphs. `paragraphs` is the only module that reads
text; `layers` builds section, chapter and document, each from the layer below. `purposes` reads headings,
`cues` reads sentences, `summarising` puts the whole together.
"""

from aver.stages.summaries.hierarchy import hierarchy
from aver.stages.summaries.summarising import SUMMARISER, Reword, Summarised, summarise

__all__ = ["SUMMARISER", "Reword", "Summarised", "hierarchy", "summarise"]
