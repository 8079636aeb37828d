"""Small sources outside the store, for tests: a customer table, a home that declares it, and what asking shows."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from aver.channels.declared import declared
from aver.channels.side_by_side import SideBySide
from aver.flows.ask import AskTools
from aver.flows.sources import side_by_side, with_sources
from aver.ports import Source
from aver.stages.relevance import Logistic
from aver.stages.tuning import DEFAULT
from aver.store.store import Store
from aver.values.evidence import ChannelResult, Passage, Reached
from aver.values.governance import Eligibility
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.flows.asking import BagOfWords, tools_over

SURE = replace(DEFAULT, support=Logistic(weights=(), bias=9.0), unread=None)
"""A tuning that trusts the best span, so that what is released can be looked at."""

Customer = tuple[object, ...]
"""account, name, uptime, tier, acl, level"""

CUSTOMERS: tuple[Customer, ...] = (
    ("ACME-CORP-GLOBAL", "Acme Corporation", "99.95 percent", "enterprise", "user:ann", 1),
    ("BOLT-LTD", "Bolt Limited", "99.5 percent", "basic", "user:ann, group:sales", "internal"),
    ("CYAN-AG", "Cyan Acme Holdings", "97 percent", "basic", "group:board", "restricted"),
)
TABLE = """
[[table]]
name = "crm"
path = "crm.db"
table = "customers"
key = ["account"]
title = "name"
searched = ["account", "name"]
show = { name = "Customer", uptime = "Guaranteed uptime", tier = "Tier" }
by_row = { readers = "acl", classification = "level" }
"""


def make_table(folder: Path, rows: Iterable[Customer] = CUSTOMERS) -> Path:
    """Write the customer table, replacing one that is there."""
    path = folder / "crm.db"
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TABLE customers (account, name, uptime, tier, acl, level)")
        connection.execute("CREATE TABLE secrets (word)")
        connection.executemany("INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?)", rows)
    return path


def declare(folder: Path, text: str, *, tenant: str = "t") -> tuple[Source, ...]:
    """Write `sources.toml` and return what it declares."""
    (folder / "sources.toml").write_text(text, encoding="utf-8")
    return declared(folder, tenant=tenant).sources


def together(sources: Sequence[Source], *, seconds: float = 5.0) -> SideBySide:
    """Return the sources as one, with vectors that need no weights."""
    return side_by_side(sources, BagOfWords(), seconds=seconds)


def asking(store: Store, sources: Sequence[Source], *, seconds: float = 5.0) -> AskTools:
    """Return tools over a store and sources, with a clock that stands still."""
    return with_sources(tools_over(store), together(sources, seconds=seconds))


def found(sources: SideBySide, who: Eligibility, asked: str) -> tuple[ChannelResult, ...]:
    """Return what all sources say to one question."""
    return sources.begin(who, SubQuestion(number=0, text=Sealed(asked)))()


def searched(source: Source, who: Eligibility, asked: str) -> tuple[Passage, ...]:
    """Return what one source finds, by the rule that one it doesn't open for isn't asked."""
    return tuple(one.passage if isinstance(one, Reached) else one for one in searched_with_ways(source, who, asked))


def searched_with_ways(source: Source, who: Eligibility, asked: str) -> tuple[Passage | Reached, ...]:
    """Return what one source finds, with the ways to what it reached."""
    return source.search(who, asked, 8, until=time.monotonic() + 5) if source.opens(who, asked) else ()
