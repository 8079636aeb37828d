"""Where claims stand, and nothing else: what a reader needs to look every one of them up."""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.injection.escaping import element, escape
from aver.values.answers import Citation, Claim


def citation_bundle(claims: Sequence[Claim]) -> str:
    """Return `<citations>` with a `<citation>` per place, each once, in the order in which claims name them."""
    places = {(one.version, one.start, one.end): one for claim in claims for one in claim.citations}
    return element("citations", "\n".join(map(_citation, places.values())))


def _citation(one: Citation) -> str:
    return element(
        "citation",
        escape(str(one.quote)),
        (
            ("evidence", one.packet),
            ("uri", one.uri),
            ("title", str(one.title)),
            ("section", str(one.section_path) or None),
            ("page", one.page),
            ("cells", None if one.cell_range is None else str(one.cell_range)),
            ("version", one.version),
            ("start", one.start),
            ("end", one.end),
            ("levels", " ".join(one.levels)),
        ),
    )
