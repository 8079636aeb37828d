"""The sensor pack end to end, no chat model: labelled inquiries get the decisions they call for (B8, J, I3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.app import App
from tests.depth import deep
from tests.inquiries.deciding import HERE, a_home, told

pytestmark = pytest.mark.deep
ASKED_FOR_MORE = {"u5-14", "u5-51", "u5-73"}
"""Led to the right variant where a reason, a figure, or first of all a question back was wanted."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> App:
    return a_home(tmp_path_factory.mktemp("deciding") / "home")


@pytest.mark.parametrize("labels", ["decisions.jsonl", "decisions-held-out.jsonl"])
def test_inquiries_get_the_decisions_they_call_for_and_no_wrong_answer_leaves(app: App, labels: str) -> None:
    found = list(told(app, HERE / Path(labels)))

    assert sum(one.right for one in found) >= 0.95 * len(found)
    assert [one.id for one in found if one.decision not in ("CLARIFY", "ESCALATE", "ABSTAIN") and not one.right] == []


@pytest.mark.parametrize(
    ("author", "least"),
    [("4", 60), ("5", 90), ("6", 70), ("7a", 20), ("7b", 20), ("8", 40), ("9", 60), ("10", 50), ("11", 36)],
)
def test_to_inquiries_of_authors_who_saw_no_code_no_wrong_answer_leaves(app: App, author: str, least: int) -> None:
    found = list(told(app, HERE / f"decisions-held-out-{author}.jsonl"))

    assert len(found) >= deep(least)
    assert [one.id for one in found if one.decision in ("ANSWER", "PARTIAL", "CONFLICT") and not one.right] == []
    assert {one.id for one in found if one.decision == "REDIRECT" and not one.right} <= ASKED_FOR_MORE
