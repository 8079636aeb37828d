"""Rows of a table as evidence: filtered inside the query, read-only, cited, confirmed again (D4, C2, C5, C6)."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.channels.governed import Governed
from aver.channels.sqlite_table import SqliteTable
from aver.errors import BadConfiguration, DeadlineExceeded, SourceFailed, TooLarge
from aver.flows.answering import answer, replay_run
from aver.index.columns import VersionColumns, VersionRow
from aver.stages.eligibility import opens
from aver.values.chunks import ChunkKind
from aver.values.events import Decided, Packed, Retrieved
from aver.values.evidence import Passage
from aver.values.governance import Classification, Governance
from tests.channels.outside import (
    CUSTOMERS,
    SURE,
    TABLE,
    Customer,
    asking,
    declare,
    found,
    make_table,
    searched,
    together,
)
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import eligibility, governed, new_version

ANN = eligibility("user:ann")
LATER = 5.0


def table(folder: Path, rows: tuple[Customer, ...] = CUSTOMERS) -> SqliteTable:
    make_table(folder, rows)
    (one,) = declare(folder, TABLE)
    assert isinstance(one, SqliteTable)
    return one


def test_a_row_is_found_by_its_name_and_says_table_key_and_column(tmp_path: Path) -> None:
    (row,) = searched(table(tmp_path), ANN, "What uptime did we promise Acme?")
    assert row.text.text == "Customer | Guaranteed uptime | Tier\nAcme Corporation | 99.95 percent | enterprise"
    assert row.uri == "sql:crm/customers?account=ACME-CORP-GLOBAL"
    assert row.section_path.text == "customers > ACME-CORP-GLOBAL"
    cells = {(row_, column): row.text.text[start:end] for row_, column, start, end, _ in row.table_cells}
    assert (cells[0, 1], cells[1, 1]) == ("Guaranteed uptime", "99.95 percent")


def test_a_row_too_long_for_one_quote_has_a_line_a_value_and_prose_has_sentences(tmp_path: Path) -> None:
    long = ("A", "Acme " + "and sons " * 25, "99 percent of " + "the time " * 25, "basic", "user:ann", 1)
    (row,) = searched(table(tmp_path, (long,)), ANN, "Acme")
    assert (row.kind, row.text.text.splitlines()[2]) == (ChunkKind.TABLE, "Tier: basic")
    prose = ("A", "Acme", "Up all day. " * 40, "basic", "user:ann", 1)
    (row,) = searched(table(tmp_path, (prose,)), ANN, "Acme")
    assert (row.kind, row.table_cells) == (ChunkKind.PROSE, ())


def test_rows_of_other_readers_levels_and_tenants_are_not_there(tmp_path: Path) -> None:
    crm = table(tmp_path)
    assert [row.title.text for row in searched(crm, ANN, "Acme")] == ["Acme Corporation"]
    assert searched(crm, eligibility("group:board"), "Acme") == ()
    assert searched(crm, replace(eligibility("group:board"), clearance=3), "Acme")[0].title.text == "Cyan Acme Holdings"
    assert searched(crm, eligibility("user:ann", tenant="other"), "Acme") == ()
    assert searched(crm, eligibility(), "Acme") == ()


def test_a_hidden_row_never_leaves_the_query(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crm = table(tmp_path)
    seen: list[object] = []
    real = SqliteTable._matched
    monkeypatch.setattr(SqliteTable, "_matched", lambda self, row: (seen.append(row[0]), real(self, row))[1])
    searched(crm, ANN, "Acme")
    assert seen == ["ACME-CORP-GLOBAL", "BOLT-LTD"]


def test_the_statement_holds_only_declared_names_and_no_word_of_a_question(tmp_path: Path) -> None:
    crm = table(tmp_path)
    assert crm.statement == (
        'SELECT t."account", t."name", t."uptime", t."tier", t."level", t."acl" FROM "customers" AS t '
        'WHERE aver_opens(CAST(t."level" AS BLOB), CAST(t."acl" AS BLOB)) LIMIT ?'
    )


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT word FROM secrets",
        "SELECT account FROM customers UNION SELECT word FROM secrets",
        "SELECT hex(account) FROM customers",
        "SELECT load_extension('x')",
        "DELETE FROM customers",
        "ATTACH 'other.db' AS other",
        "PRAGMA query_only = OFF",
        "SELECT sql FROM sqlite_master",
    ],
)
def test_nothing_but_the_declared_columns_can_be_read_through_the_connection(tmp_path: Path, statement: str) -> None:
    crm = table(tmp_path)
    with pytest.raises(SourceFailed), crm._reading(ANN, time.monotonic() + LATER) as connection:
        connection.execute(statement)


def test_a_declared_name_the_table_lacks_is_an_error_and_never_a_text(tmp_path: Path) -> None:
    crm = replace(table(tmp_path), governed=Governed(whole=governed("user:ann"), columns=(("readers", "user:ann"),)))
    with pytest.raises(SourceFailed):
        searched(crm, ANN, "Acme")


def test_a_question_that_looks_like_sql_is_only_words(tmp_path: Path) -> None:
    crm = table(tmp_path)
    asked = "Acme'; DROP TABLE customers; -- \" OR 1=1 UNION SELECT word FROM secrets"
    assert [row.title.text for row in searched(crm, ANN, asked)] == ["Acme Corporation"]
    assert len(searched(crm, ANN, "Bolt")) == 1


def test_a_row_that_changed_or_was_withdrawn_is_not_confirmed(tmp_path: Path) -> None:
    crm = together([table(tmp_path)])
    (result,) = found(crm, ANN, "Acme")
    chunks = [hit.chunk for hit in result.hits]
    assert crm.confirmed(ANN, chunks) == frozenset(chunks)
    assert crm.confirmed(eligibility("user:bob"), chunks) == frozenset()
    assert crm.passages(eligibility("user:bob"), chunks) == ()
    assert crm.confirmed(replace(ANN, documents=frozenset({"doc_other"})), chunks) == frozenset()
    make_table(tmp_path, [("ACME-CORP-GLOBAL", "Acme Corporation", "90 percent", "enterprise", "user:ann", 1)])
    assert crm.confirmed(ANN, chunks) == frozenset()
    make_table(tmp_path, [(*CUSTOMERS[0][:4], "user:bob", 1)])
    assert crm.confirmed(ANN, chunks) == frozenset()
    make_table(tmp_path)
    assert crm.confirmed(ANN, chunks) == frozenset(chunks)


def test_a_table_that_cannot_be_read_shows_in_the_result_and_hides_no_document(tmp_path: Path) -> None:
    crm = table(tmp_path)
    (tmp_path / "crm.db").write_bytes(b"not a database, but long enough to look at")
    (tmp_path / "store").mkdir()
    store = fresh(tmp_path / "store")
    store.add([new_version("sla.md", ["Acme was promised an uptime of 99.9 percent."], governed("user:ann"))])
    shown = answer(log_over(store), inquiry("What uptime was Acme promised?"), caller("user:ann"), asking(store, [crm]))
    (retrieved,) = (event for event in shown.events if isinstance(event, Retrieved))
    assert [(one.channel, one.failure) for one in retrieved.channels if one.failure] == [("sql:crm", "SourceFailed")]
    assert shown.packets()[0]["uri"] == "sla.md"
    assert "degraded" in shown.as_json()["decision"]["reasons"]


def test_a_slow_table_is_stopped_at_the_deadline(tmp_path: Path) -> None:
    make_table(tmp_path, [(f"A{i}", "Acme", "1", "basic", "user:ann", 1) for i in range(20_000)])
    (crm,) = declare(tmp_path, TABLE)
    with pytest.raises(DeadlineExceeded):
        crm.search(ANN, "Acme", 8, until=time.monotonic())
    (result,) = found(together([crm], seconds=0.001), ANN, "Acme")
    assert (result.hits, result.failure) == ((), "DeadlineExceeded")


def test_more_eligible_rows_than_allowed_is_a_failure_and_hidden_rows_do_not_count(tmp_path: Path) -> None:
    assert len(searched(replace(table(tmp_path), max_rows=2), ANN, "Acme")) == 1
    with pytest.raises(TooLarge):
        searched(replace(table(tmp_path), max_rows=1), ANN, "Acme")


@pytest.mark.parametrize(
    "spoiled",
    [
        TABLE.replace("by_row", "by_rows"),
        TABLE.replace('by_row = { readers = "acl", classification = "level" }', ""),
        TABLE.replace('readers = "acl"', 'owner = "acl"'),
        TABLE.replace('key = ["account"]', "key = []"),
        TABLE.replace('name = "crm"', 'name = "C R M"'),
        TABLE + TABLE,
        TABLE + 'classification = "secret"',
        "seconds = 0",
        "[[tables]]",
        "[table]",
        "[[table",
    ],
)
def test_a_declaration_that_is_wrong_says_so(tmp_path: Path, spoiled: str) -> None:
    with pytest.raises(BadConfiguration):
        declare(tmp_path, spoiled)


SETS = st.frozensets(st.sampled_from(("user:ann", "group:sales", "S-1-5")), max_size=2)
SCOPES = st.frozensets(st.sampled_from(("EU", "US")), max_size=2)
DAYS = st.none() | st.sampled_from(("2026-05-31", "2026-06-01", "2026-06-02"))
RULES = st.builds(
    Governance,
    tenant=st.sampled_from(("t", "other")),
    readers=SETS,
    classification=st.sampled_from(Classification),
    jurisdictions=SCOPES,
    products=SCOPES,
    tiers=SCOPES,
    valid_from=DAYS,
    valid_until=DAYS,
    redacted=st.booleans(),
)
CALLERS = st.builds(
    lambda principals, clearance, jurisdiction, products, tier: replace(
        eligibility(*principals), clearance=clearance, jurisdiction=jurisdiction, products=products, tier=tier
    ),
    SETS,
    st.integers(0, 3),
    st.none() | st.sampled_from(("EU", "US")),
    SCOPES,
    st.none() | st.sampled_from(("EU", "US")),
)
FIELDS = (
    "readers",
    "tenant",
    "classification",
    "jurisdiction",
    "product",
    "tier",
    "valid_from",
    "valid_until",
    "redacted",
)


def written(rule: Governance) -> tuple[object, ...]:
    lists = (",".join(sorted(names)) for names in (rule.jurisdictions, rule.products, rule.tiers))
    level = rule.classification.name.lower()
    return (
        ", ".join(sorted(rule.readers)),
        rule.tenant,
        level,
        *lists,
        rule.valid_from,
        rule.valid_until,
        int(rule.redacted),
    )


@given(rules=st.lists(RULES, max_size=6), who=CALLERS)
def test_query_predicate_and_index_mask_open_the_same_rows(
    tmp_path_factory: pytest.TempPathFactory, rules: list[Governance], who: object
) -> None:
    folder = tmp_path_factory.mktemp("rules")
    with closing(sqlite3.connect(folder / "rules.db")) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"CREATE TABLE r (id, {', '.join(FIELDS)})")
        marks = ", ".join("?" * (1 + len(FIELDS)))
        connection.executemany(f"INSERT INTO r VALUES ({marks})", [(n, *written(rule)) for n, rule in enumerate(rules)])
    one = SqliteTable(
        label="r",
        path=folder / "rules.db",
        table="r",
        key=("id",),
        shown=(("id", "Word"),),
        searched=("id",),
        governed=Governed(whole=governed(), columns=tuple((field, field) for field in FIELDS)),
    )
    assert who.tenant == "t"  # type: ignore[attr-defined]
    by_query = {str(row[0]) for row in one._rows(who, until=time.monotonic() + LATER)}  # type: ignore[arg-type]
    by_rule = {str(n) for n, rule in enumerate(rules) if opens(who, rule)}  # type: ignore[arg-type]
    mine = [(n, rule) for n, rule in enumerate(rules) if rule.tenant == "t"]
    columns = VersionColumns.of(
        VersionRow(key=n, document=f"doc_{n}", uri=str(n), number=1, governance=rule) for n, rule in mine
    )
    mask = columns.eligible(who)  # type: ignore[arg-type]
    by_mask = {str(n) for (n, _), open_ in zip(mine, mask.tolist(), strict=True) if open_}
    assert by_query == by_rule == by_mask


@pytest.mark.parametrize(
    "odd", [b"\xff\xfe", "[" * 50_000, "nobody in particular", None, 7, 1.5, '{"a": 1}', "user:", "\x00user:ann"]
)
def test_a_row_whose_readers_cannot_be_read_is_open_to_nobody_and_spoils_nothing(tmp_path: Path, odd: object) -> None:
    crm = table(tmp_path, (*CUSTOMERS, ("ODD", "Acme Odd", "0", "basic", odd, 1)))
    assert [row.title.text for row in searched(crm, ANN, "Acme")] == ["Acme Corporation"]


def test_text_that_is_not_utf8_in_an_eligible_row_is_shown_as_far_as_it_is(tmp_path: Path) -> None:
    with closing(sqlite3.connect(make_table(tmp_path))) as connection, connection:
        connection.execute("UPDATE customers SET uptime = CAST(x'39ff' AS TEXT) WHERE account = 'BOLT-LTD'")
    (crm,) = declare(tmp_path, TABLE)
    assert "Bolt Limited | 9� | basic" in searched(crm, ANN, "Bolt")[0].text.text


NAMES = st.sampled_from(("Acme Corporation", "Bolt Limited", "Acme", "Dune", "enterprise", "Bolt Acme Dune"))
HIDDEN = st.lists(
    st.tuples(
        NAMES, NAMES, NAMES, NAMES, st.sampled_from(("group:board", "user:bob", "", "user:annette")), st.integers(0, 5)
    ),
    max_size=6,
)
ASKED = st.sampled_from(("What uptime did we promise Acme?", "Bolt Limited tier", "Dune", "enterprise"))


def observed(folder: Path, rows: tuple[Customer, ...], asked: str) -> list[object]:
    """Return all that ann can observe of the table: hits, score bits, order, words, and what is confirmed."""
    sources = together([table(folder, rows)])
    results = found(sources, ANN, asked)
    chunks = [hit.chunk for result in results for hit in result.hits]
    return [
        [(one.channel, one.failure, [(h.chunk, h.rank, h.score.hex()) for h in one.hits]) for one in results],
        sources.passages(ANN, chunks),
        sources.confirmed(ANN, chunks),
    ]


def the_same_is_observed(folder: Path, hidden: list[Customer], asked: str) -> None:
    assert observed(folder, (*hidden, *CUSTOMERS[:2], *hidden), asked) == observed(folder, CUSTOMERS[:2], asked)


@given(hidden=HIDDEN, asked=ASKED)
def test_hidden_rows_change_no_bit_of_what_a_caller_observes(
    tmp_path_factory: pytest.TempPathFactory, hidden: list[Customer], asked: str
) -> None:
    the_same_is_observed(tmp_path_factory.mktemp("crm"), hidden, asked)


def _statistics_over_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank over all rows and filter afterwards: the leak that a global idf is."""

    def search(self: SqliteTable, eligible: object, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        everything = replace(self, governed=Governed(whole=replace(self.governed.whole, readers=ANN.principals)))
        ranked = real(everything, eligible, asked, k, until=until)
        mine = {self._uri(row) for row in self._rows(eligible, until=until)}  # type: ignore[arg-type]
        return tuple(one for one in ranked if one.uri in mine)

    real = SqliteTable.search
    monkeypatch.setattr(SqliteTable, "search", search)


def _readers_matched_as_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for the caller inside the list of readers as text: user:ann is in user:annette."""
    monkeypatch.setattr(Governed, "opens_row", lambda self, who, values: b"user:ann" in (values[1] or b""))


def _counted_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where the table is too long, hidden rows counted."""

    def search(self: SqliteTable, eligible: object, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        with closing(sqlite3.connect(self.path)) as connection:
            if connection.execute("SELECT count(*) FROM customers").fetchone()[0] > 2:
                raise TooLarge("too many rows", hint="fewer")
        return real(self, eligible, asked, k, until=until)  # type: ignore[arg-type]

    real = SqliteTable.search
    monkeypatch.setattr(SqliteTable, "search", search)


@pytest.mark.parametrize("planted", [_statistics_over_all_rows, _readers_matched_as_parts, _counted_in_an_error])
def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: object) -> None:
    hidden: list[Customer] = [
        ("H", "Bolt Limited", "1", "basic", "user:annette", 1),
        ("G", "Bolt", "1", "basic", "group:board", 1),
    ]
    asked = "Acme or Bolt"
    the_same_is_observed(tmp_path, hidden, asked)
    planted(monkeypatch)  # type: ignore[operator]
    with pytest.raises(AssertionError):
        the_same_is_observed(tmp_path, hidden, asked)


def test_a_row_is_quoted_cited_checked_logged_and_replayed_without_the_table(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    store, crm = fresh(tmp_path / "store"), table(tmp_path)
    tools = replace(asking(store, [crm]), tuning=SURE)
    log = log_over(store)
    shown = answer(log, inquiry("What is the guaranteed uptime of Acme Corporation?"), caller("user:ann"), tools)
    (claim,) = shown.as_json()["answer"]["claims"]
    row, header = claim["citations"]
    assert row["quote"] == "Acme Corporation | 99.95 percent | enterprise"
    assert header["quote"] == "Customer | Guaranteed uptime | Tier"
    assert (row["uri"], row["table_cell_range"]) == ("sql:crm/customers?account=ACME-CORP-GLOBAL", "T1!R2C1:R2C3")
    assert {one["check"] for one in claim["findings"] if one["verdict"] != "pass"} == {"document_stands_behind"}
    (tmp_path / "crm.db").unlink()
    assert replay_run(log, caller("user:ann"), shown.run).verdict == "identical"


def test_a_row_withdrawn_between_search_and_packaging_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    store, crm = fresh(tmp_path / "store"), table(tmp_path)
    tools = asking(store, [crm])

    def withdraw_then_confirm(eligible: object, chunks: tuple[str, ...]) -> frozenset[str]:
        make_table(tmp_path, [(*CUSTOMERS[0][:4], "user:bob", 1)])
        return tools.confirm(eligible, chunks)  # type: ignore[arg-type]

    shown = answer(
        log_over(store),
        inquiry("guaranteed uptime of Acme"),
        caller("user:ann"),
        replace(tools, confirm=withdraw_then_confirm),
    )
    assert next(event for event in shown.events if isinstance(event, Packed)).packets == ()
    assert isinstance(shown.events[-1], Decided)
