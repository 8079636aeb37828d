"""A signed token opens what its claims say, a broken one nothing, and all broken ones answer alike (L9)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import given
from hypothesis import strategies as st

from aver.app import keys_of, open_app
from aver.cli.main import run
from aver.config import read_settings
from aver.errors import BadConfiguration
from aver.oidc_settings import ALGORITHMS
from aver.service.application import service
from aver.service.bearer_tokens import BearerTokens, fits
from aver.service.identifying import by_key
from aver.service.issuer_keys import IssuerKeys
from aver.values.governance import Role
from tests.cli.asking_home import a_home, aver
from tests.service.conftest import AT, Served
from tests.service.issuer import AUDIENCE, Issuer
from tests.service.test_serving import environment as environment
from tests.service.test_serving import get, serving


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    with Issuer() as made:
        for name, algorithm in (("first", "RS256"), ("curve", "ES256"), ("wide", "ES384"), ("edwards", "EdDSA")):
            made.make(name, algorithm)
        made.make("unpublished", "ES256", publish=False)
        yield made


def tokens_of(issuer: Issuer, **more: Any) -> BearerTokens:
    settings = issuer.settings(**more)
    return BearerTokens(settings, IssuerKeys(settings).of, tenant="default")


@pytest.fixture(scope="module")
def tokens(issuer: Issuer) -> BearerTokens:
    return tokens_of(issuer)


def test_claims_become_a_caller_with_principals_roles_and_clearance_and_nothing_else(
    issuer: Issuer, tokens: BearerTokens
) -> None:
    for name in ("first", "curve"):
        caller = tokens.caller_of(issuer.token(name, roles=["ops", "staff", "owner"], tenant="other", clearance=3))
        assert caller is not None
        assert (caller.user, caller.tenant, caller.clearance) == ("ann", "default", 1)
        assert caller.principals == {"user:ann", "group:hr", "group:staff"}
        assert caller.roles == {Role.READER, Role.ADMIN}


def test_claims_are_found_by_name_or_path_and_name_the_tenant_where_that_is_set(issuer: Issuer) -> None:
    tokens = tokens_of(
        issuer,
        user_claim="email",
        groups_claim="realm.groups",
        tenant_claim="https://example.org/tenant",
        roles_claim="realm.roles",
        roles="*=reader",
        clearance=2,
    )
    there = {"email": "ann@example.org", "https://example.org/tenant": "acme", "realm": {"groups": "hr"}}
    caller = tokens.caller_of(issuer.token("first", **there))
    assert caller is not None
    assert (caller.user, caller.tenant, caller.clearance) == ("ann@example.org", "acme", 2)
    assert caller.principals == {"user:ann@example.org", "group:hr"}
    assert caller.roles == {Role.READER}
    for name in there.keys() - {"realm"}:
        assert tokens.caller_of(issuer.token("first", **{**there, name: None})) is None


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": 1},
        {"exp": None},
        {"exp": "soon"},
        {"exp": float("inf")},
        {"exp": float("nan")},
        {"exp": True},
        {"exp": int(time.time()) - 120},
        {"nbf": int(time.time()) + 3_600},
        {"nbf": "now"},
        {"iat": int(time.time()) + 3_600},
        {"iss": None},
        {"iss": "https://another.example"},
        {"iss": ["x"]},
        {"aud": None},
        {"aud": "another"},
        {"aud": []},
        {"aud": {"x": AUDIENCE}},
        {"aud": AUDIENCE + "/"},
        {"sub": None},
        {"sub": ""},
        {"sub": 3},
        {"sub": ["ann"]},
        {"sub": "user:ann"},
        {"sub": " ann"},
        {"sub": "ann\n"},
        {"sub": "local"},
        {"sub": "user:local"},
        {"roles": None},
        {"roles": []},
        {"roles": ["owner"]},
        {"roles": "*"},
        {"roles": {"staff": True}},
        {"roles": [["staff"]]},
    ],
)
def test_a_claim_that_is_missing_wrong_or_out_of_time_makes_it_nobody(
    issuer: Issuer, tokens: BearerTokens, claims: dict[str, Any]
) -> None:
    assert tokens.caller_of(issuer.token("first", **claims)) is None


def test_a_group_that_could_pass_for_another_principal_is_left_out(issuer: Issuer, tokens: BearerTokens) -> None:
    groups = ["hr", "local", "group:staff", "user:local", " hr2", "a\x00b", "", 3, None, ["x"]]
    caller = tokens.caller_of(issuer.token("first", groups=groups))
    assert caller is not None
    assert caller.principals == {"user:ann", "group:hr"}


def test_a_clock_that_is_a_little_off_is_borne_and_one_that_is_more_is_not(
    issuer: Issuer, tokens: BearerTokens
) -> None:
    now = int(time.time())
    for claims, holds in (
        ({"exp": now - 30}, True),
        ({"exp": now - 90}, False),
        ({"nbf": now + 30, "iat": now + 30}, True),
        ({"nbf": now + 90}, False),
    ):
        assert (tokens.caller_of(issuer.token("first", **claims)) is not None) == holds


def test_only_the_algorithms_that_are_taken_open_anything(issuer: Issuer, tokens: BearerTokens) -> None:
    for name, algorithm in (("wide", "ES384"), ("edwards", "EdDSA")):
        assert tokens.caller_of(issuer.token(name)) is None
        assert tokens_of(issuer, algorithms=algorithm).caller_of(issuer.token(name)) is not None
        assert tokens_of(issuer, algorithms=algorithm).caller_of(issuer.token("first")) is None


def test_neither_no_signature_nor_one_by_the_public_key_as_a_secret_opens_anything(
    issuer: Issuer, tokens: BearerTokens
) -> None:
    claims = issuer.claims()
    public = issuer.keys["first"][1].public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    pem = public.public_bytes(serialization.Encoding.PEM, form)
    for secret in (pem, b"", b"secret", json.dumps(issuer.jwk("first")).encode()):
        for algorithm in ("HS256", "HS384", "HS512", "none", "None", "nOnE", "", "RS256"):
            assert tokens.caller_of(by_hand({"alg": algorithm, "kid": "first"}, claims, secret)) is None


def by_hand(header: Any, claims: Any, secret: bytes) -> str:
    """Return a token signed with a shared secret, or with nothing where that is empty."""
    parts = [base64.urlsafe_b64encode(json.dumps(one).encode()).rstrip(b"=") for one in (header, claims)]
    mac = hmac.new(secret, b".".join(parts), hashlib.sha256).digest() if secret else b""
    return b".".join([*parts, base64.urlsafe_b64encode(mac).rstrip(b"=")]).decode()


def test_a_token_brings_no_key_of_its_own(issuer: Issuer, tokens: BearerTokens) -> None:
    with Issuer() as evil:
        evil.make("first", "RS256")
        stolen = {"iss": issuer.url}
        for header in (
            {"jku": f"{evil.url}/jwks"},
            {"jwk": evil.jwk("first")},
            {"x5u": f"{evil.url}/cert"},
            {"x5c": ["MII"]},
            {"kid": "../../first"},
            {"kid": f"{evil.url}/jwks"},
            {"kid": "unpublished"},
        ):
            assert tokens.caller_of(evil.token("first", header=header, **stolen)) is None
        assert evil.asked == []
    assert tokens.caller_of(issuer.token("unpublished")) is None
    assert tokens.caller_of(issuer.token("first", header={"crit": ["exp"], "exp": 1})) is None


def test_a_key_opens_nothing_by_an_algorithm_that_is_not_its_own(issuer: Issuer, tokens: BearerTokens) -> None:
    keys = {name: issuer.jwk(name) for name in ("first", "curve", "wide", "edwards")}
    found = {name: {one for one in ALGORITHMS if fits({**key, "alg": one}, one)} for name, key in keys.items()}
    assert found["first"] == {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"}
    assert (found["curve"], found["wide"], found["edwards"]) == ({"ES256"}, {"ES384"}, {"EdDSA"})
    assert not fits(keys["first"], "RS512")
    assert not fits({"kty": "oct"}, "RS256")
    assert not fits({"kty": ["RSA"]}, "RS256")
    assert tokens.caller_of(jwt.encode(issuer.claims(), issuer.keys["first"][1], "RS512", {"kid": "first"})) is None


@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
def test_a_key_that_is_too_short_opens_nothing(issuer: Issuer) -> None:
    short = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    issuer.keys["short"] = ("RS256", short)
    found = {"short": issuer.jwk("short"), "first": issuer.jwk("first")}
    tokens = BearerTokens(issuer.settings(), found.get, tenant="default")
    assert tokens.caller_of(issuer.token("first")) is not None
    assert tokens.caller_of(issuer.token("short")) is None


def test_settings_under_which_nothing_could_be_told_apart_are_refused(issuer: Issuer) -> None:
    for more in (
        {"audience": ""},
        {"algorithms": "HS256"},
        {"algorithms": "none"},
        {"algorithms": ""},
        {"roles": "staff"},
        {"roles": "staff=king"},
        {"roles": "=reader"},
    ):
        with pytest.raises(BadConfiguration):
            tokens_of(issuer, **more)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=5), some, max_size=3),
    max_leaves=8,
)
CLAIMS = ("iss", "aud", "exp", "nbf", "iat", "sub", "groups", "roles", "jti")


@pytest.fixture(scope="module")
def served(issuer: Issuer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service that takes keys and the issuer's tokens."""
    from starlette.testclient import TestClient

    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path_factory.mktemp("tokens")))
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            assert run(["ingest", str(folder / "docs" / "odd"), "--tenant", "acme", "--readers", "user:ann"]) == 0
        home = folder / "home"
        app = open_app(home, read_settings(home, {"XDG_CONFIG_HOME": str(folder / "config")}))
        settings = issuer.settings(tenant_claim="tenant", clearance=2)
        signed = BearerTokens(settings, IssuerKeys(settings).of, tenant="default")
        application = service(app, by_key(keys_of(app), signed=signed.caller_of))
        yield Served(app, folder, application, stack.enter_context(TestClient(application)))


