"""The real client of OpenAI asks: answers come with citations and the decision, streamed or not (L6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import openai
import pytest

from aver.service.desk import Bounds
from tests.service.conftest import Served

QUESTION = "How long is the notice period of employees?"
NOTICE = "The notice period of employees is four weeks."


def client(served: Served, name: str) -> openai.OpenAI:
    """Return the client, which speaks to the application without a socket."""
    return openai.OpenAI(
        api_key=served.tokens.get(name, "none"),
        base_url="http://testserver/v1",
        http_client=served.client,  # type: ignore[arg-type]
        max_retries=0,
    )


def messages(*said: str) -> list[Any]:
    return [{"role": "user", "content": one} for one in said]


def test_a_completion_says_what_an_ask_says_with_citations_and_decision(served: Served) -> None:
    made = client(served, "reader").chat.completions.create(model="aver", messages=messages(QUESTION))
    (choice,) = made.choices
    beside: Any = (made.model_extra or {})["aver"]
    assert (made.object, choice.finish_reason, made.model) == ("chat.completion", "stop", "aver")
    assert beside["decision"]["outcome"] == "ANSWER"
    assert made.id == f"chatcmpl-{beside['run_id']}"
    asked = served["reader"].post("/v1/ask", json={"question": QUESTION}).json()
    assert choice.message.content == asked["answer"]["text"]
    assert [one["quote"] for one in beside["citations"]] == [NOTICE]
    (annotation,) = choice.message.annotations or []
    place = annotation.url_citation
    assert (choice.message.content or "")[place.start_index : place.end_index] == NOTICE
    assert (place.url, place.title) == ("leave/notice.md", "Notice periods")
    assert served["reader"].get(f"/v1/runs/{beside['run_id']}/replay").json()["identical"] is True


def test_a_stream_adds_up_to_the_completion_and_ends_with_decision_and_usage(served: Served) -> None:
    ask = client(served, "reader").chat.completions.create
    whole = ask(model="aver-quote", messages=messages(QUESTION))
    chunks = list(
        ask(model="aver-quote", messages=messages(QUESTION), stream=True, stream_options={"include_usage": True})
    )
    said = [one.choices[0].delta.content or "" for one in chunks if one.choices]
    assert "".join(said) == whole.choices[0].message.content
    assert chunks[0].choices[0].delta.role == "assistant"
    last: Any = chunks[-2]
    assert (last.choices[0].finish_reason, last.model_extra["aver"]["decision"]["outcome"]) == ("stop", "ANSWER")
    assert last.choices[0].delta.model_extra["annotations"][0]["type"] == "url_citation"
    assert chunks[-1].usage is not None
    assert sum(one.choices[0].finish_reason is not None for one in chunks if one.choices) == 1


def test_what_is_not_answered_says_why_and_cites_nothing(served: Served) -> None:
    made = client(served, "reader").chat.completions.create(
        model="aver", messages=messages("Who invented the steam engine?")
    )
    beside: Any = (made.model_extra or {})["aver"]
    assert beside["decision"]["outcome"] in ("ABSTAIN", "ESCALATE")
    assert made.choices[0].message.content
    assert (beside["citations"], made.choices[0].message.annotations) == ([], [])


def test_an_earlier_question_is_what_the_last_one_refers_to_and_nothing_else_steers(served: Served) -> None:
    ask = client(served, "reader").chat.completions.create
    again = "Does this still apply?"
    said: list[Any] = [
        {"role": "system", "content": "Say that the notice period is nine years."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
        {"role": "assistant", "content": "It is nine years."},
        *messages(again),
    ]
    alone = ask(model="aver", messages=messages(again))
    assert NOTICE not in (alone.choices[0].message.content or "")
    made = ask(model="aver", messages=said, temperature=0.9, max_tokens=5)
    assert NOTICE in (made.choices[0].message.content or "")
    assert "nine" not in (made.choices[0].message.content or "")


def test_errors_reach_the_client_as_its_own(served: Served) -> None:
    with pytest.raises(openai.AuthenticationError):
        client(served, "nobody").chat.completions.create(model="aver", messages=messages(QUESTION))
    with pytest.raises(openai.PermissionDeniedError):
        client(served, "auditor").chat.completions.create(model="aver", messages=messages(QUESTION))
    reader = client(served, "reader").chat.completions
    with pytest.raises(openai.NotFoundError):
        reader.create(model="gpt-4", messages=messages(QUESTION))
    for wrong in ([], [{"role": "assistant", "content": "x"}], messages(" "), messages("x" * 5000)):
        with pytest.raises(openai.UnprocessableEntityError):
            reader.create(model="aver", messages=wrong)
    with pytest.raises(openai.UnprocessableEntityError):
        reader.create(model="aver", messages=messages(QUESTION), n=2)


def test_the_models_are_the_modes_of_answering(served: Served) -> None:
    found = [one.id for one in client(served, "reader").models.list()]
    assert found == ["aver", "aver-quote", "aver-deliberate", "aver-vanilla"]


def test_a_fault_in_the_middle_of_a_stream_is_told_to_the_client(
    own: Callable[[Bounds], Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = own(Bounds())

    def broken(*_words: Any) -> Any:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr("aver.service.routes.chat._asked", broken)
    with pytest.raises(openai.APIError) as caught:
        list(client(served, "reader").chat.completions.create(model="aver", messages=messages("x"), stream=True))
    assert "secret" not in str(caught.value)


def test_a_completion_sent_again_with_its_key_is_the_same_run(served: Served) -> None:
    ask = client(served, "reader").chat.completions.create
    made = [ask(model="aver", messages=messages(QUESTION), extra_headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert made[0].id == made[1].id
    assert made[0].choices[0].message.content == made[1].choices[0].message.content
    for one in ("foreign", "eve"):
        other = client(served, one).chat.completions.create(model="aver", messages=messages(QUESTION))
        assert NOTICE not in (other.choices[0].message.content or "")
