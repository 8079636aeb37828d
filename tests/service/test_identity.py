"""Nothing is open to nobody, a key opens what its caller may, and only as long as it holds (L9)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from aver.errors import BadInput, NotAllowed
from aver.service.application import service
from aver.service.desk import Bounds
from aver.service.door import PUBLIC
from aver.service.identifying import is_loopback, loopback_only, unsafe_local
from aver.store.keys import KeyStore
from tests.cli.asking_home import aver
from tests.service.conftest import AT, As, Served


def operations(client: As) -> list[tuple[str, str]]:
    paths = client.get("/openapi.json").json()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


def test_nothing_but_the_public_paths_is_open_to_nobody(served: Served) -> None:
    found = operations(served["nobody"])
    for method, path in [*found, ("GET", "/v1/nothing"), ("GET", "/"), ("POST", "/docs")]:
        for header in ("", "Bearer", "Bearer aver_0_0", "Basic " + served.tokens["reader"], "Bearer " + "x" * 10_000):
            answer = served["nobody"].request(method, path, headers={"Authorization": header} if header else {})
            if path in PUBLIC:
                assert answer.status_code == 200
            else:
                assert (answer.status_code, answer.headers["www-authenticate"]) == (401, 'Bearer realm="aver"')
                assert answer.headers["content-type"] == "application/problem+json"


def test_a_tenant_sees_its_own_document_of_a_uri_that_another_has_too(served: Served) -> None:
    mine = served["reader"].get("/v1/documents").json()["documents"]
    theirs = served["foreign"].get("/v1/documents").json()["documents"]
    assert {one["governance"]["tenant"] for one in mine} == {"default"}
    assert {one["governance"]["tenant"] for one in theirs} == {"other"}
    assert not {one["document_id"] for one in mine} & {one["document_id"] for one in theirs}


def test_a_revoked_key_is_refused_at_the_next_request_whoever_revoked_it(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    assert served["reader"].get("/v1/documents").status_code == 200
    identity = served.tokens["reader"].split("_")[1]
    assert aver("keys", "revoke", identity).status == 0
    assert served["reader"].get("/v1/documents").status_code == 401
    assert served["hugo"].get("/v1/documents").status_code == 200


def test_deleting_needs_an_admin_who_may_read_and_erases_the_document(own: Callable[[Bounds], Served]) -> None:
    served = own(Bounds())
    document = served["hugo"].get("/v1/documents").json()["documents"][0]
    assert served["admin"].delete(f"/v1/documents/{document['document_id']}").status_code == 404
    receipt = served["hugo"].delete(f"/v1/documents/{document['document_id']}").json()
    assert (receipt["uri"], receipt["actor"]) == ("hr/bonus.md", "user:hugo")
    assert served["hugo"].get(f"/v1/documents/{document['document_id']}").status_code == 404
    assert served["hugo"].get("/v1/documents").json() == {"documents": [], "next": None}


def test_without_keys_everybody_on_loopback_is_the_local_user_and_nobody_else_gets_in(served: Served) -> None:
    application = service(served.app, unsafe_local("local", "default"))
    for host, status in (("localhost:8000", 200), ("127.0.0.1", 200), ("[::1]:1", 200), ("evil.example", 401)):
        client = TestClient(application, base_url="http://localhost")
        assert client.get("/v1/documents", headers={"Host": host}).status_code == status


def test_without_keys_a_home_in_token_mode_or_another_address_is_refused(served: Served) -> None:
    with pytest.raises(NotAllowed):
        unsafe_local("token", "default")
    for host in ("0.0.0.0", "::", "192.168.0.1", "example.org", ""):
        assert not is_loopback(host)
        with pytest.raises(BadInput):
            loopback_only(host)
    assert aver("serve", "--unsafe-local", "--host", "0.0.0.0").status == 1


def test_a_key_store_of_another_home_knows_none_of_the_tokens(served: Served, tmp_path: Path) -> None:
    from aver.store.engine import Transactions, open_engine
    from aver.store.migrate import migrate

    engine = open_engine(tmp_path / "other.db")
    migrate(engine)
    transactions = Transactions(engine)
    other = KeyStore(write=transactions.write, read=transactions.read)
    assert other.of_token(served.tokens["reader"], at=AT) is None
    engine.dispose()