def sent(served: Served, token: str) -> Any:
    return served["nobody"].get("/v1/documents", headers={b"Authorization": b"Bearer " + token.encode("latin-1")})


def test_a_token_opens_the_documents_of_its_groups_and_tenant_and_no_others(issuer: Issuer, served: Served) -> None:
    def uris(**claims: Any) -> list[str]:
        answer = sent(served, issuer.token("first", **claims))
        assert answer.status_code == 200
        return [one["uri"] for one in answer.json()["documents"]]

    assert uris(tenant="default") == ["hr/bonus.md"]
    assert uris(tenant="default", groups=[]) == []
    assert uris(tenant="acme") == ["escape.md"]
    assert uris(tenant="acme", sub="bob") == []
    assert uris(tenant="default", groups=["local", "user:local", "group:hr"]) == []


def test_a_role_of_the_claims_grants_its_operations_alone(issuer: Issuer, served: Served) -> None:
    token = issuer.token("first", tenant="default", roles=["ops"])
    assert sent(served, token).status_code == 403
    reader = issuer.token("first", tenant="default")
    own = {"Authorization": f"Bearer {reader}"}
    assert served["nobody"].delete("/v1/documents/doc_0", headers=own).status_code == 403


def refused(served: Served, token: str) -> tuple[int, bytes, dict[str, str]]:
    answer = sent(served, token)
    return answer.status_code, answer.content, dict(answer.headers)


