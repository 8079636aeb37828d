"""A claim with the words it rests on, so that it can be read without the passages around them."""

from __future__ import annotations

from aver.stages.injection.escaping import element, escape
from aver.values.answers import Claim


def extracted_claim(claim: Claim) -> str:
    """Return `<claim>` with its text and a `<cites>` per citation."""
    cites = "".join(
        element(
            "cites",
            escape(str(one.quote)),
            (("evidence", one.packet), ("start", str(one.start)), ("end", str(one.end))),
        )
        for one in claim.citations
    )
    body = element("text", escape(str(claim.text))) + cites
    return element("claim", body, (("number", claim.number), ("kind", claim.kind.value)))
