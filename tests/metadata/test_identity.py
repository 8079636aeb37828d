"""Local identity: what the options make of a caller, and that none of them is a way around (C1)."""

from __future__ import annotations

import pytest

from aver.errors import BadInput, NotAllowed
from aver.stages.identity import caller_of, default_readers


def test_without_options_the_caller_is_the_local_user() -> None:
    caller = caller_of("local", tenant="default")
    assert caller.principals == {"user:local", "group:local"}
    assert (caller.user, caller.tenant, caller.clearance) == ("local", "default", 1)


def test_groups_add_to_the_local_user() -> None:
    caller = caller_of("local", tenant="default", groups=["hr", "group:board"])
    assert caller.principals == {"user:local", "group:local", "group:hr", "group:board"}


def test_a_named_user_holds_nothing_of_the_local_users() -> None:
    assert caller_of("local", tenant="default", user="ann", groups=["hr"]).principals == {"user:ann", "group:hr"}
    assert caller_of("local", tenant="default", user="user:ann").user == "ann"


def test_clearance_is_a_classification() -> None:
    assert caller_of("local", tenant="default", clearance=3).clearance == 3
    with pytest.raises(BadInput, match="--clearance 4"):
        caller_of("local", tenant="default", clearance=4)


@pytest.mark.parametrize("name", ["", " ", "group:hr", "a\nb", "user:"])
def test_a_name_that_is_not_one_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="--as"):
        caller_of("local", tenant="default", user=name)


def test_outside_local_mode_nobody_is_named_and_nobody_reads_by_default() -> None:
    with pytest.raises(NotAllowed):
        caller_of("token", tenant="default", user="ann")
    assert default_readers("token") == frozenset()
    assert default_readers("local") == {"user:local"}