def the_refusal(served: Served) -> tuple[int, bytes, dict[str, str]]:
    found = refused(served, "aver_0_0")
    assert found[0] == 401
    return found


def test_every_broken_token_is_refused_with_the_same_answer(issuer: Issuer, served: Served) -> None:
    sound = issuer.token("first", tenant="default")
    head, body, signature = sound.split(".")
    assert sent(served, sound).status_code == 200
    altered = base64.urlsafe_b64encode(json.dumps(issuer.claims(tenant="acme")).encode()).rstrip(b"=").decode()
    for token in (
        f"{head}.{altered}.{signature}",
        f"{head}.{body}.",
        f"{head}.{body}",
        f"{head}.{body}.{signature}.x",
        f"{head}.{body}.{signature[:-2]}",
        f"..{signature}",
        "..",
        ".",
        "a.b.c",
        "\xff.\xff.\xff",
        "eyJhbGciOiJub25lIn0.e30.",
        "x" * 9_000,
        issuer.token("first"),
        issuer.token("first", tenant="other\x1fvanilla"),
        issuer.token("first", tenant=3),
    ):
        assert refused(served, token) == the_refusal(served)


@given(header=st.dictionaries(st.sampled_from(["alg", "kid", "typ", "crit", "b64", "jku", "zip"]), JSON), claims=JSON)
def test_no_header_and_no_claims_made_by_hand_are_more_than_refused(
    issuer: Issuer, served: Served, header: dict[str, Any], claims: Any
) -> None:
    for sure in ({}, {"alg": "RS256", "kid": "first"}):
        assert refused(served, by_hand({**header, **sure}, claims, b"secret")) == the_refusal(served)


@given(name=st.sampled_from(CLAIMS), value=JSON)
def test_a_signed_claim_of_any_kind_is_refused_or_taken_but_never_a_fault(
    issuer: Issuer, served: Served, name: str, value: Any
) -> None:
    status, *_ = refused(served, issuer.token("curve", **{"tenant": "default", name: value}))
    assert status in (200, 401)


