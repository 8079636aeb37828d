"""A document that another readable one calls replaced is held back; a hidden one calls nothing replaced (C3, C2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.flows.answering import Answered, answer, replay_run
from aver.stages.render import render
from aver.values.answers import Finding, Verdict
from aver.values.events import Checked, Drafted
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version

QUESTION = "How many euros a day do employees receive for meals?"
OLD, NEW = "hr/travel-policy-2019.md", "hr/journeys.md"
RULE = "Employees receive 40 euros a day for meals on a journey."
NOTICE = "These rules replace the travel policy 2019."
NOISE = tuple(f"Employees ask for meals on day {number}, says the travel office of Oslo." for number in range(80))


def told(home: Path, notice: str = NOTICE, *, reader: str = "ann", question: str = QUESTION) -> Answered:
    home.mkdir(exist_ok=True)
    store = fresh(home)
    store.add([new_version(OLD, [RULE], governed("ann"))])
    for number, text in enumerate(NOISE):
        store.add([new_version(f"canteen-{number}.md", [text], governed("ann"))])
    if notice:
        store.add([new_version(NEW, [notice], governed(reader))])
    log = log_over(store)
    found = answer(log, inquiry(question), caller("ann"), tools_over(store))
    assert replay_run(log, caller("ann"), found.run).verdict == "identical"
    return found


def standing(found: Answered) -> Finding:
    (checked,) = (event for event in found.events if isinstance(event, Checked))
    return next(one for one in checked.findings if one.check == "not_superseded")


def quoted(found: Answered) -> list[str]:
    (drafted,) = (event for event in found.events if isinstance(event, Drafted))
    return [citation.quote.text for claim in drafted.claims for citation in claim.citations]


@pytest.mark.parametrize("notice", [NOTICE, "supersedes: travel-policy-2019.md", "Travel policy 2019 | superseded"])
def test_what_another_document_calls_replaced_is_held_back_with_what_says_so(tmp_path: Path, notice: str) -> None:
    found = told(tmp_path, notice)
    assert quoted(found) == [RULE, notice]
    assert standing(found).verdict is Verdict.FAIL
    assert "superseded" in found.events[-1].decision.reasons  # type: ignore[attr-defined]
    shown = render(found.events)
    assert shown.startswith("No answer")
    assert notice in shown


def test_a_hidden_notice_changes_nothing(tmp_path: Path) -> None:
    hidden = told(tmp_path / "hidden", reader="bob")
    without = told(tmp_path / "without", "")
    assert standing(hidden).verdict is Verdict.PASS
    assert render(hidden.events) == render(without.events)
    assert quoted(hidden) == quoted(without) == [RULE]


def test_who_asks_for_the_old_document_gets_it_with_the_notice(tmp_path: Path) -> None:
    found = told(tmp_path, question="How many euros a day did the travel policy 2019 give for meals?")
    assert standing(found).verdict is Verdict.PASS
    assert quoted(found) == [RULE, NOTICE]


def test_an_earlier_years_edition_is_held_back_where_a_later_one_may_be_read(tmp_path: Path) -> None:
    def asked(folder: str, question: str, *, reader: str = "ann", later: str = "prices-2026.md") -> Answered:
        (tmp_path / folder).mkdir()
        store = fresh(tmp_path / folder)
        store.add([new_version("prices-2025.md", ["A trailer costs 12 euros a day."], governed("ann"))])
        for number, text in enumerate(NOISE):
            store.add([new_version(f"canteen-{number}.md", [text], governed("ann"))])
        store.add([new_version(later, ["Members of the club get a helmet."], governed(reader))])
        return answer(log_over(store), inquiry(question), caller("ann"), tools_over(store))

    now, then = "What does a trailer cost a day?", "What did a trailer cost a day in 2025?"
    assert standing(asked("one", now)).verdict is Verdict.FAIL
    assert standing(asked("two", then)).verdict is Verdict.PASS
    assert standing(asked("three", now, reader="bob")).verdict is Verdict.PASS
    assert standing(asked("four", now, later="prices-2024.md")).verdict is Verdict.PASS
    assert standing(asked("five", now, later="prices-2999.md")).verdict is Verdict.PASS


def test_an_amendment_that_resembles_no_question_is_quoted_with_what_it_changes(tmp_path: Path) -> None:
    order = 'In the byelaw, for "62 euros" substitute "68 euros".'

    def asked(folder: str, *, reader: str = "ann") -> Answered:
        (tmp_path / folder).mkdir()
        store = fresh(tmp_path / folder)
        store.add([new_version("byelaw.md", ["A first permit costs 62 euros a year."], governed("ann"))])
        for number in range(80):
            text = f"A permit for dog number {number} costs nothing a year, says the first officer."
            store.add([new_version(f"dogs-{number}.md", [text], governed("ann"))])
        store.add([new_version("byelaw amendment.md", [order], governed(reader))])
        log = log_over(store)
        found = answer(log, inquiry("What does a first permit cost a year?"), caller("ann"), tools_over(store))
        assert replay_run(log, caller("ann"), found.run).verdict == "identical"
        return found

    assert quoted(asked("seen")) == ["A first permit costs 62 euros a year.", order]
    assert quoted(asked("hidden", reader="bob")) == ["A first permit costs 62 euros a year."]
