"""Words of a record in past runs: shown again only while the record stands as it was and is the caller's (K, C2)."""

from __future__ import annotations

from pathlib import Path

from tests.channels.outside import CUSTOMERS, TABLE, make_table
from tests.cli.conftest import Command

ASKED = "guaranteed uptime of Acme"
WORDS = "99.95 percent"


def mine(reader: str = "user:local", uptime: str = WORDS) -> list[tuple[object, ...]]:
    return [("ACME-CORP-GLOBAL", "Acme Corporation", uptime, "enterprise", reader, 1), *CUSTOMERS[1:]]


def test_a_run_shows_the_words_of_a_row_while_it_is_the_callers_and_unchanged(aver: Command, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert aver("init").status == 0
    make_table(home, mine())
    (home / "sources.toml").write_text(TABLE, encoding="utf-8")
    searched = aver("search", ASKED, "--json").json
    (packet,) = searched["packets"]
    assert packet["citation_coordinates"]["uri"] == "sql:crm/customers?account=ACME-CORP-GLOBAL"
    run = searched["run_id"]
    assert WORDS in aver("runs", "show", run, "--json").out
    make_table(home, mine(reader="group:sales"))
    assert WORDS not in aver("runs", "show", run, "--json").out
    make_table(home, mine(uptime="90 percent"))
    assert WORDS not in aver("runs", "show", run, "--json").out
    (home / "crm.db").write_bytes(b"damaged")
    assert WORDS not in aver("runs", "show", run, "--json").out
    make_table(home, mine())
    assert WORDS in aver("runs", "show", run, "--json").out


def test_a_declaration_that_is_wrong_stops_a_question_and_says_where(aver: Command, tmp_path: Path) -> None:
    assert aver("init").status == 0
    (tmp_path / "home" / "sources.toml").write_text(TABLE.replace("key =", "keys ="), encoding="utf-8")
    ran = aver("ask", ASKED)
    assert ran.status == 1
    assert "table crm has no 'keys'" in ran.err