@given(place=st.integers(0, 10_000), sign=st.characters(min_codepoint=1, max_codepoint=255, exclude_characters="\r\n"))
def test_a_token_altered_by_one_sign_is_refused(issuer: Issuer, served: Served, place: int, sign: str) -> None:
    sound = issuer.token("curve", tenant="default")
    at = place % len(sound)
    altered = sound[:at] + sign + sound[at + 1 :]
    found = refused(served, altered)
    assert found == the_refusal(served) or decoded(altered) == decoded(sound)


def decoded(token: str) -> list[bytes]:
    """Return the bytes of the three parts: the last sign of a part may have bits that mean nothing."""
    return [base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in token.split(".")]


def test_a_key_of_the_service_opens_it_beside_tokens(served: Served) -> None:
    from aver.stages.identity import key_holder

    caller = key_holder(tenant="default", user="ann", groups=[], roles=["reader"], clearance=1)
    token = keys_of(served.app).create(caller, note="", at=AT)[1]
    assert sent(served, token).status_code == 200


def test_keys_that_rotate_open_and_close_at_the_next_look(issuer: Issuer) -> None:
    with Issuer() as rotating:
        rotating.make("old", "ES256")
        settings = rotating.settings(refetch_seconds=1, cache_seconds=10)
        clock = [0.0]
        tokens = BearerTokens(settings, IssuerKeys(settings, clock=lambda: clock[0]).of, tenant="default")
        assert tokens.caller_of(rotating.token("old"))
        rotating.make("new", "ES256")
        clock[0] += 1
        assert tokens.caller_of(rotating.token("new"))
        rotating.published.remove("old")
        clock[0] += 6
        assert tokens.caller_of(rotating.token("old")) is None
        assert tokens.caller_of(rotating.token("new"))


def test_serving_with_an_issuer_needs_the_extra(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    home = str(tmp_path / "home")
    assert aver("init", "--home", home).status == 0
    import importlib.util

    there = importlib.util.find_spec
    monkeypatch.setattr("aver.cli.serve.find_spec", lambda name: None if name == "jwt" else there(name))
    monkeypatch.setenv("AVER_SERVICE_OIDC_ISSUER", "https://login.example")
    monkeypatch.setenv("AVER_SERVICE_OIDC_AUDIENCE", AUDIENCE)
    ran = aver("serve", "--home", home, "--json")
    assert (ran.status, ran.json["error"]["kind"]) == (1, "MissingExtra")
    assert "aver[oidc]" in ran.json["error"]["hint"]


@pytest.mark.deep
def test_a_served_home_takes_the_tokens_that_its_settings_name(issuer: Issuer, environment: dict[str, str]) -> None:
    settings = Path(environment["AVER_HOME"]) / "aver.toml"
    own = f'issuer = "{issuer.url}"\naudience = "{AUDIENCE}"\nroles = "staff=reader"\n'
    text = settings.read_text(encoding="utf-8")
    assert text.count("[service.oidc]\n") == 1
    settings.write_text(text.replace("[service.oidc]\n", "[service.oidc]\n" + own), encoding="utf-8")
    with serving(environment) as (_, url):
        assert get(f"{url}/v1/documents", issuer.token("first")) == (200, {"documents": [], "next": None})
        assert get(f"{url}/v1/documents", issuer.token("first", exp=1))[0] == 401
        assert get(f"{url}/v1/documents", issuer.token("first", roles=["ops"]))[0] == 401


def test_a_section_may_hold_settings_and_another_section(tmp_path: Path) -> None:
    (tmp_path / "aver.toml").write_text("[service]\nworkers = 2\n[service.oidc]\nclearance = 3\n", encoding="utf-8")
    found = read_settings(tmp_path, {"AVER_SERVICE_OIDC_ISSUER": "https://a.example", "AVER_SERVICE_WAITING": "5"})
    assert (found.service.workers, found.service.waiting) == (2, 5)
    assert (found.service_oidc.clearance, found.service_oidc.issuer) == (3, "https://a.example")
    for wrong in (
        "[service]\noidc = 3",
        "[service.oidx]\na = 1",
        "[service.oidc]\nclearance = 4",
        "[service.oidc]\nisuer = 1",
    ):
        (tmp_path / "aver.toml").write_text(wrong, encoding="utf-8")
        with pytest.raises(BadConfiguration):
            read_settings(tmp_path, {})
