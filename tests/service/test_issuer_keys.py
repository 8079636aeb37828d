"""Keys come from the configured issuer alone, in bounds of time and size, and are asked for rarely (L9)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from aver.errors import BadConfiguration
from aver.oidc_settings import OidcSettings
from aver.service.issuer_keys import MOST_BYTES, MOST_KEYS, IssuerKeys, keys_in
from tests.service.issuer import Issuer


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with Issuer() as made:
        made.make("first", "ES256")
        yield made


def keys_of(issuer: Issuer, **more: Any) -> tuple[IssuerKeys, Clock]:
    clock = Clock()
    return IssuerKeys(issuer.settings(**more), clock=clock), clock


def test_keys_are_found_by_discovery_or_at_the_address_that_is_set(issuer: Issuer) -> None:
    found, _ = keys_of(issuer)
    assert (found.of("first") or {})["crv"] == "P-256"
    assert issuer.asked == ["/realm/.well-known/openid-configuration", "/realm/jwks"]
    direct, _ = keys_of(issuer, jwks_url=f"{issuer.url}/other")
    assert direct.warm()
    assert issuer.asked[2:] == ["/realm/other"]


def test_known_keys_are_not_asked_for_again_and_old_ones_are_believed_no_more(issuer: Issuer) -> None:
    keys, clock = keys_of(issuer, jwks_url=f"{issuer.url}/jwks", cache_seconds=100, refetch_seconds=10)
    for _ in range(5):
        assert keys.of("first")
    assert len(issuer.asked) == 1
    issuer.status = 500
    clock.now += 60
    assert keys.of("first")
    assert len(issuer.asked) == 2
    clock.now += 41
    assert keys.of("first") is None
    issuer.status = 200
    clock.now += 10
    assert keys.of("first")
    issuer.published.clear()
    clock.now += 60
    assert keys.of("first") is None


def test_an_unknown_name_has_the_issuer_asked_once_and_never_twice_within_the_pause(issuer: Issuer) -> None:
    keys, clock = keys_of(issuer, jwks_url=f"{issuer.url}/jwks", refetch_seconds=10)
    assert keys.of("first")
    issuer.make("second", "ES256")
    assert keys.of("second") is None
    clock.now += 10
    assert keys.of("second")
    assert len(issuer.asked) == 2
    for n in range(50):
        assert keys.of(f"made up {n}") is None
    assert len(issuer.asked) == 2
    clock.now += 10
    for n in range(50):
        assert keys.of(f"made up {n}") is None
    assert len(issuer.asked) == 3


def test_a_failing_issuer_is_not_asked_without_end_either(issuer: Issuer) -> None:
    issuer.raw = b"{"
    keys, _ = keys_of(issuer, jwks_url=f"{issuer.url}/jwks")
    for _ in range(20):
        assert keys.of("first") is None
    assert len(issuer.asked) == 1


@pytest.mark.parametrize("how", ["waits", "drips"])
def test_an_issuer_that_stalls_holds_one_request_up_for_a_bounded_while_and_no_other(issuer: Issuer, how: str) -> None:
    keys, clock = keys_of(issuer, jwks_url=f"{issuer.url}/jwks", fetch_seconds=1.0, refetch_seconds=10)
    assert keys.of("first")
    clock.now += 10
    if how == "waits":
        issuer.seconds = 5
    else:
        issuer.drip = True
    taken: dict[str, float] = {}

    def timed(name: str) -> None:
        before = time.monotonic()
        keys.of(name)
        taken[name] = time.monotonic() - before

    waiting = threading.Thread(target=timed, args=("unknown",))
    waiting.start()
    while len(issuer.asked) < 2:
        time.sleep(0.01)
    for name in ("first", "another unknown"):
        timed(name)
    waiting.join(timeout=60)
    assert taken["unknown"] >= 0.9
    assert taken["unknown"] < 4
    assert max(taken["first"], taken["another unknown"]) < taken["unknown"] / 2


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"keys": {}}',
        b'{"keys": "first"}',
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"keys": [' + b" " * MOST_BYTES + b"]}",
        json.dumps({"keys": [{"kid": "first", "kty": "RSA"}] * (MOST_KEYS + 1)}).encode(),
        json.dumps({"keys": [None, 3, "first", {}, {"kid": 3, "kty": "EC"}, {"kid": "first"}]}).encode(),
    ],
)
def test_what_is_no_set_of_keys_or_a_huge_one_gives_none(issuer: Issuer, raw: bytes) -> None:
    issuer.raw = raw
    keys, _ = keys_of(issuer, jwks_url=f"{issuer.url}/jwks")
    assert keys.of("first") is None


def test_an_issuer_that_lies_or_redirects_gives_no_keys(issuer: Issuer) -> None:
    issuer.named = "https://another.example"
    assert keys_of(issuer)[0].of("first") is None
    issuer.named = None
    for place in ("http://192.0.2.1/jwks", "ftp://127.0.0.1/jwks", "file:///etc/passwd", "http://[", "", "/jwks"):
        issuer.jwks_uri = place or "x"
        assert keys_of(issuer)[0].of("first") is None
    issuer.jwks_uri, issuer.status = None, 302
    assert keys_of(issuer)[0].of("first") is None


def test_an_issuer_that_is_not_there_gives_no_keys() -> None:
    with Issuer() as gone:
        settings = gone.settings()
    assert IssuerKeys(settings).warm() is False


def test_a_private_key_a_shared_secret_and_a_key_for_encryption_are_left_out(issuer: Issuer) -> None:
    key = issuer.jwk("first")
    others = [
        {**key, "kid": "private", "d": "x"},
        {**key, "kid": "encryption", "use": "enc"},
        {**key, "kid": "nameless"} | {"kid": ""},
        {"kid": "secret", "kty": "oct", "k": "c2VjcmV0"},
        {**key, "kid": "first", "x": "another of the same name"},
    ]
    assert keys_in({"keys": [key, *others]}) == {"first": key}


@pytest.mark.parametrize(
    "url",
    ["http://login.example", "ftp://127.0.0.1", "login.example", "https://", "https://a:b@login.example", "http://["],
)
def test_an_address_that_anybody_on_the_way_could_answer_for_is_refused(url: str) -> None:
    with pytest.raises(BadConfiguration):
        IssuerKeys(OidcSettings(issuer=url, audience="x"))
    with pytest.raises(BadConfiguration):
        IssuerKeys(OidcSettings(issuer="https://login.example", jwks_url=url, audience="x"))
