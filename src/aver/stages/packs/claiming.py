"""A computed value as a claim of an answer: of the kind `computed`, citing whatever its inputs cite (H1, I2).

The gate treats it as it treats any computed claim; without a cited input it needs more confidence than anything else.
"""

from __future__ import annotations

from aver.stages.packs.showing import receipt_text
from aver.values.answers import Claim, ClaimKind
from aver.values.readings import Derivation
from aver.values.sealed import Sealed, drawn_from


def computed_claim(derivation: Derivation, *, number: int, sub_question: int = 0, support: float = 0.0) -> Claim:
    """Return the claim `number` that states a computed value with its receipt; `support` as for any claim."""
    citations = tuple(one.citation for one in derivation.inputs if one.citation is not None)
    return Claim(
        number=number,
        text=Sealed(receipt_text(derivation), drawn_from(citation.document for citation in citations)),
        kind=ClaimKind.COMPUTED,
        citations=citations,
        sub_question=sub_question,
        support=support,
    )
