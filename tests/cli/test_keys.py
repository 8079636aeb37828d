"""`aver keys`: what a token stands for, what is stored of it, and when it holds (L9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.app import open_keys
from aver.stages.identity import key_holder
from aver.store.presence import is_served, serve_home
from aver.values.governance import Caller, Role
from tests.cli.conftest import Command

AT = "2026-05-01T12:00:00Z"
ANN = key_holder(tenant="acme", user="ann", groups=["hr"], roles=["reader"], clearance=None)


def test_a_token_stands_for_exactly_the_caller_that_was_named(aver: Command, tmp_path: Path) -> None:
    aver("init")
    made = aver("keys", "create", "--as", "ann", "--groups", "hr,staff", "--roles", "reader,admin", "--json").json
    found = open_keys(tmp_path / "home").of_token(made["token"], at=AT)
    assert found is not None
    assert found.caller == Caller(
        user="ann",
        tenant="default",
        principals=frozenset({"user:ann", "group:hr", "group:staff"}),
        roles=frozenset({Role.READER, Role.ADMIN}),
        clearance=1,
    )


def test_no_byte_of_a_token_s_secret_is_in_the_home_or_in_the_list(aver: Command, tmp_path: Path) -> None:
    aver("init")
    token = aver("keys", "create", "--as", "ann", "--json").json["token"]
    secret = token.split("_", 2)[2]
    stored = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    listed = aver("keys", "list", "--json")
    assert secret.encode() not in stored
    assert secret not in listed.out
    assert "hash" not in listed.out
    assert [one["user"] for one in listed.json["keys"]] == ["ann"]


def test_a_revoked_key_stops_holding_for_a_store_that_was_open_before(aver: Command, tmp_path: Path) -> None:
    aver("init")
    made = aver("keys", "create", "--as", "ann", "--json").json
    elsewhere = open_keys(tmp_path / "home")
    assert elsewhere.of_token(made["token"], at=AT) is not None
    assert aver("keys", "revoke", made["id"]).status == 0
    assert elsewhere.of_token(made["token"], at=AT) is None
    again = aver("keys", "revoke", made["id"], "--json").json
    assert again["revoked_at"] == aver("keys", "list", "--json").json["keys"][0]["revoked_at"]


def test_a_key_ends_when_it_was_said_to(aver: Command, tmp_path: Path) -> None:
    aver("init")
    keys = open_keys(tmp_path / "home")
    _, token = keys.create(ANN, note="", at=AT, expires_at="2026-05-02T12:00:00Z")
    assert keys.of_token(token, at="2026-05-02T11:59:59Z") is not None
    assert keys.of_token(token, at="2026-05-02T12:00:00Z") is None


def test_a_token_that_differs_in_any_part_opens_nothing(aver: Command, tmp_path: Path) -> None:
    aver("init")
    keys = open_keys(tmp_path / "home")
    made, token = keys.create(ANN, note="", at=AT)
    _, other = keys.create(ANN, note="", at=AT)
    mixed = f"aver_{made.id}_{other.split('_', 2)[2]}"
    for wrong in ("", "aver", "aver__", token[:-1], f"{token}x", token.upper(), mixed, token[5:], f"{token}\udcff"):
        assert keys.of_token(wrong, at=AT) is None


@pytest.mark.parametrize(
    "words",
    [("--roles", "reader"), ("--as", "ann", "--roles", "owner"), ("--as", "a:b"), ("--as", "ann", "--clearance", "9")],
)
def test_a_key_for_nobody_or_for_what_is_unknown_is_not_made(aver: Command, words: tuple[str, ...]) -> None:
    aver("init")
    ran = aver("keys", "create", *words, "--json")
    assert (ran.status, ran.json["error"]["kind"]) == (1, "BadInput")
    assert aver("keys", "list", "--json").json == {"keys": []}


def test_nobody_names_themselves_on_the_command_line_while_the_home_is_served(aver: Command, tmp_path: Path) -> None:
    aver("init")
    lock = serve_home(tmp_path / "home")
    for words in (("--as", "ann"), ("--groups", "hr"), ("--tenant", "acme"), ("--clearance", "3")):
        assert aver("documents", "list", *words, "--json").json["error"]["kind"] == "NotAllowed"
    assert aver("documents", "list").status == 0
    assert aver("keys", "create", "--as", "ann").status == 0
    lock.release()
    assert not is_served(tmp_path / "home")
    assert aver("documents", "list", "--as", "ann").status == 0
