"""Curated answers: served only while a person's verification holds for this caller's sources (D6, C2, C5, C6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.channels.curated import CuratedAnswers, read_answers
from aver.config import Settings
from aver.errors import BadConfiguration, BadInput, NotAllowed, NotFound
from aver.flows.answering import answer, replay_run
from aver.flows.curated import Service, curated_answers, standings, verify_answer
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.governance import Caller, Role, Status
from tests.channels.outside import SURE, asking, found, searched, together
from tests.cli.conftest import Command
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import eligibility, governed, new_version

ANN = eligibility("user:ann")
TODAY = "2026-06-01"
ASKED = "How long can I get a refund for a monthly plan?"
REFUND = "Monthly plans can be refunded within 14 days."
ANSWERS = """
[[answer]]
id = "refund"
questions = ["How long do I have to get a refund for a monthly plan?", "Refund deadline"]
answer = "You have 14 days to get a monthly plan refunded."
sources = [{ uri = "refund.md", quote = "refunded within 14 days" }]
readers = ["user:ann", "user:bob"]
authority = 0.9
"""
CSV = """id,questions,answer,source,quote,readers
refund,How long do I have to get a refund?|Refund deadline,You have 14 days.,refund.md,14 days,"user:ann"
refund,,,terms.md,as agreed,
"""


def reviewer(who: str = "user:ann") -> Caller:
    return replace(caller(who), roles=frozenset({Role.REVIEWER}))


class Desk:
    """A home with one curated answer over a store with the document it rests on."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(home=folder, user_folder=folder)
        self.settings = replace(self.settings, identity=replace(self.settings.identity, tenant="t"))
        (folder / "answers.toml").write_text(ANSWERS, encoding="utf-8")
        self.store: Store = fresh(folder)
        self.write(REFUND)

    @property
    def source(self) -> CuratedAnswers:
        (one,) = curated_answers(self.settings, self.store)
        return one

    def write(self, *paragraphs: str, **more: object) -> None:
        self.store.add([new_version("refund.md", paragraphs, governed("user:ann", **more))])

    def verify(self, who: Caller | None = None, name: str = "refund") -> None:
        verify_answer(self.settings, self.store, who or reviewer(), name, today=TODAY)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_an_answer_is_served_once_somebody_has_verified_it(desk: Desk) -> None:
    (before,) = found(together([desk.source]), ANN, ASKED)
    assert (before.hits, before.failure) == ((), "StaleAnswer")
    desk.verify()
    (shown,) = searched(desk.source, ANN, ASKED)
    assert shown.text.text.startswith("You have 14 days to get a monthly plan refunded.\n\nRests on: refund.md:")
    assert (shown.uri, shown.authority) == ("curated:refund", 0.9)


@pytest.mark.parametrize(
    "change",
    [
        lambda desk: desk.write(REFUND, "From May on nothing is refunded."),
        lambda desk: desk.write("Nothing is refunded."),
        lambda desk: (desk.settings.home / "answers.toml").write_text(ANSWERS.replace("You have 14", "You have 15")),
        lambda desk: (desk.settings.home / "answers.toml").write_text(ANSWERS.replace("refunded within", "within")),
        lambda desk: (desk.settings.home / "answers.verified.json").write_text("[1"),
    ],
)
def test_an_answer_whose_source_or_words_changed_is_out_of_service_until_verified_again(
    desk: Desk, change: Callable[[Desk], object]
) -> None:
    desk.verify()
    together_ = together([desk.source])
    chunks = [hit.chunk for one in found(together_, ANN, ASKED) for hit in one.hits]
    assert together_.confirmed(ANN, chunks) == frozenset(chunks)
    change(desk)
    assert together([desk.source]).confirmed(ANN, chunks) == frozenset()
    (result,) = found(together([desk.source]), ANN, ASKED)
    assert (result.hits, result.failure) == ((), "StaleAnswer")
    (state,) = standings(desk.settings, desk.store, reviewer(), today=TODAY)
    assert state.service is Service.STALE


def test_what_was_changed_and_put_back_is_the_verified_content_again(desk: Desk) -> None:
    desk.verify()
    desk.write("Nothing is refunded.")
    desk.write(REFUND)
    assert searched(desk.source, ANN, ASKED)


@pytest.mark.parametrize(
    "more", [{"status": Status.SUPERSEDED}, {"superseded_by": ("new.md",)}, {"valid_until": TODAY}]
)
def test_an_answer_is_not_served_from_a_source_that_is_no_longer_current(desk: Desk, more: dict[str, object]) -> None:
    desk.verify()
    known = desk.store.latest("t", "refund.md")
    assert known is not None
    with desk.store.transactions.write() as connection:
        change_governance(connection, [known.key], governed("user:ann", **more))
    assert searched(desk.source, ANN, ASKED) == ()


def test_a_caller_who_may_not_read_a_source_gets_no_answer_and_no_word_of_it(desk: Desk) -> None:
    desk.verify()
    (result,) = found(together([desk.source]), eligibility("user:bob"), ASKED)
    assert (result.hits, result.failure) == ((), None)
    assert standings(desk.settings, desk.store, reviewer("user:bob"), today=TODAY) == ()
    with pytest.raises(NotFound):
        desk.verify(reviewer("user:bob"))
    assert found(together([desk.source]), eligibility("user:carol"), ASKED) == ()


def test_verifying_takes_a_reviewer_and_words_that_stand_in_the_source(desk: Desk) -> None:
    with pytest.raises(NotAllowed):
        desk.verify(caller("user:ann"))
    with pytest.raises(NotFound):
        desk.verify(name="other")
    desk.write("Nothing is refunded.")
    with pytest.raises(BadInput):
        desk.verify()
    assert searched_or_stale(desk) == "StaleAnswer"


