"""What the words of a question find is quoted where the likeliest sentence is about something else (E6, G5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.flows.answering import answer
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.flows.test_replaced_elsewhere import quoted
from tests.store.corpus import governed, new_version

QUESTION = "What does parking in Paris cost?"
OWN = "Parking in Paris costs 4 euros an hour, which surprises tourists, annoys residents and pays for trams at night."
ELSE = "What parking in Paris does cost."
NOISE = tuple(f"Trams in Oslo go to the sea on day {number} of the year." for number in range(20))


@pytest.mark.parametrize(
    ("other", "first"),
    [("What parking in the Paris region does cost.", OWN), (ELSE, ELSE)],
)
def test_the_sentence_in_the_words_of_the_question_stands_in_for_one_about_something_else(
    tmp_path: Path, other: str, first: str
) -> None:
    store = fresh(tmp_path)
    for number, text in enumerate((other, OWN, *NOISE)):
        store.add([new_version(f"{number}.md", [text], governed("ann"))])
    found = answer(log_over(store), inquiry(QUESTION), caller("ann"), tools_over(store))
    assert quoted(found) == [first]
