"""The form for Citus is the tables that there are, holds what Citus asks for, and a store works on it without Citus."""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType

import psycopg
import pytest

import aver.store
from aver.store.metadata import METADATA
from aver.store.whole_tables import OF_NO_TENANT, tables_of_tenants, tenant_column
from tests.log.scenario import log_on, run_once
from tests.store.adapters import on_server, once, url_of
from tests.store.corpus import open_store
from tests.store.test_partitions import work_through

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "citus.py"
OF_CITUS = re.compile(
    r"^(SELECT create_|SET LOCAL citus\.|BEGIN$|COMMIT$|DO \$\$ BEGIN\s+EXECUTE format\('ALTER DATABASE)"
)
DISTRIBUTED = re.compile(r"create_distributed_table\('(\w+)', '(\w+)'")
KEYS = """
SELECT c.relname, array_agg(a.attname::text) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
WHERE i.indisunique AND c.relnamespace = current_schema()::regnamespace GROUP BY i.indexrelid, c.relname
"""
POINTING = """
SELECT c.relname, array_agg(a.attname::text) FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace GROUP BY k.oid, c.relname
"""
COLUMNS = """
SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = ANY (%s)
"""


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("citus", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def statements(page: str) -> list[str]:
    """Return the statements of the page without comments; bodies of functions stay whole."""
    code = "\n".join(line for line in page.splitlines() if not line.startswith("--"))
    parts = re.split(r";\n(?!END)(?=[A-Z])", code)
    return [part.strip().rstrip(";") for part in parts if part.strip()]


@once
def test_the_page_is_what_the_tables_say_and_a_changed_one_is_found(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert script.PAGE.read_text() == script.page()
    monkeypatch.setattr(script, "PAGE", tmp_path / "citus.sql")
    monkeypatch.setattr(sys, "argv", ["citus.py"])
    script.main()
    script.PAGE.write_text(script.PAGE.read_text().replace("NOT NULL", ""))
    monkeypatch.setattr(sys, "argv", ["citus.py", "--check"])
    with pytest.raises(SystemExit, match="is not what"):
        script.main()


@once
def test_every_table_of_the_store_is_distributed_by_its_tenant_or_everywhere(script: ModuleType) -> None:
    for module in pkgutil.iter_modules(aver.store.__path__):
        importlib.import_module(f"aver.store.{module.name}")
    page = script.page()
    found = dict(DISTRIBUTED.findall(page))
    everywhere = re.findall(r"create_reference_table\('(\w+)'\)", page)
    assert found.keys() | set(everywhere) == METADATA.tables.keys() and set(everywhere) == set(OF_NO_TENANT)
    assert found == {table.name: tenant_column(table).name for table in tables_of_tenants()}
    assert not [one for one in statements(page) if one.startswith("CREATE POLICY") and "SELECT" in one]


@on_server
def test_what_the_page_makes_has_the_tenant_in_every_key_and_is_a_store(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("plain", "citus"):
        (tmp_path / name).mkdir()
        with psycopg.connect(url_of(tmp_path / name)) as admin:
            (used,) = admin.execute("SELECT current_schema()").fetchone() or ()
            admin.execute(f"DROP SCHEMA {used} CASCADE; CREATE SCHEMA {used}".encode())
    open_store(tmp_path / "plain").close()
    by = {table.name: tenant_column(table).name for table in tables_of_tenants()}
    with psycopg.connect(url_of(tmp_path / "plain")) as asked:
        wanted = set(asked.execute(COLUMNS, ([*METADATA.tables],)))
    with psycopg.connect(url_of(tmp_path / "citus")) as made:
        for statement in statements(script.page()):
            if not OF_CITUS.match(statement):
                made.execute(statement.encode())
        keys, pointing = made.execute(KEYS.encode()).fetchall(), made.execute(POINTING.encode()).fetchall()
        assert set(made.execute(COLUMNS, ([*METADATA.tables],))) == wanted
    assert {name for name, _ in keys} >= by.keys() and len(pointing) == 6
    assert not [(name, names) for name, names in (*keys, *pointing) if name in by and by[name] not in names]
    store = open_store(tmp_path / "citus")
    work_through(store, "t")
    run_once(log_on(store.transactions))
    store.close()
