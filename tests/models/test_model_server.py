"""Models behind a server: what is sent, what comes back, and what every kind of bad reply becomes (M4)."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import EncoderMismatch, ModelFailed
from aver.models.http_json import ATTEMPTS, Address
from aver.models.server_embedder import OpenAICompatibleEmbedder, recorded_dimension, rows_of
from aver.models.server_reader import RerankingReader, scores_of
from aver.testing import HashEmbedder
from aver.testing.model_server import ModelServer, embeddings, hashed, relevances


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(embeddings(6)) as opened:
        yield opened


def embedder(server: ModelServer, **other: Any) -> OpenAICompatibleEmbedder:
    address = Address(base_url=server.base_url, model="tiny", section="models.embedder", api_key="k3y", pause=0.01)
    return OpenAICompatibleEmbedder(address, pieces=HashEmbedder().tokenizer, **other)


def answering(body: bytes, status: int = 200) -> Any:
    return lambda path, asked: (status, body)


def embedding(*rows: Any, model: str = "tiny") -> bytes:
    data = [{"index": index, "embedding": row} for index, row in enumerate(rows)]
    return json.dumps({"model": model, "data": data}).encode()


def test_rows_come_in_the_order_of_the_texts_at_length_one(server: ModelServer) -> None:
    texts = [f"valve {number} of the pump" for number in range(9)]
    for batch in (1, 4):
        rows = embedder(server, batch=batch).encode(texts)
        wanted = np.array([hashed(text, 6) for text in texts])
        assert np.allclose(rows, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-6)
        assert rows.dtype == np.float32


def test_one_text_goes_in_one_request_unless_configured_otherwise(server: ModelServer) -> None:
    embedder(server).encode(["one", "two", "three"])
    assert {len(body["input"]) for _, body in server.requests} == {1}
    server.requests.clear()
    embedder(server, batch=2, dimension=6).encode(["one", "two", "three"])
    assert sorted(len(body["input"]) for _, body in server.requests) == [1, 2]


def test_the_key_and_the_name_of_the_model_go_along(server: ModelServer) -> None:
    embedder(server, dimension=6).encode(["one"])
    assert server.keys == ["Bearer k3y"]
    assert server.requests[0][0] == "/v1/embeddings"
    assert server.requests[0][1]["model"] == "tiny"


def test_the_id_names_model_and_dimension_and_a_recorded_one_costs_no_request(server: ModelServer) -> None:
    assert embedder(server).encoder_id == "openai:tiny:6"
    server.requests.clear()
    assert embedder(server, dimension=recorded_dimension("openai:tiny:6", "tiny")).encoder_id == "openai:tiny:6"
    assert server.requests == []


@pytest.mark.parametrize(
    "recorded", ["", "openai:other:6", "openai:tiny:", "openai:tiny:v2:6", "minilm:0", "openai:tiny:-1"]
)
def test_a_dimension_is_only_taken_from_the_models_own_id(recorded: str) -> None:
    assert recorded_dimension(recorded, "tiny") is None


def test_a_text_beyond_the_window_is_cut_here_and_an_empty_one_is_sent_as_a_space(server: ModelServer) -> None:
    embedder(server, max_tokens=3, dimension=6).encode(["one two three four five", ""])
    assert sorted(body["input"][0] for _, body in server.requests) == [" ", "one two three"]


def test_a_lone_surrogate_does_not_stop_a_text_from_being_embedded(server: ModelServer) -> None:
    assert embedder(server).encode(["a \ud800 b"]).shape == (1, 6)


def test_a_model_that_changes_its_dimension_is_a_mismatch(server: ModelServer) -> None:
    made = embedder(server)
    made.encode(["one"])
    server.respond = embeddings(7)
    with pytest.raises(EncoderMismatch, match="7 components instead of 6"):
        made.encode(["two"])


def test_a_server_that_answers_with_another_model_is_a_mismatch(server: ModelServer) -> None:
    made = embedder(server, dimension=2)
    server.respond = answering(embedding([1, 2], model="tiny-v1"))
    made.encode(["one"])
    server.respond = answering(embedding([1, 2], model="tiny-v2"))
    with pytest.raises(EncoderMismatch, match="changed the model"):
        made.encode(["one"])


def test_a_busy_server_is_asked_again_and_then_given_up(server: ModelServer) -> None:
    good = embeddings(6)
    answers = iter([(503, b""), (429, b"")])
    server.respond = lambda path, body: next(answers, None) or good(path, body)
    assert embedder(server, dimension=6).encode(["one"]).shape == (1, 6)
    assert len(server.requests) == 3
    server.requests.clear()
    server.respond = answering(b"", 503)
    with pytest.raises(ModelFailed, match=rf"status 503 \({ATTEMPTS} attempts\)"):
        embedder(server, dimension=6).encode(["one"])
    assert len(server.requests) == ATTEMPTS


def test_a_refusal_is_not_asked_again_and_nothing_the_server_says_is_quoted(server: ModelServer) -> None:
    server.respond = answering(b'{"error": "key k3y is unknown"}', 401)
    with pytest.raises(ModelFailed, match="status 401") as caught:
        embedder(server).encode(["one"])
    assert len(server.requests) == 1
    assert "k3y" not in caught.value.message + caught.value.hint


def test_a_server_that_is_not_there_is_a_failure_with_a_hint() -> None:
    address = Address(base_url="http://127.0.0.1:9/v1", model="tiny", section="models.embedder", pause=0.01)
    with pytest.raises(ModelFailed, match="cannot be reached") as caught:
        OpenAICompatibleEmbedder(address, pieces=HashEmbedder().tokenizer).encode(["one"])
    assert caught.value.hint


def test_a_server_that_stalls_is_given_up_in_time(server: ModelServer) -> None:
    def slow(path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        time.sleep(0.8)
        return 200, embedding([1, 2])

    server.respond = slow
    address = Address(base_url=server.base_url, model="tiny", section="models.embedder", seconds=0.2)
    with pytest.raises(ModelFailed, match=r"cannot be reached: ReadTimeout \(1 attempts\)"):
        OpenAICompatibleEmbedder(address, pieces=HashEmbedder().tokenizer, dimension=2).encode(["one"])


HOSTILE = {
    "no_json": b"<html>welcome</html>",
    "not_an_object": b"[1, 2]",
    "no_data": b"{}",
    "data_is_text": b'{"data": "x"}',
    "too_few": embedding(),
    "too_many": embedding([1, 2], [1, 2]),
    "no_number": embedding(["1", "2"]),
    "truth_values": embedding([True, False]),
    "nan": embedding([math.nan, 1.0]),
    "infinite": b'{"data": [{"index": 0, "embedding": [1e999, 1]}]}',
    "beyond_floats": b'{"data": [{"index": 0, "embedding": [' + b"9" * 400 + b", 1]}]}",
    "zero": embedding([0, 0]),
    "empty": embedding([]),
    "nested": embedding([[1.0], [2.0]]),
    "wrong_index": b'{"data": [{"index": 1, "embedding": [1, 2]}]}',
    "index_is_true": b'{"data": [{"index": false, "embedding": [1, 2]}]}',
    "deep": b"[" * 200_000,
    "huge": b'{"data": "' + b"x" * 2_000_000 + b'"}',
    "not_utf8": b"\xff\xfe",
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_reply_is_one_typed_error(server: ModelServer, body: bytes) -> None:
    server.respond = answering(body)
    with pytest.raises(ModelFailed) as caught:
        embedder(server, dimension=2).encode(["one"])
    assert caught.value.hint
    assert caught.value.message.startswith("[models.embedder] the server of tiny ")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["index", "embedding"]), inner),
    max_leaves=8,
)


@given(data=JSON | st.lists(st.fixed_dictionaries({"index": st.integers(0, 2), "embedding": st.lists(st.floats())})))
def test_whatever_a_reply_holds_it_gives_unit_rows_or_a_plain_error(data: Any) -> None:
    try:
        rows = rows_of({"data": data}, 2)
    except (ValueError, TypeError, KeyError, OverflowError):
        return
    assert rows.shape[0] == 2
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


@given(scores=JSON | st.lists(st.fixed_dictionaries({"index": st.integers(0, 2), "relevance_score": st.floats()})))
def test_whatever_scores_a_reply_holds_they_are_numbers_or_a_plain_error(scores: Any) -> None:
    try:
        found = scores_of({"results": scores}, 2)
    except (ValueError, TypeError, KeyError, OverflowError):
        return
    assert len(found) == 2
    assert all(math.isfinite(score) for score in found)


def reader(server: ModelServer) -> RerankingReader:
    address = Address(base_url=server.base_url, model="rank", section="models.reader", pause=0.01)
    return RerankingReader(address)


def shared_words(question: str, document: str) -> float:
    return float(len(set(question.split()) & set(document.split()))) - 1.5


def test_scores_come_back_by_passage_and_vouch_for_nothing(server: ModelServer) -> None:
    server.respond = relevances(shared_words)
    far, near = reader(server).read("seal of pump", ["oil is black", "seal of the pump"])
    assert near.relevance > 0.5 > far.relevance
    assert (near.answerable, near.start, near.end) == (0.0, None, None)
    assert reader(server).read("seal", []) == ()
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "body", [b"{}", b'{"results": []}', b'{"results": [{"index": 0, "relevance_score": NaN}]}', b"x"]
)
def test_a_hostile_score_is_one_typed_error(server: ModelServer, body: bytes) -> None:
    server.respond = answering(body)
    with pytest.raises(ModelFailed):
        reader(server).read("a", ["b"])
