"""The claims that a domain pack brings along: `claims.toml` beside its `pack.toml`, for a reviewer to stand behind."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from aver.errors import BadExpression, BadInput, BadPack, NotFound
from aver.flows.claim_access import Desk
from aver.flows.claims import Draft, author, listed
from aver.flows.documents import documents
from aver.stages.packs import predicate_of
from aver.stages.packs.fields import Fields
from aver.store.claim_index import ClaimIndex
from aver.values.claims import ClaimState, StoredClaim, StoredKind
from aver.values.governance import Governance
from aver.values.packs import Pack, names_document

CLAIMS = "claims.toml"
"""The file of a pack's claims in its folder."""

_OVER = frozenset({ClaimState.REJECTED, ClaimState.RETIRED})


def pack_claims(folder: Path, pack: Pack) -> tuple[Draft, ...]:
    """Return the claims that the pack in `folder` brings, none where it has no such file.

    Raises BadPack naming the file and field, for a predicate that the pack can't read too.
    """
    file = folder / CLAIMS
    if not file.is_file():
        return ()
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadPack(f"{file}: {error}", hint="docs/claims.md has an example") from error
    top = Fields(str(file), "", values)
    drafts = tuple(_draft(one, pack) for one in top.tables("claims"))
    top.done()
    return drafts


def vouch(desk: Desk, drafts: tuple[Draft, ...], *, own: Governance) -> tuple[StoredClaim, ...]:
    """Freeze those of `drafts` that nobody has said yet, in the caller's name; return them.

    Raises NotFound and BadInput before anything is written, where documents that they cite are not there for the
    caller or can't be told apart, and as `author` does.
    """
    known = listed(desk, ClaimIndex(desk.store), states=frozenset(ClaimState) - _OVER)
    said = {_words(one.claim.content) for one in known}
    new = [draft for draft in drafts if _words(draft) not in said]
    uris = _uris(desk, {path for draft in new for path, _ in draft.quotes})
    return tuple(
        author(desk, replace(draft, quotes=tuple((uris[path], quote) for path, quote in draft.quotes)), own=own)
        for draft in new
    )


def _uris(desk: Desk, paths: set[str]) -> dict[str, str]:
    """Return by path of a pack the document that the caller reads under it."""
    there = [one.uri for one in documents(desk.store, desk.caller, today=desk.at[:10])]
    found = {path: [path] if path in there else [uri for uri in there if names_document(path, uri)] for path in paths}
    lacking = sorted(path for path, uris in found.items() if not uris)
    if lacking:
        raise NotFound(
            f"no document {', '.join(map(repr, lacking))}, which the claims of the pack cite",
            hint="ingest them, then run this again; `aver documents list` shows what you may read",
        )
    for path, uris in sorted(found.items()):
        if len(uris) > 1:
            raise BadInput(f"{path!r} may be {' or '.join(sorted(uris))}", hint="cite the whole path in claims.toml")
    return {path: uris[0] for path, uris in found.items()}


def _words(one: object) -> tuple[str, ...]:
    return tuple(str(getattr(one, name)) for name in ("kind", "statement", "when", "forbids", "target"))


def _draft(one: Fields, pack: Pack) -> Draft:
    kind = one.text("kind")
    if kind not in {known.value for known in StoredKind}:
        raise one.wrong("kind", f"{kind!r} is no kind", f"one of {', '.join(known.value for known in StoredKind)}")
    draft = Draft(
        kind=StoredKind(kind),
        statement=one.text("statement"),
        quotes=tuple(_quote(quote) for quote in one.tables("quotes")),
        when=one.text("when", default=""),
        forbids=one.text("forbids", default=""),
        target=one.text("target", default=""),
    )
    for name in ("when", "forbids"):
        _readable(one, name, getattr(draft, name), pack)
    if draft.target and draft.target not in {product.name for product in pack.products}:
        raise one.wrong("target", f"{draft.target!r} is no product of the pack", "the name of one of [[products]]")
    one.done()
    return draft


def _readable(one: Fields, name: str, predicate: str, pack: Pack) -> None:
    try:
        if predicate:
            predicate_of(predicate, pack)
    except BadExpression as error:
        raise one.wrong(name, str(error), error.hint) from error


def _quote(one: Fields) -> tuple[str, str]:
    found = one.text("cites"), one.text("quote")
    one.done()
    return found
