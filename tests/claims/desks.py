"""A store with a few documents, and people at their desks who decide on claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aver.flows.claim_access import Desk
from aver.flows.claim_search import frozen_claims
from aver.flows.claims import Draft, propose
from aver.flows.review import accept, take
from aver.stages.claim_quotes import cited
from aver.stages.eligibility import eligibility_of
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.store.versions import latest
from aver.testing import HashEmbedder
from aver.values.claims import ClaimContent, FoundClaim, StoredClaim, StoredKind
from aver.values.governance import Caller, Governance, Role
from tests.store.corpus import new_version, open_store

AT = "2026-06-01T10:00:00Z"
RATE = "The sensor reads at most 40 bottles a second."
RANGE = "Its range is 300 mm on white paper."
GLASS = "Clear glass needs the variant CG."


def governed(*readers: str, tenant: str = "t", **more: object) -> Governance:
    return Governance(tenant=tenant, readers=frozenset(readers), **more)  # type: ignore[arg-type]


def caller(user: str, *groups: str, roles: frozenset[Role] = frozenset(Role)) -> Caller:
    return Caller(user=user, tenant="t", principals=frozenset({user, *groups}), roles=roles)


def desk(store: Store, user: str = "ann", *groups: str, at: str = AT) -> Desk:
    return Desk(store=store, caller=caller(user, *(groups or ("team",))), at=at)


def write(store: Store, uri: str, paragraphs: Sequence[str], governance: Governance | None = None) -> None:
    store.add([new_version(uri, paragraphs, governance or governed("team"))])


def a_store(folder: Path) -> Store:
    """Return a store with one datasheet that the team reads."""
    folder.mkdir(parents=True, exist_ok=True)
    store = open_store(folder)
    write(store, "sheet.md", ["Datasheet", RATE, RANGE, GLASS])
    return store


def read_from(store: Store, uri: str, quote: str, **more: object) -> ClaimContent:
    """Return a fact that extraction would propose: `quote`, cited from the newest version of `uri`."""
    with store.transactions.read() as connection:
        version = latest(connection, "t", uri)
    assert version is not None
    text = store.document(version).text
    start = text.index(quote)
    citation = cited(text, document=version.document, uri=uri, version=version.id, span=(start, start + len(quote)))
    said = {"kind": StoredKind.FACT, "statement": quote, "confidence": 0.9, **more}
    return ClaimContent(citations=(citation,), **said)  # type: ignore[arg-type]


def proposed(who: Desk, *quotes: str, uri: str = "sheet.md") -> tuple[StoredClaim, ...]:
    return propose(who, [read_from(who.store, uri, quote) for quote in quotes])


def live(who: Desk, *quotes: str, uri: str = "sheet.md") -> tuple[str, ...]:
    """Propose and accept; return the names of the claims."""
    names = tuple(one.id for one in proposed(who, *quotes, uri=uri))
    take(who, count=len(names))
    assert all(one.error is None for one in accept(who, names))
    return names


def found(who: Desk, asked: str = "sensor bottles a second", k: int = 10) -> tuple[FoundClaim, ...]:
    """Search as another process would: with an index that knows nothing yet."""
    eligible = eligibility_of(who.caller, as_of=who.at[:10])
    return frozen_claims(ClaimIndex(who.store), HashEmbedder(), asked, k, eligible=eligible)


def names(who: Desk, asked: str = "sensor bottles a second", k: int = 10) -> list[str]:
    return [one.claim.id for one in found(who, asked, k)]


def a_draft(statement: str = "Forty bottles a second at most.", quote: str = RATE, **more: object) -> Draft:
    said = {"kind": StoredKind.FACT, "statement": statement, "quotes": (("sheet.md", quote),), **more}
    return Draft(**said)  # type: ignore[arg-type]
