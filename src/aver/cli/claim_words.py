"""The options that say what a claim says, shared by authoring and editing, and how a claim is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
EXAMPLE = "clm_0123456789abcdef0123456789abcdef"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a person gives of a claim: `fields` by name, those that were given, and `(uri, quote)` pairs."""

    fields: Mapping[str, Any]
    quotes: tuple[tuple[str, str], ...]

    def of(self, claim: StoredClaim, statement: str | None) -> Draft:
        """Return the draft of a version, with what was given in the place of what it said."""
        from aver.flows.claims import Draft

        content = claim.content
        said = {key: getattr(content, key) for key in ("kind", "statement", "when", "forbids", "target")}
        kept = tuple((one.uri, one.quote) for one in content.citations)
        given = {} if statement is None else {"statement": statement}
        return Draft(**{**said, **self.fields, **given}, quotes=self.quotes or kept)

    def new(self, statement: str) -> Draft:
        """Return the draft of a first version."""
        from aver.flows.claims import Draft

        return Draft(**{"kind": StoredKind.FACT, **self.fields}, statement=statement, quotes=self.quotes)


def said_options(
    *,
    kind: Annotated[StoredKind | None, typer.Option(help="What the claim is for.")] = None,
    cites: Annotated[
        list[str] | None, typer.Option("--cites", help="Uri of a document it rests on; once per --quote.")
    ] = None,
    quote: Annotated[
        list[str] | None, typer.Option("--quote", help="The words of that document, word for word.")
    ] = None,
    when: Annotated[str | None, typer.Option(help="Predicate: when it applies.")] = None,
    forbids: Annotated[str | None, typer.Option(help="Predicate: what it forbids.")] = None,
    target: Annotated[str | None, typer.Option(help="The variant a redirect leads to.")] = None,
) -> Said:
    """Return what was given of a claim as one value. Raises a usage error for a quote without its document."""
    uris, words = cites or (), quote or ()
    if len(uris) != len(words):
        raise typer.BadParameter("give --quote once for every --cites")
    given = {"kind": kind, "when": when, "forbids": forbids, "target": target}
    fields = {key: value for key, value in given.items() if value is not None}
    return Said(fields=fields, quotes=tuple(zip(uris, words, strict=True)))


def told(session: Session, claim: StoredClaim) -> None:
    """Print a version as it stands after what was done to it."""
    from aver.flows.showing_claims import claim_json

    tell(session, claim_json(claim))


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
