"""A name in a document may stand for a successor in several ways, none of which leaves the tenant (C3)."""

from __future__ import annotations

import pytest

from aver.index.columns import VersionColumns, VersionRow
from aver.index.succession import candidate_uris, successors
from tests.store.corpus import eligibility, governed


@pytest.mark.parametrize(
    ("uri", "name", "meant"),
    [
        ("peps/pep-0571.rst", "600", "peps/pep-0600.rst"),
        ("policies/travel-2023.md", "travel-2025.md", "policies/travel-2025.md"),
        ("policies/travel-2023.md", "travel-2025", "policies/travel-2025.md"),
        ("policies/old/travel.md", "../travel.md", "policies/travel.md"),
        ("a.md", "https://example.test/b", "https://example.test/b"),
        ("a/b.md", "<c.md>", "a/c.md"),
    ],
)
def test_a_declared_name_reaches_the_document_it_means(uri: str, name: str, meant: str) -> None:
    assert meant in set(candidate_uris(uri, name))


def columns(**declared: tuple[str, ...]) -> VersionColumns:
    rows = [
        VersionRow(
            key=number,
            document=f"doc_{name}",
            uri=f"{name}.md",
            number=1,
            governance=governed("bob" if name.startswith("hidden") else "ann", superseded_by=following),
        )
        for number, (name, following) in enumerate(declared.items(), start=1)
    ]
    return VersionColumns.of(rows)


def test_a_chain_is_followed_to_its_last_readable_end() -> None:
    versions = columns(one=("two",), two=("three",), three=())
    assert successors(versions, ["one.md"], eligibility("ann")) == (("one.md", "doc_three"),)


def test_a_hidden_successor_neither_supersedes_nor_is_hinted_at() -> None:
    versions = columns(one=("hidden",), hidden=("two",), two=())
    assert successors(versions, ["one.md"], eligibility("ann")) == ()


def test_a_cycle_of_successors_ends() -> None:
    versions = columns(one=("two",), two=("one",))
    assert successors(versions, ["one.md"], eligibility("ann")) == (("one.md", "doc_two"),)
