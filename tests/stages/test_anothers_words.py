"""What is quoted from somebody else is no fact of the text that quotes it."""

from __future__ import annotations

import pytest

from aver.stages.anothers_words import said_by_another
from aver.values.sealed import Sealed
from tests.stages.evidence import passage

TOLD = "The bonus is 90 euros."


def quoted(lead: str, asked: str) -> bool:
    text = f"{lead}\n\n{TOLD}"
    items = ((100 + text.index(TOLD), 100 + len(text), 100, 100 + len(lead)),) if lead else ()
    one = passage(text, start=100, end=100 + len(text), items=items)
    return said_by_another(one, 100 + text.index(TOLD), asked)


@pytest.mark.parametrize(
    ("lead", "asked", "anothers"),
    [
        ("The manager said:", "How high is the bonus?", True),
        ("The manager said:", "What did the manager say of the bonus?", False),
        ("The manager said:", "The manager said that the bonus is 90 euros.", False),
        ("Die Leiterin sagte in der Sitzung:", "Wie hoch ist die Prämie?", True),
        ("Ms Vogt, who chairs the board, replied,\nasserting that others err:", "How high is the bonus?", True),
        ("Two of the members objected that this\nis too much:", "Is it too much?", True),
        ("On Mon, 2 Mar 2026 at 09:00, Jon Petit\n<jon@b.example> wrote:", "How high is the bonus?", True),
        ("On Mon, 2 Mar 2026 at 09:00, Jon Petit\n<jon@b.example> wrote:", "What did Jon write of the bonus?", False),
        ("*From:* Jon Petit\n*Sent:* Monday", "Who gets a bonus?", True),
        ("The contract of 2026 regulates this:", "How high is the bonus?", False),
        ("", "How high is the bonus?", False),
    ],
)
def test_a_quotation_says_what_somebody_said(lead: str, asked: str, anothers: bool) -> None:
    assert quoted(lead, asked) is anothers


@pytest.mark.parametrize(
    ("uri", "text", "anothers"),
    [
        ("m.eml", "No longer.\n\n> The bonus is 90 euros.\n", True),
        ("m.md", "No longer.\n\n> The bonus is 90 euros.\n", False),
        ("m.md", "Both are off.\n\nOn Wed, 5 Nov 2025 at 11:02, Ben wrote:\n> The bonus is 90 euros.\n", True),
        ("m.txt", ">> The bonus is 90 euros.", True),
        ("m.eml", "The bonus is 90 euros.\n\n> Is it still?\n", False),
    ],
)
def test_what_a_mail_quotes_is_not_its_own_word(uri: str, text: str, anothers: bool) -> None:
    one = passage(text, start=0, end=len(text), uri=uri)
    assert said_by_another(one, text.index(TOLD), "How high is the bonus?") is anothers


def test_what_led_to_it_in_another_passage_counts() -> None:
    one = passage(TOLD, start=100, end=100 + len(TOLD), items=((90, 130, 40, 60),), lead_in=Sealed("She said:"))
    assert said_by_another(one, 100, "How high is the bonus?")
