"""The three worked cases of the retrieval pipeline, end to end over real tables, logs and a real repository (B, D)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from aver.channels.declared import declared
from aver.flows.answering import Answered, answer, replay_run
from aver.flows.sources import with_sources
from aver.flows.verify_runs import verify_all
from aver.stages.planning import catalogue_of
from aver.store.store import Store
from aver.values.events import Planned, Retrieved, Selected
from aver.values.governance import Classification
from aver.values.inquiry import Intent, Turn
from aver.values.sealed import Sealed
from tests.channels.outside import SURE, together
from tests.channels.test_logs_and_histories import commit, git
from tests.flows.asking import caller, fresh, inquiry, log_over, tools_over
from tests.store.corpus import governed, new_version

CATALOGUE = """
[[entity]]
id = "PROD-ENT-V3"
name = "enterprise customers"
aliases = ["PROD-ENT-V3"]
"""
SOURCES = """
seconds = 10

[[table]]
name = "crm"
path = "crm.db"
table = "customers"
key = ["account"]
title = "name"
searched = ["account", "name"]
show = { name = "Customer", uptime = "Promised uptime", reply = "Promised first reply" }
by_row = { readers = "acl", classification = "level", valid_until = "ended" }

[[log]]
name = "deploy"
path = "ci/*.log"
days = 1
readers = ["group:engineering"]

[[git]]
name = "shop"
path = "shop"
days = 7
readers = ["group:engineering"]

