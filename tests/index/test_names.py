"""A text names the documents it means by file name or title, told by what the caller may read alone (D3, C5)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.index.columns import VersionRow
from aver.index.names import DocumentNames
from tests.store.corpus import governed


def row(uri: str, title: str = "", *, document: str = "", key: int = 1) -> VersionRow:
    return VersionRow(
        key=key, document=document or f"doc_{uri}", uri=uri, number=1, governance=governed("ann"), title=title
    )


def named(text: str, *rows: VersionRow, hidden: int = 0) -> tuple[str, ...]:
    """Return what `text` names among `rows`, the last `hidden` of which nobody may read."""
    open_to_all = np.arange(len(rows)) < len(rows) - hidden
    return DocumentNames.of(rows).named_in(text, eligible=open_to_all)


@pytest.mark.parametrize(
    ("text", "uri", "title"),
    [
        ("It was rejected in favour of PEP 602.", "peps/pep-0602.rst", ""),
        ("See the Annual Leave Policy for days carried over.", "hr/alp-v3.pdf", "Annual Leave Policy"),
        ("Er liegt am Stadtpark Nord.", "orte/17.html", "Stadtpark Nord"),
        ("The orbit of Mercury Seven was low.", "a.md", "Mercury Seven (spacecraft)"),
        ("as [the guide](../notice/counter-notice.md) says", "counter-notice.md", ""),
    ],
)
def test_a_document_is_named_by_its_file_or_its_title(text: str, uri: str, title: str) -> None:
    assert named(text, row(uri, title), row("other/thing-2.md", "Another Thing")) == (f"doc_{uri}",)


@pytest.mark.parametrize("title", ["Abstract", "", "one two three four five six seven eight nine"])
def test_a_single_word_or_a_whole_sentence_is_no_name(title: str) -> None:
    assert named(f"The abstract says: {title}.", row("x.md", title)) == ()


def test_documents_come_in_the_order_in_which_they_are_named_and_once() -> None:
    rows = row("pep-0001.rst"), row("pep-0002.rst")
    assert named("PEP 2, then PEP 1, then PEP 2", *rows) == ("doc_pep-0002.rst", "doc_pep-0001.rst")


def test_what_two_documents_are_called_names_neither_and_two_versions_are_one_document() -> None:
    first, second = row("a/leave-policy.md"), row("b/leave-policy.md")
    assert named("the leave policy", first, second) == ()
    assert named("the leave policy", first, row("a/leave-policy.md", document=first.document)) == (first.document,)


def test_a_hidden_document_is_not_found_and_makes_no_name_ambiguous() -> None:
    first, second = row("a/leave-policy.md"), row("b/leave-policy.md")
    assert named("the leave policy", first, second, hidden=1) == (first.document,)
    assert named("the leave policy", second, hidden=1) == ()


_WORDS = st.sampled_from(["travel", "leave", "policy", "7", "007", "plan"])
_ROWS = st.lists(st.tuples(st.lists(_WORDS, min_size=1, max_size=3), st.lists(_WORDS, max_size=3)), max_size=6)


@given(_ROWS, st.lists(st.booleans(), min_size=6, max_size=6), st.lists(_WORDS, max_size=12))
def test_hidden_documents_change_nothing(
    drawn: list[tuple[list[str], list[str]]], readable: list[bool], said: list[str]
) -> None:
    rows = [row(f"{n}/{'-'.join(file)}.md", " ".join(title)) for n, (file, title) in enumerate(drawn)]
    mask = np.asarray(readable[: len(rows)], dtype=np.bool_)
    alone = [one for one, kept in zip(rows, mask, strict=True) if kept]
    text = " ".join(said)
    everything = DocumentNames.of(rows).named_in(text, eligible=mask)
    assert everything == DocumentNames.of(alone).named_in(text, eligible=np.ones(len(alone), dtype=np.bool_))


@given(_ROWS, st.sets(st.integers(0, 5)), st.integers(0, 6), st.lists(_WORDS, max_size=12))
def test_names_that_go_on_are_those_read_anew(
    drawn: list[tuple[list[str], list[str]]], removed: set[int], before: int, said: list[str]
) -> None:
    rows = [row(f"{n}/{'-'.join(file)}.md", " ".join(title), key=n) for n, (file, title) in enumerate(drawn)]
    earlier = DocumentNames.of(rows[:before])
    now = [one for one in rows if one.key not in removed]
    text, mask = " ".join(said), np.ones(len(now), dtype=np.bool_)
    grown = DocumentNames.of(now, earlier=earlier)
    assert grown.named_in(text, eligible=mask) == DocumentNames.of(now).named_in(text, eligible=mask)
