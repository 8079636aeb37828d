"""What a document goes on to examine doesn't speak for it until that has been judged (G2, B6, H1)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from aver.flows.answering import Answered, answer
from aver.flows.ask import AskTools, ask
from aver.flows.examining import examined_of
from aver.flows.replay import replay
from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.examining import AFTER, EXAMINED, below_titles
from aver.values.answers import Abstain, Verdict
from aver.values.events import Checked, Decided
from aver.values.evidence import Passage
from aver.values.sealed import Sealed
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.stages.evidence import packet, passage, quoting
from tests.store.corpus import governed, new_version

QUESTION = "How deep is the inner basin?"
SAID = "The inner basin is 4.2 metres deep."
AFTERWARDS = "The sounder found no more than 3.1 metres in it."
NOISE = tuple(f"Trams in Oslo go to the sea on day {number} of the year." for number in range(20))


class Examining:
    """Says `sure` of every quote, and keeps what it was given."""

    def __init__(self, sure: float) -> None:
        self.sure = sure
        self.given: list[tuple[str, str]] = []

    def examined(self, question: str, quotes: list[tuple[str, str]]) -> tuple[float, ...]:
        self.given += quotes
        return tuple(self.sure for _ in quotes)


def asked(folder: Path, examining: Examining, text: str = f"{SAID} {AFTERWARDS}") -> Answered:
    store = fresh(folder)
    for number, one in enumerate((text, *NOISE)):
        store.add([new_version(f"{number}.md", [one], governed("ann"))])

    tools = replace(tools_over(store), examined=partial(examined_of, store=store, examination=examining))
    return answer(log_over(store), inquiry(QUESTION), caller("ann"), tools)


def reasons(found: Answered) -> list[str]:
    (checked,) = (event for event in found.events if isinstance(event, Checked))
    return [one.reason for one in checked.findings if one.check == "document_stands_behind"]


def test_a_quote_is_held_back_where_its_document_goes_on_to_examine_it(tmp_path: Path) -> None:
    examining = Examining(EXAMINED)
    found = asked(tmp_path, examining)
    assert isinstance(found.events[-1], Decided) and isinstance(found.events[-1].decision, Abstain)
    assert reasons(found) == ["the document goes on to examine this, and the result isn't judged"]
    assert (SAID, AFTERWARDS) in examining.given


def test_one_that_it_does_not_examine_is_not(tmp_path: Path) -> None:
    found = asked(tmp_path, Examining(EXAMINED - 0.01))
    assert reasons(found) == ["where the document stands has not been judged"]


def test_german_is_not_judged_by_a_reader_of_english(tmp_path: Path) -> None:
    examining = Examining(1.0)
    found = asked(tmp_path, examining, "The inner basin: Das innere Becken ist nur 4,2 Meter tief, wie man sagt.")
    assert examining.given == []
    assert "examine" not in "".join(reasons(found))


def test_the_judgement_is_recorded_and_replays(tmp_path: Path) -> None:
    examining = Examining(0.97)
    store = fresh(tmp_path)
    for number, one in enumerate((f"{SAID} {AFTERWARDS}", *NOISE)):
        store.add([new_version(f"{number}.md", [one], governed("ann"))])
    tools = replace(tools_over(store), examined=partial(examined_of, store=store, examination=examining))
    log = log_over(store)
    found = answer(log, inquiry(QUESTION), caller("ann"), tools)
    given = list(examining.given)
    again = replay(log, caller("ann"), found.run, ask=ask, tools_type=AskTools, code_version=tools.code_version)
    assert again.identical
    assert examining.given == given


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (f"Depths\n\n{SAID} {AFTERWARDS}", f"Depths\n\n{SAID}"),
        (f"Harbour\nDepths\n{SAID}", f"Harbour\nDepths\n{SAID}"),
        (f"{SAID}\nMore.", SAID),
        ("Depths", "Depths"),
    ],
)
def test_titles_over_a_quote_are_not_part_of_it(text: str, cited: str) -> None:
    own: Passage = replace(passage(text), section_path=Sealed("Harbour > Depths"))
    [citation] = quoting(packet(own), cited).citations
    document, start, end = below_titles(citation, own)
    assert document == own.document
    assert own.text.text[start - own.start : end - own.start] == cited.rsplit("\n", 1)[-1]


def test_a_settled_stance_is_not_asked_again() -> None:
    shown = packet(passage(f"{SAID} {AFTERWARDS}"))
    claim = quoting(shown, SAID)

    def verdict(sure: float) -> Verdict:
        examined = {claim.number: sure}
        found = run_checks([claim], [shown], confirmed=frozenset(), required=DETERMINISTIC, examined=examined)
        return next(one.verdict for one in found if one.check == "document_stands_behind")

    assert verdict(EXAMINED) is Verdict.FAIL
    assert verdict(EXAMINED - 1e-6) is Verdict.DOUBT
    assert len(AFTERWARDS) < AFTER