[[lookup]]
name = "dependencies"
file = "ci/services.json"
rows = "services"
key = "id"
row_title = "id"
fields = { id = "Service", needs = "Needs" }
readers = ["group:engineering"]
"""
CUSTOMERS = (
    ("ACME-CORP-GLOBAL", "Acme Corporation", "99.95 percent", "4 hours", "group:sales", "confidential", None),
    ("BOLT-LTD", "Bolt Limited", "99.5 percent", "1 day", "group:sales", "confidential", None),
    ("ACME-OLD", "Acme Fireworks", "90 percent", "1 week", "group:sales", "confidential", "2018-01-01"),
    ("ACME-BOARD", "Acme Holdings", "97 percent", "1 hour", "group:board", "restricted", None),
)
LOG = """\
2026-05-20T09:02:11Z ERROR deployment of shop-api failed: certificate expired
2026-06-01T09:00:00Z INFO deployment of shop-api started
2026-06-01T09:02:11Z ERROR deployment of shop-api failed: ERR_IMAGE_PULL registry/shop-api:2.3.1 not found
"""
SERVICES = {"services": [{"id": "shop-api", "needs": "registry, ledger-db"}, {"id": "mailer", "needs": "smtp"}]}
SALES = "user:sam", "group:sales"
ENGINEER = "user:eve", "group:engineering"


@dataclass
class Company:
    """A home with documents, a customer table, deployment logs, a repository and a file of services."""

    home: Path
    store: Store
    commit: str

    def ask(self, question: str, *who: str, clearance: int = 2, turns: tuple[str, ...] = (), **more: Any) -> Answered:
        asker = replace(caller(*who), clearance=clearance, **more)
        found = declared(self.home, tenant="t")
        tools = with_sources(
            replace(tools_over(self.store), catalogue=catalogue_of(CATALOGUE, form="toml"), tuning=SURE),
            together(found.sources, seconds=found.seconds),
        )
        conversation = tuple(Turn(question=Sealed(turn)) for turn in turns)
        shown = answer(log_over(self.store), inquiry(question, conversation=conversation), asker, tools)
        assert replay_run(log_over(self.store), asker, shown.run).verdict == "identical"
        assert verify_all(log_over(self.store), tenant="t") == ()
        return shown


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    (tmp_path / "sources.toml").write_text(SOURCES, encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "crm.db")) as connection, connection:
        connection.execute("CREATE TABLE customers (account PRIMARY KEY, name, uptime, reply, acl, level, ended)")
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?, ?)", CUSTOMERS)
    (tmp_path / "ci").mkdir()
    (tmp_path / "ci" / "deploy.log").write_text(LOG, encoding="utf-8")
    (tmp_path / "ci" / "services.json").write_text(json.dumps(SERVICES), encoding="utf-8")
    (tmp_path / "shop").mkdir()
    git(tmp_path / "shop", "init", "-q")
    name = commit(tmp_path / "shop", "deploy.yaml", "Point the deployment of shop-api at image 2.3.1")
    store = fresh(tmp_path)
    yield Company(home=tmp_path, store=store, commit=name)
    store.close()


def plans(shown: Answered) -> list[Planned]:
    return [event for event in shown.events if isinstance(event, Planned)]


def uris(shown: Answered) -> list[str]:
    return [packet["uri"] for packet in shown.packets() if packet.get("selected", True)]


def quotes(shown: Answered) -> list[str]:
    answered = shown.as_json()["answer"]
    return [cited["quote"] for claim in answered["claims"] for cited in claim["citations"]] if answered else []


POLICY = "SEC-POL-API-2025: for enterprise customers API keys expire after 90 days."
NEXT = "SEC-POL-API-2026 replaces SEC-POL-API-2025: for enterprise customers API keys expire after 30 days."
ABOUT = "What does SEC-POL-API-2025 say about when API keys expire?"
CASE_A = "Does this still apply to enterprise customers?"


def test_case_a_resolves_what_this_means_and_what_the_customers_are_called(company: Company) -> None:
    company.store.add(
        [new_version("SEC-POL-API-2025.md", [POLICY], governed("user:sam", tiers=frozenset({"enterprise"})))]
    )
    company.store.add([new_version("leave.md", ["Leave still applies to all staff."], governed("user:sam"))])
    shown = company.ask(CASE_A, "user:sam", turns=(ABOUT,), tier="enterprise")
    (resolved,) = plans(shown)[0].plan.required
    assert "SEC-POL-API-2025" in resolved.text.text
    assert any("PROD-ENT-V3" in part.text.text for part in plans(shown)[0].plan.sub_questions)
    assert quotes(shown) == [POLICY]


def test_case_a_follows_a_policy_that_has_been_superseded(company: Company) -> None:
    old = governed("user:sam", superseded_by=("SEC-POL-API-2026.md",))
    company.store.add([new_version("SEC-POL-API-2025.md", [POLICY], old)])
    company.store.add([new_version("SEC-POL-API-2026.md", [NEXT], governed("user:sam"))])
    shown = company.ask(CASE_A, "user:sam", turns=(ABOUT,))
    assert quotes(shown) == [NEXT]


def test_case_a_answers_nothing_from_a_policy_of_another_tier(company: Company) -> None:
    company.store.add([new_version("SEC-POL-API-2025.md", [POLICY], governed("user:sam", tiers=frozenset({"basic"})))])
    shown = company.ask(CASE_A, "user:sam", turns=(ABOUT,), tier="enterprise")
    assert uris(shown) == []


CASE_B = "What did we promise Acme?"
CONTRACT = "ACME-CORP-GLOBAL was promised a credit of ten percent for every missed month."


def test_case_b_resolves_the_name_in_the_customer_table_and_finds_the_contract_by_its_key(company: Company) -> None:
    secret = governed("group:sales")
    company.store.add([new_version("contract.md", [CONTRACT], secret)])
    company.store.add([new_version("party.md", ["We promise cake for everybody."], secret)])
    shown = company.ask(CASE_B, *SALES)
    grown = plans(shown)[-1].plan
    assert "What did we promise ACME-CORP-GLOBAL?" in [part.text.text for part in grown.sub_questions]
    assert {"sql:crm/customers?account=ACME-CORP-GLOBAL", "contract.md"} <= {*uris(shown)}
    ranks = {rank[0] for event in shown.events if isinstance(event, Selected) for rank in event.candidates[0].ranks}
    assert ranks & {"sql:crm", "lexical", "dense"}


def test_case_b_reads_the_exact_parameter_from_the_table(company: Company) -> None:
    shown = company.ask("What is the promised uptime of Acme?", *SALES)
    row, header = shown.as_json()["answer"]["claims"][0]["citations"]
    assert row["quote"] == "Acme Corporation | 99.95 percent | 4 hours"
    assert header["quote"] == "Customer | Promised uptime | Promised first reply"
    assert row["uri"] == "sql:crm/customers?account=ACME-CORP-GLOBAL"


def test_case_b_shows_nothing_to_those_who_may_not_see_contracts(company: Company) -> None:
    secret = governed("group:sales", classification=Classification.CONFIDENTIAL)
    company.store.add([new_version("contract.md", [CONTRACT], secret)])
    for shown in (company.ask(CASE_B, *ENGINEER), company.ask(CASE_B, *SALES, clearance=1)):
        assert uris(shown) == []
        assert "ACME" not in json.dumps(shown.as_json())


def test_case_b_asks_back_where_the_name_means_two_customers(company: Company) -> None:
    with closing(sqlite3.connect(company.home / "crm.db")) as connection, connection:
        connection.execute("UPDATE customers SET ended = NULL WHERE account = 'ACME-OLD'")
    result = company.ask("What is the promised uptime of Acme?", *SALES).as_json()
    assert result["decision"]["outcome"] == "CLARIFY"
    assert [one["choices"] for one in result["clarify"]] == [["Acme Corporation", "Acme Fireworks"]]
    assert result["answer"] is None


CASE_C = "Why did the deployment of shop-api fail?"


def test_case_c_looks_into_logs_history_and_configuration_of_the_last_days(company: Company) -> None:
    company.store.add([new_version("leave.md", ["Leave requests never fail."], governed("group:engineering"))])
    shown = company.ask(CASE_C, *ENGINEER)
    assert plans(shown)[0].plan.intents[0] is Intent.CODE_OR_LOG
    channels = next(event.channels for event in shown.events if isinstance(event, Retrieved))
    assert {"log:deploy", "git:shop", "lookup:dependencies"} <= {one.channel for one in channels if one.hits}
    assert f"git:shop@{company.commit}" in uris(shown)
    assert "lookup:dependencies#shop-api" in [packet["uri"] for packet in shown.packets()]
    assert any("ERR_IMAGE_PULL" in packet["text"] for packet in shown.packets() if packet["selected"])
    assert quotes(shown)
    assert not any("certificate expired" in packet["text"] for packet in shown.packets())


def test_case_c_goes_on_without_a_history_that_cannot_be_read_and_says_so(company: Company) -> None:
    (company.home / "shop").rename(company.home / "moved")
    shown = company.ask(CASE_C, *ENGINEER)
    assert "ERR_IMAGE_PULL" in quotes(shown)[0]
    assert {"stage": "retrieve:git:shop", "reason": "SourceFailed"} in shown.as_json()["degraded"]


def test_case_c_shows_logs_to_engineers_only(company: Company) -> None:
    shown = company.ask(CASE_C, *SALES)
    assert uris(shown) == []
    channels = next(event.channels for event in shown.events if isinstance(event, Retrieved))
    assert {one.channel for one in channels} == {"lexical", "dense", "sql:crm"}
