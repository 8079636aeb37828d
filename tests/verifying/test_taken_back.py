"""What a source struck out, corrected, or only quotes from somebody carries no claim, however sure a scorer is (H1)."""

from __future__ import annotations

import pytest

from aver.values.verification import GivenSource
from tests.verifying.given import YES, Scripted, verified

NOTES = """# Harbour

Visitors may park for ~~three hours~~ two hours.

~~Motorcycles park free of charge.~~

<!-- The fee for charging is due in May. -->

The bridge was closed for 14 months. The works cost 3.4 million euros.

Correction: An earlier version gave 3.4 million euros as the cost of the works. They cost 4.3 million euros.
"""
MAIL = """That has changed. The crane is inspected twice a year.

On Mon, 2 Mar 2026 at 09:00, Jon Petit wrote:
> The crane is inspected once a year. Lorries are weighed at dock 7.
"""


def released(claim: str, text: str) -> bool:
    source = GivenSource(id="notes.md", text=text, markdown=True)
    return verified(claim, scorer=Scripted(otherwise=YES), sources=(source,)).claims[0].released


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("Visitors may park for two hours.", True),
        ("Visitors may park for three hours.", False),
        ("The works cost 4.3 million euros.", True),
        ("The works cost 3.4 million euros.", False),
        ("The bridge was closed for 14 months.", True),
    ],
)
def test_what_is_struck_or_called_wrong_carries_no_claim(claim: str, holds: bool) -> None:
    assert released(claim, NOTES) is holds


@pytest.mark.parametrize("claim", ["Motorcycles park free of charge.", "The fee for charging is due in May."])
def test_a_sentence_that_is_struck_as_a_whole_is_no_evidence(claim: str) -> None:
    source = GivenSource(id="notes.md", text=NOTES, markdown=True)
    found = verified(claim, sources=(source,)).claims[0]
    assert not found.released
    assert not any(claim in cited.quote.text for cited in found.evidence)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("The crane is inspected twice a year.", True),
        ("Lorries are weighed at dock 7.", False),
        ("Jon Petit wrote that lorries are weighed at dock 7.", True),
    ],
)
def test_what_an_earlier_mail_says_is_a_claim_of_who_wrote_it(claim: str, holds: bool) -> None:
    assert released(claim, MAIL) is holds
