"""`aver claims` and `aver review`: authored, found by nobody else, corrected, reviewed, rolled back (J2-J5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aver.config import read_settings
from aver.flows.claim_access import Desk
from aver.flows.claims import propose
from aver.stages.claim_quotes import cited, find_quote
from aver.store.home import open_home
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.claims import ClaimContent, StoredKind
from aver.values.governance import Caller, Role
from tests.cli.asking_home import a_home, aver

QUOTE = "The notice period of employees is four weeks."
CITE = ("--cites", "leave/notice.md", "--quote", QUOTE)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with a_home(tmp_path) as folder:
        yield folder


def authored(*words: str) -> dict[str, Any]:
    said = aver("claims", "author", "Employees give four weeks of notice.", *CITE, "--json", *words)
    assert said.status == 0, said.err
    found: dict[str, Any] = said.json
    return found


def a_candidate(home: Path, quote: str = QUOTE) -> str:
    """Propose what extraction would."""
    settings = read_settings(home / "home", {})
    store = Store(open_home(settings.home, encoder=HashEmbedder.encoder_id), dimension=384)
    local = Caller(user="local", tenant="default", principals=frozenset({"user:local"}), roles=frozenset(Role))
    version = store.latest("default", "leave/notice.md")
    assert version is not None
    text = store.document(version).text
    span = find_quote(text, quote)
    assert span is not None
    citation = cited(text, document=version.document, uri=version.uri, version=version.id, span=span)
    content = ClaimContent(kind=StoredKind.FACT, statement=quote, citations=(citation,), confidence=0.8)
    (claim,) = propose(Desk(store=store, caller=local, at="2026-01-01T00:00:00Z"), [content])
    store.close()
    return claim.id


def test_an_authored_claim_is_in_service_and_shows_where_it_stands(home: Path) -> None:
    made = authored()
    assert (made["state"], made["origin"], made["version"]) == ("frozen", "authored", 1)
    source, own = made["citations"]
    assert (source["uri"], source["quote"]) == ("leave/notice.md", QUOTE)
    assert (own["uri"], own["author"]) == (f"aver://claims/{made['claim_id']}", "local")
    (listed,) = aver("claims", "list", "--json").json["claims"]
    assert listed["claim_id"] == made["claim_id"] and listed["in_service"]
    assert QUOTE in aver("claims", "show", made["claim_id"]).out


def test_an_answer_to_an_escalated_run_says_so(home: Path) -> None:
    made = authored("--answers", "run_1")
    assert (made["state"], made["origin"]) == ("frozen", "escalation_reply")
    assert "answers run_1" in aver("claims", "history", made["claim_id"]).out


HARD = "We have 7 managers and a kayak, so which notice period is it?"
REPLY = "Managers and kayakers give three months."


def outcome(question: str, *words: str) -> str:
    said = aver("ask", question, "--json", *words)
    assert said.status == 0, said.err
    return str(said.json["decision"]["outcome"])


def replied(*words: str) -> dict[str, Any]:
    run = aver("ask", HARD, "--json").json["run_id"]
    made = aver("claims", "author", REPLY, "--answers", run, "--readers", "user:local,group:hr", "--json", *words)
    assert made.status == 0, made.err
    found: dict[str, Any] = made.json
    return found


def test_the_very_question_that_an_expert_answered_is_answered_with_the_reply(home: Path) -> None:
    assert outcome(HARD) != "ANSWER"
    replied()
    said = aver("ask", HARD, "--json").json
    assert (said["decision"]["outcome"], said["answer"]["claims"][0]["text"]) == ("ANSWER", REPLY)
    assert aver("runs", "replay", said["run_id"]).status == 0
    assert outcome("We have 8 managers and a kayak, so which notice period is it?") != "ANSWER"


def test_a_reply_serves_nobody_who_may_not_know_of_it_and_about_us_only_whoever_asked(home: Path) -> None:
    replied()
    assert outcome(HARD, "--as", "ben", "--groups", "sales") != "ANSWER"
    assert outcome(HARD, "--as", "ben", "--groups", "hr") != "ANSWER"


def test_a_reply_that_was_taken_back_serves_nobody_and_a_corrected_one_still_does(home: Path) -> None:
    name = replied()["claim_id"]
    aver("claims", "author", "Managers give three months.", "--corrects", name)
    assert aver("ask", HARD, "--json").json["answer"]["claims"][0]["text"] == "Managers give three months."
    assert aver("claims", "unfreeze", name, "--reason", "wrong").status == 0
    assert outcome(HARD) != "ANSWER"


def test_a_reply_to_a_run_that_is_not_there_is_a_claim_like_any_other(home: Path) -> None:
    aver("claims", "author", REPLY, "--answers", "run_0123456789abcdef0123456789abcdef")
    assert outcome(HARD) != "ANSWER"


def test_unfreezing_and_freezing_show_at_once(home: Path) -> None:
    name = authored()["claim_id"]
    assert aver("claims", "unfreeze", name, "--reason", "wrong", "--json").json["state"] == "unfrozen"
    assert [one["in_service"] for one in aver("claims", "list", "--json").json["claims"]] == [False]
    assert aver("claims", "freeze", name, "--json").json["state"] == "frozen"
    assert aver("claims", "list", "--state", "unfrozen", "--json").json["claims"] == []


def test_a_correction_is_a_new_version_with_a_history_and_a_diff(home: Path) -> None:
    name = authored()["claim_id"]
    words = ("claims", "author", "Employees give at least four weeks of notice.", "--corrects", name)
    made = aver(*words, "--json").json
    assert (made["version"], made["supersedes"], made["origin"]) == (2, 1, "edited")
    told = aver("claims", "history", name, "--json").json
    assert [one["state"] for one in told["versions"]] == ["retired", "frozen"]
    assert [one["act"] for one in told["events"]] == [
        "proposed", "taken", "frozen", "proposed", "taken", "superseded", "frozen"
    ]  # fmt: skip
    (changed,) = aver("claims", "diff", name, "--json").json["fields"]
    assert changed["field"] == "statement" and ["+", "at least"] in changed["words"]
    assert "[+at least]" in aver("claims", "diff", name).out
    assert "superseded" in aver("claims", "history", name).out


def test_a_retired_claim_stays_readable_and_can_not_be_frozen(home: Path) -> None:
    name = authored()["claim_id"]
    assert [one["state"] for one in aver("claims", "retire", name, "--json").json["retired"]] == ["retired"]
    said = aver("claims", "freeze", name, "--json")
    assert (said.status, said.json["error"]["kind"]) == (1, "NotInState")
    assert aver("claims", "show", name, "--json").json["statement"] == "Employees give four weeks of notice."


def test_what_was_said_is_erased_with_a_receipt(home: Path) -> None:
    name = authored()["claim_id"]
    told = aver("claims", "retire", name, "--erase", "--json")
    assert told.status == 0 and told.json["receipt_id"].startswith("rcp_") and told.json["removed"]["claims"] == 1
    assert "erased" in aver("claims", "history", name).out
    assert aver("claims", "show", name, "--json").json["statement"] == ""


def test_a_claim_of_others_is_not_there(home: Path) -> None:
    name = authored()["claim_id"]
    said = aver("claims", "show", name, "--as", "eve", "--json")
    assert (said.status, said.json["error"]["kind"]) == (1, "NotFound")
    assert aver("claims", "list", "--as", "eve", "--json").json["claims"] == []
    assert aver("review", "list", "--as", "eve", "--json").json["items"] == []


def test_a_quote_that_the_document_does_not_say_is_refused(home: Path) -> None:
    said = aver("claims", "author", "Five.", "--cites", "leave/notice.md", "--quote", "is five weeks", "--json")
    assert (said.status, said.json["error"]["kind"]) == (1, "BadInput")
    assert aver("claims", "author", "Five.", "--cites", "leave/notice.md").status == 2
    assert aver("claims", "author", "Five.", "--classification", "rumour").status == 1


def test_the_queue_is_taken_accepted_and_empty(home: Path) -> None:
    name = a_candidate(home)
    (item,) = aver("review", "list", "--json").json["items"]
    assert (item["claim"]["claim_id"], item["why"], item["held_by"]) == (name, "candidate", None)
    (taken,) = aver("review", "next", "--json").json["items"]
    assert (taken["held_by"], taken["claim"]["state"]) == ("local", "in_review")
    assert "yours until" in aver("review", "next").out
    (done,) = aver("review", "accept", name, "--reason", "as printed", "--json").json["accepted"]
    assert done["claim"]["state"] == "frozen"
    assert aver("review", "list", "--json").json["items"] == []
    assert "Nothing waits" in aver("review", "next").out
    again = aver("review", "accept", name, "--json")
    assert (again.status, again.json["error"]["kind"]) == (1, "NotInState")


def test_an_item_is_edited_rejected_or_escalated_with_a_reason(home: Path) -> None:
    name = a_candidate(home)
    other = a_candidate(home, "Managers give three months of notice.")
    said = aver("review", "escalate", other, "--reason", "ask the lawyers", "--json").json
    assert said["state"] == "in_review"
    items = aver("review", "list", "--json").json["items"]
    assert {one["claim"]["claim_id"]: one["escalated_by"] for one in items} == {name: [], other: ["local"]}
    made = aver("review", "edit", name, "--statement", "Four weeks.", "--reason", "shorter", "--json").json
    assert (made["version"], made["state"], made["statement"]) == (2, "frozen", "Four weeks.")
    assert aver("review", "reject", other, "--reason", "not ours", "--json").json["state"] == "rejected"
    assert aver("review", "reject", other).status == 2
    assert aver("review", "list", "--json").json["items"] == []


def test_a_batch_takes_none_along_that_can_not_be_accepted(home: Path) -> None:
    name = a_candidate(home)
    said = aver("review", "accept", name, "clm_" + "0" * 32, "--json")
    good, bad = said.json["accepted"]
    assert (said.status, good["claim"]["state"], bad["error"]["kind"]) == (1, "frozen", "NotFound")


def test_a_document_ingested_anew_brings_its_claims_to_the_queue(home: Path) -> None:
    name = authored()["claim_id"]
    file = home / "docs" / "leave" / "notice.md"
    file.write_text(file.read_text().replace("four weeks", "five weeks"))
    assert aver("ingest", str(home / "docs"), "--meta", str(home / "meta.toml")).status == 0
    (listed,) = aver("claims", "list", "--json").json["claims"]
    assert (listed["state"], listed["in_service"]) == ("frozen", False)
    (item,) = aver("review", "list", "--json").json["items"]
    assert (item["claim"]["claim_id"], item["why"]) == (name, "source_changed")
    assert "no longer says" in aver("review", "accept", name).err


def test_the_claims_that_a_pack_brings_are_vouched_for_once(home: Path) -> None:
    folder = home / "home" / "packs" / "leave"
    folder.mkdir(parents=True)
    parameter = '[[parameters]]\nname = "kind"\nkind = "boolean"\nquestion = "?"\nfrage = "?"\nyes = ["yes"]\n'
    (folder / "pack.toml").write_text(f'name = "leave"\ntitle = "Leave"\n{parameter}', encoding="utf-8")
    claim = '[[claims]]\nkind = "fact"\nstatement = "Four weeks."\nwhen = "kind"\n'
    quote = f'quotes = [{{ cites = "leave/notice.md", quote = "{QUOTE}" }}]\n'
    (folder / "claims.toml").write_text(claim + quote, encoding="utf-8")

    first = aver("claims", "vouch", "--pack", "leave", "--json").json
    again = aver("claims", "vouch", "--pack", "leave")

    assert first == {"pack": "leave", "brings": 1, "written": {"frozen": 1}}
    assert again.out.strip() == "leave: nothing new; 1 written before"
    assert [one["statement"] for one in aver("claims", "list", "--state", "frozen", "--json").json["claims"]] == [
        "Four weeks."
    ]
    assert aver("claims", "vouch", "--pack", "none").status == 1
