"""A model's opinion is asked for in versioned words, kept as it came, and never made out of a failure (N3)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_rows import GOLD, fact, result, row

from aver.errors import BadInput, ModelFailed
from aver.evals.agreement import Label, agreement, agreement_json, kappa, read_labels
from aver.evals.judge import PROMPTS, Judgment, Opinion, instructions_of, judge, judgeable
from aver.evals.judgments import NOTE, judgment_line, opinions_json, read_judgments
from aver.evals.questions import Question
from aver.testing.scripted_chat import ScriptedChat
from aver.values.chat import Budget, ChatFailureKind, ChatRequest

ANSWERED = (row("f1", result("ANSWER", GOLD)), fact("f1", answer="it is rejected"))
PUBLISHED = {
    "supported.v1": "b7208499b235415a",
    "right.v1": "ed09ead89d601eee",
}
"""Prompts are never changed: other words are another version."""


def says(verdict: str, reason: str = "so it is") -> str:
    return json.dumps({"reason": reason, "verdict": verdict})


def judged(script: Callable[[ChatRequest], str | ChatFailureKind], **more: Any) -> tuple[Judgment, ...]:
    return tuple(judge([ANSWERED], ScriptedChat(script), prompt="supported.v1", budget=Budget(), **more))


def test_the_words_of_a_version_are_those_that_were_published() -> None:
    digests = {name: hashlib.sha256(instructions_of(name).encode()).hexdigest()[:16] for name in PROMPTS}
    assert digests == PUBLISHED
    with pytest.raises(BadInput, match="no judge's prompt"):
        instructions_of("right.v0")


@pytest.mark.parametrize("verdict", ["accept", "reject", "unsure"])
def test_a_ruling_is_kept_with_the_words_it_came_in(verdict: str) -> None:
    (one,) = judged(lambda _: says(verdict))
    assert (one.opinion, one.reason, one.failure) == (Opinion(verdict), "so it is", None)
    assert one.said == (says(verdict),) and one.model == "scripted" and one.tokens == 120
    assert one.prompt_sha256.startswith(PUBLISHED["supported.v1"])


def test_a_refusal_is_no_rejection_and_is_not_asked_for_twice() -> None:
    chat = ScriptedChat(lambda _: ChatFailureKind.REFUSAL)
    (one,) = judge([ANSWERED], chat, prompt="supported.v1", budget=Budget())
    assert one.opinion is Opinion.REFUSED and len(chat.requests) == 1


@pytest.mark.parametrize(
    "broken",
    [
        "reject",
        '```json\n{"reason": "", "verdict": "reject"}\n```',
        '{"verdict": "reject"}',
        '{"reason": "", "verdict": "no"}',
        '{"reason": "", "verdict": "reject", "verdict": "accept"}',
        "",
    ],
)
def test_a_reply_that_does_not_read_is_asked_for_once_more_and_then_counted_as_broken(broken: str) -> None:
    (one,) = judged(lambda _: broken)
    assert one.opinion is Opinion.BROKEN and one.said == (broken, broken)
    assert one.failure in ("broken_json", "wrong_schema")
    (second,) = judged(lambda request: broken if request.after is None else says("accept"))
    assert second.opinion is Opinion.ACCEPT and second.said == (broken, says("accept"))


def test_a_server_that_fails_again_and_again_ends_the_run_and_one_hiccup_does_not() -> None:
    seen: list[Judgment] = []
    with pytest.raises(ModelFailed, match="3 times in a row"):
        for one in judge(
            [ANSWERED] * 9, ScriptedChat(lambda _: ChatFailureKind.SERVER), prompt="supported.v1", budget=Budget()
        ):
            seen.append(one)
    assert [one.opinion for one in seen] == [Opinion.FAILED] * 3
    turns = iter([ChatFailureKind.TIMEOUT, ChatFailureKind.TIMEOUT, says("accept"), ChatFailureKind.TIMEOUT])
    again = list(judge([ANSWERED] * 4, ScriptedChat(lambda _: next(turns)), prompt="supported.v1", budget=Budget()))
    assert [one.opinion.value for one in again] == ["failed", "failed", "accept", "failed"]


def test_an_answer_too_long_to_send_is_not_sent_and_says_so() -> None:
    chat = ScriptedChat(lambda _: says("accept"))
    judgments = list(judge([ANSWERED] * 4, chat, prompt="supported.v1", budget=Budget(prompt_tokens=10)))
    assert chat.requests == [] and {one.failure for one in judgments} == {"budget"}
    assert {one.opinion for one in judgments} == {Opinion.FAILED}


@given(payload=st.text(st.sampled_from("</claim>&\"' acceptquestion\n"), min_size=1, max_size=60))
def test_no_word_of_an_answer_gets_into_the_instructions_or_out_of_its_element(payload: str) -> None:
    chat = ScriptedChat(lambda _: says("reject"))
    list(judge([(row("x", result("ANSWER", payload)), fact("x"))], chat, prompt="supported.v1", budget=Budget()))
    (request,) = chat.requests
    assert request.instructions == instructions_of("supported.v1")
    assert [part.text[: part.text.index(">") + 1] for part in request.data] == ["<question>", "<claim>", "<quote>"]
    assert all(part.text.count("<") == 2 for part in request.data)


def test_only_released_answers_are_judged_and_by_labels_only_labelled_ones() -> None:
    rows = (
        row("a", result("ANSWER", GOLD)),
        row("b", result("ABSTAIN")),
        row("c", result("ANSWER", GOLD)),
        row("d", result("ANSWER", GOLD)),
        row("e", result("ANSWER", GOLD)),
    )
    asked = (
        fact("a"),
        fact("b"),
        Question(id="c", question="Why?"),
        Question(id="d", question="Who?", kind="unanswerable"),
    )
    assert [one.id for one, _ in judgeable(rows, asked, "supported.v1")] == ["a", "c", "d"]
    pairs = judgeable(rows, asked, "right.v1")
    assert [one.id for one, _ in pairs] == ["a", "d"]
    chat = ScriptedChat(lambda _: says("accept"))
    list(judge(pairs, chat, prompt="right.v1", budget=Budget()))
    shown = ["".join(part.text for part in request.data) for request in chat.requests]
    assert f"<reference>{GOLD}</reference>" in shown[0] and "<unanswerable/>" not in shown[0]
    assert shown[1].endswith("<unanswerable/>") and "<reference>" not in shown[1]


def test_rows_are_read_back_as_they_were_written_and_counted_as_an_opinion(tmp_path: Path) -> None:
    turns = iter([says("accept"), says("reject")])
    made = judged(lambda _: next(turns), repeats=2)
    path = tmp_path / "judgments.jsonl"
    path.write_text("".join(judgment_line(one) + "\n" for one in made), encoding="utf-8")
    assert read_judgments(path) == made and [one.repeat for one in made] == [0, 1]
    told = opinions_json(made)
    assert told["model_opinion"] == NOTE and told["answers"] == 1
    assert told["opinions"]["accept"] == 1 and told["opinions"]["reject"] == 0
    assert told["repeatable"]["value"] == 0.0 and told["repeatable"]["n"] == 1
    path.write_text(judgment_line(made[0]).replace('"accept"', '"fine"', 1), encoding="utf-8")
    with pytest.raises(BadInput, match="`opinion` is `fine`"):
        read_judgments(path)


def said(id: str, opinion: str) -> Judgment:
    return Judgment(
        id=id,
        repeat=0,
        opinion=Opinion(opinion),
        reason="because",
        said=(),
        failure=None,
        model="m",
        prompt="supported.v1",
        prompt_sha256="0" * 64,
        tokens=1,
    )


def test_disagreement_is_told_apart_by_direction_and_what_is_no_ruling_counts_for_neither() -> None:
    opinions = ("accept", "reject", "refused", "broken", "accept", "reject", "unsure", "accept")
    people = ("right", "right", "right", "right", "wrong", "wrong", "wrong", "right")
    judgments = [said(str(number), one) for number, one in enumerate(opinions)]
    labels = [Label(id=str(number), label=one) for number, one in enumerate(people)]
    labels[1] = Label(id="1", label="right", category="short answer taken for none")
    labels.append(Label(id="other", label="right"))
    given_ = agreement_json(agreement([*judgments, said("unlabelled", "accept")], labels))
    assert given_["table"]["right"] | {"failed": 0} == {
        "accept": 2,
        "reject": 1,
        "unsure": 0,
        "refused": 1,
        "broken": 1,
        "failed": 0,
    }
    assert (given_["agreed"]["value"], given_["agreed"]["n"]) == (3 / 5, 5)
    assert (given_["too_strict"]["value"], given_["too_lenient"]["value"]) == (1 / 3, 1 / 2)
    assert (given_["undecided"]["value"], given_["undecided"]["n"]) == (3 / 8, 8)
    assert [one["id"] for one in given_["disagreements"]] == ["1", "4"]
    assert given_["rejections"] == {"short answer taken for none": 1, "not categorised": 1}
    assert (given_["unlabelled"], given_["unjudged"]) == (1, 1)


def test_kappa_is_cohens_and_perfect_agreement_over_few_is_no_certainty() -> None:
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    one = kappa(pairs)
    assert one.value == pytest.approx(0.4) and one.low is not None and one.high is not None
    assert 0.1 < one.low < 0.4 < one.high < 0.7
    few = kappa([(True, True)] * 3 + [(False, False)] * 3)
    assert few.value == 1.0 and few.low is not None and few.low < 0.2
    assert kappa([(True, True)] * 6).value is None and kappa([]).count == 0


@given(pairs=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
def test_kappa_does_not_change_with_the_raters_places_or_the_names_of_the_classes(
    pairs: list[tuple[bool, bool]],
) -> None:
    one = kappa(pairs)
    for other in (kappa([(b, a) for a, b in pairs]), kappa([(not a, not b) for a, b in pairs])):
        assert (other.value is None) == (one.value is None)
        if one.value is not None:
            assert other.value == pytest.approx(one.value)
    if one.value is not None and one.low is not None and one.high is not None:
        assert one.low <= one.value <= one.high <= 1 + 1e-12


def test_labels_that_cannot_be_used_are_named_with_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    for text, told in (
        ('{"id": "a", "label": "maybe"}', "`label` is `maybe`"),
        ('{"id": "a", "label": "right"}\n{"id": "a", "label": "wrong"}', "`id` repeats `a`"),
        ("\n", "holds no labels"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match=told):
            read_labels(path)
