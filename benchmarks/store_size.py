"""Bytes and core seconds a chunk in PostgreSQL: a folder ingested into a server of its own, enriched, and weighed.

    python -m benchmarks.store_size ../shared/corpora/site-policy

The constants of `benchmarks.capacity`. Tables are rewritten before they are weighed (VACUUM FULL), so that the figure
holds no free space; an empty partition weighs a page or two, which shows below a few thousand chunks.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile

import psycopg

from aver.demo.server import running

_SIZES = """
SELECT regexp_replace(relname, '_p[0-9]+$', ''), sum(pg_total_relation_size(oid)) FROM pg_class
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace GROUP BY 1 ORDER BY 2 DESC
"""
_TABLES = 6


def aver(environment: dict[str, str], *words: str) -> str:
    """Run the command line and return what it printed."""
    command = [sys.executable, "-m", "aver.cli.main", *words]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Ingest, weigh and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    folder = parser.parse_args().folder
    with running() as url, tempfile.TemporaryDirectory() as home:
        places = {"AVER_HOME": home, "XDG_CONFIG_HOME": home, "AVER_STORE_URL": url, "AVER_IDENTITY_MODE": "token"}
        environment = {**os.environ, **places}
        aver(environment, "init")
        key = json.loads(aver(environment, "keys", "create", "--as", "ann", "--roles", "reader,admin", "--json"))
        before = os.times()
        aver({**environment, "AVER_TOKEN": key["token"]}, "ingest", folder, "--readers", "user:ann", "--jobs", "1")
        after = os.times()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM FULL")
            counted = connection.execute(
                "SELECT (SELECT count(*) FROM chunk), sum(length(text)) FROM version"
            ).fetchone()
            sizes = connection.execute(_SIZES).fetchall()
    assert counted is not None
    chunks, characters = counted
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    print(
        f"{chunks} chunks of {characters / chunks:.0f} characters; {cpu:.1f} CPU s, {cpu / chunks * 1e3:.1f} ms a chunk"
    )
    for name, size in sizes[:_TABLES]:
        print(f"{name:>14} {size / chunks:8.0f} bytes a chunk")


if __name__ == "__main__":
    main()