def searched_or_stale(desk: Desk) -> str | None:
    (result,) = found(together([desk.source]), ANN, ASKED)
    return result.failure


def test_a_question_that_shares_few_words_with_it_gets_no_curated_answer(desk: Desk) -> None:
    desk.verify()
    assert searched(desk.source, ANN, "Which plan has the largest storage and the fastest support line?") == ()


def test_a_file_in_csv_holds_a_source_a_row(tmp_path: Path) -> None:
    (tmp_path / "answers.csv").write_text(CSV, encoding="utf-8")
    (one,) = read_answers(tmp_path, tenant="t")
    assert one.sources == (("refund.md", "14 days"), ("terms.md", "as agreed"))
    assert one.questions[1] == "Refund deadline"


@pytest.mark.parametrize(
    "spoiled",
    [
        ANSWERS + ANSWERS,
        ANSWERS.replace('readers = ["user:ann", "user:bob"]', ""),
        ANSWERS.replace("sources", "source"),
        ANSWERS.replace('quote = "refunded within 14 days"', 'quote = ""'),
        ANSWERS.replace('answer = "You', 'answer = " "\nother = "You'),
        ANSWERS.replace("questions = [", "questions = [1, "),
        "[answer]",
        "[[answer",
    ],
)
def test_a_file_that_is_wrong_says_so(tmp_path: Path, spoiled: str) -> None:
    (tmp_path / "answers.toml").write_text(spoiled, encoding="utf-8")
    with pytest.raises(BadConfiguration):
        read_answers(tmp_path, tenant="t")


def test_a_curated_answer_is_quoted_and_replayed(desk: Desk) -> None:
    desk.verify()
    log = log_over(desk.store)
    tools = replace(asking(desk.store, [desk.source]), tuning=SURE)
    shown = answer(log, inquiry(ASKED), caller("user:ann"), tools)
    assert "curated:refund" in [packet["uri"] for packet in shown.packets()]
    (desk.settings.home / "answers.toml").unlink()
    assert replay_run(log, caller("user:ann"), shown.run).verdict == "identical"


def test_the_command_line_lists_verifies_and_serves(aver: Command, tmp_path: Path) -> None:
    assert aver("init").status == 0
    (tmp_path / "refund.md").write_text(f"# Refunds\n\n{REFUND}\n", encoding="utf-8")
    assert aver("ingest", tmp_path / "refund.md").status == 0
    local = ANSWERS.replace('"user:ann"', '"user:local"')
    (tmp_path / "home" / "answers.toml").write_text(local, encoding="utf-8")
    assert [one["service"] for one in aver("answers", "list", "--json").json["answers"]] == ["stale"]
    assert aver("answers", "verify", "nothing").status == 1
    assert aver("answers", "verify", "refund").status == 0
    assert "served" in aver("answers", "list").out
    uris = [one["citation_coordinates"]["uri"] for one in aver("search", ASKED, "--json").json["packets"]]
    assert "curated:refund" in uris


HIDDEN = st.lists(st.sampled_from((REFUND, "Nothing is refunded.", "plan", "deadline")), max_size=3)


def observed(folder: Path, hidden: list[str], verified: bool) -> list[object]:
    """Return what bob observes of an answer whose source is ann's, and of one whose source is his own."""
    desk = Desk(folder)
    second = (
        ANSWERS.replace('"refund"', '"mine"').replace("refund.md", "mine.md").replace("Refund deadline", "Deadline")
    )
    (folder / "answers.toml").write_text(ANSWERS + second, encoding="utf-8")
    desk.store.add([new_version("mine.md", [REFUND], governed("user:bob"))])
    desk.verify(reviewer("user:bob"), "mine")
    if verified:
        desk.verify()
    for text in hidden:
        desk.write(text)
    bob, sources = eligibility("user:bob"), together([desk.source])
    results = found(sources, bob, ASKED)
    chunks = [hit.chunk for one in results for hit in one.hits]
    seen = [
        [(one.channel, one.failure, [(h.chunk, h.rank, h.score.hex()) for h in one.hits]) for one in results],
        sources.passages(bob, chunks),
        sources.confirmed(bob, chunks),
        standings(desk.settings, desk.store, reviewer("user:bob"), today=TODAY),
    ]
    desk.store.close()
    return seen


@settings(max_examples=8)
@given(hidden=HIDDEN, verified=st.booleans())
def test_what_happens_to_a_hidden_source_changes_nothing_for_those_who_may_not_read_it(
    tmp_path_factory: pytest.TempPathFactory, hidden: list[str], verified: bool
) -> None:
    worlds = [tmp_path_factory.mktemp("curated") for _ in range(2)]
    assert observed(worlds[0], hidden, verified) == observed(worlds[1], [], verified=False)


def _served_whoever_may_read_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look the content of sources up as ann, whoever asks: bob is served, or told that it is stale."""
    real = Store.contents
    monkeypatch.setattr(Store, "contents", lambda self, documents, *, eligible: real(self, documents, eligible=BOTH))


BOTH = eligibility("user:ann", "user:bob")


def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = [tmp_path / name for name in "abcd"]
    for folder in worlds:
        folder.mkdir()
    assert observed(worlds[0], [], verified=True) == observed(worlds[1], [], verified=False)
    _served_whoever_may_read_the_source(monkeypatch)
    assert observed(worlds[2], [], verified=True) != observed(worlds[3], [], verified=False)
