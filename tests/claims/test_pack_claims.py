"""Claims of a pack rest on the caller's own documents, whatever folder they were ingested from (J1, C5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.errors import BadInput, NotFound
from aver.flows.claim_access import Desk
from aver.flows.claims import Draft
from aver.flows.pack_claims import vouch
from aver.store.store import Store
from aver.values.claims import StoredKind
from aver.values.governance import Role
from aver.values.packs import names_document
from tests.claims.desks import AT, RANGE, RATE, caller, governed, names, write
from tests.store.corpus import open_store

OWN = governed("team")


def draft(statement: str, path: str) -> Draft:
    return Draft(kind=StoredKind.FACT, statement=statement, quotes=((path, statement),))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path)


def reviewer(store: Store) -> Desk:
    return Desk(store=store, caller=caller("ann", "team", roles=frozenset({Role.REVIEWER})), at=AT)


@pytest.mark.parametrize("uri", ["sheet.md", "sheets/sheet.md", "plant/sheets/sheet.md"])
def test_a_pack_cites_a_document_by_the_end_of_its_path(store: Store, uri: str) -> None:
    write(store, uri, [RATE, RANGE])
    (made,) = vouch(reviewer(store), (draft(RATE, "sheets/sheet.md"),), own=OWN)
    assert [cite.uri for cite in made.content.citations] == [uri]
    assert vouch(reviewer(store), (draft(RATE, "sheets/sheet.md"),), own=OWN) == ()


@pytest.mark.parametrize("uri", ["worksheet.md", "other/sheet.md", "sheets/sheet.md.old"])
def test_only_whole_names_count(uri: str) -> None:
    assert not names_document("sheets/sheet.md", uri)


def test_of_two_documents_the_one_called_just_so_is_cited(store: Store) -> None:
    write(store, "sheet.md", [RATE])
    write(store, "old/sheet.md", [RATE])
    (made,) = vouch(reviewer(store), (draft(RATE, "sheet.md"),), own=OWN)
    assert [cite.uri for cite in made.content.citations] == ["sheet.md"]


def test_where_the_path_may_be_two_documents_nothing_is_written(store: Store) -> None:
    write(store, "new/sheet.md", [RATE])
    write(store, "old/sheet.md", [RATE])
    write(store, "range.md", [RANGE])
    with pytest.raises(BadInput, match=r"'sheet\.md' may be new/sheet\.md or old/sheet\.md"):
        vouch(reviewer(store), (draft(RANGE, "range.md"), draft(RATE, "sheet.md")), own=OWN)
    assert names(reviewer(store)) == []


def test_every_document_that_is_not_there_is_named_and_a_hidden_one_is_not_there(store: Store) -> None:
    write(store, "range.md", [RANGE])
    write(store, "new/sheet.md", [RATE])
    write(store, "old/sheet.md", [RATE], governed("board"))
    drafts = (draft(RANGE, "range.md"), draft(RATE, "none.md"), draft(RATE, "old/sheet.md"))
    with pytest.raises(NotFound, match=r"no document 'none\.md', 'old/sheet\.md', which"):
        vouch(reviewer(store), drafts, own=OWN)
    (made,) = vouch(reviewer(store), (draft(RATE, "sheet.md"),), own=OWN)
    assert [cite.uri for cite in made.content.citations] == ["new/sheet.md"]
