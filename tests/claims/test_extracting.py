"""Claims are proposed from what a caller may read, once, with citations and what a reviewer has to settle (J1)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aver.errors import NotFound
from aver.flows.claim_access import Desk
from aver.flows.claims import history
from aver.flows.extracting import extract
from aver.flows.packs import pack_named
from aver.flows.review import accept, looked_at, queue, take
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.store.store import Store
from aver.values.claims import ClaimState, Origin, StoredKind
from aver.values.governance import Governance
from tests.claims.desks import desk, governed, names
from tests.store.corpus import new_version, open_store

PACK = pack_named("sensors")
SHEET = """# NS-R200 retro-reflective sensor

The NS-R200 must not be used with clear glass above 48,000 bottles/h.

For clear glass, use the NS-C300-L. The NS-R200 must not be used with PET if the reflector is dirty.
"""


def write_page(store: Store, uri: str, page: str, governance: Governance | None = None) -> None:
    made = new_version(uri, [page], governance or governed("team"))
    store.add([replace(made, document=parse(page.encode(), name="page.md", limits=Limits()))])


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    store = open_store(tmp_path)
    write_page(store, "sheet.md", SHEET)
    return desk(store)


def test_candidates_wait_for_review_with_predicates_and_cite_the_document_word_for_word(ann: Desk) -> None:
    (found,) = extract(ann, PACK)
    by_kind = {one.content.kind: one for one in found.proposed}
    assert set(by_kind) == {StoredKind.CONSTRAINT, StoredKind.REDIRECT, StoredKind.FACT}
    wall, redirect = by_kind[StoredKind.CONSTRAINT].content, by_kind[StoredKind.REDIRECT].content
    assert wall.forbids == "material == 'clear_glass' && rate > 48000" and "'NS-R200-P'" in wall.when
    assert (redirect.when, redirect.target) == ("material == 'clear_glass'", "NS-C300-L")
    version = ann.store.latest("t", "sheet.md")
    assert version is not None
    text = ann.store.document(version).text
    for one in found.proposed:
        assert (one.origin, one.state, one.author) == (Origin.EXTRACTED, ClaimState.CANDIDATE, "ann")
        assert all(text[cite.start : cite.end] == cite.quote for cite in one.content.citations)
    assert names(ann) == []


def test_the_reviewer_is_told_what_stayed_open_and_only_then(ann: Desk) -> None:
    extract(ann, PACK)
    remarks = {one.claim.content.kind: one.remark for one in queue(ann)}
    assert remarks[StoredKind.FACT] == "constraint? unread: reflector, dirty"
    assert remarks[StoredKind.CONSTRAINT] == ""
    assert {one.remark for one in take(ann, count=9)} == set(remarks.values())
    (open_,) = [one.claim.id for one in queue(ann) if one.remark]
    assert looked_at(ann, open_)[1] == remarks[StoredKind.FACT]
    assert history(ann, open_)[1][0].reason == remarks[StoredKind.FACT]


def test_extracting_again_proposes_nothing_twice_whatever_was_decided(ann: Desk) -> None:
    (first,) = extract(ann, PACK)
    (accepted,) = take(ann)
    assert [one.error for one in accept(ann, [accepted.claim.id])] == [None]
    (again,) = extract(ann, PACK)
    assert (again.proposed, again.known) == ((), len(first.proposed))
    write_page(ann.store, "sheet.md", SHEET + "\nDo not use the NS-R200 outdoors.\n")
    (more,) = extract(ann, PACK)
    assert [one.content.forbids for one in more.proposed] == ["outdoor"]


def test_nothing_is_extracted_from_what_the_caller_may_not_read(ann: Desk) -> None:
    write_page(ann.store, "secret.md", "# NS-C300\n\nDo not use the NS-C300 outdoors.\n" * 3, governed("board"))
    assert [one.uri for one in extract(ann, PACK)] == ["sheet.md"]
    with pytest.raises(NotFound):
        extract(ann, PACK, names=["secret.md"])
    board = desk(ann.store, "bea", "board")
    assert [one.uri for one in extract(board, PACK, names=["secret.md"])] == ["secret.md"]
    assert not any("NS-C300 outdoors" in one.claim.content.statement for one in queue(ann))


def test_the_pack_says_what_a_document_is_about_where_no_title_does(ann: Desk) -> None:
    page = (
        "# Application limits\n\nDo not use outdoors. Nothing else is to be said on this page, which is long enough.\n"
    )
    write_page(ann.store, "papers/datasheets/ns-c300-en.pdf.md", page)
    write_page(ann.store, "papers/datasheets/ns-c300-en.pdf", page)
    unknown, known = extract(
        ann, PACK, names=["papers/datasheets/ns-c300-en.pdf.md", "papers/datasheets/ns-c300-en.pdf"]
    )
    assert not any(one.content.forbids for one in unknown.proposed)
    assert [one.content.when for one in known.proposed if one.content.forbids] == [
        "product in ['NS-C300', 'NS-C300-L', 'NS-C300-P', 'NS-C300-N']"
    ]


def test_a_short_page_is_reported_and_gives_nothing(ann: Desk) -> None:
    write_page(ann.store, "short.md", "# NS-R200\n\nDo not use with PET.\n")
    (found,) = extract(ann, PACK, names=["short.md"])
    assert (found.proposed, found.short) == ((), ("NS-R200",))
    (found,) = extract(ann, PACK, names=["short.md"], minimum=5)
    assert found.proposed
