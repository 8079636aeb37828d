"""What took a document's place: by link, by field, by a changed file, by the day (A9, A10, C3)."""

from __future__ import annotations

from dataclasses import replace

from aver.flows.answering import answer
from aver.flows.documents import documents, versions_of
from aver.flows.tools import ask_tools
from aver.store.run_log import RunLog
from aver.values.events import Packed, Resolved
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.governance import Caller, Status
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.ingest.folders import Home
from tests.ingest.test_governed_folders import rules

LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local"}))
ANN = Caller(user="ann", tenant="default", principals=frozenset({"user:ann"}))
RULE = "The notice period of a rental contract is {} weeks."


def cited(home: Home, caller: Caller, *, as_of: str = "2026-06-01") -> dict[str, str]:
    """Return what is packed for a question about the notice period: texts by uri, the best first."""
    return {packet.passage.uri: packet.passage.text.text for packet in packets(home, caller, as_of=as_of)}


def freshness(home: Home, caller: Caller) -> dict[str, Freshness]:
    return {packet.passage.uri: packet.passage.freshness for packet in packets(home, caller, as_of="2026-06-01")}


def packets(home: Home, caller: Caller, *, as_of: str) -> tuple[EvidencePacket, ...]:
    log = RunLog(write=home.transactions.write, read=home.transactions.read, key=b"k" * 32)
    tools = replace(ask_tools(home.store, home.embedder), now=lambda: "2026-06-01T00:00:00Z")
    asked = Inquiry(question=Sealed("How long is the notice period of a rental contract?"), as_of=as_of)
    events = answer(log, asked, caller, tools).events
    assert any(isinstance(event, Resolved) for event in events)
    return next(event.packets for event in events if isinstance(event, Packed))


def test_a_field_in_the_old_document_names_its_successor(home: Home) -> None:
    home.write(
        {
            "rule-1.md": f"---\nstatus: superseded\nsuperseded_by: rule-2.md\n---\n\n# Rule\n\n{RULE.format('two')}\n",
            "rule-2.md": f"# Rule\n\n{RULE.format('four')}\n",
        }
    )
    home.ingest()
    governance = versions_of(home.store, LOCAL, "rule-1.md")[0].governance
    assert (governance.status, governance.superseded_by) == (Status.SUPERSEDED, ("rule-2.md",))
    home.write({"rule-1.md": (home.folder / "rule-1.md").read_text() + RULE.format("three") + "\n"})
    home.ingest()
    assert "four" in cited(home, LOCAL)["rule-2.md"]
    assert next(iter(cited(home, LOCAL))) == "rule-2.md"


def test_a_rule_from_outside_names_a_successor_and_a_hidden_one_does_not_stand_in(home: Home) -> None:
    home.write({"old.md": f"# Rule\n\n{RULE.format('two')}\n", "new.md": f"# Rule\n\n{RULE.format('four')}\n"})
    both = {"glob": "*.md", "readers": ["user:local", "user:ann"]}
    link = {"glob": "old.md", "status": "superseded", "superseded_by": "new.md"}
    home.ingest(rules=rules(both, link, {"glob": "new.md", "readers": ["user:local"]}))
    assert [*cited(home, LOCAL)] == ["new.md", "old.md"]
    assert [*cited(home, ANN)] == ["old.md"]
    assert freshness(home, LOCAL)["old.md"] is freshness(home, ANN)["old.md"] is Freshness.SUPERSEDED


def test_a_changed_file_takes_the_place_of_its_older_version_for_who_may_read_it(home: Home) -> None:
    home.write({"rule.md": f"# Rule\n\n{RULE.format('two')}\n"})
    home.ingest(rules=rules({"glob": "**", "readers": ["user:local", "user:ann"]}))
    home.write({"rule.md": f"# Rule\n\n{RULE.format('four')}\n"})
    home.ingest(rules=rules({"glob": "**", "readers": ["user:local"]}))
    assert "four" in cited(home, LOCAL)["rule.md"]
    assert "two" in cited(home, ANN)["rule.md"]
    assert [one.number for one in versions_of(home.store, LOCAL, "rule.md")] == [2, 1]


def test_the_day_decides_which_version_is_in_force(home: Home) -> None:
    home.write({"rule.md": f"# Rule\n\n{RULE.format('two')}\n"})
    home.ingest(rules=rules({"glob": "**", "valid_from": "2025-01-01"}))
    home.write({"rule.md": f"# Rule\n\n{RULE.format('four')}\n"})
    home.ingest(rules=rules({"glob": "**", "valid_from": "2026-07-01"}))
    assert "two" in cited(home, LOCAL, as_of="2026-06-30")["rule.md"]
    assert "four" in cited(home, LOCAL, as_of="2026-07-01")["rule.md"]
    assert cited(home, LOCAL, as_of="2024-12-31") == {}
    assert [one.number for one in documents(home.store, LOCAL, today="2026-07-01")] == [2]


def test_a_document_cannot_put_itself_in_the_place_of_another(home: Home) -> None:
    home.write(
        {
            "rule.md": f"# Rule\n\n{RULE.format('two')}\n",
            "mallory.md": f"---\nsupersedes: rule.md\nreplaces: rule.md\n---\n\n# Rule\n\n{RULE.format('zero')}\n",
        }
    )
    home.ingest()
    assert "two" in cited(home, LOCAL)["rule.md"]
