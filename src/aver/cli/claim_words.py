"""The options that say what a claim says, shared by authoring and editing, and how a claim is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.output import say
from aver.cli.session import Session
from aver.values.claims import StoredKind

if TYPE_CHECKING:
    from aver.flows.claims import Draft
    from aver.values.claims import StoredClaim

ID = Annotated[str, typer.Argument(help="The id of a claim.", metavar="CLAIM_ID")]
NUMBER = Annotated[int | None, typer.Option("--version", help="A version by its number.", min=1)]
REASON = Annotated[str, typer.Option(help="Why, in a few words.")]
KIND = Annotated[StoredKind | None, typer.Option(help="What the claim is for.")]
CITES = Annotated[list[str] | None, typer.Option("--cites", help="Uri of a document it rests on; once per --quote.")]
QUOTE = Annotated[list[str] | None, typer.Option("--quote", help="The words of that document, word for word.")]
WHEN = Annotated[str | None, typer.Option(help="Predicate: when it applies.")]
FORBIDS = Annotated[str | None, typer.Option(help="Predicate: what it forbids.")]
TARGET = Annotated[str | None, typer.Option(help="The variant a redirect leads to.")]
EXAMPLE = "clm_0123456789abcdef0123456789abcdef"


def paired(cites: Sequence[str] | None, quotes: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """Return `(uri, quote)` pairs. Raises a usage error where one lacks the other."""
    uris, words = cites or (), quotes or ()
    if len(uris) != len(words):
        raise typer.BadParameter("give --quote once for every --cites")
    return tuple(zip(uris, words, strict=True))


def edited(claim: StoredClaim, given: Mapping[str, Any], quotes: tuple[tuple[str, str], ...]) -> Draft:
    """Return the draft of a version, with what was given in the place of what it said."""
    from aver.flows.claims import Draft

    content = claim.content
    said = {key: getattr(content, key) for key in ("kind", "statement", "when", "forbids", "target")}
    kept = tuple((one.uri, one.quote) for one in content.citations)
    changed = {key: value for key, value in given.items() if value is not None}
    return Draft(**{**said, **changed}, quotes=quotes or kept)


def tell(session: Session, shown: dict[str, Any]) -> None:
    """Print one version of a claim."""
    say(session, shown, claim_lines(shown))


def claim_lines(shown: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of one version: its words, where they stand, and who stands behind it."""
    yield f"{shown['claim_id']} version {shown['version']}: {shown['kind']}, {shown['state']}"
    yield f"  {shown['statement'] or 'erased'}"
    for name in ("when", "forbids", "target"):
        if shown[name]:
            yield f"  {name}: {shown[name]}"
    for one in shown["citations"]:
        yield f"  cites {one['uri']} [{one['span'][0]}, {one['span'][1]}): “{one['quote']}”"
    by = f"{shown['origin']} by {shown['author']} at {shown['created_at']}"
    yield f"  {by}; last decided by {shown['reviewer']} at {shown['changed_at']}"
