"""Claims that give a cell or an item by its names need no scorer, and nothing but these does without one (H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.values.verification import GivenSource
from tests.verifying.given import NO, Scripted, verified

SHEET = """# Pump series P

| Parameter | P-100 | | P-200 | |
|---|---|---|---|---|
| | typ. | max. | typ. | max. |
| Flow rate (l/min) | 42 | 50 | 84 | 100 |
| Pressure (bar) | 4 | 6 | 5 | 8[1] |

Noise is graded:

| Model | Grade |
|---|---|
| P-100 | B |
| P-200 | D |

The service fee depends on the class of the pump:

- class K: 40 euros
- class L: 90 euros
- class L, mobile: at least 60 euros

Not covered by the warranty are:

- Hoses: after 6 months

Der Stundensatz richtet sich nach der Art der Arbeit:

- Mechanik: 68 Euro
- Elektrik: 79 Euro
"""


def released(claim: str) -> bool:
    source = GivenSource(id="sheet.md", text=SHEET, markdown=True)
    return verified(claim, scorer=Scripted(otherwise=NO), sources=(source,)).claims[0].released


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("The maximum flow rate of the P-200 is 100 l/min.", True),
        ("The typical pressure of the P-100 is 4 bar.", True),
        ("The maximum flow rate of the P-200 is 84 l/min.", False),
        ("The flow rate of the P-200 is 100 l/min.", False),
        ("The maximum pressure of the P-200 is 8 bar.", False),
        ("The maximum flow rate of the P-200 is about 100 l/min.", False),
        ("The P-100 has grade B.", True),
        ("The P-100 has grade D.", False),
        ("The service fee for class L is 90 euros.", True),
        ("The service fee for class K is 90 euros.", False),
        ("The service fee for class L is at most 90 euros.", False),
        ("The service fee for class L, mobile is 60 euros.", False),
        ("The service fee for class L pumps in winter is 90 euros.", False),
        ("The warranty covers hoses after 6 months.", False),
        ("Der Stundensatz für Elektrik beträgt 79 Euro.", True),
        ("Der Stundensatz für Mechanik beträgt 79 Euro.", False),
        ("Der Stundensatz für Elektrik beträgt mindestens 79 Euro.", False),
    ],
)
def test_what_is_named_whole_is_told(claim: str, holds: bool) -> None:
    assert released(claim) is holds


WORDS = ("the", "fee", "for", "class", "L", "K", "is", "90", "40", "euros", "pump", "service", "not", "P-200", "max")


@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_no_order_of_words_gives_a_value_of_another_item(words: list[str]) -> None:
    if "K" in words and "L" not in words and "90" in words:
        assert not released(f"{' '.join(words)}.")
