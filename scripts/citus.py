"""Write docs/citus.sql: the tables of a home, distributed by tenant over the nodes of a Citus cluster.

    python scripts/citus.py            # write it
    python scripts/citus.py --check    # write nothing; exit 1 where it says something else

The same definitions as everywhere else (`aver.store.whole_tables`). What Citus wants otherwise: foreign keys come after
both of their tables are distributed, policies hold no subqueries, triggers have to be allowed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Table

from aver.store.metadata import METADATA
from aver.store.revisions import newest
from aver.store.whole_tables import OF_NO_TENANT, tables_of_tenants, tenant_column, whole

PAGE = Path(__file__).resolve().parents[1] / "docs" / "citus.sql"
_HEAD = """-- The tables of a home on Citus, distributed by tenant. Made by `python scripts/citus.py`; don't edit it.
--
--     psql "$COORDINATOR" -v ON_ERROR_STOP=1 -f docs/citus.sql        # an empty database with the extension, once
--     AVER_STORE_URL="$COORDINATOR" aver init
--
-- Never run on Citus: there was none to be had. `tests/store/test_citus.py` runs all but the lines that call Citus on a
-- plain server and lets a store work on what they make. Each key and foreign key holds the distribution column, as
-- Citus demands, so it is checked on the node of its tenant. `SET LOCAL aver.tenant`, which every transaction says, has
-- to reach the nodes, or policies hide every row there from the application's role: hence propagate_set_commands.
BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
SET LOCAL citus.enable_unsafe_triggers TO on;
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands TO ''local''', current_database());
  EXECUTE format('ALTER DATABASE %I SET citus.enable_unsafe_triggers TO on', current_database());
END $$;
"""
_POINTS = re.compile(r",\n\t(FOREIGN KEY\([^\n]*\))")
_ASKED = re.compile(r"\(SELECT (current_setting\('aver\.tenant', true\)(?: \|\| E'[^']*')?)\)")


def page() -> str:
    """Return the page."""
    local = [statement for name in OF_NO_TENANT for statement in _made(METADATA.tables[name])]
    ours = [statement for table in tables_of_tenants() for statement in _made(table)]
    versions = "CREATE TABLE alembic_version (version_num varchar(32) PRIMARY KEY)"
    at = (versions, f"INSERT INTO alembic_version VALUES ('{newest()}')")
    return _HEAD + "".join(f"{statement};\n" for statement in (*local, *ours, *at)) + "COMMIT;\n"


def _made(table: Table) -> Iterator[str]:
    """Yield what makes one table: as it is, distributed, and only then what Citus has to hand on to the nodes."""
    created, *more = (_ASKED.sub(r"\1", statement) for statement in whole(table))
    yield _POINTS.sub("", created)
    if table.name in OF_NO_TENANT:
        yield f"SELECT create_reference_table('{table.name}')"
    else:
        beside = "none" if table is tables_of_tenants()[0] else tables_of_tenants()[0].name
        by = tenant_column(table).name
        yield f"SELECT create_distributed_table('{table.name}', '{by}', colocate_with => '{beside}')"
    yield from (
        f"ALTER TABLE {table.name} ADD CONSTRAINT {table.name}_fkey {points}" for points in _POINTS.findall(created)
    )
    for statement in more:
        if not statement.startswith("DROP POLICY"):
            yield statement
        if statement.startswith("CREATE OR REPLACE FUNCTION"):
            yield "SELECT create_distributed_function('aver_refuse_change()')"


def main() -> None:
    """Write or check the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    made = page()
    if not parser.parse_args().check:
        PAGE.write_text(made)
    elif PAGE.read_text() != made:
        sys.exit("docs/citus.sql is not what the tables say: python scripts/citus.py")


if __name__ == "__main__":
    main()
